//! Contacts: the people at a group, who need not sign in (rules.md#contacts-and-notes).

use crate::Invalid;
use crate::members::contact_details::{read_email, read_phone};
use crate::members::form::{EMAIL_WRONG, optional};
use crate::text::{fold, non_blank};

/// A contact as it was typed or posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactForm {
    /// Required, at most 100 characters.
    pub first_name: String,
    /// Required, at most 100 characters.
    pub last_name: String,
    /// Any everyday address.
    pub email: String,
    /// Ten digits, however they are written.
    pub phone: String,
    /// At most 100 characters.
    pub department: String,
    /// At most 4,000 characters.
    pub notes: String,
    /// Whether the person still speaks for the group.
    pub active: bool,
}

/// A new contact is active.
impl Default for ContactForm {
    fn default() -> Self {
        let none = String::new;
        Self {
            first_name: none(),
            last_name: none(),
            email: none(),
            phone: none(),
            department: none(),
            notes: none(),
            active: true,
        }
    }
}

/// A contact's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactDetails {
    /// Trimmed.
    pub first_name: String,
    /// Trimmed.
    pub last_name: String,
    /// Trimmed.
    pub email: Option<String>,
    /// Ten digits.
    pub phone: Option<String>,
    /// Trimmed.
    pub department: Option<String>,
    /// Trimmed.
    pub notes: Option<String>,
    /// Whether the person still speaks for the group.
    pub active: bool,
}

impl ContactForm {
    /// Checks every rule and returns what is to be stored.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self) -> Result<ContactDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_person("FirstName", "First Name", &self.first_name, 100);
        invalid.require_person("LastName", "Last Name", &self.last_name, 100);
        invalid.limit("Department", "Department", &self.department, 100);
        invalid.limit("Notes", "Notes", &self.notes, 4000);
        let text = |text: &str| non_blank(text).map(str::to_owned);
        let phone_wrong = "Phone Number must have 10 digits.";
        let details = ContactDetails {
            first_name: self.first_name.trim().to_owned(),
            last_name: self.last_name.trim().to_owned(),
            email: optional(&mut invalid, "EmailAddress", &self.email, read_email, EMAIL_WRONG),
            phone: optional(&mut invalid, "PhoneNumber", &self.phone, read_phone, phone_wrong),
            department: text(&self.department),
            notes: text(&self.notes),
            active: self.active,
        };
        invalid.or(details)
    }
}

impl ContactDetails {
    /// First and last name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// Where the contact stands in the list: active ones first, then by last and first name.
    pub fn place(&self) -> (bool, String, String) {
        (!self.active, fold(&self.last_name), fold(&self.first_name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    fn errors(vary: impl FnOnce(&mut ContactForm)) -> String {
        let mut form = examples::contact_form();
        vary(&mut form);
        form.check().err().map_or(String::new(), |invalid| invalid.to_string())
    }

    #[test]
    fn names_are_required_and_every_field_has_its_bounds() {
        for (found, expected) in [
            (errors(|_| {}), ""),
            (errors(|form| form.first_name = " ".into()), "FirstName: First Name is required."),
            (errors(|form| form.last_name = String::new()), "LastName: Last Name is required."),
            (errors(|form| form.first_name = "x".repeat(101)), "FirstName: First Name must be at most 100 characters."),
            (errors(|form| form.last_name = "\u{e9}".repeat(100)), ""),
            (errors(|form| form.email = "ana".into()), "EmailAddress: Email Address is not a valid e-mail address."),
            (errors(|form| form.email = " ".into()), ""),
            (errors(|form| form.phone = "614 555 01".into()), "PhoneNumber: Phone Number must have 10 digits."),
            (errors(|form| form.phone = "614-555-0142 ext 9".into()), "PhoneNumber: Phone Number must have 10 digits."),
            (
                errors(|form| form.department = "x".repeat(101)),
                "Department: Department must be at most 100 characters.",
            ),
            (errors(|form| form.notes = "x".repeat(4000)), ""),
            (errors(|form| form.notes = "x".repeat(4001)), "Notes: Notes must be at most 4000 characters."),
        ] {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_is_stored_is_trimmed_and_blank_is_nothing() {
        let form = ContactForm {
            first_name: " Zo\u{eb} ".into(),
            last_name: " Marsh ".into(),
            phone: "(614) 555-0142".into(),
            department: "  ".into(),
            ..ContactForm::default()
        };
        let details = form.check().expect("valid");
        assert_eq!(details.full_name(), "Zo\u{eb} Marsh");
        assert_eq!(details.phone.as_deref(), Some("6145550142"));
        assert_eq!((details.email, details.department, details.active), (None, None, true));
    }

    #[test]
    fn active_contacts_come_first_and_then_the_last_name_counts_whatever_its_case() {
        let one = |first: &str, last: &str, active| {
            let form =
                ContactForm { first_name: first.into(), last_name: last.into(), active, ..ContactForm::default() };
            form.check().expect("valid")
        };
        let mut all = [
            one("Ana", "abel", false),
            one("Zoe", "Young", true),
            one("Bo", "\u{c1}bel", true),
            one("Al", "Abel", true),
        ];
        all.sort_by_key(ContactDetails::place);
        let names: Vec<_> = all.iter().map(ContactDetails::full_name).collect();
        assert_eq!(names, ["Al Abel", "Bo \u{c1}bel", "Zoe Young", "Ana abel"]);
    }
}
