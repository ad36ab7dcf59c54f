//! Stopping a run on its way. The file is taken from the run, which can write no more: the chunk in hand is written whole before that, or
//! not at all. What is written stays, stands in the file's changes, and can be undone; processing the file again goes on behind it.

use domain::census::file::TaskState;
use domain::{CensusFileId, Invalid};
use serde_json::json;
use store::census::{changes, files, tasks};

use super::queueing;
use super::service::{self, FileDetail};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Stops the task of a file that is queued or at work.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope; the reason when there is nothing to stop.
pub(super) async fn stop(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<FileDetail> {
    let tx = ctx.store.begin().await?;
    // Waits for the chunk in hand, which holds the file until it is written.
    let file = files::lock(&tx, who.scope(), id).await?;
    queueing::check_not_undone(&file)?;
    let progress = tasks::progress(file.is_multi_group, &tasks::of_file(&tx, id).await?);
    let task = progress.may_stop().map_err(|denied| Invalid::field("", denied.to_string()))?;
    tasks::set_state(&tx, id, task, TaskState::NotRun).await?;
    files::release(&tx, id).await?;
    files::settle(&tx, id).await?;
    let changed: u32 = changes::counts(&tx, id).await?.into_values().sum();
    let detail = json!({"task": task.name(), "changed": changed});
    tx.commit(service::file_entry(ctx, who, "census.stop", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}
