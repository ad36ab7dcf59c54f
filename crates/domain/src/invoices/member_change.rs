//! What a correction says of a member: the last that was recorded of the status.

use chrono::{DateTime, NaiveDate, Utc};

use crate::billing::reasons::{CancelledChange, taken_back_since};
use crate::period::shown_date;

/// What was last recorded of a member's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberChange {
    /// A change.
    Made {
        /// Whether it made the member active.
        active: bool,
        /// The day it was entered.
        made_on: NaiveDate,
        /// The day from which it counts.
        effective: NaiveDate,
    },
    /// That a change was taken back, which leaves the opposite.
    TakenBack {
        /// Whether it had made the member active.
        was_active: bool,
        /// Whether the creation of the member was taken back with it.
        is_creation: bool,
        /// The day of that.
        on: NaiveDate,
    },
}

impl MemberChange {
    /// The later of what counts for the month, given with the time it was entered, and of what was taken back of the opposite.
    pub fn last(made: Option<(Self, DateTime<Utc>)>, cancelled: &[CancelledChange]) -> Option<Self> {
        let is_active = made.is_some_and(|(change, _)| change.is_active());
        let since = made.map_or(DateTime::<Utc>::MIN_UTC, |(_, at)| at);
        let taken_back = taken_back_since(cancelled, since, !is_active).map(|change| Self::TakenBack {
            was_active: change.was_active,
            is_creation: change.is_creation,
            on: change.cancelled_on,
        });
        taken_back.or(made.map(|(change, _)| change))
    }

    /// Whether the member is active by it.
    pub const fn is_active(self) -> bool {
        match self {
            Self::Made { active, .. } => active,
            Self::TakenBack { was_active, .. } => !was_active,
        }
    }

    /// As it is printed.
    pub(super) fn shown(self) -> String {
        match self {
            Self::Made { active, made_on, effective } => {
                let status = if active { "Active" } else { "In-Active" };
                format!("Made {status} on {}, effective {}", shown_date(made_on), shown_date(effective))
            }
            Self::TakenBack { was_active, is_creation, on } => {
                let what = match (is_creation, was_active) {
                    (true, _) => "Creation",
                    (false, true) => "Start",
                    (false, false) => "End",
                };
                format!("{what} taken back on {}", shown_date(on))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StatusChangeId;
    use crate::billing::reasons::Origin;
    use crate::period::read_date;

    fn day(text: &str) -> NaiveDate {
        read_date(text).expect("a day")
    }

    fn at(text: &str) -> DateTime<Utc> {
        day(text).and_hms_opt(12, 0, 0).expect("noon").and_utc()
    }

    fn cancelled(was_active: bool, is_creation: bool, on: &str) -> CancelledChange {
        CancelledChange {
            id: StatusChangeId(1),
            was_active,
            effective_on: day("2026-06-01"),
            cancelled_at: at(on),
            cancelled_on: day(on),
            origin: Origin::Undo,
            is_creation,
        }
    }

    #[test]
    fn what_was_recorded_last_is_told() {
        let made = |active, on| Some((active, on));
        for (change, cancelled, told) in [
            (made(true, "2026-01-05"), vec![], "Made Active on 01/05/2026, effective 06/01/2026"),
            (made(true, "2026-01-05"), vec![cancelled(false, false, "2026-07-06")], "End taken back on 07/06/2026"),
            (
                made(true, "2026-07-10"),
                vec![cancelled(false, false, "2026-07-06")],
                "Made Active on 07/10/2026, effective 06/01/2026",
            ),
            (
                made(false, "2026-01-05"),
                vec![cancelled(false, false, "2026-07-06")],
                "Made In-Active on 01/05/2026, effective 06/01/2026",
            ),
            (made(false, "2026-01-05"), vec![cancelled(true, false, "2026-07-06")], "Start taken back on 07/06/2026"),
            (None, vec![cancelled(true, false, "2026-07-06")], "Start taken back on 07/06/2026"),
            (
                None,
                vec![cancelled(true, false, "2026-07-06"), cancelled(true, true, "2026-07-07")],
                "Creation taken back on 07/07/2026",
            ),
        ] {
            let made = change.map(|(active, on)| {
                (MemberChange::Made { active, made_on: day(on), effective: day("2026-06-01") }, at(on))
            });
            let last = MemberChange::last(made, &cancelled).expect("something was recorded");
            assert_eq!(last.shown(), told);
            assert_eq!(last.is_active(), made.is_some_and(|(made, _)| made.is_active()), "{told}");
        }
        assert_eq!(MemberChange::last(None, &[]), None);
    }
}
