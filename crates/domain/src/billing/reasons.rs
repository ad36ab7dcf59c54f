//! Why an entry of a bill is there, in words that follow the name of the member, or the number of consults (beyond 4).
//!
//! What the ledger holds does not say what made a correction necessary; that is read from the entry that the correction answers, and from
//! the member's timeline: a change recorded after that entry was billed is the reason, or one that was taken back after it; what was known
//! then is not. Where neither is found only what is the case is said.

use std::cmp::Ordering;

use chrono::{DateTime, NaiveDate, Utc};

use crate::StatusChangeId;
use crate::billing::ledger::EntryKind;
use crate::period::shown_date;

/// Why an entry is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// In words that follow the name.
    pub words: String,
    /// The change that was taken back, where that is the reason: who or what did so is the source then, and not that of the status that
    /// counts again.
    pub taken_back: Option<StatusChangeId>,
}

impl Reason {
    fn plain(words: impl Into<String>) -> Self {
        Self { words: words.into(), taken_back: None }
    }
}

/// What brought a status change about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A person or a program changed the member.
    ByHand,
    /// A census file.
    File,
    /// A census file was undone.
    Undo,
    /// The whole group ended (rules.md#ending-a-group).
    GroupEnd,
    /// The product itself.
    Automatic,
}

/// The status change that counts for a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedChange {
    /// Whether it made the member active.
    pub is_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The day of that, in business time.
    pub recorded_on: NaiveDate,
    /// What brought it about.
    pub origin: Origin,
}

impl CountedChange {
    /// `back-dated on 10/20/2026`, `on 11/23/2026 as of 12/01/2026`, `by the file of 10/30/2026`.
    fn manner(&self) -> String {
        let day = shown_date(self.recorded_on);
        match self.effective_on.cmp(&self.recorded_on) {
            _ if !self.origin.is_by_hand() => self.origin.brought_about(self.recorded_on),
            Ordering::Less => format!("back-dated on {day}"),
            Ordering::Equal => format!("on {day}"),
            Ordering::Greater => format!("on {day} as of {}", shown_date(self.effective_on)),
        }
    }
}

impl Origin {
    const fn is_by_hand(self) -> bool {
        matches!(self, Self::ByHand | Self::Automatic)
    }

    /// `on 10/20/2026`, `by the file of 10/30/2026`.
    fn brought_about(self, on: NaiveDate) -> String {
        let day = shown_date(on);
        match self {
            Self::ByHand | Self::Automatic => format!("on {day}"),
            Self::File => format!("by the file of {day}"),
            Self::Undo => format!("by the undoing of a file on {day}"),
            Self::GroupEnd => format!("with the whole group on {day}"),
        }
    }
}

/// A status change that was taken back, so that it counts for no month any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelledChange {
    /// Its id.
    pub id: StatusChangeId,
    /// Whether it had made the member active.
    pub was_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// When it was taken back.
    pub cancelled_at: DateTime<Utc>,
    /// The day of that, in business time.
    pub cancelled_on: NaiveDate,
    /// What took it back.
    pub origin: Origin,
    /// Whether the creation of the member was taken back with it.
    pub is_creation: bool,
}

impl CancelledChange {
    /// `the end was taken back on 10/20/2026`.
    fn told(&self) -> String {
        let what = match (self.is_creation, self.was_active) {
            (true, _) => "creation",
            (false, true) => "start",
            (false, false) => "end",
        };
        format!("the {what} was taken back {}", self.origin.brought_about(self.cancelled_on))
    }
}

/// The last end, or beginning, that was taken back after `since`.
pub(crate) fn taken_back_since(
    cancelled: &[CancelledChange],
    since: DateTime<Utc>,
    was_active: bool,
) -> Option<&CancelledChange> {
    let is_since = |change: &&CancelledChange| change.was_active == was_active && change.cancelled_at > since;
    cancelled.iter().filter(is_since).max_by_key(|change| change.cancelled_at)
}

/// What the ledger held of a member and a month on a line when a correction was computed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Before {
    /// When the line was last billed for the month, whomever it charged.
    pub month_billed_at: Option<DateTime<Utc>>,
    /// What the member's entries did, and when they were billed. A bill that was regenerated has billed its entries when that was done.
    pub entries: Vec<(EntryKind, DateTime<Utc>)>,
    /// What was taken back of the member's timeline until then, of all that would count for the month.
    pub cancelled: Vec<CancelledChange>,
}

impl Before {
    /// When the last entry was billed that one of `kind` answers: what it takes back, or what took back the charge that it repeats.
    fn answered_at(&self, kind: EntryKind) -> Option<DateTime<Utc>> {
        let is_answered = |other: EntryKind| {
            other.is_credit() != kind.is_credit()
                && (kind == EntryKind::Debt || other.is_of_debt() == kind.is_of_debt())
        };
        self.entries.iter().filter(|(other, _)| is_answered(*other)).map(|(_, at)| *at).max()
    }
}

/// Why there is a correction for a member and a month of which the ledger held `before`; a charge needs no reason.
pub fn of_correction(kind: EntryKind, change: Option<&CountedChange>, before: &Before) -> Option<Reason> {
    let is_active = change.is_some_and(|change| change.is_active);
    let answered_at = before.answered_at(kind);
    let billed_at = answered_at.or(before.month_billed_at);
    let since = change.filter(|change| billed_at.is_some_and(|billed| change.recorded_at > billed));
    let taken_back = billed_at.and_then(|billed| taken_back_since(&before.cancelled, billed, !is_active));
    let said = |was: &str, otherwise: &str| match (since, taken_back) {
        (Some(change), _) => {
            let did = if is_active { "made active" } else { "ended" };
            Reason::plain(format!("{was}, then {did} {}", change.manner()))
        }
        (None, Some(cancelled)) => {
            Reason { words: format!("{was}, then {}", cancelled.told()), taken_back: Some(cancelled.id) }
        }
        (None, None) => Reason::plain(otherwise),
    };
    Some(match (kind, is_active) {
        (EntryKind::Charge, _) => return None,
        (EntryKind::Credit, false) => said("was billed", "was billed, and is not active for the month"),
        (EntryKind::Credit, true) => Reason::plain("was billed twice, of which once is taken back"),
        (EntryKind::Debt, true) if answered_at.is_none() => {
            said("had no charge for the month", "is active for the month, which had no charge")
        }
        (EntryKind::Debt, false) => Reason::plain("was taken back once too often"),
        (EntryKind::Debt | EntryKind::ReversedCredit, true) => {
            said("was credited", "was credited, and is active for the month")
        }
        (EntryKind::ReversedCredit, false) => Reason::plain("was credited for a charge that is no longer there"),
        (EntryKind::ReversedDebt, false) => {
            said("was billed afterwards", "was billed afterwards, and is not active for the month")
        }
        (EntryKind::ReversedDebt, true) => {
            Reason::plain("was billed afterwards, and is now charged with the month itself")
        }
    })
}

/// Why there is a correction of consults; a charge needs no reason.
pub const fn of_consults(kind: EntryKind) -> Option<&'static str> {
    match kind {
        EntryKind::Charge => None,
        EntryKind::Debt => Some("came in after the month was billed"),
        EntryKind::Credit => Some("billed, then voided or no longer counted"),
        EntryKind::ReversedCredit => Some("credited, then counted again"),
        EntryKind::ReversedDebt => Some("billed afterwards, then voided or no longer counted"),
    }
}

/// Someone who stands on a bill and not on the one before, or the other way round.
#[derive(Debug, Clone, Copy)]
pub struct Move<'a> {
    /// Whether the newer bill is the one.
    pub joined: bool,
    /// What counts for the month.
    pub change: Option<&'a CountedChange>,
    /// When the bill before was made.
    pub before_at: DateTime<Utc>,
    /// Who was active on this day, that one charged.
    pub before_cut_off: NaiveDate,
    /// What it knew of the month.
    pub was_active: bool,
    /// What has been taken back of all that would count for the month.
    pub cancelled: &'a [CancelledChange],
}

impl Move<'_> {
    /// Whether the bill before knew what counts now.
    fn was_known(&self) -> bool {
        self.change
            .is_some_and(|change| change.effective_on <= self.before_cut_off && change.recorded_at <= self.before_at)
    }

    fn taken_back(&self, was: &str, what: &str) -> Reason {
        match taken_back_since(self.cancelled, self.before_at, !self.joined) {
            Some(cancelled) => {
                Reason { words: format!("{was}, and {}", cancelled.told()), taken_back: Some(cancelled.id) }
            }
            None => Reason::plain(format!("{was}, and the {what} was taken back")),
        }
    }
}

/// Why someone joined or left where no change of status explains it.
pub fn of_move(moved: &Move<'_>) -> Option<Reason> {
    let is_active = moved.change.is_some_and(|change| change.is_active);
    match (moved.joined, is_active) {
        (true, true) if moved.was_known() && moved.was_active => {
            Some(Reason::plain("was active before, on no line of this plan"))
        }
        (true, true) if moved.was_known() => Some(moved.taken_back("was ended", "end")),
        (false, true) => Some(Reason::plain("is active, on no line of this plan any more")),
        (false, false) if moved.change.is_none() || moved.was_known() => Some(moved.taken_back("was active", "start")),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
