//! The patient platform behind one interface, in our words: it is told which members of a group are covered (rules.md#insurance-sync).
//!
//! A sync is one push of a whole group. It is begun, given the covered members part by part, and finished; only then does the platform
//! take it, and it replaces all that was known of the group. A sync that is never finished changes nothing. What every platform must do
//! stands as tests in the module `contract`.

mod error;
pub mod fake;
mod local;

#[cfg(any(test, feature = "testing"))]
pub mod contract;

use async_trait::async_trait;
use chrono::NaiveDate;
use uuid::Uuid;

pub use error::PlatformError;
pub use local::LocalPlatform;

/// What a call to the platform gives.
pub type Result<T> = std::result::Result<T, PlatformError>;

/// A sync, by a key that we make. A key is used for one sync only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SyncKey(pub Uuid);

/// Which group is synced, and for which day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupSync {
    /// The key.
    pub key: SyncKey,
    /// The group, by its `GlobalLinkIdentifier`.
    pub group: Uuid,
    /// The day on which the members are covered.
    pub on: NaiveDate,
}

/// One covered member: who, by what and how long. No name, birth date or address leaves the portal; the platform knows its patients by
/// the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Eligibility {
    /// The member, by its `EmployeeLinkId`.
    pub member: Uuid,
    /// The kind of cover, such as `Family Plan`.
    pub plan: String,
    /// Whether it is the employee itself.
    pub is_primary: bool,
    /// The first covered day.
    pub from: NaiveDate,
    /// The first day no longer covered; `None` when no end is known.
    pub until: Option<NaiveDate>,
}

impl Eligibility {
    /// Whether the member is covered on a day.
    pub fn is_covered_on(&self, day: NaiveDate) -> bool {
        self.from <= day && self.until.is_none_or(|until| day < until)
    }
}

/// The platform: all that the portal needs of it.
///
/// Every call may be repeated: a part that is pushed again replaces itself, and a sync that is finished again gives the same number. So a
/// call that ended in [`PlatformError::Unavailable`] is simply made once more.
#[async_trait]
pub trait PatientPlatform: Send + Sync {
    /// Begins a sync. One of the same group that was begun before and not finished is given up.
    async fn begin(&self, sync: &GroupSync) -> Result<()>;

    /// Adds a part of the covered members, numbered from 0. A member is in one part only.
    ///
    /// # Errors
    /// [`PlatformError::Refused`] for a sync that was not begun, was given up, or is finished.
    async fn push(&self, key: SyncKey, part: u32, members: &[Eligibility]) -> Result<()>;

    /// Ends the sync: from now on exactly the members that were pushed are covered. Gives the number of those that the platform takes as
    /// covered on the day of the sync.
    ///
    /// # Errors
    /// [`PlatformError::Refused`] for a sync that was not begun, or was given up.
    async fn finish(&self, key: SyncKey) -> Result<u64>;

    /// How many members of a group, by its `GlobalLinkIdentifier`, the platform takes as covered on each of some days; none when it keeps
    /// no members of its own, so that the portal's are all there are.
    async fn count(&self, group: Uuid, days: &[NaiveDate]) -> Result<Option<Vec<u64>>>;
}

#[cfg(test)]
mod tests;
