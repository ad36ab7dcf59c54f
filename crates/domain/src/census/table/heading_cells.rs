//! What a cell tells of whether its line is the heading: a date, a number, a heading that is known.

use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;

/// Whether a cell has the form of a date, whatever its order; a bare number is none.
pub(in crate::census) fn holds_date(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
    let figures = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(figures)
}

/// Whether a cell holds a number, a date or an e-mail address, which no heading is.
pub(in crate::census) fn is_value(cell: &str) -> bool {
    let digits = cell.bytes().any(|byte| byte.is_ascii_digit());
    let letters = cell.chars().any(char::is_alphabetic);
    (digits && !letters) || cell.split_once('@').is_some_and(|(_, domain)| domain.contains('.'))
}

/// The field that a heading names.
pub(in crate::census) fn known_field(cell: &str, remembered: &Remembered) -> Option<Field> {
    let key = heading_key(clean(cell));
    match remembered.get(&key) {
        Some(choice) => *choice,
        None => recognise(&key).map(|(field, _)| field),
    }
}

/// Whether a heading of whole names says so; `Employee` alone is as well a relationship.
pub(in crate::census) fn says_name(cell: &str) -> bool {
    heading_key(clean(cell)).contains("name")
}
