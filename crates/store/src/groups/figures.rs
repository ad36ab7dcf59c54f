//! The figures of a group's twelve months (rules.md#figures-of-a-group). Each query gives few rows, for a group of any size.

use chrono::{DateTime, NaiveDate, Utc};
use domain::groups::figures::HeadCounts;
use domain::members::status::Status;
use domain::{CensusFileId, GroupId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::{census_file, group_count, status_change};
use crate::{Db, Result};

/// The active members of a group over the days from `first` to `last`.
///
/// # Errors
/// When the database does not answer.
pub async fn head_counts(db: &impl Db, group: GroupId, first: NaiveDate, last: NaiveDate) -> Result<HeadCounts> {
    let (before, changes, joined, left) = tokio::try_join!(
        active_before(db, group, first),
        active_changes(db, group, first, last),
        spans(db, group, status_change::Column::EffectiveOn, (first, last)),
        spans(db, group, status_change::Column::UntilOn, (first, last)),
    )?;
    Ok(HeadCounts { before, changes, joined, left })
}

async fn active_before(db: &impl Db, group: GroupId, first: NaiveDate) -> Result<i64> {
    use group_count::Column::{Day, GroupId as Group};
    let sum: Option<Option<i64>> = group_count::Entity::find()
        .select_only()
        .expr_as(active_sum(), "active")
        .filter(Group.eq(group.get()))
        .filter(Day.lt(first))
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(sum.flatten().unwrap_or(0))
}

async fn active_changes(
    db: &impl Db,
    group: GroupId,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Vec<(NaiveDate, i64)>> {
    use group_count::Column::{Day, GroupId as Group};
    Ok(group_count::Entity::find()
        .select_only()
        .column(Day)
        .expr_as(active_sum(), "active")
        .filter(Group.eq(group.get()))
        .filter(Day.between(first, last))
        .group_by(Day)
        .into_tuple()
        .all(db.connection())
        .await?)
}

/// How many active spans begin, or end, on each of the days.
async fn spans(
    db: &impl Db,
    group: GroupId,
    on: status_change::Column,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<Vec<(NaiveDate, i64)>> {
    use status_change::Column::{CancelledAt, GroupId as Group};
    // The status is written out: only so do both engines see that the index of active spans will do.
    debug_assert_eq!(Status::Active.number(), 0);
    let active = Condition::all().add(Expr::cust("status_change.status = 0")).add(CancelledAt.is_null());
    Ok(status_change::Entity::find()
        .select_only()
        .column(on)
        .expr_as(Func::count(Expr::val(1)), "n")
        .filter(Group.eq(group.get()))
        .filter(active)
        .filter(on.between(first, last))
        .group_by(on)
        .into_tuple()
        .all(db.connection())
        .await?)
}

fn active_sum() -> Expr {
    let column = Expr::col((group_count::Entity, group_count::Column::Active));
    Expr::from(Func::sum(column)).cast_as(Alias::new("bigint"))
}

/// A census file that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastImport {
    /// The file.
    pub file: CensusFileId,
    /// What it was called.
    pub name: String,
    /// When its import ended.
    pub at: DateTime<Utc>,
}

/// The file of a group that was imported last and was not undone.
///
/// # Errors
/// When the database does not answer.
pub async fn last_import(db: &impl Db, group: GroupId) -> Result<Option<LastImport>> {
    use census_file::Column::{DeletedAt, GroupId as Group, Id, OriginalFileName, ProcessedAt, UndoneAt};
    let found: Option<(i64, String, DateTime<Utc>)> = census_file::Entity::find()
        .select_only()
        .columns([Id, OriginalFileName, ProcessedAt])
        .filter(Group.eq(group.get()))
        .filter(DeletedAt.is_null())
        .filter(ProcessedAt.is_not_null())
        .filter(UndoneAt.is_null())
        .order_by_desc(ProcessedAt)
        .order_by_desc(Id)
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(found.map(|(id, name, at)| LastImport { file: CensusFileId(id), name, at }))
}
