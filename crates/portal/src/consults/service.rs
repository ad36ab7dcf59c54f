//! Taking in a file of consults, a batch at a time: each is one transaction, so that whoever bills meanwhile waits for no file, and a
//! file that broke off is simply taken in again.

use std::io::Read;

use domain::Invalid;
use domain::access::Scope;
use domain::consults::{Refused, Stopped};
use serde_json::json;
use store::audit::Entry;
use store::consults::{EXTERNAL_ID_TAKEN, NewConsult, Saved, save};

pub use super::batches::Source;
use super::batches::{Batch, Batches};
use super::naming::name;
use crate::context::Context;
use crate::error::{Error, Result};

/// Refused rows that are named; of the others only their number is told.
const NAMED: usize = 100;

/// How often a batch is written whose consults other imports store at the same time. Each time another one has stored some.
const TRIES: u32 = 100;

/// What came of a file so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// Rows that were read.
    pub rows: u64,
    /// Consults that were not known before.
    pub made: u64,
    /// Consults that have changed; those that were voided are among them.
    pub changed: u64,
    /// Consults that were known just so.
    pub unchanged: u64,
    /// Rows that were left out.
    pub refused: u64,
    /// The first of them.
    pub named: Vec<Refused>,
}

impl Imported {
    fn add(&mut self, saved: Saved, refused: Vec<Refused>) {
        self.made += saved.made;
        self.changed += saved.changed;
        self.unchanged += saved.unchanged;
        self.refused += refused.len() as u64;
        self.rows = self.made + self.changed + self.unchanged + self.refused;
        let room = NAMED - self.named.len();
        self.named.extend(refused.into_iter().take(room));
    }
}

/// Takes a file in; `entry` begins an audit entry of whoever does, `progress` hears how far it is after every batch.
///
/// # Errors
/// [`Error::Invalid`] on `File` when it is no file of consults or cannot be read on; what was read before is taken in.
/// [`Error::BadRequest`] when its source fails.
pub async fn import<R: Read + Send + 'static>(
    ctx: &Context,
    scope: Scope,
    source: Source<R>,
    entry: impl Fn() -> Entry,
    mut progress: impl FnMut(&Imported),
) -> Result<Imported> {
    let mut batches = Batches::of(source, ctx.now());
    let mut imported = Imported::default();
    while let Some(batch) = batches.next().await {
        let (saved, refused) = take_in(ctx, scope, batch, &entry).await?;
        imported.add(saved, refused);
        progress(&imported);
    }
    match batches.end().await? {
        Ok(()) => Ok(imported),
        Err(Stopped::File(message)) => Err(Invalid::field("File", stopped(message, imported.rows)).into()),
        Err(Stopped::Io(error)) => {
            tracing::warn!(%error, "a file of consults broke off");
            Err(Error::BadRequest("The file broke off. What came before was taken in; import it again."))
        }
    }
}

fn stopped(message: String, rows: u64) -> String {
    if rows == 0 { message } else { format!("{message} The {rows} rows before were taken in.") }
}

async fn take_in(
    ctx: &Context,
    scope: Scope,
    batch: Batch,
    entry: &impl Fn() -> Entry,
) -> Result<(Saved, Vec<Refused>)> {
    let (mut consults, refused) = name(ctx, scope, batch).await?;
    // Two imports that store the same ones at once wait for each other in this order, and never in a circle.
    consults.sort_by(|one, other| one.external_id.cmp(&other.external_id));
    let mut tries = 1;
    loop {
        match write(ctx, &consults, entry()).await {
            // Another import has stored one of them meanwhile: now it is known.
            Err(error) if error.is_refused_by(EXTERNAL_ID_TAKEN) && tries < TRIES => tries += 1,
            written => return Ok((written?, refused)),
        }
    }
}

async fn write(ctx: &Context, consults: &[NewConsult], entry: Entry) -> store::Result<Saved> {
    let tx = ctx.store.begin().await?;
    let saved = save(&tx, consults, ctx.config.time_zone, ctx.now()).await?;
    if saved.made + saved.changed > 0 {
        tx.commit(entry.with_detail(json!({"made": saved.made, "changed": saved.changed}))).await?;
    }
    Ok(saved)
}
