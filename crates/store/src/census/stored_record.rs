//! Between a row that was read and its columns. A field that the row clears is a bit of `clears` (rules.md#clearing-a-value); another bit says
//! that only the order of the rows names the primary (rules.md#dependents-and-primaries).

use chrono::NaiveDate;
use domain::census::cells::{MemberType, Relationship};
use domain::census::{Entry, Field, Record, RowState};
use domain::members::states::read_state;
use domain::members::{Gender, Status};
use domain::{CensusFileId, UserId};
use serde::Serialize;

use super::records::{StoredRecord, whole};
use crate::entities::census_record::Model;
use crate::row_set::{Columns, Kind};

/// The columns in the order in which they travel; the first two say which row.
pub(super) const COLUMNS: &Columns = &[
    ("file_id", Kind::Long),
    ("row_number", Kind::Int),
    ("physical_line", Kind::Int),
    ("state", Kind::Small),
    ("unique_id", Kind::Text),
    ("member_type", Kind::Text),
    ("first_name", Kind::Text),
    ("last_name", Kind::Text),
    ("gender", Kind::Small),
    ("date_of_birth", Kind::Date),
    ("email", Kind::Text),
    ("mobile_phone", Kind::Text),
    ("home_phone", Kind::Text),
    ("address_line1", Kind::Text),
    ("address_line2", Kind::Text),
    ("city", Kind::Text),
    ("state_code", Kind::Text),
    ("zip_code", Kind::Text),
    ("other_member_id", Kind::Text),
    ("plan_name", Kind::Text),
    ("pricing_group_code", Kind::Text),
    ("billing_reference_id", Kind::Text),
    ("status", Kind::Small),
    ("relationship", Kind::Text),
    ("primary_row", Kind::Int),
    ("clears", Kind::Int),
    ("edited_by", Kind::Long),
    ("leaves_on", Kind::Date),
];

/// A row of `census_record` on its way, borrowed from the record. What most rows hold comes first: SQLite passes by all values before one.
#[derive(Serialize)]
pub(super) struct RecordColumns<'a> {
    file_id: i64,
    row_number: i32,
    physical_line: i32,
    state: i16,
    clears: i32,
    first_name: Option<&'a str>,
    last_name: Option<&'a str>,
    date_of_birth: Option<NaiveDate>,
    unique_id: Option<&'a str>,
    member_type: Option<&'static str>,
    gender: Option<i16>,
    status: Option<i16>,
    email: Option<&'a str>,
    mobile_phone: Option<&'a str>,
    home_phone: Option<&'a str>,
    address_line1: Option<&'a str>,
    city: Option<&'a str>,
    state_code: Option<&'static str>,
    zip_code: Option<&'a str>,
    address_line2: Option<&'a str>,
    other_member_id: Option<&'a str>,
    plan_name: Option<&'a str>,
    pricing_group_code: Option<&'a str>,
    billing_reference_id: Option<&'a str>,
    relationship: Option<&'static str>,
    primary_row: Option<i32>,
    edited_by: Option<i64>,
    leaves_on: Option<NaiveDate>,
}

impl<'a> RecordColumns<'a> {
    pub(super) fn new(file: CensusFileId, record: &'a Record, state: RowState, edited_by: Option<UserId>) -> Self {
        Self {
            file_id: file.get(),
            row_number: whole(record.number),
            physical_line: i32::try_from(record.line).unwrap_or(i32::MAX),
            state: state.number(),
            unique_id: text(&record.unique_id),
            member_type: record.member_type.value().map(|kind| kind.name()),
            first_name: text(&record.first_name),
            last_name: text(&record.last_name),
            gender: record.gender.value().map(|gender| gender.number()),
            date_of_birth: record.date_of_birth,
            email: text(&record.email),
            mobile_phone: text(&record.cell_phone),
            home_phone: text(&record.home_phone),
            address_line1: text(&record.address_line1),
            address_line2: text(&record.address_line2),
            city: text(&record.city),
            state_code: record.state.value().copied(),
            zip_code: text(&record.zip_code),
            other_member_id: text(&record.other_member_id),
            plan_name: text(&record.plan_name),
            pricing_group_code: text(&record.pricing_group_code),
            billing_reference_id: text(&record.billing_reference_id),
            status: record.status.value().map(|status| status.number()),
            relationship: record.relationship.value().map(|relationship| relationship.code()),
            primary_row: record.primary_row.map(whole),
            clears: clears(record) | if record.primary_by_order { BY_ORDER } else { 0 } | pending(record.pending),
            edited_by: edited_by.map(UserId::get),
            leaves_on: record.leaves_on,
        }
    }
}

fn text(entry: &Entry<String>) -> Option<&str> {
    entry.value().map(String::as_str)
}

/// Which fields the row clears, as a bit set by [`Field::index`].
fn clears(record: &Record) -> i32 {
    let texts = [
        (Field::UniqueId, &record.unique_id),
        (Field::FirstName, &record.first_name),
        (Field::LastName, &record.last_name),
        (Field::Email, &record.email),
        (Field::CellPhone, &record.cell_phone),
        (Field::HomePhone, &record.home_phone),
        (Field::AddressLine1, &record.address_line1),
        (Field::AddressLine2, &record.address_line2),
        (Field::City, &record.city),
        (Field::ZipCode, &record.zip_code),
        (Field::OtherMemberId, &record.other_member_id),
        (Field::PlanName, &record.plan_name),
        (Field::PricingGroupCode, &record.pricing_group_code),
        (Field::BillingReferenceId, &record.billing_reference_id),
    ];
    let others = [
        (Field::MemberType, record.member_type == Entry::Clear),
        (Field::Gender, record.gender == Entry::Clear),
        (Field::State, record.state == Entry::Clear),
        (Field::Status, record.status == Entry::Clear),
        (Field::Relationship, record.relationship == Entry::Clear),
    ];
    let cleared = texts.into_iter().map(|(field, entry)| (field, *entry == Entry::Clear)).chain(others);
    cleared.filter(|(_, clear)| *clear).fold(0, |bits, (field, _)| bits | bit(field))
}

/// The bit that says that only the order of the rows names the primary; above the bits of the fields.
pub(super) const BY_ORDER: i32 = 1 << 30;

/// The bits that say where a pending change leads that the row tells.
const PENDING_ACTIVE: i32 = 1 << 29;
const PENDING_IN_ACTIVE: i32 = 1 << 28;

const fn pending(status: Option<Status>) -> i32 {
    match status {
        None => 0,
        Some(Status::Active) => PENDING_ACTIVE,
        Some(Status::InActive) => PENDING_IN_ACTIVE,
    }
}

fn pending_of(clears: i32) -> Option<Status> {
    [Status::Active, Status::InActive].into_iter().find(|status| clears & pending(Some(*status)) != 0)
}

fn bit(field: Field) -> i32 {
    1 << field.index()
}

impl From<Model> for StoredRecord {
    fn from(row: Model) -> Self {
        let clears = row.clears;
        let text = |field, value: Option<String>| entry(clears, field, value);
        let record = Record {
            line: row.physical_line.unsigned_abs().into(),
            number: row.row_number.unsigned_abs(),
            group_id: Entry::Blank,
            unique_id: text(Field::UniqueId, row.unique_id),
            member_type: entry(clears, Field::MemberType, row.member_type.as_deref().and_then(member_type)),
            first_name: text(Field::FirstName, row.first_name),
            last_name: text(Field::LastName, row.last_name),
            gender: entry(clears, Field::Gender, row.gender.and_then(|number| Gender::from_number(number.into()))),
            date_of_birth: row.date_of_birth,
            email: text(Field::Email, row.email),
            cell_phone: text(Field::CellPhone, row.mobile_phone),
            home_phone: text(Field::HomePhone, row.home_phone),
            address_line1: text(Field::AddressLine1, row.address_line1),
            address_line2: text(Field::AddressLine2, row.address_line2),
            city: text(Field::City, row.city),
            state: entry(clears, Field::State, row.state_code.as_deref().and_then(state)),
            zip_code: text(Field::ZipCode, row.zip_code),
            other_member_id: text(Field::OtherMemberId, row.other_member_id),
            plan_name: text(Field::PlanName, row.plan_name),
            pricing_group_code: text(Field::PricingGroupCode, row.pricing_group_code),
            billing_reference_id: text(Field::BillingReferenceId, row.billing_reference_id),
            status: entry(clears, Field::Status, row.status.and_then(Status::from_number)),
            leaves_on: row.leaves_on,
            pending: pending_of(clears),
            family_id: Entry::Blank,
            relationship: entry(clears, Field::Relationship, row.relationship.as_deref().and_then(relationship)),
            ssn: None,
            primary_row: row.primary_row.map(i32::unsigned_abs),
            primary_by_order: clears & BY_ORDER != 0,
        };
        Self { record, state: row_state(row.state), edited_by: row.edited_by.map(UserId) }
    }
}

fn entry<T>(clears: i32, field: Field, value: Option<T>) -> Entry<T> {
    match value {
        Some(value) => Entry::Value(value),
        None if clears & bit(field) != 0 => Entry::Clear,
        None => Entry::Blank,
    }
}

fn state(code: &str) -> Option<&'static str> {
    read_state(code).map(|state| state.abbreviation)
}

pub(super) fn member_type(name: &str) -> Option<MemberType> {
    [MemberType::Primary, MemberType::Dependent].into_iter().find(|kind| kind.name() == name)
}

pub(super) fn relationship(code: &str) -> Option<Relationship> {
    use Relationship::{Child, Employee, Other, Partner, Spouse};
    [Employee, Spouse, Child, Partner, Other].into_iter().find(|known| known.code() == code)
}

/// The state of a stored number; the check of the table lets no other in.
fn row_state(number: i16) -> RowState {
    use RowState::{Error, SkippedByPerson, SkippedByRule, Valid};
    [Valid, Error, SkippedByPerson, SkippedByRule].into_iter().find(|state| state.number() == number).unwrap_or(Error)
}

#[cfg(test)]
mod tests {
    use domain::census::{RawRow, Rules, validate};

    use super::*;

    #[test]
    fn cleared_fields_are_told_from_blank_ones() {
        let today = NaiveDate::from_ymd_opt(2026, 7, 20).expect("a day");
        let raw = RawRow::new(2, 1).with(Field::FirstName, "Ann").with(Field::Email, "<clear>");
        let record = validate(&raw, &Rules::on(today)).record;
        assert_eq!(clears(&record), bit(Field::Email));
        assert_eq!(entry::<String>(clears(&record), Field::Email, None), Entry::Clear);
        assert_eq!(entry::<String>(clears(&record), Field::City, None), Entry::Blank);
        assert!(Field::ALL.iter().all(|field| bit(*field) < PENDING_IN_ACTIVE));
        for status in [None, Some(Status::Active), Some(Status::InActive)] {
            assert_eq!(pending_of(pending(status) | BY_ORDER), status);
        }
    }
}
