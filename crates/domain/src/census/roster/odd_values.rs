//! Names and addresses that are hardly ones, by their shape: a remark stands in a name, or in the place of an address (rules.md#odd-values).

use super::changes::FieldChange;
use super::name_spelling::{is_another_name, is_same_name};
use crate::census::cells::{is_digits, says_left};
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::census::vocabulary::{Meaning, NamePart, is_given_name};
use crate::text::fold;

/// A name of so many words, beside particles and suffixes, is none.
const MOST_WORDS: usize = 3;

/// The signs that stand in no name.
const SIGNS: &str = "/+=<>@&#_*!?:;~^%$|\\{}†‡¹²³";

/// Whether the name of a row holds more than a name: its given or its family name has the shape of none.
pub(super) fn has_odd_name(record: &Record) -> bool {
    [(Field::FirstName, &record.first_name), (Field::LastName, &record.last_name)]
        .into_iter()
        .any(|(field, name)| is_odd_name(field, name.text()))
}

/// Whether a name has the shape of none: a digit, a sign, a remark in brackets or behind a dash, too many words, a word in capitals beside others,
/// a small word behind a capital one, or words of leaving.
fn is_odd_name(field: Field, name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().filter(|word| !is_beside(word)).collect();
    let is_mixed = |word: &&&str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    let has_mixed = words.iter().any(|word| is_mixed(&word));
    let has_small = || words.iter().any(|word| is_small(word));
    let has_capitals = || words.iter().flat_map(|word| word.split('-')).any(|word| is_in_capitals(field, word));
    words.len() > MOST_WORDS
        || name.contains(|c| SIGNS.contains(c))
        || name.split_whitespace().any(|word| !word.contains(char::is_alphanumeric))
        || names_two(field, name)
        || has_prefix(name)
        || words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()))
        || bracketed(name).any(|inner| !is_given_name(&fold(inner)))
        || (has_mixed && (has_capitals() || has_small()))
        || (name.contains(|c: char| !c.is_alphanumeric()) && says_left(name))
}

/// Whether a given name holds the names of two people: `Ann and Sam`, or known given names behind a comma.
fn names_two(field: Field, name: &str) -> bool {
    let folded = fold(name);
    let are_given = || folded.split(',').all(|part| is_given_name(part.trim()));
    field == Field::FirstName && (folded.contains(" and ") || (folded.contains(',') && are_given()))
}

/// Whether small letters mark a name: `zzBond`, `xHall`.
fn has_prefix(name: &str) -> bool {
    let bare = name.trim_start_matches(['x', 'z']);
    bare.len() < name.len() && bare.starts_with(char::is_uppercase)
}

/// Whether a word stands beside names: a particle, a suffix, a degree or an initial.
fn is_beside(word: &str) -> bool {
    let folded = fold(word.trim_matches(['.', ',']));
    let is_initial = folded.chars().count() < 2 && !is_digits(&folded);
    is_initial || [NamePart::Particle, NamePart::Suffix, NamePart::Degree].iter().any(|part| part.contains(&folded))
}

/// The texts in brackets.
fn bracketed(name: &str) -> impl Iterator<Item = &str> {
    name.split(['(', '[']).skip(1).map(|part| part.split([')', ']']).next().unwrap_or_default())
}

/// Whether a word is in small letters and no given name.
fn is_small(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.chars().count() > 1 && word.chars().all(|c| c.is_lowercase() || !c.is_alphabetic()) && !is_given_name(word)
}

/// Whether a word is in capitals. Given names may be two letters, as in `AJ`.
fn is_in_capitals(field: Field, word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let fewest = if field == Field::FirstName { 3 } else { 2 };
    letters.len() >= fewest && letters.iter().all(|c| c.is_uppercase()) && !is_beside(word)
}

/// Whether a change puts in the place of a stored name or address what is hardly one, or the name of another person.
pub(super) fn is_odd_change(record: &Record, change: &FieldChange) -> bool {
    let (Some(old), Some(new)) = (change.old.as_deref(), change.new.as_deref()) else { return false };
    match change.field {
        Field::FirstName => {
            !is_same_name(old, new) && (is_another_name(old, new) || is_odd_new_name(change.field, old, new))
        }
        Field::LastName => {
            let is_mixed = |text: &str| text.contains(char::is_lowercase);
            let is_shouted = is_mixed(record.first_name.text()) && !is_mixed(new) && is_mixed(old);
            !is_same_name(old, new) && (is_shouted || is_odd_new_name(change.field, old, new))
        }
        Field::AddressLine1 => is_address(old) && !is_address(new),
        _ => false,
    }
}

/// Whether a new name has the shape of none, speaks of leaving, or is the stored one with further words. A hyphen joins names, and to a given name
/// another one may be added.
fn is_odd_new_name(field: Field, old: &str, new: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        name.split_whitespace().filter(|word| !is_beside(word)).map(|word| fold(word.trim_matches('"'))).collect()
    };
    let (stored, given) = (words(old), words(new));
    let may_stand = |word: &String| stored.contains(word) || (field == Field::FirstName && is_given_name(word));
    let has_old = stored.iter().any(|word| given.contains(word));
    let is_longer = given.len() > stored.len() && !given.iter().all(may_stand);
    is_odd_name(field, new) || says_left(new) || (is_longer && (has_old || field == Field::LastName))
}

/// Whether a text has the shape of an address: the number of a house before a word, or a box with its number.
fn is_address(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_house = |word: &str| {
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '-');
        !digits.is_empty() && digits.split('-').all(is_digits) && word.len() <= digits.len() + 2
    };
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) || word.ends_with(char::is_alphabetic);
    words.windows(2).any(|pair| (is_house(pair[0]) && is_word(pair[1])) || (pair[0] == "box" && !is_word(pair[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_in_names_are_told_from_names_by_their_shape() {
        let (first, last) = (Field::FirstName, Field::LastName);
        for (field, name) in [
            (last, "Ingram QUIT"),
            (first, "DO NOT USE Dan"),
            (last, "Boyd TERMED"),
            (last, "Boyd XX"),
            (last, "Frost/TERM"),
            (last, "Frost-GONE"),
            (last, "Grant 2"),
            (last, "Grant2"),
            (first, "Inactive Hal"),
            (last, "Adler (not covered)"),
            (last, "Adler [gone]"),
            (last, "Boyd left us"),
            (first, "see notes Dan"),
            (last, "BOYD TERMED"),
            (last, "One Two Three Four"),
            (last, "Lund - Off"),
            (last, "Lund#2"),
            (last, "zzBond"),
            (last, "Gray (T)"),
            (first, "Ann & Sam"),
            (first, "ANN AND SAM"),
            (first, "Ann, Sam"),
        ] {
            assert!(is_odd_name(field, name), "{name}");
        }
        for (field, name) in [
            (first, "AJ"),
            (first, "Mary Jo"),
            (first, "Mary JO"),
            (first, "Robert (Bob)"),
            (first, "Mary \"Molly\""),
            (first, "Mary ann"),
            (first, "Juan Carlos"),
            (first, "J. R."),
            (last, "O'Neil-Smith Jr."),
            (last, "Dale 3rd"),
            (last, "Dale III"),
            (last, "Dale MD"),
            (last, "van den Berg"),
            (last, "de la Cruz Santos"),
            (last, "McDonald"),
            (last, "McDONALD"),
            (last, "GARCIA LOPEZ"),
            (last, "garcia lopez"),
            (last, "Ortega y Gasset"),
            (last, "St. Clair"),
            (last, "deWitt"),
            (last, "Left"),
        ] {
            assert!(!is_odd_name(field, name), "{name}");
        }
    }

    #[test]
    fn a_new_name_is_odd_beside_the_stored_one() {
        let record = Record { first_name: crate::census::cells::Entry::Value("Ann".to_owned()), ..Record::default() };
        for (field, old, new, is_odd) in [
            (Field::LastName, "Boyd", "Boyd TERMED", true),
            (Field::LastName, "Boyd", "Boyd Gone", true),
            (Field::LastName, "Boyd", "VOID", true),
            (Field::LastName, "Boyd", "Do Not Use", true),
            (Field::LastName, "Boyd", "Terminated", true),
            (Field::LastName, "Boyd", "Yates", false),
            (Field::LastName, "Boyd", "Boyd-Yates", false),
            (Field::LastName, "Boyd", "Boyd Jr.", false),
            (Field::LastName, "Boyd", "BOYD", false),
            (Field::LastName, "Berg", "van den Berg", false),
            (Field::LastName, "Garcia Lopez", "Garcia", false),
            (Field::FirstName, "Ann", "Ann Marie", false),
            (Field::FirstName, "Ann", "Ann M", false),
            (Field::FirstName, "Ann", "Ann Duplicate", true),
            (Field::FirstName, "Ann", "Boyd", true),
            (Field::FirstName, "William", "Bill", false),
            (Field::AddressLine1, "12 Elm St", "ADDRESS UNKNOWN", true),
            (Field::AddressLine1, "12 Elm St", "TERMED 10/1", true),
            (Field::AddressLine1, "12 Elm St", "SEE NOTES", true),
            (Field::AddressLine1, "12 Elm St", "PO Box 7", false),
            (Field::AddressLine1, "12 Elm St", "Apt 3, 7B Oak Ave", false),
            (Field::AddressLine1, "12 Elm St", "12-14 5th Ave", false),
            (Field::AddressLine1, "One Main Plaza", "see HR", false),
        ] {
            let change = FieldChange { field, old: Some(old.to_owned()), new: Some(new.to_owned()) };
            assert_eq!(is_odd_change(&record, &change), is_odd, "{old} -> {new}");
        }
    }
}
