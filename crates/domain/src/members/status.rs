//! The status timeline of a member as a state machine (rules.md#member-statuses).
//!
//! A timeline holds the changes that stand: at most one a day, each in force until the next. What is overtaken or undone
//! is cancelled, never removed. Whether a member is active on a day follows from the timeline alone, so nothing depends on
//! a job having run.

mod counts;
mod write;

use chrono::{DateTime, NaiveDate, Utc};

pub use counts::{BASE_DAY, CountDelta};
pub use write::{NewChange, StatusWrite, Stood};

use crate::StatusChangeId;
use crate::period::shown_date;

/// What a change sets: the two statuses of the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Covered, and billed per month.
    Active = 0,
    /// Not covered.
    InActive = 1,
}

impl Status {
    /// The status of a stored number.
    pub const fn from_number(number: i16) -> Option<Self> {
        match number {
            0 => Some(Self::Active),
            1 => Some(Self::InActive),
            _ => None,
        }
    }

    /// The stored number: 0 or 1.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The other one.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Active => Self::InActive,
            Self::InActive => Self::Active,
        }
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        ShownStatus::settled(self).name()
    }

    /// How a change to this status reads on a snapshot: `Made In-Active on 07/01/2026`.
    pub fn made_on(self, day: NaiveDate) -> String {
        format!("Made {} on {}", self.name(), shown_date(day))
    }
}

/// What people see of a member's status today, pending changes included (rules.md#member-statuses).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShownStatus {
    /// Covered, nothing pending.
    Active = 0,
    /// Not covered, nothing pending.
    InActive = 1,
    /// Covered until a day to come.
    PendingInActive = 2,
    /// Not covered until a day to come.
    PendingActive = 3,
}

impl From<Status> for ShownStatus {
    fn from(status: Status) -> Self {
        Self::settled(status)
    }
}

impl ShownStatus {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Active, Self::InActive, Self::PendingInActive, Self::PendingActive];

    const fn settled(status: Status) -> Self {
        match status {
            Status::Active => Self::Active,
            Status::InActive => Self::InActive,
        }
    }

    /// The number on the wire, 0 to 3.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::InActive => "In-Active",
            Self::PendingInActive => "Pending In-Active",
            Self::PendingActive => "Pending Active",
        }
    }

    /// The colour of its dot and badge.
    pub const fn color(self) -> &'static str {
        match self {
            Self::Active => "#28a745",
            Self::InActive => "#dc3545",
            Self::PendingInActive => "#fd7e14",
            Self::PendingActive => "#17a2b8",
        }
    }

    /// Whether a change is still to come; then nothing but an undo is offered (rules.md#status-actions).
    pub const fn is_pending(self) -> bool {
        matches!(self, Self::PendingInActive | Self::PendingActive)
    }

    /// What the member editor shows: where a pending change leads: 2 as 1, 3 as 0 (rules.md#status-in-the-editor).
    pub const fn in_editor(self) -> Status {
        match self {
            Self::Active | Self::PendingActive => Status::Active,
            Self::InActive | Self::PendingInActive => Status::InActive,
        }
    }

    /// Whether counters count the member as active: statuses 0 and 2 (rules.md#member-counts).
    pub const fn counts_as_active(self) -> bool {
        matches!(self, Self::Active | Self::PendingInActive)
    }
}

/// The status of a member as it is stored beside the member, derived from the timeline (rules.md#append-only-tables).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrentStatus {
    /// The status on the day it was derived.
    pub status: Status,
    /// The next change to another status, and the day from which it holds.
    pub pending: Option<(Status, NaiveDate)>,
}

impl CurrentStatus {
    /// What people see `today`, right even when the job that settles due changes has not run
    /// (rules.md#due-status-changes).
    pub fn shown(self, today: NaiveDate) -> ShownStatus {
        match self.pending {
            Some((status, on)) if on <= today => ShownStatus::settled(status),
            Some((Status::Active, _)) => ShownStatus::PendingActive,
            Some((Status::InActive, _)) => ShownStatus::PendingInActive,
            None => ShownStatus::settled(self.status),
        }
    }
}

/// One change that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusChange {
    /// Its row.
    pub id: StatusChangeId,
    /// What it sets.
    pub status: Status,
    /// The first day it is in force.
    pub effective_on: NaiveDate,
}

/// Days on which a member is active without a break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveSpan {
    /// The first active day.
    pub from: NaiveDate,
    /// The first day no longer active; `None` when no end is known.
    pub until: Option<NaiveDate>,
}

/// The changes of one member that stand, in the order of their days.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timeline {
    changes: Vec<StatusChange>,
}

impl Timeline {
    /// The timeline of uncancelled changes, in any order.
    pub fn new(mut changes: Vec<StatusChange>) -> Self {
        changes.sort_by_key(|change| change.effective_on);
        Self { changes }
    }

    /// The changes that stand, by day.
    pub fn changes(&self) -> &[StatusChange] {
        &self.changes
    }

    /// The status in force on `day`; `None` before the member's first change.
    pub fn status_on(&self, day: NaiveDate) -> Option<Status> {
        let later = self.changes.partition_point(|change| change.effective_on <= day);
        later.checked_sub(1).map(|last| self.changes[last].status)
    }

    /// Whether the member is active on `day`.
    pub fn is_active_on(&self, day: NaiveDate) -> bool {
        self.status_on(day) == Some(Status::Active)
    }

    /// The spans on which the member is active, by day; they never touch or overlap.
    pub fn active_spans(&self) -> Vec<ActiveSpan> {
        let mut spans: Vec<ActiveSpan> = Vec::new();
        for change in &self.changes {
            let open = spans.last_mut().filter(|span| span.until.is_none());
            match (change.status, open) {
                (Status::Active, None) => spans.push(ActiveSpan { from: change.effective_on, until: None }),
                (Status::InActive, Some(span)) => span.until = Some(change.effective_on),
                (Status::Active, Some(_)) | (Status::InActive, None) => {}
            }
        }
        spans
    }

    /// What is to be stored beside the member as of `today`.
    pub fn current(&self, today: NaiveDate) -> CurrentStatus {
        let status = self.status_on(today).unwrap_or(Status::InActive);
        let to_come = self.changes.iter().find(|change| change.effective_on > today && change.status != status);
        CurrentStatus { status, pending: to_come.map(|change| (change.status, change.effective_on)) }
    }

    /// What people see `today`.
    pub fn shown(&self, today: NaiveDate) -> ShownStatus {
        self.current(today).shown(today)
    }
}

/// A change of the history with the moments that decide what a snapshot shows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedChange {
    /// The change.
    pub change: StatusChange,
    /// When it was written.
    pub recorded_at: DateTime<Utc>,
    /// When it was undone or overtaken.
    pub cancelled_at: Option<DateTime<Utc>>,
}

/// The latest change in force on `day` as it was known at `computed_at`: what a snapshot shows of a member, frozen
/// (rules.md#frozen-snapshot, rules.md#kept-names).
pub fn frozen_change(
    history: impl IntoIterator<Item = RecordedChange>,
    day: NaiveDate,
    computed_at: DateTime<Utc>,
) -> Option<StatusChange> {
    history
        .into_iter()
        .filter(|row| row.recorded_at <= computed_at && row.cancelled_at.is_none_or(|at| at > computed_at))
        .map(|row| row.change)
        .filter(|change| change.effective_on <= day)
        .max_by_key(|change| (change.effective_on, change.id))
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
