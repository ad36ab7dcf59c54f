//! What is wrong with the rows of a file, or with the file as a whole, by the task that found it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::CensusFileId;
use domain::census::changes::Outcome;
use domain::census::file::Task;
use domain::census::{Issue, IssueKind, Severity};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use serde::Serialize;

use super::records::whole;
use crate::database::connection::sealed::Connected;
use crate::database::paging;
use crate::entities::census_issue::{Column, Entity, Model};
use crate::entities::census_match;
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, Tx};

/// Something to be said about a row or the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewIssue {
    /// The row; `None` for the file as a whole.
    pub row: Option<u32>,
    /// The field's name on the wire.
    pub field: Option<String>,
    /// Which kind of thing; `None` for what is only said in words.
    pub kind: Option<IssueKind>,
    /// Whether it stops the row, or the file.
    pub severity: Severity,
    /// What stood in the file.
    pub value: Option<String>,
    /// A whole sentence.
    pub message: String,
}

impl NewIssue {
    /// An issue that the reading of a row gave.
    pub fn of_row(row: u32, issue: Issue) -> Self {
        Self { row: Some(row), ..Self::of_file(issue) }
    }

    /// An issue that the reading of the file gave.
    pub fn of_file(issue: Issue) -> Self {
        Self {
            row: None,
            severity: issue.severity(),
            field: issue.key,
            kind: Some(issue.kind),
            value: issue.value,
            message: issue.message,
        }
    }

    /// What stands about a row, in other words.
    pub fn again(row: u32, standing: &StoredIssue, message: String) -> Self {
        let StoredIssue { field, kind, severity, value, .. } = standing.clone();
        Self { row: Some(row), field, kind, severity, value, message }
    }

    /// An error in words, of a row or of the file as a whole.
    pub fn error(row: Option<u32>, message: impl Into<String>) -> Self {
        Self { row, field: None, kind: None, severity: Severity::Error, value: None, message: message.into() }
    }
}

/// An issue as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredIssue {
    /// Its id.
    pub id: i64,
    /// The file.
    pub file: CensusFileId,
    /// The task that found it.
    pub task: Task,
    /// The row; `None` for the file as a whole.
    pub row: Option<u32>,
    /// The field's name on the wire.
    pub field: Option<String>,
    /// Which kind of thing; `None` for what is only said in words.
    pub kind: Option<IssueKind>,
    /// Whether it stops the row, or the file.
    pub severity: Severity,
    /// What stood in the file.
    pub value: Option<String>,
    /// A whole sentence.
    pub message: String,
    /// Since when it is resolved.
    pub resolved_at: Option<DateTime<Utc>>,
}

const COLUMNS: &Columns = &[
    ("file_id", Kind::Long),
    ("task", Kind::Small),
    ("row_number", Kind::Int),
    ("field", Kind::Text),
    ("kind", Kind::Small),
    ("severity", Kind::Small),
    ("value", Kind::Text),
    ("message", Kind::Text),
];

#[derive(Serialize)]
struct IssueColumns<'a> {
    file_id: i64,
    task: i16,
    row_number: Option<i32>,
    field: Option<&'a str>,
    kind: i16,
    severity: i16,
    value: Option<&'a str>,
    message: &'a str,
}

/// The stored number of what is only said in words.
const IN_WORDS: i16 = 0;

pub(super) const fn severity_number(severity: Severity) -> i16 {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
    }
}

/// Writes issues, however many.
///
/// # Errors
/// When the database refuses.
pub async fn insert(tx: &Tx, file: CensusFileId, task: Task, issues: &[NewIssue]) -> Result<()> {
    let row = |issue| {
        let NewIssue { row, field, kind, severity, value, message }: &NewIssue = issue;
        IssueColumns {
            file_id: file.get(),
            task: task.number(),
            row_number: row.map(whole),
            field: field.as_deref(),
            kind: kind.map_or(IN_WORDS, IssueKind::number),
            severity: severity_number(*severity),
            value: value.as_deref(),
            message,
        }
    };
    let rows: Vec<_> = issues.iter().map(row).collect();
    row_set::insert(tx, "census_issue", COLUMNS, &rows).await
}

/// Removes up to `limit` issues that some tasks of a file have found, but none of the import about a row that still waits for a person: it
/// does not look at that row again. Gives how many went.
///
/// # Errors
/// When the database refuses.
pub async fn remove_some(tx: &Tx, file: CensusFileId, tasks: &[Task], limit: u64) -> Result<u64> {
    let mut some = Query::select();
    some.column(Column::Id).from(Entity).cond_where(settled(file, tasks)).limit(limit);
    let gone = Entity::delete_many().filter(Column::Id.in_subquery(some)).exec(tx.connection()).await?;
    Ok(gone.rows_affected)
}

/// Removes everything that some tasks of a file have found, as [`remove_some`] does.
///
/// # Errors
/// When the database refuses.
pub async fn remove(tx: &Tx, file: CensusFileId, tasks: &[Task]) -> Result<()> {
    Entity::delete_many().filter(settled(file, tasks)).exec(tx.connection()).await?;
    Ok(())
}

/// What some tasks have found that says nothing any more.
fn settled(file: CensusFileId, tasks: &[Task]) -> Condition {
    let all = Condition::all()
        .add(Column::FileId.eq(file.get()))
        .add(Column::Task.is_in(tasks.iter().map(|task| task.number())));
    if tasks.contains(&Task::MatchEmployees) || !tasks.contains(&Task::ProcessData) {
        return all;
    }
    let mut waiting = Query::select();
    waiting
        .column(census_match::Column::RowNumber)
        .from(census_match::Entity)
        .and_where(census_match::Column::FileId.eq(file.get()))
        .and_where(census_match::Column::Outcome.eq(Outcome::Review.number()));
    let is_settled = Column::RowNumber.is_null().or(Column::RowNumber.in_subquery(waiting).not());
    all.add(Column::Task.ne(Task::ProcessData.number()).or(is_settled))
}

/// What is unresolved about some rows, by row, in the order in which it was found.
///
/// # Errors
/// When the database does not answer.
pub async fn of_rows(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<BTreeMap<u32, Vec<StoredIssue>>> {
    by_row(db, about(file, rows).filter(Column::ResolvedAt.is_null())).await
}

/// What a task has said about some rows, resolved or not, by row, in the order in which it was found.
///
/// # Errors
/// When the database does not answer.
pub async fn said_by(
    db: &impl Db,
    file: CensusFileId,
    task: Task,
    rows: &[u32],
) -> Result<BTreeMap<u32, Vec<StoredIssue>>> {
    by_row(db, about(file, rows).filter(Column::Task.eq(task.number()))).await
}

/// The unresolved warnings about some rows that should have been seen when somebody decides on their import, by row, in the order in which they
/// were found: those of the match, and of the validation that somebody may have left.
///
/// # Errors
/// When the database does not answer.
pub async fn before_import(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<BTreeMap<u32, Vec<StoredIssue>>> {
    let leaving = IssueKind::ALL.iter().filter(|kind| kind.speaks_of_leaving()).map(|kind| kind.number());
    let wanted = Column::Task.eq(Task::MatchEmployees.number()).or(Column::Kind.is_in(leaving));
    let open = about(file, rows)
        .filter(Column::ResolvedAt.is_null())
        .filter(Column::Severity.eq(severity_number(Severity::Warning)));
    by_row(db, open.filter(wanted)).await
}

fn about(file: CensusFileId, rows: &[u32]) -> Select<Entity> {
    Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
}

async fn by_row(db: &impl Db, query: Select<Entity>) -> Result<BTreeMap<u32, Vec<StoredIssue>>> {
    let mut found: BTreeMap<u32, Vec<StoredIssue>> = BTreeMap::new();
    let rows = query.order_by_asc(Column::Id).all(db.connection()).await?;
    for issue in rows.into_iter().filter_map(known) {
        if let Some(row) = issue.row {
            found.entry(row).or_default().push(issue);
        }
    }
    Ok(found)
}

/// What is said about files as a whole, resolved or not, by file, in the order in which it was found.
///
/// # Errors
/// When the database does not answer.
pub async fn of_files(db: &impl Db, files: &[CensusFileId]) -> Result<BTreeMap<CensusFileId, Vec<StoredIssue>>> {
    let rows = Entity::find()
        .filter(Column::FileId.is_in(files.iter().map(|file| file.get())))
        .filter(Column::RowNumber.is_null())
        .order_by_asc(Column::Id)
        .all(db.connection())
        .await?;
    let mut found: BTreeMap<CensusFileId, Vec<StoredIssue>> = BTreeMap::new();
    for issue in rows.into_iter().filter_map(known) {
        found.entry(issue.file).or_default().push(issue);
    }
    Ok(found)
}

/// How many rows have an unresolved error of a task.
///
/// # Errors
/// When the database does not answer.
pub async fn rows_with_errors(db: &impl Db, file: CensusFileId, task: Task) -> Result<u32> {
    let n: Option<i64> = Entity::find()
        .select_only()
        .expr_as(Expr::col(Column::RowNumber).count_distinct(), "n")
        .filter(open_errors(file, task))
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(u32::try_from(n.unwrap_or(0)).unwrap_or(u32::MAX))
}

/// How many unresolved errors concern the file as a whole, of one task or of all.
///
/// # Errors
/// When the database does not answer.
pub async fn errors_of_file(db: &impl Db, file: CensusFileId, task: Option<Task>) -> Result<u32> {
    let mut query = Entity::find().filter(open(file, Severity::Error)).filter(Column::RowNumber.is_null());
    if let Some(task) = task {
        query = query.filter(Column::Task.eq(task.number()));
    }
    Ok(u32::try_from(paging::count(db, query.into_query()).await?).unwrap_or(u32::MAX))
}

/// Unresolved errors of a task.
pub(super) fn open_errors(file: CensusFileId, task: Task) -> Condition {
    open_of(file, task, Severity::Error)
}

/// What a task has found of a severity and nobody has resolved.
pub(super) fn open_of(file: CensusFileId, task: Task, severity: Severity) -> Condition {
    open(file, severity).add(Expr::col((Entity, Column::Task)).eq(task.number()))
}

/// What is said of a kind and nobody has resolved.
pub(super) fn open_of_kind(file: CensusFileId, kind: IssueKind) -> Condition {
    open(file, kind.severity()).add(Expr::col((Entity, Column::Kind)).eq(kind.number()))
}

fn open(file: CensusFileId, severity: Severity) -> Condition {
    let of = |column| Expr::col((Entity, column));
    Condition::all()
        .add(of(Column::FileId).eq(file.get()))
        .add(of(Column::Severity).eq(severity_number(severity)))
        .add(of(Column::ResolvedAt).is_null())
}

/// An issue whose task is known; the check of the table lets no other in.
fn known(row: Model) -> Option<StoredIssue> {
    Some(StoredIssue {
        id: row.id,
        file: CensusFileId(row.file_id),
        task: Task::from_number(row.task)?,
        row: row.row_number.map(i32::unsigned_abs),
        field: row.field,
        kind: IssueKind::from_number(row.kind),
        severity: if row.severity == severity_number(Severity::Error) { Severity::Error } else { Severity::Warning },
        value: row.value,
        message: row.message,
        resolved_at: row.resolved_at,
    })
}
