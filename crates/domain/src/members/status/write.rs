//! The transitions of a timeline: each returns what is to be written, or why it is refused.

use chrono::NaiveDate;

use crate::members::effective_date::{StatusWish, effective_date};
use crate::members::status::{CountDelta, CurrentStatus, Status, StatusChange, Timeline, counts};
use crate::period::shown_date;
use crate::{Invalid, StatusChangeId};

/// A change to be appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewChange {
    /// What it sets.
    pub status: Status,
    /// The first day it is in force.
    pub effective_on: NaiveDate,
}

/// What stood in a timeline from a day on, before something took its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stood {
    /// The first day on which it was not the same afterwards.
    pub from: NaiveDate,
    /// The changes of that day and later, by day; none when nothing stood there.
    pub changes: Vec<NewChange>,
}

/// Everything that one transition writes; it belongs into one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusWrite {
    /// Changes to be marked as cancelled, by day.
    pub cancel: Vec<StatusChangeId>,
    /// The last change that still stands before the new one, and the new end of its span (`status_change.until_on`).
    pub previous: Option<(StatusChangeId, Option<NaiveDate>)>,
    /// The changes to be appended, by day; none when cancelling alone brings the wished status. More than one only where several that
    /// were cancelled are put back.
    pub append: Vec<NewChange>,
    /// What is to be stored beside the member.
    pub current: CurrentStatus,
    /// What is to be added to the group's counters.
    pub deltas: Vec<CountDelta>,
}

/// The refusal of a change on top of one that is still to come (rules.md#status-actions, rules.md#status-in-the-editor).
pub const UNDO_FIRST: &str = "Undo the pending status change first.";
/// The refusal of an undo without anything to undo (rules.md#undoing-a-status-change).
pub const NOTHING_TO_UNDO: &str = "There is no status change to undo.";

impl Timeline {
    /// What is written for a new member who is active from `effective_on` (rules.md#new-member).
    pub fn begin(effective_on: NaiveDate, today: NaiveDate) -> StatusWrite {
        let mut write = Self::default().replace_from(effective_on, Some(Status::Active), today);
        write.deltas.insert(0, CountDelta::NEW_MEMBER);
        write
    }

    /// Sets `status` from `on`, cancelling every change of that day and later (rules.md#status-history). This is the rule under all
    /// others; imports use it as it is.
    ///
    /// # Errors
    /// On `EffectiveDate` when the status is already in force on that day.
    pub fn change(&self, status: Status, on: NaiveDate, today: NaiveDate) -> Result<StatusWrite, Invalid> {
        if self.status_on(on) == Some(status) {
            let message = format!("The member is already {} on {}.", status.name(), shown_date(on));
            return Err(Invalid::field("EffectiveDate", message));
        }
        Ok(self.replace_from(on, Some(status), today))
    }

    /// As [`Self::change`], from `on` or, where the status is in force on that day, from the first later day on which it is not
    /// (a file may name a day on which nothing was different yet). `None` when it stands from `on` for good.
    pub fn change_by(&self, status: Status, on: NaiveDate, today: NaiveDate) -> Option<StatusWrite> {
        if self.status_on(on) != Some(status) {
            return Some(self.replace_from(on, Some(status), today));
        }
        let turn = self.changes().iter().find(|change| change.effective_on > on && change.status != status)?;
        Some(self.replace_from(turn.effective_on, Some(status), today))
    }

    /// Ends the member's cover. `wish` is what counts of the caller's wish ([`StatusWish::of`]).
    ///
    /// # Errors
    /// On `Status` while a change is pending; as [`Self::change`] otherwise.
    pub fn terminate(&self, today: NaiveDate, wish: StatusWish) -> Result<StatusWrite, Invalid> {
        self.turn(Status::InActive, today, wish)
    }

    /// Begins the member's cover again.
    ///
    /// # Errors
    /// On `Status` while a change is pending; as [`Self::change`] otherwise.
    pub fn activate(&self, today: NaiveDate, wish: StatusWish) -> Result<StatusWrite, Invalid> {
        self.turn(Status::Active, today, wish)
    }

    /// Cancels what is pending, so that the status before it stands. With `wish.force_undo` and nothing to undo, the
    /// opposite of what the editor shows is set from today (rules.md#undoing-a-status-change).
    ///
    /// # Errors
    /// On `Status` when there is nothing to undo and nothing is forced.
    pub fn undo(&self, today: NaiveDate, wish: StatusWish) -> Result<StatusWrite, Invalid> {
        let has_pending = self.changes().last().is_some_and(|change| change.effective_on > today);
        let tomorrow = today.succ_opt().expect("business dates are far from the end of the calendar");
        match self.status_on(today) {
            Some(_) if has_pending => Ok(self.replace_from(tomorrow, None, today)),
            _ if wish.force_undo => self.change(self.shown(today).in_editor().opposite(), today, today),
            _ => Err(Invalid::field("Status", NOTHING_TO_UNDO)),
        }
    }

    /// What a save of the member editor does to the status: nothing when `posted` is what the editor showed (rules.md#status-in-the-editor).
    ///
    /// # Errors
    /// On `Status` when it differs while a change is pending; as [`Self::change`] otherwise.
    pub fn save_from_editor(
        &self,
        posted: Status,
        today: NaiveDate,
        wish: StatusWish,
    ) -> Result<Option<StatusWrite>, Invalid> {
        if posted == self.shown(today).in_editor() { Ok(None) } else { self.turn(posted, today, wish).map(Some) }
    }

    /// What the end of the whole group does to the member (rules.md#ending-a-group): what is pending is cancelled, and an active
    /// member ends by the rule of dates. An end that is already set for that day or an earlier one stays: the end of a
    /// group never lengthens a cover. `None` when nothing changes.
    pub fn end_with_group(&self, today: NaiveDate) -> Option<StatusWrite> {
        let on = effective_date(today);
        let kept = self.changes().iter().filter(|change| change.effective_on <= today).count();
        let to_come = &self.changes()[kept..];
        match (self.status_on(today), to_come.first()) {
            (Some(Status::Active), Some(end)) if end.status == Status::InActive && end.effective_on <= on => {
                let after_end = end.effective_on.succ_opt()?;
                (to_come.len() > 1).then(|| self.replace_from(after_end, None, today))
            }
            (Some(Status::Active), _) => Some(self.replace_from(on, Some(Status::InActive), today)),
            (_, Some(first)) => Some(self.replace_from(first.effective_on, None, today)),
            (_, None) => None,
        }
    }

    /// Brings back, from `day` on, what stood `before` the whole group ended: a cover that would have ended meanwhile stays ended, and an
    /// end that is still to come comes on its day. A day on which nothing was different yet means the first that was. `None` when
    /// nothing changes.
    pub fn resume(&self, before: &Self, day: NaiveDate, today: NaiveDate) -> Option<StatusWrite> {
        let from = day.max(self.first_difference(before)?);
        let standing = before.status_on(from).map(|status| NewChange { status, effective_on: from });
        let later = before.changes().iter().filter(|change| change.effective_on > from).map(NewChange::again);
        let wanted: Vec<NewChange> = standing.into_iter().chain(later).collect();
        let write = self.replaced(from, &wanted, today);
        (!write.cancel.is_empty() || !write.append.is_empty()).then_some(write)
    }

    /// The first day on which another status holds than in `other`.
    fn first_difference(&self, other: &Self) -> Option<NaiveDate> {
        let days = self.changes().iter().chain(other.changes()).map(|change| change.effective_on);
        days.filter(|day| self.status_on(*day) != other.status_on(*day)).min()
    }

    fn turn(&self, status: Status, today: NaiveDate, wish: StatusWish) -> Result<StatusWrite, Invalid> {
        if self.shown(today).is_pending() {
            return Err(Invalid::field("Status", UNDO_FIRST));
        }
        self.change(status, wish.effective_date(today)?, today)
    }

    /// What `write` takes away from this timeline, so that it can be put back; `None` when it changes nothing.
    pub fn stood_before(&self, write: &StatusWrite) -> Option<Stood> {
        let is_cancelled = |change: &&StatusChange| write.cancel.contains(&change.id);
        let cancelled: Vec<NewChange> = self.changes().iter().filter(is_cancelled).map(NewChange::again).collect();
        let days = cancelled.iter().chain(&write.append).map(|change| change.effective_on);
        Some(Stood { from: days.min()?, changes: cancelled })
    }

    /// Puts back what stood from a day on; whatever stands from there on now is cancelled. The history keeps both.
    pub fn put_back(&self, stood: &Stood, today: NaiveDate) -> StatusWrite {
        self.replaced(stood.from, &stood.changes, today)
    }

    /// Cancels everything from `day` on and appends `status` there, unless it is what then stands anyway.
    fn replace_from(&self, day: NaiveDate, status: Option<Status>, today: NaiveDate) -> StatusWrite {
        let wanted: Vec<_> = status.map(|status| NewChange { status, effective_on: day }).into_iter().collect();
        self.replaced(day, &wanted, today)
    }

    /// Cancels everything from `day` on and appends those of `wanted`, by day, that change the status.
    fn replaced(&self, day: NaiveDate, wanted: &[NewChange], today: NaiveDate) -> StatusWrite {
        let (kept, cancelled) = self.changes().split_at(self.changes().partition_point(|c| c.effective_on < day));
        let mut append: Vec<NewChange> = Vec::with_capacity(wanted.len());
        for new in wanted {
            let standing = append.last().map(|last| last.status).or(kept.last().map(|last| last.status));
            if standing != Some(new.status) {
                append.push(*new);
            }
        }
        let after = Timeline::new(kept.iter().copied().chain(append.iter().map(|new| new.unsaved())).collect());
        StatusWrite {
            cancel: cancelled.iter().map(|change| change.id).collect(),
            previous: kept.last().map(|last| (last.id, append.first().map(|new| new.effective_on))),
            append,
            current: after.current(today),
            deltas: counts::deltas(self.changes(), after.changes()),
        }
    }

    /// The timeline after `write`, whose appended changes got `first` and the ids behind it.
    pub fn after(&self, write: &StatusWrite, first: StatusChangeId) -> Self {
        let kept = self.changes().iter().copied().filter(|change| !write.cancel.contains(&change.id));
        let numbered = (first.get()..).zip(&write.append);
        let appended = numbered.map(|(id, new)| StatusChange { id: StatusChangeId(id), ..new.unsaved() });
        Self::new(kept.chain(appended).collect())
    }
}

impl StatusWrite {
    /// The first day of what is appended.
    pub fn effective_on(&self) -> Option<NaiveDate> {
        self.append.first().map(|change| change.effective_on)
    }
}

impl NewChange {
    fn again(change: &StatusChange) -> Self {
        Self { status: change.status, effective_on: change.effective_on }
    }

    fn unsaved(self) -> StatusChange {
        StatusChange { id: StatusChangeId(0), status: self.status, effective_on: self.effective_on }
    }
}
