//! What a whole file will do to the roster: every valid row lined up with a member and decided (rules.md#change-set, rules.md#matching,
//! rules.md#dependents-and-primaries, rules.md#explicit-import).
//!
//! Rows that a person has to look at come out with an error and no member; nothing is ever guessed for them.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;

use super::apply::{PricingCodes, stored};
use super::changes::{ApplyOptions, Decision, Outcome, Remark, Stored, decide};
use super::identity_change::replaces_identity;
use super::new_ids::brings_new_id;
use super::odd_values::has_odd_name;
use super::rewrites::Replaced;
use crate::MemberId;
use crate::census::cells::is_implausible_age;
use crate::census::denied::Denied;
use crate::census::matching::{BirthDate, Candidate, Caution, Matcher, Matches, Person, Proposal, Row, Verdict};
use crate::census::people::record::Record;
use crate::census::pricing::PricingGroups;
use crate::members::MemberDetails;
use crate::members::status::CurrentStatus;
use crate::text::fold;

impl Record {
    /// The row of the primary that the member of this row gets; `None` where the stored one stays or there is none.
    pub fn new_primary_row(&self, stored: Option<MemberId>) -> Option<u32> {
        self.primary_row.filter(|_| !self.primary_by_order || stored.is_none())
    }
}

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
    /// Whether its pending end was set by a census file, and not by a person.
    pub is_end_of_file: bool,
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
    /// Whether it replaces who its member is (rules.md#change-of-identity).
    pub replaces_identity: bool,
    /// Whether it gives its member another unique id than the stored one, unless a person chose the member (rules.md#new-ids).
    pub brings_new_id: bool,
    /// The values that it puts in the place of other ones, unless a person chose the member (rules.md#many-other-values).
    pub replaced: Vec<Replaced>,
}

impl PlannedRow {
    /// The same of a row that has been imported: nothing is done to its member again.
    #[must_use]
    pub fn imported(self) -> Self {
        Self {
            outcome: Outcome::Unchanged,
            error: None,
            remark: None,
            replaces_identity: false,
            brings_new_id: false,
            replaced: Vec::new(),
            ..self
        }
    }
}

/// The error of a dependent who would be made without a primary (rules.md#dependents-and-primaries).
pub const NO_EMPLOYEE: &str =
    "The employee of this dependent was set aside or is no member. Choose a member or skip this row.";

/// Plans the valid rows of a file, in their order. `chosen` holds the rows for which a person has chosen: a member, or `None` for
/// a new one. No row is ever lined up with a member whom it is `denied` to be.
pub fn plan(
    records: &[Record],
    roster: &[RosterMember],
    chosen: &HashMap<u32, Option<MemberId>>,
    denied: &Denied,
    terms: Terms<'_>,
) -> Vec<PlannedRow> {
    let mut planner = Planner::new(chosen.clone());
    roster.iter().for_each(|member| planner.add_member(member));
    records.iter().for_each(|record| planner.add_row(record, terms));
    planner.deny(denied.iter().copied());
    let plan = planner.settle();
    let members: HashMap<MemberId, &RosterMember> = roster.iter().map(|member| (member.id, member)).collect();
    let planned = |record: &Record| {
        let member = plan.member(record.number).and_then(|id| members.get(&id).copied());
        plan.row(record, member, terms)
    };
    records.iter().map(planned).collect()
}

/// Takes in the members of a group and then the valid rows of a file one by one, of which it keeps what matching needs: neither has to fit
/// into memory whole.
pub struct Planner {
    matcher: Matcher,
    chosen: HashMap<u32, Option<MemberId>>,
    taken: HashSet<MemberId>,
    /// Rows that nobody is made of, should they be nobody's.
    idle: HashSet<u32>,
    /// Members who have dependents.
    employees: HashSet<MemberId>,
}

impl Planner {
    /// With the rows for which a person has chosen.
    pub fn new(chosen: HashMap<u32, Option<MemberId>>) -> Self {
        let taken = chosen.values().copied().flatten().collect();
        Self { matcher: Matcher::new(), chosen, taken, idle: HashSet::new(), employees: HashSet::new() }
    }

    /// Takes in a member of the group. One whom a person has chosen for a row is no other row's.
    pub fn add_member(&mut self, member: &RosterMember) {
        self.employees.extend(member.primary);
        if !self.taken.contains(&member.id) {
            let person = of_member(&member.details);
            self.matcher.add_member(&Candidate { id: member.id, person, primary: member.primary });
        }
    }

    /// Takes in a row, once all members are in.
    pub fn add_row(&mut self, record: &Record, terms: Terms<'_>) {
        if decide_for(record, None, terms).outcome == Outcome::Ignored {
            self.idle.insert(record.number);
        }
        if self.chosen.contains_key(&record.number) {
            return;
        }
        // A new group may come with a million names.
        if !self.matcher.has_members() {
            self.matcher.add_stranger(record.number);
        } else {
            self.matcher.add_row(&Row {
                number: record.number,
                person: of_record(record),
                primary_row: record.primary_row,
                threshold: terms.pricing.threshold(record.pricing_group_code.text(), record.is_dependent()),
            });
        }
    }

    /// Rows and members who are not each other, whatever speaks for it.
    pub fn deny(&mut self, denied: impl IntoIterator<Item = (u32, MemberId)>) {
        self.matcher.deny(denied);
    }

    /// Lines them up.
    pub fn settle(self) -> Plan {
        let Self { matcher, chosen, idle, employees, .. } = self;
        Plan { answers: matcher.settle(), chosen, idle, employees }
    }
}

/// Which member each row is, from which follows what becomes of it.
pub struct Plan {
    answers: Matches,
    chosen: HashMap<u32, Option<MemberId>>,
    idle: HashSet<u32>,
    employees: HashSet<MemberId>,
}

impl Plan {
    /// The member of a row, when it is settled and has one.
    pub fn member(&self, number: u32) -> Option<MemberId> {
        match self.chosen.get(&number) {
            Some(chosen) => *chosen,
            None => self.answers.member(number),
        }
    }

    /// The members that a row is or may be.
    pub fn candidates(&self, number: u32) -> impl Iterator<Item = MemberId> {
        self.chosen.get(&number).copied().flatten().into_iter().chain(self.answers.candidates(number))
    }

    /// What becomes of a row; `member` is that of [`Plan::member`].
    pub fn row(&self, record: &Record, member: Option<&RosterMember>, terms: Terms<'_>) -> PlannedRow {
        let stored = member.and_then(|member| member.primary);
        let employee = record.new_primary_row(stored).map(|row| self.standing(row));
        if member.is_none() && self.member(record.number).is_some() {
            return in_doubt(record.number, CHANGED_MEANWHILE);
        }
        let row = match (self.chosen.get(&record.number), self.answers.answer(record.number)) {
            (Some(_), _) => {
                let row = decided(record, member, employee, terms);
                let remark = row.remark.filter(|remark| *remark != Remark::OtherPerson);
                PlannedRow { by_hand: true, brings_new_id: false, replaced: Vec::new(), remark, ..row }
            }
            (None, Some(answer)) => {
                let candidates = answer.candidates;
                match answer.verdict {
                    Verdict::Undecidable(doubt) => {
                        PlannedRow { candidates, ..in_doubt(record.number, doubt.message()) }
                    }
                    Verdict::Matched if member.is_some_and(|member| !is_known_by_id(record, member)) => {
                        PlannedRow { candidates, ..in_doubt(record.number, NOT_BY_ID) }
                    }
                    Verdict::Matched if member.is_some_and(|member| brings_odd_birth(record, member, terms.today)) => {
                        PlannedRow { candidates, ..in_doubt(record.number, ODD_BIRTH) }
                    }
                    Verdict::Matched if member.is_some_and(|member| brings_other_birth(record, member)) => {
                        PlannedRow { candidates, ..in_doubt(record.number, OTHER_BIRTH) }
                    }
                    Verdict::Matched | Verdict::Unmatched => {
                        let caution = candidates.first().and_then(|best| best.caution);
                        let row = decided(record, member, employee, terms);
                        let is_odd = row.outcome == Outcome::Create && has_odd_name(record);
                        PlannedRow {
                            caution,
                            candidates,
                            ..if is_odd { in_doubt(record.number, ODD_NAME) } else { row }
                        }
                    }
                }
            }
            (None, None) => in_doubt(record.number, NO_EMPLOYEE),
        };
        let becomes_dependent = record.says_type() && record.is_dependent() && row.outcome != Outcome::Ignored;
        let is_employee = |member: &&RosterMember| member.details.is_primary() && self.employees.contains(&member.id);
        if row.error.is_none() && becomes_dependent && member.as_ref().is_some_and(is_employee) {
            return PlannedRow {
                candidates: row.candidates,
                by_hand: row.by_hand,
                ..in_doubt(record.number, HAS_DEPENDENTS)
            };
        }
        // Nobody is made a dependent of a row that makes nobody.
        let is_orphan = record.primary_row.is_some_and(|primary| self.makes_nobody(primary));
        if is_orphan && row.outcome == Outcome::Create { in_doubt(record.number, NO_EMPLOYEE) } else { row }
    }

    fn makes_nobody(&self, number: u32) -> bool {
        let is_nobodys = match self.chosen.get(&number) {
            Some(chosen) => chosen.is_none(),
            None => self.answers.verdict(number) == Some(Verdict::Unmatched),
        };
        is_nobodys && self.idle.contains(&number)
    }

    fn standing(&self, number: u32) -> Standing {
        match self.chosen.get(&number) {
            Some(Some(member)) => Standing::Member(*member),
            Some(None) => Standing::New,
            None if self.answers.verdict(number).is_none() => Standing::Missing,
            None => self.answers.member(number).map_or(Standing::New, Standing::Member),
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
        replaces_identity: false,
        brings_new_id: false,
        replaced: Vec::new(),
    }
}

/// What a settled row does.
fn decided(record: &Record, member: Option<&RosterMember>, employee: Option<Standing>, terms: Terms<'_>) -> PlannedRow {
    let decision = decide_for(record, member, terms);
    if decision.outcome == Outcome::Create && employee == Some(Standing::Missing) {
        return in_doubt(record.number, NO_EMPLOYEE);
    }
    if decision.outcome == Outcome::Create && record.date_of_birth.is_none() {
        return in_doubt(record.number, NEEDS_BIRTH_DATE);
    }
    let error = (decision.outcome == Outcome::Review).then(|| decision.remark.map_or("", Remark::message));
    let moved = member.is_some_and(|member| changes_primary(member, employee));
    let outcome = match decision.outcome {
        Outcome::Unchanged if moved => Outcome::Update,
        outcome => outcome,
    };
    let mut replaced = Replaced::among(record, &decision.fields);
    // An employee who is new or in doubt may yet turn out to be the stored one.
    let is_with_other = moved && matches!(employee, Some(Standing::Member(_)));
    if is_with_other && member.is_some_and(|member| member.primary.is_some()) {
        replaced.push(Replaced::of_employee(record));
    }
    let is_other = member.is_some() && replaced.iter().any(Replaced::is_of_person);
    let remark = decision.remark.or_else(|| is_other.then_some(Remark::OtherPerson));
    PlannedRow {
        number: record.number,
        outcome,
        member: member.map(|member| member.id),
        candidates: Vec::new(),
        by_hand: false,
        error,
        remark: remark.filter(|_| error.is_none()),
        caution: None,
        replaces_identity: replaces_identity(&decision.fields) && member.is_some(),
        brings_new_id: brings_new_id(&decision.fields),
        replaced,
    }
}

/// What a row does to the member it is, `None` for a new one, on the plan's terms.
pub fn decide_for(record: &Record, member: Option<&RosterMember>, terms: Terms<'_>) -> Decision {
    let stored = member.map(|member| {
        let is_end_of_file = member.is_end_of_file;
        Stored { is_end_of_file, ..stored(&member.details, member.status, terms.codes, terms.today) }
    });
    decide(record, stored.as_ref(), &terms.options)
}

/// The error of a new dependent whose primary is a member already, in a pricing group that does not pass itself on (rules.md#dependent-pricing).
pub const NEEDS_CODE: &str =
    "Pricing Group Code is required: the pricing group of this dependent's employee is not taken over by dependents.";

/// The error of a row that makes a dependent of a member who has dependents (rules.md#dependents-and-primaries).
pub const HAS_DEPENDENTS: &str = "The member has dependents and must stay a primary. Correct the relationship, skip this row, or give the dependents \
                                  another employee first and run the match again.";

/// The error of a row without a birth date whose id is not its member's.
pub const NOT_BY_ID: &str = "The row has no date of birth, and its id is not that of the member it may be. Choose a member, correct the row or skip it.";

/// The error of a row without a birth date that is no member's (rules.md#list-without-birth-dates).
pub const NEEDS_BIRTH_DATE: &str =
    "No member has this id, and a new member needs a date of birth. Choose a member, correct the row or skip it.";

/// The error of a row whose birth date would make its member too old or too young, in the place of another one.
pub const ODD_BIRTH: &str = "The date of birth makes an age that is hardly right and would replace the stored one. Choose the member to take it, \
                             correct the row or skip it.";

/// The error of a dependent's row whose name alone is its member's, beside another birth date.
pub const OTHER_BIRTH: &str = "The row has the name of this dependent and another date of birth. Choose the member if it is the same person, \
                               choose a new one if it is not, or skip the row.";

/// The error of a row that would make a member of a name with the shape of none (rules.md#odd-values).
pub const ODD_NAME: &str =
    "The name seems to hold a remark. Choose a new member if it is a name, correct the row, or skip it.";

/// Why a row cannot be applied that could when it was planned.
pub const CHANGED_MEANWHILE: &str =
    "The member was changed after the file was matched, so nothing was overwritten. Run the match again.";

/// Why a row makes no member although it was planned to.
pub const MADE_MEANWHILE: &str =
    "This person became a member after the file was matched, so nobody was added twice. Run the match again.";

/// Whether a row without a birth date has the id of its member; with one, the match has weighed it (rules.md#list-without-birth-dates).
fn is_known_by_id(record: &Record, member: &RosterMember) -> bool {
    record.date_of_birth.is_some() || names_id(record, member)
}

/// Whether a row has the id of a member, zeros in front aside.
fn names_id(record: &Record, member: &RosterMember) -> bool {
    let plain = |id: &str| fold(id.trim_start_matches('0'));
    let stored = member.details.unique_id.as_deref().unwrap_or_default();
    !stored.is_empty() && plain(record.unique_id.text()) == plain(stored)
}

/// Whether a row brings a birth date that is hardly right for a member with another one.
fn brings_odd_birth(record: &Record, member: &RosterMember, today: NaiveDate) -> bool {
    let is_dependent = if record.says_type() { record.is_dependent() } else { !member.details.is_primary() };
    record
        .date_of_birth
        .is_some_and(|born| born != member.details.date_of_birth && is_implausible_age(born, today, is_dependent))
}

/// Whether a row brings another birth date for a dependent whose id it does not name.
fn brings_other_birth(record: &Record, member: &RosterMember) -> bool {
    let is_other = record.date_of_birth.is_some_and(|born| born != member.details.date_of_birth);
    is_other && !member.details.is_primary() && !names_id(record, member)
}

/// Whether the file says that the dependent belongs to another primary than the stored one.
fn changes_primary(member: &RosterMember, employee: Option<Standing>) -> bool {
    match employee {
        Some(Standing::Member(primary)) => member.primary != Some(primary) && member.id != primary,
        Some(Standing::New) => true,
        Some(Standing::Missing) | None => false,
    }
}

pub(in crate::census) fn of_record(record: &Record) -> Person<'_> {
    Person {
        unique_id: record.unique_id.text(),
        other_member_id: record.other_member_id.text(),
        first_name: record.first_name.text(),
        last_name: record.last_name.text(),
        suffix: "",
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

pub(in crate::census) fn of_member(details: &MemberDetails) -> Person<'_> {
    fn text(value: &Option<String>) -> &str {
        value.as_deref().unwrap_or_default()
    }
    Person {
        unique_id: text(&details.unique_id),
        other_member_id: text(&details.other_member_id),
        first_name: &details.first_name,
        last_name: &details.last_name,
        suffix: "",
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
