//! Values that mean one thing alone and another one beside the others of their column.
//!
//! `S` is a son where `D` is a daughter and `W` and `H` are the spouses, and a subscriber where nothing but `D` stands beside it. `T` is no end of
//! employment where `F` and `P` are full and part time. `1` beside `18` and `19` is the code `01` of X12 that a spreadsheet has made a number;
//! beside `2` and `3` it means what only the carrier knows.

use std::collections::HashSet;

use super::Mapping;
use super::roles::By;
use crate::census::cells::{clean, is_placeholder, read_relationship, without_fraction};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::values::{CHANGE_LETTERS, EMPLOYMENT_LETTERS};

/// The longest code beside letters, such as `FT`.
const LONGEST: usize = 2;

/// The codes of employees and children, without which a column of relationships is hardly one of X12.
const ANCHORS: [&str; 2] = ["18", "19"];

/// What the values of a column mean beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Codes that have lost their zeros.
    LostZeros,
    Sons,
    Subscribers,
    Employment,
    /// Numbers or answers that tell who is an employee.
    Roles(By),
}

impl Meaning {
    fn of(mapping: &Mapping, (field, place): (Field, usize), people: &[&Row]) -> Option<Self> {
        let cells = people.iter().map(|row| clean(row.cell(place)));
        if field == Field::Status {
            return letters_of(cells).filter(tell_employment).map(|_| Self::Employment);
        }
        if have_lost_zeros(cells.clone()) {
            return Some(Self::LostZeros);
        }
        match letters_of(cells) {
            Some(letters) if tell_sons(&letters) => Some(Self::Sons),
            Some(letters) if field == Field::MemberType && tell_subscribers(&letters) => Some(Self::Subscribers),
            _ => By::of(mapping, field, people).map(Self::Roles),
        }
    }

    /// A value spelled out; `None` where it stays.
    fn spelled(self, value: &str) -> Option<String> {
        let is_s = value.eq_ignore_ascii_case("s");
        let spelled = match (self, value.to_ascii_lowercase().as_str()) {
            (Self::LostZeros, _) => return with_zero(value),
            (Self::Roles(by), _) => {
                if by.is_employee(value)? {
                    "EE"
                } else {
                    "OT"
                }
            }
            (Self::Sons, _) if is_s => "Son",
            (Self::Subscribers, _) if is_s => "Subscriber",
            (Self::Employment, "f") => "Full Time",
            (Self::Employment, "p") => "Part Time",
            // `T` is some kind of employment, and no end of it.
            (Self::Employment, "t") => "Temporary",
            _ => return None,
        };
        Some(spelled.to_owned())
    }
}

/// The columns whose values mean something by the others beside them, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct Meanings {
    found: Vec<(Field, Meaning)>,
    changes: Vec<usize>,
}

impl Meanings {
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let meaning = |field: Field| {
            let place = mapping.column_of(field)?;
            Meaning::of(mapping, (field, place), people).map(|meaning| (field, meaning))
        };
        let tell_changes = |place: &usize| {
            letters_of(people.iter().map(|row| clean(row.cell(*place)))).is_some_and(|letters| tell_changes(&letters))
        };
        Self {
            found: [Field::Relationship, Field::MemberType, Field::Status].into_iter().filter_map(meaning).collect(),
            changes: (0..mapping.columns().len()).filter(tell_changes).collect(),
        }
    }

    /// Whether the letters of a column tell kinds of changes, if its heading says so: `A`, `C`, `T`.
    pub(super) fn may_be_changes(&self, place: usize) -> bool {
        self.changes.contains(&place)
    }

    /// Spells out what the values of a row mean.
    pub(in crate::census) fn fill(&self, raw: &mut RawRow) {
        for (field, meaning) in &self.found {
            if let Some(spelled) = raw.get(*field).and_then(|value| meaning.spelled(value)) {
                raw.set(*field, &spelled);
            }
        }
    }
}

/// Whether values are codes of X12 of which some have lost their zero. A number that is no code even with a zero, such as `2`, says that
/// they are numbers of another kind.
pub(super) fn have_lost_zeros<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let (mut has_lost, mut has_anchor) = (false, false);
    for value in values {
        let number = without_fraction(value);
        has_anchor |= ANCHORS.contains(&number);
        if number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()) {
            if with_zero(number).is_none() {
                return false;
            }
            has_lost = true;
        }
    }
    has_lost && has_anchor
}

/// The code of a single digit with the zero in front of it; `None` where that is none.
pub(super) fn with_zero(value: &str) -> Option<String> {
    let digit = without_fraction(value);
    let is_digit = digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit());
    let code = is_digit.then(|| format!("0{digit}"))?;
    read_relationship(&code).is_some().then_some(code)
}

/// The different values of a column of letters; `None` when it holds anything longer.
fn letters_of<'a>(values: impl Iterator<Item = &'a str>) -> Option<HashSet<String>> {
    let mut letters = HashSet::new();
    for value in values.filter(|value| !value.is_empty() && !is_placeholder(value)) {
        if value.len() > LONGEST || !value.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        letters.insert(value.to_ascii_lowercase());
    }
    Some(letters)
}

fn tell_sons(letters: &HashSet<String>) -> bool {
    let has = |letter: &str| letters.contains(letter);
    let are_spouses = (has("w") || has("h")) && (has("d") || (has("w") && has("h")));
    has("s") && are_spouses && !has("c") && !has("sp")
}

/// Whether `S` is the subscriber: a list of spouses has employees beside them.
fn tell_subscribers(letters: &HashSet<String>) -> bool {
    letters.contains("s") && letters.iter().all(|letter| matches!(letter.as_str(), "s" | "d"))
}

fn tell_employment(letters: &HashSet<String>) -> bool {
    let has = |letter: &str| letters.contains(letter);
    (has("f") || has("p")) && letters.iter().all(|letter| EMPLOYMENT_LETTERS.contains(&letter.as_str()))
}

/// Whether all are letters for what is added, changed, reinstated, updated and ended.
fn tell_changes(letters: &HashSet<String>) -> bool {
    !letters.is_empty() && letters.iter().all(|letter| CHANGE_LETTERS.contains(&letter.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(values: &[&str]) -> (bool, bool) {
        let letters = letters_of(values.iter().copied());
        letters.map_or((false, false), |letters| (tell_sons(&letters), tell_employment(&letters)))
    }

    #[test]
    fn letters_mean_what_those_beside_them_tell() {
        for (values, expected) in [
            (&["E", "H", "S", "D", "W"][..], (true, false)),
            (&["e", "w", "s", "d"], (true, false)),
            (&["E", "W", "H", "S"], (true, false)),
            (&["E", "W", "S"], (false, false)),
            (&["E", "S", "D"], (false, false)),
            (&["E", "S", "C"], (false, false)),
            (&["E", "H", "W", "S", "C"], (false, false)),
            (&["F", "P", "T", ""], (false, true)),
            (&["F", "FT", "T"], (false, true)),
            (&["A", "T"], (false, false)),
            (&["F", "A", "T"], (false, false)),
            (&["F", "M"], (false, false)),
            (&["F", "Terminated"], (false, false)),
            (&["T"], (false, false)),
        ] {
            assert_eq!(told(values), expected, "{values:?}");
        }
    }

    #[test]
    fn zeros_are_lost_where_other_codes_say_so() {
        for (values, lost) in [
            (&["18", "1", "19"][..], true),
            (&["18.0", "1.0", "", "53"], true),
            (&["18", "1", "9", "G8"], true),
            (&["18", "01", "19"], false),
            (&["1", "2", "3"], false),
            (&["1", "1", "1"], false),
            (&["1", "10", "11"], false),
            (&["18", "1", "2"], false),
            (&["0", "1", "18"], false),
            (&["18", "19"], false),
            (&[], false),
        ] {
            assert_eq!(have_lost_zeros(values.iter().copied()), lost, "{values:?}");
        }
        assert_eq!((with_zero("1.0").as_deref(), with_zero("2"), with_zero("19")), (Some("01"), None, None));
    }
}
