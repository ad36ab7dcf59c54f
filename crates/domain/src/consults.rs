//! Consults of the telehealth service: what the patient platform says of one, and the files it says it in (rules.md#consults).

mod fields;
mod form;
mod reader;

#[cfg(test)]
mod tests;

use chrono::{DateTime, Datelike, NaiveDateTime, Timelike, Utc, Weekday};

use crate::members::Gender;
use crate::{GroupId, MemberId};

pub use reader::{ConsultReader, FileKind, Refused, Stopped};

/// From which to which hour consults are not after hours, Monday to Friday (rules.md#after-hours).
const OFFICE_HOURS: std::ops::Range<u32> = 8..20;

/// What a consult was about and how it came about, in the words of the patient platform (rules.md#consults).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// State or territory.
    pub region: Option<String>,
    /// Insurance plan.
    pub plan: Option<String>,
    /// Group code.
    pub code: Option<String>,
    /// How the patient heard of it.
    pub source: Option<String>,
    /// By telephone, video and so on.
    pub access: Option<String>,
    /// Where the patient would have gone instead.
    pub alternative: Option<String>,
    /// What was found.
    pub diagnoses: Vec<String>,
    /// What was prescribed.
    pub prescriptions: Vec<String>,
}

/// How a report names the group of a consult.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfGroup {
    /// By its id.
    Id(GroupId),
    /// By its folded code.
    Code(String),
    /// Not at all: it is the member's.
    OfMember,
}

/// How a report names who consulted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfMember {
    /// By the id.
    Id(MemberId),
    /// By the folded unique id within the group.
    UniqueKey(String),
    /// Not at all.
    Unknown,
}

/// A consult as a report tells of it; the records that it names are not looked up yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// The physical line on which it begins, from 1.
    pub line: u64,
    /// Its id in the patient platform.
    pub external_id: String,
    /// Its group.
    pub group: OfGroup,
    /// Who consulted.
    pub member: OfMember,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// Whether it took place; otherwise it is void.
    pub is_completed: bool,
    /// Minutes waited.
    pub wait_minutes: Option<i32>,
    /// 1 to 5.
    pub rating: Option<i16>,
    /// Whether it was after hours; [`is_after_hours`] says it when the report does not.
    pub is_after_hours: Option<bool>,
    /// The gender; the member's when the report says none.
    pub gender: Option<Gender>,
    /// Years at the consult; the member's when the report says none.
    pub age: Option<i16>,
    /// What it was about and how it came about.
    pub about: About,
}

/// Whether a consult that began then, in business time, was after hours unless the platform says otherwise: outside of 08:00 to 19:59
/// from Monday to Friday (rules.md#after-hours).
pub fn is_after_hours(started: NaiveDateTime) -> bool {
    !OFFICE_HOURS.contains(&started.hour()) || matches!(started.weekday(), Weekday::Sat | Weekday::Sun)
}
