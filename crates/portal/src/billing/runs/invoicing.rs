//! The last step of a run: the invoices of the snapshots that it has made (rules.md#generated-invoices), by the use case that a click calls, so that
//! a snapshot becomes one document however often this is repeated. Ten are created beside each other; the limits of the vendors are kept
//! where the calls are made (rules.md#bulk-push).

use chrono::TimeDelta;
use domain::access::Scope;
use domain::{GroupId, PlanId, SnapshotId};
use store::billing_runs::items::{self, Invoiced};
use store::snapshots;

use super::jobs::InvoiceBills;
use super::step::Step;
use crate::billing::snapshots::erp::many::{Came, Ended, ask_for_each};
use crate::billing::snapshots::erp::service::{KnownTerms, Work, of_batch};
use crate::error::Result;
use crate::jobs;

/// Invoices of one job.
const INVOICES_A_JOB: u64 = 100;
/// How long is waited for calls of a program that ended in the middle of them: until nobody makes them any more.
const WAIT: TimeDelta = TimeDelta::minutes(1);

/// Said beside why an ERP was not reached.
const AGAIN: &str = "The next billing run of the month asks again.";

/// Creates the next invoices behind `after`, and ends the run when none is left. One that another push is about to create is passed over:
/// it holds up no other invoice, and is tried again after all others. When the ERP takes no more calls, the rest waits.
pub(super) async fn work(step: &Step<'_>, after: Option<(GroupId, PlanId)>, throttled: u32) -> Result<()> {
    let run = step.run.id;
    let next = items::uninvoiced(&step.ctx.store.read(), run, after, INVOICES_A_JOB).await?;
    let last = next.last().map(|(plan, group, _)| (*group, *plan));
    let known = KnownTerms::default();
    let came = ask_for_each(next, |one| create(step, one, &known, throttled)).await?;
    let Some(tx) = step.begin().await? else { return Ok(()) };
    if let Some((at, throttled)) = came.again(step.ctx, throttled) {
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
    known: &KnownTerms,
    throttled: u32,
) -> Result<Came> {
    // Nothing is sent for a run that was cancelled.
    let Some(held) = step.begin().await? else { return Ok(Came::Left) };
    drop(held);
    let answer = of_batch(step.ctx, step.agent.clone(), (group, snapshot), known, Work::Create).await;
    let invoiced = match Ended::of(answer, throttled)? {
        Ended::Well(_) => Invoiced::Created,
        Ended::Busy => return Ok(Came::Left),
        Ended::Throttled(wait) => return Ok(Came::Throttled(wait)),
        Ended::Refused(why) => Invoiced::Refused(why),
        // The invoice stands where only its mail could not be asked for; its state tells that.
        Ended::Unreached(_) if is_in_erp(step, group, snapshot).await? => Invoiced::Created,
        Ended::Unreached(why) => Invoiced::Unreached(format!("{why} {AGAIN}")),
    };
    note(step, plan, &invoiced).await?;
    Ok(Came::Noted)
}

async fn is_in_erp(step: &Step<'_>, group: GroupId, snapshot: SnapshotId) -> Result<bool> {
    let found = snapshots::find(&step.ctx.store.read(), Scope::system(), Some(group), snapshot).await?;
    Ok(found.erp_ref_id.is_some())
}

/// Writes what came of an invoice, also when the run was cancelled in the meantime.
async fn note(step: &Step<'_>, plan: PlanId, invoiced: &Invoiced) -> Result<()> {
    let tx = step.ctx.store.begin().await?;
    items::invoiced(&tx, step.run.id, plan, invoiced).await?;
    Ok(tx.commit_unaudited("the invoice itself is audited").await?)
}
