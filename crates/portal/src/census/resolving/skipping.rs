//! Rows that a person leaves out (rules.md#errors-and-warnings).

use domain::census::file::Task;
use domain::census::{Record, RowState};
use domain::{CensusFileId, CensusTaskId};
use serde_json::json;
use store::Tx;
use store::census::files::{self, CensusFile};
use store::census::records::{self, StoredRecord};
use store::census::{matches, settling};

use super::orphans;
use super::same_person::{self, Because};
use super::service::{require_not_imported, require_open, resettle};
use crate::census::service::{self, FileDetail};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Leaves a row out.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file, task or row are not there.
pub(super) async fn skip(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    row: u32,
) -> Result<FileDetail> {
    service::task_of(ctx, who, id, task).await?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let found = records::find(&tx, id, row).await?;
    require_open(&tx, &file).await?;
    require_not_imported(&tx, &file, "RecordNumber", &[row]).await?;
    let aside = set_aside(ctx, &tx, &file, vec![found], Because::Skipped(who.user)).await?;
    resettle(&tx, &file, aside.behind).await?;
    let detail = json!({ "record": row });
    tx.commit(service::file_entry(ctx, who, "census.skip_record", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

/// What came of setting rows aside.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct SetAside {
    /// How many rows that were.
    pub(in crate::census) changed: u32,
    /// The task from which on the file is run anew.
    pub(in crate::census) behind: Task,
}

/// Sets the rows aside that are not yet. What is wrong with them is resolved until they are taken back in, and what was wrong with other rows of
/// their persons is settled.
pub(in crate::census) async fn set_aside(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    found: Vec<StoredRecord>,
    because: Because,
) -> Result<SetAside> {
    let numbers: Vec<u32> = found.iter().map(|row| row.record.number).collect();
    let open = found.into_iter().filter(|row| row.state != RowState::SkippedByPerson);
    let rows: Vec<StoredRecord> = open.map(|row| StoredRecord { state: RowState::SkippedByPerson, ..row }).collect();
    let is_to_match = same_person::settle_matched(tx, file, &rows, because).await?;
    records::save(tx, file.id, &rows).await?;
    matches::remove_of_rows(tx, file.id, &numbers).await?;
    settling::resolve_rows(tx, file.id, &[Task::ValidateData, Task::MatchEmployees], &numbers, ctx.now()).await?;
    let gone: Vec<Record> = rows.iter().map(|row| row.record.clone()).collect();
    let is_anew = same_person::settle(tx, file, &gone, because).await?;
    orphans::decide(ctx, tx, file, &numbers).await?;
    let behind = if is_anew || is_to_match { Task::MatchEmployees } else { Task::InspectData };
    Ok(SetAside { changed: u32::try_from(rows.len()).unwrap_or(u32::MAX), behind })
}
