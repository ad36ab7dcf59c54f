//! How headings are called in the census files of brokers, payroll programs and X12 exports, and which field they mean.
//!
//! A heading is compared by its key: letters and digits only, without case, accents and bracketed remarks.

mod synonyms;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::synonyms::SYNONYMS;
use super::Words;
use crate::census::field::Field;
use crate::text::fold;

/// Words before a heading that say whose it is and nothing else.
const OWNERS: Words = Words(
    "employee|emp|ee|member|mbr|mem|subscriber|insured|participant|person|primary|patient|associate|worker|enrollee|\
     policyholder|legal|current",
);

/// Those of them who may be another person than the one of the row: a member's own e-mail address goes before a subscriber's.
pub(in crate::census) const EMPLOYEES: &[&str] =
    &["employee", "emp", "ee", "subscriber", "insured", "associate", "worker", "policyholder"];

/// Words behind a heading that say how its values are written.
const FORMATS: &[&str] =
    &["mmddyyyy", "mmddyy", "mdyyyy", "yyyymmdd", "ddmmyyyy", "required", "optional", "ifapplicable", "10digits"];

/// Parts of a record that programs write before their headings: `Home Address: City`, `Personal Contact: Personal Mobile`.
const PARTS: Words = Words(
    "homeaddress|primaryaddress|primaryhomeaddress|legaladdress|legalpreferredaddress|mailingaddress|\
     permanentaddress|residentialaddress|personalcontact|homecontact|workcontact|addr|address|physical|\
     physicaladdress|res|residence|perm",
);

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
    let behind = |part: &str| bare.strip_prefix(part).filter(|rest| !KINDS_OF_ADDRESS.contains(rest));
    if let Some((field, rank)) = PARTS.all().find_map(|part| BY_KEY.get(behind(part)?)) {
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
    OWNERS.all().filter_map(|owner| Some((owner, bare.strip_prefix(owner)?))).find_map(|(owner, rest)| {
        let (field, rank) = *BY_KEY.get(rest)?;
        let less_sure = if EMPLOYEES.contains(&owner) { 200 } else { 100 };
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
    OWNERS.all().find_map(|owner| key.strip_prefix(owner)).unwrap_or(key)
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

/// The segments of people in it.
const SEGMENTS: [&str; 8] = ["ins", "ref", "nm1", "per", "dmg", "n3", "n4", "dtp"];

/// What stands behind the element of a segment.
fn without_element(key: &str) -> Option<&str> {
    let rest = SEGMENTS.iter().find_map(|segment| key.strip_prefix(segment))?;
    // The second sign of a qualifier may be a letter, as in `REF*0F`.
    let (element, rest) = rest.split_at_checked(2)?;
    (element.starts_with(|c: char| c.is_ascii_digit()) && !rest.is_empty()).then_some(rest)
}

/// How headings of relationships begin, which say to whom in many words: `Relationship Description`, `Rel. to the Employee`.
const STEMS: [&str; 6] = ["relationship", "relation", "relshp", "rlshp", "reln", "rel"];

/// How it is told.
const FORMS: [&str; 9] = ["codedescription", "codedesc", "description", "descr", "desc", "name", "code", "cd", "type"];

/// Who is insured by himself.
const HOLDERS: Words = Words(
    "employee|empl|emp|ee|subscriber|sub|insured|member|participant|primary|primaryinsured|primarymember|\
     primarysubscriber|policyholder|cardholder|contractholder|accountholder|employeesubscriber",
);

/// Who belongs to them.
const DEPENDENTS: Words = Words("dependent|dependant|dep");

/// Whether a key says that of somebody of a family, and not of a beneficiary or of whom to call.
fn is_relationship(key: &str) -> bool {
    STEMS.iter().filter_map(|stem| key.strip_prefix(stem)).any(|rest| {
        let form = FORMS.iter().find_map(|form| rest.strip_prefix(form));
        // `Relation Name` may be that of the relative.
        let is_short = !key.starts_with("relationship") && (rest == "name" || rest == "type");
        (form == Some("") && !is_short) || [Some(rest), form].into_iter().flatten().any(says_of_whom)
    })
}

fn says_of_whom(rest: &str) -> bool {
    let whom = |word| rest.strip_prefix(word).map(|rest: &str| rest.strip_prefix("the").unwrap_or(rest));
    let bare = |whom: &str, names: Words| {
        names.contains(whom)
            || FORMS.iter().any(|form| whom.strip_suffix(form).is_some_and(|name| names.contains(name)))
    };
    whom("to").is_some_and(|whom| bare(whom, HOLDERS)) || whom("of").is_some_and(|whom| bare(whom, DEPENDENTS))
}
