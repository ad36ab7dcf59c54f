//! What stands in the place of values: what spreadsheets and wrong encodings leave there, and words that are no name.
//!
//! Null, None, Na and Blank are names as well. They count as a name where they have one capital letter, which comes first, and where the row does
//! not fill its other blanks with the same word. Otherwise the row waits.

use crate::census::cells::{is_digits, is_nobodys, month, no_name, without_fraction};
use crate::census::field::Field;
use crate::census::findings::IssueKind;
use crate::census::source::RawRow;
use crate::census::vocabulary::{CellWord, Meaning, NoName};

/// What is said of a formula, and what is to be done.
pub(in crate::census) const FORMULA: &str = "holds a formula instead of its result; save the file with its results in a spreadsheet program and upload it again";

/// What a cell holds instead of a value, with what to say about it.
pub(in crate::census) fn no_value(text: &str) -> Option<(IssueKind, &'static str)> {
    let error = (IssueKind::SpreadsheetError, "holds an error of the spreadsheet");
    is_spreadsheet_error(text).then_some(error).or_else(|| is_formula(text).then_some((IssueKind::Formula, FORMULA)))
}

/// Whether the text is a number as a spreadsheet writes a long one that it has rounded: `1.23457E+11`.
pub(in crate::census) fn is_rounded(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.to_ascii_uppercase().contains("E+")
        && text.parse::<f64>().is_ok()
}

/// Whether an id reads as a spreadsheet writes a day that it has made of one: `2026-03-12`, `3/12/2026`, `12-Mar` of `MAR12`, `Mar-26`
/// (rules.md#numbers-as-ids).
pub(in crate::census) fn is_day(id: &str) -> bool {
    let day = id.split(' ').next().unwrap_or_default();
    let digits = |part: &str, lengths: &[usize]| lengths.contains(&part.len()) && is_digits(part);
    // A spreadsheet writes `Mar`.
    let is_month =
        |part: &str| part.len() == 3 && part.chars().nth(1).is_some_and(char::is_lowercase) && month(part).is_some();
    match day.split(['-', '/']).collect::<Vec<_>>()[..] {
        [year, month, day] if digits(year, &[4]) => digits(month, &[2]) && digits(day, &[2]),
        [month, day, year] if id.contains('/') => {
            digits(month, &[1, 2]) && digits(day, &[1, 2]) && digits(year, &[2, 4])
        }
        [day, month, year] => digits(day, &[1, 2]) && is_month(month) && digits(year, &[2, 4]),
        [one, other] => {
            id.contains('-') && ((digits(one, &[1, 2]) && is_month(other)) || (is_month(one) && digits(other, &[2])))
        }
        _ => false,
    }
}

/// An id without what a spreadsheet adds to whole numbers: a fraction, `1001.0`, or commas between thousands, `1,003`. Left there, they
/// would make another id.
pub(in crate::census) fn without_added_signs(id: String) -> String {
    let whole = without_fraction(&id);
    let mut thousands = whole.split(',');
    let is_first = |first: &str| !first.is_empty() && is_digits(first) && (first.len() <= 3 || !whole.contains(','));
    let leads = thousands.next().is_some_and(is_first);
    let is_number = leads && thousands.all(|three| three.len() == 3 && is_digits(three));
    if is_number { whole.replace(',', "") } else { id }
}

/// Whether the text is what a spreadsheet shows in the place of a value: `#REF!`, `#NAME?`, `########` of a narrow column.
/// `#N/A` is none: people write it on purpose ([`crate::census::cells::is_placeholder`]).
fn is_spreadsheet_error(text: &str) -> bool {
    text.starts_with('#')
        && (CellWord::SpreadsheetError.words().any(|error| text.eq_ignore_ascii_case(error))
            || (text.len() > 2 && text.bytes().all(|byte| byte == b'#')))
}

/// Whether the text is a formula that was saved in the place of its result: `=B2&C2`, `=VLOOKUP(A1,List!A:B,2)`, `=2+2`,
/// `@SUM(A1)`.
pub(in crate::census) fn is_formula(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix(['@', '+']) {
        let function = rest.split_once('(').map_or("", |(name, _)| name);
        return !function.is_empty() && function.bytes().all(|byte| byte.is_ascii_uppercase());
    }
    let Some(formula) = text.strip_prefix('=').map(str::trim_start) else { return false };
    let column = formula.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '$');
    let of_cells = column.starts_with(|c: char| c.is_ascii_digit()) && !formula.contains(char::is_lowercase);
    of_cells || formula.contains(['(', '!', '&', '|'])
}

/// Whether letters of a text have been lost on its way: read by a wrong encoding (`JosÃ©`), or replaced by a mark.
pub(in crate::census) fn is_garbled(text: &str) -> bool {
    let is_read_twice = |(letter, next): (char, char)| {
        matches!(letter, 'Ã' | 'Â' | 'Å' | 'Ä') && !next.is_ascii() && !next.is_alphabetic()
    };
    text.contains(char::REPLACEMENT_CHARACTER) || text.chars().zip(text.chars().skip(1)).any(is_read_twice)
}

/// First and last name of a row; `None` for what is blank or no name.
pub(in crate::census) fn only_names<'a>(first: &'a str, last: &'a str, raw: &RawRow) -> [Option<&'a str>; 2] {
    let is_name = |name: &str, other, field| !name.is_empty() && !is_nobodys(name) && !is_none(name, other, field, raw);
    [
        Some(first).filter(|first| is_name(first, last, Field::FirstName)),
        Some(last).filter(|last| is_name(last, first, Field::LastName)),
    ]
}

/// Whether a name is a word for nothing. A person writes a name that looks like one with a capital letter first.
fn is_none(name: &str, other: &str, field: Field, raw: &RawRow) -> bool {
    let is_proper = || name.starts_with(char::is_uppercase) && name.chars().skip(1).all(char::is_lowercase);
    let is_alone = || other.is_empty() || is_nobodys(other) || other == name;
    let is_of_name = |field: Field| field.is_name() || matches!(field, Field::MiddleName | Field::Suffix);
    // Another cell of the row holds the same word.
    let fills_blanks = || Field::ALL.into_iter().any(|field| !is_of_name(field) && raw.get(field) == Some(name));
    no_name(name).is_some_and(|told| {
        (told == NoName::Given && field == Field::FirstName) || !is_proper() || is_alone() || fills_blanks()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_loses_what_a_spreadsheet_adds() {
        for (id, read) in [
            ("1001.0", "1001"),
            ("1,003", "1003"),
            ("12,345,678.00", "12345678"),
            ("0012.0", "0012"),
            ("1001", "1001"),
            ("1,03", "1,03"),
            ("1003,004", "1003,004"),
            (",003", ",003"),
            ("A1,003", "A1,003"),
            ("1,003.5", "1,003.5"),
            ("A1.0", "A1.0"),
            ("1.0.0", "1.0.0"),
            ("", ""),
        ] {
            assert_eq!(without_added_signs(id.to_owned()), read, "{id}");
        }
    }

    #[test]
    fn an_id_that_was_made_a_day_is_told_from_ids() {
        for id in ["2026-03-12", "2026-03-12 00:00:00", "3/12/2026", "03/12/26", "12-Mar", "Mar-26", "12-Mar-26"] {
            assert!(is_day(id), "{id}");
        }
        for id in [
            "1001",
            "2026-0312",
            "12-03",
            "12-3456",
            "MAR-26",
            "A-12-03",
            "900-12-3456",
            "12-MAR",
            "3/12",
            "20-05-7",
            "",
        ] {
            assert!(!is_day(id), "{id}");
        }
    }

    #[test]
    fn what_stands_in_the_place_of_a_value_is_told_from_values() {
        for text in ["#REF!", "#name?", "#DIV/0!", "########"] {
            assert!(is_spreadsheet_error(text), "{text}");
        }
        for text in ["#", "##", "#N/A", "#12", "Apt #3", ""] {
            assert!(!is_spreadsheet_error(text), "{text}");
        }
        for text in
            ["=B2&C2", "=VLOOKUP(A1,List!A:B,2)", "=2+2", "=$A$1", "=001", "=cmd|' /C calc'!A0", "@SUM(A1)", "+SUM(A1)"]
        {
            assert!(is_formula(text), "{text}");
        }
        for text in ["=mc2", "+1 617 555 0101", "@home", "-x", "=", "a=b(c)", "", "+1 (617) 555-0101"] {
            assert!(!is_formula(text), "{text}");
        }
        for text in ["JosÃ©", "PeÃ±a", "Jos\u{fffd}"] {
            assert!(is_garbled(text), "{text}");
        }
        for text in ["José", "Peña", "Ångström", "JOÃO", "Ãlvaro", "D\u{2019}Arcy"] {
            assert!(!is_garbled(text), "{text}");
        }
    }

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
            ("JIHOON", "NA", [Some("JIHOON"), None]),
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
            ("Na", "Li"),
            ("Nan", "Smith"),
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
