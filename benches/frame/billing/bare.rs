//! The same bills as somebody would write them by hand for this one month: one statement a step, sets as arrays, of the months before only the
//! last looked at, nothing frozen but ids, and no audit. Arrays are put together by PostgreSQL's `intarray`.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use sqlx::{AssertSqlSafe, PgPool};

use super::HISTORY;
use super::fill::{Fill, month};
use crate::bare::Bare;

const TABLES: &str = "create extension if not exists intarray; \
     create table if not exists bare_line (group_id bigint, month integer, kind integer, n integer, cents bigint, ids integer[]); \
     create index if not exists ix_bare_line on bare_line (month, group_id)";

/// Who is active at a cut-off, by group.
const ACTIVE: &str = "select group_id, array_agg(cast(member_id as integer) order by member_id) as ids from status_change \
     where status = 0 and cancelled_at is null and effective_on <= date '$cut' and (until_on is null or until_on > date '$cut') \
     group by group_id";

/// The month, then what of the one before was billed otherwise than it is now.
const FULL: [&str; 2] = [
    "insert into bare_line select group_id, $month, 0, cardinality(ids), cardinality(ids) * 4900, ids from ($active) a",
    "with due as ($before), member_month as (\
       select group_id, unnest(ids) as id, 1 as due, 0 as billed from due union all \
       select group_id, unnest(ids), 0, 1 from bare_line where month = $month - 1 and kind = 0), \
     net as (select group_id, id, sum(due) - sum(billed) as net from member_month group by group_id, id having sum(due) <> sum(billed)) \
     insert into bare_line select group_id, $month - 1, case when net > 0 then 1 else 2 end, count(*), net * count(*) * 4900, \
       array_agg(id order by id) from net group by group_id, net",
];

/// The same from the month before, by those of whom something was recorded or came into effect since.
const SINCE: [&str; 3] = [
    "create temp table bare_changed on commit drop as \
       select distinct group_id, cast(member_id as integer) as id from status_change where recorded_at > '$since' or cancelled_at > '$since' \
       or (effective_on > date '$cut_before' and effective_on <= date '$cut')",
    "create temp table bare_state on commit drop as \
       select c.group_id, c.id, \
       exists (select 1 from status_change s where s.member_id = c.id and s.status = 0 and s.cancelled_at is null \
         and s.effective_on <= date '$cut' and (s.until_on is null or s.until_on > date '$cut')) as now, \
       exists (select 1 from status_change s where s.member_id = c.id and s.status = 0 and s.cancelled_at is null \
         and s.effective_on <= date '$cut_before' and (s.until_on is null or s.until_on > date '$cut_before')) as due \
       from bare_changed c",
    "with state as (select group_id, array_agg(id) as all_ids, coalesce(array_agg(id) filter (where now), '{}') as now, \
       coalesce(array_agg(id) filter (where due), '{}') as due from bare_state group by group_id), \
     line as (select b.group_id, b.ids as billed, s.all_ids, s.now, s.due from bare_line b left join state s using (group_id) \
       where b.month = $month - 1 and b.kind = 0), \
     charged as (insert into bare_line select group_id, $month, 0, icount(ids), icount(ids) * 4900, ids from (select group_id, \
       case when all_ids is null then billed else (billed - all_ids) | now end as ids from line) x) \
     insert into bare_line select group_id, $month - 1, kind, icount(ids), icount(ids) * 4900, ids from ( \
       select group_id, 1 as kind, due - (billed & all_ids) as ids from line where all_ids is not null union all \
       select group_id, 2, (billed & all_ids) - due from line where all_ids is not null) c where icount(ids) > 0",
];

/// How long the month takes in full and from the month before.
pub async fn bills(fill: &Fill) -> anyhow::Result<[Duration; 2]> {
    let Bare::Postgres(pool) = fill.bare() else { anyhow::bail!("arrays are PostgreSQL's") };
    fill.run(TABLES).await?;
    let now = month(HISTORY);
    // What was billed for the month before, as it stood then: without what was recorded since.
    fill.run(&with_values(
        "insert into bare_line select s.group_id, $month - 1, 0, cardinality(s.ids), 0, s.ids from (\
           select group_id, array_agg(distinct cast(member_id as integer)) as ids from status_change c where status = 0 and cancelled_at is null \
           and recorded_at <= '$since' and effective_on <= date '$cut_before' and (until_on is null or until_on > date '$cut_before' \
           or exists (select 1 from status_change e where e.member_id = c.member_id and e.status = 1 and e.recorded_at > '$since')) \
           group by group_id) s",
    ))
    .await?;
    fill.run("analyze bare_line").await?;
    let (mut took, mut found) = ([Duration::ZERO; 2], Vec::new());
    for (place, statements) in [FULL.as_slice(), SINCE.as_slice()].into_iter().enumerate() {
        took[place] = timed(pool, statements).await?;
        let sums = "select kind, sum(n) from bare_line where month = $month or kind <> 0 group by kind order by kind";
        let sums: Vec<(i32, i64)> = sqlx::query_as(AssertSqlSafe(with_values(sums))).fetch_all(pool).await?;
        found.push(sums);
        fill.run(&format!("delete from bare_line where month = {} or kind <> 0", now.number())).await?;
        fill.run("vacuum bare_line").await?;
    }
    anyhow::ensure!(found[0] == found[1], "both forms bill the same: {found:?}");
    Ok(took)
}

async fn timed(pool: &PgPool, statements: &[&str]) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    let mut tx = pool.begin().await?;
    for statement in statements {
        let statement = with_values(statement);
        let done = sqlx::query(AssertSqlSafe(statement.clone())).execute(&mut *tx).await;
        done.with_context(|| statement)?;
    }
    tx.commit().await?;
    Ok(begun.elapsed())
}

fn with_values(statement: &str) -> String {
    let now = month(HISTORY);
    let cut = |back: i32| now.plus(-back).cut_off().to_string();
    let active = |back: i32| ACTIVE.replace("$cut", &cut(back));
    let since = format!("{}T06:00:00Z", now.plus(-1).window().end + chrono::Days::new(1));
    statement
        .replace("$active", &active(0))
        .replace("$before", &active(1))
        .replace("$cut_before", &cut(1))
        .replace("$cut", &cut(0))
        .replace("$since", &since)
        .replace("$month", &now.number().to_string())
}
