//! The endpoints of the review of matches. Their paths follow their neighbours (rules.md#calls-of-our-own).

use axum::extract::State;
use domain::{CensusFileId, CensusTaskId, MemberId};

use super::service;
use super::views::{NotSameInput, ReviewOf, ReviewView};
use crate::census::views::FileView;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{Answer, Body, CallerOrigin, Envelope, List, Paging, Path, Query, answer};

/// Records beside the members they may be: a page of them.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/review", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), ReviewOf, PagingQuery),
    responses((status = 200, body = Envelope<List<ReviewView>>))
)]
pub async fn review(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Query(of): Query<ReviewOf>,
    Paging(request): Paging,
) -> Answer<List<ReviewView>> {
    let page = service::review(&ctx, &who, ids, of.filter.as_deref(), request).await?;
    answer(page.map(ReviewView::from))
}

/// Says that the person of a record is not a member, in this file and the group's next ones, or forgets that again.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/not-same", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = NotSameInput,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn not_same(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<NotSameInput>,
) -> Answer<FileView> {
    let pair = (input.record_number, MemberId(input.employee_id));
    let is_not_same = input.is_not_same.unwrap_or(true);
    answer(FileView::new(service::set_not_same(&ctx, &who, ids, pair, is_not_same).await?))
}
