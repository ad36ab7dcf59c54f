//! What is kept for a while only.

use chrono::TimeDelta;

use crate::context::Context;
use crate::error::Result;
use crate::files;

/// How long finished jobs, old tries and sessions are kept after their end.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Forgets finished jobs, old sign-in tries and sessions.
///
/// # Errors
/// When the database fails.
pub async fn forget_what_ended(ctx: &Context) -> Result<()> {
    let before = ctx.now() - KEPT;
    let tx = ctx.store.begin().await?;
    store::queue::forget(&tx, before).await?;
    store::sign_in::attempts::forget(&tx, before).await?;
    store::sign_in::sessions::forget(&tx, before).await?;
    Ok(tx.commit_unaudited("what is forgotten had ended long before").await?)
}

/// Stored files that are removed before the list is read again.
const FILES_AT_ONCE: u64 = 100;

/// Removes stored content that may go, such as that of a census file which was uploaded anew, or of an upload that came to nothing.
/// The content goes before its row, so that a run that breaks off leaves nothing that nobody knows of.
///
/// # Errors
/// When the storage or the database fails.
pub async fn remove_stored_files(ctx: &Context) -> Result<()> {
    loop {
        let due = store::stored_files::due(&ctx.store.read(), ctx.now(), FILES_AT_ONCE).await?;
        if due.is_empty() {
            return Ok(());
        }
        for file in &due {
            ctx.files.remove(&file.storage_key).await?;
        }
        let tx = ctx.store.begin().await?;
        for file in &due {
            store::stored_files::remove(&tx, file.id).await?;
        }
        tx.commit_unaudited("stored content that nothing shows any more").await?;
    }
}

/// How old what was left behind must be before it goes: younger, it may belong to work that goes on.
const LEFT_BEHIND: TimeDelta = TimeDelta::days(1);

/// Removes what uploads and splits that broke off have left behind without a row: content that was not written to its end, and the
/// parts of census files that were being split.
///
/// # Errors
/// When the storage fails.
pub async fn remove_leftovers(ctx: &Context) -> Result<()> {
    let before = ctx.now() - LEFT_BEHIND;
    ctx.files.remove_half_written(before).await?;
    files::remove_old_entries(&ctx.config.parts_folder(), before).await
}
