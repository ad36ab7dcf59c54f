//! The second step of a run: the approved drafts become snapshots, some fifty a transaction, each computed anew. A plan whose amount is
//! not what was approved is refused, and so is one that cannot be billed any more; the rest goes on.

use std::collections::HashMap;

use domain::access::Scope;
use domain::billing::run::{InvoicePush, ItemState};
use domain::{BillingRunId, GroupId, Money, PlanId, SnapshotId};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::billing_runs::items::{self, Next, PlanFacts, Settled};
use store::billing_runs::{self, Progress};

use super::PLANS_A_BATCH;
use super::jobs::{CreateBills, InvoiceBills};
use super::step::Step;
use super::taking_up;
use crate::billing::snapshots::Form;
use crate::billing::snapshots::batch::{Draft, Drafted, compute_batch, has_changed_meanwhile, write_batch};
use crate::billing::snapshots::erp::many::first_message;
use crate::context::Context;
use crate::error::Result;
use crate::jobs;

/// How often a plan that is being changed is computed anew before it is refused.
const TRIES: u32 = 5;

/// Lets a run begin this step.
pub(super) async fn begin(ctx: &Context, tx: &Tx, run: BillingRunId, approved: u32) -> Result<()> {
    billing_runs::begin_creating(tx, run, approved).await?;
    jobs::enqueue(ctx, tx, &CreateBills { run }).await
}

/// Makes all snapshots.
pub(super) async fn work(step: &Step<'_>) -> Result<()> {
    let mut tries = HashMap::new();
    while create_some(step, &mut tries).await? {}
    let Some(tx) = step.begin().await? else { return Ok(()) };
    if items::uninvoiced(&tx, step.run.id, None, 1).await?.is_empty() {
        return step.end(tx).await;
    }
    jobs::enqueue(step.ctx, &tx, &InvoiceBills::all(step.run.id)).await?;
    Ok(tx.commit_unaudited("the snapshots of a billing run are made, and audited one by one").await?)
}

/// A snapshot that was made.
struct Made {
    plan: PlanId,
    group: GroupId,
    snapshot: SnapshotId,
    total: Money,
}

/// Makes some snapshots; false when none is left, or the run is out of our hands.
async fn create_some(step: &Step<'_>, tries: &mut HashMap<PlanId, u32>) -> Result<bool> {
    let (ctx, id) = (step.ctx, step.run.id);
    let next = items::next(&ctx.store.read(), id, ItemState::Approved, PLANS_A_BATCH).await?;
    if next.is_empty() {
        return Ok(false);
    }
    let fresh: Vec<Next> = next.iter().filter(|one| one.taken_up.is_none()).copied().collect();
    let plans: Vec<_> = fresh.iter().map(|one| (one.group, one.plan, one.window)).collect();
    let (drafts, mut settled) = sort(compute_batch(ctx, Scope::system(), &plans, Form::Quickest).await?, &fresh);
    let of: HashMap<PlanId, (GroupId, Money)> =
        drafts.iter().map(|draft| (draft.basis.id, (draft.basis.group, draft.computed.total()))).collect();
    let Some(tx) = step.begin().await? else { return Ok(false) };
    let facts = items::facts(&tx, step.run.month, &next.iter().map(|one| one.plan).collect::<Vec<_>>()).await?;
    settled.extend(taking_up::settle(&tx, &next, &facts).await?);
    let mut made = Vec::new();
    for (plan, outcome) in write_batch(&tx, Scope::system(), step.agent.stamp(ctx), &drafts).await? {
        match outcome {
            Ok(snapshot) => {
                let (group, total) = of[&plan];
                made.push(Made { plan, group, snapshot, total });
                settled.push(Settled { plan, snapshot: Some(snapshot), outcome: Ok(invoice_of(&facts, plan)) });
            }
            Err(refused) if has_changed_meanwhile(&refused) && again(tries, plan) => {}
            Err(refused) => settled.push(Settled { plan, snapshot: None, outcome: Err(first_message(&refused)) }),
        }
    }
    items::settle(&tx, id, &settled).await?;
    billing_runs::progress(&tx, id, progress(&settled, &made)).await?;
    if made.is_empty() {
        tx.commit_unaudited("plans of a billing run that were refused, or whose snapshot was there already").await?;
    } else {
        tx.commit_all(made.iter().map(|made| entry(step, made)).collect()).await?;
    }
    Ok(true)
}

/// The bills that are what was approved, and what is said of the others.
fn sort(drafted: Vec<Drafted>, approved: &[Next]) -> (Vec<Draft>, Vec<Settled>) {
    let (mut drafts, mut refused) = (Vec::new(), Vec::new());
    for (one, approved) in drafted.into_iter().zip(approved) {
        let why = match one.outcome {
            Ok(draft) if Some(draft.computed.total()) == approved.total => {
                drafts.push(draft);
                continue;
            }
            Ok(draft) => has_changed(approved.total.unwrap_or(Money::ZERO), draft.computed.total()),
            Err(invalid) => first_message(&invalid),
        };
        refused.push(Settled { plan: one.plan, snapshot: None, outcome: Err(why) });
    }
    (drafts, refused)
}

pub(super) fn has_changed(approved: Money, now: Money) -> String {
    format!(
        "The amount has changed since the draft: {approved} was approved, and it is {now} now. Make a new run for it."
    )
}

fn again(tries: &mut HashMap<PlanId, u32>, plan: PlanId) -> bool {
    let tried = tries.entry(plan).or_insert(0);
    *tried += 1;
    *tried < TRIES
}

/// Whether a plan's snapshot is to become an invoice (rules.md#generated-invoices). One without an account is asked for as well, so that its row says
/// what it lacks.
pub(super) fn invoice_of(facts: &HashMap<PlanId, PlanFacts>, plan: PlanId) -> InvoicePush {
    match facts.get(&plan) {
        Some(facts) if facts.generates_invoice => InvoicePush::Waiting,
        _ => InvoicePush::None,
    }
}

fn progress(settled: &[Settled], made: &[Made]) -> Progress {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Progress {
        done: count(settled.len()),
        created: count(made.len()),
        created_total: made.iter().map(|made| made.total).sum(),
        ..Progress::default()
    }
}

fn entry(step: &Step<'_>, made: &Made) -> Entry {
    let end = step.run.month.to_string();
    let detail = json!({ "plan": made.plan, "total": made.total.decimal(), "period": end });
    step.agent.entry(step.ctx, "snapshot.create", "snapshot").on(made.snapshot).in_group(made.group).with_detail(detail)
}
