//! Unique ids that pass from one person to another by a file (rules.md#ids-that-pass): which rows are written together, and which rows
//! bring an id that its member keeps.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::changes::FieldChange;
use crate::MemberId;
use crate::census::field::Field;
use crate::members::MemberDetails;

/// What a file does to the member that has the id of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A row gives the member another id, or none.
    Moves(u32),
    /// A row ends the member, or says that the member has left, and names no other id.
    EndedBy(u32),
    /// The member is absent from the file, which ends it.
    Absent,
    /// The member is In-Active or is to be from a day that is set, and no row says that the person stays.
    Gone,
    /// The member keeps the id: the file gives it no other and does not end it.
    Keeps,
}

/// A row that brings an id which a member has who is not the row's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The row.
    pub row: u32,
    /// Who has the id.
    pub from: MemberId,
    /// What the file does to that member.
    pub holder: Holder,
}

/// Rows and members with passing ids that are written in one transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Together {
    /// The rows.
    pub rows: BTreeSet<u32>,
    /// Members that are absent from the file and ended by it, and give their id up.
    pub absent: BTreeSet<MemberId>,
    /// Members who have left or are to leave and stand in no row; they give their id up.
    pub gone: BTreeSet<MemberId>,
    /// All members that give their id up and get no other.
    pub give_up: BTreeSet<MemberId>,
}

impl Together {
    /// How many members are written.
    pub fn len(&self) -> usize {
        self.rows.len() + self.absent.len() + self.gone.len()
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How ids pass by a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdMoves {
    /// What is written together, by the first row.
    pub together: Vec<Together>,
    /// The rows that get the id of another member, with that member.
    pub passing: BTreeMap<u32, MemberId>,
    /// Rows whose id another member keeps, with that member.
    pub kept: BTreeMap<u32, MemberId>,
}

impl IdMoves {
    /// Settles the claims of a file, at most one a row. A row waits for the row of the member who has its id, and stays with it.
    pub fn of(claims: &[Claim]) -> Self {
        let mut waiting: HashMap<u32, Vec<&Claim>> = HashMap::new();
        let mut taken = BTreeSet::new();
        let mut refused: Vec<&Claim> = Vec::new();
        for claim in claims {
            match claim.holder {
                // Of two rows that bring one id, the first has it.
                _ if !taken.insert(claim.from) => refused.push(claim),
                Holder::Keeps => refused.push(claim),
                Holder::Moves(row) => waiting.entry(row).or_default().push(claim),
                Holder::EndedBy(_) | Holder::Absent | Holder::Gone => {}
            }
        }
        let mut kept = BTreeMap::new();
        while let Some(claim) = refused.pop() {
            if kept.insert(claim.row, claim.from).is_none() {
                refused.extend(waiting.get(&claim.row).into_iter().flatten());
            }
        }
        let passing: Vec<&Claim> = claims.iter().filter(|claim| !kept.contains_key(&claim.row)).collect();
        let from = passing.iter().map(|claim| (claim.row, claim.from)).collect();
        Self { together: together(&passing), passing: from, kept }
    }

    /// Whether a member gives its id up and gets no other.
    pub fn gives_up(&self, member: MemberId) -> bool {
        self.together.iter().any(|together| together.give_up.contains(&member))
    }
}

/// Puts the two rows of each claim together.
fn together(claims: &[&Claim]) -> Vec<Together> {
    let row_of = |claim: &Claim| match claim.holder {
        Holder::Moves(row) | Holder::EndedBy(row) => Some(row),
        Holder::Absent | Holder::Gone | Holder::Keeps => None,
    };
    let mut beside: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for claim in claims {
        beside.entry(claim.row).or_default().extend(row_of(claim));
        if let Some(row) = row_of(claim) {
            beside.entry(row).or_default().push(claim.row);
        }
    }
    let by_row: HashMap<u32, &Claim> = claims.iter().map(|claim| (claim.row, *claim)).collect();
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for first in beside.keys() {
        let (mut open, mut all) = (vec![*first], Together::default());
        while let Some(row) = open.pop() {
            if seen.insert(row) {
                all.rows.insert(row);
                open.extend(beside.get(&row).into_iter().flatten());
            }
        }
        for claim in all.rows.clone().iter().filter_map(|row| by_row.get(row)) {
            let is_given_up = match claim.holder {
                Holder::Absent => all.absent.insert(claim.from),
                Holder::Gone => all.gone.insert(claim.from),
                Holder::EndedBy(_) => true,
                Holder::Moves(_) | Holder::Keeps => false,
            };
            if is_given_up {
                all.give_up.insert(claim.from);
            }
        }
        found.push(all);
    }
    found.retain(|together| !together.is_empty());
    found
}

/// The change of a member that gives its id up; `None` for one without an id.
pub fn giving_up(details: &MemberDetails) -> Option<FieldChange> {
    let old = details.unique_id.clone()?;
    Some(FieldChange { field: Field::UniqueId, old: Some(old), new: None })
}

/// Says of a row whose id it was.
pub fn given_up_by(name: &str) -> String {
    format!("{name}, who has left, is to leave or is ended by this file, gives up this Unique ID.")
}

/// Why a row cannot bring its id: the member that has it keeps it.
pub fn kept_by(name: &str) -> String {
    format!(
        "{name} has this Unique ID and keeps it: the file neither ends this member nor gives the member another id. Correct the id of this row or of \
         that member, or skip this row. Then inspect the file again."
    )
}

/// Why a row was not imported that takes the id of a member that the file ends.
pub const WAITS_FOR_ENDINGS: &str = "This row, or the row of its employee, takes the Unique ID of a member whom the file ends. Endings wait \
    until every row is settled. Match the file again.";

/// Why a row was not imported whose id has come to another member since the inspection.
pub const ID_TAKEN_MEANWHILE: &str = "Another member has this Unique ID since the file was inspected, so nothing was changed. Match the \
    file again; the change set then says what this row does.";

#[cfg(test)]
mod tests {
    use super::*;

    const fn claim(row: u32, from: i64, holder: Holder) -> Claim {
        Claim { row, from: MemberId(from), holder }
    }

    fn rows(moves: &IdMoves) -> Vec<Vec<u32>> {
        moves.together.iter().map(|together| together.rows.iter().copied().collect()).collect()
    }

    #[test]
    fn ids_pass_among_those_who_are_written_together() {
        use Holder::{Absent, EndedBy, Gone, Keeps, Moves};
        type Wanted<'a> = (&'a [&'a [u32]], &'a [u32], &'a [i64]);
        let cases: [(&str, &[Claim], Wanted<'_>); 9] = [
            ("nobody", &[], (&[], &[], &[])),
            ("two exchange", &[claim(1, 2, Moves(2)), claim(2, 1, Moves(1))], (&[&[1, 2]], &[], &[])),
            (
                "a chain whose last takes a free id",
                &[claim(1, 2, Moves(2)), claim(2, 3, Moves(3))],
                (&[&[1, 2, 3]], &[], &[]),
            ),
            (
                "two pairs",
                &[claim(1, 4, Moves(4)), claim(4, 1, Moves(1)), claim(2, 3, Moves(3)), claim(3, 2, Moves(2))],
                (&[&[1, 4], &[2, 3]], &[], &[]),
            ),
            ("a successor of one who is absent", &[claim(1, 7, Absent)], (&[&[1]], &[], &[7])),
            ("a successor of one who has left", &[claim(1, 7, Gone)], (&[&[1]], &[], &[7])),
            ("a successor of one whom a row ends", &[claim(1, 7, EndedBy(5))], (&[&[1, 5]], &[], &[7])),
            (
                "one keeps the id, and so does whoever waits for it",
                &[claim(1, 2, Moves(2)), claim(2, 3, Keeps), claim(4, 9, Gone)],
                (&[&[4]], &[1, 2], &[9]),
            ),
            ("two rows bring one id", &[claim(1, 7, Absent), claim(2, 7, Absent)], (&[&[1]], &[2], &[7])),
        ];
        for (what, claims, (together, kept, given_up)) in cases {
            let moves = IdMoves::of(claims);
            assert_eq!(rows(&moves), together, "{what}");
            assert_eq!(moves.kept.keys().copied().collect::<Vec<_>>(), kept, "{what}");
            let all: Vec<i64> = moves.together.iter().flat_map(|one| &one.give_up).map(|member| member.get()).collect();
            assert_eq!(all, given_up, "{what}");
            assert!(given_up.iter().all(|member| moves.gives_up(MemberId(*member))), "{what}");
        }
    }

    #[test]
    fn a_whole_payroll_may_move_on_by_one() {
        let claims: Vec<Claim> =
            (1..=20_000).map(|row| claim(row, i64::from(row % 20_000 + 1), Holder::Moves(row % 20_000 + 1))).collect();
        let moves = IdMoves::of(&claims);
        assert_eq!((moves.together.len(), moves.together[0].len()), (1, 20_000));
    }
}
