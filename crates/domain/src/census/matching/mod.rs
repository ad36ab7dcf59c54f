//! Lining rows up with the members of their group (rules.md#matching).
//!
//! Record linkage after Fellegi and Sunter: people are made comparable ([`profile`]), the pairs that share something rare are compared
//! field by field ([`blocking`], [`compare`]), each comparison is weighed by how much likelier it is of one person than of two
//! ([`model`]), and the score of a pair is its share in all assignments of rows to members ([`graph`]). What a file's people and habits look
//! like is learned on the way ([`rounds`]). No labelled data is needed.
//!
//! One row goes to at most one member and one member to at most one row. What cannot be told apart is never guessed: a
//! person chooses among the candidates.

mod birth;
mod blocking;
mod compare;
mod contradictions;
mod evidence;
mod families;
mod graph;
mod ids;
mod levels;
mod marks;
mod matches;
mod model;
mod names;
mod profile;
mod reasons;
mod relatives;
mod rounds;
mod rules;
mod shelf;
mod sides;
mod streets;
mod texts;
mod towns;
mod two_threads;
mod verdicts;
mod words;

pub use self::birth::BirthDate;
use self::blocking::Pair;
pub use self::evidence::{Caution, Doubt, MatchType};
pub use self::levels::Field;
use self::matches::Asked;
pub use self::matches::{Match, Matches};
use self::names::spelling;
use self::profile::{People, Profile};
pub use self::reasons::Reason;
use self::verdicts::Judge;
use crate::census::denied::Denied;
use crate::census::given_names::Nicknames;
pub(crate) use crate::census::given_names::same_given_name;
use crate::ids::MemberId;

/// The forms of the given names that a folded word is a form of, itself among them; none when it is no known name.
pub(crate) fn other_forms(word: &str) -> impl Iterator<Item = &'static str> {
    Nicknames::of(word).forms()
}

/// A person as either side describes him; `""` and `None` mean not known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Person<'a> {
    /// The employer's id.
    pub unique_id: &'a str,
    /// Another id.
    pub other_member_id: &'a str,
    /// Given name.
    pub first_name: &'a str,
    /// Family name, a suffix such as Jr included.
    pub last_name: &'a str,
    /// Jr, III and the like, where they stand by themselves.
    pub suffix: &'a str,
    /// Date of birth, perhaps an impossible one.
    pub date_of_birth: Option<BirthDate>,
    /// 0 Other, 1 Male, 2 Female, 3 Unknown.
    pub gender: Option<i16>,
    /// E-mail address.
    pub email: &'a str,
    /// Phone, in any form.
    pub cell_phone: &'a str,
    /// Phone, in any form.
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
    /// Whether the person is a dependent, where that is known.
    pub dependent: Option<bool>,
    /// `EE`, `SP`, `CH`, `DP`, `OT` where it is known.
    pub relationship: &'a str,
}

/// A row of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row<'a> {
    /// The record's number, from 1.
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
    /// How likely it is, 0 to 1, all other members and rows considered.
    pub score: f64,
    /// What speaks for and against it, the weightiest first.
    pub reasons: Vec<Reason>,
    /// What to look at although the score is high.
    pub caution: Option<Caution>,
}

/// What matching says about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
}

/// Takes in rows and members one by one, of which it keeps what comparing needs, and then lines them up.
pub struct Matcher {
    people: People,
    rows: Vec<Asked>,
    members: Vec<MemberId>,
    denied: Denied,
}

impl Default for Matcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Matcher {
    /// Without anybody yet.
    pub fn new() -> Self {
        Self { people: People::new(), rows: Vec::new(), members: Vec::new(), denied: Denied::new() }
    }

    /// Never lines these rows up with these members, whatever speaks for it.
    pub fn deny(&mut self, denied: impl IntoIterator<Item = (u32, MemberId)>) {
        self.denied.extend(denied);
    }

    /// Takes in a row. Rows that hold errors are left out by the caller, as are dependents where the group takes none.
    pub fn add_row(&mut self, row: &Row<'_>) {
        let profile = self.people.profile(&row.person, row.primary_row.unwrap_or(row.number));
        self.people.rows.push(profile);
        self.rows.push((row.number, matches::kept_threshold(row.threshold)));
    }

    /// Takes in a row of which it is known that it is nobody of the group; nothing is kept to compare it.
    pub fn add_stranger(&mut self, number: u32) {
        self.people.rows.push(Profile::default());
        self.rows.push((number, 1.0));
    }

    /// Whether a member was taken in.
    pub fn has_members(&self) -> bool {
        !self.members.is_empty()
    }

    /// Takes in a member of the group of the rows.
    pub fn add_member(&mut self, member: &Candidate<'_>) {
        let profile = self.people.profile(&member.person, family_of(member.primary.unwrap_or(member.id)));
        self.people.members.push(profile);
        self.members.push(member.id);
    }

    /// Lines the rows up with the members.
    pub fn settle(mut self) -> Matches {
        self.people.mend();
        self.people.close();
        let is_denied =
            |(row, member): Pair| self.denied.contains(&(self.rows[row as usize].0, self.members[member as usize]));
        let scored = rounds::scored(&self.people, |pair| self.denied.is_empty() || !is_denied(pair));
        let judge = Judge::of(&self.people, scored);
        drop(self.people);
        Matches::of(judge, self.rows, self.members)
    }
}

/// What the family of a primary is called. Ids come one after the other: those of one group have different lower halves.
fn family_of(primary: MemberId) -> u32 {
    (primary.get() as u32).wrapping_add(1).max(1)
}

/// Matches the rows to the roster; the answers stand in the order of the rows.
pub fn match_rows(rows: &[Row<'_>], roster: &[Candidate<'_>]) -> Vec<RowMatch> {
    let mut matcher = Matcher::new();
    roster.iter().for_each(|member| matcher.add_member(member));
    rows.iter().for_each(|row| matcher.add_row(row));
    matcher.settle().answers().collect()
}
