//! The endpoints of decisions about files. Their paths follow their neighbours (rules.md#calls-of-our-own).

use axum::extract::State;
use domain::{CensusFileId, CensusTaskId, MemberId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{service, skipping};
use crate::census::views::FileView;
use crate::context::Context;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, answer};

/// The number of members that may be ended.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct Confirmation {
    /// Exactly the number that the inspection found.
    count: Option<u32>,
}

/// Which member a record is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct MatchChoice {
    /// The record.
    record_number: u32,
    /// The member; 0 or absent makes the record a new one.
    employee_id: Option<i64>,
}

/// A record that is left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RecordToSkip {
    /// The record.
    record_number: u32,
}

/// Confirms how many members an explicit import may end.
#[utoipa::path(
    post, path = "/census/files/{id}/confirm-terminations", tag = "census", params(("id" = i64, Path)),
    request_body = Confirmation, responses((status = 200, body = Envelope<FileView>))
)]
pub async fn confirm_terminations(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CensusFileId>,
    Body(input): Body<Confirmation>,
) -> Answer<FileView> {
    answer(FileView::new(service::confirm(&ctx, &who, id, input.count).await?))
}

/// Says which member a record is.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/match", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = MatchChoice,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn choose_match(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<MatchChoice>,
) -> Answer<FileView> {
    let member = input.employee_id.filter(|id| *id != 0).map(MemberId);
    answer(FileView::new(service::choose(&ctx, &who, (file, task), input.record_number, member).await?))
}

/// Leaves a record out of the import.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/skip", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = RecordToSkip,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn skip_record(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<RecordToSkip>,
) -> Answer<FileView> {
    answer(FileView::new(skipping::skip(&ctx, &who, (file, task), input.record_number).await?))
}
