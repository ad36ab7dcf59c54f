//! The roster of a group as a file: the columns of the template, so that the import reads it again, and the name of the pricing group
//! for people (rules.md#roster-download). What is never stored, such as a social security number, has an empty column
//! (rules.md#social-security-numbers).

pub mod apply;
mod asked;
pub mod bill_effect;
pub mod changes;
pub mod export;
pub mod guards;
pub mod id_moves;
pub mod identity_change;
pub mod line_up;
pub(in crate::census) mod moving;
mod name_spelling;
pub mod new_ids;
mod odd_values;
pub mod plan;
pub mod rewrites;
pub mod undo;

use std::borrow::Cow;

use crate::MemberId;
use crate::members::MemberDetails;
use crate::members::contact_details::shown_phone;
use crate::members::status::ShownStatus;
use crate::period::shown_date;

use crate::census::field::Field;

/// The heading of the column that no import reads.
const PRICING_GROUP: &str = "Pricing Group";

/// A member on a day.
#[derive(Debug, Clone, Copy)]
pub struct RosterLine<'a> {
    /// The number of its group.
    pub group_code: &'a str,
    /// The member.
    pub id: MemberId,
    /// Its details.
    pub details: &'a MemberDetails,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
    /// Its status on the day. The import leaves a member's status as it is when the row holds a pending one.
    pub status: ShownStatus,
    /// Name and code of its pricing group.
    pub pricing_group: Option<(&'a str, &'a str)>,
}

/// The heading line.
pub fn heading() -> impl Iterator<Item = &'static str> {
    Field::template().iter().map(|field| field.name()).chain([PRICING_GROUP])
}

impl<'a> RosterLine<'a> {
    /// The cells below [`heading`].
    pub fn cells(self) -> impl Iterator<Item = Cow<'a, str>> {
        let pricing_group = self.pricing_group.map_or("", |(name, _)| name);
        Field::template().iter().map(move |field| self.cell(*field)).chain([pricing_group.into()])
    }

    fn cell(self, field: Field) -> Cow<'a, str> {
        let details = self.details;
        let phone = |digits: &Option<String>| digits.as_deref().map(shown_phone).unwrap_or_default().into();
        let text = |text: &'a Option<String>| text.as_deref().unwrap_or_default().into();
        match field {
            Field::GroupId => self.group_code.into(),
            Field::UniqueId => text(&details.unique_id),
            Field::MemberType => details.member_type.as_str().into(),
            Field::FirstName => details.first_name.as_str().into(),
            Field::LastName => details.last_name.as_str().into(),
            Field::Gender => details.gender.name().into(),
            Field::DateOfBirth => shown_date(details.date_of_birth).into(),
            Field::Email => text(&details.email),
            Field::CellPhone => phone(&details.mobile_phone),
            Field::HomePhone => phone(&details.home_phone),
            Field::AddressLine1 => text(&details.address_line1),
            Field::AddressLine2 => text(&details.address_line2),
            Field::City => text(&details.city),
            Field::State => text(&details.state),
            Field::ZipCode => text(&details.zip_code),
            Field::OtherMemberId => text(&details.other_member_id),
            Field::PlanName => details.plan_name.as_str().into(),
            Field::PricingGroupCode => self.pricing_group.map_or("", |(_, code)| code).into(),
            Field::BillingReferenceId => text(&details.billing_reference_id),
            Field::Status => self.status.name().into(),
            Field::FamilyId => self.family().map(|id| id.to_string()).unwrap_or_default().into(),
            Field::Relationship | Field::Ssn | Field::FullName | Field::MiddleName | Field::Suffix => "".into(),
        }
    }

    /// What a primary and its dependents have in common: the primary's id.
    fn family(self) -> Option<MemberId> {
        if self.details.is_primary() { Some(self.id) } else { self.primary }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::cells::unguarded;
    use crate::census::reader::Item;
    use crate::census::reader::{CensusReader, ReadOptions};
    use crate::census::roster::export::CsvWriter;
    use crate::examples;

    fn written(lines: &[RosterLine<'_>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rows = CsvWriter::new(&mut bytes);
        rows.row(heading()).unwrap();
        for line in lines {
            let cells: Vec<_> = line.cells().collect();
            rows.row(cells.iter().map(AsRef::as_ref)).unwrap();
        }
        rows.flush().unwrap();
        drop(rows);
        bytes
    }

    fn ana() -> MemberDetails {
        MemberDetails {
            last_name: "=1+1".into(),
            address_line1: Some("12 \"Orchard\", Lane".into()),
            ..examples::member_details()
        }
    }

    #[test]
    fn the_import_knows_every_column_and_reads_every_value_again() {
        let ana = ana();
        let child =
            MemberDetails { first_name: "Cy".into(), member_type: "Dependent".into(), unique_id: None, ..ana.clone() };
        let line = RosterLine {
            group_code: "10001",
            id: MemberId(7),
            details: &ana,
            primary: None,
            status: ShownStatus::PendingInActive,
            pricing_group: Some(("Standard", "standard")),
        };
        let of_child = RosterLine {
            id: MemberId(8),
            details: &child,
            primary: Some(MemberId(7)),
            status: ShownStatus::InActive,
            ..line
        };
        let bytes = written(&[line, of_child]);
        assert!(String::from_utf8_lossy(&bytes).contains(",'=1+1,"), "no spreadsheet takes it for a formula");
        let mut reader = CensusReader::open(&bytes[..], &ReadOptions::default()).unwrap();
        assert!(reader.mapping().issues(1, true).is_empty());
        assert_eq!(reader.mapping().unmapped(), [PRICING_GROUP]);
        let mut rows = Vec::new();
        while let Some(item) = reader.next_item().unwrap() {
            let Item::Row(row) = item else { panic!("every line is somebody") };
            rows.push(row);
        }
        assert_eq!(rows.len(), 2);
        for (row, field, value) in [
            (0, Field::GroupId, Some("10001")),
            (0, Field::LastName, Some("=1+1")),
            (0, Field::AddressLine1, Some("12 \"Orchard\", Lane")),
            (0, Field::DateOfBirth, Some("05/17/1984")),
            (0, Field::CellPhone, Some("(614) 555-0142")),
            (0, Field::PricingGroupCode, Some("standard")),
            (0, Field::Status, Some("Pending In-Active")),
            (0, Field::FamilyId, Some("7")),
            (0, Field::Ssn, None),
            (1, Field::FamilyId, Some("7")),
            (1, Field::UniqueId, None),
            (1, Field::Status, Some("In-Active")),
        ] {
            assert_eq!(rows[row].get(field).map(unguarded), value, "{field:?} of row {row}");
        }
    }
}
