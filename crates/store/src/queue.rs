//! Work for the background: enqueued in the transaction that causes it, claimed by one worker at a time
//! (rules.md#guarded-by-the-schema).
//!
//! Time is always an argument.

mod claims;

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::{GroupId, JobId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use serde_json::Value as Json;

use crate::database::connection::sealed::Connected;
use crate::entities::job::{self, Column, Entity};
use crate::error::damaged;
use crate::row_set::{self, Instant, Kind};
use crate::{Db, Error, Result, Tx, scope};

pub use claims::{Claimed, claim, extend, fail, finish, next_due, progress, retry};

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// To be claimed once it is due.
    Waiting = 0,
    /// Claimed.
    Running = 1,
    /// Done.
    Finished = 2,
    /// Given up; stays for a person to look at.
    Failed = 3,
    /// Taken back before it ran.
    Cancelled = 4,
}

impl State {
    const ALL: [Self; 5] = [Self::Waiting, Self::Running, Self::Finished, Self::Failed, Self::Cancelled];

    const fn number(self) -> i16 {
        self as i16
    }

    fn from_number(number: i16) -> Result<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number).ok_or_else(|| damaged("the state of a job"))
    }
}

/// A job to be enqueued.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    /// Which kind of work, as registered with the runner.
    pub kind: String,
    /// What to work on.
    pub payload: Json,
    /// Workers of one lane never wait for the work of another, but for that of the same group.
    pub lane: i16,
    /// When it may begin.
    pub run_at: DateTime<Utc>,
    /// At most one waiting or running job has this key.
    pub dedupe_key: Option<String>,
    /// The group it works for, if it is one: of a group one job runs at a time.
    pub group: Option<GroupId>,
    /// Who asked for it.
    pub created_by: Option<UserId>,
    /// Claims before it is given up, at least 1.
    pub max_attempts: i32,
}

/// What became of a job to be enqueued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enqueued {
    /// It waits.
    New(JobId),
    /// One with its dedupe key is waiting or running already.
    Already(JobId),
}

impl Enqueued {
    /// The job that does the work.
    pub const fn id(self) -> JobId {
        match self {
            Self::New(id) | Self::Already(id) => id,
        }
    }
}

/// A job as shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The job.
    pub id: JobId,
    /// Which kind of work.
    pub kind: String,
    /// Where it stands.
    pub state: State,
    /// Claims so far.
    pub attempts: i32,
    /// How much is done.
    pub done: i32,
    /// Of how much, once known.
    pub total: Option<i32>,
    /// What went wrong last.
    pub last_error: Option<String>,
    /// When it may begin, or began.
    pub run_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Enqueues a job; it runs only if the transaction commits.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue(tx: &Tx, job: &NewJob, now: DateTime<Utc>) -> Result<Enqueued> {
    loop {
        let inserted = Entity::insert(row(job, now))
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec(tx.connection())
            .await;
        match inserted {
            Ok(inserted) => return Ok(Enqueued::New(JobId(inserted.last_insert_id))),
            Err(DbErr::RecordNotInserted) => {}
            Err(error) => return Err(error.into()),
        }
        // The other one may have ended in between; then there is room for this one.
        if let Some(id) = live(tx, job.dedupe_key.as_deref()).await? {
            return Ok(Enqueued::Already(id));
        }
    }
}

/// Enqueues jobs, however many. One whose dedupe key waits or runs already is left out.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_many(tx: &Tx, jobs: &[NewJob], now: DateTime<Utc>) -> Result<()> {
    // The condition tells SQLite that the conflict clause is no part of a join.
    let sql = format!("{} where true on conflict do nothing", row_set::insert_sql("job", COLUMNS));
    for jobs in jobs.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<JobRow<'_>> = jobs.iter().map(|job| JobRow::of(job, now)).collect();
        row_set::execute(tx, &sql, COLUMNS, &rows, Vec::new()).await?;
    }
    Ok(())
}

#[derive(Serialize)]
struct JobRow<'a> {
    kind: &'a str,
    payload: &'a Json,
    lane: i16,
    run_at: Instant,
    max_attempts: i32,
    dedupe_key: Option<&'a str>,
    group_id: Option<i64>,
    created_by: Option<i64>,
    created_at: Instant,
}

const COLUMNS: &row_set::Columns = &[
    ("kind", Kind::Text),
    ("payload", Kind::Json),
    ("lane", Kind::Small),
    ("run_at", Kind::Instant),
    ("max_attempts", Kind::Int),
    ("dedupe_key", Kind::Text),
    ("group_id", Kind::Long),
    ("created_by", Kind::Long),
    ("created_at", Kind::Instant),
];

impl<'a> JobRow<'a> {
    fn of(job: &'a NewJob, now: DateTime<Utc>) -> Self {
        Self {
            kind: &job.kind,
            payload: &job.payload,
            lane: job.lane,
            run_at: Instant(job.run_at),
            max_attempts: job.max_attempts.max(1),
            dedupe_key: job.dedupe_key.as_deref(),
            group_id: job.group.map(GroupId::get),
            created_by: job.created_by.map(UserId::get),
            created_at: Instant(now),
        }
    }
}

fn row(job: &NewJob, now: DateTime<Utc>) -> job::ActiveModel {
    job::ActiveModel {
        kind: Set(job.kind.clone()),
        payload: Set(job.payload.clone()),
        lane: Set(job.lane),
        run_at: Set(job.run_at),
        dedupe_key: Set(job.dedupe_key.clone()),
        group_id: Set(job.group.map(GroupId::get)),
        created_by: Set(job.created_by.map(UserId::get)),
        max_attempts: Set(job.max_attempts.max(1)),
        created_at: Set(now),
        ..Default::default()
    }
}

async fn live(tx: &Tx, dedupe_key: Option<&str>) -> Result<Option<JobId>> {
    let id: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::DedupeKey.eq(dedupe_key))
        .filter(Column::State.is_in([State::Waiting.number(), State::Running.number()]))
        .into_tuple()
        .one(tx.connection())
        .await?;
    Ok(id.map(JobId))
}

/// Takes a waiting job back; says whether it was still waiting.
///
/// # Errors
/// When the database refuses.
pub async fn cancel(tx: &Tx, id: JobId, now: DateTime<Utc>) -> Result<bool> {
    let cancelled = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Cancelled.number()))
        .col_expr(Column::FinishedAt, Expr::value(now))
        .filter(Column::Id.eq(id.get()))
        .filter(Column::State.eq(State::Waiting.number()));
    Ok(cancelled.exec(tx.connection()).await?.rows_affected == 1)
}

/// One job of a group in scope; jobs of no group are seen by those who see everything.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: JobId) -> Result<Job> {
    let found =
        Entity::find_by_id(id.get()).filter(scope::group_column(scope, Column::GroupId)).one(db.connection()).await?;
    found.ok_or(Error::NotFound)?.try_into()
}

/// How many jobs of each lane are in each state, for metrics and for tests.
///
/// # Errors
/// When the database does not answer.
pub async fn counts(db: &impl Db) -> Result<Vec<(i16, State, u64)>> {
    let rows: Vec<(i16, i16, i64)> = Entity::find()
        .select_only()
        .columns([Column::Lane, Column::State])
        .column_as(Column::Id.count(), "n")
        .group_by(Column::Lane)
        .group_by(Column::State)
        .order_by_asc(Column::Lane)
        .order_by_asc(Column::State)
        .into_tuple()
        .all(db.connection())
        .await?;
    rows.into_iter().map(|(lane, state, n)| Ok((lane, State::from_number(state)?, n.unsigned_abs()))).collect()
}

/// Forgets jobs that finished or were cancelled before an instant; failed ones stay. Gives how many.
///
/// # Errors
/// When the database refuses.
pub async fn forget(tx: &Tx, before: DateTime<Utc>) -> Result<u64> {
    let old = Entity::delete_many()
        .filter(Column::State.is_in([State::Finished.number(), State::Cancelled.number()]))
        .filter(Column::FinishedAt.lt(before));
    Ok(old.exec(tx.connection()).await?.rows_affected)
}

impl TryFrom<job::Model> for Job {
    type Error = Error;

    fn try_from(row: job::Model) -> Result<Self> {
        Ok(Self {
            id: JobId(row.id),
            kind: row.kind,
            state: State::from_number(row.state)?,
            attempts: row.attempts,
            done: row.done,
            total: row.total,
            last_error: row.last_error,
            run_at: row.run_at,
            finished_at: row.finished_at,
        })
    }
}
