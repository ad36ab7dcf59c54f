//! Makes 2,000 groups with a plan each and 24 snapshots of two lines a plan, in the tables alone: nobody stands behind their lines.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use serde_json::json;

use crate::bare::Bare;
use crate::client::{Bench, Client};

/// Groups, and how many of them the broker has; every second of those has invoice access.
pub const GROUPS: u64 = 2000;
const OF_BROKER: u64 = 200;
/// Months that are billed: two Julys are among them.
pub const MONTHS: u64 = 24;

/// What was made.
pub struct Filled {
    /// A group.
    pub group: i64,
    /// The broker who looks at its invoices.
    pub broker: i64,
    /// How many of its groups have invoice access.
    pub open_groups: u64,
}

/// Makes the groups by the API and what is billed by hand.
pub async fn fill(bench: &Bench, client: &Client, bare: &Bare) -> anyhow::Result<Filled> {
    let mut brokers = Vec::new();
    for name in ["Larch Benefits", "Rowan Benefits"] {
        brokers.push(client.post("/api/v1/brokers", json!({"Name": name})).await?["Id"].as_i64().unwrap_or_default());
    }
    let mut group = 0;
    for number in 0..GROUPS {
        let of_broker = number.is_multiple_of(GROUPS / OF_BROKER);
        let name = if number == 7 { "Juxbridge".to_owned() } else { format!("Kepler Works {number}") };
        let body = json!({
            "Name": name, "GroupId": format!("{}", 20_000 + number), "BrokerId": brokers[usize::from(of_broker)],
            "EffectiveDate": "2024-01-01", "EnableInvoiceAccess": number.is_multiple_of(20),
        });
        group = client.post("/api/v1/employers", body).await?["Id"].as_i64().unwrap_or_default();
    }
    bills(bench, bare).await?;
    bare.settle().await?;
    bench.ctx.store.analyze().await?;
    bench.ctx.store.checkpoint().await?;
    Ok(Filled { group, broker: brokers[1], open_groups: OF_BROKER / 2 })
}

async fn bills(bench: &Bench, bare: &Bare) -> anyhow::Result<()> {
    let now = bench.ctx.now().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
    bare.execute(format!(
        "insert into plan (group_id, name, name_key, version, created_at, updated_at) \
         select id, 'Medical PEPM', 'medical pepm', 1, '{now}', '{now}' from employer_group"
    ))
    .await?;
    bare.execute(format!(
        "insert into plan_line (group_id, plan_id, name, billing_type, billing_period, pricing_option_id, version, created_at, \
         updated_at) select p.group_id, p.id, 'Virtual Care PEPM', 2, 0, \
         (select min(o.id) from pricing_option o where o.group_id = p.group_id), 1, '{now}', '{now}' from plan p"
    ))
    .await?;
    let first = NaiveDate::from_ymd_opt(2024, 12, 3).expect("a day of the calendar");
    for month in 0..MONTHS as u32 {
        month_of(bare, first + Months::new(month), &now).await?;
    }
    for (position, kind, is_credit, sign) in [(0, 0, "false", ""), (1, 2, "true", "-")] {
        bare.execute(format!(
            "insert into snapshot_line (snapshot_id, plan_line_id, position, name, billing_type, billable_month, kind, is_credit, \
             rate_cents, quantity, total_cents) select s.id, l.id, {position}, l.name, 2, s.period_month - {position}, {kind}, \
             {is_credit}, 1250, 40, {sign}50000 from snapshot s join plan_line l on l.plan_id = s.plan_id"
        ))
        .await?;
    }
    bare.execute(format!("insert into list_count (list, group_id, n) select 0, id, {MONTHS} from employer_group")).await
}

async fn month_of(bare: &Bare, end: NaiveDate, now: &str) -> anyhow::Result<()> {
    let start = end - Months::new(1) + Days::new(1);
    let number = end.year() * 12 + end.month0() as i32;
    let name = end.format("%B %Y").to_string().to_lowercase();
    bare.execute(format!(
        "insert into snapshot (plan_id, group_id, period_month, start_on, end_on, computed_at, plan_name, total_cents, search_text, \
         version, created_at, updated_at) select id, group_id, {number}, '{start}', '{end}', '{now}', name, 0, \
         'medical pepm {name} ' || id, 1, '{now}', '{now}' from plan"
    ))
    .await
}
