//! The sweep: all documents that are due are read, in pages (rules.md#payment-sweep). What it reads is written down as a click on Sync
//! Payment Status does, but a read that changes nothing leaves no line in the history.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use domain::billing::run::back_off;
use domain::erp::CALL_TIME;
use domain::{ApiServiceId, GroupId, SnapshotId};
use futures_util::{StreamExt as _, stream};
use store::snapshots::sweeping::{Due, ReadBefore, due, in_doubt};

use super::invoice_call::{InvoiceCall, Work};
use super::jobs::SweepPayments;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs;

/// Documents of a page.
const A_PAGE: u64 = 100;
/// Documents that are read beside each other.
const AT_ONCE: usize = 10;
/// An open document is read again after this: a little less than the time between two sweeps.
const OPEN_FOR: TimeDelta = TimeDelta::minutes(90);
/// A settled one is read again after this.
const SETTLED_FOR: TimeDelta = TimeDelta::days(7);
/// A settled one is read until its snapshot is so old.
const SETTLED_UNTIL: TimeDelta = TimeDelta::days(366);
/// What was begun longer ago is left to people.
const DOUBTED_FOR: TimeDelta = TimeDelta::days(2);
/// Failed reads of an account in a page after which the rest of it is left to the next sweep.
const FAILURES: u32 = 5;
/// How often in a row an ERP may take no more calls before the rest is left to the next sweep.
const THROTTLED_TIMES: u32 = 4;

/// How a read ended.
enum Ended {
    Well,
    Unreached,
    Throttled(TimeDelta),
}

/// Queues a sweep.
///
/// # Errors
/// When the database fails.
pub async fn begin(ctx: &Context) -> Result<()> {
    let tx = ctx.store.begin().await?;
    jobs::enqueue(ctx, &tx, &SweepPayments::default()).await?;
    Ok(tx.commit_unaudited("a sweep is queued; what it reads is audited").await?)
}

/// Reads the page behind `page.after`, and leaves the next one to a job of its own.
///
/// # Errors
/// When the database fails.
pub async fn sweep(ctx: &Context, page: SweepPayments) -> Result<()> {
    if page.is_first() {
        look_up(ctx).await?;
    }
    let now = ctx.now();
    let before = ReadBefore { open: now - OPEN_FOR, settled: now - SETTLED_FOR, oldest_settled: now - SETTLED_UNTIL };
    let found = due(&ctx.store.read(), before, page.after.unwrap_or(SnapshotId(0)), &page.away, A_PAGE).await?;
    let Some(last) = found.last().map(|due| due.id) else { return Ok(()) };
    let reads = stream::iter(found).map(|due| async move { (due, read(ctx, due).await) });
    let ended: Vec<(Due, Result<Ended>)> = reads.buffer_unordered(AT_ONCE).collect().await;
    let (mut failures, mut throttled) = (BTreeMap::<ApiServiceId, u32>::new(), None::<TimeDelta>);
    for (due, ended) in ended {
        match ended? {
            Ended::Well => {}
            Ended::Unreached => *failures.entry(due.account).or_default() += 1,
            Ended::Throttled(wait) => throttled = throttled.max(Some(wait)),
        }
    }
    let mut away = page.away;
    away.extend(failures.into_iter().filter(|(_, count)| *count >= FAILURES).map(|(account, _)| account));
    let tx = ctx.store.begin().await?;
    match throttled {
        Some(wait) if page.throttled < THROTTLED_TIMES => {
            let at = now + back_off(page.throttled + 1, wait, ctx.randomness.guid().as_u128());
            let again = SweepPayments { after: page.after, away, throttled: page.throttled + 1 };
            jobs::enqueue_at(ctx, &tx, &again, at).await?;
        }
        _ => jobs::enqueue(ctx, &tx, &SweepPayments { after: Some(last), away, throttled: 0 }).await?,
    }
    Ok(tx.commit_unaudited("the next page of a sweep; what was read is audited").await?)
}

async fn read(ctx: &Context, due: Due) -> Result<Ended> {
    ended(InvoiceCall::new(ctx, Agent::program(), due.group, due.id).carry_out(Work::Sweep).await.map(drop))
}

/// What a person would be told is not told here: it stands on the invoice.
fn ended(read: Result<()>) -> Result<Ended> {
    match read {
        Ok(()) | Err(Error::Invalid(_) | Error::NotFound) => Ok(Ended::Well),
        Err(Error::Unreached(_) | Error::Away(_)) => Ok(Ended::Unreached),
        Err(Error::Throttled { wait, .. }) => Ok(Ended::Throttled(wait)),
        Err(fault) => Err(fault),
    }
}

/// Looks up the documents of which a program stopped in the middle of the call, and those that were never answered. Nothing is sent.
async fn look_up(ctx: &Context) -> Result<()> {
    let window = (ctx.now() - DOUBTED_FOR, ctx.now() - CALL_TIME);
    let doubted: Vec<(SnapshotId, GroupId)> = in_doubt(&ctx.store.read(), window, A_PAGE).await?;
    for (id, group) in doubted {
        ended(InvoiceCall::new(ctx, Agent::program(), group, id).carry_out(Work::LookUp).await.map(drop))?;
    }
    Ok(())
}

/// Reads one document soon, as when something was heard of it in passing.
///
/// # Errors
/// When the database fails.
pub async fn read_one(ctx: &Context, group: GroupId, id: SnapshotId) -> Result<()> {
    ended(InvoiceCall::new(ctx, Agent::program(), group, id).carry_out(Work::Sweep).await.map(drop)).map(drop)
}
