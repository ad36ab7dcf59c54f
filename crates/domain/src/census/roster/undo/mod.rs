//! The way back from a processed file: whether a file may be undone, what undoing does to each member it touched, and which members
//! are kept as they are because somebody has changed them since.
//!
//! A member is put back to what it was: its fields, its primary, its status on every day. What the file did stays in the history,
//! cancelled; what was billed meanwhile comes out as credits and debts of the next snapshot, as after any other change of the past
//! (rules.md#credits-and-debts). A member that the file has made is never deleted (nothing that was billed or shown is): it was active on no day,
//! gives back its unique id and leaves its family, so that nothing is in the way of whoever comes next.

mod before;
mod eligibility;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use chrono::NaiveDate;

pub use self::before::{Before, BeforeStatus};
pub use self::eligibility::{NotUndoable, UNDO_DAYS, UndoState, Undoable};

use crate::MemberId;
use crate::members::MemberDetails;
use crate::members::status::{StatusWrite, Stood, Timeline};

/// What a file did to a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// It was made.
    Created = 1,
    /// Fields changed.
    Updated = 2,
    /// It came back; fields may have changed too.
    Reactivated = 3,
    /// It was ended; fields may have changed too.
    Terminated = 4,
}

impl ChangeKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Created, Self::Updated, Self::Reactivated, Self::Terminated];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The kind of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "Created",
            Self::Updated => "Updated",
            Self::Reactivated => "Reactivated",
            Self::Terminated => "Terminated",
        }
    }
}

/// Why a member is kept as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kept {
    /// A person or a job has changed it since.
    ChangedSince = 1,
    /// A later census file has changed it.
    LaterFile = 2,
    /// Its former unique id belongs to somebody else now.
    UniqueIdTaken = 3,
    /// Somebody belongs to it who stays.
    HasDependents = 4,
    /// What it was before is not known.
    BeforeUnknown = 5,
}

impl Kept {
    /// Every reason.
    pub const ALL: [Self; 5] =
        [Self::ChangedSince, Self::LaterFile, Self::UniqueIdTaken, Self::HasDependents, Self::BeforeUnknown];

    /// The stored number (`census_change.undo_note`).
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The reason of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kept| kept.number() == number)
    }

    /// The sentence that is shown.
    pub const fn message(self) -> &'static str {
        match self {
            Self::ChangedSince => "The member was changed after the file was processed.",
            Self::LaterFile => "A later census file has changed the member.",
            Self::UniqueIdTaken => "The former unique ID belongs to another member now.",
            Self::HasDependents => "The member has dependents who stay.",
            Self::BeforeUnknown => "What the member was before the file is not known.",
        }
    }
}

/// A member that a file has touched, as it is when the file is undone.
#[derive(Debug, Clone, Copy)]
pub struct Touched<'a> {
    /// What the file did to it.
    pub kind: ChangeKind,
    /// What it was before; `None` when that was not noted or cannot be read.
    pub before: Option<&'a Before>,
    /// Its version after the file.
    pub version_after: i32,
    /// Its version now, or the one it stands for: who was put back to a version is as good as of that version.
    pub version: i32,
    /// Whether a later file has changed it and is not undone.
    pub by_later_file: bool,
    /// Its details now.
    pub details: &'a MemberDetails,
    /// Its primary now.
    pub primary: Option<MemberId>,
    /// Its timeline now.
    pub timeline: &'a Timeline,
}

/// What a member becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PutBack {
    /// Its details.
    pub details: MemberDetails,
    /// Its primary.
    pub primary: Option<MemberId>,
    /// What happens to its timeline.
    pub status: Option<StatusWrite>,
}

impl Touched<'_> {
    /// What undoing does to the member. Whether its former unique id is free ([`PutBack::unique_key`]) and whether its dependents stay
    /// ([`PutBack::may_have_dependents`]), only the roster knows.
    ///
    /// # Errors
    /// Why the member is kept as it is.
    pub fn put_back(&self, today: NaiveDate) -> Result<PutBack, Kept> {
        if self.version != self.version_after {
            return Err(if self.by_later_file { Kept::LaterFile } else { Kept::ChangedSince });
        }
        if self.kind == ChangeKind::Created {
            return Ok(self.never(today));
        }
        let before = self.before.ok_or(Kept::BeforeUnknown)?;
        let stood = before.status.as_ref().map(|noted| noted.read().ok_or(Kept::BeforeUnknown)).transpose()?;
        if stood.is_none() && self.kind != ChangeKind::Updated {
            return Err(Kept::BeforeUnknown);
        }
        Ok(PutBack {
            details: before.details(self.details).ok_or(Kept::BeforeUnknown)?,
            primary: before.primary,
            status: stood.map(|stood| self.timeline.put_back(&stood, today)),
        })
    }

    /// A member that was made, as if it had never been one.
    fn never(&self, today: NaiveDate) -> PutBack {
        let first = self.timeline.changes().first();
        let never = |from: NaiveDate| self.timeline.put_back(&Stood { from, changes: Vec::new() }, today);
        PutBack {
            details: MemberDetails { unique_id: None, ..self.details.clone() },
            primary: None,
            status: first.map(|change| never(change.effective_on)),
        }
    }
}

impl PutBack {
    /// The folded unique id that the member takes again, which nobody else of its group may have by then.
    pub fn unique_key(&self, now: &MemberDetails) -> Option<String> {
        self.details.unique_key().filter(|key| now.unique_key().as_ref() != Some(key))
    }

    /// Whether somebody may still belong to the member afterwards.
    pub fn may_have_dependents(&self, kind: ChangeKind) -> bool {
        kind != ChangeKind::Created && self.details.is_primary()
    }
}
