//! The last step of a run: the invoices of the snapshots that it has made (rules.md#generated-invoices), by the use case that a click calls, so that
//! a snapshot becomes one document however often this is repeated.

use chrono::TimeDelta;
use domain::{GroupId, PlanId, SnapshotId};
use store::billing_runs::items::{self, Invoiced};

use super::drafting::first_message;
use super::jobs::InvoiceBills;
use super::step::Step;
use crate::billing::snapshots::erp::service::{create_invoice, is_running};
use crate::error::{Error, Result};
use crate::jobs;

/// Invoices of one job.
const INVOICES_A_JOB: u64 = 20;
/// How long is waited for calls of a program that ended in the middle of them: until nobody makes them any more.
const WAIT: TimeDelta = TimeDelta::minutes(1);

/// Said beside why an ERP was not reached.
const AGAIN: &str = "The next billing run of the month asks again.";

/// Creates the next invoices behind `after`, and ends the run when none is left. One that somebody else is about to create is passed over:
/// it holds up nobody, and gets its turn again when all others have had theirs.
pub(super) async fn work(step: &Step<'_>, after: Option<(GroupId, PlanId)>) -> Result<()> {
    let run = step.run.id;
    let next = items::uninvoiced(&step.ctx.store.read(), run, after, INVOICES_A_JOB).await?;
    let last = next.last().map(|(plan, group, _)| (*group, *plan));
    for (plan, group, snapshot) in next {
        // Nothing is sent for a run that was cancelled.
        let Some(held) = step.begin().await? else { return Ok(()) };
        drop(held);
        if let Some(invoiced) = create(step, group, snapshot).await? {
            note(step, plan, &invoiced).await?;
        }
    }
    let Some(tx) = step.begin().await? else { return Ok(()) };
    if let Some(last) = last
        && !items::uninvoiced(&tx, run, Some(last), 1).await?.is_empty()
    {
        jobs::enqueue(step.ctx, &tx, &InvoiceBills { run, after: Some(last) }).await?;
    } else if !items::uninvoiced(&tx, run, None, 1).await?.is_empty() {
        jobs::enqueue_at(step.ctx, &tx, &InvoiceBills::all(run), step.ctx.now() + WAIT).await?;
    } else {
        return step.end(tx).await;
    }
    Ok(tx.commit_unaudited("the next invoices of a billing run").await?)
}

/// What came of an invoice; `None` while somebody else is about to create it.
async fn create(step: &Step<'_>, group: GroupId, snapshot: SnapshotId) -> Result<Option<Invoiced>> {
    match create_invoice(step.ctx, step.agent.clone(), group, snapshot).await {
        Ok(_) => Ok(Some(Invoiced::Created)),
        Err(busy) if is_running(&busy) => Ok(None),
        Err(Error::Invalid(refused)) => Ok(Some(Invoiced::Refused(first_message(&refused)))),
        Err(Error::Unreached(away)) => Ok(Some(Invoiced::Unreached(format!("{} {AGAIN}", first_message(&away))))),
        Err(Error::NotFound) => {
            let gone = "The snapshot or its ERP account was deleted before the invoice was created.";
            Ok(Some(Invoiced::Refused(gone.to_owned())))
        }
        Err(fault) => Err(fault),
    }
}

/// Writes what came of an invoice, also when the run was cancelled in the meantime.
async fn note(step: &Step<'_>, plan: PlanId, invoiced: &Invoiced) -> Result<()> {
    let tx = step.ctx.store.begin().await?;
    items::invoiced(&tx, step.run.id, plan, invoiced).await?;
    Ok(tx.commit_unaudited("the invoice itself is audited").await?)
}
