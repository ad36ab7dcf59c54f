//! Use cases of billing runs: what is seen of them, and what a person decides. The work itself is done by their jobs.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::run::{CANCELLED, ItemState, NOT_INVOICED, RunState, check_month};
use domain::{BillingMonth, BillingRunId, Invalid, Page, PageRequest, PlanId};
use serde_json::json;
use store::billing_runs::items::{self, Choice, Counts, ItemRow, NotIncludedRow, Wanted, Which};
use store::billing_runs::{self, BillingRun, NewRun};
use store::{Db, Tx};

use super::creating;
use super::opening::open;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Plans that one call may choose.
const MOST_CHOSEN: usize = 1000;

/// A run with the numbers of its plans.
#[derive(Debug)]
pub struct RunDetail {
    /// The run.
    pub run: BillingRun,
    /// Its plans by state.
    pub counts: Counts,
    /// How many plans were there when it began and are not in it.
    pub not_included: u64,
}

/// Which plans a person has chosen.
#[derive(Debug)]
pub enum Chosen {
    /// These.
    These(Vec<PlanId>),
    /// All that there is nothing to look at.
    WithoutExceptions,
    /// All.
    All,
}

/// A page of the runs.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    month: Option<BillingMonth>,
    request: &PageRequest,
) -> Result<Page<BillingRun>> {
    Ok(billing_runs::search(&ctx.store.read(), who.scope(), month, request).await?)
}

/// One run.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when there is none in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: BillingRunId) -> Result<RunDetail> {
    detail(&ctx.store.read(), who.scope(), id).await
}

/// A page of the plans of a run.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when there is no such run in scope.
pub async fn plans(
    ctx: &Context,
    who: &CallerOrigin,
    id: BillingRunId,
    wanted: Wanted,
    request: &PageRequest,
) -> Result<Page<ItemRow>> {
    let db = ctx.store.read();
    billing_runs::find(&db, who.scope(), id).await?;
    Ok(items::search(&db, who.scope(), id, wanted, request).await?)
}

/// A page of the plans that were there when a run began and are not in it, with the reasons.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when there is no such run in scope.
pub async fn not_included(
    ctx: &Context,
    who: &CallerOrigin,
    id: BillingRunId,
    request: &PageRequest,
) -> Result<(BillingRun, Page<NotIncludedRow>)> {
    let db = ctx.store.read();
    let run = billing_runs::find(&db, who.scope(), id).await?;
    let page = items::search_not_included(&db, who.scope(), &run, request).await?;
    Ok((run, page))
}

/// Starts the run of a month.
///
/// # Errors
/// On `BillingPeriod`.
pub async fn start(ctx: &Context, who: &CallerOrigin, day: Option<NaiveDate>) -> Result<RunDetail> {
    let month = check_month(day, ctx.today())?;
    let tx = ctx.store.begin().await?;
    let new = NewRun { month, automatic: false, by: Some(who.user), acting_as: who.impersonator };
    let Some((run, plans)) = open(ctx, &tx, who.scope(), new, &Choice::All).await? else {
        let nothing = items::nothing_to_bill(&tx, who.scope(), month).await?;
        return Err(Invalid::field("BillingPeriod", nothing.text(month)).into());
    };
    let entry = who.entry(ctx, "billing_run.start", "billing_run").on(run);
    tx.commit(entry.with_detail(json!({ "month": month.to_string(), "plans": plans }))).await?;
    find(ctx, who, run).await
}

/// Approves drafts.
///
/// # Errors
/// On `PlanIds`; [`crate::error::Error::NotFound`] when there is no such run in scope.
pub async fn approve(ctx: &Context, who: &CallerOrigin, id: BillingRunId, chosen: Chosen) -> Result<RunDetail> {
    choose(ctx, who, id, &chosen, ((ItemState::Draft, ItemState::Approved), "billing_run.approve")).await
}

/// Takes approvals back.
///
/// # Errors
/// As [`approve`].
pub async fn withdraw(ctx: &Context, who: &CallerOrigin, id: BillingRunId, chosen: Chosen) -> Result<RunDetail> {
    choose(ctx, who, id, &chosen, ((ItemState::Approved, ItemState::Draft), "billing_run.withdraw")).await
}

async fn choose(
    ctx: &Context,
    who: &CallerOrigin,
    id: BillingRunId,
    chosen: &Chosen,
    (turned, action): ((ItemState, ItemState), &'static str),
) -> Result<RunDetail> {
    let tx = ctx.store.begin().await?;
    let run = billing_runs::lock(&tx, who.scope(), id).await?;
    run.state.check_approve()?;
    let which = match chosen {
        Chosen::These(plans) => {
            check_chosen(&tx, id, plans).await?;
            Which::These(plans)
        }
        Chosen::WithoutExceptions => Which::WithoutExceptions,
        Chosen::All => Which::All,
    };
    let moved = items::turn(&tx, id, which, turned).await?;
    let entry = who.entry(ctx, action, "billing_run").on(id);
    tx.commit(entry.with_detail(json!({ "plans": moved, "chosen": named(chosen) }))).await?;
    find(ctx, who, id).await
}

/// Those that were chosen one by one, for the audit.
fn named(chosen: &Chosen) -> serde_json::Value {
    match chosen {
        Chosen::These(plans) => json!(plans),
        Chosen::WithoutExceptions => json!("without exceptions"),
        Chosen::All => json!("all"),
    }
}

async fn check_chosen(tx: &Tx, id: BillingRunId, plans: &[PlanId]) -> Result<()> {
    let wrong = |message: String| Err(Invalid::field("PlanIds", message).into());
    if plans.len() > MOST_CHOSEN {
        return wrong(format!("At most {MOST_CHOSEN} plans can be chosen at once."));
    }
    let known = items::how_many(tx, id, plans, &[ItemState::Draft, ItemState::Approved]).await?;
    match plans.len() as u64 - known {
        0 => Ok(()),
        1 => wrong("1 of the chosen plans has no draft in this run.".to_owned()),
        n => wrong(format!("{n} of the chosen plans have no draft in this run.")),
    }
}

/// Lets the approved drafts be created. A second click changes nothing.
///
/// # Errors
/// A refusal in words; [`crate::error::Error::NotFound`] when there is no such run in scope.
pub async fn create(ctx: &Context, who: &CallerOrigin, id: BillingRunId) -> Result<RunDetail> {
    let tx = ctx.store.begin().await?;
    let run = billing_runs::lock(&tx, who.scope(), id).await?;
    let counts = items::counts(&tx, id).await?;
    let approved = counts.of(ItemState::Approved);
    if run.state.check_create(approved.into())? {
        creating::begin(ctx, &tx, id, approved).await?;
        let detail = json!({ "plans": approved, "total": counts.approved.decimal() });
        tx.commit(who.entry(ctx, "billing_run.create", "billing_run").on(id).with_detail(detail)).await?;
    }
    find(ctx, who, id).await
}

/// Ends a run before its end; what it has created stays. A second click changes nothing.
///
/// # Errors
/// As [`create`].
pub async fn cancel(ctx: &Context, who: &CallerOrigin, id: BillingRunId) -> Result<RunDetail> {
    let tx = ctx.store.begin().await?;
    let run = billing_runs::lock(&tx, who.scope(), id).await?;
    if run.state.check_cancel()? {
        let open = [ItemState::Queued, ItemState::Draft, ItemState::Approved];
        items::leave_out(&tx, id, &open, CANCELLED).await?;
        items::leave_out_invoices(&tx, id, NOT_INVOICED).await?;
        billing_runs::end(&tx, id, RunState::Cancelled, None, ctx.now()).await?;
        let detail = json!({ "while": run.state.name(), "created": run.created });
        tx.commit(who.entry(ctx, "billing_run.cancel", "billing_run").on(id).with_detail(detail)).await?;
    }
    find(ctx, who, id).await
}

async fn detail(db: &impl Db, scope: Scope, id: BillingRunId) -> Result<RunDetail> {
    let run = billing_runs::find(db, scope, id).await?;
    let (counts, not_included) = (items::counts(db, id).await?, items::count_not_included(db, &run).await?);
    Ok(RunDetail { counts, not_included, run })
}
