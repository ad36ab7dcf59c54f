//! What is kept for a while only.

use chrono::TimeDelta;

use crate::context::Context;
use crate::error::Result;

/// How long finished jobs and old tries are kept.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Forgets finished jobs and old sign-in tries.
///
/// # Errors
/// When the database fails.
pub async fn forget_what_ended(ctx: &Context) -> Result<()> {
    let before = ctx.now() - KEPT;
    let tx = ctx.store.begin().await?;
    store::queue::forget(&tx, before).await?;
    store::attempts::forget(&tx, before).await?;
    Ok(tx.commit_unaudited("what is forgotten had ended long before").await?)
}
