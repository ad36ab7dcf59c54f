//! The endpoints of what a file asks. Their paths follow their neighbours (rules.md#calls-of-our-own).

use axum::extract::State;
use domain::{CensusFileId, CensusTaskId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::views::LeftOutView;
use super::{left_out as lines, questions, seen};
use crate::census::views::FileView;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{Answer, Body, CallerOrigin, Envelope, List, Paging, Path, Query, answer};

/// An answer to a question about a file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct QuestionAnswer {
    /// Yes or no.
    answer: Option<bool>,
}

/// Which of the lines that were left out are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct LeftOutOf {
    /// Only those that hold something in a column of names and are no rows.
    only_named: Option<bool>,
}

/// A line that becomes a row.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct LineToMake {
    /// The line.
    line: Option<u64>,
}

/// The changes that were looked at.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct ChangesSeen {
    /// The number of the inspection that has found them.
    inspection: Option<u32>,
}

/// Answers a question about a file. A yes about people who have left lets their rows be read again.
#[utoipa::path(
    put, path = "/census/files/{fileId}/questions/{questionId}", tag = "census",
    params(("fileId" = i64, Path), ("questionId" = i64, Path)), request_body = QuestionAnswer,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn answer_question(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, question)): Path<(CensusFileId, i64)>,
    Body(input): Body<QuestionAnswer>,
) -> Answer<FileView> {
    answer(FileView::new(questions::answer(&ctx, &who, (file, question), input.answer).await?))
}

/// The lines that were left out of a file: a page of them.
#[utoipa::path(
    get, path = "/census/files/{fileId}/left-out", tag = "census",
    params(("fileId" = i64, Path), LeftOutOf, PagingQuery),
    responses((status = 200, body = Envelope<List<LeftOutView>>))
)]
pub async fn left_out(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(file): Path<CensusFileId>,
    Query(of): Query<LeftOutOf>,
    Paging(request): Paging,
) -> Answer<List<LeftOutView>> {
    let page = lines::page(&ctx, &who, file, of.only_named.unwrap_or(false), &request).await?;
    answer(page.map(LeftOutView::from))
}

/// Makes a line that was left out a row of the file; its rows are then validated again.
#[utoipa::path(
    put, path = "/census/files/{fileId}/left-out", tag = "census", params(("fileId" = i64, Path)),
    request_body = LineToMake, responses((status = 200, body = Envelope<FileView>))
)]
pub async fn make_row(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(file): Path<CensusFileId>,
    Body(input): Body<LineToMake>,
) -> Answer<FileView> {
    answer(FileView::new(lines::make_row(&ctx, &who, file, input.line).await?))
}

/// Notes that the caller has looked at what a file changes; the import waits for that.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/changes/seen", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = ChangesSeen,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn see_changes(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<ChangesSeen>,
) -> Answer<FileView> {
    answer(FileView::new(seen::see(&ctx, &who, ids, input.inspection).await?))
}
