//! Who gets a welcome mail (rules.md#welcome-mails, rules.md#broker-override).
//!
//! By itself the product welcomes a member once, when it is created or becomes active again. By hand a member is welcomed once for each
//! time it became active, so that a double click, or two people, send one mail.

use chrono::NaiveDate;

use crate::Invalid;

/// Who asks for a welcome mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WelcomeBy {
    /// The creation or reactivation of the member.
    Itself,
    /// A person.
    Hand,
}

impl WelcomeBy {
    /// Whether a member who is active since a day gets a mail, given the day on which it was last welcomed.
    pub fn is_due(self, active_since: NaiveDate, welcomed_on: Option<NaiveDate>) -> bool {
        match (self, welcomed_on) {
            (_, None) => true,
            (Self::Itself, Some(_)) => false,
            (Self::Hand, Some(welcomed_on)) => welcomed_on < active_since,
        }
    }
}

/// The refusal of a choice of nobody.
pub const CHOOSE_MEMBERS: &str = "Select at least one member.";
/// The refusal of a choice of somebody who cannot be welcomed.
pub const NOT_ELIGIBLE: &str = "Only active members with an email address can receive a welcome email.";

/// Refuses a choice of nobody, and one with members that are not eligible.
///
/// # Errors
/// On `EmployeeIds`.
pub fn check_choice(chosen: usize, eligible: usize) -> Result<(), Invalid> {
    let mut invalid = Invalid::none();
    invalid.check(chosen > 0, "EmployeeIds", CHOOSE_MEMBERS);
    invalid.check(chosen == eligible, "EmployeeIds", NOT_ELIGIBLE);
    invalid.result()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::read_date;

    #[test]
    fn a_member_is_welcomed_once_by_itself_and_once_each_time_it_became_active_by_hand() {
        for (active_since, welcomed_on, itself, hand) in [
            ("2026-07-01", None, true, true),
            ("2026-07-01", Some("2026-07-01"), false, false),
            ("2026-07-01", Some("2026-07-20"), false, false),
            ("2026-07-21", Some("2026-07-20"), false, true),
        ] {
            let day = |text: &str| read_date(text).unwrap();
            let due = |by: WelcomeBy| by.is_due(day(active_since), welcomed_on.map(day));
            let found = (due(WelcomeBy::Itself), due(WelcomeBy::Hand));
            assert_eq!(found, (itself, hand), "{active_since} {welcomed_on:?}");
        }
    }

    #[test]
    fn a_choice_is_of_somebody_and_of_nobody_who_cannot_be_welcomed() {
        let said = |chosen, eligible| check_choice(chosen, eligible).err().map(|invalid| invalid.0[0].message.clone());
        assert_eq!(said(2, 2), None);
        assert_eq!(said(0, 0).as_deref(), Some(CHOOSE_MEMBERS));
        assert_eq!(said(2, 1).as_deref(), Some(NOT_ELIGIBLE));
    }
}
