//! The members of one line, page by page: those of a large group in one answer are tens of megabytes.

use axum::extract::State;
use domain::{GroupId, Page, PageRequest, SnapshotId, SnapshotLineId};
use serde::Deserialize;
use store::View;
use store::snapshots::{self, FrozenSnapshot, LineMember};
use utoipa::IntoParams;

use super::views::EmployeeData;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, answer};

/// How much of a record is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct MembersUpTo {
    /// Leaves the members out of lines that have more than this. When absent one record tells them all, and a list the first 100 of each
    /// line. They can be asked for line by line.
    pub members_up_to: Option<u64>,
}

/// A page of the members of one line, by name.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/lines/{lineId}/members", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), ("lineId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<EmployeeData>>))
)]
pub async fn members(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(GroupId, SnapshotId, SnapshotLineId)>,
    Paging(page): Paging,
) -> Answer<List<EmployeeData>> {
    answer(page_of(&ctx, &who, ids, &page).await?.map(EmployeeData::from))
}

/// A page of the members of one line of a snapshot, by name.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot is not in scope or has no such line.
async fn page_of(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id, line): (GroupId, SnapshotId, SnapshotLineId),
    page: &PageRequest,
) -> Result<Page<LineMember>> {
    let view = ctx.store.view().await?;
    let snapshot = snapshots::find(&view, who.scope(), Some(group), id).await?;
    members_of_line(&view, &snapshot, line, page).await
}

/// A page of the members of one line of a snapshot that was found in a view; none of a line that counts consults.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot has no such line.
pub async fn members_of_line(
    view: &View,
    snapshot: &FrozenSnapshot,
    line: SnapshotLineId,
    page: &PageRequest,
) -> Result<Page<LineMember>> {
    let lines = snapshots::lines(view, &[snapshot.id]).await?;
    let line = lines.iter().find(|one| one.id == line).ok_or(Error::NotFound)?;
    Ok(snapshots::members_page(view, snapshot.group, snapshot.computed_at, line.members(), page).await?)
}
