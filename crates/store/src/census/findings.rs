//! What is wrong with the rows of a file, put together by kind and field: how many rows, with which values, and which rows.

use std::collections::HashMap;

use domain::census::file::Task;
use domain::census::{IssueKind, Severity};
use domain::{CensusFileId, Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Statement,
};

use super::issues::severity_number;
use super::records::{StoredRecord, whole};
use crate::database::paging::{self, Sorts, key};
use crate::entities::census_issue::{Column, Entity};
use crate::entities::census_record;
use crate::{Db, Result};

/// Unresolved issues of rows of one kind in one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which kind.
    pub kind: IssueKind,
    /// The field's name on the wire; `None` for whole rows.
    pub field: Option<String>,
    /// Whether it holds the rows back.
    pub severity: Severity,
    /// How many rows have it.
    pub rows: u32,
}

/// A kind and its field; `None` for whole rows.
pub type Found = (IssueKind, Option<String>);

/// A value that could not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongValue {
    /// As it stands in the file, cut to 200 characters.
    pub value: String,
    /// How many rows have it.
    pub rows: u32,
}

/// Which issues are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingFilter {
    /// The task that found them.
    pub task: Task,
    /// Of this kind.
    pub kind: IssueKind,
    /// In this field; `None` for whole rows.
    pub field: Option<String>,
    /// With this value in the file; whatever it is when `None`.
    pub value: Option<String>,
}

/// What a task has found in rows and nobody has resolved, errors first, then by kind.
///
/// # Errors
/// When the database does not answer.
pub async fn findings(db: &impl Db, file: CensusFileId, task: Task) -> Result<Vec<Finding>> {
    let rows: Vec<(i16, i16, Option<String>, i64)> = open(file, task)
        .select_only()
        .columns([Column::Severity, Column::Kind, Column::Field])
        .expr_as(Expr::col(Column::RowNumber).count_distinct(), "n")
        .group_by(Column::Severity)
        .group_by(Column::Kind)
        .group_by(Column::Field)
        .order_by_asc(Column::Severity)
        .order_by_asc(Column::Kind)
        .order_by_asc(Column::Field)
        .into_tuple()
        .all(db.connection())
        .await?;
    let known = |(severity, kind, field, n): (i16, i16, Option<String>, i64)| {
        let is_error = severity == severity_number(Severity::Error);
        Some(Finding {
            kind: IssueKind::from_number(kind)?,
            field,
            severity: if is_error { Severity::Error } else { Severity::Warning },
            rows: counted(n),
        })
    };
    Ok(rows.into_iter().filter_map(known).collect())
}

/// The values of what a task has found and nobody has resolved: of each kind and field the most frequent ones first, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn values(
    db: &impl Db,
    file: CensusFileId,
    task: Task,
    limit: u64,
) -> Result<HashMap<Found, Vec<WrongValue>>> {
    let sql = "select kind, field, value, n from (select kind, field, value, n, \
               row_number() over (partition by kind, field order by n desc, value) as place from (\
               select kind, field, value, count(*) as n from census_issue where file_id = $1 and task = $2 \
               and resolved_at is null and row_number is not null and value is not null \
               group by kind, field, value) counted) ranked where place <= $3 order by kind, field, place";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = [file.get().into(), task.number().into(), limit.into()];
    let statement = Statement::from_sql_and_values(db.connection().get_database_backend(), sql, values);
    let mut found: HashMap<Found, Vec<WrongValue>> = HashMap::new();
    for row in db.connection().query_all_raw(statement).await? {
        let (kind, field, n): (i16, Option<String>, i64) =
            (row.try_get("", "kind")?, row.try_get("", "field")?, row.try_get("", "n")?);
        let Some(kind) = IssueKind::from_number(kind) else { continue };
        let value = WrongValue { value: row.try_get("", "value")?, rows: counted(n) };
        found.entry((kind, field)).or_default().push(value);
    }
    Ok(found)
}

/// A page of the rows that have such an issue, in the order of the file.
///
/// # Errors
/// When the database does not answer.
pub async fn records(
    db: &impl Db,
    file: CensusFileId,
    filter: &FindingFilter,
    request: &PageRequest,
) -> Result<Page<StoredRecord>> {
    let query = census_record::Entity::find()
        .filter(census_record::Column::FileId.eq(file.get()))
        .filter(census_record::Column::RowNumber.in_subquery(rows(file, filter)));
    let page = paging::page::<census_record::Model>(db, query, request, &BY_NUMBER).await?;
    Ok(page.map(Into::into))
}

const BY_NUMBER: Sorts = Sorts {
    by: &[("RecordNumber", || vec![])],
    default: ("RecordNumber", false),
    id: || key(census_record::Column::RowNumber),
};

/// The next rows behind `after` that have such an issue, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(
    db: &impl Db,
    file: CensusFileId,
    filter: &FindingFilter,
    after: u32,
    limit: u64,
) -> Result<Vec<u32>> {
    let numbers = next_rows(db, narrowed(open(file, filter.task), filter), after, limit).await?;
    Ok(numbers.into_iter().map(i32::unsigned_abs).collect())
}

/// How many rows behind `after` have such an issue.
///
/// # Errors
/// When the database does not answer.
pub async fn left(db: &impl Db, file: CensusFileId, filter: &FindingFilter, after: u32) -> Result<u32> {
    let n: Option<i64> = narrowed(open(file, filter.task), filter)
        .select_only()
        .expr_as(Expr::col(Column::RowNumber).count_distinct(), "n")
        .filter(Column::RowNumber.gt(whole(after)))
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(counted(n.unwrap_or(0)))
}

/// The next rows behind `after` with an unresolved error of a task, each with what is said, at most `limit` rows.
///
/// # Errors
/// When the database does not answer.
pub async fn failures(
    db: &impl Db,
    file: CensusFileId,
    task: Task,
    after: u32,
    limit: u64,
) -> Result<Vec<(u32, Vec<String>)>> {
    let errors = || open(file, task).filter(Column::Severity.eq(severity_number(Severity::Error)));
    let numbers = next_rows(db, errors(), after, limit).await?;
    let said: Vec<(i32, String)> = errors()
        .select_only()
        .columns([Column::RowNumber, Column::Message])
        .filter(Column::RowNumber.is_in(numbers))
        .order_by_asc(Column::RowNumber)
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut rows: Vec<(u32, Vec<String>)> = Vec::new();
    for (row, message) in said {
        match rows.last_mut().filter(|(last, _)| *last == row.unsigned_abs()) {
            Some((_, messages)) => messages.push(message),
            None => rows.push((row.unsigned_abs(), vec![message])),
        }
    }
    Ok(rows)
}

/// The next rows behind `after` that have one of the issues, at most `limit`.
async fn next_rows(db: &impl Db, issues: Select<Entity>, after: u32, limit: u64) -> Result<Vec<i32>> {
    let rows = issues
        .select_only()
        .column(Column::RowNumber)
        .distinct()
        .filter(Column::RowNumber.gt(whole(after)))
        .order_by_asc(Column::RowNumber)
        .limit(limit);
    Ok(rows.into_tuple().all(db.connection()).await?)
}

/// Unresolved issues of rows.
fn open(file: CensusFileId, task: Task) -> Select<Entity> {
    Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Task.eq(task.number()))
        .filter(Column::ResolvedAt.is_null())
        .filter(Column::RowNumber.is_not_null())
}

fn narrowed(query: Select<Entity>, filter: &FindingFilter) -> Select<Entity> {
    let query = query.filter(Column::Kind.eq(filter.kind.number()));
    let query = match &filter.field {
        Some(field) => query.filter(Column::Field.eq(field)),
        None => query.filter(Column::Field.is_null()),
    };
    match &filter.value {
        Some(value) => query.filter(Column::Value.eq(value)),
        None => query,
    }
}

fn rows(file: CensusFileId, filter: &FindingFilter) -> SelectStatement {
    narrowed(open(file, filter.task), filter).select_only().column(Column::RowNumber).into_query()
}

fn counted(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
