//! Whether a file may be undone, and how far its undoing is.

use chrono::{Days, NaiveDate};
use thiserror::Error;

use crate::period::shown_date;

/// For how many days after its processing a file may be undone; the last of them counts whole. The promise of the product:
/// `docs/api.md`, "Undoing a census file".
pub const UNDO_DAYS: u64 = 30;

/// How far the undoing of a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UndoState {
    /// It waits for a runner.
    Queued = 0,
    /// It is at work.
    Running = 1,
    /// It is done.
    Done = 2,
    /// It broke off; what is undone stays so, and it may be asked for again.
    Failed = 3,
}

impl UndoState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Queued, Self::Running, Self::Done, Self::Failed];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queued => "Queued",
            Self::Running => "Running",
            Self::Done => "Done",
            Self::Failed => "Failed",
        }
    }

    /// Whether it waits or is at work.
    pub const fn is_busy(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

/// A file as the question whether it may be undone looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undoable {
    /// Whether it holds several groups; those are undone one by one.
    pub is_multi_group: bool,
    /// The day in business time on which its import ended, or broke off after it had changed somebody; `None` when it has changed
    /// nobody.
    pub changed_on: Option<NaiveDate>,
    /// Whether its import has ended.
    pub is_processed: bool,
    /// Whether a task of it is queued or at work.
    pub is_busy: bool,
    /// How far its undoing is; `None` when nobody has asked for it.
    pub undo: Option<UndoState>,
}

/// Why a file may not be undone; the message is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotUndoable {
    /// Its groups are undone one by one.
    #[error("This file holds several groups. Undo the file of each group instead.")]
    SeveralGroups,
    /// Its import has not run.
    #[error("This file has not been processed, so there is nothing to undo.")]
    NotProcessed,
    /// Its import has changed nobody.
    #[error("This file changed no members, so there is nothing to undo.")]
    ChangedNobody,
    /// A task of it is at work, or its undoing is.
    #[error("This file is being worked on already.")]
    Busy,
    /// That has happened.
    #[error("This file has been undone already.")]
    Undone,
    /// Too long ago.
    #[error("A file can be undone for {UNDO_DAYS} days. The last day for this file was {}.", shown_date(*.last_day))]
    TooLate {
        /// The last day on which it could have been undone.
        last_day: NaiveDate,
    },
}

impl Undoable {
    /// The last day on which the file may be undone, in business time.
    pub fn last_day(&self) -> Option<NaiveDate> {
        self.changed_on?.checked_add_days(Days::new(UNDO_DAYS))
    }

    /// Whether the file may be undone `today`. A half-processed file may be (rules.md#census-tasks: what it did is whole for each member), and
    /// an undoing that broke off may be taken up again however late it is.
    ///
    /// # Errors
    /// The reason for people.
    pub fn check(&self, today: NaiveDate) -> Result<(), NotUndoable> {
        if self.is_multi_group {
            return Err(NotUndoable::SeveralGroups);
        }
        let Some(last_day) = self.last_day() else {
            return Err(if self.is_processed { NotUndoable::ChangedNobody } else { NotUndoable::NotProcessed });
        };
        match self.undo {
            Some(UndoState::Done) => Err(NotUndoable::Undone),
            Some(state) if state.is_busy() => Err(NotUndoable::Busy),
            _ if self.is_busy => Err(NotUndoable::Busy),
            None if today > last_day => Err(NotUndoable::TooLate { last_day }),
            _ => Ok(()),
        }
    }
}
