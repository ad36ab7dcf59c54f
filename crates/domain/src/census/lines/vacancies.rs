//! Rows that keep a place for somebody who is not there yet: `VACANT`, `OPEN POSITION`.
//!
//! A place may have a number, a title and a salary; what only a person has, such as a day of birth, makes a row somebody's.

use crate::census::cells::{clean, is_placeholder};
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::report_lines::{PLACES, VACANCIES};
use crate::text::fold;

const NAMES: [Field; 3] = [Field::FirstName, Field::LastName, Field::FullName];
const PERSONAL: [Field; 6] =
    [Field::DateOfBirth, Field::Ssn, Field::Email, Field::CellPhone, Field::HomePhone, Field::AddressLine1];

/// Where names stand, and what only people have.
#[derive(Debug, Default)]
pub(in crate::census) struct Vacancies {
    names: Vec<usize>,
    personal: Vec<usize>,
}

impl Vacancies {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        self.names = NAMES.iter().filter_map(|field| mapping.column_of(*field)).collect();
        self.personal = PERSONAL.iter().filter_map(|field| mapping.column_of(*field)).collect();
    }

    /// Whether the row names a free place, and tells nothing of a person.
    pub(in crate::census) fn is_one(&self, row: &Row) -> bool {
        let named = || self.names.iter().map(|place| clean(row.cell(*place))).filter(|cell| !is_nothing(cell));
        let may_be = |cell: &str| is_one_of(VACANCIES, cell, |start, cell| cell.starts_with(start));
        if !named().next().is_some_and(|first| may_be(&first.to_ascii_lowercase())) {
            return false;
        }
        let name = fold(&named().collect::<Vec<_>>().join(" "));
        let words: Vec<&str> = name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        let is_free = self.personal.iter().all(|place| {
            let cell = clean(row.cell(*place));
            is_nothing(cell) || cell.eq_ignore_ascii_case("tbd") || is_vacant(&[&fold(cell)])
        });
        is_free && is_vacant(&words)
    }
}

fn is_one_of(list: &[&str], text: &str, is: impl Fn(&str, &str) -> bool) -> bool {
    list.iter().any(|one| is(one, text))
}

fn is_nothing(cell: &str) -> bool {
    cell.is_empty() || is_placeholder(cell)
}

fn is_vacant(words: &[&str]) -> bool {
    match words {
        ["vacant", rest @ ..] | ["vacancy", rest @ ..] | ["unfilled", rest @ ..] => {
            rest.iter().all(|word| PLACES.contains(word) || *word == "vacant" || *word == "vacancy")
        }
        ["open", rest @ ..] => !rest.is_empty() && rest.iter().all(|word| PLACES.contains(word) || *word == "open"),
        ["position" | "role" | "seat" | "req" | "requisition", "vacant" | "open" | "unfilled"]
        | ["to", "be", "hired" | "filled"] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_places_are_told_from_names() {
        for words in [
            &["vacant"][..],
            &["vacant", "vacant"],
            &["vacant", "position"],
            &["open", "position"],
            &["open", "req"],
            &["position", "open"],
            &["to", "be", "hired"],
        ] {
            assert!(is_vacant(words), "{words:?}");
        }
        for words in [&["open"][..], &["vacant", "lee"], &["ann", "vacant"], &["position"], &["job", "lee"], &[]] {
            assert!(!is_vacant(words), "{words:?}");
        }
    }
}
