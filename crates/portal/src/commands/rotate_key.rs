//! `ledgerwell rotate-key`.

use anyhow::bail;

use super::setup;
use crate::config::Config;
use crate::rotation::{A_STEP, Rotation};

/// Seals all secrets under another key.
///
/// # Errors
/// When a portal runs; else as [`Rotation::step`].
pub async fn rotate_key(config: Config) -> anyhow::Result<()> {
    let ctx = setup::context(config).await?;
    // It would go on sealing with the key that it has read at its start.
    if store::sign_in::presence::is_served(&ctx.store).await? {
        bail!("a portal serves this database: stop all of them, and run this again");
    }
    let in_file = ctx.config.key_file.is_some();
    let done = Rotation::new(&ctx, A_STEP).run().await;
    ctx.store.close().await;
    let done = done?;
    let went_on = if done.resumed { " It went on where an earlier run had stopped." } else { "" };
    println!("{} secrets were sealed with the new key.{went_on}", done.sealed);
    if !in_file {
        println!(
            "Of LEDGERWELL_SECRET_KEY the first key and the last one are still needed; those between them are not."
        );
    }
    Ok(())
}
