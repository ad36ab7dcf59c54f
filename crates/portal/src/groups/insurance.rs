//! Syncing the insurance of a group: its covered members are pushed to the patient platform (rules.md#insurance-sync).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use connectors::patient_platform::{Eligibility, GroupSync, PlatformError, SyncKey};
use domain::{GroupId, Invalid, MemberId};
use serde_json::json;
use store::groups::Group;
use store::members::Covered;
use tokio::task::JoinHandle;
use tracing::Instrument;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::jobs::unless_it_panics;
use crate::platform::in_time;

/// Members a part.
const MEMBERS_A_PART: u64 = 1000;
/// How long a sync holds the lease, from each part on: longer than a part may take, so that it ends by itself only when a process died.
const HELD: TimeDelta = TimeDelta::seconds(90);
/// How long the caller waits for the answer: less than any call to us may take, so that there is one.
const CALLER_WAITS: Duration = Duration::from_secs(50);

/// Said of a sync that failed (rules.md#insurance-sync).
const FAILED: &str = "There was an issue syncing insurance.";
/// Said to who asks while a sync is on its way.
const RUNNING: &str = "The insurance of this group is being synced already.";
/// Said to who has waited long enough.
const GOES_ON: &str =
    "The insurance of this group is still being synced. The history of the group says when it is done.";

/// What a sync did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Synced {
    /// Members that the platform takes as covered; none when there was nothing to do.
    pub members: u64,
    /// When the group was last synced.
    pub at: Option<DateTime<Utc>>,
}

/// Why a sync gave nothing.
enum Failure {
    Platform(PlatformError),
    Ours(Error),
}

impl From<PlatformError> for Failure {
    fn from(error: PlatformError) -> Self {
        Self::Platform(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        Self::Ours(error.into())
    }
}

/// Pushes the covered members of a group to the patient platform, those of a group that has ended with their last days. A group that
/// neither collects nor bills insurance has nothing to push.
///
/// # Errors
/// [`Error::NotFound`] when the caller may not see the group; refused in words when it is being synced already, takes longer than the
/// caller can wait, or the platform fails.
pub async fn sync(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Synced> {
    let group = store::groups::find(&ctx.store.read(), who.scope(), id).await?;
    if !group.details.needs_insurance_sync() {
        return Ok(Synced { members: 0, at: group.insurance_synced_at });
    }
    let run = Run { ctx: ctx.clone(), who: who.clone(), group, key: SyncKey(ctx.randomness.guid()) };
    // A call that is given up takes all with it that it awaits, but not a task of its own: that goes on to its conclusion.
    answer_of(tokio::spawn(run.whole().in_current_span()), CALLER_WAITS).await
}

async fn answer_of(run: JoinHandle<Result<Synced>>, limit: Duration) -> Result<Synced> {
    match tokio::time::timeout(limit, run).await {
        Ok(ended) => ended.map_err(|error| Error::Internal(error.into()))?,
        Err(_) => Err(Invalid::field("", GOES_ON).into()),
    }
}

/// A sync on its way.
struct Run {
    ctx: Context,
    who: CallerOrigin,
    group: Group,
    key: SyncKey,
}

impl Run {
    async fn whole(self) -> Result<Synced> {
        self.hold().await?;
        // No transaction is open while the platform is talked to.
        let pushed = unless_it_panics(self.push()).await;
        self.conclude(pushed.unwrap_or_else(|panic| Err(Failure::Ours(panic.into())))).await
    }

    fn lease(&self) -> (String, String) {
        (format!("insurance sync {}", self.group.id), self.key.0.to_string())
    }

    /// Takes the lease, or prolongs it: two who ask at once sync once.
    async fn hold(&self) -> Result<()> {
        let (tx, now, (lease, holder)) = (self.ctx.store.begin().await?, self.ctx.now(), self.lease());
        let is_ours = store::leases::take(&tx, &lease, &holder, now, now + HELD).await?;
        tx.commit_unaudited("a lease is no change; what is done under it is audited").await?;
        if is_ours { Ok(()) } else { Err(Invalid::field("", RUNNING).into()) }
    }

    async fn push(&self) -> std::result::Result<u64, Failure> {
        let (platform, db, on) = (&self.ctx.platform, self.ctx.store.read(), self.ctx.today());
        in_time(platform.begin(&GroupSync { key: self.key, group: self.group.global_link, on })).await?;
        let mut after = MemberId(0);
        for part in 0.. {
            let covered = store::members::covered(&db, self.group.id, on, after, MEMBERS_A_PART).await?;
            let Some(last) = covered.last() else { break };
            after = last.id;
            let members: Vec<Eligibility> = covered.into_iter().map(eligibility).collect();
            in_time(platform.push(self.key, part, &members)).await?;
            self.hold().await?;
        }
        Ok(in_time(platform.finish(self.key)).await?)
    }

    /// Writes down what came of it, and gives the lease back.
    async fn conclude(&self, pushed: std::result::Result<u64, Failure>) -> Result<Synced> {
        let (tx, now, id) = (self.ctx.store.begin().await?, self.ctx.now(), self.group.id);
        let (lease, holder) = self.lease();
        store::leases::release(&tx, &lease, &holder).await?;
        let entry = |action| self.who.entry(&self.ctx, action, "group").on(id).in_group(id);
        match pushed {
            Ok(members) => {
                store::groups::set_insurance_synced(&tx, id, now).await?;
                tx.commit(entry("group.sync_insurance").with_detail(json!({ "Synced": members }))).await?;
                Ok(Synced { members, at: Some(now) })
            }
            Err(failure) => {
                tx.commit(entry("group.sync_insurance_failed")).await?;
                Err(failure.said(id))
            }
        }
    }
}

impl Failure {
    /// What the caller is told.
    fn said(self, group: GroupId) -> Error {
        match self {
            Self::Platform(error) => {
                tracing::warn!(group = group.get(), %error, "the insurance of a group was not synced");
                Invalid::field("", FAILED).into()
            }
            Self::Ours(error) => error,
        }
    }
}

fn eligibility(covered: Covered) -> Eligibility {
    Eligibility {
        member: covered.link,
        plan: covered.plan_name,
        is_primary: covered.is_primary,
        from: covered.from,
        until: covered.until,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_cannot_wait_is_told_that_the_sync_goes_on() {
        let answer = answer_of(tokio::spawn(std::future::pending()), Duration::ZERO).await;
        assert_eq!(answer.expect_err("no answer yet").to_string(), format!(": {GOES_ON}"));
        let synced = Synced { members: 3, at: None };
        let answer = answer_of(tokio::spawn(async move { Ok(synced) }), CALLER_WAITS).await;
        assert_eq!(answer.expect("an answer"), synced);
    }
}
