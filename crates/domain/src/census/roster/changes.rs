//! What a row does to the member it matched, or to nobody yet: create, update, reactivate, terminate, nothing.
//!
//! A blank cell keeps what is stored, `<clear>` clears it (rules.md#clearing-a-value); of a new address a blank second line clears the old one
//! (rules.md#whole-address). Standing in the file means being covered: an
//! In-Active member whose row does not say In-Active comes back, and so does one whom an earlier file is to end. Values that differ only in case, accents or blanks are
//! equal, so that a file in capitals does not rewrite the roster; of two spellings of a name the better one stays.

use chrono::NaiveDate;

use super::moving::{HOME, lacks_street, moves_home};
use super::name_spelling::{better_written, is_cut_name, is_same_name, is_with_initial};
use crate::census::field::Field;

use crate::census::cells::{Entry, word_key};
use crate::census::people::record::Record;
use crate::members::member::{DEFAULT_PLAN_NAME, DEPENDENT, PRIMARY};
use crate::members::{Gender, MemberDetails, Status};
use crate::text::fold;

/// A member as a row is held against it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stored<'a> {
    /// What is stored of it.
    pub details: &'a MemberDetails,
    /// The code of its pricing group; `""` for none.
    pub pricing_group_code: &'a str,
    /// The code of the group's default pricing group, to which a cleared one goes back; `""` for none.
    pub default_pricing_group_code: &'a str,
    /// Whether the status in force today is Active.
    pub active: bool,
    /// Whether a status change is pending.
    pub pending: bool,
    /// The day of the pending end of an active member, by whatever it was set.
    pub ends_on: Option<NaiveDate>,
    /// Whether a census file has set that end, and not a person.
    pub is_end_of_file: bool,
}

/// How a file is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApplyOptions {
    /// Whether an administrator uploaded it.
    pub administrator: bool,
    /// The file's global effective date.
    pub global_effective_on: Option<NaiveDate>,
    /// The day on which a change asked for today takes effect (rules.md#first-three-days).
    pub by_rule: NaiveDate,
}

/// What happens to a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Nothing.
    Unchanged = 0,
    /// The row becomes a member.
    Create = 1,
    /// Fields change.
    Update = 2,
    /// An In-Active member comes back, or the end that a file has set is taken back; fields may change too.
    Reactivate = 3,
    /// A person has to decide.
    Review = 4,
    /// The row is left out.
    Ignored = 5,
    /// The member is ended; fields may change too.
    Terminate = 6,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 7] =
        [Self::Unchanged, Self::Create, Self::Update, Self::Reactivate, Self::Review, Self::Ignored, Self::Terminate];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The outcome of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.number() == number)
    }

    /// The word that is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "Unchanged",
            Self::Create => "Create",
            Self::Update => "Update",
            Self::Reactivate => "Reactivate",
            Self::Review => "Review",
            Self::Ignored => "Ignored",
            Self::Terminate => "Terminate",
        }
    }
}

/// How many rows are lined up with a member and how many are nobody's; a row in doubt is neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinedUp {
    /// Those with a member.
    pub matched: u32,
    /// Those of nobody yet.
    pub unmatched: u32,
}

impl LinedUp {
    /// By how many rows come to which outcome, and how many of those that are ignored have a member.
    pub fn of(outcomes: impl IntoIterator<Item = (Outcome, u32)>, ignored_members: u32) -> Self {
        let mut sum = Self::default();
        for (outcome, n) in outcomes {
            match outcome {
                Outcome::Unchanged | Outcome::Update | Outcome::Reactivate | Outcome::Terminate => {
                    sum.matched = sum.matched.saturating_add(n);
                }
                Outcome::Create | Outcome::Ignored => sum.unmatched = sum.unmatched.saturating_add(n),
                Outcome::Review => {}
            }
        }
        sum.matched = sum.matched.saturating_add(ignored_members);
        sum.unmatched = sum.unmatched.saturating_sub(ignored_members);
        sum
    }
}

/// A field that gets another value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// Which.
    pub field: Field,
    /// What is stored; `None` when nothing is.
    pub old: Option<String>,
    /// What comes; `None` when it is cleared.
    pub new: Option<String>,
}

/// What else is to be said about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// The row says In-Active, which only an administrator's upload may do (rules.md#who-may-end-members).
    InActiveNeedsAdministrator,
    /// The row says In-Active of somebody who is no member.
    InActiveNobody,
    /// The member has a pending change that contradicts the row.
    PendingChange,
    /// The member stands in the file and is to be ended all the same, as a person has planned.
    EndStays,
    /// The member was to be ended by an earlier file and stands in this one.
    EndTakenBack,
    /// The end of the member is set already, and the row says an earlier day.
    EndsEarlier,
    /// The end of the member is set already, and the row says a later day.
    EndsNoLater,
    /// The row names a later day on which somebody leaves whom it makes active first.
    EndNotSet,
    /// The row's id is the member's without the zeros in front.
    ZerosKept,
    /// The row gives another address without a street and its number, so that the stored address stays.
    AddressKept,
    /// The row puts another first name or birth date in the place of the stored one.
    OtherPerson,
}

impl Remark {
    /// The sentence that is shown.
    pub const fn message(self) -> &'static str {
        match self {
            Self::InActiveNeedsAdministrator => {
                "Status In-Active takes effect only when an administrator uploads the file."
            }
            Self::InActiveNobody => "The row is In-Active and the person is not a member; there is nothing to do.",
            Self::PendingChange => "The member has a pending status change. Undo it first.",
            Self::EndStays => {
                "The member is to become In-Active, and the file does not take that back. Undo it if the person stays."
            }
            Self::EndsEarlier => "The member is to become In-Active on a later day. The file moves that end forward.",
            Self::EndsNoLater => {
                "The member is to become In-Active on an earlier day than the file says. That day stays; change it by hand if the file is right."
            }
            Self::EndNotSet => {
                "The file names a later day on which the person leaves. The member starts without that end: set it by hand, or import the list again."
            }
            Self::AddressKept => {
                "The file gives another address without a street and its number. The stored address stays; change it by hand if the person has moved."
            }
            Self::OtherPerson => {
                "The row puts another first name or birth date in the place of the stored one. Check that it is the same person."
            }
            Self::ZerosKept => "The id in the file has lost its leading zeros; the member keeps them.",
            Self::EndTakenBack => {
                "An earlier census file was to end the member. That end is taken back, since the person stands in this file."
            }
        }
    }
}

/// What a row does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// In one word.
    pub outcome: Outcome,
    /// The fields that change; for a new member all that the row fills.
    pub fields: Vec<FieldChange>,
    /// The day from which a creation, reactivation or termination counts (rules.md#effective-date-of-a-file).
    pub effective_on: Option<NaiveDate>,
    /// What else is to be said.
    pub remark: Option<Remark>,
}

impl Decision {
    const fn only(outcome: Outcome, remark: Option<Remark>) -> Self {
        Self { outcome, fields: Vec::new(), effective_on: None, remark }
    }
}

/// The day on which what the file does takes effect (rules.md#who-may-end-members, rules.md#effective-date-of-a-file): the file's global date, which
/// only an administrator can have set, whoever uploaded the file; else `by_rule`, the day of the rule (rules.md#first-three-days).
pub fn effective_on(global: Option<NaiveDate>, by_rule: NaiveDate) -> NaiveDate {
    global.unwrap_or(by_rule)
}

/// Decides what a valid row does to the member it matched, `None` for nobody.
pub fn decide(record: &Record, stored: Option<&Stored<'_>>, options: &ApplyOptions) -> Decision {
    let mut on = effective_on(options.global_effective_on, options.by_rule);
    let leaving = record.status.value() == Some(&Status::InActive);
    // Whoever leaves on a day to come is covered until then.
    let leaves_later = leaving && record.leaves_on.is_some_and(|day| day > on.max(options.by_rule));
    let end_not_set = leaves_later.then_some(Remark::EndNotSet);
    let Some(stored) = stored else {
        if leaving && !leaves_later {
            return Decision::only(Outcome::Ignored, Some(Remark::InActiveNobody));
        }
        let fields = filled(record);
        return Decision { outcome: Outcome::Create, fields, effective_on: Some(on), remark: end_not_set };
    };
    let fields = field_changes(record, stored);
    let plain = if fields.is_empty() { Outcome::Unchanged } else { Outcome::Update };
    let (outcome, remark) = match (leaving, stored.active, stored.pending) {
        // A roster of some day, in which the change was still to come.
        _ if record.pending.is_some() => (plain, None),
        (true, false, false) if leaves_later => (Outcome::Reactivate, end_not_set),
        (true, false, true) if leaves_later => (plain, end_not_set),
        (true, true, _) if !options.administrator => {
            let outcome = if fields.is_empty() { Outcome::Ignored } else { plain };
            (outcome, Some(Remark::InActiveNeedsAdministrator))
        }
        (true, true, _) => {
            on = record.leaves_on.unwrap_or(on);
            match stored.ends_on {
                None => (Outcome::Terminate, None),
                Some(end) if on < end => (Outcome::Terminate, Some(Remark::EndsEarlier)),
                Some(end) if record.leaves_on.is_some_and(|day| day > end) => (plain, Some(Remark::EndsNoLater)),
                // Leaving already.
                Some(_) => (plain, None),
            }
        }
        // Gone already.
        (true, false, false) => (plain, None),
        // About to come back although the row says that the person is gone.
        (true, false, true) => (Outcome::Review, Some(Remark::PendingChange)),
        (false, false, false) => (Outcome::Reactivate, None),
        // A pending end stays as somebody has planned it. One that a file has set is taken back from its day, or from the file's own
        // date where that is later (rules.md#effective-date-of-a-file).
        (false, true, true) => match stored.ends_on {
            Some(end) if stored.is_end_of_file => {
                on = options.global_effective_on.map_or(end, |global| global.max(end));
                (Outcome::Reactivate, Some(Remark::EndTakenBack))
            }
            _ => (plain, Some(Remark::EndStays)),
        },
        // Active, or on the way there.
        (false, true, false) | (false, false, true) => (plain, None),
    };
    let moves = matches!(outcome, Outcome::Reactivate | Outcome::Terminate);
    let remark = remark
        .or_else(|| lacks_street(record, stored.details).then_some(Remark::AddressKept))
        .or_else(|| loses_zeros(record, stored).then_some(Remark::ZerosKept));
    Decision { outcome, fields, effective_on: moves.then_some(on), remark }
}

/// The values of a record by field, as texts to store; `None` inside for a value to be cleared.
///
/// Only what the row says: blank cells are not in it. Fields that are no part of a member are not in it either.
pub fn said(record: &Record) -> Vec<(Field, Option<String>)> {
    let text = |field: Field, entry: &Entry<String>| match entry {
        Entry::Blank => None,
        Entry::Clear => Some((field, None)),
        Entry::Value(value) => Some((field, Some(value.clone()))),
    };
    let owned = |entry: Entry<&str>| entry.map(str::to_owned);
    let role = if record.is_dependent() { DEPENDENT } else { PRIMARY };
    let member_type = if record.says_type() { Entry::Value(role) } else { Entry::Blank };
    let born = record.date_of_birth.map_or(Entry::Blank, |day| Entry::Value(day.to_string()));
    // A gender cannot be nothing: clearing makes it unknown (3).
    let gender = match record.gender {
        Entry::Clear => Entry::Value(Gender::Unknown.number().to_string()),
        entry => entry.map(|gender| gender.number().to_string()),
    };
    [
        text(Field::UniqueId, &record.unique_id),
        text(Field::MemberType, &owned(member_type)),
        text(Field::FirstName, &record.first_name),
        text(Field::LastName, &record.last_name),
        text(Field::Gender, &gender),
        text(Field::DateOfBirth, &born),
        text(Field::Email, &record.email),
        text(Field::CellPhone, &record.cell_phone),
        text(Field::HomePhone, &record.home_phone),
        text(Field::AddressLine1, &record.address_line1),
        text(Field::AddressLine2, &record.address_line2),
        text(Field::City, &record.city),
        text(Field::State, &owned(record.state)),
        text(Field::ZipCode, &record.zip_code),
        text(Field::OtherMemberId, &record.other_member_id),
        text(Field::PlanName, &record.plan_name),
        text(Field::PricingGroupCode, &record.pricing_group_code),
        text(Field::BillingReferenceId, &record.billing_reference_id),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn filled(record: &Record) -> Vec<FieldChange> {
    let values = said(record).into_iter().filter(|(_, new)| new.is_some());
    values.map(|(field, new)| FieldChange { field, old: None, new }).collect()
}

fn field_changes(record: &Record, stored: &Stored<'_>) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let mut said = said(record);
    if record.gender == Entry::Value(Gender::Unknown) {
        // Only `<clear>` takes a known gender away.
        said.retain(|(field, _)| *field != Field::Gender);
    }
    if lacks_street(record, stored.details) {
        said.retain(|(field, _)| !HOME.contains(field));
    } else if moves_home(record, stored.details) {
        // What the row leaves blank is part of the old home.
        let blank: Vec<Field> = HOME.into_iter().filter(|field| said.iter().all(|(told, _)| told != field)).collect();
        said.extend(blank.into_iter().map(|field| (field, None)));
        said.sort_by_key(|(field, _)| *field);
    }
    for (field, new) in said {
        let old = stored_text(stored, field);
        let new = match (field, new) {
            (Field::PlanName, None) => Some(DEFAULT_PLAN_NAME.to_owned()),
            (Field::PricingGroupCode, None) => {
                Some(stored.default_pricing_group_code.to_owned()).filter(|code| !code.is_empty())
            }
            (_, new) => new,
        };
        if !is_same(field, &old, new.as_deref().unwrap_or_default()) {
            changes.push(FieldChange { field, old: (!old.is_empty()).then_some(old), new });
        }
    }
    changes
}

/// Whether a new value says the same as the stored one; a ZIP code of 5 digits does not take the other 4 away, nor a spreadsheet the zeros
/// of an id, nor a worse-written name, one that is cut, or an initial the better one.
fn is_same(field: Field, old: &str, new: &str) -> bool {
    if old != new && NAMES.contains(&field) && is_same_name(old, new) {
        return better_written(old, new) == old;
    }
    if NAMES.contains(&field) && (is_initial_of(old, new) || is_cut_name(old, new)) {
        return true;
    }
    if field == Field::FirstName && is_with_initial(old, new) {
        return true;
    }
    let shorter_zip = field == Field::ZipCode && new.len() == 5 && old.starts_with(new);
    let shorter_id = IDS.contains(&field) && has_lost_zeros(old, new);
    old == new || shorter_zip || shorter_id || fold(old) == fold(new)
}

/// Whether a text is nothing but the first letter of a longer name.
fn is_initial_of(name: &str, text: &str) -> bool {
    let letter = word_key(text);
    letter.chars().count() == 1 && word_key(name).starts_with(&letter)
}

/// The fields of which the better-written of two spellings stays (rules.md#spelling-of-names).
const NAMES: [Field; 2] = [Field::FirstName, Field::LastName];

/// The fields whose numbers mean nothing but themselves. Without their zeros the matcher takes them for the same already, where no two
/// people of a side would be called so.
const IDS: [Field; 2] = [Field::UniqueId, Field::OtherMemberId];

fn has_lost_zeros(old: &str, new: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    old.len() > new.len() && is_number(old) && is_number(new) && old.trim_start_matches('0') == new
}

fn loses_zeros(record: &Record, stored: &Stored<'_>) -> bool {
    let ids =
        [(&record.unique_id, &stored.details.unique_id), (&record.other_member_id, &stored.details.other_member_id)];
    ids.iter().any(|(new, old)| has_lost_zeros(old.as_deref().unwrap_or_default(), new.text()))
}

fn stored_text(stored: &Stored<'_>, field: Field) -> String {
    let details = stored.details;
    let text = match field {
        Field::MemberType => &details.member_type,
        Field::FirstName => &details.first_name,
        Field::LastName => &details.last_name,
        Field::PlanName => &details.plan_name,
        Field::PricingGroupCode => stored.pricing_group_code,
        Field::Gender => return details.gender.number().to_string(),
        Field::DateOfBirth => return details.date_of_birth.to_string(),
        Field::UniqueId => return kept(&details.unique_id),
        Field::Email => return kept(&details.email),
        Field::CellPhone => return kept(&details.mobile_phone),
        Field::HomePhone => return kept(&details.home_phone),
        Field::AddressLine1 => return kept(&details.address_line1),
        Field::AddressLine2 => return kept(&details.address_line2),
        Field::City => return kept(&details.city),
        Field::State => return kept(&details.state),
        Field::ZipCode => return kept(&details.zip_code),
        Field::OtherMemberId => return kept(&details.other_member_id),
        Field::BillingReferenceId => return kept(&details.billing_reference_id),
        Field::GroupId
        | Field::Status
        | Field::FamilyId
        | Field::Relationship
        | Field::Ssn
        | Field::FullName
        | Field::MiddleName
        | Field::Suffix => "",
    };
    text.to_owned()
}

fn kept(value: &Option<String>) -> String {
    value.clone().unwrap_or_default()
}
