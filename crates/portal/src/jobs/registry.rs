//! The list of all jobs. A job that is not in it cannot be enqueued unnoticed: a test compares.

use anyhow::anyhow;
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::{End, GivenUp, Job, JobError, Run};
use crate::context::Context;

/// What the runner knows of a kind.
struct Entry {
    kind: &'static str,
    run: for<'a> fn(Value, &'a Context, &'a Run) -> BoxFuture<'a, std::result::Result<(), JobError>>,
    given_up: for<'a> fn(Value, End<'a>) -> BoxFuture<'a, GivenUp>,
}

const fn entry<J: Job>() -> Entry {
    Entry {
        kind: J::KIND,
        run: |payload, ctx, run| {
            Box::pin(async move {
                let job: J = serde_json::from_value(payload).map_err(JobError::fail)?;
                job.run(ctx, run).await
            })
        },
        given_up: |payload, end| {
            Box::pin(async move {
                match serde_json::from_value::<J>(payload) {
                    Ok(job) => job.given_up(end).await,
                    // Nobody can say what it was about.
                    Err(_) => Ok(None),
                }
            })
        },
    }
}

const ENTRIES: &[Entry] = &[
    entry::<crate::auth::jobs::MailResetLink>(),
    entry::<crate::billing::runs::jobs::CreateBills>(),
    entry::<crate::billing::runs::jobs::DraftBills>(),
    entry::<crate::billing::runs::jobs::InvoiceBills>(),
    entry::<crate::billing::runs::jobs::StartAutomaticRuns>(),
    entry::<crate::billing::snapshots::erp::jobs::AgeInvoices>(),
    entry::<crate::billing::snapshots::erp::jobs::ReadPayment>(),
    entry::<crate::billing::snapshots::erp::jobs::SweepPayments>(),
    entry::<crate::census::jobs::RunTask>(),
    entry::<crate::census::undoing::jobs::UndoFile>(),
    entry::<crate::commissions::bills::jobs::CreateBill>(),
    entry::<crate::commissions::bills::jobs::LookAtBills>(),
    entry::<crate::groups::jobs::KeepCounters>(),
    entry::<crate::housekeeping::jobs::TidyUp>(),
    entry::<crate::invoices::bulk::jobs::DoBulkAction>(),
    entry::<crate::mail::jobs::SendMail>(),
    entry::<crate::members::jobs::SettleStatuses>(),
    entry::<crate::work_queue::jobs::MailDigests>(),
];

fn find(kind: &str) -> std::result::Result<&'static Entry, JobError> {
    ENTRIES
        .iter()
        .find(|entry| entry.kind == kind)
        .ok_or_else(|| JobError::fail(anyhow!("no job of kind {kind:?} is known")))
}

/// The kinds of all jobs.
pub fn all_kinds() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.kind)
}

/// Runs the job of `kind`.
///
/// # Errors
/// As the job says; an unknown kind fails.
pub async fn perform(kind: &str, payload: Value, ctx: &Context, run: &Run) -> std::result::Result<(), JobError> {
    (find(kind)?.run)(payload, ctx, run).await
}

/// Tells the job of `kind` that it is given up, in the transaction that gives it up.
///
/// # Errors
/// When even that fails.
pub(super) async fn give_up(kind: &str, payload: Value, end: End<'_>) -> GivenUp {
    match find(kind) {
        Ok(entry) => (entry.given_up)(payload, end).await,
        Err(_) => Ok(None),
    }
}
