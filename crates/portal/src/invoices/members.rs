//! The members or the consults of one line of an invoice, page by page.

use axum::extract::State;
use domain::{Page, PageRequest, SnapshotId, SnapshotLineId};
use store::snapshots::LineMember;

use super::service::open_invoice;
use crate::billing::snapshots::{ConsultData, EmployeeData, consults_of_line, members_of_line};
use crate::context::Context;
use crate::error::Result;
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, answer};

/// A page of the members of one line, by name.
#[utoipa::path(
    get, path = "/invoices/{id}/lines/{lineId}/members", tag = "invoices",
    params(("id" = i64, Path), ("lineId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<EmployeeData>>))
)]
pub async fn members(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(SnapshotId, SnapshotLineId)>,
    Paging(page): Paging,
) -> Answer<List<EmployeeData>> {
    answer(page_of(&ctx, &who, ids, &page).await?.map(EmployeeData::from))
}

/// A page of the consults of one line, by day and number; who consulted is not told.
#[utoipa::path(
    get, path = "/invoices/{id}/lines/{lineId}/consults", operation_id = "invoice_consults", tag = "invoices",
    params(("id" = i64, Path), ("lineId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<ConsultData>>))
)]
pub async fn consults(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((id, line)): Path<(SnapshotId, SnapshotLineId)>,
    Paging(page): Paging,
) -> Answer<List<ConsultData>> {
    let view = ctx.store.view().await?;
    let (snapshot, _) = open_invoice(&view, &who, id).await?;
    answer(consults_of_line(&ctx, &view, &snapshot, line, &page).await?)
}

/// A page of the members of one line of an invoice, by name.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the invoice is not in scope or not open to the caller, or has no such line.
async fn page_of(
    ctx: &Context,
    who: &CallerOrigin,
    (id, line): (SnapshotId, SnapshotLineId),
    page: &PageRequest,
) -> Result<Page<LineMember>> {
    let view = ctx.store.view().await?;
    let (snapshot, _) = open_invoice(&view, who, id).await?;
    members_of_line(&view, &snapshot, line, page).await
}
