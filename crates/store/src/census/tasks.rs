//! The tasks of census files: where each stands and what it counted. Every file has a row for each of its tasks.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::census::file::{Task, TaskState};
use domain::census::progress::Progress;
use domain::{CensusFileId, CensusTaskId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::Value;

use crate::database::bulk;
use crate::database::connection::sealed::Connected;
use crate::entities::census_task::{ActiveModel, Column, Entity, Model};
use crate::{Db, Error, Result, Tx};

/// A task of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskRow {
    /// Its id.
    pub id: CensusTaskId,
    /// Its file.
    pub file: CensusFileId,
    /// Which task.
    pub task: Task,
    /// How far it is.
    pub state: TaskState,
    /// When it was last done, with errors or without.
    pub completed_at: Option<DateTime<Utc>>,
    /// What it counted.
    pub counts: TaskCounts,
    /// How many of the records it has been through; counts up while it runs.
    pub done: u32,
    /// What else it found, in its own shape.
    pub summary: Option<Value>,
}

/// What a task counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskCounts {
    /// Records in all.
    pub total: u32,
    /// Records with an error.
    pub with_errors: u32,
    /// Records that match a member.
    pub matched: u32,
    /// Records that match nobody.
    pub unmatched: u32,
}

/// Makes the rows of a new file's tasks; none has been run.
///
/// # Errors
/// When the database refuses.
pub async fn insert(tx: &Tx, file: CensusFileId, multi_group: bool) -> Result<()> {
    let row = |task: &Task| ActiveModel {
        file_id: Set(file.get()),
        task: Set(task.number()),
        state: Set(TaskState::NotRun.number()),
        ..Default::default()
    };
    bulk::insert_all(tx.connection(), Task::of_file(multi_group).iter().map(row).collect()).await
}

/// The tasks of a file in the order of their numbers.
///
/// # Errors
/// When the database does not answer.
pub async fn of_file(db: &impl Db, file: CensusFileId) -> Result<Vec<TaskRow>> {
    Ok(of_files(db, &[file]).await?.remove(&file).unwrap_or_default())
}

/// The tasks of the files of a page, in the order of their numbers.
///
/// # Errors
/// When the database does not answer.
pub async fn of_files(db: &impl Db, files: &[CensusFileId]) -> Result<BTreeMap<CensusFileId, Vec<TaskRow>>> {
    let rows = Entity::find()
        .filter(Column::FileId.is_in(files.iter().map(|file| file.get())))
        .order_by_asc(Column::FileId)
        .order_by_asc(Column::Task)
        .all(db.connection())
        .await?;
    let mut found: BTreeMap<CensusFileId, Vec<TaskRow>> = BTreeMap::new();
    for row in rows.into_iter().filter_map(known) {
        found.entry(row.file).or_default().push(row);
    }
    Ok(found)
}

/// How far a file is by its tasks.
pub fn progress(multi_group: bool, tasks: &[TaskRow]) -> Progress {
    Progress::stored(multi_group, tasks.iter().map(|row| (row.task, row.state)))
}

/// Puts a task into another state; what it counted stays.
///
/// # Errors
/// When the database refuses.
pub async fn set_state(tx: &Tx, file: CensusFileId, task: Task, state: TaskState) -> Result<()> {
    write(tx, file, task, ActiveModel { state: Set(state.number()), ..Default::default() }).await
}

/// Notes how many of how many records a running task has been through.
///
/// # Errors
/// When the database refuses.
pub async fn set_progress(tx: &Tx, file: CensusFileId, task: Task, done: u32, total: u32) -> Result<()> {
    let row = ActiveModel { done: Set(whole(done)), total: Set(whole(total)), ..Default::default() };
    write(tx, file, task, row).await
}

/// Notes what a task counted.
///
/// # Errors
/// When the database refuses.
pub async fn set_counts(tx: &Tx, file: CensusFileId, task: Task, counts: TaskCounts) -> Result<()> {
    write(tx, file, task, counted(counts)).await
}

/// Keeps what a task is to go by, or has found, in its own shape.
///
/// # Errors
/// When the database refuses.
pub async fn set_summary(tx: &Tx, file: CensusFileId, task: Task, summary: Value) -> Result<()> {
    write(tx, file, task, ActiveModel { summary: Set(Some(summary)), ..Default::default() }).await
}

/// Ends a task.
///
/// # Errors
/// When the database refuses.
pub async fn finish(
    tx: &Tx,
    file: CensusFileId,
    task: Task,
    state: TaskState,
    counts: TaskCounts,
    summary: Option<Value>,
    at: DateTime<Utc>,
) -> Result<()> {
    let row = ActiveModel {
        state: Set(state.number()),
        completed_at: Set(Some(at)),
        done: Set(whole(counts.total)),
        summary: Set(summary),
        ..counted(counts)
    };
    write(tx, file, task, row).await
}

/// Sets tasks back as if they had never run.
///
/// # Errors
/// When the database refuses.
pub async fn reset(tx: &Tx, file: CensusFileId, tasks: &[Task]) -> Result<()> {
    let row = ActiveModel {
        state: Set(TaskState::NotRun.number()),
        completed_at: Set(None),
        done: Set(0),
        summary: Set(None),
        ..counted(TaskCounts::default())
    };
    Entity::update_many()
        .set(row)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Task.is_in(tasks.iter().map(|task| task.number())))
        .exec(tx.connection())
        .await?;
    Ok(())
}

async fn write(tx: &Tx, file: CensusFileId, task: Task, row: ActiveModel) -> Result<()> {
    let written = Entity::update_many()
        .set(row)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Task.eq(task.number()))
        .exec(tx.connection())
        .await?;
    if written.rows_affected == 0 { Err(Error::NotFound) } else { Ok(()) }
}

fn counted(counts: TaskCounts) -> ActiveModel {
    ActiveModel {
        total: Set(whole(counts.total)),
        with_errors: Set(whole(counts.with_errors)),
        matched: Set(whole(counts.matched)),
        unmatched: Set(whole(counts.unmatched)),
        ..Default::default()
    }
}

fn whole(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A row whose numbers are known; the checks of the table let no other in.
fn known(row: Model) -> Option<TaskRow> {
    Some(TaskRow {
        id: CensusTaskId(row.id),
        file: CensusFileId(row.file_id),
        task: Task::from_number(row.task)?,
        state: TaskState::from_number(row.state)?,
        completed_at: row.completed_at,
        counts: TaskCounts {
            total: row.total.unsigned_abs(),
            with_errors: row.with_errors.unsigned_abs(),
            matched: row.matched.unsigned_abs(),
            unmatched: row.unmatched.unsigned_abs(),
        },
        done: row.done.unsigned_abs(),
        summary: row.summary,
    })
}
