//! What a later row tells about an earlier one.

use chrono::NaiveDate;

use super::ties::{Place, place};
use crate::census::cells::Entry;
use crate::census::cells::{self, Written};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::record::Record;
use crate::census::people::validate::Checked;

/// Something that a later row told about an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Late {
    /// The record's number.
    pub number: u32,
    /// The [`Record::number`] of its primary, when it was found only now.
    pub primary_row: Option<u32>,
    /// As [`Record::primary_by_order`] of that primary.
    pub by_order: bool,
    /// Whether the primary that the record was given could be another one and must be dropped (rules.md#dependents-and-primaries).
    pub drop_primary: bool,
    /// Whether the record's unique id is its primary's and must be dropped (rules.md#unique-ids).
    pub drop_unique_id: bool,
    /// Whether the record's date of birth could be another day and must be dropped (rules.md#census-dates).
    pub drop_birth: bool,
    /// What is wrong, if anything.
    pub issue: Option<Issue>,
}

impl Late {
    /// Writes what was told into its record.
    pub fn write_into(&self, record: &mut Record) {
        record.primary_row = self.primary_row.or(record.primary_row.filter(|_| !self.drop_primary));
        record.primary_by_order |= self.by_order;
        if self.drop_unique_id {
            record.unique_id = Entry::Blank;
        }
        if self.drop_birth {
            record.date_of_birth = None;
        }
    }

    /// What is wrong with a record, and nothing else.
    pub(super) const fn told(number: u32, issue: Option<Issue>) -> Self {
        Self {
            number,
            primary_row: None,
            by_order: false,
            drop_primary: false,
            drop_unique_id: false,
            drop_birth: false,
            issue,
        }
    }
}

/// Whether numbers below a heading of birth dates are days of a spreadsheet: beside numbers of six digits those of five are none to rely on.
#[derive(Debug, Default)]
pub(super) struct DateHabits {
    /// Dates that are numbers of days.
    day_numbers: Vec<(Place, NaiveDate)>,
    has_six_digits: bool,
}

impl DateHabits {
    pub(super) fn observe(&mut self, checked: &Checked) {
        match (checked.birth_written, checked.record.date_of_birth) {
            (Some(Written::DayNumber), Some(born)) => self.day_numbers.push((place(&checked.record), born)),
            (Some(Written::SixDigits), _) => self.has_six_digits = true,
            _ => {}
        }
    }

    /// The dates that could be another day, which are no dates to rely on.
    pub(super) fn doubts(mut self) -> impl Iterator<Item = Late> {
        let numbers = if self.has_six_digits { std::mem::take(&mut self.day_numbers) } else { Vec::new() };
        numbers.into_iter().map(|(place, born)| {
            let issue = Issue::of_field(place.line.into(), Field::DateOfBirth, IssueKind::InvalidDate, NUMBER);
            let issue = issue.with_value(&cells::day_number(born).to_string());
            Late { drop_birth: true, ..Late::told(place.number, Some(issue)) }
        })
    }
}

const NUMBER: &str = "Date of Birth is a number that could be a day of a spreadsheet or MMDDYY without its zero, since others of the file have six \
                      digits. Write it as 04/17/1983.";
