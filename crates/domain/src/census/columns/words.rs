//! Words, letters and codes for people of a family, by which a column of them is known.

use std::collections::HashSet;

use super::shown::values;
use super::{How, Mapping};
use crate::census::cells::{read_member_type, read_relationship, read_relationship_surely};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::people_beside::{ROLE_HEADINGS, RoleHeading};
use crate::census::vocabulary::roles::{MemberType, Relationship};

/// The longest code beside letters, such as `FT`.
const LONGEST: usize = 2;

/// The different values of a column of letters; none when it holds anything longer.
pub(super) fn letters_of(values: &[&str]) -> HashSet<String> {
    let is_letter = |value: &&str| value.len() <= LONGEST && value.bytes().all(|byte| byte.is_ascii_alphabetic());
    let letters = if values.iter().all(is_letter) { values } else { &[] };
    letters.iter().map(|value| value.to_ascii_lowercase()).collect()
}

/// Returns the column of words for roles in a family with its field, where no heading names one.
pub(super) fn field_of_words(mapping: &Mapping, people: &[&Row]) -> Option<(usize, Field)> {
    mapping.columns().iter().find_map(|column| {
        let may_be = match column.field {
            None => column.is_open() && says_kind(&column.key),
            // `Member` is a name, and `Status` a status, but for the file where they hold something else.
            Some(Field::FullName | Field::Status) => column.how == How::Known && is_role_heading(&column.key),
            Some(_) => false,
        };
        let values: Vec<&str> = values(people, column.index).collect();
        may_be.then(|| role_of(&values)).flatten().map(|field| (column.index, field))
    })
}

/// What a value of a column that surely tells roles says.
pub(super) fn role(value: &str) -> Option<MemberType> {
    read_relationship_surely(value).map(Relationship::member_type).or_else(|| read_member_type(value))
}

/// Whether values say who people are of a family, and of some that they are employees.
pub(super) fn are_roles(values: &[&str]) -> bool {
    values.iter().all(|value| role(value).is_some())
        && values.iter().any(|value| role(value) == Some(MemberType::Primary))
}

/// Whether a heading is one of a column that may hold roles.
fn is_role_heading(key: &str) -> bool {
    ROLE_HEADINGS.meaning(key) == Some(RoleHeading::Whole)
}

/// Whether a heading may hold the role of a person in a family: `Type`, `Person Type`, `Role`, `Record Code`. Relationships of beneficiaries
/// and contacts, and kinds of coverage, are something else.
pub(super) fn says_kind(key: &str) -> bool {
    (ROLE_HEADINGS.words(RoleHeading::End).any(|end| key.ends_with(end)) || is_role_heading(key))
        && !ROLE_HEADINGS.words(RoleHeading::Other).any(|other| key.contains(other))
}

/// What one value speaks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Employee,
    Relative,
    Dependent,
    /// It may be said of a family, and of something else as well.
    Vague,
}

/// The field of a column by its values: words or codes for roles in a family, employees and dependents among them.
fn role_of(values: &[&str]) -> Option<Field> {
    let signs = values.iter().map(|value| sign(value)).collect::<Option<Vec<Sign>>>()?;
    let codes = values.iter().filter(|value| value.bytes().all(|byte| byte.is_ascii_digit())).count();
    let has = |sign: Sign| signs.contains(&sign);
    match () {
        () if !has(Sign::Employee) || (codes > 0 && codes < values.len()) => None,
        () if has(Sign::Relative) => Some(Field::Relationship),
        () if has(Sign::Dependent) => Some(Field::MemberType),
        () => None,
    }
}

/// Whether more than half of the values are roles in a family, employees and relatives among them.
pub(super) fn are_mostly_roles(values: &[&str]) -> bool {
    let signs: Vec<Sign> = values.iter().filter_map(|value| sign(value)).collect();
    signs.contains(&Sign::Employee)
        && (signs.contains(&Sign::Relative) || signs.contains(&Sign::Dependent))
        && signs.len() * 2 > values.len()
}

/// Whether all values are letters for an employee and those who belong to one: `E`, `S`, `C`.
pub(super) fn are_letters(values: &[&str]) -> bool {
    let letters = letters_of(values);
    let has = |letter: &str| letters.contains(letter);
    has("e") && (has("s") || has("c") || has("d")) && letters.iter().all(|letter| "escdhw".contains(letter.as_str()))
}

/// `None` for a value that is no role in a family.
fn sign(value: &str) -> Option<Sign> {
    let relationship = read_relationship(value)?;
    let key = heading_key(value);
    Some(match (key.as_str(), relationship) {
        ("18" | "ee" | "emp" | "employee" | "self" | "subscriber" | "sub" | "primary" | "policyholder", _) => {
            Sign::Employee
        }
        // `Primary Insured`, `Card Holder`; each word by itself may have another meaning.
        (key, Relationship::Employee) if key.starts_with("primary") || key.ends_with("holder") => Sign::Employee,
        ("dependent" | "dep", _) => Sign::Dependent,
        // Letters that a kind of employment has too, and words of schools.
        ("student" | "married" | "adopted", _) => Sign::Vague,
        (key, Relationship::Spouse | Relationship::Child) if key.chars().count() > 1 => Sign::Relative,
        _ => Sign::Vague,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_tell_a_family_from_other_kinds() {
        let (relationship, member_type) = (Some(Field::Relationship), Some(Field::MemberType));
        for (values, field) in [
            (&["Employee", "Spouse", "Child"][..], relationship),
            (&["Primary Insured", "Spouse", "Child"], relationship),
            (&["Cardholder", "Dependent"], member_type),
            (&["EE", "SP", "CH", "EE"], relationship),
            (&["Subscriber", "Dependent"], member_type),
            (&["Employee", "Dependent Child", "Domestic Partner"], relationship),
            (&["18", "01", "19"], relationship),
            (&["18", "18"], None),
            (&["18", "34", "52"], None),
            (&["18", "19", "Employee"], None),
            (&["Full-time", "Part-time"], None),
            (&["PPO", "HMO"], None),
            (&["Employee", "Contractor"], None),
            (&["Employee", "Spouse", "Child", "Employee", "Retiree"], None),
            (&["Employee", "Spouse", "Retiree"], None),
            (&["18", "01", "19", "18", "Retiree"], None),
            (&["Employee", "Partner", "Associate"], None),
            (&["Employee", "Partner"], None),
            (&["Employee", "Student"], None),
            (&["E", "S", "C"], None),
            (&["Spouse", "Child"], None),
            (&["EE", "ES", "FAM"], None),
            (&["Employee"], None),
            (&[], None),
        ] {
            assert_eq!(role_of(values), field, "{values:?}");
        }
    }

    #[test]
    fn some_headings_are_of_others() {
        for key in ["type", "role", "persontype", "recordtype", "membercode", "member", "status"] {
            assert!(says_kind(key), "{key}");
        }
        for key in ["beneficiarytype", "contacttype", "coveragetype", "plantype", "typeofplan", "salary", ""] {
            assert!(!says_kind(key), "{key}");
        }
    }
}
