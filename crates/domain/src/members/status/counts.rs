//! What a change of a timeline does to the counters of a group (rules.md#counters).

use chrono::NaiveDate;

use crate::members::status::{Status, StatusChange};

/// The day of the counters' base row: what it holds is true on every day.
pub const BASE_DAY: NaiveDate = NaiveDate::from_ymd_opt(1, 1, 1).expect("a day of the calendar");

/// What is to be added to a group's counters from `day` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountDelta {
    /// The day from which it counts.
    pub day: NaiveDate,
    /// Members more or fewer.
    pub total: i32,
    /// Active members more or fewer; who is not active counts as In-Active.
    pub active: i32,
}

impl CountDelta {
    /// One member more, from ever on: who is created for a later day is a (pending) member at once.
    pub const NEW_MEMBER: Self = Self { day: BASE_DAY, total: 1, active: 0 };

    /// What a new member with these changes, by day, adds to the counters.
    pub fn of_new_member(changes: &[StatusChange]) -> Vec<Self> {
        let mut added = deltas(&[], changes);
        added.insert(0, Self::NEW_MEMBER);
        added
    }
}

/// The days on which a member's being active begins (+1) and ends (-1).
fn active_steps(changes: &[StatusChange]) -> impl Iterator<Item = (NaiveDate, i32)> {
    let active = |change: &StatusChange| i32::from(change.status == Status::Active);
    changes.iter().enumerate().map(move |(i, change)| {
        let before = if i == 0 { 0 } else { active(&changes[i - 1]) };
        (change.effective_on, active(change) - before)
    })
}

/// What leads from the counts of `before` to those of `after`: ascending days, none twice, nothing that changes nothing.
pub(super) fn deltas(before: &[StatusChange], after: &[StatusChange]) -> Vec<CountDelta> {
    let taken = active_steps(before).map(|(day, step)| (day, -step));
    let mut steps: Vec<(NaiveDate, i32)> = taken.chain(active_steps(after)).collect();
    steps.sort_by_key(|(day, _)| *day);
    let mut deltas: Vec<CountDelta> = Vec::new();
    for (day, active) in steps {
        match deltas.last_mut().filter(|delta| delta.day == day) {
            Some(delta) => delta.active += active,
            None => deltas.push(CountDelta { day, total: 0, active }),
        }
    }
    deltas.retain(|delta| delta.active != 0);
    deltas
}
