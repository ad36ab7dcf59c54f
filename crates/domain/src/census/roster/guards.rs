//! What must hold before a file ends members, and which absent members an explicit import ends (rules.md#mass-termination-guard,
//! rules.md#small-groups, rules.md#explicit-import).

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
    /// How many of `active` members may be ended without a confirmation: the larger of the two limits, and less than half of them in any case.
    pub const fn limit(self, active: u64) -> u64 {
        let part = active as u128 * self.percent as u128 / 100;
        let allowed = if part > self.members as u128 { part as u64 } else { self.members };
        let below_half = active.saturating_sub(1) / 2;
        if allowed < below_half { allowed } else { below_half }
    }

    /// Whether ending `ended` of `active` members needs a confirmation.
    pub const fn needs_confirmation(self, active: u64, ended: u64) -> bool {
        ended > self.limit(active)
    }

    /// Whether the import may go on: nothing to confirm, or exactly this number confirmed. `ends_later` says that members are among them who are
    /// to become active only later.
    ///
    /// # Errors
    /// What has to be confirmed.
    pub fn allows(self, active: u64, ended: u64, confirmed: Option<u64>, ends_later: bool) -> Result<(), Held> {
        if self.needs_confirmation(active, ended) && confirmed != Some(ended) {
            return Err(Held::Confirmation { active, ended, ends_later });
        }
        Ok(())
    }
}

/// Why an import does not go on; the message is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Held {
    /// Too many members would be ended without a word.
    #[error("This file would end {}. An administrator has to confirm that number first.", how_many(*.active, *.ended, *.ends_later))]
    Confirmation {
        /// The active members of the group.
        active: u64,
        /// How many would be ended.
        ended: u64,
        /// Whether members are among them who are not active yet.
        ends_later: bool,
    },
    /// Questions about the file are not answered.
    #[error("{}", if *questions == 1 {
        "A question about this file is not answered.".to_owned()
    } else {
        format!("{questions} questions about this file are not answered.")
    })]
    Questions {
        /// How many.
        questions: usize,
    },
    /// No person has looked at what the file changes.
    #[error("What this file will change has not been looked at. Open its change set and press Process there.")]
    Unseen,
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

/// Members who are to be active only later are none of the active ones.
fn how_many(active: u64, ended: u64, ends_later: bool) -> String {
    if ended <= active && !ends_later {
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

/// Whether a file names fewer than half of the `active` members of its group, so that it may be another group's (rules.md#small-groups).
pub const fn names_few(active: u64, named: u64) -> bool {
    named < active.div_ceil(2)
}

/// What the absence from an explicit file means for a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// The file ends the member.
    Ends,
    /// The member is not active yet, today or on the day on which the file takes effect. The file ends it only on a person's word.
    StillToStart,
    /// The end of the member is set already, on a day behind that of the file. The file ends it earlier only on a person's word.
    LaterEnd,
    /// The file leaves the member alone.
    Nothing,
}

/// Decides what an explicit import does to a member that no row of the file is (rules.md#explicit-import, rules.md#dependents-not-taken).
/// `active_then` says whether the member is active on the day on which the file takes effect. A dependent of a group that takes none is left alone.
pub const fn absence(shown: ShownStatus, active_then: bool, dependent: bool, takes_dependents: bool) -> Absence {
    if dependent && !takes_dependents {
        return Absence::Nothing;
    }
    match shown {
        ShownStatus::Active if active_then => Absence::Ends,
        ShownStatus::PendingInActive if active_then => Absence::LaterEnd,
        // One whose end lies before the day of the file may be planned to come back after it.
        ShownStatus::Active | ShownStatus::PendingInActive | ShownStatus::PendingActive => Absence::StillToStart,
        ShownStatus::InActive => Absence::Nothing,
    }
}
