//! The fields of the census template (rules.md#census-columns) and how they are called on the wire and to people.

use serde::{Deserialize, Serialize};

/// How many fields there are, those that only hold a part of a name or the whole of it included.
pub const FIELD_COUNT: usize = 26;
/// How many of them the template has.
const IN_TEMPLATE: usize = 23;

macro_rules! fields {
    ($($(#[$meta:meta])* $field:ident = $name:literal, $label:literal;)*) => {
        /// A field that a column of a census file can hold.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Field { $($(#[$meta])* #[serde(rename = $name)] $field,)* }

        impl Field {
            /// Every field in the order of the template, and then those of other files.
            pub const ALL: [Self; FIELD_COUNT] = [$(Self::$field),*];

            /// The name on the wire, in the template's heading line and as the key of an issue.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$field => $name),* }
            }

            /// The name for people, as it stands in messages.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$field => $label),* }
            }
        }
    };
}

fields! {
    /// The employer group's number; only read in multi-group files.
    GroupId = "GroupId", "Group ID";
    /// The id that the employer gave the member (`EmployerProvidedId` of a member).
    UniqueId = "UniqueId", "Unique ID";
    /// Primary or dependent.
    MemberType = "MemberType", "Member Type";
    /// Given name; required.
    FirstName = "FirstName", "First Name";
    /// Family name; required.
    LastName = "LastName", "Last Name";
    /// Gender.
    Gender = "Gender", "Gender";
    /// Date of birth; required.
    DateOfBirth = "DateOfBirth", "Date of Birth";
    /// E-mail address.
    Email = "Email", "Email";
    /// Mobile phone.
    CellPhone = "CellPhone", "Cell Phone";
    /// Home phone.
    HomePhone = "HomePhone", "Home Phone";
    /// Street address.
    AddressLine1 = "AddressLine1", "Address Line 1";
    /// Apartment, unit and the like.
    AddressLine2 = "AddressLine2", "Address Line 2";
    /// City.
    City = "City", "City";
    /// State or territory.
    State = "State", "State";
    /// ZIP code of 5 or 9 digits.
    ZipCode = "ZipCode", "Zip Code";
    /// Another id of the member, such as a carrier's.
    OtherMemberId = "OtherMemberId", "Other Member ID";
    /// Family or individual plan.
    PlanName = "PlanName", "Plan Name";
    /// Code of a pricing group of the employer group.
    PricingGroupCode = "PricingGroupCode", "Pricing Group Code";
    /// The reference by which line items choose their members (rules.md#billing-references).
    BillingReferenceId = "BillingReferenceId", "Billing Reference ID";
    /// Active or In-Active.
    Status = "Status", "Status";
    /// What the members of one family share.
    FamilyId = "FamilyId", "Family ID";
    /// Relationship to the employee, in words or X12 codes.
    Relationship = "Relationship", "Relationship";
    /// Social security number: ties families together, is never stored.
    Ssn = "SSN", "SSN";
    /// First and last name in one column; no field of the template, but of many files.
    FullName = "FullName", "Full Name";
    /// Middle name or initial in a column of its own; it belongs to the first name.
    MiddleName = "MiddleName", "Middle Name";
    /// Jr, Sr, III in a column of their own; it belongs to the last name.
    Suffix = "Suffix", "Suffix";
}

impl Field {
    /// The fields of a name.
    pub const NAMES: [Self; 3] = [Self::FirstName, Self::LastName, Self::FullName];
    /// The parts of an address.
    pub const ADDRESS: [Self; 5] = [Self::AddressLine1, Self::AddressLine2, Self::City, Self::State, Self::ZipCode];

    /// Whether it is a name, or a part of one that a person cannot be without.
    pub const fn is_name(self) -> bool {
        matches!(self, Self::FirstName | Self::LastName | Self::FullName)
    }

    /// Whether it tells who a person is: the value of another person would change who the row is.
    pub const fn is_personal(self) -> bool {
        self.is_name() || matches!(self, Self::MiddleName | Self::Suffix | Self::DateOfBirth | Self::Gender)
    }

    /// The fields of the template, in its order (rules.md#census-columns).
    pub fn template() -> &'static [Self] {
        &Self::ALL[..IN_TEMPLATE]
    }

    /// The place of the field in [`Field::ALL`].
    pub const fn index(self) -> usize {
        self as usize
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
