//! The endpoints of billing runs (rules.md#automatic-billing).

use axum::extract::State;
use domain::billing::run::Exception;
use domain::{BillingRunId, Invalid, PlanId};
use serde::Deserialize;
use store::billing_runs::items::{Filter, Wanted};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Chosen};
use super::views::{NotIncludedView, RunItemView, RunView};
use crate::billing::snapshots::erp::states::states;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Month;
use crate::http::{Answer, Body, CallerOrigin, Envelope, List, Paging, Path, Query, answer, distinct};

/// The wish for a run.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RunForm {
    /// The month to be billed, such as `2026-11`, or any of its days.
    billing_period: Option<Month>,
}

/// Drafts to be approved.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct ApproveForm {
    /// These.
    plan_ids: Vec<i64>,
    /// All that there is nothing to look at.
    without_exceptions: bool,
}

/// Approvals to be taken back.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct WithdrawForm {
    /// Of these plans.
    plan_ids: Vec<i64>,
    /// All of them.
    all: bool,
}

/// Which plans of a run are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct PlansOf {
    /// `exceptions`, `drafts`, `approved`, `created`, `failed` or `leftout`; all when absent.
    filter: Option<String>,
    /// A kind of exception; only plans that wait for approval, or are approved, have it.
    exception: Option<String>,
}

impl PlansOf {
    fn wanted(&self) -> Result<Wanted, Invalid> {
        let filter = named(Filter::ALL, Filter::name, self.filter.as_deref())
            .map_err(|word| Invalid::field("Filter", format!("There is no filter '{word}'.")))?;
        let exception = named(Exception::ALL, Exception::name, self.exception.as_deref())
            .map_err(|word| Invalid::field("Exception", format!("There is no exception '{word}'.")))?;
        Ok(Wanted { filter, exception })
    }
}

/// The one of all that a word names, none when there is no word, and the word when it names none.
fn named<One: Copy, const N: usize>(
    all: [One; N],
    name: impl Fn(One) -> &'static str,
    word: Option<&str>,
) -> Result<Option<One>, &str> {
    let Some(word) = word.filter(|word| !word.is_empty()) else { return Ok(None) };
    all.into_iter().find(|one| name(*one).eq_ignore_ascii_case(word)).map(Some).ok_or(word)
}

fn chosen(plans: Vec<i64>, all: Option<Chosen>) -> Result<Chosen, Invalid> {
    match (plans.is_empty(), all) {
        (false, None) => Ok(Chosen::These(distinct(plans, PlanId))),
        (true, Some(all)) => Ok(all),
        (true, None) => Err(Invalid::field("PlanIds", "Choose at least one plan, or all.")),
        (false, Some(_)) => Err(Invalid::field("PlanIds", "Choose either plans or all.")),
    }
}

/// Which runs are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct RunsOf {
    /// Those of this month, such as `2026-11`, or of the month of this day; all when absent.
    #[param(value_type = Option<String>)]
    billing_period: Option<Month>,
}

/// A page of the billing runs, newest first.
#[utoipa::path(
    get, path = "/billing-runs", tag = "billing runs", params(RunsOf, PagingQuery),
    responses((status = 200, body = Envelope<List<RunView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<RunsOf>,
    Paging(page): Paging,
) -> Answer<List<RunView>> {
    let month = of.billing_period.map(|Month(month)| month);
    answer(service::search(&ctx, &who, month, &page).await?.map(RunView::from))
}

/// One run, with how many of its plans stand where.
#[utoipa::path(
    get, path = "/billing-runs/{runId}", tag = "billing runs", params(("runId" = i64, Path)),
    responses((status = 200, body = Envelope<RunView>))
)]
pub async fn detail(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<BillingRunId>) -> Answer<RunView> {
    answer(service::find(&ctx, &who, id).await?)
}

/// A page of the plans of a run, those with something to look at first.
#[utoipa::path(
    get, path = "/billing-runs/{runId}/items", tag = "billing runs",
    params(("runId" = i64, Path), PlansOf, PagingQuery),
    responses((status = 200, body = Envelope<List<RunItemView>>))
)]
pub async fn items(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BillingRunId>,
    Query(of): Query<PlansOf>,
    Paging(page): Paging,
) -> Answer<List<RunItemView>> {
    let found = service::plans(&ctx, &who, id, of.wanted()?, &page).await?;
    let of = found.rows.iter().filter_map(|row| Some((row.snapshot?, row.is_out_of_date)));
    let mut states = states(&ctx, &ctx.store.read(), &of.collect::<Vec<_>>()).await?;
    answer(found.map(|row| {
        let erp_state = row.snapshot.and_then(|snapshot| states.remove(&snapshot));
        RunItemView::from(row).standing(erp_state)
    }))
}

/// A page of the plans that were there when a run began and are not in it, with the reasons.
#[utoipa::path(
    get, path = "/billing-runs/{runId}/not-included", tag = "billing runs",
    params(("runId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<NotIncludedView>>))
)]
pub async fn not_included(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BillingRunId>,
    Paging(page): Paging,
) -> Answer<List<NotIncludedView>> {
    let (run, page) = service::not_included(&ctx, &who, id, &page).await?;
    answer(page.map(|row| NotIncludedView::of(&run, row)))
}

/// Starts the run of a month: its drafts are computed.
#[utoipa::path(
    post, path = "/billing-runs", tag = "billing runs", request_body = RunForm,
    responses((status = 200, body = Envelope<RunView>))
)]
pub async fn start(State(ctx): State<Context>, who: CallerOrigin, Body(form): Body<RunForm>) -> Answer<RunView> {
    answer(service::start(&ctx, &who, form.billing_period.map(|Month(month)| month.cut_off())).await?)
}

/// Approves drafts: those named, or all without exceptions.
#[utoipa::path(
    post, path = "/billing-runs/{runId}/approve", tag = "billing runs", params(("runId" = i64, Path)),
    request_body = ApproveForm, responses((status = 200, body = Envelope<RunView>))
)]
pub async fn approve(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BillingRunId>,
    Body(form): Body<ApproveForm>,
) -> Answer<RunView> {
    let all = form.without_exceptions.then_some(Chosen::WithoutExceptions);
    answer(service::approve(&ctx, &who, id, chosen(form.plan_ids, all)?).await?)
}

/// Takes approvals back: those of the plans named, or all.
#[utoipa::path(
    post, path = "/billing-runs/{runId}/withdraw", tag = "billing runs", params(("runId" = i64, Path)),
    request_body = WithdrawForm, responses((status = 200, body = Envelope<RunView>))
)]
pub async fn withdraw(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BillingRunId>,
    Body(form): Body<WithdrawForm>,
) -> Answer<RunView> {
    let all = form.all.then_some(Chosen::All);
    answer(service::withdraw(&ctx, &who, id, chosen(form.plan_ids, all)?).await?)
}

/// Lets the approved drafts be created, and their invoices.
#[utoipa::path(
    post, path = "/billing-runs/{runId}/create", tag = "billing runs", params(("runId" = i64, Path)),
    responses((status = 200, body = Envelope<RunView>))
)]
pub async fn create(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<BillingRunId>) -> Answer<RunView> {
    answer(service::create(&ctx, &who, id).await?)
}

/// Cancels a run. What it has created stays.
#[utoipa::path(
    post, path = "/billing-runs/{runId}/cancel", tag = "billing runs", params(("runId" = i64, Path)),
    responses((status = 200, body = Envelope<RunView>))
)]
pub async fn cancel(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<BillingRunId>) -> Answer<RunView> {
    answer(service::cancel(&ctx, &who, id).await?)
}
