//! Use cases of bulk actions: what a person asks for, what becomes of it, and the work itself.

use chrono::TimeDelta;
use domain::access::Scope;
use domain::invoices::{BULK_BROKEN, BulkKind, check_chosen};
use domain::{BulkActionId, GroupId, SnapshotId};
use serde_json::json;
use store::audit::Entry;
use store::snapshots;
use store::snapshots::bulk_actions::{self, BulkAction, BulkItem};

use super::jobs::DoBulkAction;
use super::one::Doing;
use crate::billing::agent::Agent;
use crate::billing::snapshots::erp::many::ask_for_each;
use crate::billing::snapshots::erp::service::KnownTerms;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::jobs;

/// Invoices of one job.
const INVOICES_A_JOB: u64 = 50;
/// How long is waited for calls of somebody else for the same invoices.
const WAIT: TimeDelta = TimeDelta::minutes(1);

/// Begins an action on invoices; a job does it.
///
/// # Errors
/// On `Action` and `InvoiceIds`; [`Error::NotFound`] when one of the invoices is not in scope: nothing is done then.
pub async fn start(
    ctx: &Context,
    who: &CallerOrigin,
    action: &str,
    ids: Vec<SnapshotId>,
) -> Result<(BulkAction, Vec<BulkItem>)> {
    let kind = BulkKind::from_word(action)?;
    check_chosen(ids.len())?;
    let tx = ctx.store.begin().await?;
    let chosen: Vec<(SnapshotId, GroupId)> = snapshots::chosen(&tx, who.scope(), &ids).await?;
    if chosen.len() != ids.len() {
        return Err(Error::NotFound);
    }
    let id = bulk_actions::insert(&tx, kind, (who.user, who.impersonator), &chosen, ctx.now()).await?;
    jobs::enqueue(ctx, &tx, &DoBulkAction::all(id)).await?;
    let entry = who.entry(ctx, "bulk_action.start", "bulk_action").on(id);
    tx.commit(entry.with_detail(json!({ "Action": kind.text(), "Invoices": chosen.len() }))).await?;
    find(ctx, who, id).await
}

/// An action with what has become of its invoices.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: BulkActionId) -> Result<(BulkAction, Vec<BulkItem>)> {
    let view = ctx.store.view().await?;
    Ok((bulk_actions::find(&view, who.scope(), id).await?, bulk_actions::items(&view, id).await?))
}

/// Does the next invoices behind `job.after`, and ends the action when none is left. One that another call holds is passed over, and tried
/// again after all others. When the ERP takes no more calls, the rest waits.
///
/// # Errors
/// A fault of ours.
pub(super) async fn work(ctx: &Context, job: &DoBulkAction) -> Result<()> {
    let DoBulkAction { action: id, after, throttled } = *job;
    let action = bulk_actions::find(&ctx.store.read(), Scope::system(), id).await?;
    if action.finished_at.is_some() {
        return Ok(());
    }
    let next = bulk_actions::waiting(&ctx.store.read(), id, after, INVOICES_A_JOB).await?;
    let last = next.last().map(|(snapshot, _)| *snapshot);
    let doing = Doing {
        ctx,
        action: id,
        kind: action.kind,
        agent: Agent::of_job(action.created_by, action.acting_as),
        known: KnownTerms::default(),
        throttled,
    };
    let came = ask_for_each(next, |one| doing.done(one)).await?;
    let tx = ctx.store.begin().await?;
    if let Some((at, throttled)) = came.again(ctx, throttled) {
        jobs::enqueue_at(ctx, &tx, &DoBulkAction { throttled, ..job.clone() }, at).await?;
    } else if last.is_some() && !bulk_actions::waiting(&tx, id, last, 1).await?.is_empty() {
        jobs::enqueue(ctx, &tx, &DoBulkAction { action: id, after: last, throttled: 0 }).await?;
    } else if !bulk_actions::waiting(&tx, id, None, 1).await?.is_empty() {
        jobs::enqueue_at(ctx, &tx, &DoBulkAction::all(id), ctx.now() + WAIT).await?;
    } else {
        bulk_actions::end(&tx, id, ctx.now()).await?;
        let entry = ended(ctx, &action, &bulk_actions::items(&tx, id).await?);
        return Ok(tx.commit(entry).await?);
    }
    Ok(tx.commit_unaudited("the next invoices of a bulk action").await?)
}

/// Says of the rest of an action that it broke off, when its job is given up.
///
/// # Errors
/// When the database fails.
pub(super) async fn give_up(jobs::End { ctx, tx }: jobs::End<'_>, id: BulkActionId) -> jobs::GivenUp {
    let action = match bulk_actions::find(tx, Scope::system(), id).await {
        Err(store::Error::NotFound) => return Ok(None),
        found => found?,
    };
    bulk_actions::leave_out(tx, id, BULK_BROKEN).await?;
    if !bulk_actions::end(tx, id, ctx.now()).await? {
        return Ok(None);
    }
    let entry = Entry::new(ctx.now(), "bulk_action.failed", "bulk_action").on(id);
    Ok(Some(entry.by(action.created_by, action.acting_as)))
}

fn ended(ctx: &Context, action: &BulkAction, items: &[BulkItem]) -> Entry {
    let failed = items.iter().filter(|one| one.outcome.has_failed()).count();
    let entry = Entry::new(ctx.now(), "bulk_action.ended", "bulk_action").on(action.id);
    let detail = json!({ "Action": action.kind.text(), "Invoices": items.len(), "Not done": failed });
    entry.by(action.created_by, action.acting_as).with_detail(detail)
}
