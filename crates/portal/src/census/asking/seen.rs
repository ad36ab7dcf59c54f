//! Noting that a person has looked at what a file changes (rules.md#census-tasks).

use domain::census::file::{Task, TaskState};
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde_json::json;
use store::census::{files, seen};

use crate::census::service::{self, FileDetail};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Notes that the caller has looked at the changes of an inspection.
///
/// # Errors
/// [`Error::NotFound`] when file or task are not there, or the task has no change set; a refusal when the file was inspected again since, or
/// not at all.
pub(crate) async fn see(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    inspection: Option<u32>,
) -> Result<FileDetail> {
    let (_, row) = service::task_of(ctx, who, id, task).await?;
    if row.task != Task::InspectData {
        return Err(Error::NotFound);
    }
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let rows = store::census::tasks::of_file(&tx, id).await?;
    let is_inspected = rows.iter().any(|row| row.task == Task::InspectData && row.state == TaskState::Done);
    if !is_inspected || inspection != Some(file.inspection) {
        let message = "The file was inspected again since. Look at its changes again.";
        return Err(Invalid::field("Inspection", message).into());
    }
    seen::note(&tx, id, file.inspection, (who.user, ctx.now())).await?;
    let entry = service::file_entry(ctx, who, "census.see_changes", &file);
    tx.commit(entry.with_detail(json!({ "inspection": file.inspection }))).await?;
    service::find(ctx, who, id).await
}
