//! The endpoints of what was uploaded.

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::CensusFileId;

use super::http::FilesById;
use super::originals;
use crate::context::Context;
use crate::error::Error;
use crate::http::archive::ZipFile;
use crate::http::{CallerOrigin, Path, Query, attachment, distinct};

/// The file as it was uploaded.
#[utoipa::path(
    get, path = "/census/files/{id}/download", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn download(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CensusFileId>,
) -> Result<Response, Error> {
    let original = originals::find(&ctx, &who, id).await?;
    let content = Content::from_stream(ctx.files.open(&original.storage_key).await?);
    Ok((attachment(original.media_type, &original.file_name), content).into_response())
}

/// Files as they were uploaded, at most 100, as one ZIP file.
#[utoipa::path(
    get, path = "/census/files/archive", tag = "census", params(FilesById),
    responses((status = 200, content_type = "application/zip", body = Vec<u8>))
)]
pub async fn archive(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<FilesById>,
) -> Result<ZipFile, Error> {
    originals::begin(&ctx, &who, distinct(of.file_ids, CensusFileId)).await
}
