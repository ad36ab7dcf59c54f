//! What is said and asked about a file, and the facts about a row that are not in its cells, such as the section that it stands in.

use std::sync::Arc;

use chrono::{Datelike, Months, NaiveDate};

pub use self::issue::{Issue, IssueKind, Severity};
use crate::census::cells::{DateOrder, Entry, has_digit, is_digits, read_birth_date};
use crate::census::field::Field;
use crate::census::vocabulary::Relationship;
use crate::members::Status;
use crate::period::shown_date;

/// Writes an enumeration whose numbers and texts are stable, with the ways between them.
macro_rules! numbered {
    ($(#[$about:meta])* $kind:ident, $(#[$shown:meta])* $text:ident:
     $($(#[$meta:meta])* $name:ident = $number:literal, $said:literal;)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $kind { $($(#[$meta])* $name = $number,)* }

        impl $kind {
            /// Every kind.
            pub const ALL: [Self; [$($number),*].len()] = [$(Self::$name),*];

            /// The stored number.
            pub const fn number(self) -> i16 {
                self as i16
            }

            /// The kind of a stored number.
            pub fn from_number(number: i16) -> Option<Self> {
                Self::ALL.into_iter().find(|kind| kind.number() == number)
            }

            $(#[$shown])*
            pub const fn $text(self) -> &'static str {
                match self { $(Self::$name => $said),* }
            }
        }
    };
}

pub(in crate::census) use numbered;

pub mod issue;
pub mod questions;

pub use self::questions::{LeavingAnswers, MOST_SECTIONS, MadeRows, Question, SectionAnswers};

/// A line below which stand people who have left, or may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its line, from 1. Behind a line that may have ended it, it is that line.
    pub line: u64,
    /// What it says.
    pub title: Arc<str>,
    /// Whether a person has said that those below have left.
    pub answer: Option<bool>,
    /// Whether the words of the line say nothing of leaving.
    pub is_unknown: bool,
}

impl Section {
    /// Whether it makes the rows below In-Active.
    pub fn ends(&self) -> bool {
        self.answer == Some(true)
    }

    /// The message of a row below about its status; nothing where a person has said that it has not left.
    pub(in crate::census) fn issue(&self, row: u64) -> Option<Issue> {
        let Self { line, title, .. } = self;
        let message = match self.answer {
            Some(true) => {
                format!("Status is read as In-Active: the row stands below '{title}', line {line} of the file.")
            }
            Some(false) => return None,
            None => format!(
                "The row stands below '{title}', line {line} of the file. Whether it has left is asked; until then it is read as Active."
            ),
        };
        Some(Issue::of_field(row, Field::Status, IssueKind::SectionStatus, message))
    }
}

/// A line that tells whose dependents stand below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilySection {
    /// Its line, from 1.
    pub(in crate::census) line: u64,
    /// What it says.
    pub(in crate::census) title: Arc<str>,
    /// That of the people below; `None` of dependents of any.
    pub(in crate::census) relationship: Option<Relationship>,
}

impl FamilySection {
    /// The message of a row below.
    pub(in crate::census) fn issue(&self, row: u64) -> Issue {
        let Self { line, title, .. } = self;
        let (field, value) = self.told();
        let message =
            format!("{} is read as {value}: the row stands below '{title}', line {line} of the file.", field.label());
        Issue::of_field(row, field, IssueKind::SectionRelationship, message)
    }

    /// The field that it tells, and the value.
    pub(in crate::census) fn told(&self) -> (Field, &'static str) {
        match self.relationship {
            Some(Relationship::Spouse) => (Field::Relationship, "Spouse"),
            Some(Relationship::Child) => (Field::Relationship, "Child"),
            Some(Relationship::Partner) => (Field::Relationship, "Domestic Partner"),
            _ => (Field::MemberType, "Dependent"),
        }
    }
}

/// What tells of a leaving in a column that is not read (rules.md#told-leaving).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Sign {
    /// The heading speaks of leaving, or the value does.
    Told,
    /// It is a status, beside the column that is read.
    Status,
    /// Few rows have the value, and no rule reads it.
    Few,
    /// The same of a column of statuses beside the one that is read.
    FewStatus,
}

/// A day further back than so many months is none of a list of today, or the year of two digits is one to come.
const LONG_AGO: Months = Months::new(50 * 12);

/// A day below an unknown heading that is further back than so many months tells no leaving.
const PAST: Months = Months::new(16 * 12);

/// A status In-Active is asked about with a day of leaving that lies at most so many months back.
const RECENT: Months = Months::new(12);

/// A day of leaving lies at most so many months ahead; a later one is none that a list tells.
const AHEAD: Months = Months::new(24);

/// So many digits are those of a date.
const DIGITS_OF_DATE: usize = 5;

/// What a column of a row tells of its leaving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    pub(in crate::census) heading: Arc<str>,
    pub(in crate::census) text: Box<str>,
    pub(in crate::census) sign: Sign,
    /// The day, as it stands in the row.
    pub(in crate::census) day: Option<Box<str>>,
    /// The key of the person and the text; 0 where the heading of the question names the text.
    pub(in crate::census) whose: u64,
    /// The user's answer: whether the people this column marks have left.
    pub(in crate::census) answer: Option<bool>,
}

impl Leaving {
    /// The day that the row names, in the last decades or in the months ahead that a list may name.
    pub(in crate::census) fn day(&self, (today, order): Days) -> Option<NaiveDate> {
        let (earliest, latest) = (today.checked_sub_months(LONG_AGO)?, today.checked_add_months(AHEAD)?);
        read_day(self.day.as_deref()?, (today, order)).filter(|day| (earliest..=latest).contains(day))
    }

    /// Whether the file asks if the person of a row with this status has left or is to leave. A status In-Active counts by itself, but for its
    /// day. Beside Active a day to come or of the last months is asked about, and another status.
    /// So is a date that no order of its parts makes a day.
    pub(in crate::census) fn is_asked(&self, status: Entry<Status>, days: Days) -> bool {
        let (day, today) = (self.day(days), days.0);
        let is_recent = |day| today.checked_sub_months(RECENT).is_some_and(|earliest| day >= earliest);
        match (status, self.sign) {
            (Entry::Value(Status::InActive), sign) => {
                matches!(sign, Sign::Told | Sign::Status) && day.is_some_and(is_recent)
            }
            (Entry::Value(Status::Active), Sign::Told) => day.map_or_else(|| self.is_no_day(days), is_recent),
            (Entry::Value(Status::Active), sign) => matches!(sign, Sign::Status | Sign::FewStatus),
            (_, Sign::Few | Sign::FewStatus) if day.is_some() => day >= today.checked_sub_months(PAST),
            (_, Sign::Few | Sign::FewStatus) => true,
            // A text of nothing but a date tells it by a day that may be meant.
            _ => !self.is_date() || day.is_some() || self.is_no_day(days),
        }
    }

    /// Whether the text is nothing but a date.
    fn is_date(&self) -> bool {
        let digits = self.text.matches(|c: char| c.is_ascii_digit()).count();
        !self.text.contains(char::is_alphabetic) && digits >= DIGITS_OF_DATE
    }

    /// Whether the text has the form of a date and is none, such as `11/31/2026` or `10/2026`. Zeros and nines stand for no date.
    fn is_no_day(&self, days: Days) -> bool {
        let stands_for_none = |digit: char| self.text.chars().filter(char::is_ascii_digit).all(|one| one == digit);
        self.is_date() && !stands_for_none('0') && !stands_for_none('9') && read_day(&self.text, days).is_none()
    }

    /// What is to be said of a row with this status; nothing where a person has said that it has not left.
    pub(in crate::census) fn issue(&self, line: u64, status: Entry<Status>, days: Days) -> Option<Issue> {
        let Self { heading, text, .. } = self;
        if !self.is_asked(status, days) || self.answer == Some(false) {
            return None;
        }
        let (kind, message) = match self.day(days) {
            day if self.answer == Some(true) => {
                let day = day.map_or_else(String::new, |day| format!(" from {}", shown_date(day)));
                let message = format!("Status is read as In-Active{day}: '{heading}' says '{text}'.");
                (IssueKind::LeftAsSaid, message)
            }
            _ if status == Entry::Value(Status::InActive) => return None,
            _ => {
                let message = format!(
                    "The row is read as Active. '{heading}' says '{text}': check whether the person has left, or is to leave."
                );
                (IssueKind::SaysLeft, message)
            }
        };
        Some(Issue::of_field(line, Field::Status, kind, message).with_value(text))
    }
}

/// Today, and the order in which the file's dates are read.
pub(in crate::census) type Days = (NaiveDate, DateOrder);

/// The day of a text, behind its words, or at its end. Where this order of its parts makes none, the other one counts. Without a year it is the
/// nearest such day.
pub(in crate::census) fn read_day(text: &str, (today, order): Days) -> Option<NaiveDate> {
    let other = if order == DateOrder::DayFirst { DateOrder::MonthFirst } else { DateOrder::DayFirst };
    let text = text.trim_end_matches([')', '.', '!']);
    let behind = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let mut ends = text.rmatch_indices(' ').map(|(at, _)| &text[at + 1..]);
    let (last, two) = (ends.next().unwrap_or_default(), ends.next().unwrap_or(text));
    let read = |text: &str| [order, other].into_iter().find_map(|order| read_birth_date(text, NaiveDate::MAX, order));
    let nearest = |text: &str| {
        (has_digit(text) && !is_digits(text)).then_some(())?;
        let years = [0, -1, 1].map(|more| today.year() + more);
        let days = years.into_iter().filter_map(|year| read(&format!("{text}/{year}")));
        days.min_by_key(|day| day.signed_duration_since(today).abs())
    };
    [text, behind, last].into_iter().find_map(read).or_else(|| [two, last].into_iter().find_map(nearest))
}
