//! What makes a line a row whatever its words say: a birth date, an SSN or an id in its column (rules.md#unreadable-row).
//!
//! No list of words takes such a line away.

use super::{Lines, filled, is_no_name, line_text};
use crate::census::cells::{
    GROWN_UP, Standing, clean, has_digit, is_digits, is_placeholder, is_year, month, standing, without_fraction,
};
use crate::census::field::Field;
use crate::census::source::Row;

/// The ids of persons, and what else tells a person from a total.
const IDS: [Field; 3] = [Field::UniqueId, Field::OtherMemberId, Field::FamilyId];
const TELLING: [Field; 5] = [Field::UniqueId, Field::OtherMemberId, Field::FamilyId, Field::DateOfBirth, Field::Ssn];

/// An SSN has so many digits at least where all but the last ones are hidden.
const FEWEST_SSN_DIGITS: usize = 4;
/// So few digits are no day of birth: they are of the years before 1903.
const NO_BIRTH_DIGITS: usize = 3;
/// A row above the heading has so many cells at least, or as many as there are columns, where the date may be that of the list.
const FEWEST_ABOVE: usize = 4;

impl Lines {
    /// What a row has in the column of a field.
    pub(super) fn cell<'a>(&self, row: &'a Row, field: Field) -> &'a str {
        self.places[field.index()].map_or("", |place| clean(row.cell(place)))
    }

    /// Where the columns of these fields stand.
    fn places_of(&self, fields: &'static [Field]) -> impl Iterator<Item = usize> {
        fields.iter().filter_map(|field| self.places[field.index()])
    }

    /// Whether the row holds a birth date, an SSN or an id in its column.
    pub(in crate::census) fn identifies(&self, row: &Row) -> bool {
        self.has_birth_date(row) || self.has_number(row)
    }

    /// The names of a row.
    pub(in crate::census) fn names<'a>(&self, row: &'a Row) -> impl Iterator<Item = &'a str> {
        Field::NAMES.into_iter().map(|field| self.cell(row, field)).filter(|cell| !cell.is_empty())
    }

    /// Whether a row has a name behind its first cell, or that cell is the whole name of an identified person.
    pub(in crate::census) fn has_name_beside(&self, row: &Row, is_identified: bool) -> bool {
        let (first, whole) = (first_place(row), self.places[Field::FullName.index()]);
        let is_beside = |place: &usize| Some(*place) != first || (is_identified && whole == first);
        self.places_of(&Field::NAMES).filter(is_beside).any(|place| !clean(row.cell(place)).is_empty())
    }

    /// Whether the first cell of a row may be the whole name of a person, by its column and its words.
    pub(in crate::census) fn may_name_somebody(&self, row: &Row) -> bool {
        let first = first_place(row);
        Field::NAMES.into_iter().filter(|field| first.is_some() && self.places[field.index()] == first).any(|field| {
            let cell = self.cell(row, field);
            let is_of_letters = !cell.contains(|c: char| c.is_ascii_digit() || matches!(c, ':' | '*' | '#'));
            let has_two = cell.contains(if field == Field::FullName { ' ' } else { ',' });
            is_of_letters && has_two && !is_no_name(cell)
        })
    }

    /// Whether the first cell of a row stands where lines divide a list; behind it stand remarks that go on from the row above.
    pub(in crate::census) fn may_divide(&self, row: &Row) -> bool {
        let is_before = |place: usize| self.places_of(&Field::NAMES).min().is_none_or(|name| place <= name);
        first_place(row).is_some_and(|place| is_before(place) || self.places_of(&TELLING).any(|known| known == place))
    }

    /// What a row says that may divide the list. A word of leaving by itself may do so in any column.
    pub(in crate::census) fn section_text(&self, row: &Row) -> Option<String> {
        let is_lone_status =
            |text: &str| filled(row).nth(1).is_none() && standing(text).is_some_and(Standing::is_asked);
        line_text(row).filter(|text| !self.identifies(row) && (self.may_divide(row) || is_lone_status(text)))
    }

    /// Whether a row above the heading may be a person: it holds a name and what only a person has. A date may be that of the list instead,
    /// so that a few cells more have to stand beside one of these years.
    pub(in crate::census) fn may_be_above(&self, row: &Row) -> bool {
        let filled = row.cells().filter(|cell| !clean(cell).is_empty()).count();
        let is_full = filled >= FEWEST_ABOVE.min(self.width());
        let is_born = self.has_birth_date(row) && (is_full || !is_of_these_years(self.cell(row, Field::DateOfBirth)));
        let is_name = |cell: &str| cell.contains(char::is_alphabetic) && !cell.ends_with(':');
        (is_born || self.has_number(row)) && self.names(row).any(is_name)
    }

    fn has_number(&self, row: &Row) -> bool {
        is_ssn(self.cell(row, Field::Ssn)) || IDS.into_iter().any(|field| is_id(self.cell(row, field)))
    }

    fn has_birth_date(&self, row: &Row) -> bool {
        is_birth_date(self.cell(row, Field::DateOfBirth))
    }
}

/// Where the first cell stands that holds a letter or a digit.
pub(super) fn first_place(row: &Row) -> Option<usize> {
    row.cells().position(|cell| clean(cell).contains(char::is_alphanumeric))
}

/// Whether one of the words of a cell is a date that may be a birth date, as in a line that no comma divides.
pub(super) fn may_hold_birth_date(cell: &str) -> bool {
    let is_date = |word: &str| word.matches('/').count() == 2 && word.bytes().filter(u8::is_ascii_digit).count() >= 4;
    cell.split(' ').any(is_date) && !is_of_these_years(cell)
}

/// Whether a text has a year in which no employee was born.
fn is_of_these_years(text: &str) -> bool {
    let mut years = text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.get(..4)?.parse::<i32>().ok());
    years.any(|year| (GROWN_UP + 1..2100).contains(&year))
}

/// Whether a cell is a date, or was meant to be one: an unreadable date is an error of its row. A count, a mean, a year and a sum of money are
/// none, and neither are other words.
fn is_birth_date(cell: &str) -> bool {
    let whole = without_fraction(cell);
    if is_digits(whole) {
        return whole.len() > NO_BIRTH_DIGITS && !is_year(whole);
    }
    let parts = || cell.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let is_part = |part: &str| part.starts_with(|c: char| c.is_ascii_digit()) || month(part).is_some();
    let fewest = if cell.contains(char::is_whitespace) { 3 } else { 2 };
    let is_time = cell.contains(':') && !cell.contains(['/', '-']);
    let is_amount = cell.contains(['$', '%']) || cell.parse::<f64>().is_ok();
    has_digit(cell) && !is_time && !is_amount && parts().count() >= fewest && parts().take(3).all(is_part)
}

/// Whether a cell is an SSN, or what others may see of one: `123-45-6789`, `XXX-XX-6789`.
fn is_ssn(cell: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, '-' | ' ' | '*' | 'x' | 'X' | '.');
    cell.bytes().filter(u8::is_ascii_digit).count() >= FEWEST_SSN_DIGITS && cell.chars().all(is_sign)
}

/// Returns whether a cell is a person's number: one word with a digit, and neither a date nor an amount.
fn is_id(cell: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '#');
    let is_money = || cell.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2);
    let is_day = || matches!(cell.split('-').map(str::len).collect::<Vec<_>>()[..], [4, 2, 2] | [2, 2, 4]);
    has_digit(cell) && cell.chars().all(is_sign) && !is_money() && !is_day() && !is_placeholder(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birth_dates_are_told_from_counts_ages_and_times() {
        for cell in [
            "1/2/1980",
            "1980-01-02",
            "29222",
            "29222.0",
            "19800102",
            "Jan 2 1980",
            "2-Jan-80",
            "January 2, 1980",
            "1 / 2 / 1980",
            "1/2/1980 12:00:00 AM",
            "1980-01-02T00:00:00",
            "1/3/198x",
            "13/45/1980",
        ] {
            assert!(is_birth_date(cell), "{cell}");
        }
        for cell in [
            "",
            "45",
            "41.5",
            "38.42",
            "120",
            "2027",
            "MM/DD/YYYY",
            "Page 2 of 2",
            "12 employees",
            "3:45 PM",
            "$1,200.00",
            "TBD",
        ] {
            assert!(!is_birth_date(cell), "{cell}");
        }
    }

    #[test]
    fn numbers_of_people_are_told_from_words_money_and_days() {
        for cell in ["2", "707777", "A7", "EMP-0012", "1001.0", "#12", "123-45-6789"] {
            assert!(is_id(cell), "{cell}");
        }
        for cell in ["", "Total", "Page 1 of 2", "1,200", "71250.00", "2026-10-31", "10/31/2026", "A(10)", "N = 2"] {
            assert!(!is_id(cell), "{cell}");
        }
        for cell in ["123-45-6789", "XXX-XX-6789", "123456789", "***-**-0001"] {
            assert!(is_ssn(cell), "{cell}");
        }
        for cell in ["", "30", "Page 1234", "10/31/2026"] {
            assert!(!is_ssn(cell), "{cell}");
        }
    }
}
