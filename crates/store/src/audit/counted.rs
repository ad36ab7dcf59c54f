//! How long the audit trail is, without counting all of it each time: it only grows, so that what was counted once stays as it is.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::{Expr, Func};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Select};

use crate::entities::audit::{Column, Entity};
use crate::{Db, Result};

/// An entry that is older may be relied on: no transaction that wrote one before it is still open, so that none with a smaller id
/// comes after.
const SETTLED: TimeDelta = TimeDelta::hours(1);

/// The entries up to an id, counted by this process.
#[derive(Debug, Default)]
pub(crate) struct Counted(Mutex<Mark>);

/// So many entries have this id or a smaller one.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    id: i64,
    entries: u64,
}

impl Counted {
    /// All entries.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn count(&self, db: &impl Db, now: DateTime<Utc>) -> Result<u64> {
        let mut mark = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = last_settled(db, mark, now).await?;
        if until > mark.id {
            let settled = Entity::find().filter(Column::Id.gt(mark.id)).filter(Column::Id.lte(until));
            mark = Mark { id: until, entries: mark.entries + number_of(db, settled).await? };
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Another call may have counted further meanwhile.
            if kept.id < mark.id {
                *kept = mark;
            }
        }
        Ok(mark.entries + number_of(db, Entity::find().filter(Column::Id.gt(mark.id))).await?)
    }
}

/// The id before the first entry that is too young to be relied on, or the last id of all.
async fn last_settled(db: &impl Db, mark: Mark, now: DateTime<Utc>) -> Result<i64> {
    let beyond = || Entity::find().select_only().filter(Column::Id.gt(mark.id));
    let young = beyond().expr_as(Func::min(Expr::col(Column::Id)), "id").filter(Column::At.gte(now - SETTLED));
    let young: Option<Option<i64>> = young.into_tuple().one(db.connection()).await?;
    if let Some(Some(first)) = young {
        return Ok(first - 1);
    }
    let last = beyond().expr_as(Func::max(Expr::col(Column::Id)), "id");
    let last: Option<Option<i64>> = last.into_tuple().one(db.connection()).await?;
    Ok(last.flatten().unwrap_or(mark.id))
}

async fn number_of(db: &impl Db, entries: Select<Entity>) -> Result<u64> {
    let count = entries.select_only().expr_as(Func::count(Expr::val(1)), "n");
    let n: Option<i64> = count.into_tuple().one(db.connection()).await?;
    Ok(n.unwrap_or_default().unsigned_abs())
}
