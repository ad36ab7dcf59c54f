//! Lining rows up with the members of their group (decisions C5).
//!
//! One row goes to at most one member and one member to at most one row. What cannot be told apart is never guessed: a
//! person chooses among the candidates. By unique id first, then by name and date of birth.

mod chains;
mod evidence;

use chrono::NaiveDate;

use self::chains::Chains;
pub use self::evidence::{Doubt, MatchType};
use super::keys::{id_key, person_key, text_key};
use crate::ids::MemberId;

/// A person as either side describes him; `""` and `None` mean not known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Person<'a> {
    /// The employer's id.
    pub unique_id: &'a str,
    /// Another id.
    pub other_member_id: &'a str,
    /// Given name.
    pub first_name: &'a str,
    /// Family name.
    pub last_name: &'a str,
    /// Date of birth.
    pub date_of_birth: Option<NaiveDate>,
    /// 0 Other, 1 Male, 2 Female, 3 Unknown.
    pub gender: Option<i16>,
    /// E-mail address.
    pub email: &'a str,
    /// Ten digits.
    pub cell_phone: &'a str,
    /// Ten digits.
    pub home_phone: &'a str,
    /// Street address.
    pub address_line1: &'a str,
    /// Apartment and the like.
    pub address_line2: &'a str,
    /// City.
    pub city: &'a str,
    /// Abbreviation.
    pub state: &'a str,
    /// 5 or 9 digits.
    pub zip_code: &'a str,
    /// Whether the person is a dependent.
    pub dependent: bool,
    /// `EE`, `SP`, `CH`, `DP`, `OT` where it is known.
    pub relationship: &'a str,
}

/// A row of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row<'a> {
    /// The record's number.
    pub number: u32,
    /// Who it says.
    pub person: Person<'a>,
    /// The number of the primary's record, for a dependent.
    pub primary_row: Option<u32>,
    /// The least score of a match, 0 to 1: the threshold of the row's pricing group for its member type.
    pub threshold: f64,
}

/// A member of the group, whatever the status.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate<'a> {
    /// The member.
    pub id: MemberId,
    /// Who it is.
    pub person: Person<'a>,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
}

/// A member that a row may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The member.
    pub member: MemberId,
    /// The strongest evidence.
    pub match_type: MatchType,
    /// How likely it is, 0 to 1.
    pub score: f64,
    /// What speaks for and against it, as sentences without personal data.
    pub reasons: Vec<&'static str>,
}

/// What matching says about a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The first candidate is the row's member.
    Matched,
    /// Nobody on the roster is this person.
    Unmatched,
    /// A person has to choose.
    Undecidable(Doubt),
}

/// A row with the members that it may be, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct RowMatch {
    /// The record's number.
    pub number: u32,
    /// What matching says.
    pub verdict: Verdict,
    /// The members in question: one when matched, none when unmatched.
    pub candidates: Vec<Proposal>,
}

impl RowMatch {
    /// The member, when it is settled.
    pub fn member(&self) -> Option<MemberId> {
        (self.verdict == Verdict::Matched).then(|| self.candidates.first().map(|best| best.member)).flatten()
    }

    const fn open(number: u32) -> Self {
        Self { number, verdict: Verdict::Unmatched, candidates: Vec::new() }
    }
}

/// The most members that are shown for one row in doubt.
const MOST_SHOWN: usize = 10;

/// The most members that are looked at for one key: a key that more of them share tells nobody apart.
const MOST_COMPARED: usize = 50;

/// Matches the rows to the roster; the answers stand in the order of the rows. Rows that hold errors are left out by the
/// caller, as are dependents where the group takes none.
pub fn match_rows(rows: &[Row<'_>], roster: &[Candidate<'_>]) -> Vec<RowMatch> {
    let mut matching = Matching {
        rows,
        roster,
        answers: rows.iter().map(|row| RowMatch::open(row.number)).collect(),
        taken: vec![None; roster.len()],
    };
    matching
        .round(MatchType::UniqueId, |person| (!person.unique_id.is_empty()).then(|| id_key(b'u', person.unique_id)));
    matching.round(MatchType::NameAndBirth, |person| {
        let named = !person.first_name.is_empty() && !person.last_name.is_empty();
        person.date_of_birth.filter(|_| named).map(|born| person_key(person.first_name, person.last_name, born))
    });
    matching.answers
}

struct Matching<'a> {
    rows: &'a [Row<'a>],
    roster: &'a [Candidate<'a>],
    answers: Vec<RowMatch>,
    /// The row of each member that is settled.
    taken: Vec<Option<u32>>,
}

impl Matching<'_> {
    /// Joins the rows that are still open with the members by one key.
    fn round(&mut self, match_type: MatchType, key: impl Fn(&Person<'_>) -> Option<u64>) {
        let members = Chains::of(self.roster.iter().map(|candidate| key(&candidate.person)));
        let open = |answer: &RowMatch| answer.verdict == Verdict::Unmatched;
        let keys: Vec<Option<u64>> = self
            .rows
            .iter()
            .zip(&self.answers)
            .map(|(row, answer)| if open(answer) { key(&row.person) } else { None })
            .collect();
        let alike = Chains::of(keys.iter().copied());
        for (at, key) in keys.iter().enumerate() {
            let Some(key) = key else { continue };
            let found: Vec<usize> = members.with(*key).take(MOST_COMPARED).collect();
            if found.is_empty() || match_type.score() < self.rows[at].threshold {
                continue;
            }
            let rows_alike = alike.with(*key).nth(1).is_some();
            self.answers[at] = self.judge(at, &found, rows_alike, match_type);
        }
    }

    /// What several or one found member mean for a row.
    fn judge(&mut self, at: usize, found: &[usize], rows_alike: bool, match_type: MatchType) -> RowMatch {
        let row = &self.rows[at];
        let free: Vec<usize> = found.iter().copied().filter(|member| self.taken[*member].is_none()).collect();
        let (doubt, shown) = match (&free[..], rows_alike) {
            ([], _) => (Some(Doubt::AlreadyTaken), found),
            (_, true) => (Some(Doubt::SeveralRows), &free[..]),
            ([one], _) if match_type == MatchType::UniqueId && is_another(&row.person, &self.roster[*one].person) => {
                (Some(Doubt::IdOfAnother), &free[..])
            }
            ([_], _) => (None, &free[..]),
            _ => (Some(Doubt::SeveralMembers), &free[..]),
        };
        if let (None, [member]) = (doubt, shown) {
            self.taken[*member] = Some(row.number);
        }
        RowMatch {
            number: row.number,
            verdict: doubt.map_or(Verdict::Matched, Verdict::Undecidable),
            candidates: shown.iter().take(MOST_SHOWN).map(|member| self.proposal(row, *member, match_type)).collect(),
        }
    }

    fn proposal(&self, row: &Row<'_>, member: usize, match_type: MatchType) -> Proposal {
        let candidate = &self.roster[member];
        Proposal {
            member: candidate.id,
            match_type,
            score: match_type.score(),
            reasons: reasons(&row.person, &candidate.person),
        }
    }
}

/// Whether nothing that names a person agrees: an id that was given to somebody else.
fn is_another(row: &Person<'_>, member: &Person<'_>) -> bool {
    !same(row.first_name, member.first_name)
        && !same(row.last_name, member.last_name)
        && row.date_of_birth.is_some()
        && row.date_of_birth != member.date_of_birth
}

fn same(one: &str, other: &str) -> bool {
    one == other || text_key(0, one) == text_key(0, other)
}

fn reasons(row: &Person<'_>, member: &Person<'_>) -> Vec<&'static str> {
    let both = |one: &str, other: &str| !one.is_empty() && !other.is_empty();
    let told = |one: &str, other: &str, yes: &'static str, no: &'static str| {
        both(one, other).then(|| if same(one, other) { yes } else { no })
    };
    let born = row.date_of_birth.zip(member.date_of_birth).map(|(one, other)| match one == other {
        true => "Date of birth agrees",
        false => "Date of birth differs",
    });
    [
        told(row.unique_id, member.unique_id, "Unique ID agrees", "Unique ID differs"),
        told(row.first_name, member.first_name, "First name agrees", "First name differs"),
        told(row.last_name, member.last_name, "Last name agrees", "Last name differs"),
        born,
        told(row.email, member.email, "Email agrees", "Email differs"),
        told(row.zip_code, member.zip_code, "ZIP code agrees", "ZIP code differs"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
