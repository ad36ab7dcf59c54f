//! Members: one, the list with its search, their status history, and every write to them.
//!
//! Writes go through [`mod@write`] only: it keeps what is derived (the status beside the member, the search text, the former names, the
//! counters of the group) in step with the details and the timeline, in the caller's transaction.

mod columns;
mod covered;
mod ended_with_group;
mod ending;
mod ground;
mod lookup;
mod neighbours;
mod read;
pub mod roster;
mod search;
mod search_text;
mod settle;
mod spellings;
mod timeline;
pub mod welcome;
mod write;

use chrono::{DateTime, NaiveDate, Utc};
use domain::members::status::{CurrentStatus, StatusChange, Timeline};
use domain::members::{MemberDetails, Status};
use domain::{GroupId, MemberId, PricingGroupId, StatusChangeId, UserId};
use uuid::Uuid;

pub use covered::{Covered, count_covered, covered};
pub use ended_with_group::{EndedWithGroup, count_ended_with_group, ended_with_group};
pub use ending::{Standing, unended, write_statuses};
pub use ground::{duplicates, has_dependents, hold, lock, require_version, stale};
pub use lookup::{FoundMember, FoundMembers, family, look_up, named};
pub use neighbours::{Neighbours, neighbours};
pub use read::{
    Stretch, dependents, find, find_many, history, holders, made_since, of_stretch, page_of_group, stretches,
};
pub use search::{MemberFilter, search, search_filtered};
pub use settle::{Settled, settle};
pub use timeline::{ended_by_files, timelines};
pub use write::{Applied, MemberWrite, NewMember, NewSpan, Source, apply, insert_and_apply, insert_many};

/// The rule that refuses a unique id that another member of the group has (rules.md#unique-ids).
pub const UNIQUE_ID_TAKEN: &str = "uq_member_group_id_unique_key";

/// A member as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its id.
    pub id: MemberId,
    /// Its group.
    pub group: GroupId,
    /// What a person or a file said about it.
    pub details: MemberDetails,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
    /// Its status, derived from the timeline.
    pub status: CurrentStatus,
    /// When its cover by plan lines last changed, for incremental bills.
    pub scope_changed_at: Option<DateTime<Utc>>,
    /// When a welcome mail was sent.
    pub welcomed_at: Option<DateTime<Utc>>,
    /// Its id for the world outside (`EmployeeLinkId`).
    pub link: Uuid,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
}

/// A member in a list or on its own screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberRow {
    /// The member.
    pub member: Member,
    /// The name of its group.
    pub group_name: String,
    /// The number of its group.
    pub group_code: String,
    /// Its pricing group.
    pub pricing_group: Option<PricingGroupName>,
    /// The full name of the primary of a dependent.
    pub primary_name: Option<String>,
    /// Its whole status history, the change recorded last first.
    pub history: Vec<HistoryRow>,
}

impl MemberRow {
    /// The status of the member on a day, from its history: right even when the columns beside the member have not been settled for days.
    pub fn status(&self, today: NaiveDate) -> CurrentStatus {
        let standing = self.history.iter().filter(|change| change.cancelled_at.is_none());
        let changes = standing.map(|change| StatusChange {
            id: change.id,
            status: change.status,
            effective_on: change.effective_on,
        });
        Timeline::new(changes.collect()).current(today)
    }
}

/// A pricing group as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricingGroupName {
    /// Its id.
    pub id: PricingGroupId,
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: String,
}

/// A change in a member's status history, cancelled ones included (rules.md#status-history).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    /// Its id.
    pub id: StatusChangeId,
    /// What it sets.
    pub status: Status,
    /// The first day it is in force.
    pub effective_on: NaiveDate,
    /// When it was written.
    pub recorded_at: DateTime<Utc>,
    /// By whom; `None` when the product did.
    pub recorded_by: Option<UserId>,
    /// The name of that user; only when one member is read, and in no list.
    pub recorded_by_name: Option<String>,
    /// When it was undone or overtaken.
    pub cancelled_at: Option<DateTime<Utc>>,
}
