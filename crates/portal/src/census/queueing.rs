//! Queueing tasks: only in their order, and only while none of the file is at work (rules.md#census-tasks).

use domain::census::file::{Extent, Task, TaskState};
use domain::census::progress::Denied;
use domain::census::undo::NotUndoable;
use domain::{Invalid, UserId};
use store::census::files::{self, CensusFile};
use store::census::tasks;
use store::{Db, Tx, counts};

use super::jobs::RunTask;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::jobs;

/// A task and those behind it, in the order in which they run.
pub(super) fn from(task: Task, multi_group: bool) -> &'static [Task] {
    let all = Task::of_file(multi_group);
    let place = all.iter().position(|each| *each == task).unwrap_or(all.len());
    &all[place..]
}

/// Who asks for a task.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asker {
    pub(super) by: UserId,
    pub(super) acting_as: Option<UserId>,
}

impl From<&CallerOrigin> for Asker {
    fn from(who: &CallerOrigin) -> Self {
        Self { by: who.user, acting_as: who.impersonator }
    }
}

/// Queues a task of a file that is locked by the transaction, and with it every task up to `through`. What it and the tasks behind
/// it have found before no longer counts.
pub(super) async fn queue(
    ctx: &Context,
    tx: &Tx,
    asker: Asker,
    file: &CensusFile,
    task: Task,
    through: Task,
) -> Result<()> {
    tasks::reset(tx, file.id, from(task, file.is_multi_group)).await?;
    let rows = rows_for(file, task);
    let job = RunTask {
        file: file.id,
        task: task.number(),
        through: through.number(),
        group: file.group.as_ref().map(|group| group.id),
        by: asker.by,
        acting_as: asker.acting_as,
        is_small: is_small(ctx, tx, file, rows).await?,
    };
    queue_next(ctx, tx, &job).await
}

/// The rows of a file for a task, once they have been counted. Content that was never read has another number than what it replaces.
pub(super) fn rows_for(file: &CensusFile, task: Task) -> Option<u32> {
    Some(file.record_count).filter(|rows| *rows > 0 && !task.runs_on_upload())
}

/// Whether the work on a file is short, by its rows if they have been counted. It is asked anew for each task: the first one counts them.
pub(super) async fn is_small(ctx: &Context, tx: &Tx, file: &CensusFile, rows: Option<u32>) -> Result<bool> {
    Ok(extent(ctx, tx, file, rows).await?.is_small())
}

/// How much work a file makes, by its rows if they have been counted.
pub(super) async fn extent(ctx: &Context, db: &impl Db, file: &CensusFile, rows: Option<u32>) -> Result<Extent> {
    let members = match &file.group {
        Some(group) => counts::of_group(db, group.id, ctx.today()).await?.total.unsigned_abs(),
        None => 0,
    };
    Ok(Extent { bytes: file.size, rows, members })
}

/// Queues the next task behind one that has just ended.
pub(super) async fn queue_next(ctx: &Context, tx: &Tx, job: &RunTask) -> Result<()> {
    let Some(task) = Task::from_number(job.task) else { return Ok(()) };
    tasks::set_state(tx, job.file, task, TaskState::Queued).await?;
    files::settle(tx, job.file).await?;
    jobs::enqueue(ctx, tx, job).await
}

/// Queues what an upload runs by itself (rules.md#census-tasks).
pub(super) async fn queue_first(ctx: &Context, tx: &Tx, asker: Asker, file: &CensusFile) -> Result<()> {
    let first = if file.is_multi_group { Task::MapMultiGroup } else { Task::MapData };
    queue(ctx, tx, asker, file, first, first).await
}

/// Nothing is done with a file any more whose undoing was asked for.
///
/// # Errors
/// The reason for people.
pub(super) fn check_not_undone(file: &CensusFile) -> Result<()> {
    match file.undo.map(|undo| undo.state) {
        None => Ok(()),
        Some(state) if state.is_busy() => Err(Invalid::field("", Denied::Busy.to_string()).into()),
        Some(_) => Err(Invalid::field("", NotUndoable::Undone.to_string()).into()),
    }
}

/// Whether a task may be run by hand now.
///
/// # Errors
/// The reason for people.
pub(super) async fn check(tx: &Tx, file: &CensusFile, task: Task) -> Result<()> {
    check_not_undone(file)?;
    let progress = tasks::progress(file.is_multi_group, &tasks::of_file(tx, file.id).await?);
    Ok(progress.may_run(task).map_err(|denied| Invalid::field("", denied.to_string()))?)
}
