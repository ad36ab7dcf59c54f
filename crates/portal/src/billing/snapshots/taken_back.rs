//! What had been taken back of the timelines of some members when a bill was computed.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use domain::billing::reasons::CancelledChange;
use domain::{BillingMonth, MemberId, StatusChangeId};
use store::View;
use store::snapshots::{self, ChangeSource};

use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;

/// Changes that were taken back, by member, and what took each of them back.
#[derive(Debug, Default)]
pub struct TakenBack {
    by_member: BTreeMap<MemberId, Vec<CancelledChange>>,
    sources: HashMap<StatusChangeId, ChangeSource>,
}

impl TakenBack {
    /// Reads what was taken back of `members` until a bill was computed.
    pub async fn read(ctx: &Context, view: &View, members: &[MemberId], computed_at: DateTime<Utc>) -> Result<Self> {
        let mut all = Self::default();
        for found in snapshots::cancelled(view, members, computed_at).await? {
            let change = CancelledChange {
                id: found.id,
                was_active: found.was_active,
                effective_on: found.effective_on,
                cancelled_at: found.source.at,
                cancelled_on: day_in(ctx.config.time_zone, found.source.at),
                origin: found.source.origin,
                is_creation: found.is_creation,
            };
            all.by_member.entry(found.member).or_default().push(change);
            all.sources.insert(found.id, found.source);
        }
        Ok(all)
    }

    /// What would count for a month of a member.
    pub fn of(&self, member: MemberId, month: BillingMonth) -> Vec<CancelledChange> {
        let all = self.by_member.get(&member).into_iter().flatten();
        all.filter(|change| change.effective_on <= month.cut_off()).copied().collect()
    }

    /// What took a change back.
    pub fn source(&self, id: StatusChangeId) -> Option<&ChangeSource> {
        self.sources.get(&id)
    }
}
