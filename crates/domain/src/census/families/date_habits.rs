//! Whether the dates of birth of a file say by themselves that the day comes first (rules.md#census-dates).
//!
//! The month comes first unless the heading says otherwise. Where more dates of a column can only be read day first than only month first,
//! those that can be read either way are no dates to rely on: they wait for a person instead of moving to another day in silence. Where a
//! few can only be read day first, the column contradicts itself: those that can be read either way are taken month first and pointed out.
//! Beside numbers of six digits those of five are no numbers of days to rely on either.

use chrono::NaiveDate;

use super::Late;
use super::place::{Place, place};
use crate::census::cells::{self, Written};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::validate::Checked;

/// So many more dates with the month first, and the file is surely written so.
const SURE: u64 = 1000;

/// Of so many dates one that can only be read day first may be a slip of its own, which says nothing of the others.
const SLIP: u64 = 20;

/// Collects how the dates of a file are written.
#[derive(Debug, Default)]
pub(in crate::census) struct DateHabits {
    month_first: u64,
    day_first: u64,
    either_way: Vec<(Place, NaiveDate)>,
    /// Dates that are numbers of days, while no other number of the file says otherwise.
    day_numbers: Vec<(Place, NaiveDate)>,
    six_digits: u64,
}

impl DateHabits {
    pub(in crate::census) fn observe(&mut self, checked: &Checked) {
        let record = &checked.record;
        match (checked.birth_written, record.date_of_birth) {
            (Some(Written::MonthFirst), _) => self.month_first += 1,
            (Some(Written::DayFirst), _) => self.day_first += 1,
            (Some(Written::EitherWay), Some(born)) if !self.is_sure() => self.either_way.push((place(record), born)),
            (Some(Written::DayNumber), Some(born)) if !self.are_day_numbers() => {
                self.day_numbers.push((place(record), born))
            }
            (Some(Written::SixDigits), _) => self.six_digits += 1,
            _ => {}
        }
        if self.is_sure() {
            self.either_way = Vec::new();
        }
    }

    const fn is_sure(&self) -> bool {
        self.month_first > self.day_first + SURE
    }

    /// So many of them without one of six digits, and the column surely holds numbers of days.
    const fn are_day_numbers(&self) -> bool {
        self.six_digits == 0 && self.day_numbers.len() as u64 >= SURE
    }

    /// The dates that could be another day.
    pub(in crate::census) fn doubts(mut self) -> impl Iterator<Item = Late> {
        let numbers = if self.six_digits > 0 { std::mem::take(&mut self.day_numbers) } else { Vec::new() };
        let numbers = numbers
            .into_iter()
            .map(|(place, born)| doubt(place, IssueKind::InvalidDate, NUMBER, &cells::day_number(born).to_string()));
        let is_day_first = self.day_first > self.month_first;
        let is_mixed = self.day_first > 0 && self.day_first * SLIP >= self.day_first + self.month_first;
        let (kind, message) = match is_day_first {
            true => (IssueKind::InvalidDate, MESSAGE),
            false => (IssueKind::AmbiguousDate, MIXED),
        };
        let doubted = if is_mixed { self.either_way } else { Vec::new() };
        let doubted = doubted
            .into_iter()
            .map(move |(place, born)| doubt(place, kind, message, &born.format("%m/%d/%Y").to_string()));
        doubted.chain(numbers)
    }
}

/// What is said of a date; one that is no date to rely on is dropped.
fn doubt(place: Place, kind: IssueKind, message: &str, value: &str) -> Late {
    let issue = Issue::of_field(place.line.into(), Field::DateOfBirth, kind, message).with_value(value);
    Late { drop_birth: kind == IssueKind::InvalidDate, ..Late::told(place.number, Some(issue)) }
}

const MESSAGE: &str = "Date of Birth could be two days, since other dates of the file have the day first. Write it as 04/17/1983, or \
                       (DD/MM/YYYY) into the heading.";

const NUMBER: &str = "Date of Birth is a number that could be a day of a spreadsheet or MMDDYY without its zero, since others of the file have six \
                      digits. Write it as 04/17/1983.";

const MIXED: &str = "Date of Birth was read with the month first. Another date of the file can only be read with the day first, so check this one.";
