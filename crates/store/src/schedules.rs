//! Recurring work: when it is due next, and firing it once however many processes look.
//!
//! What a cron expression means is not known here; the caller reckons the instant after the one that is due.

use chrono::{DateTime, SecondsFormat, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, ExprTrait as _, QueryFilter, QueryOrder};

use crate::database::connection::sealed::Connected;
use crate::entities::schedule::{ActiveModel, Column, Entity, Model};
use crate::queue::{self, Enqueued, NewJob};
use crate::{Db, Result, Tx};

/// Recurring work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// Its name, which is also the beginning of its jobs' dedupe keys.
    pub name: String,
    /// When it recurs.
    pub cron: String,
    /// When it is due next.
    pub next_at: DateTime<Utc>,
    /// Whether it fires at all.
    pub enabled: bool,
}

/// Makes a schedule known; `next_at` is the first instant after `now` at which it recurs. One that is known and to come gets that instant
/// as well: its recurrence may have changed since, or the business time that it is meant in. One that is overdue stays so, and is fired.
///
/// # Errors
/// When the database refuses.
pub async fn define(tx: &Tx, name: &str, cron: &str, next_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel {
        name: Set(name.to_owned()),
        cron: Set(cron.to_owned()),
        next_at: Set(next_at),
        updated_at: Set(now),
        ..Default::default()
    };
    let inserted = Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(tx.connection())
        .await;
    match inserted {
        Ok(_) | Err(DbErr::RecordNotInserted) => {}
        Err(error) => return Err(error.into()),
    }
    let to_come = Column::NextAt.gt(now);
    let next = Expr::case(to_come.clone(), next_at).finally(Expr::col(Column::NextAt));
    Entity::update_many()
        .col_expr(Column::Cron, Expr::value(cron))
        .col_expr(Column::NextAt, next.into())
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Name.eq(name))
        .filter(Column::Cron.ne(cron).or(to_come.and(Column::NextAt.ne(next_at))))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Those that are due, the longest due first.
///
/// # Errors
/// When the database does not answer.
pub async fn due(db: &impl Db, now: DateTime<Utc>) -> Result<Vec<Schedule>> {
    let rows = Entity::find()
        .filter(Column::Enabled.eq(true))
        .filter(Column::NextAt.lte(now))
        .order_by_asc(Column::NextAt)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Enqueues the job of a schedule that is due and moves the schedule on to `following`. `None` when another process has
/// fired it since it was read, or it was changed. The job's dedupe key is the schedule's name and the instant it was due.
///
/// # Errors
/// When the database refuses.
pub async fn fire(
    tx: &Tx,
    schedule: &Schedule,
    following: DateTime<Utc>,
    job: NewJob,
    now: DateTime<Utc>,
) -> Result<Option<Enqueued>> {
    let due = schedule.next_at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let key = format!("{}@{due}", schedule.name);
    let moved = Entity::update_many()
        .col_expr(Column::NextAt, Expr::value(following))
        .col_expr(Column::LastKey, Expr::value(key.as_str()))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Name.eq(schedule.name.as_str()))
        .filter(Column::NextAt.eq(schedule.next_at))
        .filter(Column::Enabled.eq(true))
        .exec(tx.connection())
        .await?;
    if moved.rows_affected == 0 {
        return Ok(None);
    }
    queue::enqueue(tx, &NewJob { dedupe_key: Some(key), ..job }, now).await.map(Some)
}

impl From<Model> for Schedule {
    fn from(row: Model) -> Self {
        Self { name: row.name, cron: row.cron, next_at: row.next_at, enabled: row.enabled }
    }
}
