//! A day to come on which the person of a row starts, in a column that no field takes. It starts nobody: the day of the file does
//! (rules.md#effective-date-of-a-file), and the row says so.

use std::sync::Arc;

use chrono::NaiveDate;

use super::issue::{Issue, IssueKind};
use super::leaving::day_near;
use crate::census::cells::entry::Entry;
use crate::members::Status;
use crate::period::shown_date;

/// What a column of a row tells of its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starting {
    pub(in crate::census) heading: Arc<str>,
    pub(in crate::census) text: Box<str>,
}

impl Starting {
    /// What is to be said of a row that does not say that the person has left.
    pub(in crate::census) fn issue(&self, line: u64, status: Entry<Status>, today: NaiveDate) -> Option<Issue> {
        let Self { heading, text } = self;
        let day = day_near(text, today).filter(|day| *day > today && status != Entry::Value(Status::InActive))?;
        let message = format!(
            "'{heading}' says {}, a day to come. A new member starts on the day of the file instead: give the file an effective date, or change the \
             first day by hand.",
            shown_date(day)
        );
        Some(Issue::of_row(line, IssueKind::StartsLater, &message).with_value(text))
    }
}
