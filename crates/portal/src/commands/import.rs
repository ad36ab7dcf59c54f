//! `ledgerwell import`.

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Subcommand};
use domain::access::Scope;
use domain::consults::FileKind;
use store::audit::Entry;
use tokio_util::sync::CancellationToken;

use super::setup;
use crate::config::Config;
use crate::consults::service::{Imported, Source, import};
use crate::error::Error;

/// Rows after which progress is told again.
const TOLD_EVERY: u64 = 10_000;

/// What to import.
#[derive(Debug, Args)]
pub struct Import {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Take in consults that the patient platform reports: CSV with a heading, or JSON Lines. A file may be taken in again.
    Consults(Consults),
}

#[derive(Debug, Args)]
struct Consults {
    /// The file: .csv, .jsonl or .ndjson.
    file: PathBuf,
}

impl Import {
    /// Does it, and says how far it is.
    ///
    /// # Errors
    /// A file that cannot be read; rows that were left out, once the others are taken in.
    pub async fn run(self, config: Config) -> anyhow::Result<()> {
        let What::Consults(Consults { file }) = self.what;
        let name = file.to_string_lossy();
        let kind = FileKind::of_name(&name).ok_or_else(|| anyhow!("{name} is not .csv, .jsonl or .ndjson"))?;
        let content = File::open(&file).with_context(|| format!("opening {name}"))?;
        let ctx = setup::context(config).await?;
        let stop = CancellationToken::new();
        let upkeep = tokio::spawn(setup::keep_up(ctx.clone(), stop.clone()));
        let entry = || Entry::new(ctx.now(), "consult.import", "consult");
        let source = Source { kind, content, limit: u64::MAX };
        let imported = import(&ctx, Scope::system(), source, entry, told()).await;
        stop.cancel();
        upkeep.await?;
        ctx.store.close().await;
        summarize(&imported.map_err(|error| match error {
            Error::Invalid(invalid) => anyhow!("{}", invalid.0[0].message),
            other => other.into(),
        })?)
    }
}

/// Tells how many rows were read, now and then.
fn told() -> impl FnMut(&Imported) {
    let mut next = TOLD_EVERY;
    move |imported| {
        if imported.rows >= next {
            println!("  {} rows", imported.rows);
            next = imported.rows - imported.rows % TOLD_EVERY + TOLD_EVERY;
        }
    }
}

fn summarize(imported: &Imported) -> anyhow::Result<()> {
    let Imported { rows, made, changed, unchanged, refused, named } = imported;
    println!("{rows} rows: {made} new, {changed} changed, {unchanged} unchanged, {refused} refused");
    for row in named {
        for error in &row.invalid.0 {
            println!("  line {}: {}", row.line, error.message);
        }
    }
    if *refused > 0 {
        bail!("{refused} of {rows} rows were left out; mend them and import the file again");
    }
    Ok(())
}
