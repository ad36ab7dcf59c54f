//! Commission statements and the payouts of a rule: a statement over 5,000 plan lines and 60,000 snapshot lines, the payouts of those lines, and
//! the CSV of a month of 100,000 lines beside what the database copies by itself.

mod fill;

use std::time::Duration;

use anyhow::ensure;
use domain::commissions::statement::date_of;
use serde_json::{Value, json};
use store::Engine;

use crate::bare::Bare;
use crate::billing::memory;
use crate::client::{Bench, Client};
use crate::table::Row;
use fill::{DOWNLOADED, RULES, STATED};

/// Milliseconds that a statement may take.
const STATEMENT_LIMIT: f64 = 1000.0;
/// Milliseconds until the first byte of a CSV.
const FIRST_BYTE_LIMIT: f64 = 100.0;
/// Percent of the database's own copy.
const OF_COPY: f64 = 60.0;
/// Megabytes that a download may hold, whatever its length.
const MEMORY_LIMIT: f64 = 64.0;
/// Milliseconds in which the payouts of a rule of 5,000 plan lines are read, and 2,000 of them saved.
const GRID_LIMIT: f64 = 500.0;
const SAVE_LIMIT: f64 = 1500.0;
/// Payouts that are saved at once.
const SAVED: usize = 2000;
/// Rules whose statements are downloaded.
const DOWNLOADS: usize = 2;
const RUNS: usize = 5;

/// What the CSV says, as the database copies it.
const COPIED: &str = "select m.name, m.payee_name, m.rule_name, m.period_month, c.employer_name, c.plan_name, c.reference_id, \
     c.billable_month, c.quantity, c.rate_cents, c.payout_cents, c.total_cents, c.is_credit, s.payment_status \
     from commission_statement m join commission_line c on c.statement_id = m.id join snapshot s on s.id = c.snapshot_id \
     where m.period_month = {month} order by m.id, c.id";

/// The rows of one engine.
pub async fn rows(engine: Engine) -> anyhow::Result<Vec<Row>> {
    let bench = Bench::on(engine).await?;
    let client = bench.signed_in().await?;
    let bare = Bare::open(engine, bench.url()).await?;
    let filled = fill::fill(&bench, &client, &bare).await?;
    let statements = "/api/v1/commission/snapshots";
    let wish = |rule: i64, month| json!({"CommissionRuleId": rule, "BillingPeriod": date_of(month)});
    for rule in &filled.rules[..DOWNLOADS] {
        client.post(statements, wish(*rule, filled.downloaded)).await?;
    }
    let mut made = Vec::new();
    for rule in &filled.rules[DOWNLOADS..] {
        let (took, one) = client.timed_post(statements, wish(*rule, filled.stated)).await?;
        made.push(took);
        let whole = client.value(&format!("{statements}/{}", one["Id"])).await?;
        let lines = whole["TotaledLineItems"].as_array().map_or(0, Vec::len) as u64;
        ensure!(lines == STATED, "{lines} lines instead of {STATED}");
    }
    ensure!(made.len() as u64 == RULES - DOWNLOADS as u64, "every rule is measured");
    // A server in use knows how large its tables are: there the vacuum that runs by itself looks, which this one leaves out.
    bench.ctx.store.analyze().await?;
    let month = filled.downloaded;
    let path = format!("{statements}/csv?BillingPeriod={:04}-{:02}", month.year(), month.month());
    let (mut first, mut whole, mut copied) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        copied.push(bare.copy(&COPIED.replace("{month}", &month.number().to_string())).await?);
        let (to_first, to_last, lines) = client.streamed(&path).await?;
        ensure!(lines == DOWNLOADED * DOWNLOADS as u64 + 1, "{lines} lines");
        first.push(to_first);
        whole.push(to_last);
    }
    memory::forget_peak()?;
    let before = memory::peak()?;
    client.streamed(&path).await?;
    let held = memory::peak()?.saturating_sub(before);
    let said = |what: &str| format!("{what}, {engine:?}");
    let (read, saved) = payouts(&client, filled.rules[0]).await?;
    let percent = 100.0 * middle(&copied).as_secs_f64() / middle(&whole).as_secs_f64();
    let slower = Row::figure(said("CSV of 100,000 lines, times the copy"), "x", 100.0 / percent);
    let slower = if engine == Engine::Postgres { slower.under(100.0 / OF_COPY) } else { slower };
    Ok(vec![
        Row::millis(said("statement of 60,000 lines"), &made).under(STATEMENT_LIMIT),
        Row::millis(said("payouts of 5,000 plan lines, read"), &read).under(GRID_LIMIT),
        Row::millis(said("payouts of 2,000 plan lines, saved"), &saved).under(SAVE_LIMIT),
        Row::millis(said("CSV of 100,000 lines, first byte"), &first).under(FIRST_BYTE_LIMIT),
        Row::millis(said("CSV of 100,000 lines"), &whole).beside(&copied),
        slower,
        Row::size(said("CSV of 100,000 lines, memory"), "MB", held).under(MEMORY_LIMIT),
    ])
}

/// How long it takes to read the payouts of a rule's plan lines, and to save many.
async fn payouts(client: &Client, rule: i64) -> anyhow::Result<(Vec<Duration>, Vec<Duration>)> {
    let path = format!("/api/v1/commission/rules/{rule}/plans");
    let rows = client.value(&path).await?;
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
    ensure!(rows.len() >= SAVED, "{} plan lines", rows.len());
    let (mut read, mut saved) = (Vec::new(), Vec::new());
    for run in 0..RUNS {
        read.push(client.time(&path).await?);
        let wish = |row: &Value| json!({"Id": row["CommissionLineItemId"], "PayoutRate": 2 + run});
        let wishes: Vec<_> = rows.iter().take(SAVED).map(wish).collect();
        let begun = std::time::Instant::now();
        let answered = client.put(&format!("{path}/bulk"), Value::Array(wishes)).await?;
        saved.push(begun.elapsed());
        ensure!(answered.as_array().map(Vec::len) == Some(SAVED), "all are answered");
    }
    Ok((read, saved))
}

fn middle(durations: &[Duration]) -> Duration {
    let mut sorted = durations.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}
