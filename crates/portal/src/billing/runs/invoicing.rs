//! The last step of a run: the invoices of the snapshots that it has made (rules.md#generated-invoices), by the use case that a click calls, so that
//! a snapshot becomes one document however often this is repeated. Ten are created beside each other; the limits of the vendors are kept
//! where the calls are made (rules.md#bulk-push).

use std::sync::atomic::{AtomicBool, Ordering};

use chrono::TimeDelta;
use domain::billing::run::back_off;
use domain::{GroupId, PlanId, SnapshotId};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use store::billing_runs::items::{self, Invoiced};

use super::drafting::first_message;
use super::jobs::InvoiceBills;
use super::step::Step;
use crate::billing::snapshots::erp::service::{KnownTerms, create_of_batch, is_running};
use crate::error::{Error, Result};
use crate::jobs;

/// Invoices of one job.
const INVOICES_A_JOB: u64 = 100;
/// Invoices that are created beside each other.
const AT_ONCE: usize = 10;
/// How long is waited for calls of a program that ended in the middle of them: until nobody makes them any more.
const WAIT: TimeDelta = TimeDelta::minutes(1);
/// How often in a row an ERP may take no more calls before an invoice counts as not reached.
const THROTTLED_TIMES: u32 = 8;

/// Said beside why an ERP was not reached.
const AGAIN: &str = "The next billing run of the month asks again.";

/// What came of an invoice.
enum Came {
    /// It was noted.
    Noted,
    /// Another call is about to create it, or the run is over.
    Left,
    /// The ERP takes no more calls for so long.
    Throttled(TimeDelta),
}

/// Creates the next invoices behind `after`, and ends the run when none is left. One that another push is about to create is passed over:
/// it holds up no other invoice, and is tried again after all others. When the ERP takes no more calls, the rest waits.
pub(super) async fn work(step: &Step<'_>, after: Option<(GroupId, PlanId)>, throttled: u32) -> Result<()> {
    let run = step.run.id;
    let next = items::uninvoiced(&step.ctx.store.read(), run, after, INVOICES_A_JOB).await?;
    let last = next.last().map(|(plan, group, _)| (*group, *plan));
    let (known, is_full) = (KnownTerms::default(), AtomicBool::new(false));
    let is_last_try = throttled >= THROTTLED_TIMES;
    let created = stream::iter(next).map(|one| create(step, one, (&known, &is_full), is_last_try));
    let came: Vec<Came> = created.buffer_unordered(AT_ONCE).try_collect().await?;
    let wait = came.iter().filter_map(|came| if let Came::Throttled(wait) = came { Some(*wait) } else { None }).max();
    let Some(tx) = step.begin().await? else { return Ok(()) };
    if let Some(wait) = wait {
        let has_noted = came.iter().any(|came| matches!(came, Came::Noted));
        let throttled = if has_noted { 1 } else { throttled + 1 };
        let at = step.ctx.now() + back_off(throttled, wait, step.ctx.randomness.guid().as_u128());
        jobs::enqueue_at(step.ctx, &tx, &InvoiceBills { run, after, throttled }, at).await?;
    } else if let Some(last) = last
        && !items::uninvoiced(&tx, run, Some(last), 1).await?.is_empty()
    {
        jobs::enqueue(step.ctx, &tx, &InvoiceBills::after(run, Some(last))).await?;
    } else if !items::uninvoiced(&tx, run, None, 1).await?.is_empty() {
        jobs::enqueue_at(step.ctx, &tx, &InvoiceBills::all(run), step.ctx.now() + WAIT).await?;
    } else {
        return step.end(tx).await;
    }
    Ok(tx.commit_unaudited("the next invoices of a billing run").await?)
}

/// Creates one, and notes what came of it.
async fn create(
    step: &Step<'_>,
    (plan, group, snapshot): (PlanId, GroupId, SnapshotId),
    (known, is_full): (&KnownTerms, &AtomicBool),
    is_last_try: bool,
) -> Result<Came> {
    if is_full.load(Ordering::Relaxed) {
        return Ok(Came::Left);
    }
    // Nothing is sent for a run that was cancelled.
    let Some(held) = step.begin().await? else { return Ok(Came::Left) };
    drop(held);
    let unreached = |away| Invoiced::Unreached(format!("{} {AGAIN}", first_message(&away)));
    let invoiced = match create_of_batch(step.ctx, step.agent.clone(), (group, snapshot), known).await {
        Ok(_) => Invoiced::Created,
        Err(busy) if is_running(&busy) => return Ok(Came::Left),
        Err(Error::Throttled { wait, .. }) if !is_last_try => {
            is_full.store(true, Ordering::Relaxed);
            return Ok(Came::Throttled(wait));
        }
        Err(Error::Invalid(refused)) => Invoiced::Refused(first_message(&refused)),
        Err(Error::Unreached(away) | Error::Throttled { said: away, .. }) => unreached(away),
        Err(Error::NotFound) => Invoiced::Refused(GONE.to_owned()),
        Err(fault) => return Err(fault),
    };
    note(step, plan, &invoiced).await?;
    Ok(Came::Noted)
}

/// Said of an invoice that has nothing to be made of any more.
const GONE: &str = "The snapshot was deleted before the invoice was created.";

/// Writes what came of an invoice, also when the run was cancelled in the meantime.
async fn note(step: &Step<'_>, plan: PlanId, invoiced: &Invoiced) -> Result<()> {
    let tx = step.ctx.store.begin().await?;
    items::invoiced(&tx, step.run.id, plan, invoiced).await?;
    Ok(tx.commit_unaudited("the invoice itself is audited").await?)
}
