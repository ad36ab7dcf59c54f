//! A run of the undoing: it holds the file as the run of a task does, works in chunks, each one transaction with its progress and its
//! audit, and closes the file.

use chrono::TimeDelta;
use domain::CensusChangeId;
use domain::access::Scope;
use domain::census::undo::UndoState;
use serde_json::json;
use store::audit::Entry;
use store::census::files;
use store::census::undo::{self, Judged, Undo};
use store::{Stamp, Tx};

use super::chunk::Chunk;
use super::jobs::UndoFile;
use crate::context::Context;
use crate::error::Result;
use crate::jobs;

/// A run that writes nothing for so long is shown as hanging; it may still go on.
const HOLD: TimeDelta = TimeDelta::minutes(5);
/// Members a transaction: few enough that other writers wait less than 100 ms (rules.md#chunked-writes).
const MEMBERS_A_CHUNK: u64 = 250;

/// A run.
pub(super) struct Undoing<'a> {
    pub(super) ctx: &'a Context,
    pub(super) job: UndoFile,
    undo: Undo,
    /// The last change that this run has judged; all before it in its order are.
    judged_to: Option<CensusChangeId>,
    token: String,
}

impl<'a> Undoing<'a> {
    /// Takes the file; `None` when there is nothing to do any more: it is deleted, or an earlier run of the same job has done it.
    pub(super) async fn start(ctx: &'a Context, job: UndoFile, run: &jobs::Run) -> Result<Option<Self>> {
        let tx = ctx.store.begin().await?;
        let Some(undo) = wanted(&tx, &job).await? else { return Ok(None) };
        let undo = Undo { state: UndoState::Running, ..undo };
        let token = format!("{}/{}", run.id, run.attempt);
        files::take(&tx, job.file, &token, ctx.now() + HOLD).await?;
        undo::set(&tx, job.file, undo).await?;
        tx.commit_unaudited("the undoing of a census file begins").await?;
        Ok(Some(Self { ctx, job, undo, judged_to: None, token }))
    }

    /// Undoes chunk by chunk, and closes the file.
    ///
    /// # Errors
    /// When the group is not served any more, when another run has taken the file, or the database fails.
    pub(super) async fn work(&mut self) -> Result<()> {
        while self.chunk().await? {}
        self.close().await
    }

    /// Undoes the next chunk; false when none is left.
    async fn chunk(&mut self) -> Result<bool> {
        let tx = self.begin().await?;
        store::groups::lock(&tx, self.job.group).await?.check_members_editable()?;
        let open = undo::open(&tx, self.job.file, self.judged_to, MEMBERS_A_CHUNK).await?;
        if open.is_empty() {
            return Ok(false);
        }
        let last = open.last().map(|change| change.id);
        let chunk = Chunk::read(self, &tx, open).await?;
        let (judged, entries) = chunk.write(self, &tx).await?;
        let is_kept = |judged: &&(_, Judged)| matches!(judged.1, Judged::Kept(_));
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let kept = count(judged.iter().filter(is_kept).count());
        let undo = Undo { done: self.undo.done + count(judged.len()), kept: self.undo.kept + kept, ..self.undo };
        undo::set(&tx, self.job.file, undo).await?;
        match entries.is_empty() {
            true => tx.commit_unaudited("nobody is changed when everybody is kept").await?,
            false => tx.commit_all(entries).await?,
        }
        self.undo = undo;
        self.judged_to = last.or(self.judged_to);
        Ok(true)
    }

    async fn close(&self) -> Result<()> {
        let tx = self.begin().await?;
        let undo = Undo { state: UndoState::Done, ..self.undo };
        undo::set(&tx, self.job.file, undo).await?;
        undo::close(&tx, self.job.file, self.ctx.now()).await?;
        files::release(&tx, self.job.file).await?;
        files::settle(&tx, self.job.file).await?;
        let detail = json!({ "undone": undo.done - undo.kept, "kept": undo.kept });
        Ok(tx.commit(self.entry("census.undone", "census_file").on(self.job.file).with_detail(detail)).await?)
    }

    /// Leaves the rest as it is.
    pub(super) async fn break_off(&self) -> Result<()> {
        let tx = self.begin().await?;
        let entry = give_up(self.ctx, &tx, &self.job, self.undo).await?;
        Ok(tx.commit(entry).await?)
    }

    /// Says of the file that its undoing broke off, when the job is given up.
    pub(super) async fn fail(jobs::End { ctx, tx }: jobs::End<'_>, job: &UndoFile) -> jobs::GivenUp {
        match wanted(tx, job).await? {
            Some(undo) => Ok(Some(give_up(ctx, tx, job, undo).await?)),
            None => Ok(None),
        }
    }

    /// A transaction of this run; fails once another run has taken the file.
    async fn begin(&self) -> Result<Tx> {
        let tx = self.ctx.store.begin().await?;
        files::hold(&tx, self.job.file, &self.token, self.ctx.now() + HOLD).await?;
        Ok(tx)
    }

    /// When and by whom.
    pub(super) fn stamp(&self) -> Stamp {
        Stamp { at: self.ctx.now(), by: Some(self.job.by) }
    }

    /// An audit entry of whoever asked for it, caused by the file.
    pub(super) fn entry(&self, action: &'static str, subject: &'static str) -> Entry {
        entry(self.ctx, &self.job, action, subject)
    }
}

/// How far the undoing is that the job is wanted for; `None` when it is done or broke off, or the file is deleted.
async fn wanted(tx: &Tx, job: &UndoFile) -> Result<Option<Undo>> {
    let file = match files::lock(tx, Scope::system(), job.file).await {
        Err(store::Error::NotFound) => return Ok(None),
        found => found?,
    };
    Ok(file.undo.filter(|undo| undo.state.is_busy()))
}

async fn give_up(ctx: &Context, tx: &Tx, job: &UndoFile, undo: Undo) -> Result<Entry> {
    undo::set(tx, job.file, Undo { state: UndoState::Failed, ..undo }).await?;
    files::release(tx, job.file).await?;
    let detail = json!({ "undone": undo.done - undo.kept, "kept": undo.kept, "failed": true });
    Ok(entry(ctx, job, "census.undone", "census_file").on(job.file).with_detail(detail))
}

fn entry(ctx: &Context, job: &UndoFile, action: &'static str, subject: &'static str) -> Entry {
    let entry = Entry::new(ctx.now(), action, subject).by(job.by, job.acting_as);
    entry.caused_by("census_file", job.file).in_group(job.group)
}
