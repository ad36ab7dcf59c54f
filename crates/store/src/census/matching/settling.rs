//! What is settled of what was said about rows. Issues that a correction has settled go; those of a row that was set aside are resolved
//! as long as it is, and stand again when it is taken back in.

use chrono::{DateTime, Utc};
use domain::CensusFileId;
use domain::census::file::Task;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::super::records::whole;
use crate::database::connection::sealed::Connected;
use crate::entities::census_issue::{Column, Entity};
use crate::row_set::ROWS_A_STATEMENT;
use crate::{Result, Tx};

/// Calls everything resolved that some tasks have said about some rows.
///
/// # Errors
/// When the database refuses.
pub async fn resolve_rows(tx: &Tx, file: CensusFileId, tasks: &[Task], rows: &[u32], at: DateTime<Utc>) -> Result<()> {
    for rows in rows.chunks(ROWS_A_STATEMENT) {
        Entity::update_many()
            .col_expr(Column::ResolvedAt, Expr::value(at))
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::Task.is_in(tasks.iter().map(|task| task.number())))
            .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
            .filter(Column::ResolvedAt.is_null())
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}

/// Lets resolved issues stand again.
///
/// # Errors
/// When the database refuses.
pub async fn reopen(tx: &Tx, file: CensusFileId, issues: &[i64]) -> Result<()> {
    for ids in issues.chunks(ROWS_A_STATEMENT) {
        Entity::update_many()
            .col_expr(Column::ResolvedAt, Expr::value(None::<DateTime<Utc>>))
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}

/// Removes issues that a correction has settled.
///
/// # Errors
/// When the database refuses.
pub async fn remove(tx: &Tx, file: CensusFileId, issues: &[i64]) -> Result<()> {
    for ids in issues.chunks(ROWS_A_STATEMENT) {
        Entity::delete_many()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}

/// Removes everything that a task has said about some rows, for rows that a person has corrected as a whole.
///
/// # Errors
/// When the database refuses.
pub async fn remove_of_rows(tx: &Tx, file: CensusFileId, task: Task, rows: &[u32]) -> Result<()> {
    for rows in rows.chunks(ROWS_A_STATEMENT) {
        Entity::delete_many()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::Task.eq(task.number()))
            .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}
