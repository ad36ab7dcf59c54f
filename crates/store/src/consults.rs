//! Consults: what per-consultation lines and the utilization report count.

mod billed;
pub mod named;
mod save;
mod tally;
mod terms;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone as _, Utc};
use chrono_tz::Tz;
use domain::consults::About;
use domain::{GroupId, MemberId};

pub use billed::{BilledConsult, billed_consults};
pub use save::{EXTERNAL_ID_TAKEN, Saved, save};
pub use tally::{Tallied, counts_between, tally};
pub(crate) use terms::Kind;

/// A consult as it is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewConsult {
    /// Its id in the patient platform, unique.
    pub external_id: String,
    /// The group of who consulted.
    pub group: GroupId,
    /// Who consulted, where that is known.
    pub member: Option<MemberId>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// Whether it took place.
    pub is_completed: bool,
    /// Minutes waited.
    pub wait_minutes: Option<i32>,
    /// 1 to 5.
    pub rating: Option<i16>,
    /// Whether it was after hours.
    pub is_after_hours: bool,
    /// 0 to 3, as members'.
    pub gender: i16,
    /// Years at the consult.
    pub age: i16,
    /// What it was about and how it came about.
    pub about: About,
    /// When it became known.
    pub received_at: DateTime<Utc>,
}

/// The instant at which a day begins in business time.
pub(crate) fn midnight(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let local = day.and_time(NaiveTime::MIN);
    zone.from_local_datetime(&local).earliest().map_or_else(|| local.and_utc(), |at| at.with_timezone(&Utc))
}
