//! Syncing the insurance of a group: its covered members are pushed to the patient platform (decisions G7).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use connectors::patient_platform::{Eligibility, GroupSync, PlatformError, SyncKey};
use domain::groups::InsuranceSync;
use domain::{GroupId, Invalid, MemberId};
use serde_json::json;
use store::groups::Group;
use store::members::Covered;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Members a part.
const MEMBERS_A_PART: u64 = 1000;
/// How long one call may hold the lease: longer than any call may take, so that it ends by itself only when a process died.
const HELD: TimeDelta = TimeDelta::seconds(90);
/// How long the platform may take for a call.
const PATIENCE: Duration = Duration::from_secs(15);

/// Said of a sync that failed (groups section 8).
const FAILED: &str = "There was an issue syncing insurance.";
/// Said to who asks while a sync is on its way.
const RUNNING: &str = "The insurance of this group is being synced already.";

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

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        Self::Ours(error.into())
    }
}

/// Pushes the covered members of a group to the patient platform. A group that neither collects nor bills insurance has nothing to push;
/// one that is In-Active is refused, because its members are not served any more.
///
/// # Errors
/// [`Error::NotFound`] when the caller may not see the group; refused in words when it is In-Active, is being synced already, or the
/// platform fails.
pub async fn sync(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Synced> {
    let group = store::groups::find(&ctx.store.read(), who.scope(), id).await?;
    match group.details.insurance_sync()? {
        InsuranceSync::Nothing => return Ok(Synced { members: 0, at: group.insurance_synced_at }),
        InsuranceSync::Needed => {}
    }
    let (lease, holder) = (format!("insurance sync {id}"), ctx.randomness.guid());
    take(ctx, &lease, &holder.to_string()).await?;
    // No transaction is open while the platform is talked to.
    let pushed = push(ctx, &group, SyncKey(holder)).await;
    conclude(ctx, who, id, (&lease, &holder.to_string()), pushed).await
}

/// Two who ask at once sync once.
async fn take(ctx: &Context, lease: &str, holder: &str) -> Result<()> {
    let (tx, now) = (ctx.store.begin().await?, ctx.now());
    let is_ours = store::leases::take(&tx, lease, holder, now, now + HELD).await?;
    tx.commit_unaudited("a lease is no change; what is done under it is audited").await?;
    if is_ours { Ok(()) } else { Err(Invalid::field("", RUNNING).into()) }
}

async fn push(ctx: &Context, group: &Group, key: SyncKey) -> std::result::Result<u64, Failure> {
    let (db, on) = (ctx.store.read(), ctx.today());
    in_time(ctx.platform.begin(&GroupSync { key, group: group.global_link, on })).await?;
    let mut after = MemberId(0);
    for part in 0.. {
        let covered = store::members::covered(&db, group.id, on, after, MEMBERS_A_PART).await?;
        let Some(last) = covered.last() else { break };
        after = last.id;
        let members: Vec<Eligibility> = covered.into_iter().map(eligibility).collect();
        in_time(ctx.platform.push(key, part, &members)).await?;
    }
    Ok(in_time(ctx.platform.finish(key)).await?)
}

/// What a call to the platform gives, or that it gave nothing in time.
async fn in_time<T>(
    call: impl Future<Output = connectors::patient_platform::Result<T>>,
) -> connectors::patient_platform::Result<T> {
    let late = |_| PlatformError::Unavailable("it did not answer in time".to_owned());
    tokio::time::timeout(PATIENCE, call).await.map_err(late)?
}

/// Writes down what came of it, and gives the lease back.
async fn conclude(
    ctx: &Context,
    who: &CallerOrigin,
    id: GroupId,
    (lease, holder): (&str, &str),
    pushed: std::result::Result<u64, Failure>,
) -> Result<Synced> {
    let (tx, now) = (ctx.store.begin().await?, ctx.now());
    store::leases::release(&tx, lease, holder).await?;
    match pushed {
        Ok(members) => {
            store::groups::set_insurance_synced(&tx, id, now).await?;
            let entry = who.entry(ctx, "group.sync_insurance", "group").on(id).in_group(id);
            tx.commit(entry.with_detail(json!({ "Synced": members }))).await?;
            Ok(Synced { members, at: Some(now) })
        }
        Err(failure) => {
            let entry = who.entry(ctx, "group.sync_insurance_failed", "group").on(id).in_group(id);
            tx.commit(entry).await?;
            match failure {
                Failure::Platform(error) => {
                    tracing::warn!(group = id.get(), %error, "the insurance of a group was not synced");
                    Err(Invalid::field("", FAILED).into())
                }
                Failure::Ours(error) => Err(error),
            }
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
