//! How headings are called in the census files of brokers, payroll programs and X12 exports, and which field they mean.
//!
//! A heading is compared by its key: letters and digits only, without case, accents and bracketed remarks.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::{Meaning, divided, lines_of, meanings};
use crate::census::field::Field;
use crate::text::fold;

meanings! {
    /// Whose a column is; of two, the later one is who the row is about.
    pub(in crate::census) enum Owner in "owners" {
        /// The employee, who may be another person than the one of the row: a member's own e-mail address goes before a subscriber's.
        Employee,
        /// The person of the row.
        Person,
        /// A dependent of the employee.
        Dependent,
    }

    /// What a part of a heading is beside the word for its field.
    pub(super) enum Part in "heading_parts" {
        /// It says no more than that the column is the row's own.
        Own,
        /// It says how the values are written.
        Format,
        /// A part of a record that programs write before their headings: `Home Address: City`, `Personal Contact: Personal Mobile`.
        Record,
        /// Which address it is, and a part of the street: `Address Home`, `Address St`.
        Address,
        /// A segment of people in an X12 834.
        Segment,
        /// It says that the last name comes first.
        LastFirst,
        /// It says that the day comes first.
        DayFirst,
    }

    /// What a whole heading says beside which field it means.
    pub(in crate::census) enum WholeHeading in "whole_headings" {
        /// The id is that of the person who insures a family.
        SubscriberId,
        /// The id is a member's own.
        MemberId,
        /// Numbers of the people within a family stand below.
        PersonNumber,
        /// The person that a row is about, beside its employee.
        Person,
        /// The employee, by name or by number.
        Employee,
    }

    /// What a word of a heading says.
    pub(in crate::census) enum HeadingWord in "heading_words" {
        /// Contacts and heirs. What stands behind their names is theirs.
        Contact,
        /// Heirs beside what people have, such as a name; elsewhere benefits.
        MayBeContact,
        /// Others who are not covered by a row that names them, and other names of its own person.
        Other,
        /// A birth.
        Birth,
        /// What people have or are, and cover beside the plan. An answer to it tells no leaving.
        Trait,
        /// Where and as what people work, and what for. Codes below it tell no leaving.
        Work,
        /// The day on which something begins.
        Begin,
        /// Nothing between others.
        Between,
        /// A relationship.
        Relation,
        /// It stands beside `Dependent` where a heading asks for a yes or no.
        BesideAnswer,
        /// A number, from the second on.
        Counting,
        /// The end of a number that counts.
        Ordinal,
    }
}

/// The fields of keys. Of two columns for one field the one with the lower rank gets it.
static BY_KEY: LazyLock<HashMap<&'static str, (Field, u16)>> = LazyLock::new(|| {
    let keys_of = |field: Field| {
        let lines = lines_of("fields").filter(move |(name, _)| *name == field.name());
        lines.flat_map(|(_, keys)| divided(keys)).zip(0..).map(move |(key, rank)| (key, (field, rank)))
    };
    Field::ALL.into_iter().flat_map(keys_of).collect()
});

/// The field a key means and how sure that is (0 surest), also behind words such as Employee and before MM/DD/YYYY.
pub fn recognise(key: &str) -> Option<(Field, u16)> {
    let known = |key: &str| BY_KEY.get(key).copied();
    let bare = Part::Format.words().find_map(|format| key.strip_suffix(format)).unwrap_or(key);
    let in_record = || {
        let is_told = |rest: &&str| !Part::Address.contains(rest);
        let behind = |part: &str| bare.strip_prefix(part).filter(is_told).and_then(known);
        let (field, rank) = Part::Record.words().find_map(behind)?;
        // The phone of a work contact is nobody's own.
        let is_his_own = field == Field::Email || !bare.starts_with("work");
        ((Field::Email..=Field::ZipCode).contains(&field) && is_his_own).then_some((field, rank + 50))
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
    let of = |owner: Owner| owner.words().map(move |word| (Some(owner), word));
    of(Owner::Employee).chain(of(Owner::Person)).chain(Part::Own.words().map(|word| (None, word)))
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
        (Field::UniqueId, key) if WholeHeading::SubscriberId.contains(key) => Some(Field::FamilyId),
        (Field::UniqueId, key) if WholeHeading::MemberId.contains(key) => Some(Field::OtherMemberId),
        _ => None,
    }
}

/// Whether a heading says that its dates are written day first.
pub fn says_day_first(heading: &str) -> bool {
    says(heading, Part::DayFirst)
}

/// Whether a heading of whole names says that the last name comes first.
pub(in crate::census) fn says_last_first(heading: &str) -> bool {
    says(heading, Part::LastFirst)
}

/// Whether a part of a heading, within brackets or without, is of this kind.
fn says(heading: &str, part: Part) -> bool {
    let letters: String = fold(heading).chars().filter(|c| c.is_alphanumeric()).collect();
    part.words().any(|word| letters.contains(word))
}

/// What stands behind the element of a segment of people in an X12 834: `DMG02 Birth Date`, `REF*0F Subscriber Number`.
fn without_element(key: &str) -> Option<&str> {
    let rest = Part::Segment.words().find_map(|one| key.strip_prefix(one))?;
    let (element, rest) = rest.split_at_checked(2)?;
    (element.starts_with(|c: char| c.is_ascii_digit()) && !rest.is_empty()).then_some(rest)
}
