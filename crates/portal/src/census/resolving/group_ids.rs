//! Group IDs of a file of several groups that no group has: a person says whose rows they are, or leaves them out; the file is then split again
//! (rules.md#multi-group-file).

use axum::extract::State;
use domain::census::file::Task;
use domain::census::split::group_key;
use domain::{CensusFileId, CensusTaskId, GroupId, Invalid};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::census::files;
use store::census::tasks::{self, TaskRow};
use store::groups;
use utoipa::ToSchema;

use super::service::require_open;
use crate::census::mapping::{self, Asked, GroupOfId, MapSummary};
use crate::census::queueing::{self, Asker};
use crate::census::service::{self, FileDetail};
use crate::census::views::FileView;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, answer};

/// What becomes of the rows of a Group ID.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct GroupIdChoice {
    /// As it stands in the file; blank for rows without one.
    group_id: String,
    /// The group that its rows are of; 0 or absent leaves them out.
    employer_id: Option<i64>,
}

/// What becomes of rows whose Group ID no group has.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct GroupIdChoices {
    /// At least one.
    group_ids: Vec<GroupIdChoice>,
}

/// Gives rows of unknown Group IDs to groups, or leaves them out; the file is split again.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/group-ids", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = GroupIdChoices,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn assign_group_ids(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<GroupIdChoices>,
) -> Answer<FileView> {
    let choice = |one: GroupIdChoice| GroupOfId {
        group_id: one.group_id.trim().to_owned(),
        employer: one.employer_id.filter(|id| *id != 0).map(GroupId),
    };
    answer(FileView::new(assign(&ctx, &who, ids, input.group_ids.into_iter().map(choice).collect()).await?))
}

/// Decides about Group IDs, and splits the file again.
///
/// # Errors
/// [`Error::NotFound`] when file or task are not there; on `GroupIds` for one that is not unknown, on `EmployerId` for a group that is not in
/// scope or not served; a refusal while the file is at work.
async fn assign(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    choices: Vec<GroupOfId>,
) -> Result<FileDetail> {
    let (_, row) = service::task_of(ctx, who, id, task).await?;
    if row.task != Task::MapMultiGroup {
        return Err(Error::NotFound);
    }
    let before = mapping::summary(std::slice::from_ref(&row), row.task).asked;
    check(ctx, who, &row, &before, &choices).await?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    require_open(&tx, &file).await?;
    queueing::queue(ctx, &tx, Asker::from(who), &file, row.task, row.task).await?;
    let detail = json!({ "group_ids": choices });
    let asked = with(before, choices);
    let summary = serde_json::to_value(MapSummary { asked, ..MapSummary::default() }).map_err(anyhow::Error::from)?;
    tasks::set_summary(&tx, id, row.task, summary).await?;
    tx.commit(service::file_entry(ctx, who, "census.assign_group_ids", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

async fn check(ctx: &Context, who: &CallerOrigin, row: &TaskRow, before: &Asked, choices: &[GroupOfId]) -> Result<()> {
    let mut invalid = Invalid::none();
    invalid.check(!choices.is_empty(), "GroupIds", "Say what becomes of at least one Group ID.");
    for choice in choices {
        let is_known = is_unknown_group(row, &choice.group_id)
            || before.groups.iter().any(|one| group_key(&one.group_id) == group_key(&choice.group_id));
        let message = match choice.group_id.as_str() {
            "" => "No row of this file is without a Group ID.".to_owned(),
            id => format!("'{id}' is no unknown Group ID of this file."),
        };
        invalid.check(is_known, "GroupIds", message);
        let Some(group) = choice.employer else { continue };
        match groups::find(&ctx.store.read(), who.scope(), group).await {
            Ok(found) if found.details.status.check_members_editable().is_err() => {
                invalid.add(
                    "EmployerId",
                    format!("{} is in-active: its file could not be processed.", found.details.name),
                );
            }
            Ok(_) => {}
            Err(store::Error::NotFound) => invalid.add("EmployerId", "Choose a group."),
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(invalid.result()?)
}

/// Whether the last split has found rows of this Group ID without a group.
fn is_unknown_group(row: &TaskRow, id: &str) -> bool {
    let found = row.summary.as_ref().and_then(|summary| summary["UnknownGroupIds"].as_array());
    let is_it = |one: &Value| one["GroupId"].as_str().is_some_and(|found| group_key(found) == group_key(id));
    found.is_some_and(|all| all.iter().any(is_it))
}

/// The decisions of before with others in the place of those about the same Group IDs.
fn with(before: Asked, choices: Vec<GroupOfId>) -> Asked {
    let is_new = |one: &GroupOfId| choices.iter().any(|choice| group_key(&choice.group_id) == group_key(&one.group_id));
    let kept: Vec<GroupOfId> = before.groups.iter().filter(|one| !is_new(one)).cloned().collect();
    Asked { groups: kept.into_iter().chain(choices).collect(), ..before }
}
