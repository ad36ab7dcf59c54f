//! The first step of a run: what each plan would be billed, and what a person should look at before approving that. Only totals are kept;
//! the bills are computed anew when they are created.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::run::{Coverage, DraftFacts, ItemState, RunState, exceptions};
use domain::{Money, PlanId};
use serde_json::json;
use store::Tx;
use store::billing_runs::items::{self, Next, PlanFacts, Which};
use store::billing_runs::{self, Progress};

use super::PLANS_A_BATCH;
use super::creating;
use super::step::Step;
use super::taking_up;
use crate::billing::snapshots::Form;
use crate::billing::snapshots::batch::{Drafted, compute_batch};
use crate::billing::snapshots::coverage::coverage_of;
use crate::billing::snapshots::erp::many::first_message;
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

/// Nobody approves what the program bills by itself (rules.md#automatic-billing); its exceptions can be looked at afterwards.
async fn approve_all(step: &Step<'_>, tx: &Tx) -> Result<u32> {
    let approved = items::turn(tx, step.run.id, Which::All, (ItemState::Draft, ItemState::Approved)).await?;
    Ok(u32::try_from(approved).unwrap_or(u32::MAX))
}

/// Computes some drafts; false when none is left, or the run is out of our hands.
async fn draft_some(step: &Step<'_>) -> Result<bool> {
    let (ctx, id) = (step.ctx, step.run.id);
    let next = items::next(&ctx.store.read(), id, ItemState::Queued, PLANS_A_BATCH).await?;
    if next.is_empty() {
        return Ok(false);
    }
    let rows = drafts(step, &next).await?;
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

/// What plans would be billed. A snapshot that an earlier run has made is not computed anew, and whom it counts is not asked any more.
async fn drafts(step: &Step<'_>, next: &[Next]) -> Result<Vec<items::Drafted>> {
    let (ctx, db) = (step.ctx, step.ctx.store.read());
    let fresh: Vec<_> = next.iter().filter(|one| one.taken_up.is_none()).collect();
    let plans: Vec<_> = fresh.iter().map(|one| (one.group, one.plan, one.window)).collect();
    let drafted = compute_batch(ctx, Scope::system(), &plans, Form::Quickest).await?;
    let covered = coverage_of(ctx, Scope::system(), &plans).await?;
    let mut totals = taking_up::totals(&db, next).await?;
    totals.extend(drafted.iter().map(|one| (one.plan, total_of(one))));
    let ids: Vec<PlanId> = next.iter().map(|one| one.plan).collect();
    let facts = items::facts(&db, step.run.month, &ids).await?;
    let today = ctx.today();
    let row = |one: &Next| {
        let (plan, total) = totals.remove_entry(&one.plan)?;
        let judged = Judged {
            last_day: one.window.end,
            is_over: one.taken_up.is_some() || one.window.end < today,
            coverage: covered.get(&plan).copied().unwrap_or_default(),
        };
        let mut facts = facts.get(&plan).cloned().unwrap_or_default();
        if one.taken_up.is_some() {
            facts.unfinished_files = 0;
        }
        Some(row((plan, total), facts, judged))
    };
    Ok(next.iter().filter_map(row).collect())
}

fn total_of(drafted: &Drafted) -> std::result::Result<Money, String> {
    drafted.outcome.as_ref().map(|draft| draft.computed.total()).map_err(first_message)
}

/// How the draft of a plan is judged, beside what is known of the plan.
struct Judged {
    last_day: NaiveDate,
    is_over: bool,
    coverage: Coverage,
}

fn row(
    (plan, total): (PlanId, std::result::Result<Money, String>),
    known: PlanFacts,
    judged: Judged,
) -> items::Drafted {
    let PlanFacts { previous, generates_invoice, has_account, has_customer, customer_of, unfinished_files, was_billed } =
        known;
    let Judged { last_day, is_over, coverage } = judged;
    let facts = DraftFacts {
        total: total.as_ref().copied().unwrap_or(Money::ZERO),
        previous,
        lacks_customer: generates_invoice && !(has_account && has_customer),
        coverage,
        last_day,
        is_over,
        customer_of,
        unfinished_files,
        is_first: !was_billed,
    };
    let exceptions = if total.is_ok() { exceptions(&facts) } else { 0 };
    items::Drafted { plan, total, previous, exceptions, coverage, customer_of: facts.customer_of, unfinished_files }
}
