//! A member's details: what is stored of a person (rules.md#member-fields, rules.md#plan-name-and-member-type).
//!
//! The status is no part of the details; it lives in the timeline (`members::status`).

use chrono::NaiveDate;

use crate::PricingGroupId;
use crate::text::fold;

/// The plan name a member gets when none is given (rules.md#plan-name-and-member-type).
pub const DEFAULT_PLAN_NAME: &str = "Family Plan";
/// The plan names offered (rules.md#plan-name-and-member-type).
pub const PLAN_NAMES: [&str; 2] = [DEFAULT_PLAN_NAME, "Individual Plan"];
/// The type of the person who is employed; only primaries count for a bill per employee (rules.md#billable-members).
pub const PRIMARY: &str = "Primary";
/// The type of everybody who belongs to a primary.
pub const DEPENDENT: &str = "Dependent";

/// Gender as it is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Gender {
    /// Neither male nor female.
    Other = 0,
    /// Male.
    Male = 1,
    /// Female.
    Female = 2,
    /// Not known.
    #[default]
    Unknown = 3,
}

impl Gender {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Other, Self::Male, Self::Female, Self::Unknown];

    /// The gender of a stored number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|gender| i64::from(gender.number()) == number)
    }

    /// The stored number, 0 to 3.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Other => "Other",
            Self::Male => "Male",
            Self::Female => "Female",
            Self::Unknown => "Unknown",
        }
    }
}

/// A member's details that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberDetails {
    /// Trimmed, not blank.
    pub first_name: String,
    /// Trimmed, not blank.
    pub last_name: String,
    /// A trimmed address.
    pub email: Option<String>,
    /// Ten digits.
    pub mobile_phone: Option<String>,
    /// Ten digits.
    pub home_phone: Option<String>,
    /// Unknown when not given.
    pub gender: Gender,
    /// Never in the future of the day it was entered.
    pub date_of_birth: NaiveDate,
    /// Street.
    pub address_line1: Option<String>,
    /// Apartment, building.
    pub address_line2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// The abbreviation.
    pub state: Option<String>,
    /// `12345` or `12345-6789`.
    pub zip_code: Option<String>,
    /// Usually one of [`PLAN_NAMES`].
    pub plan_name: String,
    /// Usually [`PRIMARY`] or [`DEPENDENT`].
    pub member_type: String,
    /// Another id by which the group or an insurer knows the member.
    pub other_member_id: Option<String>,
    /// Unique within the group, whatever the status (rules.md#unique-ids).
    pub unique_id: Option<String>,
    /// Decides which line items count the member (rules.md#billing-references).
    pub billing_reference_id: Option<String>,
    /// The pricing group, when the group has any.
    pub pricing_group: Option<PricingGroupId>,
}

impl MemberDetails {
    /// The folded first name, for comparing and sorting.
    pub fn first_key(&self) -> String {
        fold(&self.first_name)
    }

    /// The folded last name, for comparing and sorting.
    pub fn last_key(&self) -> String {
        fold(&self.last_name)
    }

    /// The folded unique id; at most one member of a group has it (rules.md#unique-ids).
    pub fn unique_key(&self) -> Option<String> {
        self.unique_id.as_deref().map(fold)
    }

    /// The folded billing reference, compared with the reference of a line item (rules.md#billing-references).
    pub fn billing_ref_key(&self) -> Option<String> {
        self.billing_reference_id.as_deref().map(fold)
    }

    /// Whether the member is an employee and so counts for a bill per employee (rules.md#billable-members).
    pub fn is_primary(&self) -> bool {
        self.member_type == PRIMARY
    }

    /// First and last name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// What the search of members looks in: the texts of the list that are the member's own, last and first name in front so that
    /// its order is the list's, folded (rules.md#search-and-order, rules.md#search-text). Plans are few and many bear each: they are found by name
    /// ([`calls`](crate::text::calls)).
    pub fn search_text(&self) -> String {
        let optional = [
            &self.email,
            &self.unique_id,
            &self.other_member_id,
            &self.address_line1,
            &self.address_line2,
            &self.city,
            &self.state,
            &self.zip_code,
        ];
        let parts = [&self.last_name, &self.first_name].into_iter().chain(optional.into_iter().flatten());
        fold(&parts.map(String::as_str).collect::<Vec<_>>().join(" "))
    }
}

/// The day before which nobody can have been born (rules.md#member-fields).
pub const EARLIEST_BIRTH: NaiveDate = NaiveDate::from_ymd_opt(1900, 1, 1).expect("a day of the calendar");

#[cfg(test)]
mod tests {
    use crate::examples;

    #[test]
    fn the_search_text_is_ordered_like_the_list() {
        let mut member = examples::member_details();
        member.last_name = "M\u{fc}ller".into();
        member.first_name = "Ana".into();
        member.email = Some("Ana@Mail.example".into());
        member.unique_id = Some("E-17".into());
        assert_eq!(member.search_text(), "muller ana ana@mail.example e-17 12 orchard lane dayton oh 45402");
    }
}
