//! Makes groups of given sizes, a plan each, and members whose rows lie mixed; all in SQL, as their names and searches do not matter here.

use std::sync::Mutex;

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use domain::{BillingMonth, GroupId, PlanId};
use portal::clock::Clock;
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::bare::Bare;
use crate::client::Client;

/// A clock that is set.
pub struct SetClock(Mutex<DateTime<Utc>>);

impl SetClock {
    pub const fn at(now: DateTime<Utc>) -> Self {
        Self(Mutex::new(now))
    }

    pub fn set(&self, now: DateTime<Utc>) {
        *self.0.lock().expect("nobody fails while setting a clock") = now;
    }
}

impl Clock for SetClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().expect("nobody fails while setting a clock")
    }
}

/// The months that are billed, from 0; the last one is July 2026.
pub fn month(number: i32) -> BillingMonth {
    BillingMonth::new(2024, 7).expect("a month").plus(number)
}

/// The database, to be changed past the product.
pub struct Fill {
    bare: Bare,
}

/// The groups by the API, the rest in SQL.
pub async fn fill(client: &Client, bare: Bare, sizes: &[u64]) -> anyhow::Result<(Fill, Vec<(GroupId, PlanId)>)> {
    let broker = client.post("/api/v1/brokers", json!({"Name": "Larch Benefits"})).await?["Id"].clone();
    let mut wanted = Vec::with_capacity(sizes.len());
    for (number, members) in sizes.iter().enumerate() {
        let body = json!({"Name": format!("Kepler Works {number}"), "GroupId": format!("{}", 20_000 + number), "BrokerId": broker, "EffectiveDate": "2023-01-01"});
        let id = client.post("/api/v1/employers", body).await?["Id"].as_i64().context("a group")?;
        wanted.push(json!([id, members]));
    }
    let fill = Fill { bare };
    fill.people(&serde_json::Value::from(wanted).to_string()).await?;
    fill.plans().await?;
    fill.settle().await?;
    let plans = fill.pairs("select group_id, id from plan order by group_id").await?;
    Ok((fill, plans.into_iter().map(|(group, plan)| (GroupId(group), PlanId(plan))).collect()))
}

/// A number that is always the same for a member and seems to follow no rule.
const HASH: &str = "((m.id * 7919) % 1000003 % 10007)";
const AT: &str = "'2023-01-01T12:00:00.000Z'";

impl Fill {
    pub const fn bare(&self) -> &Bare {
        &self.bare
    }

    pub async fn run(&self, statement: &str) -> anyhow::Result<()> {
        let query = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()));
        match &self.bare {
            Bare::Sqlite(pool) => _ = query.execute(pool).await.with_context(|| statement.to_owned())?,
            Bare::Postgres(pool) => _ = query.execute(pool).await.with_context(|| statement.to_owned())?,
        }
        Ok(())
    }

    async fn pairs(&self, statement: &str) -> anyhow::Result<Vec<(i64, i64)>> {
        let query = AssertSqlSafe(statement.to_owned());
        Ok(match &self.bare {
            Bare::Sqlite(pool) => sqlx::query_as(query).fetch_all(pool).await?,
            Bare::Postgres(pool) => sqlx::query_as(query).fetch_all(pool).await?,
        })
    }

    pub async fn settle(&self) -> anyhow::Result<()> {
        self.bare.settle().await?;
        if matches!(self.bare, Bare::Sqlite(_)) {
            self.run("analyze").await?;
        }
        Ok(())
    }

    fn is_postgres(&self) -> bool {
        matches!(self.bare, Bare::Postgres(_))
    }

    /// A day so many days after the beginning of 2024.
    fn day(&self, days: &str) -> String {
        match self.is_postgres() {
            true => format!("(date '2024-01-01' + cast({days} as integer))"),
            false => format!("date('2024-01-01', '+' || ({days}) || ' days')"),
        }
    }

    /// Noon of a day.
    fn noon(&self, day: &str) -> String {
        match self.is_postgres() {
            true => format!("(({day}) + time '12:00' at time zone 'UTC')"),
            false => format!("(({day}) || 'T12:00:00.000Z')"),
        }
    }

    /// Members of the groups `[[id, members]]`: nearly all are taken on within 500 days, one in eight leaves again.
    async fn people(&self, groups: &str) -> anyhow::Result<()> {
        let (source, mixed) = match self.is_postgres() {
            true => (
                format!(
                    "(select cast(g->>0 as bigint) as id, i from json_array_elements('{groups}') g, \
                     generate_series(1, cast(g->>1 as integer)) i)"
                ),
                "gen_random_uuid()",
            ),
            false => (
                format!(
                    "(with recursive s(i) as (select 1 union all select i + 1 from s where i < 100000) \
                     select json_extract(g.value, '$[0]') as id, i from json_each('{groups}') g join s on i <= json_extract(g.value, '$[1]'))"
                ),
                "printf('%08x-0000-4000-8000-000000000000', i)",
            ),
        };
        self.run(&format!(
            "insert into member (group_id, first_name, last_name, first_key, last_key, date_of_birth, plan_name, member_type, \
             status, link_id, created_at, updated_at) \
             select id, 'Cy', 'Lane', 'cy', 'lane', '1980-02-29', 'Family Plan', 'Primary', 0, {mixed}, {AT}, {AT} \
             from {source} as p order by (i * 7919) % 10007, id"
        ))
        .await?;
        let (begin, end) = (self.day(&format!("{HASH} % 500")), self.day(&format!("500 + {HASH} % 380")));
        let (recorded, left) = (self.noon(&begin), self.noon(&end));
        let leaves = format!("{HASH} % 8 = 3");
        // One in a hundred was never active.
        let taken_on = format!("{HASH} % 100 <> 50");
        self.run(&format!(
            "insert into status_change (member_id, group_id, status, effective_on, until_on, recorded_at, source) \
             select m.id, m.group_id, 0, {begin}, case when {leaves} then {end} end, {recorded}, 0 from member m where {taken_on}"
        ))
        .await?;
        self.run(&format!(
            "insert into status_change (member_id, group_id, status, effective_on, recorded_at, source) \
             select m.id, m.group_id, 1, {end}, {left}, 0 from member m where {taken_on} and {leaves}"
        ))
        .await
    }

    /// A plan a group, at 49.00 for each member.
    async fn plans(&self) -> anyhow::Result<()> {
        for statement in [
            "insert into pricing_option (group_id, name, name_key, rate_cents, created_at, updated_at) \
             select id, 'Standard', 'standard', 4900, {at}, {at} from employer_group order by id",
            "insert into plan (group_id, name, name_key, created_at, updated_at) \
             select id, 'Telehealth', 'telehealth', {at}, {at} from employer_group order by id",
            "insert into plan_line (group_id, plan_id, name, billing_type, billing_period, pricing_option_id, created_at, updated_at) \
             select p.group_id, p.id, 'Members', 2, 0, o.id, {at}, {at} from plan p join pricing_option o on o.group_id = p.group_id and o.name_key = 'standard' order by p.id",
        ] {
            self.run(&statement.replace("{at}", AT)).await?;
        }
        Ok(())
    }

    /// What is recorded in the month before `month` is billed: one in a hundred ended for two billed months, those who were never active
    /// taken on for them, and one in fifty leaving from now on.
    pub async fn change(&self, month: BillingMonth) -> anyhow::Result<()> {
        let recorded = format!("'{}T12:00:00.000Z'", month.window().start + chrono::Days::new(10));
        let billed = format!("'{}'", month.plus(-2).cut_off() - chrono::Days::new(1));
        let soon = format!("'{}'", month.window().start + chrono::Days::new(12));
        let ended = |which: &str, on: &str| {
            let open = "s.status = 0 and s.until_on is null and s.cancelled_at is null";
            let of = format!(
                "select s.member_id from status_change s join member m on m.id = s.member_id where {open} and {which}"
            );
            [
                format!(
                    "update status_change as s set until_on = {on} where {open} and s.effective_on < {on} and s.member_id in ({of})"
                ),
                format!(
                    "insert into status_change (member_id, group_id, status, effective_on, recorded_at, source) \
                     select s.member_id, s.group_id, 1, {on}, {recorded}, 0 from status_change s where s.status = 0 and s.until_on = {on} \
                     and not exists (select 1 from status_change e where e.member_id = s.member_id and e.effective_on = {on})"
                ),
            ]
        };
        let mut statements = ended(&format!("{HASH} % 100 = 7"), &billed).to_vec();
        statements.extend(ended(&format!("{HASH} % 100 in (8, 9)"), &soon));
        statements.push(format!(
            "insert into status_change (member_id, group_id, status, effective_on, recorded_at, source) \
             select m.id, m.group_id, 0, {billed}, {recorded}, 0 from member m where {HASH} % 100 = 50"
        ));
        for statement in statements {
            self.run(&statement).await?;
        }
        Ok(())
    }

    /// Keeps what bills can go on from now.
    pub async fn remember(&self) -> anyhow::Result<()> {
        self.run("create table bench_settled as select * from settled_plan").await
    }

    /// Brings that back, or takes it away.
    pub async fn settled(&self, known: bool) -> anyhow::Result<()> {
        self.run("delete from settled_plan").await?;
        if known {
            self.run("insert into settled_plan select * from bench_settled").await?;
        }
        Ok(())
    }

    /// All that was billed last, as one number of bills and one text.
    pub async fn told(&self) -> anyhow::Result<Vec<(i64, String)>> {
        let hash = if self.is_postgres() { "md5(g.ids)" } else { "hex(g.ids)" };
        let statement = format!(
            "select s.plan_id, concat_ws(' ', s.total_cents, l.plan_line_id, l.billable_month, l.kind, l.quantity, {hash}) \
             from snapshot s join snapshot_line l on l.snapshot_id = s.id join ledger_set g on g.snapshot_line_id = l.id \
             where s.period_month = (select max(period_month) from snapshot) order by 1, l.position"
        );
        let query = AssertSqlSafe(statement);
        Ok(match &self.bare {
            Bare::Sqlite(pool) => sqlx::query_as(query).fetch_all(pool).await?,
            Bare::Postgres(pool) => sqlx::query_as(query).fetch_all(pool).await?,
        })
    }

    /// As if the month had not been billed.
    pub async fn take_back(&self, month: BillingMonth) -> anyhow::Result<()> {
        let of = format!("(select id from snapshot where period_month = {})", month.number());
        for statement in [
            "delete from settled_plan".to_owned(),
            format!(
                "delete from ledger_set where snapshot_line_id in (select id from snapshot_line where snapshot_id in {of})"
            ),
            format!("delete from snapshot_line where snapshot_id in {of}"),
            format!("delete from snapshot_unbilled where snapshot_id in {of}"),
            format!("delete from snapshot where id in {of}"),
        ] {
            self.run(&statement).await?;
        }
        if self.is_postgres() {
            self.run("vacuum analyze snapshot, snapshot_line, ledger_set, settled_plan, plan, plan_line").await?;
        }
        Ok(())
    }
}
