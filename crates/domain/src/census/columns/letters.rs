//! Letters that mean one thing alone and another one beside the others of their column: `S` is a son where `D` is a daughter and `W` and `H` are the
//! spouses, and a subscriber where nothing but `D` stands beside it in a column of member types; `T` is no end of employment where `F` and `P` are
//! full and part time, and one of employment or coverage where all others are additions and changes.

use crate::census::vocabulary::values::{CHANGE_LETTERS, EMPLOYMENT_LETTERS};
use std::collections::HashSet;

use crate::census::cells::{clean, is_placeholder};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;

/// The longest code beside letters, such as `FT`.
const LONGEST: usize = 2;

/// The columns of such letters, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct Letters {
    sons: Vec<usize>,
    subscribers: Vec<usize>,
    employment: Vec<usize>,
    changes: Vec<usize>,
}

impl Letters {
    pub(in crate::census) fn among(people: &[&Row], width: usize) -> Self {
        let mut found = Self::default();
        for place in 0..width {
            let Some(letters) = letters_of(people.iter().map(|row| clean(row.cell(place)))) else { continue };
            if tell_sons(&letters) {
                found.sons.push(place);
            }
            if tell_subscribers(&letters) {
                found.subscribers.push(place);
            }
            if tell_employment(&letters) {
                found.employment.push(place);
            }
            if tell_changes(&letters) {
                found.changes.push(place);
            }
        }
        found
    }

    /// Whether the letters of a column tell kinds of changes, if its heading says so: `A`, `C`, `T`.
    pub(in crate::census) fn may_be_changes(&self, place: usize) -> bool {
        self.changes.contains(&place)
    }

    /// Spells out what the letters of a row mean. What kind of employment `T` is nobody knows, but that it says nothing of an end.
    pub(in crate::census) fn fill(&self, places: &[Option<usize>], raw: &mut RawRow) {
        let is_of =
            |field: Field, columns: &[usize]| places[field.index()].is_some_and(|place| columns.contains(&place));
        for (field, columns, meant) in [
            (Field::Relationship, &self.sons, "Son"),
            (Field::MemberType, &self.sons, "Son"),
            (Field::MemberType, &self.subscribers, "Subscriber"),
        ] {
            if is_of(field, columns) && raw.get(field).is_some_and(|letter| letter.eq_ignore_ascii_case("s")) {
                raw.set(field, meant);
            }
        }
        let spelled = match raw.get(Field::Status).filter(|_| is_of(Field::Status, &self.employment)) {
            Some("F" | "f") => "Full Time",
            Some("P" | "p") => "Part Time",
            Some("T" | "t") => "Temporary",
            _ => return,
        };
        raw.set(Field::Status, spelled);
    }
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

/// Whether `S` is whom the others depend on: a list of spouses has employees beside them.
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
}
