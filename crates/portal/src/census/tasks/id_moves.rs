//! How unique ids pass by a file, as its rows and the members are now (rules.md#ids-that-pass). The inspection, the change set and the import ask
//! here, so that what is shown is what happens.

use std::collections::{HashMap, HashSet};

use domain::census::Field;
use domain::census::Record;
use domain::census::changes::{Decision, Outcome};
use domain::census::file::Task;
use domain::census::id_moves::{Claim, Holder, IdMoves};
use domain::census::plan::decide_for;
use domain::census::same_person::says_left;
use domain::members::status::ShownStatus;
use domain::{CensusFileId, MemberId};
use store::census::named_ids::{self, NamedId};
use store::census::tasks::TaskRow;
use store::census::{absents, changes, matches, records};
use store::members::{self, Member};
use store::{Db, counts};

use super::super::roster::{FileEnds, on_roster};
use super::super::terms::Terms;
use super::super::walk::WRITING;
use crate::error::Result;

/// How many rows get the id of another member; in the summary of the inspection.
pub(in crate::census) const IDS_PASSED: &str = "IdsPassed";

/// Rows read in one query.
const ROWS_A_PAGE: u64 = 2000;
/// Values a condition may list at once.
const VALUES_A_LIST: usize = 1000;

/// How ids pass by a file that was inspected; nothing is read when the inspection has found none that does.
pub(in crate::census) async fn inspected(
    db: &impl Db,
    file: CensusFileId,
    terms: &Terms,
    tasks: &[TaskRow],
) -> Result<IdMoves> {
    let inspected = tasks.iter().find(|row| row.task == Task::InspectData).and_then(|row| row.summary.as_ref());
    match inspected.map(|summary| summary[IDS_PASSED].as_u64()) {
        Some(Some(0)) => Ok(IdMoves::default()),
        _ => of(db, file, terms).await,
    }
}

/// How ids pass by a file whose absent members are noted.
pub(in crate::census) async fn of(db: &impl Db, file: CensusFileId, terms: &Terms) -> Result<IdMoves> {
    // The first file of a group may name a million ids, and none of them is taken.
    if counts::of_group(db, terms.group, terms.today).await?.total == 0 {
        return Ok(IdMoves::default());
    }
    let named = named_by_two(db, file, terms).await?;
    if named.is_empty() {
        return Ok(IdMoves::default());
    }
    let ground = Ground::read(db, file, terms, &named).await?;
    let claims: Vec<Claim> = named.iter().filter_map(|(named, from)| ground.claim(named, *from, terms)).collect();
    Ok(IdMoves::of(&claims))
}

/// How ids pass if rows in doubt are certain members.
pub(in crate::census) struct Supposed {
    /// How they pass, also by the rows that are settled.
    pub(in crate::census) moves: IdMoves,
    /// The settled rows that are members, and bring the id of another one.
    pub(in crate::census) settled: HashSet<u32>,
}

/// How ids would pass if each of the `chosen` rows were its member. Another member whom a row in doubt may be keeps its id, as long as
/// nothing says that it leaves.
pub(in crate::census) async fn supposing(
    db: &impl Db,
    file: CensusFileId,
    terms: &Terms,
    chosen: &[(u32, MemberId)],
    in_doubt: &HashSet<MemberId>,
) -> Result<Supposed> {
    let mut named = named_by_two(db, file, terms).await?;
    let settled = named.iter().filter(|(row, _)| row.member.is_some()).map(|(row, _)| row.row).collect();
    let records = records_of(db, file, chosen.iter().map(|(row, _)| *row).collect()).await?;
    named.extend(named_by_chosen(db, terms, chosen, &records).await?);
    let mut ground = Ground::read(db, file, terms, &named).await?;
    ground.records.extend(records);
    ground.rows.extend(chosen.iter().map(|(row, member)| (*member, *row)));
    ground.standing.extend(chosen.iter().map(|(row, member)| (*member, *row)));
    // Who is absent is noted by the inspection, which comes later.
    let is_absent = |member: &&MemberId| !ground.standing.contains_key(*member) && !in_doubt.contains(*member);
    let from = named.iter().map(|(_, from)| from);
    ground.absent = if terms.explicit { from.filter(is_absent).copied().collect() } else { HashSet::new() };
    let claims: Vec<Claim> = named.iter().filter_map(|(named, from)| ground.claim(named, *from, terms)).collect();
    Ok(Supposed { moves: IdMoves::of(&claims), settled })
}

/// The ids that `chosen` rows bring for their members and other members have, with these others.
async fn named_by_chosen(
    db: &impl Db,
    terms: &Terms,
    chosen: &[(u32, MemberId)],
    records: &HashMap<u32, Record>,
) -> Result<Vec<(NamedId, MemberId)>> {
    let id = |row: &u32| records.get(row).map(|record| record.unique_id.text().to_owned()).unwrap_or_default();
    let rows: Vec<(u32, MemberId, String)> = chosen.iter().map(|(row, member)| (*row, *member, id(row))).collect();
    let keys: Vec<String> = rows.iter().map(|(_, _, id)| domain::text::fold(id)).collect();
    let holders = members::holders(db, terms.group, &keys).await?;
    let of_other = |((row, member, unique_id), key): ((u32, MemberId, String), String)| {
        let holder = holders.get(&key).copied().filter(|holder| *holder != member)?;
        Some((NamedId { row, member: Some(member), unique_id }, holder))
    };
    Ok(rows.into_iter().zip(keys).filter_map(of_other).collect())
}

async fn records_of(db: &impl Db, file: CensusFileId, numbers: Vec<u32>) -> Result<HashMap<u32, Record>> {
    let mut found = HashMap::with_capacity(numbers.len());
    for numbers in numbers.chunks(VALUES_A_LIST) {
        let rows = records::find_many(db, file, numbers).await?;
        found.extend(rows.into_iter().map(|row| (row.record.number, row.record)));
    }
    Ok(found)
}

/// The rows that name an id which another member has, with that member.
async fn named_by_two(db: &impl Db, file: CensusFileId, terms: &Terms) -> Result<Vec<(NamedId, MemberId)>> {
    let (mut found, mut after) = (Vec::new(), 0);
    loop {
        let rows = named_ids::page(db, file, &WRITING, after, ROWS_A_PAGE).await?;
        let Some(last) = rows.last() else { return Ok(found) };
        after = last.row;
        let keys: Vec<String> = rows.iter().map(|row| domain::text::fold(&row.unique_id)).collect();
        let holders = members::holders(db, terms.group, &keys).await?;
        let of_others = rows.into_iter().zip(keys).filter_map(|(row, key)| {
            let holder = *holders.get(&key)?;
            (row.member != Some(holder)).then_some((row, holder))
        });
        found.extend(of_others);
    }
}

/// What claims are judged on.
struct Ground {
    members: HashMap<MemberId, Member>,
    records: HashMap<u32, Record>,
    /// The rows of the members that have the ids, as far as they write something.
    rows: HashMap<MemberId, u32>,
    /// Those of them that have a row, with that row.
    standing: HashMap<MemberId, u32>,
    absent: HashSet<MemberId>,
    /// Those of them that the file has changed already.
    done: HashSet<MemberId>,
}

impl Ground {
    async fn read(db: &impl Db, file: CensusFileId, terms: &Terms, named: &[(NamedId, MemberId)]) -> Result<Self> {
        let mut from: Vec<MemberId> = named.iter().map(|(_, from)| *from).collect();
        from.sort_unstable();
        from.dedup();
        let standing = matches::rows_of(db, file, &from).await?;
        let numbers: Vec<u32> = standing.values().copied().collect();
        let settled = matches::settled(db, file, &numbers).await?;
        let writing = settled.into_iter().filter(|matched| WRITING.contains(&matched.outcome));
        let rows: HashMap<MemberId, u32> =
            writing.filter_map(|matched| Some((matched.member?.0, matched.row))).collect();
        let all: Vec<MemberId> =
            named.iter().filter_map(|(named, _)| named.member).chain(from.iter().copied()).collect();
        let numbers: Vec<u32> = named.iter().map(|(named, _)| named.row).chain(standing.values().copied()).collect();
        let absent = if terms.explicit { absents::ended(db, file, &from).await? } else { Vec::new() };
        let mut done = HashSet::new();
        for from in from.chunks(VALUES_A_LIST) {
            done.extend(changes::changed(db, file, from).await?);
        }
        Ok(Self {
            members: members::find_many(db, terms.group, &all).await?,
            records: records_of(db, file, numbers).await?,
            rows,
            standing,
            absent: absent.into_iter().map(|absent| absent.member).collect(),
            done,
        })
    }

    /// The claim of a row; `None` when the row does not change the id of its member after all.
    fn claim(&self, named: &NamedId, from: MemberId, terms: &Terms) -> Option<Claim> {
        if let Some(member) = named.member {
            let decision = self.decide(named.row, member, terms)?;
            if !changes_id(&decision) {
                return None;
            }
        }
        Some(Claim { row: named.row, from, holder: self.holder(from, terms) })
    }

    fn holder(&self, member: MemberId, terms: &Terms) -> Holder {
        if self.done.contains(&member) {
            return Holder::Keeps;
        }
        if let Some(row) = self.rows.get(&member) {
            return match self.decide(*row, member, terms) {
                Some(decision) if changes_id(&decision) => Holder::Moves(*row),
                Some(decision) if decision.outcome == Outcome::Terminate => Holder::EndedBy(*row),
                Some(_) if self.is_leaving(member, terms) => Holder::EndedBy(*row),
                _ => Holder::Keeps,
            };
        }
        match () {
            () if self.absent.contains(&member) => Holder::Absent,
            () if self.is_leaving(member, terms) => Holder::Gone,
            () => Holder::Keeps,
        }
    }

    /// Whether a member has left, or is to leave on a day that is set, and no row of the file says that the person stays.
    fn is_leaving(&self, member: MemberId, terms: &Terms) -> bool {
        let shown = self.members.get(&member).map(|member| member.status.shown(terms.today));
        let is_over = matches!(shown, Some(ShownStatus::InActive | ShownStatus::PendingInActive));
        let row = self.standing.get(&member).map(|row| self.records.get(row));
        is_over && row.is_none_or(|record| record.is_some_and(says_left))
    }

    fn decide(&self, row: u32, member: MemberId, terms: &Terms) -> Option<Decision> {
        let member = on_roster(self.members.get(&member)?.clone(), &FileEnds::new());
        Some(decide_for(self.records.get(&row)?, Some(&member), terms.of_plan()))
    }
}

fn changes_id(decision: &Decision) -> bool {
    decision.fields.iter().any(|change| change.field == Field::UniqueId)
}
