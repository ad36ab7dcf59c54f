//! The lines that were left out of a file, and making one of them a row (rules.md#explicit-import).

use domain::census::file::Task;
use domain::census::{Field, Why};
use domain::{CensusFileId, Invalid, Page, PageRequest};
use serde_json::{Value, json};
use store::Tx;
use store::census::files::CensusFile;
use store::census::left_out::{self, LeftOut};
use store::census::tasks::TaskRow;
use store::census::{changes, files, records, tasks};

use crate::census::mapping;
use crate::census::queueing::{self, Asker};
use crate::census::resolving::{require_open, resettle};
use crate::census::service::{self, FileDetail};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A page of the lines that were left out of a file.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope.
pub(super) async fn page(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    named: bool,
    request: &PageRequest,
) -> Result<Page<LeftOut>> {
    let db = ctx.store.read();
    files::find(&db, who.scope(), id).await?;
    Ok(left_out::page(&db, id, named, request).await?)
}

/// Makes a line a row. The file is read again, which judges the row as any other; one of several groups is split again.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope; on `Line` for one that was not left out, or is a title or a heading; a
/// refusal once the import has changed members.
pub(super) async fn make_row(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    line: Option<u64>,
) -> Result<FileDetail> {
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let line = line.ok_or_else(|| refused("Name the line."))?;
    require_open(&tx, &file).await?;
    let found = match left_out::find(&tx, id, line).await {
        Err(store::Error::NotFound) => return Err(refused("This line was not left out.")),
        found => found?,
    };
    if found.made_row.is_some() {
        return Err(refused("This line is a row already."));
    }
    if found.why == Why::Heading || (found.why == Why::Title && !found.has_name) {
        return Err(refused("This line is a title or a heading. Choose another heading line, or correct the file."));
    }
    if !changes::counts(&tx, id).await?.is_empty() {
        return Err(
            Invalid::field("", "This file has changed members already. Upload the person in another file.").into()
        );
    }
    let rows = tasks::of_file(&tx, id).await?;
    let reads = if file.is_multi_group { Task::MapMultiGroup } else { Task::MapData };
    if file.is_multi_group && !names_group(&rows, &found) {
        return Err(refused("This line names no group. Correct the file and upload it again."));
    }
    let counted = rows.iter().find(|row| row.task == reads).map_or(0, |row| row.counts.total);
    let made = left_out::made_rows(&tx, id).await?.last_number();
    let number = records::last_number(&tx, id).await?.max(counted).max(made).saturating_add(1);
    left_out::make_row(&tx, id, (line, number), (who.user, ctx.now())).await?;
    if file.is_multi_group {
        split_again(ctx, who, &tx, &file, mapping::kept(&rows, reads)?).await?;
    } else {
        resettle(&tx, &file, Task::ValidateData).await?;
    }
    let detail = json!({ "line": line, "record": number });
    tx.commit(service::file_entry(ctx, who, "census.make_row", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

/// Whether a line of a file of several groups has a cell in the column of the groups.
fn names_group(rows: &[TaskRow], line: &LeftOut) -> bool {
    let columns = mapping::summary(rows, Task::MapMultiGroup).columns;
    let place = columns.iter().find(|column| column.field == Some(Field::GroupId)).map(|column| column.index);
    place.and_then(|place| line.cells.get(place)).is_some_and(|cell| !cell.is_empty())
}

/// Splits a file of several groups again, by the columns as they are mapped: the row goes to the part of its group.
async fn split_again(
    ctx: &Context,
    who: &CallerOrigin,
    tx: &Tx,
    file: &CensusFile,
    asked: Option<Value>,
) -> Result<()> {
    queueing::queue(ctx, tx, Asker::from(who), file, Task::MapMultiGroup, Task::MapMultiGroup).await?;
    match asked {
        Some(asked) => Ok(tasks::set_summary(tx, file.id, Task::MapMultiGroup, asked).await?),
        None => Ok(()),
    }
}

fn refused(message: &str) -> crate::error::Error {
    Invalid::field("Line", message).into()
}
