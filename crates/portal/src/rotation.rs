//! Sealing everything under another key (rules.md#secret-keys), in steps of which each may be the last one: what was killed goes on where
//! it stopped, and meanwhile every secret opens with the keys that the next start reads.

use std::path::PathBuf;

use anyhow::bail;
use serde_json::json;
use store::audit::Entry;
use store::sealed::SealedColumn;

use crate::context::Context;
use crate::keys::{Key, Keys};
use crate::sealing::{Place, is_current, seal_anew};

/// The secrets of a step.
pub const A_STEP: u64 = 200;

/// What is said where the keys stand in the setting, which the program cannot change.
const NAMED_BY_SETTING: &str = "LEDGERWELL_SECRET_KEY names one key: put a new one before it, with a comma between \
    (`openssl rand -base64 32` makes one), and run this again";

/// A change of the key, under way.
pub struct Rotation {
    ctx: Context,
    keys: Keys,
    file: Option<PathBuf>,
    most: u64,
    stage: Stage,
    done: Done,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Make a key, unless one waits to take over.
    Begin,
    /// Seal what stands in a column behind a row.
    Seal { column: usize, after: i64 },
    /// Look once more that nothing is left, and let go of the keys that are not needed.
    End,
    /// Nothing.
    Over,
}

/// What a change of the key has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    /// The secrets that were sealed anew.
    pub sealed: u64,
    /// Whether it went on with one that had stopped half-way.
    pub resumed: bool,
}

impl Rotation {
    /// One over the keys of the settings, with so many secrets a step.
    pub fn new(ctx: &Context, most: u64) -> Self {
        let (keys, file) = (ctx.config.secret_keys.clone(), ctx.config.key_file.clone());
        Self { ctx: ctx.clone(), keys, file, most, stage: Stage::Begin, done: Done::default() }
    }

    /// Does all steps.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub async fn run(mut self) -> anyhow::Result<Done> {
        while self.step().await? {}
        Ok(self.done)
    }

    /// Does the next step; `false` when there was none.
    ///
    /// # Errors
    /// When the database or the key file fails, a secret opens with none of the keys, or the setting names one key only.
    pub async fn step(&mut self) -> anyhow::Result<bool> {
        self.stage = match self.stage {
            Stage::Begin => self.begin().await?,
            Stage::Seal { column, after } => self.seal(column, after).await?,
            Stage::End => self.end().await?,
            Stage::Over => return Ok(false),
        };
        Ok(true)
    }

    /// A new key is written down before anything is sealed with it.
    async fn begin(&mut self) -> anyhow::Result<Stage> {
        let first = Stage::Seal { column: 0, after: 0 };
        if self.first_left().await?.is_some() {
            self.done.resumed = true;
            return Ok(first);
        }
        match &self.file {
            Some(file) => {
                let mut new: Key = [0; 32];
                self.ctx.randomness.fill(&mut new);
                self.keys = self.keys.needed().behind(new);
                self.keys.write(file)?;
            }
            None if self.keys.all().len() == 1 => bail!(NAMED_BY_SETTING),
            None => {}
        }
        Ok(first)
    }

    async fn seal(&mut self, column: usize, after: i64) -> anyhow::Result<Stage> {
        let Some(of) = SealedColumn::ALL.get(column).copied() else { return Ok(Stage::End) };
        let tx = self.ctx.store.begin().await?;
        let rows = of.behind(&tx, after, self.most).await?;
        let Some(last) = rows.last().map(|(row, _)| *row) else {
            return Ok(Stage::Seal { column: column + 1, after: 0 });
        };
        let mut sealed = 0;
        for (row, old) in rows.into_iter().filter(|(_, old)| !is_current(&self.keys, old)) {
            let new = seal_anew(&self.keys, &*self.ctx.randomness, Place { column: of, row }, &old)?;
            sealed += u64::from(of.replace(&tx, row, old, new).await?);
        }
        tx.commit_unaudited("the same secrets under another key; the whole change of the key is audited at its end")
            .await?;
        self.done.sealed += sealed;
        Ok(Stage::Seal { column, after: last })
    }

    async fn end(&self) -> anyhow::Result<Stage> {
        if let Some(column) = self.first_left().await? {
            bail!(
                "secrets in {} were sealed meanwhile with an earlier key: stop the portal, and run this again",
                column.name()
            );
        }
        let tx = self.ctx.store.begin().await?;
        let entry = Entry::new(self.ctx.now(), "secret_key.rotate", "secret_key");
        tx.commit(entry.with_detail(json!({ "Secrets": self.done.sealed, "Resumed": self.done.resumed }))).await?;
        if let Some(file) = &self.file {
            self.keys.needed().write(file)?;
        }
        Ok(Stage::Over)
    }

    /// A column in which something is sealed with another key than the one that seals.
    async fn first_left(&self) -> anyhow::Result<Option<SealedColumn>> {
        let db = self.ctx.store.read();
        for column in SealedColumn::ALL.iter().copied() {
            let mut after = 0;
            loop {
                let rows = column.behind(&db, after, self.most).await?;
                if rows.iter().any(|(_, sealed)| !is_current(&self.keys, sealed)) {
                    return Ok(Some(column));
                }
                match rows.last() {
                    Some((row, _)) => after = *row,
                    None => break,
                }
            }
        }
        Ok(None)
    }
}
