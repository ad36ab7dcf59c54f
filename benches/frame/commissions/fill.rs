//! Makes groups with a plan of ten lines each, a month of twelve snapshot lines a plan line and one of ten, and rules that pay on all of them;
//! in the tables alone: no members stand behind their lines.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use domain::BillingMonth;
use serde_json::json;

use crate::bare::Bare;
use crate::client::{Bench, Client};

/// Groups, each with one plan.
const GROUPS: u64 = 500;
/// Lines of a plan.
const LINES: u64 = 10;
/// Rules that are measured one after the other, and those whose statements are downloaded.
pub const RULES: u64 = 7;

/// Snapshot lines of the month that is stated.
pub const STATED: u64 = GROUPS * LINES * 12;
/// Snapshot lines of the month that is downloaded, for one rule.
pub const DOWNLOADED: u64 = GROUPS * LINES * 10;

/// What was made.
pub struct Filled {
    /// The rules.
    pub rules: Vec<i64>,
    /// The month that is stated.
    pub stated: BillingMonth,
    /// The month that is downloaded.
    pub downloaded: BillingMonth,
}

/// Makes the groups by the API and the rest by hand.
pub async fn fill(bench: &Bench, client: &Client, bare: &Bare) -> anyhow::Result<Filled> {
    let broker = client.post("/api/v1/brokers", json!({"Name": "Larch Benefits"})).await?["Id"].clone();
    for number in 0..GROUPS {
        let body = json!({
            "Name": format!("Kepler Works {number}"), "GroupId": format!("{}", 20_000 + number), "BrokerId": broker,
            "EffectiveDate": "2024-01-01",
        });
        client.post("/api/v1/employers", body).await?;
    }
    let now = bench.ctx.now().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
    plans(bare, &now).await?;
    let this = bench.ctx.today();
    let months = [this - Months::new(1), this - Months::new(2)];
    for (day, corrections) in months.into_iter().zip([11, 9]) {
        bill(bare, day, corrections, &now).await?;
    }
    rules(bare, &broker.to_string(), &now).await?;
    bare.settle().await?;
    bench.ctx.store.analyze().await?;
    bench.ctx.store.checkpoint().await?;
    let rules = (1..=RULES).map(|id| i64::try_from(id).unwrap_or_default()).collect();
    let [stated, downloaded] = months.map(BillingMonth::of);
    Ok(Filled { rules, stated, downloaded })
}

async fn plans(bare: &Bare, now: &str) -> anyhow::Result<()> {
    bare.execute(format!(
        "insert into plan (group_id, name, name_key, version, created_at, updated_at) \
         select id, 'Medical PEPM', 'medical pepm', 1, '{now}', '{now}' from employer_group"
    ))
    .await?;
    for line in 0..LINES {
        bare.execute(format!(
            "insert into plan_line (group_id, plan_id, name, billing_type, billing_period, pricing_option_id, version, created_at, \
             updated_at) select p.group_id, p.id, 'Line {line}', 2, 0, \
             (select min(o.id) from pricing_option o where o.group_id = p.group_id), 1, '{now}', '{now}' from plan p"
        ))
        .await?;
    }
    Ok(())
}

/// Bills the month of a day: each line's own month, and corrections of as many before.
async fn bill(bare: &Bare, day: NaiveDate, corrections: i32, now: &str) -> anyhow::Result<()> {
    let end = day.with_day(3).unwrap_or(day);
    let (start, number) = (end - Months::new(1) + Days::new(1), end.year() * 12 + end.month0() as i32);
    bare.execute(format!(
        "insert into snapshot (plan_id, group_id, period_month, start_on, end_on, computed_at, plan_name, total_cents, search_text, \
         version, created_at, updated_at) select id, group_id, {number}, '{start}', '{end}', '{now}', name, 0, '', 1, '{now}', '{now}' \
         from plan"
    ))
    .await?;
    for back in 0..=corrections {
        let (kind, is_credit, sign) = match back {
            0 => (0, "false", ""),
            back if back % 2 == 0 => (1, "false", ""),
            _ => (2, "true", "-"),
        };
        bare.execute(format!(
            "insert into snapshot_line (snapshot_id, plan_line_id, position, name, billing_type, billable_month, kind, is_credit, \
             rate_cents, quantity, total_cents) select s.id, l.id, {back}, l.name, 2, {number} - {back}, {kind}, {is_credit}, \
             1250, 40, {sign}50000 from snapshot s join plan_line l on l.plan_id = s.plan_id where s.period_month = {number}"
        ))
        .await?;
    }
    Ok(())
}

async fn rules(bare: &Bare, broker: &str, now: &str) -> anyhow::Result<()> {
    for rule in 1..=RULES {
        bare.execute(format!(
            "insert into commission_rule (name, payee_name, broker_id, search_text, version, created_at, updated_at) \
             values ('Rule {rule}', 'Payee {rule}', {broker}, '', 1, '{now}', '{now}')"
        ))
        .await?;
        bare.execute(format!(
            "insert into commission_rule_line (rule_id, plan_line_id) select {rule}, id from plan_line"
        ))
        .await?;
    }
    bare.execute(format!(
        "insert into commission_rate (rule_line_id, from_month, payout_cents, set_by, set_at) \
         select id, 0, 125, (select min(id) from user_account), '{now}' from commission_rule_line"
    ))
    .await
}
