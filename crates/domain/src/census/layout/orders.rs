//! Which number of a date is the month, and which name comes first, with what tells it.

use super::{OpenQuestion, ReadOrder};
use crate::census::cells::Written;
use crate::census::columns::Mapping;
use crate::census::columns::name_order::NameOrder;
use crate::census::field::Field;
use crate::census::findings::issue::Issue;
use crate::census::people::validate::Checked;

/// Counts how the dates of birth are written while the first rows are read.
#[derive(Debug, Default)]
pub(super) struct Dates {
    all: u32,
    month_first: u32,
    day_first: u32,
    either_way: u32,
}

impl Dates {
    /// Counts the date of a row.
    pub(super) fn see(&mut self, checked: &Checked) {
        self.all += u32::from(checked.birth_written.is_some() || checked.record.date_of_birth.is_some());
        match checked.birth_written {
            Some(Written::MonthFirst) => self.month_first += 1,
            Some(Written::DayFirst) => self.day_first += 1,
            Some(Written::EitherWay) => self.either_way += 1,
            Some(Written::DayNumber | Written::SixDigits) | None => {}
        }
    }

    /// The order in which the dates are read (rules.md#census-dates).
    pub(super) fn order(&self, mapping: &Mapping) -> ReadOrder {
        let column = mapping.column_of(Field::DateOfBirth).map(|place| mapping.columns()[place].heading.clone());
        let Self { all, month_first, day_first, either_way } = *self;
        if mapping.day_first() {
            let why = "The heading says that the day comes first.".to_owned();
            return ReadOrder { order: "DayFirst".to_owned(), is_sure: true, why, column };
        }
        if all == 0 {
            return ReadOrder {
                why: "The first rows have no date of birth.".to_owned(),
                column,
                ..ReadOrder::default()
            };
        }
        let (is_sure, why) = match (month_first, day_first) {
            (0, 0) if either_way == 0 => (true, "Every date can be read in one way only.".to_owned()),
            (0, 0) => (false, format!("{either_way} of {all} dates can be read either way; the month is taken first.")),
            (_, 0) => (true, format!("{month_first} of {all} dates can only be read with the month first.")),
            (0, _) => (
                false,
                format!(
                    "{day_first} of {all} dates can only be read with the day first, and none with the month first."
                ),
            ),
            _ => (
                false,
                format!(
                    "{month_first} of {all} dates can only be read with the month first, and {day_first} with the day first."
                ),
            ),
        };
        ReadOrder { order: "MonthFirst".to_owned(), is_sure, why, column }
    }

    /// What a person has to say where the dates contradict the order in which they are read.
    pub(super) fn question(&self, order: &ReadOrder, line: u64) -> Option<OpenQuestion> {
        let contradicts = order.order == "MonthFirst" && self.day_first > 0;
        contradicts.then(|| OpenQuestion {
            about: "Dates".to_owned(),
            line,
            column: order.column.clone(),
            text: format!(
                "{} If the day comes first, write (DD/MM/YYYY) into the heading and upload the file again.",
                order.why
            ),
            by: "File".to_owned(),
        })
    }
}

/// The order of the names.
pub(super) fn names(mapping: &Mapping, told: Option<NameOrder>) -> ReadOrder {
    let parts = mapping.column_of(Field::FirstName).is_some() && mapping.column_of(Field::LastName).is_some();
    if parts {
        let why = "First and last names have columns of their own.".to_owned();
        return ReadOrder { order: "Columns".to_owned(), is_sure: true, why, column: None };
    }
    let Some(place) = mapping.column_of(Field::FullName) else {
        return ReadOrder { why: "No columns hold whole names.".to_owned(), ..ReadOrder::default() };
    };
    let column = Some(mapping.columns()[place].heading.clone());
    let (last_first, is_sure, why) = match told {
        _ if mapping.last_first() => (true, true, "The heading says that the last name comes first."),
        Some(NameOrder { last_first, is_sure: true, .. }) => {
            (last_first, true, "Families of the first rows share a last name, and given names are known.")
        }
        Some(NameOrder { last_first, .. }) => (last_first, false, "The file does not tell for sure."),
        None => (true, true, "A comma stands behind the last name."),
    };
    let order = if last_first { "LastFirst" } else { "FirstLast" };
    ReadOrder { order: order.to_owned(), is_sure, why: why.to_owned(), column }
}

/// What a person has to say about the names, in the words of the finding.
pub(super) fn question(told: Option<NameOrder>, mapping: &Mapping, line: u64) -> Option<OpenQuestion> {
    let Issue { key, message, .. } = told?.issue(mapping, line)?;
    Some(OpenQuestion { about: "Names".to_owned(), line, column: key, text: message, by: "File".to_owned() })
}
