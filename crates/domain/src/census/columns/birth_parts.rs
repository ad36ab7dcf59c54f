//! A date of birth in three columns: month, day and year.

use crate::census::cells::{clean, without_fraction};
use crate::census::field::Field;
use crate::census::source::RawRow;
use crate::census::source::lines::Row;
use crate::census::vocabulary::values::{BIRTH_PARTS, BirthPart};

/// The places of the columns that make a date of birth together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct BirthParts {
    pub(in crate::census) month: usize,
    pub(in crate::census) day: usize,
    pub(in crate::census) year: usize,
}

impl BirthParts {
    /// The columns of month, day and year among the headings' keys; `None` when one is missing.
    pub(in crate::census) fn among<'a>(keys: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let place = |part: BirthPart| keys.clone().position(|key| BIRTH_PARTS.meaning(key) == Some(part));
        Some(Self { month: place(BirthPart::Month)?, day: place(BirthPart::Day)?, year: place(BirthPart::Year)? })
    }

    pub(in crate::census) fn contains(self, place: usize) -> bool {
        [self.month, self.day, self.year].contains(&place)
    }

    /// Puts the date together; a part that is missing leaves a date that cannot be read.
    pub(in crate::census) fn fill(self, row: &Row, raw: &mut RawRow) {
        let [month, day, year] =
            [self.month, self.day, self.year].map(|place| without_fraction(clean(row.cell(place))));
        let is_blank = [month, day, year].iter().all(|part| part.is_empty());
        let is_plain = year.len() == 4 && !month.starts_with(char::is_alphabetic);
        let date = if is_plain { format!("{year}-{month}-{day}") } else { format!("{month} {day} {year}") };
        if !is_blank {
            raw.set(Field::DateOfBirth, &date);
        }
    }
}

/// Whether a heading that can mean the day of birth in a month does so: where the month or the year has a column of its own.
pub(in crate::census) fn is_day_alone<'a>(key: &str, mut keys: impl Iterator<Item = &'a str>) -> bool {
    key == "birthday"
        && keys.any(|other| matches!(BIRTH_PARTS.meaning(other), Some(BirthPart::Month | BirthPart::Year)))
}
