//! Columns of words and codes for people of a family, by their values.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::meanings::{have_lost_zeros, with_zero};
use super::super::{How, Mapping};
use crate::census::cells::{clean, is_placeholder, read_member_type, read_relationship, read_relationship_surely};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::people_beside::{ENDS_OF_KINDS, KINDS_OF_OTHERS, ROLES};
use crate::census::vocabulary::roles::{MemberType, Relationship};

/// Of so many values that tell of a family one more may be of another kind.
const MOST_OTHERS: usize = 4;

/// Gives the column of roles in a family its field, where no heading names one.
pub(super) fn find_words(mapping: &mut Mapping, people: &[&Row]) {
    if mapping.column_of(Field::Relationship).is_some() {
        return;
    }
    let told = mapping.columns().iter().find_map(|column| {
        let may_be = match column.field {
            None => column.how == How::Unmapped && says_kind(&column.key),
            // `Member` is a name, and `Status` a status, but for the file where they hold something else.
            Some(Field::FullName | Field::Status) => column.how == How::Known && is_vague(&column.key),
            Some(_) => false,
        };
        let cells = people.iter().map(|row| clean(row.cell(column.index)));
        let values = cells.filter(|cell| !cell.is_empty() && !is_placeholder(cell));
        let has_lost = may_be && have_lost_zeros(values.clone());
        let restored = |value| match with_zero(value) {
            Some(code) if has_lost => Cow::Owned(code),
            _ => Cow::Borrowed(value),
        };
        may_be.then(|| role_of(values.map(restored))).flatten().map(|field| (column.index, field))
    });
    if let Some((index, field)) = told.filter(|(_, field)| mapping.column_of(*field).is_none()) {
        mapping.take_by_values(index, field);
    }
}

/// What a value of a column that surely tells roles says.
pub(in crate::census::columns) fn role(value: &str) -> Option<MemberType> {
    read_relationship_surely(value).map(Relationship::member_type).or_else(|| read_member_type(value))
}

/// Whether values say who people are of a family, and of some that they are employees.
pub(in crate::census::columns) fn are_roles(values: &[&str]) -> bool {
    values.iter().all(|value| role(value).is_some())
        && values.iter().any(|value| role(value) == Some(MemberType::Primary))
}

/// Whether a heading may hold the role of a person in a family: `Type`, `Person Type`, `Role`, `Record Code`. Relationships of beneficiaries
/// and contacts, and kinds of coverage, are something else.
pub(super) fn says_kind(key: &str) -> bool {
    (ENDS_OF_KINDS.iter().any(|end| key.ends_with(end)) || is_vague(key))
        && !KINDS_OF_OTHERS.iter().any(|other| key.contains(other))
}

fn is_vague(key: &str) -> bool {
    ROLES.contains(key)
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

/// The field of a column by its values: words or codes for roles in a family, employees and dependents among them. Beside
/// a few values that tell nothing of a family, such as `Retiree`, it tells member types, of which an unknown one makes no dependent.
fn role_of<'a>(values: impl Iterator<Item = Cow<'a, str>>) -> Option<Field> {
    let (mut signs, mut codes, mut others) = (Vec::new(), 0, 0);
    for value in values {
        match sign(&value) {
            Some(sign) => signs.push(sign),
            None => others += 1,
        }
        codes += usize::from(value.bytes().all(|byte| byte.is_ascii_digit()));
    }
    let has = |sign: Sign| signs.contains(&sign);
    let is_mixed = codes > 0 && (codes < signs.len() || others > 0);
    if !has(Sign::Employee) || is_mixed || others * MOST_OTHERS > signs.len() {
        return None;
    }
    match () {
        () if has(Sign::Relative) && others == 0 => Some(Field::Relationship),
        () if has(Sign::Relative) || (has(Sign::Dependent) && others == 0) => Some(Field::MemberType),
        () => None,
    }
}

/// Whether all values are letters for an employee and those who belong to one: `E`, `S`, `C`.
pub(super) fn are_letters<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let letters: HashSet<String> = values.filter(|value| !value.is_empty()).map(str::to_ascii_lowercase).collect();
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
            (&["Employee", "Spouse", "Child", "Employee", "Retiree"], member_type),
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
            assert_eq!(role_of(values.iter().copied().map(Cow::Borrowed)), field, "{values:?}");
        }
    }

    #[test]
    fn some_headings_are_of_somebody_else() {
        for key in ["type", "role", "persontype", "recordtype", "membercode", "member", "status"] {
            assert!(says_kind(key), "{key}");
        }
        for key in ["beneficiarytype", "contacttype", "coveragetype", "plantype", "typeofplan", "salary", ""] {
            assert!(!says_kind(key), "{key}");
        }
    }
}
