//! Names of a row that stand for nothing.
//!
//! Null, None, Na and Blank are names as well. They are somebody's where they are written as his other name is, and where the row does not
//! fill its other blanks with the same word.

use crate::census::cells::no_names::{is_nobodys, no_name};
use crate::census::field::Field;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::values::NoName;

/// First and last name of a row; `None` for what is blank or no name.
pub(in crate::census) fn only_names<'a>(first: &'a str, last: &'a str, raw: &RawRow) -> [Option<&'a str>; 2] {
    let is_name = |name: &str, other: &str, field| !name.is_empty() && !is_none(name, other, field, raw);
    [
        Some(first).filter(|first| is_name(first, last, Field::FirstName)),
        Some(last).filter(|last| is_name(last, first, Field::LastName)),
    ]
}

fn is_none(name: &str, other: &str, field: Field, raw: &RawRow) -> bool {
    // Nearly every name is longer.
    if is_nobodys(name) {
        return true;
    }
    match no_name(name) {
        None => false,
        Some(NoName::Given) if field == Field::FirstName => true,
        Some(_) => !is_written_alike(name, other) || other == name || fills_blanks(name, raw),
    }
}

/// Whether a name has a capital letter first, or stands beside another that has as many or as few of them.
fn is_written_alike(name: &str, other: &str) -> bool {
    let has = |text: &str, is_case: fn(char) -> bool| text.chars().any(is_case);
    let is_upper = |text: &str| !has(text, char::is_lowercase) && text.chars().filter(|c| c.is_uppercase()).count() > 1;
    let is_lower = |text: &str| !has(text, char::is_uppercase) && has(text, char::is_lowercase);
    let is_proper = name.starts_with(char::is_uppercase) && name.chars().skip(1).all(char::is_lowercase);
    !other.is_empty()
        && !is_nobodys(other)
        && (is_proper || (is_upper(name) && is_upper(other)) || (is_lower(name) && is_lower(other)))
}

/// Whether another cell of the row holds the same word.
fn fills_blanks(name: &str, raw: &RawRow) -> bool {
    let others = Field::ALL.into_iter().filter(|field| {
        !matches!(field, Field::FirstName | Field::LastName | Field::FullName | Field::MiddleName | Field::Suffix)
    });
    others.into_iter().any(|field| raw.get(field) == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_nothing_is_no_name() {
        let raw = RawRow::new(2, 1);
        for (first, last, names) in [
            ("Ann", "N/A", [Some("Ann"), None]),
            ("Ann", "#N/A", [Some("Ann"), None]),
            ("Ann", "(none)", [Some("Ann"), None]),
            ("Ann", "Tbd", [Some("Ann"), None]),
            ("TBA", "Bee", [None, Some("Bee")]),
            ("UNKNOWN", "BEE", [None, Some("BEE")]),
            ("-", "Bee", [None, Some("Bee")]),
            ("none", "Bee", [None, Some("Bee")]),
            ("None", "Bee", [None, Some("Bee")]),
            ("Ann", "none", [Some("Ann"), None]),
            ("Ann", "NA", [Some("Ann"), None]),
            ("ANN", "NULL", [Some("ANN"), None]),
            ("Ann", "nan", [Some("Ann"), None]),
            ("NaN", "NaN", [None, None]),
            ("None", "None", [None, None]),
            ("NULL", "NULL", [None, None]),
            ("To be determined", "", [None, None]),
            ("TBD", "Null", [None, None]),
            ("", "Na", [None, None]),
        ] {
            assert_eq!(only_names(first, last, &raw), names, "{first} {last}");
        }
    }

    #[test]
    fn names_that_only_look_like_nothing_stay() {
        let raw = RawRow::new(2, 1);
        for (first, last) in [
            ("Chris", "Null"),
            ("Ann", "None"),
            ("Jihoon", "Na"),
            ("JIHOON", "NA"),
            ("Na", "Li"),
            ("Nan", "Smith"),
            ("NAN", "SMITH"),
            ("nan", "smith"),
            ("Nil", "Rao"),
            ("Ann", "Blank"),
            ("Nana", "Nulls"),
            ("Tbilisi", "Unknowna"),
            ("J.", "Bee"),
        ] {
            assert_eq!(only_names(first, last, &raw), [Some(first), Some(last)], "{first} {last}");
        }
    }

    #[test]
    fn a_word_that_fills_the_blanks_of_its_row_is_no_name() {
        let raw = RawRow::new(2, 1).with(Field::Email, "None");
        assert_eq!(only_names("Ann", "None", &raw), [Some("Ann"), None]);
        assert_eq!(only_names("Ann", "Null", &raw), [Some("Ann"), Some("Null")]);
    }
}
