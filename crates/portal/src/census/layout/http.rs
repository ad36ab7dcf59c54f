//! The endpoint of how a file was understood. Its path follows its neighbours (rules.md#calls-of-our-own).

use axum::extract::State;
use domain::CensusFileId;

use super::service;
use super::views::FileLayoutView;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Path, answer};

/// How a file was understood when its columns were mapped: its columns, orders, sections, families and lines left out with why, its first
/// people as they will be read, and what only a person can say.
#[utoipa::path(
    get, path = "/census/files/{fileId}/layout", tag = "census", params(("fileId" = i64, Path)),
    responses((status = 200, body = Envelope<FileLayoutView>))
)]
pub async fn layout(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(file): Path<CensusFileId>,
) -> Answer<FileLayoutView> {
    answer(FileLayoutView::from(service::find(&ctx, &who, file).await?))
}
