//! The endpoints of the fix grid. Their paths follow their neighbours (rules.md#calls-of-our-own).

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::{CensusFileId, CensusTaskId};
use tokio_util::io::ReaderStream;

use super::service;
use super::views::{
    FindingOf, FindingView, MendedView, RecordThatCounts, RecordsToFix, RecordsToSkip, SamePersonView, ValueToReplace,
};
use super::{failures, listing, same_person, setting_aside};
use crate::census::resolving::Correction;
use crate::census::views::{FileView, RecordView};
use crate::context::Context;
use crate::error::Error;
use crate::http::page::PagingQuery;
use crate::http::{Answer, Body, CallerOrigin, Envelope, List, Paging, Path, Query, answer, attachment};

/// What is wrong with the rows of a file, by kind and field.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/findings", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<FindingView>>))
)]
pub async fn findings(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
) -> Answer<Vec<FindingView>> {
    let found = listing::findings(&ctx, &who, ids).await?;
    answer(found.into_iter().map(FindingView::from).collect::<Vec<_>>())
}

/// The records that something is wrong with: a page of them.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/findings/records", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), FindingOf, PagingQuery),
    responses((status = 200, body = Envelope<List<RecordView>>))
)]
pub async fn finding_records(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Query(of): Query<FindingOf>,
    Paging(request): Paging,
) -> Answer<List<RecordView>> {
    let page = listing::records(&ctx, &who, ids, of.filter(), request).await?;
    answer(page.map(|(row, issues)| RecordView::new(row, issues, Vec::new())))
}

/// Corrects records, each in the fields that are sent. A field that is still wrong is named, and its record stays as it was.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/records", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = RecordsToFix,
    responses((status = 200, body = Envelope<MendedView>))
)]
pub async fn fix_records(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<RecordsToFix>,
) -> Answer<MendedView> {
    let corrections: Vec<Correction> = input.records.into_iter().map(Correction::from).collect();
    answer(MendedView::from(service::fix(&ctx, &who, ids, &corrections).await?))
}

/// Puts one value in the place of a wrong one in the next records that have it; asked again behind `LastRecordNumber` until none is left.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/replace", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = ValueToReplace,
    responses((status = 200, body = Envelope<MendedView>))
)]
pub async fn replace_value(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<ValueToReplace>,
) -> Answer<MendedView> {
    let wish = input.read();
    answer(MendedView::from(service::replace(&ctx, &who, ids, wish).await?))
}

/// Leaves records out of the import, those of some numbers or the next with a finding, or takes them back in.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/skip-records", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = RecordsToSkip,
    responses((status = 200, body = Envelope<MendedView>))
)]
pub async fn skip_records(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<RecordsToSkip>,
) -> Answer<MendedView> {
    answer(MendedView::from(setting_aside::skip(&ctx, &who, ids, input.which()).await?))
}

/// People who stand in several records of a file: a page of them, each with its records side by side.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/same-person", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<SamePersonView>>))
)]
pub async fn same_people(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Paging(request): Paging,
) -> Answer<List<SamePersonView>> {
    let page = same_person::page(&ctx, &who, ids, request).await?;
    answer(page.map(SamePersonView::from))
}

/// Says which of the records of one person counts; the others are skipped.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/same-person", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = RecordThatCounts,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn choose_row(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<RecordThatCounts>,
) -> Answer<FileView> {
    answer(FileView::new(same_person::choose(&ctx, &who, ids, input.record_number).await?))
}

/// The records of a task that have errors, as a CSV file with the columns of the upload behind one that says what is wrong.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/failures", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn failures(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
) -> Result<Response, Error> {
    let file = failures::download(&ctx, &who, ids).await?;
    let content = Content::from_stream(ReaderStream::new(file.content));
    Ok((attachment("text/csv; charset=utf-8", &file.name), content).into_response())
}
