//! What is kept for a while only.

use chrono::TimeDelta;
use futures_util::{StreamExt as _, TryStreamExt as _};

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
    store::attempts::forget(&tx, before).await?;
    store::sessions::forget(&tx, before).await?;
    Ok(tx.commit_unaudited("what is forgotten had ended long before").await?)
}

/// Stored files that are removed before the list is read again.
const FILES_AT_ONCE: u64 = 100;

/// Removes stored content that may go, such as that of a census file which was uploaded anew. The content goes before its row, so
/// that a run that breaks off leaves nothing that nobody knows of.
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

/// How old content must be that no row names before it goes: younger, it may belong to an upload on its way.
const ON_ITS_WAY: TimeDelta = TimeDelta::days(1);
/// Stored contents whose rows are looked for at once.
const KEYS_AT_ONCE: usize = 500;

/// Removes what was left behind by uploads and splits that broke off: content that no row names, content that was not written to its
/// end, and the parts of census files that were being split.
///
/// # Errors
/// When the storage or the database fails.
pub async fn remove_leftovers(ctx: &Context) -> Result<()> {
    let before = ctx.now() - ON_ITS_WAY;
    let mut saved = std::pin::pin!(ctx.files.saved_before(before).try_chunks(KEYS_AT_ONCE));
    while let Some(keys) = saved.next().await {
        let keys = keys.map_err(|broken| broken.1)?;
        let known = store::stored_files::known(&ctx.store.read(), &keys).await?;
        for key in keys.iter().filter(|key| !known.contains(*key)) {
            tracing::info!(key, "content that no row names is removed");
            ctx.files.remove(key).await?;
        }
    }
    ctx.files.remove_half_written(before).await?;
    files::remove_old_entries(&ctx.config.parts_folder(), before).await
}
