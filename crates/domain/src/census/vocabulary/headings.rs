//! How headings are called in the census files of brokers, payroll programs and X12 exports, and which field they mean.
//!
//! A heading is compared by its key: letters and digits only, without case, accents and bracketed remarks.

mod synonyms;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::synonyms::SYNONYMS;
use super::{Table, Words};
use crate::census::field::Field;
use crate::text::fold;

/// Whose a column is; of two, the later one is who the row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::census) enum Owner {
    /// The employee, who may be another person than the one of the row: a member's own e-mail address goes before a subscriber's.
    Employee,
    /// The person of the row.
    Person,
    /// A dependent of the employee.
    Dependent,
}

/// Words before a heading that say whose it is.
pub(in crate::census) const OWNERS: Table<Owner> = Table(&[
    (Owner::Employee, Words("employee|emp|ee|subscriber|insured|associate|worker|policyholder")),
    (Owner::Person, Words("member|mbr|mem|participant|person|patient|enrollee")),
    (Owner::Dependent, Words("dependent|dependant|dep")),
]);

/// What a part of a heading is beside the word for its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It says no more than that the column is the row's own.
    Own,
    /// It says how the values are written.
    Format,
    /// A part of a record that programs write before their headings: `Home Address: City`, `Personal Contact: Personal Mobile`.
    Record,
    /// Which address it is, and a part of the street: `Address Home`, `Address St`.
    Address,
}

const PARTS: Table<Part> = Table(&[
    (Part::Own, Words("primary|legal|current|personal|personalinfo|personalinformation|demographics|coveredperson")),
    (Part::Format, Words("mmddyyyy|mmddyy|mdyyyy|yyyymmdd|ddmmyyyy|required|optional|ifapplicable|10digits")),
    (
        Part::Record,
        Words(
            "homeaddress|primaryaddress|primaryhomeaddress|legaladdress|legalpreferredaddress|mailingaddress|permanentaddress|residentialaddress|\
             personalcontact|homecontact|workcontact|addr|address|physical|physicaladdress|res|residence|perm",
        ),
    ),
    (Part::Address, Words("home|cell|mobile|work|st")),
]);

/// What stands in a part of a record.
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

static BY_KEY: LazyLock<HashMap<&'static str, (Field, u16)>> = LazyLock::new(|| {
    let keys = SYNONYMS
        .iter()
        .flat_map(|(field, keys)| keys.split_whitespace().enumerate().map(|(rank, key)| (key, (*field, rank as u16))));
    keys.collect()
});

/// The field a key means and how sure that is (0 surest), also behind words such as Employee and before MM/DD/YYYY.
pub fn recognise(key: &str) -> Option<(Field, u16)> {
    let known = |key: &str| BY_KEY.get(key).copied();
    let bare = PARTS.words(Part::Format).find_map(|format| key.strip_suffix(format)).unwrap_or(key);
    let in_record = || {
        let is_told = |rest: &&str| PARTS.words(Part::Address).all(|kind| kind != *rest);
        let behind = |part: &str| bare.strip_prefix(part).filter(is_told).and_then(known);
        let (field, rank) = PARTS.words(Part::Record).find_map(behind)?;
        // The phone of a work contact is nobody's own.
        let is_his_own = field == Field::Email || !bare.starts_with("work");
        (IN_PARTS.contains(&field) && is_his_own).then_some((field, rank + 50))
    };
    // "Employee" alone is a name, and a name that hides behind an owner is one too; both stand in the table.
    let behind_owner = || {
        let mut behind = own_words().filter_map(|(owner, word)| Some((owner, known(bare.strip_prefix(word)?)?)));
        let (owner, (field, rank)) = behind.find(|(_, (field, _))| *field != Field::FullName)?;
        Some((field, rank + if owner == Some(Owner::Employee) { 200 } else { 100 }))
    };
    let in_segment = || without_element(bare).and_then(known);
    known(key).or_else(|| known(bare)).or_else(in_record).or_else(in_segment).or_else(behind_owner)
}

/// The words that say whose a column is, but for those of dependents.
fn own_words() -> impl Iterator<Item = (Option<Owner>, &'static str)> {
    let of = |owner| OWNERS.words(owner).map(move |word| (Some(owner), word));
    of(Owner::Employee).chain(of(Owner::Person)).chain(PARTS.words(Part::Own).map(|word| (None, word)))
}

/// The key without the word before it that says whose it is, or at which place of an X12 834 it stands.
pub(in crate::census) fn without_owner(key: &str) -> &str {
    let key = without_element(key).unwrap_or(key);
    own_words().find_map(|(_, word)| key.strip_prefix(word)).unwrap_or(key)
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

/// What stands behind the element of a segment of people in an X12 834: `DMG02 Birth Date`, `REF*0F Subscriber Number`.
fn without_element(key: &str) -> Option<&str> {
    let rest = ["ins", "ref", "nm1", "per", "dmg", "n3", "n4", "dtp"].iter().find_map(|one| key.strip_prefix(one))?;
    let (element, rest) = rest.split_at_checked(2)?;
    (element.starts_with(|c: char| c.is_ascii_digit()) && !rest.is_empty()).then_some(rest)
}
