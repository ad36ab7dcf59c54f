//! Whether numbers below a heading of birth dates are days of a spreadsheet: beside numbers of six digits those of five are none to rely on.

use chrono::NaiveDate;

use super::Late;
use super::place::{Place, place};
use crate::census::cells::{self, Written};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::validate::Checked;

/// So many of them without one of six digits, and the column surely holds numbers of days.
const SURE: usize = 1000;

/// Collects the numbers among the dates of a file.
#[derive(Debug, Default)]
pub(in crate::census) struct DateHabits {
    /// Dates that are numbers of days, while no other number of the file says otherwise.
    day_numbers: Vec<(Place, NaiveDate)>,
    six_digits: u64,
}

impl DateHabits {
    pub(in crate::census) fn observe(&mut self, checked: &Checked) {
        let is_sure = self.six_digits == 0 && self.day_numbers.len() >= SURE;
        match (checked.birth_written, checked.record.date_of_birth) {
            (Some(Written::DayNumber), Some(born)) if !is_sure => {
                self.day_numbers.push((place(&checked.record), born));
            }
            (Some(Written::SixDigits), _) => self.six_digits += 1,
            _ => {}
        }
    }

    /// The dates that could be another day, which are no dates to rely on.
    pub(in crate::census) fn doubts(mut self) -> impl Iterator<Item = Late> {
        let numbers = if self.six_digits > 0 { std::mem::take(&mut self.day_numbers) } else { Vec::new() };
        numbers.into_iter().map(|(place, born)| {
            let issue = Issue::of_field(place.line.into(), Field::DateOfBirth, IssueKind::InvalidDate, NUMBER);
            let issue = issue.with_value(&cells::day_number(born).to_string());
            Late { drop_birth: true, ..Late::told(place.number, Some(issue)) }
        })
    }
}

const NUMBER: &str = "Date of Birth is a number that could be a day of a spreadsheet or MMDDYY without its zero, since others of the file have six \
                      digits. Write it as 04/17/1983.";
