//! What makes a new member a duplicate of one that is already there (rules.md#duplicate-members).

use chrono::NaiveDate;

use crate::Invalid;
use crate::members::member::MemberDetails;
use crate::text::fold;

/// The folded names and the birth date: two members of any group and any status with the same one are presumably the
/// same person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonKey {
    /// The folded last name.
    pub last_key: String,
    /// The folded first name.
    pub first_key: String,
    /// The birth date.
    pub date_of_birth: NaiveDate,
}

impl PersonKey {
    /// The key of a member.
    pub fn of(member: &MemberDetails) -> Self {
        Self { last_key: member.last_key(), first_key: member.first_key(), date_of_birth: member.date_of_birth }
    }
}

/// What the database found for a member that is about to be saved, itself not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// Somebody, in any group and of any status, has the same [`PersonKey`].
    pub same_person: bool,
    /// Somebody of the same group, of any status, has the same unique id.
    pub same_unique_id: bool,
}

/// The warning of a presumable duplicate; the person who saves can bypass it.
pub const SAME_PERSON: &str = "It appears this member already exists in our system and has triggered a duplication warning. If this is not a duplicate member, you can bypass this warning by checking the box below and submitting again.";
/// The error of a unique id that is taken; nobody can bypass it.
pub const SAME_UNIQUE_ID: &str = "Another member of this group already has this unique ID.";

/// Refuses a duplicate: a person that is already there unless `bypass`, a unique id that is taken always.
///
/// # Errors
/// On `BypassDuplicationCheck` and `EmployerProvidedId`.
pub fn check(found: Found, bypass: bool) -> Result<(), Invalid> {
    let mut invalid = Invalid::none();
    invalid.check(!found.same_person || bypass, "BypassDuplicationCheck", SAME_PERSON);
    invalid.check(!found.same_unique_id, "EmployerProvidedId", SAME_UNIQUE_ID);
    invalid.result()
}

/// The unique id a dependent keeps: none when it only repeats its primary's (rules.md#unique-ids).
pub fn dependent_unique_id(own: Option<String>, primary: Option<&str>) -> Option<String> {
    own.filter(|own| primary.is_none_or(|primary| fold(primary) != fold(own)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    #[test]
    fn a_person_is_recognised_whatever_the_case_and_spacing() {
        let ana = examples::member_details();
        let mut same = ana.clone();
        same.first_name = format!("  {} ", ana.first_name.to_uppercase());
        same.email = None;
        assert_eq!(PersonKey::of(&same), PersonKey::of(&ana));
        same.date_of_birth = ana.date_of_birth.succ_opt().unwrap();
        assert_ne!(PersonKey::of(&same), PersonKey::of(&ana));
    }

    #[test]
    fn the_person_can_be_bypassed_and_the_unique_id_never() {
        let keys = |same_person, same_unique_id, bypass| {
            let found = Found { same_person, same_unique_id };
            check(found, bypass).err().map_or(vec![], |e| e.0.into_iter().map(|field| field.key).collect())
        };
        assert_eq!(keys(false, false, false), Vec::<String>::new());
        assert_eq!(keys(true, false, false), ["BypassDuplicationCheck"]);
        assert_eq!(keys(true, false, true), Vec::<String>::new());
        assert_eq!(keys(true, true, false), ["BypassDuplicationCheck", "EmployerProvidedId"]);
        assert_eq!(keys(true, true, true), ["EmployerProvidedId"]);
    }

    #[test]
    fn a_dependent_that_repeats_its_primarys_id_stores_none() {
        for (own, primary, kept) in [
            (Some("E-17"), Some("e-17 "), None),
            (Some("E-18"), Some("E-17"), Some("E-18")),
            (Some("E-17"), None, Some("E-17")),
            (None, Some("E-17"), None),
        ] {
            assert_eq!(dependent_unique_id(own.map(str::to_owned), primary).as_deref(), kept);
        }
    }
}
