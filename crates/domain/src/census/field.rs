//! The fields of the census template (rules.md#census-columns) and how they are called on the wire and to people.

use serde::{Deserialize, Serialize};

/// A field that a column of a census file can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Field {
    /// The employer group's number; only read in multi-group files.
    GroupId,
    /// The id that the employer gave the member (`EmployerProvidedId` of a member).
    UniqueId,
    /// Primary or dependent.
    MemberType,
    /// Given name; required.
    FirstName,
    /// Family name; required.
    LastName,
    /// Gender.
    Gender,
    /// Date of birth; required.
    DateOfBirth,
    /// E-mail address.
    Email,
    /// Mobile phone.
    CellPhone,
    /// Home phone.
    HomePhone,
    /// Street address.
    AddressLine1,
    /// Apartment, unit and the like.
    AddressLine2,
    /// City.
    City,
    /// State or territory.
    State,
    /// ZIP code of 5 or 9 digits.
    ZipCode,
    /// Another id of the member, such as a carrier's.
    OtherMemberId,
    /// Family or individual plan.
    PlanName,
    /// Code of a pricing group of the employer group.
    PricingGroupCode,
    /// The reference by which line items choose their members (rules.md#billing-references).
    BillingReferenceId,
    /// Active or In-Active.
    Status,
    /// What the members of one family share.
    FamilyId,
    /// Relationship to the employee, in words or X12 codes.
    Relationship,
    /// Social security number: ties families together, is never stored.
    #[serde(rename = "SSN")]
    Ssn,
    /// First and last name in one column; no field of the template, but of many files.
    FullName,
    /// Middle name or initial in a column of its own; it belongs to the first name.
    MiddleName,
    /// Jr, Sr, III in a column of their own; it belongs to the last name.
    Suffix,
}

/// How many fields there are, those that only hold a part of a name or the whole of it included.
pub const FIELD_COUNT: usize = 26;
/// How many of them the template has.
const IN_TEMPLATE: usize = 23;

impl Field {
    /// Every field in the order of the template, and then those of other files.
    pub const ALL: [Self; FIELD_COUNT] = [
        Self::GroupId,
        Self::UniqueId,
        Self::MemberType,
        Self::FirstName,
        Self::LastName,
        Self::Gender,
        Self::DateOfBirth,
        Self::Email,
        Self::CellPhone,
        Self::HomePhone,
        Self::AddressLine1,
        Self::AddressLine2,
        Self::City,
        Self::State,
        Self::ZipCode,
        Self::OtherMemberId,
        Self::PlanName,
        Self::PricingGroupCode,
        Self::BillingReferenceId,
        Self::Status,
        Self::FamilyId,
        Self::Relationship,
        Self::Ssn,
        Self::FullName,
        Self::MiddleName,
        Self::Suffix,
    ];

    /// The fields of the template, in its order (rules.md#census-columns).
    pub fn template() -> &'static [Self] {
        &Self::ALL[..IN_TEMPLATE]
    }

    /// The place of the field in [`Field::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name on the wire, in the template's heading line and as the key of an issue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GroupId => "GroupId",
            Self::UniqueId => "UniqueId",
            Self::MemberType => "MemberType",
            Self::FirstName => "FirstName",
            Self::LastName => "LastName",
            Self::Gender => "Gender",
            Self::DateOfBirth => "DateOfBirth",
            Self::Email => "Email",
            Self::CellPhone => "CellPhone",
            Self::HomePhone => "HomePhone",
            Self::AddressLine1 => "AddressLine1",
            Self::AddressLine2 => "AddressLine2",
            Self::City => "City",
            Self::State => "State",
            Self::ZipCode => "ZipCode",
            Self::OtherMemberId => "OtherMemberId",
            Self::PlanName => "PlanName",
            Self::PricingGroupCode => "PricingGroupCode",
            Self::BillingReferenceId => "BillingReferenceId",
            Self::Status => "Status",
            Self::FamilyId => "FamilyId",
            Self::Relationship => "Relationship",
            Self::Ssn => "SSN",
            Self::FullName => "FullName",
            Self::MiddleName => "MiddleName",
            Self::Suffix => "Suffix",
        }
    }

    /// The name for people, as it stands in messages.
    pub const fn label(self) -> &'static str {
        match self {
            Self::GroupId => "Group ID",
            Self::UniqueId => "Unique ID",
            Self::MemberType => "Member Type",
            Self::FirstName => "First Name",
            Self::LastName => "Last Name",
            Self::Gender => "Gender",
            Self::DateOfBirth => "Date of Birth",
            Self::Email => "Email",
            Self::CellPhone => "Cell Phone",
            Self::HomePhone => "Home Phone",
            Self::AddressLine1 => "Address Line 1",
            Self::AddressLine2 => "Address Line 2",
            Self::City => "City",
            Self::State => "State",
            Self::ZipCode => "Zip Code",
            Self::OtherMemberId => "Other Member ID",
            Self::PlanName => "Plan Name",
            Self::PricingGroupCode => "Pricing Group Code",
            Self::BillingReferenceId => "Billing Reference ID",
            Self::Status => "Status",
            Self::FamilyId => "Family ID",
            Self::Relationship => "Relationship",
            Self::Ssn => "SSN",
            Self::FullName => "Full Name",
            Self::MiddleName => "Middle Name",
            Self::Suffix => "Suffix",
        }
    }

    /// The field of a name on the wire, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name().eq_ignore_ascii_case(name))
    }

    /// Whether text of this kind holds commas in real life, so that an unquoted one may have split it.
    pub const fn is_free_text(self) -> bool {
        matches!(self, Self::AddressLine1 | Self::AddressLine2 | Self::City | Self::PlanName | Self::FullName)
    }

    /// The most characters a value may have; the columns of a member hold no more.
    pub const fn longest(self) -> usize {
        match self {
            Self::FirstName | Self::LastName | Self::City => 100,
            Self::AddressLine1 | Self::AddressLine2 | Self::FullName => 200,
            Self::Email => 254,
            _ => 50,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_stands_at_its_index_and_is_found_by_name() {
        for (place, field) in Field::ALL.into_iter().enumerate() {
            assert_eq!(field.index(), place);
            assert_eq!(Field::from_name(&field.name().to_lowercase()), Some(field));
            assert_eq!(serde_json::to_value(field).unwrap(), field.name());
        }
        for other in [Field::FullName, Field::MiddleName, Field::Suffix] {
            assert!(!Field::template().contains(&other));
        }
    }
}
