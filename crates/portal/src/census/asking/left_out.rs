//! The lines that were left out of a file, and making one of them a row (rules.md#explicit-import).

use domain::census::Why;
use domain::census::file::Task;
use domain::{CensusFileId, Invalid, Page, PageRequest};
use serde_json::json;
use store::census::left_out::{self, LeftOut};
use store::census::{changes, files, records, tasks};

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

/// Makes a line a row. The file is read again, which judges the row as any other.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope; on `Line` for one that was not left out, or stands above the heading; a
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
    if file.is_multi_group {
        return Err(refused("This file is split into its groups already. Correct it and upload it again."));
    }
    let found = match left_out::find(&tx, id, line).await {
        Err(store::Error::NotFound) => return Err(refused("This line was not left out.")),
        found => found?,
    };
    if found.made_row.is_some() {
        return Err(refused("This line is a row already."));
    }
    if found.why == Why::Title || found.why == Why::Heading {
        return Err(refused("This line is a title or a heading. Choose another heading line, or correct the file."));
    }
    if !changes::counts(&tx, id).await?.is_empty() {
        return Err(
            Invalid::field("", "This file has changed members already. Upload the person in another file.").into()
        );
    }
    let rows = tasks::of_file(&tx, id).await?;
    let counted = rows.iter().find(|row| row.task == Task::MapData).map_or(0, |row| row.counts.total);
    let number = records::last_number(&tx, id).await?.max(counted).saturating_add(1);
    left_out::make_row(&tx, id, (line, number), (who.user, ctx.now())).await?;
    resettle(&tx, &file, Task::ValidateData).await?;
    let detail = json!({ "line": line, "record": number });
    tx.commit(service::file_entry(ctx, who, "census.make_row", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

fn refused(message: &str) -> crate::error::Error {
    Invalid::field("Line", message).into()
}
