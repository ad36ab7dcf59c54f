//! The endpoints of snapshots (rules.md#snapshots-of-a-plan, rules.md#changing-calls-by-get, rules.md#wire-format).

use axum::extract::State;
use domain::{GroupId, PlanId, SnapshotId};
use serde::Deserialize;
use store::snapshots::{FrozenSnapshot, SnapshotFilter};
use utoipa::ToSchema;

use super::erp::states::{state, states};
use super::filter::{BilledHow, StandingSo};
use super::listing::listed_lines;
use super::members::MembersUpTo;
use super::service;
use super::views::{SnapshotView, line_view};
use crate::context::Context;
use crate::error::Result;
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{Answer, Body, CallerOrigin, Envelope, List, Nothing, Paging, Path, Query, answer, done};

/// The wish for a snapshot.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct SnapshotForm {
    /// The plan; the path's counts.
    #[serde(rename = "InvoiceId")]
    _invoice_id: Option<i64>,
    start_date: Option<Date>,
    end_date: Option<Date>,
}

/// A page of the snapshots of a group, of all groups for 0, newest period first.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots", tag = "snapshots",
    params(("employerId" = i64, Path), BilledHow, StandingSo, MembersUpTo, PagingQuery),
    responses((status = 200, body = Envelope<List<SnapshotView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    Query(how): Query<BilledHow>,
    Query(standing): Query<StandingSo>,
    Query(most): Query<MembersUpTo>,
    Paging(page): Paging,
) -> Answer<List<SnapshotView>> {
    let filter = SnapshotFilter { erp: standing.wanted(ctx.now())?, ..how.filter(Some(group), ctx.today())? };
    let found = service::search(&ctx, &who, &filter, &page).await?;
    let (total_records, total_pages) = (found.total, found.pages());
    let snapshots = found.rows.into_iter().map(|row| row.snapshot).collect();
    answer(List { data: with_lines(&ctx, snapshots, &most).await?, total_records, total_pages })
}

/// One snapshot with the members of its lines.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), MembersUpTo),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn detail(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
    Query(most): Query<MembersUpTo>,
) -> Answer<SnapshotView> {
    let detail = service::detail(&ctx, &who, group, id, most.members_up_to).await?;
    let previous = service::previous_totals(&ctx.store.read(), &[id]).await?.remove(&id);
    let state = state(&ctx, &ctx.store.read(), &detail.snapshot).await?;
    answer(SnapshotView::from(detail).after(previous).standing(Some(state)))
}

/// A plan's snapshots, newest first, as a plain list.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/{invoiceId}/snapshots", tag = "snapshots",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path), MembersUpTo),
    responses((status = 200, body = Envelope<Vec<SnapshotView>>))
)]
pub async fn of_plan(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, plan)): Path<(GroupId, PlanId)>,
    Query(most): Query<MembersUpTo>,
) -> Answer<Vec<SnapshotView>> {
    let snapshots = service::of_plan(&ctx, &who, group, plan).await?;
    answer(with_lines(&ctx, snapshots, &most).await?)
}

/// Makes a snapshot. The plan in the path counts; 0 there means that none was chosen.
#[utoipa::path(
    post, path = "/billing/{employerId}/invoices/{invoiceId}/snapshots", tag = "snapshots",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path)), request_body = SnapshotForm,
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn create(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, plan)): Path<(GroupId, PlanId)>,
    Body(form): Body<SnapshotForm>,
) -> Answer<SnapshotView> {
    let plan = Some(plan).filter(|plan| plan.get() != 0);
    let period = (form.start_date.map(|day| day.0), form.end_date.map(|day| day.0));
    let made = service::create(&ctx, &who, group, plan, period).await?;
    answer(one(&ctx, made).await?)
}

/// Computes a snapshot anew with today's rates and histories.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/regenerate", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn regenerate(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<SnapshotView> {
    let made = service::regenerate(&ctx, &who, group, id).await?;
    answer(one(&ctx, made).await?)
}

/// Deletes the plan's latest snapshot.
#[utoipa::path(
    delete, path = "/billing/{employerId}/snapshots/{snapshotId}", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<Nothing> {
    service::delete(&ctx, &who, group, id).await?;
    done()
}

/// A snapshot with its lines and what the look-back left out, as a change answers it.
pub(super) async fn one(ctx: &Context, snapshot: FrozenSnapshot) -> Result<SnapshotView> {
    let view = ctx.store.view().await?;
    let lines = service::lines_by_snapshot(&view, &[snapshot.id]).await?;
    let unbilled = service::left_out(&view, &snapshot).await?;
    let lines = lines.into_values().flatten().map(|line| line_view(line, None)).collect();
    let previous = service::previous_totals(&view, &[snapshot.id]).await?.remove(&snapshot.id);
    let state = state(ctx, &view, &snapshot).await?;
    Ok(SnapshotView::listed(snapshot, lines).leaving_out(unbilled).after(previous).standing(Some(state)))
}

async fn with_lines(ctx: &Context, found: Vec<FrozenSnapshot>, most: &MembersUpTo) -> Result<Vec<SnapshotView>> {
    let ids: Vec<SnapshotId> = found.iter().map(|snapshot| snapshot.id).collect();
    let db = ctx.store.read();
    let mut lines = listed_lines(&db, &found.iter().collect::<Vec<_>>(), most).await?;
    let mut previous = service::previous_totals(&db, &ids).await?;
    let of: Vec<_> = found.iter().map(|snapshot| (snapshot.id, snapshot.out_of_date)).collect();
    let mut states = states(ctx, &db, &of).await?;
    let view = |snapshot: FrozenSnapshot| {
        let lines = lines.remove(&snapshot.id).unwrap_or_default();
        let (previous, state) = (previous.remove(&snapshot.id), states.remove(&snapshot.id));
        SnapshotView::listed(snapshot, lines).after(previous).standing(state)
    };
    Ok(found.into_iter().map(view).collect())
}
