//! A row of the file with every value read: what it says about one person.

use crate::census::cells::{CLEAR, Entry, Ssn};
use std::borrow::Cow;

use chrono::NaiveDate;

use crate::census::field::Field;
use crate::census::vocabulary::{MemberType, Relationship};
use crate::members::status::ShownStatus;
use crate::members::{Gender, Status};

/// What a row says about a person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The first physical line, from 1.
    pub line: u64,
    /// The place among the records of the file, from 1 (`RecordNumber` on the wire).
    pub number: u32,
    /// The employer group's number; multi-group files only.
    pub group_id: Entry<String>,
    /// The employer's id; dropped from a dependent that repeats its primary's (rules.md#duplicate-members).
    pub unique_id: Entry<String>,
    /// Primary or dependent, when a column says so; see [`Record::is_dependent`].
    pub member_type: Entry<MemberType>,
    /// Given name.
    pub first_name: Entry<String>,
    /// Family name, a suffix such as Jr included.
    pub last_name: Entry<String>,
    /// Gender.
    pub gender: Entry<Gender>,
    /// Date of birth, 1900-01-01 to the import day.
    pub date_of_birth: Option<NaiveDate>,
    /// E-mail address.
    pub email: Entry<String>,
    /// Ten digits.
    pub cell_phone: Entry<String>,
    /// Ten digits.
    pub home_phone: Entry<String>,
    /// Street address.
    pub address_line1: Entry<String>,
    /// Apartment and the like.
    pub address_line2: Entry<String>,
    /// City.
    pub city: Entry<String>,
    /// The abbreviation of a state of the list.
    pub state: Entry<&'static str>,
    /// `12345` or `12345-6789`.
    pub zip_code: Entry<String>,
    /// Another id.
    pub other_member_id: Entry<String>,
    /// `Family Plan` or `Individual Plan`.
    pub plan_name: Entry<String>,
    /// A code of the employer group's pricing groups.
    pub pricing_group_code: Entry<String>,
    /// Billing reference.
    pub billing_reference_id: Entry<String>,
    /// Active or In-Active.
    pub status: Entry<Status>,
    /// Whether the row says that a change of the status is pending, as a roster does: it is left as it is (rules.md#roster-download).
    pub pending: Option<Status>,
    /// The day on which the person leaves, where another column tells it and a person has said that it counts (rules.md#told-leaving).
    pub leaves_on: Option<NaiveDate>,
    /// What a family shares.
    pub family_id: Entry<String>,
    /// Relationship to the employee.
    pub relationship: Entry<Relationship>,
    /// For tying families together; never stored.
    pub ssn: Option<Ssn>,
    /// The [`Record::number`] of a dependent's primary, once [`crate::census::families`] has found it.
    pub primary_row: Option<u32>,
    /// Whether nothing but the order of the rows says that this is the primary, or the last name and the home: no family, no number, no
    /// relationship in a row of its own to an employee of the same last name. Then a member keeps the primary that is stored
    /// (rules.md#dependents-and-primaries).
    pub primary_by_order: bool,
}

impl Record {
    /// Whether the row is a dependent: by its member type, else by its relationship, else not.
    pub fn is_dependent(&self) -> bool {
        match (&self.member_type, &self.relationship) {
            (Entry::Value(kind), _) => *kind == MemberType::Dependent,
            (_, Entry::Value(relationship)) => relationship.is_dependent(),
            _ => false,
        }
    }

    /// The relationship to show: the one of the file, else employee or other by the member type.
    pub fn shown_relationship(&self) -> Relationship {
        match (&self.relationship, self.is_dependent()) {
            (Entry::Value(relationship), dependent) if relationship.is_dependent() == dependent => *relationship,
            (_, true) => Relationship::Other,
            (_, false) => Relationship::Employee,
        }
    }

    /// The text of a field as a cell of the template would hold it; `None` when blank. The number of the group, the family and
    /// the social security number are not in it.
    pub fn cell(&self, field: Field) -> Option<Cow<'_, str>> {
        match field {
            Field::UniqueId => said(&self.unique_id, String::as_str),
            Field::MemberType => said(&self.member_type, |kind| kind.name()),
            Field::FirstName => said(&self.first_name, String::as_str),
            Field::LastName => said(&self.last_name, String::as_str),
            Field::Gender => said(&self.gender, |gender| gender.name()),
            Field::DateOfBirth => self.date_of_birth.map(|day| day.to_string().into()),
            Field::Email => said(&self.email, String::as_str),
            Field::CellPhone => said(&self.cell_phone, String::as_str),
            Field::HomePhone => said(&self.home_phone, String::as_str),
            Field::AddressLine1 => said(&self.address_line1, String::as_str),
            Field::AddressLine2 => said(&self.address_line2, String::as_str),
            Field::City => said(&self.city, String::as_str),
            Field::State => said(&self.state, |state| state),
            Field::ZipCode => said(&self.zip_code, String::as_str),
            Field::OtherMemberId => said(&self.other_member_id, String::as_str),
            Field::PlanName => said(&self.plan_name, String::as_str),
            Field::PricingGroupCode => said(&self.pricing_group_code, String::as_str),
            Field::BillingReferenceId => said(&self.billing_reference_id, String::as_str),
            Field::Status => match self.pending {
                Some(Status::Active) => Some(ShownStatus::PendingActive.name().into()),
                Some(Status::InActive) => Some(ShownStatus::PendingInActive.name().into()),
                None => said(&self.status, |status| status.name()),
            },
            Field::Relationship => said(&self.relationship, |relationship| relationship.code()),
            Field::GroupId | Field::FamilyId | Field::Ssn | Field::FullName | Field::MiddleName | Field::Suffix => None,
        }
    }

    /// Whether a column of the file says who is a dependent; without one a match keeps the stored member type.
    pub fn says_type(&self) -> bool {
        self.member_type.value().is_some() || self.relationship.value().is_some()
    }
}

fn said<'a, T>(entry: &'a Entry<T>, text: impl FnOnce(&'a T) -> &'a str) -> Option<Cow<'a, str>> {
    match entry {
        Entry::Blank => None,
        Entry::Clear => Some(CLEAR.into()),
        Entry::Value(value) => Some(text(value).into()),
    }
}

/// Where a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowState {
    /// It may go in.
    Valid = 0,
    /// It waits for a person.
    Error = 1,
    /// A person set it aside.
    SkippedByPerson = 2,
    /// A rule set it aside: a dependent of a group that does not take them (rules.md#dependents-not-taken).
    SkippedByRule = 3,
}

impl RowState {
    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }
}
