//! Keeping the counters what they are derived from: comparing them with the members and their timeline, making them anew, and
//! folding days long past into the base row (rules.md#counters).

use chrono::NaiveDate;
use domain::GroupId;
use domain::members::status::BASE_DAY;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use super::MemberCounts;
use crate::database::connection::sealed::Connected;
use crate::{Db, Engine, Result, Tx};

/// A group whose counters say something else than its members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drift {
    /// The group.
    pub group: GroupId,
    /// What the counters say, on the day asked for.
    pub counted: MemberCounts,
    /// What the members and their timeline say on that day.
    pub actual: MemberCounts,
}

/// What the counters add up to on a day, and when everything scheduled has happened.
const COUNTED: &str = "select group_id, sum(total) as total, sum(case when day <= $1 then active else 0 end) as active, \
     sum(active) as in_the_end from group_count group by group_id";

/// The same, counted from the timeline.
const ACTUAL: &str = "select g.group_id, max(g.total) as total, max(g.active) as active, max(g.in_the_end) as in_the_end from ( \
     select group_id, count(*) as total, 0 as active, 0 as in_the_end from member group by group_id \
     union all \
     select group_id, 0, sum(case when effective_on <= $1 and (until_on is null or until_on > $1) then 1 else 0 end), \
     sum(case when until_on is null then 1 else 0 end) \
     from status_change where status = 0 and cancelled_at is null group by group_id) g group by g.group_id";

/// Groups whose counters are wrong on `day`, or will be once everything scheduled has happened.
///
/// # Errors
/// When the database does not answer.
pub async fn drifted(db: &impl Db, day: NaiveDate) -> Result<Vec<Drift>> {
    let sql = format!(
        "select e.id as group_id, cast(coalesce(c.total, 0) as bigint) as counted_total, \
         cast(coalesce(c.active, 0) as bigint) as counted_active, cast(coalesce(a.total, 0) as bigint) as total, \
         cast(coalesce(a.active, 0) as bigint) as active from employer_group e \
         left join ({COUNTED}) c on c.group_id = e.id left join ({ACTUAL}) a on a.group_id = e.id \
         where coalesce(c.total, 0) <> coalesce(a.total, 0) or coalesce(c.active, 0) <> coalesce(a.active, 0) \
         or coalesce(c.in_the_end, 0) <> coalesce(a.in_the_end, 0) order by e.id"
    );
    let rows = db.connection().query_all_raw(statement(db, sql, [day.into()])).await?;
    let found = rows.iter().map(|row| Found::from_query_result(row, ""));
    Ok(found.map(|row| row.map(Into::into)).collect::<std::result::Result<_, _>>()?)
}

/// Makes the counters of a group anew from its members and their timeline. Keeps every writer of counters waiting until the
/// transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn rebuild(tx: &Tx, group: GroupId) -> Result<()> {
    let connection = tx.connection();
    if tx.engine() == Engine::Postgres {
        connection.execute_unprepared("lock table group_count in share row exclusive mode").await?;
    }
    for sql in [
        "delete from group_count where group_id = $1",
        "insert into group_count (group_id, day, slot, total, active) \
         select group_id, $2, 0, count(*), 0 from member where group_id = $1 group by group_id",
        "insert into group_count (group_id, day, slot, total, active) \
         select group_id, day, 0, 0, sum(step) from ( \
         select group_id, effective_on as day, 1 as step from status_change \
         where group_id = $1 and status = 0 and cancelled_at is null \
         union all select group_id, until_on, -1 from status_change \
         where group_id = $1 and status = 0 and cancelled_at is null and until_on is not null) steps \
         where day <> $2 group by group_id, day having sum(step) <> 0",
    ] {
        let values =
            if sql.contains("$2") { vec![group.get().into(), BASE_DAY.into()] } else { vec![group.get().into()] };
        connection.execute_raw(statement(tx, sql.to_owned(), values)).await?;
    }
    Ok(())
}

/// Adds the days before `day` to the base rows, and the base rows of a group to one, in all groups: so a group keeps few rows however
/// long it lives.
///
/// # Errors
/// When the database does not answer.
pub async fn fold(tx: &Tx, day: NaiveDate) -> Result<()> {
    const PAST: &str = "group_count where (day > $2 or slot <> 0) and day < $1";
    const BASE: &str = "insert into group_count (group_id, day, slot, total, active)";
    const ADD: &str = "on conflict (group_id, day, slot) do update set \
         total = group_count.total + excluded.total, active = group_count.active + excluded.active";
    let sums = "select group_id, cast($2 as date), 0, sum(total), sum(active)";
    let statements = match tx.engine() {
        // In one statement, so that what another transaction adds meanwhile is either folded or left, never lost.
        Engine::Postgres => vec![format!(
            "with past as (delete from {PAST} returning group_id, total, active) {BASE} {sums} from past group by group_id {ADD}"
        )],
        Engine::Sqlite => vec![
            format!("{BASE} {} from {PAST} group by group_id {ADD}", sums.replace("cast($2 as date)", "$2")),
            format!("delete from {PAST}"),
        ],
    };
    for sql in statements {
        tx.connection().execute_raw(statement(tx, sql, [day.into(), BASE_DAY.into()])).await?;
    }
    Ok(())
}

fn statement(db: &impl Db, sql: String, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(db.connection().get_database_backend(), sql, values)
}

#[derive(FromQueryResult)]
struct Found {
    group_id: i64,
    counted_total: i64,
    counted_active: i64,
    total: i64,
    active: i64,
}

impl From<Found> for Drift {
    fn from(row: Found) -> Self {
        Self {
            group: GroupId(row.group_id),
            counted: MemberCounts { total: row.counted_total, active: row.counted_active },
            actual: MemberCounts { total: row.total, active: row.active },
        }
    }
}
