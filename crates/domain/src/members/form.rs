//! A member as a person or a program enters it, and which entries are accepted (rules.md#member-fields,
//! rules.md#plan-name-and-member-type).

use chrono::NaiveDate;

use super::contact_details::{read_email, read_phone, read_zip_code};
use super::member::{DEPENDENT, EARLIEST_BIRTH, Gender, MemberDetails, PLAN_NAMES, PRIMARY};
use super::states::read_state;
use crate::text::{fold, non_blank};
use crate::{Invalid, PricingGroupId};

/// A member as it was typed or posted, before any rule has looked at it. Blank texts mean "not given".
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberForm {
    /// Required, at most 100 characters.
    pub first_name: String,
    /// Required, at most 100 characters.
    pub last_name: String,
    /// An everyday e-mail address.
    pub email: String,
    /// Ten digits, however punctuated.
    pub mobile_phone: String,
    /// Ten digits, however punctuated.
    pub home_phone: String,
    /// 0 to 3; not given means unknown.
    pub gender: Option<i64>,
    /// Required, from 1900-01-01 to today.
    pub date_of_birth: Option<NaiveDate>,
    /// At most 200 characters.
    pub address_line1: String,
    /// At most 200 characters.
    pub address_line2: String,
    /// At most 100 characters.
    pub city: String,
    /// A name or an abbreviation.
    pub state: String,
    /// Five or nine digits.
    pub zip_code: String,
    /// One of [`PLAN_NAMES`], or what was stored before.
    pub plan_name: String,
    /// [`PRIMARY`] or [`DEPENDENT`], or what was stored before.
    pub member_type: String,
    /// At most 50 characters.
    pub other_member_id: String,
    /// `EmployerProvidedId`, at most 50 characters.
    pub unique_id: String,
    /// At most 50 characters.
    pub billing_reference_id: String,
    /// A pricing group of the member's group.
    pub pricing_group: Option<PricingGroupId>,
}

/// The pricing groups a member may be put into.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PricingChoice {
    /// Every pricing group of the member's group.
    pub all: Vec<PricingGroupId>,
    /// The one used when none is named.
    pub default: Option<PricingGroupId>,
}

impl MemberForm {
    /// Checks a member (rules.md#member-fields, rules.md#plan-name-and-member-type) and returns what is to be stored.
    /// `stored` is the member as it is now when it is being edited: a plan name or member type that is no longer known
    /// is kept as long as it is not changed.
    ///
    /// # Errors
    /// Every wrong field, by its key.
    pub fn check(
        &self,
        today: NaiveDate,
        pricing: &PricingChoice,
        stored: Option<&MemberDetails>,
    ) -> Result<MemberDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_person("FirstName", "First Name", &self.first_name, 100);
        invalid.require_person("LastName", "Last Name", &self.last_name, 100);
        self.check_lengths(&mut invalid);
        let details = MemberDetails {
            first_name: self.first_name.trim().to_owned(),
            last_name: self.last_name.trim().to_owned(),
            email: optional(&mut invalid, "EmailAddress", &self.email, read_email, EMAIL_WRONG),
            mobile_phone: optional(&mut invalid, "MobilePhone", &self.mobile_phone, read_phone, PHONE_WRONG),
            home_phone: optional(&mut invalid, "HomePhone", &self.home_phone, read_phone, PHONE_WRONG),
            gender: self.read_gender(&mut invalid),
            date_of_birth: self.read_date_of_birth(&mut invalid, today),
            address_line1: trimmed(&self.address_line1),
            address_line2: trimmed(&self.address_line2),
            city: trimmed(&self.city),
            state: optional(&mut invalid, "State", &self.state, abbreviation, "State is not in the list of states."),
            zip_code: optional(&mut invalid, "ZipCode", &self.zip_code, read_zip_code, ZIP_WRONG),
            plan_name: known(
                &mut invalid,
                ("PlanName", "Plan"),
                &self.plan_name,
                &PLAN_NAMES,
                stored.map(|member| member.plan_name.as_str()),
            ),
            member_type: known(
                &mut invalid,
                ("MemberType", "Member Type"),
                &self.member_type,
                &[PRIMARY, DEPENDENT],
                stored.map(|member| member.member_type.as_str()),
            ),
            other_member_id: trimmed(&self.other_member_id),
            unique_id: trimmed(&self.unique_id),
            billing_reference_id: trimmed(&self.billing_reference_id),
            pricing_group: self.read_pricing_group(&mut invalid, pricing),
        };
        invalid.or(details)
    }

    fn check_lengths(&self, invalid: &mut Invalid) {
        for (key, label, text, longest) in [
            ("AddressLine1", "Address Line 1", &self.address_line1, 200),
            ("AddressLine2", "Address Line 2", &self.address_line2, 200),
            ("City", "City", &self.city, 100),
            ("OtherMemberId", "Other Member ID", &self.other_member_id, 50),
            ("EmployerProvidedId", "Unique ID", &self.unique_id, 50),
            ("BillingReferenceId", "Billing Code", &self.billing_reference_id, 50),
        ] {
            invalid.limit(key, label, text, longest);
        }
    }

    fn read_gender(&self, invalid: &mut Invalid) -> Gender {
        let gender = self.gender.map_or(Some(Gender::Unknown), Gender::from_number);
        invalid.check(gender.is_some(), "Gender", "Gender must be one of the choices.");
        gender.unwrap_or_default()
    }

    fn read_date_of_birth(&self, invalid: &mut Invalid, today: NaiveDate) -> NaiveDate {
        match self.date_of_birth {
            None => invalid.add("DateOfBirth", "Date of Birth is required."),
            Some(day) => {
                invalid.check(day >= EARLIEST_BIRTH, "DateOfBirth", "Date of Birth must not be before 01/01/1900.");
                invalid.check(day <= today, "DateOfBirth", "Date of Birth must not be in the future.");
            }
        }
        self.date_of_birth.unwrap_or(EARLIEST_BIRTH)
    }

    fn read_pricing_group(&self, invalid: &mut Invalid, pricing: &PricingChoice) -> Option<PricingGroupId> {
        let chosen = self.pricing_group.or(pricing.default);
        match chosen {
            None => invalid.check(pricing.all.is_empty(), "PricingGroupId", "Pricing Group is required."),
            Some(id) => invalid.check(
                pricing.all.contains(&id),
                "PricingGroupId",
                "Pricing Group must be a pricing group of this member's group.",
            ),
        }
        chosen
    }
}

pub(crate) const EMAIL_WRONG: &str = "Email Address is not a valid e-mail address.";
const PHONE_WRONG: &str = "A phone number must have 10 digits.";
const ZIP_WRONG: &str = "Zip Code must have 5 or 9 digits.";

fn abbreviation(text: &str) -> Option<String> {
    read_state(text).map(|state| state.abbreviation.to_owned())
}

fn trimmed(text: &str) -> Option<String> {
    non_blank(text).map(str::to_owned)
}

/// Reads a text that may be blank; reports `message` on `key` when it is there and cannot be read.
pub(crate) fn optional<T>(
    invalid: &mut Invalid,
    key: &str,
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    message: &str,
) -> Option<T> {
    let text = non_blank(text)?;
    let value = read(text);
    invalid.check(value.is_some(), key, message);
    value
}

/// One of `choices` (the first when blank), or what was `stored` before (rules.md#plan-name-and-member-type).
fn known(
    invalid: &mut Invalid,
    (key, label): (&str, &str),
    text: &str,
    choices: &[&'static str],
    stored: Option<&str>,
) -> String {
    let Some(text) = non_blank(text) else {
        return choices[0].to_owned();
    };
    if let Some(choice) = choices.iter().find(|choice| fold(choice) == fold(text)) {
        return (*choice).to_owned();
    }
    invalid.check(stored == Some(text), key, format!("{label} must be one of the choices."));
    text.to_owned()
}

#[cfg(test)]
mod tests;
