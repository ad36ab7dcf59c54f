//! What a file holds: content is noted before it is saved, and new content takes the place of the old (rules.md#new-content).

use std::fmt::Display;

use axum::body::Bytes;
use chrono::TimeDelta;
use domain::{CensusFileId, StoredFileId};
use futures_util::Stream;
use store::census::files::{self, CensusFile, NewContent, Settings};
use store::census::tasks::TaskRow;
use store::census::{changes, content, tasks};
use store::stored_files::{self, NewStoredFile, Purpose};
use store::{Stamp, Tx};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::files::Saved;

/// How long content may be on its way before it goes.
const ON_ITS_WAY: TimeDelta = TimeDelta::days(1);

/// In which form content is stored; its key ends as the name of such a file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Comma-separated text, or text separated otherwise.
    Text,
    /// An Excel workbook.
    Workbook,
}

impl Form {
    const ALL: [Self; 2] = [Self::Text, Self::Workbook];

    /// The form that a file is in by its name; `None` of one that is not read.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ALL.into_iter().find(|form| name.ends_with(form.ending()))
    }

    /// The form of stored content.
    pub(super) fn of_key(key: &str) -> Self {
        Self::of_name(key).unwrap_or(Self::Text)
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Text => ".csv",
            Self::Workbook => ".xlsx",
        }
    }

    /// The media type; that of text names no encoding, since people's files are in many.
    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Text => "text/csv",
            Self::Workbook => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// The name of text that was made of a file of this name.
pub(super) fn text_name(name: &str) -> String {
    match (Form::of_name(name), name.rsplit_once('.')) {
        (Some(Form::Workbook), Some((bare, _))) => format!("{bare}{}", Form::Text.ending()),
        _ => name.to_owned(),
    }
}

/// Content that lies in the file store and that no file shows yet. When nothing comes of it, it goes with a later tidying.
#[derive(Debug, Clone)]
pub(super) struct Incoming {
    id: StoredFileId,
    /// Where it lies.
    pub(super) key: String,
    /// What was saved.
    pub(super) saved: Saved,
}

/// Saves the content of a file of this name, of at most `limit` bytes.
///
/// # Errors
/// As [`crate::files::Files::save`].
pub(super) async fn receive<E: Display>(
    ctx: &Context,
    name: Uuid,
    form: Form,
    limit: u64,
    content: impl Stream<Item = std::result::Result<Bytes, E>>,
) -> Result<Incoming> {
    let key = format!("census/{name}{}", form.ending());
    let media_type = form.media_type();
    let new = NewStoredFile { purpose: Purpose::Census, storage_key: key.clone(), media_type };
    let tx = ctx.store.begin().await?;
    let id = stored_files::announce(&tx, &new, ctx.now(), ctx.now() + ON_ITS_WAY).await?;
    tx.commit_unaudited("content on its way is no change").await?;
    match ctx.files.save(&key, limit, content).await {
        Ok(saved) => Ok(Incoming { id, key, saved }),
        Err(error) => {
            forget(ctx, id).await?;
            Err(error)
        }
    }
}

/// Removes content of which nothing came.
///
/// # Errors
/// When the file store or the database fails; then it goes with a later tidying.
pub(super) async fn discard(ctx: &Context, content: &Incoming) -> Result<()> {
    // A commit whose answer was lost may have gone through all the same.
    if stored_files::is_kept(&ctx.store.read(), content.id).await? {
        return Ok(());
    }
    ctx.files.remove(&content.key).await?;
    forget(ctx, content.id).await
}

async fn forget(ctx: &Context, id: StoredFileId) -> Result<()> {
    let tx = ctx.store.begin().await?;
    stored_files::remove(&tx, id).await?;
    Ok(tx.commit_unaudited("content of which nothing came").await?)
}

/// Notes that a file shows the content from now on.
pub(super) async fn keep(tx: &Tx, content: &Incoming, stamp: Stamp) -> Result<StoredFileId> {
    stored_files::keep(tx, content.id, &content.saved.sha256, content.saved.size, stamp).await?;
    Ok(content.id)
}

/// Why a file keeps its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// A task of it is at work.
    Busy,
    /// It has been imported, if only in part.
    Imported,
}

impl Kept {
    /// The same for people.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Busy => "This file is being worked on already.",
            Self::Imported => "This file has been processed and cannot be replaced. Upload a new one.",
        }
    }
}

/// Why a file must keep its content; `None` when new content may take its place.
pub(super) async fn kept(tx: &Tx, file: &CensusFile) -> Result<Option<Kept>> {
    let rows = tasks::of_file(tx, file.id).await?;
    let has_changed = !changes::counts(tx, file.id).await?.is_empty();
    Ok(match tasks::progress(file.is_multi_group, &rows).current() {
        _ if may_replace(file, &rows, has_changed) => None,
        Some(_) => Some(Kept::Busy),
        None => Some(Kept::Imported),
    })
}

/// Whether new content may take the place of a file's; `has_changed` says whether the file has changed anybody. Matching again after
/// an import leaves no task begun, but what was imported stands in the changes.
pub(super) fn may_replace(file: &CensusFile, rows: &[TaskRow], has_changed: bool) -> bool {
    let has_imported = has_changed || file.processed_at.is_some();
    tasks::progress(file.is_multi_group, rows).may_replace(has_imported)
}

/// Puts new content in the place of the old. What was read of the old, said about it and decided by people says nothing about the
/// new, and the old content may go.
pub(super) async fn replace(
    tx: &Tx,
    before: &CensusFile,
    new: &NewContent,
    settings: Settings,
    stamp: Stamp,
) -> Result<CensusFileId> {
    files::replace(tx, before.id, before.name, new, settings, stamp).await?;
    content::forget(tx, before.id).await?;
    stored_files::delete_after(tx, before.stored_file, stamp.at).await?;
    Ok(before.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_form_and_text_made_of_a_workbook_is_named_so() {
        for (name, form, text) in [
            ("people.csv", Some(Form::Text), "people.csv"),
            ("People.XLSX", Some(Form::Workbook), "People.csv"),
            ("a.b.xlsx", Some(Form::Workbook), "a.b.csv"),
            ("people.xls", None, "people.xls"),
            ("people.xlsm", None, "people.xlsm"),
            ("xlsx", None, "xlsx"),
        ] {
            assert_eq!((Form::of_name(name), text_name(name).as_str()), (form, text), "{name}");
        }
    }
}
