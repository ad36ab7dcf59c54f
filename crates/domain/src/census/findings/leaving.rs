//! What a column that is not read tells of the leaving of a row's person, and what is said and asked of it (rules.md#told-leaving).
//! A column may also tell a day to come on which the person starts. It starts nobody: the day of the file does
//! (rules.md#effective-date-of-a-file), and the row says so.

use std::sync::Arc;

use chrono::{Months, NaiveDate};

use super::issue::{Issue, IssueKind};
use crate::census::cells::Entry;
use crate::census::cells::{DateOrder, Question, read_birth_date, says_left, word_key};
use crate::census::field::Field;
use crate::census::vocabulary::values::ANSWERS;
use crate::members::Status;
use crate::period::shown_date;

/// What a column may tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Sign {
    /// The day on which somebody leaves.
    Day,
    /// A day below an unknown heading, in a few of the rows.
    SomeDay,
    /// Words such as `Terminated` or `Termed 10/15/2026` below an unknown heading.
    Words,
    /// A letter of a status below an unknown heading.
    Letter,
    /// Whether somebody has left, or since when.
    Left,
    /// Whether somebody is employed still.
    Employed,
    /// Why somebody has left, in any words.
    Reason,
    /// What kind of change the row is, by a word, a letter or a code of X12 (INS03).
    Change,
    /// The status, beside the column that is read.
    Status(Option<Question>),
}

/// A day further back than so many months is none of a list of today, or the year of two digits is one to come.
const LONG_AGO: Months = Months::new(50 * 12);

/// A status In-Active is asked about with a day of leaving that lies at most so many months back.
const RECENT: Months = Months::new(12);

/// A day of leaving lies at most so many months ahead; a later one is none that a list tells.
const AHEAD: Months = Months::new(24);

/// What a column of a row tells of its leaving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    pub(in crate::census) heading: Arc<str>,
    pub(in crate::census) text: Box<str>,
    pub(in crate::census) sign: Sign,
    /// The day, as it stands in the row.
    pub(in crate::census) day: Option<Box<str>>,
    /// The user's answer: whether the people this column marks have left.
    pub(in crate::census) answer: Option<bool>,
}

impl Leaving {
    /// The heading of the column that tells it.
    pub const fn heading(&self) -> &Arc<str> {
        &self.heading
    }

    /// Whether the file asks if the person of a row with this status has left or is to leave (rules.md#told-leaving).
    pub(in crate::census) fn is_asked(&self, status: Entry<Status>, today: NaiveDate) -> bool {
        !matches!(self.sign, Sign::Status(_))
            && (self.has_left(status, today) || self.is_to_leave(status, today) || self.names_the_day(status, today))
    }

    /// Whether the status says that the person has left, and the column on which day of the last months or of those to come. A day further
    /// back is of somebody who left long ago.
    fn names_the_day(&self, status: Entry<Status>, today: NaiveDate) -> bool {
        let is_recent = |day| today.checked_sub_months(RECENT).is_some_and(|earliest| day >= earliest);
        self.sign == Sign::Day && status == Entry::Value(Status::InActive) && self.day(today).is_some_and(is_recent)
    }

    /// Whether the row names a day to come on which the person leaves. Active is no contradiction: it is so until then. A day below an unknown
    /// heading may be of anything, and does not count beside a status.
    fn is_to_leave(&self, status: Entry<Status>, today: NaiveDate) -> bool {
        let may_leave = match self.sign {
            Sign::Day | Sign::Left | Sign::Words => status != Entry::Value(Status::InActive),
            Sign::SomeDay => status == Entry::Blank,
            _ => false,
        };
        may_leave && self.day(today).is_some_and(|day| day > today)
    }

    /// Whether nothing but a day below an unknown heading tells it.
    pub(in crate::census) const fn is_some_day(&self) -> bool {
        matches!(self.sign, Sign::SomeDay)
    }

    /// Whether a person has said that they have left.
    pub(in crate::census) fn is_confirmed(&self) -> bool {
        self.answer == Some(true)
    }

    /// The day that the row names, where it names one.
    pub(in crate::census) fn day(&self, today: NaiveDate) -> Option<NaiveDate> {
        let text = self.day.as_deref()?;
        day_near(text, today).or_else(|| day_near(text.trim_start_matches(|c: char| !c.is_ascii_digit()), today))
    }

    fn has_left(&self, status: Entry<Status>, today: NaiveDate) -> bool {
        let tells = match self.sign {
            Sign::Status(_) => return status == Entry::Value(Status::Active),
            Sign::Day | Sign::SomeDay => is_past(&self.text, today),
            Sign::Words => self.day(today).is_none_or(|day| day <= today),
            Sign::Left => is_yes(&self.text) || is_past(&self.text, today),
            _ => true,
        };
        tells && status == Entry::Blank
    }

    /// What is to be said of a row with this status; nothing where a person has said that it has not left.
    pub(in crate::census) fn issue(&self, line: u64, status: Entry<Status>, today: NaiveDate) -> Option<Issue> {
        let Self { heading, text, .. } = self;
        if self.answer.is_some() && self.is_asked(status, today) {
            let day = self.day(today).map_or_else(String::new, |day| format!(" from {}", shown_date(day)));
            let message = format!("Status is read as In-Active{day}: '{heading}' says '{text}'.");
            let said = Issue::of_field(line, Field::Status, IssueKind::LeftAsSaid, message).with_value(text);
            return self.is_confirmed().then_some(said);
        }
        if let Some(day) = self.day(today).filter(|_| self.is_to_leave(status, today)) {
            let day = shown_date(day);
            let message = format!(
                "The row is read as Active. '{heading}' says '{text}': whether the person leaves on {day} is asked."
            );
            return Some(Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message).with_value(text));
        }
        let why = match self.sign {
            Sign::Status(_) => "which is not read",
            _ => "and no column says the status",
        };
        self.has_left(status, today).then(|| {
            let message = format!(
                "The row is read as Active. '{heading}' says '{text}', {why}: check whether the person has left."
            );
            Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message).with_value(text)
        })
    }
}

fn is_yes(text: &str) -> bool {
    ANSWERS.meaning(&word_key(text)) == Some(true) || says_left(text)
}

/// Whether a text is a day that has come.
fn is_past(text: &str, today: NaiveDate) -> bool {
    let earliest = today.checked_sub_months(LONG_AGO);
    read_birth_date(text, today, DateOrder::MonthFirst)
        .is_some_and(|day| earliest.is_some_and(|earliest| day >= earliest))
}

/// The day of a text, when it lies in the last decades or in the months ahead that a list may name.
fn day_near(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let (earliest, latest) = (today.checked_sub_months(LONG_AGO)?, today.checked_add_months(AHEAD)?);
    read_birth_date(text, latest, DateOrder::MonthFirst).filter(|day| *day >= earliest)
}

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
