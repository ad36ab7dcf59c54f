//! What a file holds: content is noted once it is saved, and new content takes the place of the old (decisions C11).

use domain::{CensusFileId, StoredFileId};
use store::census::files::{self, CensusFile, NewContent, Settings};
use store::census::{changes, content, tasks};
use store::stored_files::{self, NewStoredFile, Purpose};
use store::{Stamp, Tx};

use crate::error::Result;
use crate::files::Saved;

/// Notes content that lies in the file store.
pub(super) async fn note(tx: &Tx, key: &str, saved: &Saved, stamp: Stamp) -> Result<StoredFileId> {
    let stored = NewStoredFile {
        purpose: Purpose::Census,
        storage_key: key.to_owned(),
        sha256: saved.sha256,
        size: saved.size,
        media_type: "text/csv",
    };
    Ok(stored_files::insert(tx, &stored, stamp).await?)
}

/// Why a file must keep its content; `None` when new content may take its place.
pub(super) async fn refusal(tx: &Tx, file: &CensusFile) -> Result<Option<&'static str>> {
    let progress = tasks::progress(file.is_multi_group, &tasks::of_file(tx, file.id).await?);
    // Matching again after an import leaves no task begun, but what was imported stands in the changes.
    let has_imported = !changes::counts(tx, file.id).await?.is_empty();
    Ok(match progress.current() {
        Some(_) => Some("This file is being worked on already."),
        None if has_imported || !progress.may_replace() => {
            Some("This file has been processed and cannot be replaced. Upload a new one.")
        }
        None => None,
    })
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
