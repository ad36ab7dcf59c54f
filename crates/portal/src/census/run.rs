//! A run of a task: it holds the file, writes in chunks with their progress, and ends the task.
//!
//! Every transaction of a run goes through [`Run::begin`] or ends with [`Run::commit_beside`], which fail once another run has taken the
//! file, so that a run that was thought dead writes nothing beside its successor. A task that is run anew starts over: what it wrote before
//! is removed first, or written so that a repeat changes nothing. So its chunks wait for no disk; the end of the task does.

use std::sync::atomic::{AtomicU32, Ordering};

use chrono::TimeDelta;
use domain::access::Scope;
use domain::census::Severity;
use domain::census::file::{Task, TaskState};
use domain::{CensusFileId, GroupId, Invalid, UserId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::census::files::{self, CensusFile};
use store::census::issues::{self, NewIssue};
use store::census::tasks::{self, TaskCounts};
use store::{Db, Engine, Stamp, Tx};

use super::eligibility;
use super::jobs::RunTask;
use super::queueing::{self, Asker};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs;

/// A run that writes nothing for so long is shown as hanging; it may still go on.
const HOLD: TimeDelta = TimeDelta::minutes(5);
/// Rows of former runs removed in one transaction.
const REMOVED_AT_ONCE: u64 = 20_000;

/// A run of a task of a file.
pub struct Run<'a> {
    /// What it may touch.
    pub ctx: &'a Context,
    /// The file as it was when the run began.
    pub file: CensusFile,
    /// The task.
    pub task: Task,
    /// Who asked for it; the audit names them.
    pub by: UserId,
    acting_as: Option<UserId>,
    through: Task,
    token: String,
}

/// What a task found. Whether it is done or has errors follows from the issues it wrote (`store::census::issues`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finished {
    /// Records in all.
    pub total: u32,
    /// Those that match a member.
    pub matched: u32,
    /// Those that match nobody.
    pub unmatched: u32,
    /// What else it found, in its own shape; comes back as `Data.Summary`.
    pub summary: Option<Value>,
}

/// How far a task is whose chunks are written beside each other.
#[derive(Debug, Default)]
pub(super) struct Progress {
    done: AtomicU32,
    total: u32,
}

impl Progress {
    /// Nothing is done of so many rows.
    pub(super) const fn of(total: u32) -> Self {
        Self::after(0, total)
    }

    /// So many rows are done already.
    pub(super) const fn after(done: u32, total: u32) -> Self {
        Self { done: AtomicU32::new(done), total }
    }

    /// Notes that so many further rows are done: how many of how many that makes.
    fn and(&self, rows: usize) -> (u32, u32) {
        let rows = u32::try_from(rows).unwrap_or(u32::MAX);
        let done = self.done.fetch_add(rows, Ordering::Relaxed).saturating_add(rows);
        (done, self.total.max(done))
    }

    /// The rows of the chunks that were written.
    pub(super) fn done(&self) -> u32 {
        self.done.load(Ordering::Relaxed)
    }
}

impl<'a> Run<'a> {
    /// Takes the file for the run; `None` when there is nothing to do any more: the file is deleted, or the task was done by an
    /// earlier run of the same job.
    pub(super) async fn start(ctx: &'a Context, job: &RunTask, run: &jobs::Run) -> Result<Option<Self>> {
        let task = known(job.task)?;
        let tx = ctx.store.begin().await?;
        let file = match files::lock(&tx, Scope::system(), job.file).await {
            Err(store::Error::NotFound) => return Ok(None),
            found => found?,
        };
        if !is_wanted(&tx, &file, task).await? {
            return Ok(None);
        }
        let token = format!("{}/{}", run.id, run.attempt);
        files::take(&tx, file.id, &token, ctx.now() + HOLD).await?;
        tasks::set_state(&tx, file.id, task, TaskState::Running).await?;
        tasks::set_progress(&tx, file.id, task, 0, 0).await?;
        files::settle(&tx, file.id).await?;
        tx.commit_unaudited("a task of a census file begins").await?;
        let through = known(job.through)?;
        let run = Self { ctx, file, task, by: job.by, acting_as: job.acting_as, through, token };
        run.forget_issues().await?;
        Ok(Some(run))
    }

    /// Removes what this task and those behind it have said in former runs, but for what the import says of rows that it has left to a
    /// person: it does not look at those again.
    async fn forget_issues(&self) -> Result<()> {
        let behind = queueing::from(self.task, self.file.is_multi_group);
        loop {
            let tx = self.begin().await?;
            let removed = issues::remove_some(&tx, self.file.id, behind, REMOVED_AT_ONCE).await?;
            tx.commit_unaudited("what a former run of a task has said").await?;
            if removed < REMOVED_AT_ONCE {
                return Ok(());
            }
        }
    }

    /// The group of the file.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a file of several groups.
    pub fn group(&self) -> Result<GroupId> {
        Ok(self.file.group_id()?)
    }

    /// When and by whom.
    pub fn stamp(&self) -> Stamp {
        Stamp { at: self.ctx.now(), by: Some(self.by) }
    }

    /// An audit entry of whoever asked for the run, caused by the file.
    pub fn entry(&self, action: &'static str, subject: &'static str) -> Entry {
        caused(Entry::new(self.ctx.now(), action, subject).by(self.by, self.acting_as), &self.file)
    }

    /// Whoever asked for the run, for what it sets going.
    pub(super) fn asker(&self) -> Asker {
        Asker { by: self.by, acting_as: self.acting_as }
    }

    /// Whether nobody waits for the task any more.
    pub(super) async fn is_over(&self) -> Result<bool> {
        Ok(!is_wanted(&self.ctx.store.read(), &self.file, self.task).await?)
    }

    /// A transaction of this run.
    ///
    /// # Errors
    /// When another run has taken the file; the job then ends without a trace.
    pub async fn begin(&self) -> Result<Tx> {
        let tx = self.ctx.store.begin().await?;
        self.hold(&tx).await?;
        Ok(tx)
    }

    async fn hold(&self, tx: &Tx) -> Result<()> {
        Ok(files::hold(tx, self.file.id, &self.token, self.ctx.now() + HOLD).await?)
    }

    /// How many chunks may be written at once: SQLite has one writer, for whom other people wait.
    pub(super) fn writers(&self) -> usize {
        match self.ctx.store.engine() {
            Engine::Sqlite => 1,
            Engine::Postgres => 2,
        }
    }

    /// A transaction that may be open beside others of this run: that the run still holds the file is asked when it is committed, so that
    /// they do not wait for each other. For [`Run::commit_beside`] and [`Run::commit_audited_beside`].
    pub(super) async fn begin_beside(&self) -> Result<Tx> {
        Ok(self.ctx.store.begin().await?)
    }

    /// Commits a chunk of so many rows, which changed nothing but the file's own, with how far the task is.
    ///
    /// # Errors
    /// When another run has taken the file, or the database refuses.
    pub(super) async fn commit_beside(&self, tx: Tx, rows: usize, progress: &Progress) -> Result<()> {
        self.hold(&tx).await?;
        let (done, total) = progress.and(rows);
        self.commit_chunk(tx, done, total).await
    }

    /// Commits a chunk of so many rows that changed members, with its audit entries, how far the task is, and what all chunks did so far.
    ///
    /// # Errors
    /// When another run has taken the file, the database refuses, or without an entry.
    pub(super) async fn commit_audited_beside(
        &self,
        tx: Tx,
        rows: usize,
        progress: &Progress,
        (entries, did): (Vec<Entry>, Value),
    ) -> Result<()> {
        self.hold(&tx).await?;
        let (done, total) = progress.and(rows);
        tasks::set_summary(&tx, self.file.id, self.task, did).await?;
        tasks::set_progress(&tx, self.file.id, self.task, done, total).await?;
        Ok(tx.repeatable().commit_all(entries).await?)
    }

    /// Commits a chunk that changed nothing but the file's own rows, with how far the task is.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn commit_chunk(&self, tx: Tx, done: u32, total: u32) -> Result<()> {
        tasks::set_progress(&tx, self.file.id, self.task, done, total).await?;
        Ok(tx.repeatable().commit_unaudited("a chunk of a census task").await?)
    }

    /// Ends the task: with errors when the run has left any, and otherwise done, so that the next one may follow.
    pub(super) async fn end(&self, finished: Finished) -> Result<()> {
        let tx = self.begin().await?;
        let rows = Some(finished.total).filter(|rows| *rows > 0);
        self.finish(&tx, finished).await?;
        self.conclude(tx, rows).await
    }

    /// Ends the task with what stopped it as an error of the file.
    pub(super) async fn refuse(&self, refusal: Invalid) -> Result<()> {
        let tx = self.begin().await?;
        let said = |error: domain::invalid::FieldError| NewIssue {
            field: Some(error.key).filter(|key| !key.is_empty()),
            severity: Severity::Error,
            ..NewIssue::error(None, error.message)
        };
        let said: Vec<_> = refusal.0.into_iter().map(said).collect();
        issues::insert(&tx, self.file.id, self.task, &said).await?;
        self.finish(&tx, Finished::default()).await?;
        self.conclude(tx, None).await
    }

    /// Ends the task as one that broke by a fault of ours, which no further try would mend; the file says why.
    pub(super) async fn break_off(&self, why: &str) -> Result<()> {
        let (tx, file) = (self.begin().await?, self.file.id);
        issues::insert(&tx, file, self.task, &[NewIssue::error(None, why)]).await?;
        fail(&tx, file, self.task).await?;
        let detail = json!({"task": self.task.name(), "failed": true});
        Ok(tx.commit(self.entry("census.task", "census_file").on(file).with_detail(detail)).await?)
    }

    async fn finish(&self, tx: &Tx, finished: Finished) -> Result<()> {
        let (file, task) = (self.file.id, self.task);
        let with_errors = issues::rows_with_errors(tx, file, task).await?;
        let of_file = issues::errors_of_file(tx, file, Some(task)).await?;
        let state = if with_errors + of_file == 0 { TaskState::Done } else { TaskState::Errors };
        let counts =
            TaskCounts { total: finished.total, with_errors, matched: finished.matched, unmatched: finished.unmatched };
        Ok(tasks::finish(tx, file, task, state, counts, finished.summary, self.ctx.now()).await?)
    }

    /// Ends the task, which has found so many rows if it counts them, and queues the next if it was asked for.
    async fn conclude(&self, tx: Tx, rows: Option<u32>) -> Result<()> {
        let file = self.file.id;
        files::release(&tx, file).await?;
        let progress = files::settle(&tx, file).await?;
        let state = progress.tasks().iter().find(|(task, _)| *task == self.task).map(|(_, state)| *state);
        let is_done = state == Some(TaskState::Done);
        let next = progress.next().filter(|next| is_done && *next <= self.through && *next > self.task);
        // The import does not begin before people have decided what the file asks and looked at what it changes (rules.md#census-tasks,
        // rules.md#mass-termination-guard, rules.md#explicit-import).
        let is_held = next == Some(Task::ProcessData) && eligibility::waits_now(&tx, file).await?.is_some();
        if let Some(next) = next.filter(|_| !is_held) {
            let is_small = queueing::is_small(self.ctx, &tx, &self.file, rows).await?;
            queueing::queue_next(self.ctx, &tx, &self.job(next, is_small)).await?;
        }
        let detail = json!({"task": self.task.name(), "errors": !is_done});
        Ok(tx.commit(self.entry("census.task", "census_file").on(file).with_detail(detail)).await?)
    }

    fn job(&self, task: Task, is_small: bool) -> RunTask {
        RunTask {
            file: self.file.id,
            task: task.number(),
            through: self.through.number(),
            group: self.file.group.as_ref().map(|group| group.id),
            by: self.by,
            acting_as: self.acting_as,
            is_small,
        }
    }

    /// Says of a task that it broke by a fault of ours, when its job is given up; what is to be audited of it.
    pub(super) async fn fail(jobs::End { ctx, tx }: jobs::End<'_>, job: &RunTask) -> jobs::GivenUp {
        let task = known(job.task)?;
        let file = match files::lock(tx, Scope::system(), job.file).await {
            Err(store::Error::NotFound) => return Ok(None),
            found => found?,
        };
        if !is_wanted(tx, &file, task).await? {
            return Ok(None);
        }
        fail(tx, file.id, task).await?;
        let entry = Entry::new(ctx.now(), "census.task", "census_file").by(job.by, job.acting_as).on(file.id);
        let detail = json!({"task": task.name(), "failed": true});
        Ok(Some(caused(entry, &file).with_detail(detail)))
    }
}

async fn fail(tx: &Tx, file: CensusFileId, task: Task) -> Result<()> {
    tasks::set_state(tx, file, task, TaskState::Failed).await?;
    files::release(tx, file).await?;
    files::settle(tx, file).await?;
    Ok(())
}

/// The entry as one that a file has brought about, in the file's group if it has one.
fn caused(entry: Entry, file: &CensusFile) -> Entry {
    let entry = entry.caused_by("census_file", file.id);
    match &file.group {
        Some(group) => entry.in_group(group.id),
        None => entry,
    }
}

fn known(task: i16) -> Result<Task> {
    Task::from_number(task).ok_or_else(|| Error::Internal(anyhow::anyhow!("there is no census task {task}")))
}

/// Whether the task still waits for a run, or is in the middle of one that broke off.
async fn is_wanted(db: &impl Db, file: &CensusFile, task: Task) -> Result<bool> {
    let tasks = tasks::of_file(db, file.id).await?;
    Ok(tasks.iter().any(|row| row.task == task && row.state.is_busy()))
}
