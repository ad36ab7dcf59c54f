//! Working on a job: claiming it, keeping the claim, and ending it.
//!
//! A claim is a lease: a worker that dies loses it, and the job is claimed again. Id and attempt name a claim; a worker
//! whose claim was taken over can no longer end the job.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{GroupId, JobId, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Statement,
    UpdateMany, Value,
};
use serde_json::Value as Json;

use super::State;
use crate::database::connection::sealed::Connected;
use crate::entities::job::{self, Column, Entity};
use crate::{Db, Engine, Error, Result, Store, Tx};

/// A claimed job: the right to work on it until the lease ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// The job.
    pub id: JobId,
    /// Which kind of work.
    pub kind: String,
    /// What to work on.
    pub payload: Json,
    /// Which attempt this is, from 1.
    pub attempt: i32,
    /// Attempts before it is given up.
    pub max_attempts: i32,
    /// The group it works for.
    pub group: Option<GroupId>,
    /// Who asked for it.
    pub created_by: Option<UserId>,
}

impl Claimed {
    /// Whether every attempt was used up and left no word: there is nothing to do but to give the job up.
    pub const fn is_used_up(&self) -> bool {
        self.attempt > self.max_attempts
    }
}

/// Claims the job of a lane that has been due longest, until `now + lease`; one of a group for which another job runs, in whatever lane,
/// stays behind. `holder` names the worker for people to read.
/// Jobs whose lease has ended count as waiting again; after their last attempt they are claimed to be given up
/// ([`Claimed::is_used_up`]), so that whatever they worked on hears of it.
///
/// # Errors
/// When the database does not answer.
pub async fn claim(
    store: &Store,
    lane: i16,
    holder: &str,
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<Option<Claimed>> {
    // Most of the time there is nothing to do, and looking does not need the write lock.
    if next_due(&store.read(), lane).await?.is_none_or(|due| due > now) {
        return Ok(None);
    }
    let tx = store.begin().await?;
    let connection = tx.connection();
    let statement =
        |sql: &str, values: Vec<Value>| Statement::from_sql_and_values(connection.get_database_backend(), sql, values);
    connection.execute_raw(statement(RECLAIM, vec![now.into(), lane.into()])).await?;
    let skip = match store.engine() {
        Engine::Sqlite => "",
        Engine::Postgres => "for update skip locked",
    };
    let values = vec![(now + lease).into(), holder.into(), lane.into(), now.into()];
    let found = connection.query_one_raw(statement(&CLAIM.replace("{skip}", skip), values)).await?;
    let claimed = found.map(|row| job::Model::from_query_result(&row, "")).transpose()?;
    tx.commit_unaudited("a job's lease").await?;
    Ok(claimed.map(Into::into))
}

const RECLAIM: &str = "update job set state = 0, last_error = 'The worker stopped before it was done.', \
    lease_until = null, lease_token = null where state = 1 and lease_until <= $1 and lane = $2";

const CLAIM: &str = "update job set state = 1, attempts = attempts + 1, lease_until = $1, lease_token = $2 \
    where id = (select id from job where state = 0 and lane = $3 and run_at <= $4 \
        and not exists (select 1 from job beside where beside.state = 1 and beside.group_id = job.group_id) \
        order by run_at, id limit 1 {skip}) \
    returning *";

/// When there is next something to claim in a lane: a waiting job that becomes due or a lease that ends. May be past.
///
/// # Errors
/// When the database does not answer.
pub async fn next_due(db: &impl Db, lane: i16) -> Result<Option<DateTime<Utc>>> {
    let earliest = async |state: State, column: Column| -> Result<Option<DateTime<Utc>>> {
        let found: Option<Option<DateTime<Utc>>> = Entity::find()
            .select_only()
            .column(column)
            .filter(Column::State.eq(state.number()))
            .filter(Column::Lane.eq(lane))
            .order_by_asc(column)
            .limit(1)
            .into_tuple()
            .one(db.connection())
            .await?;
        Ok(found.flatten())
    };
    let waiting = earliest(State::Waiting, Column::RunAt).await?;
    let leased = earliest(State::Running, Column::LeaseUntil).await?;
    Ok(waiting.into_iter().chain(leased).min())
}

/// Ends a job that is done. In the transaction of the work itself, the two cannot come apart.
///
/// # Errors
/// [`Error::LeaseLost`] when another worker has taken over.
pub async fn finish(tx: &Tx, claimed: &Claimed, now: DateTime<Utc>) -> Result<()> {
    let ended = ended(claimed, State::Finished, now).col_expr(Column::LastError, Expr::value(None::<String>));
    applied(tx, ended).await
}

/// Lets a job be claimed again from `run_at` on; false, and nothing changed, after its last attempt: then [`fail`] it.
///
/// # Errors
/// [`Error::LeaseLost`] when another worker has taken over.
pub async fn retry(tx: &Tx, claimed: &Claimed, run_at: DateTime<Utc>, error: &str) -> Result<bool> {
    if claimed.attempt >= claimed.max_attempts {
        return Ok(false);
    }
    let waiting = released(claimed, State::Waiting)
        .col_expr(Column::RunAt, Expr::value(run_at))
        .col_expr(Column::LastError, Expr::value(error));
    applied(tx, waiting).await?;
    Ok(true)
}

/// Gives a job up.
///
/// # Errors
/// [`Error::LeaseLost`] when another worker has taken over.
pub async fn fail(tx: &Tx, claimed: &Claimed, error: &str, now: DateTime<Utc>) -> Result<()> {
    applied(tx, ended(claimed, State::Failed, now).col_expr(Column::LastError, Expr::value(error))).await
}

/// Keeps a claim until another instant.
///
/// # Errors
/// [`Error::LeaseLost`] when another worker has taken over; then stop working.
pub async fn extend(tx: &Tx, claimed: &Claimed, until: DateTime<Utc>) -> Result<()> {
    applied(tx, held(claimed).col_expr(Column::LeaseUntil, Expr::value(until))).await
}

/// Notes how much is done of how much.
///
/// # Errors
/// [`Error::LeaseLost`] when another worker has taken over; then stop working.
pub async fn progress(tx: &Tx, claimed: &Claimed, done: i32, total: Option<i32>) -> Result<()> {
    let noted = held(claimed).col_expr(Column::Done, Expr::value(done)).col_expr(Column::Total, Expr::value(total));
    applied(tx, noted).await
}

/// An update of the job as long as the claim holds.
fn held(claimed: &Claimed) -> UpdateMany<Entity> {
    Entity::update_many()
        .filter(Column::Id.eq(claimed.id.get()))
        .filter(Column::State.eq(State::Running.number()))
        .filter(Column::Attempts.eq(claimed.attempt))
}

fn released(claimed: &Claimed, state: State) -> UpdateMany<Entity> {
    held(claimed)
        .col_expr(Column::State, Expr::value(state.number()))
        .col_expr(Column::LeaseUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(Column::LeaseToken, Expr::value(None::<String>))
}

fn ended(claimed: &Claimed, state: State, now: DateTime<Utc>) -> UpdateMany<Entity> {
    released(claimed, state).col_expr(Column::FinishedAt, Expr::value(now))
}

async fn applied(tx: &Tx, update: UpdateMany<Entity>) -> Result<()> {
    match update.exec(tx.connection()).await?.rows_affected {
        1 => Ok(()),
        _ => Err(Error::LeaseLost),
    }
}

impl From<job::Model> for Claimed {
    fn from(row: job::Model) -> Self {
        Self {
            id: JobId(row.id),
            kind: row.kind,
            payload: row.payload,
            attempt: row.attempts,
            max_attempts: row.max_attempts,
            group: row.group_id.map(GroupId),
            created_by: row.created_by.map(UserId),
        }
    }
}
