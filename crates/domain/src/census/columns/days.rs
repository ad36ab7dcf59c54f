//! Days in cells of columns that no date is read from.

use chrono::NaiveDate;

use crate::census::cells::{DateOrder, read_birth_date};
use crate::census::findings::read_day;

/// A day that no list of people lies behind.
const LATEST: NaiveDate = NaiveDate::from_ymd_opt(2199, 12, 31).expect("a day of the calendar");

/// Whether a text is a day that stands for none, such as `12/31/9999`.
pub(super) fn is_open_end(text: &str) -> bool {
    read_birth_date(text, NaiveDate::MAX, DateOrder::MonthFirst).is_some_and(|day| day > LATEST)
}

/// Whether a text is a day, or has one behind its words, with or without its year.
pub(super) fn holds_day(text: &str) -> bool {
    !is_open_end(text) && read_day(text, (LATEST, DateOrder::MonthFirst)).is_some()
}
