//! The endpoints of "Why this amount?".

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::{GroupId, SnapshotId};
use serde::Deserialize;
use tokio_util::io::ReaderStream;
use utoipa::IntoParams;

use super::service::Wish;
use super::views::{WhyMemberView, WhyView};
use super::{export as file, service};
use crate::context::Context;
use crate::error::Error;
use crate::http::attachment::attachment;
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Query, answer};

/// Whose part of the amount is wanted; everybody's when nothing is named.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct WhyOf {
    /// A cause, as the comparison names it.
    cause: Option<String>,
    /// A line of the snapshot.
    line_id: Option<i64>,
}

/// Why a snapshot amounts to what it does, compared with the plan's snapshot before it.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/why", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<WhyView>))
)]
pub async fn why(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<WhyView> {
    answer(WhyView::from(service::why(&ctx, &who, group, id).await?))
}

/// A page of who stands behind the amount, behind one of its causes or one of its lines, by name.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/why/members", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), WhyOf, PagingQuery),
    responses((status = 200, body = Envelope<List<WhyMemberView>>))
)]
pub async fn members(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(GroupId, SnapshotId)>,
    Query(of): Query<WhyOf>,
    Paging(page): Paging,
) -> Answer<List<WhyMemberView>> {
    let wish = Wish::of(of.cause.as_deref(), of.line_id)?;
    let found = service::members(&ctx, &who, ids, wish, &page).await?;
    answer(found)
}

/// The comparison with the snapshot before as a file: a row for everybody behind each cause, from the one total to the other.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/why/export", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn export(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Result<Response, Error> {
    let made = file::download(&ctx, &who, group, id).await?;
    let content = Content::from_stream(ReaderStream::new(made.content));
    Ok((attachment("text/csv; charset=utf-8", &made.name), content).into_response())
}
