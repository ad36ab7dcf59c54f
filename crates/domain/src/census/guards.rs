//! What must hold before an explicit import ends anybody (rules.md#mass-termination-guard, rules.md#explicit-import).

use thiserror::Error;

use crate::members::status::ShownStatus;

/// From how many ended members on an administrator must confirm the number; a setting of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminationGuard {
    /// So many may always be ended.
    pub members: u64,
    /// So many percent of the active members may be ended.
    pub percent: u64,
}

impl Default for TerminationGuard {
    fn default() -> Self {
        Self { members: 5, percent: 10 }
    }
}

impl TerminationGuard {
    /// How many of `active` members may be ended without a confirmation: the larger of the two limits.
    pub const fn limit(self, active: u64) -> u64 {
        let part = active as u128 * self.percent as u128 / 100;
        if part > self.members as u128 { part as u64 } else { self.members }
    }

    /// Whether ending `ended` of `active` members needs a confirmation.
    pub const fn needs_confirmation(self, active: u64, ended: u64) -> bool {
        ended > self.limit(active)
    }

    /// Whether the import may go on: nothing to confirm, or exactly this number confirmed.
    ///
    /// # Errors
    /// What has to be confirmed.
    pub fn allows(self, active: u64, ended: u64, confirmed: Option<u64>) -> Result<(), Held> {
        if self.needs_confirmation(active, ended) && confirmed != Some(ended) {
            return Err(Held::Confirmation { active, ended });
        }
        Ok(())
    }
}

/// Why an explicit import does not go on; the message is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Held {
    /// Too many members would be ended without a word.
    #[error("This file would end {}. An administrator has to confirm that number first.", how_many(*.active, *.ended))]
    Confirmation {
        /// The active members of the group.
        active: u64,
        /// How many of them would be ended.
        ended: u64,
    },
    /// Rows wait for a person; they could be the very people who seem to be absent.
    #[error(
        "{} errors. Correct or skip {} first: an unreadable row must not look like an absent member.",
        if *rows == 1 { "1 row of this file has".to_owned() } else { format!("{rows} rows of this file have") },
        if *rows == 1 { "it" } else { "them" },
    )]
    UnreadRows {
        /// How many rows.
        rows: u64,
    },
    /// The rows of another file that were no good, and no list of everybody.
    #[error(
        "This file holds failed rows that were downloaded from another one, so it cannot say who is absent. Upload the whole list, or set \
         the file not to end absent members."
    )]
    FailedRowsOnly,
    /// Nobody in the file could be read.
    #[error("This file has no valid rows, so it cannot say who is absent.")]
    NoValidRows,
}

/// Members who are to be active only later can make the ended more than the active.
fn how_many(active: u64, ended: u64) -> String {
    if ended <= active {
        return format!("{ended} of {active} active members");
    }
    format!("{ended} members, those to become active later among them; {active} are active now")
}

/// Whether an explicit file may say who is absent: it is no download of another's failed rows, every row was read and is valid or was set
/// aside, and there is one.
///
/// # Errors
/// The reason for people.
pub const fn may_judge_absence(valid_rows: u64, rows_with_errors: u64, failed_rows_only: bool) -> Result<(), Held> {
    match (valid_rows, rows_with_errors) {
        _ if failed_rows_only => Err(Held::FailedRowsOnly),
        (0, _) => Err(Held::NoValidRows),
        (_, 0) => Ok(()),
        (_, rows) => Err(Held::UnreadRows { rows }),
    }
}

/// Whether an explicit import ends a member whom no row of the file is (rules.md#explicit-import, rules.md#dependents-not-taken): active, or to be
/// active from a day to come, and not a dependent of a group that takes none. An end that is set already stays as somebody has planned it.
pub const fn is_ended_by_absence(shown: ShownStatus, dependent: bool, takes_dependents: bool) -> bool {
    matches!(shown, ShownStatus::Active | ShownStatus::PendingActive) && (takes_dependents || !dependent)
}
