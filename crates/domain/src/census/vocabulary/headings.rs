//! How headings are called in the census files of brokers, payroll programs and X12 exports, and which field they mean.
//!
//! A heading is compared by its key: letters and digits only, without case, accents and bracketed remarks.

mod codes;
mod relationships;
mod synonyms;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::codes::without_element;
use self::relationships::is_relationship;
use self::synonyms::SYNONYMS;
use crate::census::field::Field;
use crate::text::fold;

/// Words before a heading that say whose it is and nothing else.
const OWNERS: &[&str] = &[
    "employee",
    "emp",
    "ee",
    "member",
    "mbr",
    "mem",
    "subscriber",
    "insured",
    "participant",
    "person",
    "primary",
    "patient",
    "associate",
    "worker",
    "enrollee",
    "policyholder",
    "legal",
    "current",
];

/// Those of them who may be another person than the one of the row: a member's own e-mail address goes before a subscriber's.
pub(in crate::census) const EMPLOYEES: &[&str] =
    &["employee", "emp", "ee", "subscriber", "insured", "associate", "worker", "policyholder"];

/// Words behind a heading that say how its values are written.
const FORMATS: &[&str] =
    &["mmddyyyy", "mmddyy", "mdyyyy", "yyyymmdd", "ddmmyyyy", "required", "optional", "ifapplicable", "10digits"];

/// Parts of a record that programs write before their headings: `Home Address: City`, `Personal Contact: Personal Mobile`.
const PARTS: &[&str] = &[
    "homeaddress",
    "primaryaddress",
    "primaryhomeaddress",
    "legaladdress",
    "legalpreferredaddress",
    "mailingaddress",
    "permanentaddress",
    "residentialaddress",
    "personalcontact",
    "homecontact",
    "workcontact",
    "addr",
    "address",
    "physical",
    "physicaladdress",
    "res",
    "residence",
    "perm",
];

/// Which address it is, and a part of the street: `Address Home`, `Address St`.
const KINDS_OF_ADDRESS: [&str; 5] = ["home", "cell", "mobile", "work", "st"];

/// What stands in such a part.
const IN_PARTS: &[Field] = &[
    Field::Email,
    Field::CellPhone,
    Field::HomePhone,
    Field::AddressLine1,
    Field::AddressLine2,
    Field::City,
    Field::State,
    Field::ZipCode,
];

/// Parts that programs write before what tells who somebody is: `Personal: Date of Birth`, `Covered Person Last Name`.
const PERSONS: &[&str] =
    &["personal", "personalinfo", "personalinformation", "demographics", "individual", "coveredperson"];

/// What stands in such a part.
const OF_PERSONS: &[Field] = &[
    Field::FirstName,
    Field::LastName,
    Field::MiddleName,
    Field::Suffix,
    Field::Gender,
    Field::DateOfBirth,
    Field::Relationship,
    Field::Ssn,
];

static BY_KEY: LazyLock<HashMap<&'static str, (Field, u16)>> = LazyLock::new(|| {
    let keys = SYNONYMS
        .iter()
        .flat_map(|(field, keys)| keys.split_whitespace().enumerate().map(|(rank, key)| (key, (*field, rank as u16))));
    keys.collect()
});

/// The field a key means and how sure that is (0 surest), also behind words such as Employee and before MM/DD/YYYY.
pub fn recognise(key: &str) -> Option<(Field, u16)> {
    if let Some(known) = BY_KEY.get(key) {
        return Some(*known);
    }
    let bare = FORMATS.iter().find_map(|format| key.strip_suffix(format)).unwrap_or(key);
    if let Some(known) = BY_KEY.get(bare) {
        return Some(*known);
    }
    let behind = |part: &&str| bare.strip_prefix(*part).filter(|rest| !KINDS_OF_ADDRESS.contains(rest));
    if let Some((field, rank)) = PARTS.iter().find_map(|part| BY_KEY.get(behind(part)?)) {
        // The phone of a work contact is nobody's own.
        let is_his_own = *field == Field::Email || !bare.starts_with("work");
        return (IN_PARTS.contains(field) && is_his_own).then_some((*field, rank + 50));
    }
    if let Some(known) = of_person(bare) {
        return Some(known);
    }
    if is_relationship(bare) {
        return Some((Field::Relationship, 50));
    }
    if let Some(known) = without_element(bare).and_then(|rest| BY_KEY.get(rest)) {
        return Some(*known);
    }
    if EMPLOYEES.iter().any(|owner| bare.strip_prefix(owner) == Some("code")) {
        return Some((Field::UniqueId, 250));
    }
    // "Employee" alone is a name, and a name that hides behind an owner is one too; both stand in the table.
    OWNERS.iter().filter_map(|owner| Some((owner, bare.strip_prefix(owner)?))).find_map(|(owner, rest)| {
        let (field, rank) = *BY_KEY.get(rest)?;
        let less_sure = if EMPLOYEES.contains(owner) { 200 } else { 100 };
        (field != Field::FullName).then_some((field, rank + less_sure))
    })
}

/// What a column holds of who somebody is, behind a word that says no more than that.
fn of_person(key: &str) -> Option<(Field, u16)> {
    let (field, rank) = PERSONS.iter().find_map(|part| BY_KEY.get(key.strip_prefix(part)?))?;
    OF_PERSONS.contains(field).then_some((*field, rank + 50))
}

/// The key without the word before it that says whose it is, or at which place of an X12 834 it stands.
pub(in crate::census) fn without_owner(key: &str) -> &str {
    let key = without_element(key).unwrap_or(key);
    OWNERS.iter().find_map(|owner| key.strip_prefix(owner)).unwrap_or(key)
}

/// The field that takes a second column of a key whose first choice is taken (a second phone is the home phone).
pub fn second_choice(field: Field, key: &str) -> Option<Field> {
    match (field, key) {
        (Field::CellPhone, _) => Some(Field::HomePhone),
        (Field::UniqueId, key) if is_subscribers(key) => Some(Field::FamilyId),
        (Field::UniqueId, "memberid" | "membernumber" | "memberno" | "memid" | "mbrid") => Some(Field::OtherMemberId),
        _ => None,
    }
}

/// Whether an id is that of whom a family is insured by.
pub(in crate::census) fn is_subscribers(key: &str) -> bool {
    matches!(
        key,
        "subscriberid"
            | "subscribernumber"
            | "subid"
            | "subnumber"
            | "subno"
            | "insuredid"
            | "cardholderid"
            | "cardholdernumber"
    )
}

/// Whether a heading says that its dates are written day first.
pub fn says_day_first(heading: &str) -> bool {
    let letters: String = fold(heading).chars().filter(|c| c.is_alphanumeric()).collect();
    letters.contains("ddmmyy")
}

/// Whether a heading of whole names says that the last name comes first.
pub(in crate::census) fn says_last_first(heading: &str) -> bool {
    const ORDERS: [&str; 7] =
        ["lastfirst", "lastnamefirst", "surnamefirst", "familynamefirst", "lastgiven", "lastnamegiven", "surnamegiven"];
    let letters: String = fold(heading).chars().filter(|c| c.is_alphanumeric()).collect();
    ORDERS.iter().any(|order| letters.contains(order))
}
