//! The endpoints of census files (rules.md#census-import).

use axum::body::Body as Content;
use axum::extract::State;
use axum::extract::multipart::MultipartRejection;
use axum::response::{IntoResponse, Response};
use domain::census::export::{TEMPLATE_NAME, template};
use domain::{CensusFileId, CensusTaskId, GroupId, Invalid, UserId};
use serde::{Deserialize, Serialize};
use store::census::files::Settings;
use store::census::listing::FileFilter;
use utoipa::{IntoParams, ToSchema};

use super::upload::{NO_FILE, Upload};
use super::views::{FileView, RecordView, TaskView};
use super::{eligibility, service, stopping};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{
    Answer, Body, CallerOrigin, Envelope, List, Named, Nothing, Paging, Path, Query, UploadParts, answer, attachment,
    distinct, done,
};

/// Which files are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct FilesOf {
    /// The groups; all when absent or 0.
    employer_ids: Vec<i64>,
    /// Only files with unresolved errors.
    only_with_errors: Option<bool>,
    /// Only files that may be processed.
    only_needing_attention: Option<bool>,
    /// Only files that were uploaded on this day or later.
    uploaded_from: Option<Date>,
    /// Only files that were uploaded on this day or earlier.
    uploaded_to: Option<Date>,
    /// Only files in one of these statuses, 0 to 6.
    statuses: Vec<i64>,
    /// Only files that one of these users uploaded.
    uploaded_by_ids: Vec<i64>,
    /// The file that the screen shows expanded: the first page begins with it where it would stand on a later one.
    expanded_file_id: Option<i64>,
}

/// Which files are wanted, by id.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct FilesById {
    /// Their ids, repeated or separated by commas.
    pub(super) file_ids: Vec<i64>,
}

/// Which records of a task are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct RecordsOf {
    /// `errors`, `warnings`, `saysLeft`, `valid`, `skipped`, `matched` or `unmatched`; all when absent.
    filter: Option<String>,
    /// The one record of this number.
    record_number: Option<u32>,
}

/// The settings of a file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct FileInput {
    /// Whether absent members are ended; absent leaves it to the group.
    explicit_import: Option<bool>,
    /// The day on which the file takes effect; absent leaves it to the rule.
    global_effective_date: Option<Date>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

/// The explicit import of a file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct ExplicitInput {
    /// Whether absent members are ended; absent leaves it to the group.
    explicit_import: Option<bool>,
}

/// Files to be processed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct FilesToProcess {
    file_ids: Vec<i64>,
}

/// An upload as a form.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the multipart form for the OpenAPI document; the parts are read one by one")]
pub struct UploadForm {
    /// The group; 0 for a file of several groups.
    employer_id: Option<i64>,
    /// The file whose content is replaced.
    census_file_id: Option<i64>,
    /// Whether the file holds several groups.
    is_multi_group: Option<bool>,
    /// `MM/DD/YYYY`; administrators only.
    global_effective_date: Option<String>,
    /// Whether absent members are ended; administrators only.
    explicit_import: Option<bool>,
    /// One .csv or .xlsx file.
    #[schema(format = Binary, content_media_type = "text/csv")]
    file: String,
}

/// What came of a wish to process files.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct QueuedView {
    queued_file_ids: Vec<i64>,
    ignored_file_ids: Vec<i64>,
    /// The same with the reasons.
    ignored: Vec<IgnoredFileView>,
}

/// A file that is not processed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct IgnoredFileView {
    file_id: i64,
    /// A sentence for people.
    reason: String,
}

/// A page of census files.
#[utoipa::path(
    get, path = "/census/files", tag = "census", params(FilesOf, PagingQuery),
    responses((status = 200, body = Envelope<List<FileView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<FilesOf>,
    Paging(request): Paging,
) -> Answer<List<FileView>> {
    let (from, to) = (of.uploaded_from.map(|day| day.0), of.uploaded_to.map(|day| day.0));
    let filter = FileFilter {
        groups: service::groups_of(&of.employer_ids),
        statuses: service::statuses_of(&of.statuses)?,
        uploaders: distinct(of.uploaded_by_ids, UserId),
        uploaded: service::uploaded(&ctx, from, to)?,
        ids: None,
        only_with_errors: of.only_with_errors.unwrap_or(false),
        only_needing_attention: of.only_needing_attention.unwrap_or(false),
    };
    let mut page = service::search(&ctx, &who, &filter, &request).await?;
    if let Some(expanded) = of.expanded_file_id {
        page = service::with_expanded(&ctx, &who, (filter, &request), CensusFileId(expanded), page).await?;
    }
    answer(page.map(FileView::new))
}

/// Whose files are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct UploadersOf {
    /// The group; all when absent or 0.
    employer_id: Option<i64>,
}

/// The users who uploaded the census files that the caller sees, by name.
#[utoipa::path(
    get, path = "/census/files/uploaders", tag = "census", params(UploadersOf),
    responses((status = 200, body = Envelope<Vec<Named>>))
)]
pub async fn uploaders(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<UploadersOf>,
) -> Answer<Vec<Named>> {
    let group = of.employer_id.filter(|id| *id != 0).map(GroupId);
    let found = service::uploaders(&ctx, &who, group).await?;
    answer(found.into_iter().map(|(id, name)| Named::new(id.get(), name)).collect::<Vec<_>>())
}

/// Some files by their ids.
#[utoipa::path(
    get, path = "/census/files/detailed", tag = "census", params(FilesById, PagingQuery),
    responses((status = 200, body = Envelope<List<FileView>>))
)]
pub async fn detailed(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<FilesById>,
    Paging(request): Paging,
) -> Answer<List<FileView>> {
    let ids = of.file_ids.into_iter().map(CensusFileId).collect();
    let filter = FileFilter { ids: Some(ids), ..FileFilter::default() };
    answer(service::search(&ctx, &who, &filter, &request).await?.map(FileView::new))
}

/// One file.
#[utoipa::path(
    get, path = "/census/files/{id}", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<CensusFileId>) -> Answer<FileView> {
    answer(FileView::new(service::find(&ctx, &who, id).await?))
}

/// Uploads a file, or new content of one that has not been processed.
#[utoipa::path(
    post, path = "/census/files", tag = "census",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn upload(
    State(ctx): State<Context>,
    who: CallerOrigin,
    parts: Result<UploadParts, MultipartRejection>,
) -> Answer<FileView> {
    let parts = parts.map_err(|_| Invalid::field("File", NO_FILE))?;
    answer(FileView::new(service::upload(&ctx, &who, Upload::receive(&ctx, parts).await?).await?))
}

/// Saves the settings of a file.
#[utoipa::path(
    put, path = "/census/files/{id}", tag = "census", params(("id" = i64, Path)), request_body = FileInput,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn update(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CensusFileId>,
    Body(input): Body<FileInput>,
) -> Answer<FileView> {
    let settings = Settings {
        explicit_import: input.explicit_import,
        global_effective_on: input.global_effective_date.map(|day| day.0),
    };
    answer(FileView::new(service::update(&ctx, &who, id, input.version, |_| settings).await?))
}

/// Says whether a file ends absent members.
#[utoipa::path(
    put, path = "/census/files/{id}/explicit", tag = "census", params(("id" = i64, Path)),
    request_body = ExplicitInput, responses((status = 200, body = Envelope<FileView>))
)]
pub async fn set_explicit(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CensusFileId>,
    Body(input): Body<ExplicitInput>,
) -> Answer<FileView> {
    let change = |old| Settings { explicit_import: input.explicit_import, ..old };
    answer(FileView::new(service::update(&ctx, &who, id, None, change).await?))
}

/// Deletes a file; what it did to members stays.
#[utoipa::path(
    delete, path = "/census/files/{id}", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<CensusFileId>) -> Answer<Nothing> {
    service::delete(&ctx, &who, id).await?;
    done()
}

/// Queues files through the import; those that are not eligible are ignored.
#[utoipa::path(
    post, path = "/census/files/process", tag = "census", request_body = FilesToProcess,
    responses((status = 200, body = Envelope<QueuedView>))
)]
pub async fn process(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<FilesToProcess>,
) -> Answer<QueuedView> {
    let ids: Vec<_> = input.file_ids.into_iter().map(CensusFileId).collect();
    let outcome = eligibility::process(&ctx, &who, &ids).await?;
    let ignored =
        outcome.ignored.iter().map(|(id, why)| IgnoredFileView { file_id: id.get(), reason: why.to_string() });
    answer(QueuedView {
        queued_file_ids: outcome.queued.iter().map(|id| id.get()).collect(),
        ignored_file_ids: outcome.ignored.iter().map(|(id, _)| id.get()).collect(),
        ignored: ignored.collect(),
    })
}

/// Stops the task that is queued or at work. What it has written stays; processing the file again goes on behind it.
#[utoipa::path(
    post, path = "/census/files/{id}/stop", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn stop(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<CensusFileId>) -> Answer<FileView> {
    answer(FileView::new(stopping::stop(&ctx, &who, id).await?))
}

/// The empty template with its heading line.
#[utoipa::path(
    get, path = "/census/template", tag = "census",
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn download_template() -> Response {
    (attachment("text/csv; charset=utf-8", TEMPLATE_NAME), Content::from(template())).into_response()
}

/// A task with a page of its records.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), RecordsOf, PagingQuery),
    responses((status = 200, body = Envelope<TaskView>))
)]
pub async fn task(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Query(of): Query<RecordsOf>,
    Paging(request): Paging,
) -> Answer<TaskView> {
    let (detail, row) = service::task_of(&ctx, &who, file, task).await?;
    let wanted = service::wanted_records(of.filter.as_deref(), of.record_number, row.task);
    let page = service::records(&ctx, file, wanted, request).await?;
    let total = page.total;
    let views = page.rows.into_iter().map(|(row, issues, matched)| RecordView::new(row, issues, matched));
    answer(TaskView::new(&row, &detail.issues).with_records(views.collect(), total))
}

/// Runs a task, in its order.
#[utoipa::path(
    post, path = "/census/files/{fileId}/tasks/{taskId}/run", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)),
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn run_task(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
) -> Answer<FileView> {
    answer(FileView::new(service::run_task(&ctx, &who, file, task).await?))
}
