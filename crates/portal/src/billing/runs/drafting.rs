//! The first step of a run: what each plan would be billed, and what a person should look at before approving that. Only totals are kept;
//! the bills are computed anew when they are created.

use domain::access::Scope;
use domain::billing::run::{Coverage, DraftFacts, ItemState, RunState, exceptions};
use domain::{Money, PlanId};
use serde_json::json;
use store::Tx;
use store::billing_runs::items::{self, PlanFacts, Which};
use store::billing_runs::{self, Progress};

use super::PLANS_A_BATCH;
use super::creating;
use super::step::Step;
use crate::billing::snapshots::Form;
use crate::billing::snapshots::batch::{Drafted, compute_batch};
use crate::billing::snapshots::coverage::coverage_of;
use crate::error::Result;

/// Computes all drafts.
pub(super) async fn work(step: &Step<'_>) -> Result<()> {
    while draft_some(step).await? {}
    let Some(tx) = step.begin().await? else { return Ok(()) };
    let approved = if step.run.automatic { approve_all(step, &tx).await? } else { 0 };
    let counts = items::counts(&tx, step.run.id).await?;
    let detail = json!({
        "drafts": counts.of(ItemState::Draft) + counts.of(ItemState::Approved),
        "exceptions": counts.exceptions,
        "refused": counts.of(ItemState::Refused),
    });
    let entry = step.entry("billing_run.drafted").with_detail(detail);
    match (step.run.automatic, approved) {
        (false, _) => billing_runs::rest(&tx, step.run.id, RunState::Drafted).await?,
        // There is nothing that anybody could approve.
        (true, 0) => billing_runs::end(&tx, step.run.id, RunState::Done, None, step.ctx.now()).await?,
        (true, approved) => creating::begin(step.ctx, &tx, step.run.id, approved).await?,
    }
    Ok(tx.commit(entry).await?)
}

/// Nobody approves what the program bills by itself (decisions A9); its exceptions can be looked at afterwards.
async fn approve_all(step: &Step<'_>, tx: &Tx) -> Result<u32> {
    let approved = items::turn(tx, step.run.id, Which::All, (ItemState::Draft, ItemState::Approved)).await?;
    Ok(u32::try_from(approved).unwrap_or(u32::MAX))
}

/// Computes some drafts; false when none is left, or the run is out of our hands.
async fn draft_some(step: &Step<'_>) -> Result<bool> {
    let (ctx, id) = (step.ctx, step.run.id);
    let db = ctx.store.read();
    let next = items::next(&db, id, ItemState::Queued, PLANS_A_BATCH).await?;
    if next.is_empty() {
        return Ok(false);
    }
    let plans: Vec<_> = next.iter().map(|one| (one.group, one.plan, one.window)).collect();
    let drafted = compute_batch(ctx, Scope::system(), &plans, Form::Quickest).await?;
    let covered = coverage_of(ctx, Scope::system(), &plans).await?;
    let ids: Vec<PlanId> = next.iter().map(|one| one.plan).collect();
    let facts = items::facts(&db, step.run.month, &ids).await?;
    let rows: Vec<_> = drafted
        .iter()
        .map(|one| {
            row(
                one,
                facts.get(&one.plan).copied().unwrap_or_default(),
                covered.get(&one.plan).copied().unwrap_or_default(),
            )
        })
        .collect();
    let Some(tx) = step.begin().await? else { return Ok(false) };
    items::draft(&tx, id, &rows).await?;
    let with_draft = || rows.iter().filter(|row| row.total.is_ok());
    let progress = Progress {
        done: u32::try_from(rows.len()).unwrap_or(u32::MAX),
        drafted: with_draft().filter_map(|row| row.total.as_ref().ok().copied()).sum(),
        previous: with_draft().filter_map(|row| row.previous).sum(),
        ..Progress::default()
    };
    billing_runs::progress(&tx, id, progress).await?;
    tx.commit_unaudited("drafts of a billing run are no bills").await?;
    Ok(true)
}

fn row(drafted: &Drafted, plan: PlanFacts, coverage: Coverage) -> items::Drafted {
    let total: std::result::Result<Money, String> = match &drafted.outcome {
        Ok(draft) => Ok(draft.computed.total()),
        Err(refused) => Err(first_message(refused)),
    };
    let judged = total.as_ref().ok().map(|total| DraftFacts {
        total: *total,
        previous: plan.previous,
        lacks_customer: plan.generates_invoice && !(plan.has_account && plan.has_customer),
        coverage,
    });
    items::Drafted {
        plan: drafted.plan,
        total,
        previous: plan.previous,
        exceptions: judged.as_ref().map_or(0, exceptions),
        coverage,
    }
}

/// What a person reads of a refusal.
pub(super) fn first_message(refused: &domain::Invalid) -> String {
    refused.0.first().map(|said| said.message.clone()).unwrap_or_default()
}
