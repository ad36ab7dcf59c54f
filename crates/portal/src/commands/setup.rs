//! What every command needs before it can start: the log, the database, the context.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use store::{Store, StoreConfig};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use crate::accounts::systems::StoredAccountants;
use crate::clock::{SystemClock, SystemRandomness};
use crate::config::Config;
use crate::context::{Context, Parts};
use crate::files::Files;
use crate::mail::Post;

/// Before a checkpoint that failed is tried again.
const AFTER_A_FAILURE: Duration = Duration::from_secs(5);

/// Structured log lines on standard error.
///
/// # Errors
/// A log filter that cannot be read.
pub fn log(config: &Config) -> anyhow::Result<()> {
    let filter =
        EnvFilter::try_new(&config.log).context("LEDGERWELL_LOG must be a filter such as info or portal=debug,info")?;
    tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).init();
    Ok(())
}

/// Connects to the database.
///
/// # Errors
/// In a sentence that says what to do.
pub async fn store(config: &Config) -> anyhow::Result<Store> {
    std::fs::create_dir_all(&config.data_dir)
        .with_context(|| format!("creating the data folder {}", config.data_dir.display()))?;
    Store::connect(&StoreConfig::new(&config.database_url))
        .await
        .context("connecting to the database; check LEDGERWELL_DATABASE_URL, and that a PostgreSQL server runs there")
}

/// The context over a migrated database.
///
/// # Errors
/// As [`store()`]; or when a folder cannot be made.
pub async fn context(config: Config) -> anyhow::Result<Context> {
    let store = store(&config).await?;
    store.migrate().await.context("bringing the database up to date")?;
    Ok(Context::new(Parts {
        files: Files::in_folder(&config.data_dir.join("files"))?,
        platform: crate::context::local_platform(),
        accountants: Arc::new(
            StoredAccountants::new(&config, Arc::new(SystemClock)).context("reading the state of the ERP sandbox")?,
        ),
        post: Post::new(&config)?,
        store,
        clock: Arc::new(SystemClock),
        randomness: Arc::new(SystemRandomness),
        job_bell: Notify::new(),
        config,
    }))
}

/// Does what the embedded database needs now and then away from the writers, until `stop` is cancelled.
pub async fn keep_up(ctx: Context, stop: CancellationToken) {
    let mut pause = Duration::ZERO;
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
        pause = ctx.store.keep_up().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the upkeep of the database failed");
            AFTER_A_FAILURE
        });
    }
}
