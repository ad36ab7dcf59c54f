//! What a whole file will do to the roster: every valid row lined up with a member and decided (decisions C4 to C6, C8).
//!
//! Rows that a person has to look at come out with an error and no member; nothing is ever guessed for them.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;

use super::apply::{PricingCodes, stored};
use super::changes::{ApplyOptions, Decision, Outcome, Remark, decide};
use super::matching::{BirthDate, Candidate, Caution, Matcher, Person, Proposal, Row, RowMatch, Verdict};
use super::pricing::PricingGroups;
use super::record::Record;
use crate::MemberId;
use crate::members::MemberDetails;
use crate::members::status::CurrentStatus;

/// A member of the group, whatever the status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterMember {
    /// The member.
    pub id: MemberId,
    /// Its version, to notice that it was changed after the plan was made.
    pub version: i32,
    /// Its details.
    pub details: MemberDetails,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
    /// Its status.
    pub status: CurrentStatus,
}

/// By what a plan is made.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// The group's pricing groups, for the thresholds of matches.
    pub pricing: &'a PricingGroups,
    /// The same by their codes.
    pub codes: &'a PricingCodes,
    /// How the file is applied.
    pub options: ApplyOptions,
    /// The day in business time.
    pub today: NaiveDate,
}

/// What becomes of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedRow {
    /// The record's number.
    pub number: u32,
    /// In one word; [`Outcome::Review`] when a person has to decide.
    pub outcome: Outcome,
    /// Its member, when it is settled and has one.
    pub member: Option<MemberId>,
    /// The members it may be, best first; the first is `member` unless a person chose.
    pub candidates: Vec<Proposal>,
    /// Whether a person chose.
    pub by_hand: bool,
    /// Why a person has to decide.
    pub error: Option<&'static str>,
    /// What else is to be said.
    pub remark: Option<Remark>,
    /// What to look at in a match that stands.
    pub caution: Option<Caution>,
}

/// The error of a dependent who would be made without a primary (decisions C6).
pub const NO_EMPLOYEE: &str =
    "The employee of this dependent was set aside or is no member. Choose a member or skip this row.";

/// Plans the valid rows of a file, in their order. `chosen` holds the rows for which a person has chosen: a member, or `None` for
/// a new one.
pub fn plan(
    records: &[Record],
    roster: &[RosterMember],
    chosen: &HashMap<u32, Option<MemberId>>,
    terms: Terms<'_>,
) -> Vec<PlannedRow> {
    let members: HashMap<MemberId, &RosterMember> = roster.iter().map(|member| (member.id, member)).collect();
    let mut answers = lined_up(records, roster, chosen, terms.pricing);
    let settled: HashMap<u32, Standing> = answers
        .iter()
        .map(|(number, answer)| (*number, Standing::of(answer)))
        .chain(chosen.iter().map(|(number, member)| (*number, member.map_or(Standing::New, Standing::Member))))
        .collect();
    let mut planned = Vec::with_capacity(records.len());
    for record in records {
        let employee = record.primary_row.map(|row| settled.get(&row).copied().unwrap_or(Standing::Missing));
        planned.push(match (chosen.get(&record.number), answers.remove(&record.number)) {
            (Some(member), _) => PlannedRow { by_hand: true, ..decided(record, *member, employee, &members, terms) },
            (None, Some(answer)) => match answer.verdict {
                Verdict::Undecidable(doubt) => {
                    PlannedRow { candidates: answer.candidates, ..in_doubt(record.number, doubt.message()) }
                }
                Verdict::Matched | Verdict::Unmatched => {
                    let row = decided(record, answer.member(), employee, &members, terms);
                    let caution = answer.candidates.first().and_then(|best| best.caution);
                    PlannedRow { caution, candidates: answer.candidates, ..row }
                }
            },
            (None, None) => in_doubt(record.number, NO_EMPLOYEE),
        });
    }
    hold_back_orphans(records, &mut planned);
    planned
}

/// Nobody is made a dependent of a row that makes nobody.
fn hold_back_orphans(records: &[Record], planned: &mut [PlannedRow]) {
    let left_out = planned.iter().filter(|row| row.outcome == Outcome::Ignored && row.member.is_none());
    let left_out: HashSet<u32> = left_out.map(|row| row.number).collect();
    for (record, row) in records.iter().zip(planned) {
        let orphan = record.primary_row.is_some_and(|primary| left_out.contains(&primary));
        if orphan && row.outcome == Outcome::Create {
            *row = in_doubt(record.number, NO_EMPLOYEE);
        }
    }
}

/// Where a row stands, as its dependents see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It is this member.
    Member(MemberId),
    /// It becomes one, or a person will say which it is.
    New,
    /// It is no row of the plan.
    Missing,
}

impl Standing {
    fn of(answer: &RowMatch) -> Self {
        answer.member().map_or(Self::New, Self::Member)
    }
}

fn in_doubt(number: u32, error: &'static str) -> PlannedRow {
    PlannedRow {
        number,
        outcome: Outcome::Review,
        member: None,
        candidates: Vec::new(),
        by_hand: false,
        error: Some(error),
        remark: None,
        caution: None,
    }
}

/// Matches the rows for which nobody has chosen with the members that nobody has taken.
fn lined_up(
    records: &[Record],
    roster: &[RosterMember],
    chosen: &HashMap<u32, Option<MemberId>>,
    pricing: &PricingGroups,
) -> HashMap<u32, RowMatch> {
    let taken: HashSet<MemberId> = chosen.values().copied().flatten().collect();
    let mut matcher = Matcher::new();
    for member in roster.iter().filter(|member| !taken.contains(&member.id)) {
        let person = of_member(&member.details);
        matcher.add_member(&Candidate { id: member.id, person, primary: member.primary });
    }
    for record in records.iter().filter(|record| !chosen.contains_key(&record.number)) {
        matcher.add_row(&Row {
            number: record.number,
            person: of_record(record),
            primary_row: record.primary_row,
            threshold: pricing.threshold(record.pricing_group_code.text(), record.is_dependent()),
        });
    }
    matcher.settle().into_iter().map(|answer| (answer.number, answer)).collect()
}

/// What a settled row does.
fn decided(
    record: &Record,
    member: Option<MemberId>,
    employee: Option<Standing>,
    members: &HashMap<MemberId, &RosterMember>,
    terms: Terms<'_>,
) -> PlannedRow {
    let member = member.and_then(|id| members.get(&id).copied());
    let decision = decide_for(record, member, terms);
    if decision.outcome == Outcome::Create && employee == Some(Standing::Missing) {
        return in_doubt(record.number, NO_EMPLOYEE);
    }
    let error = (decision.outcome == Outcome::Review).then(|| decision.remark.map_or("", Remark::message));
    let moved = member.is_some_and(|member| changes_primary(member, employee));
    let outcome = match decision.outcome {
        Outcome::Unchanged if moved => Outcome::Update,
        outcome => outcome,
    };
    PlannedRow {
        number: record.number,
        outcome,
        member: member.map(|member| member.id),
        candidates: Vec::new(),
        by_hand: false,
        error,
        remark: decision.remark.filter(|_| error.is_none()),
        caution: None,
    }
}

/// What a row does to the member it is, `None` for a new one, on the plan's terms.
pub fn decide_for(record: &Record, member: Option<&RosterMember>, terms: Terms<'_>) -> Decision {
    let stored = member.map(|member| stored(&member.details, member.status, terms.codes, terms.today));
    decide(record, stored.as_ref(), &terms.options)
}

/// Why a row cannot be applied that could when it was planned.
pub const CHANGED_MEANWHILE: &str =
    "The member was changed after the file was matched, so nothing was overwritten. Run the match again.";

/// Why a row makes no member although it was planned to.
pub const MADE_MEANWHILE: &str =
    "This person became a member after the file was matched, so nobody was added twice. Run the match again.";

/// Whether the file says that the dependent belongs to another primary than the stored one.
fn changes_primary(member: &RosterMember, employee: Option<Standing>) -> bool {
    match employee {
        Some(Standing::Member(primary)) => member.primary != Some(primary) && member.id != primary,
        Some(Standing::New) => true,
        Some(Standing::Missing) | None => false,
    }
}

fn of_record(record: &Record) -> Person<'_> {
    Person {
        unique_id: record.unique_id.text(),
        other_member_id: record.other_member_id.text(),
        first_name: record.first_name.text(),
        last_name: record.last_name.text(),
        date_of_birth: record.date_of_birth.map(BirthDate::from),
        gender: record.gender.value().map(|gender| gender.number()),
        email: record.email.text(),
        cell_phone: record.cell_phone.text(),
        home_phone: record.home_phone.text(),
        address_line1: record.address_line1.text(),
        address_line2: record.address_line2.text(),
        city: record.city.text(),
        state: record.state.value().copied().unwrap_or_default(),
        zip_code: record.zip_code.text(),
        dependent: record.says_type().then(|| record.is_dependent()),
        relationship: record.relationship.value().map_or("", |relationship| relationship.code()),
    }
}

fn of_member(details: &MemberDetails) -> Person<'_> {
    fn text(value: &Option<String>) -> &str {
        value.as_deref().unwrap_or_default()
    }
    Person {
        unique_id: text(&details.unique_id),
        other_member_id: text(&details.other_member_id),
        first_name: &details.first_name,
        last_name: &details.last_name,
        date_of_birth: Some(details.date_of_birth.into()),
        gender: Some(details.gender.number()),
        email: text(&details.email),
        cell_phone: text(&details.mobile_phone),
        home_phone: text(&details.home_phone),
        address_line1: text(&details.address_line1),
        address_line2: text(&details.address_line2),
        city: text(&details.city),
        state: text(&details.state),
        zip_code: text(&details.zip_code),
        dependent: Some(!details.is_primary()),
        relationship: "",
    }
}
