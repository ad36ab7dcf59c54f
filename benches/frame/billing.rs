//! Bills: a run over all groups in both forms, beside set-based SQL that looks one month back, in one run on PostgreSQL; the bill of one
//! group of 100,000 on SQLite; and the memory of a run over few and over many groups.
//!
//! Two years of bills stand before. In the last month one member in a hundred was ended for two months that were billed, nearly as many
//! were added for them, and others came and went as they should.

mod bare;
mod fill;
pub mod memory;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::{BillingMonth, DateRange, GroupId, PlanId};
use portal::billing::snapshots::Form;
use portal::billing::snapshots::batch::{compute_batch, write_batch};
use serde_json::json;
use store::audit::Entry;
use store::{Engine, Stamp};

use crate::bare::Bare;
use crate::client::{Bench, Client};
use crate::roster::fill::{GROUPS, LARGEST, sizes};
use crate::table::Row;
use fill::{SetClock, month};

/// Plans a transaction.
const PLANS_AT_ONCE: usize = 50;
/// Months that are billed before.
const HISTORY: i32 = 24;
/// Members a second, in full and from the previous bill.
const RATES: [f64; 2] = [150_000.0, 500_000.0];
/// How often each form is measured.
const RUNS: usize = 3;
/// Milliseconds for the bill of a group of 100,000.
const LARGEST_LIMIT: f64 = 1000.0;
/// Groups of the smaller run, by whose memory that of all is judged.
const FEW: usize = 500;

/// The billing run.
pub async fn of_all_groups(members: u64) -> anyhow::Result<Vec<Row>> {
    let billing = Billing::with(Engine::Postgres, &sizes(members)).await?;
    let mut rows = Vec::new();
    let [few, all] = billing.peaks().await?;
    let what = |what: &str| format!("{what}, {members} members in {GROUPS} groups");
    let (mut took, mut results) = ([Vec::new(), Vec::new()], Vec::new());
    for _ in 0..RUNS {
        for (place, form) in [Form::Full, Form::Quickest].into_iter().enumerate() {
            billing.settled(form).await?;
            took[place].push(billing.run(month(HISTORY), form, &billing.plans).await?);
            results.push(billing.fill.told().await?);
            billing.fill.take_back(month(HISTORY)).await?;
        }
    }
    ensure!(results.windows(2).all(|pair| pair[0] == pair[1]), "both forms give the same");
    let bare = bare::bills(&billing.fill).await?;
    for (place, name) in ["a billing run in full", "the same from the bills before"].into_iter().enumerate() {
        let rate = |times: &[Duration]| members as f64 / (Row::millis("", times).median() / 1000.0);
        let row = Row::millis(what(name), &took[place]).under(members as f64 / RATES[place] * 1000.0);
        rows.push(row.beside(&[bare[place]]));
        let figure = format!("of it members a second; bare {:.0}", rate(&[bare[place]]));
        rows.push(Row::figure(figure, "members/s", rate(&took[place])));
    }
    let peak = Row::size(format!("most resident in a run over {GROUPS} groups"), "MB", all);
    rows.push(peak.under(few as f64 * 1.2 / 1024.0 / 1024.0));
    rows.push(Row::size(format!("the same over {FEW} of them"), "MB", few));
    Ok(rows)
}

/// The bill of one group, as a person and as a run makes it.
pub async fn of_one_group() -> anyhow::Result<Vec<Row>> {
    let billing = Billing::with(Engine::Sqlite, &[LARGEST]).await?;
    let client = billing.signed_in().await?;
    let mut took: [Vec<Duration>; 4] = Default::default();
    for _ in 0..RUNS {
        let (created, regenerated) = billing.by_hand(&client).await?;
        took[0].push(created);
        took[1].push(regenerated);
        for (place, form) in [(2, Form::Full), (3, Form::Quickest)] {
            billing.fill.take_back(month(HISTORY)).await?;
            billing.settled(form).await?;
            took[place].push(billing.run(month(HISTORY), form, &billing.plans).await?);
        }
        billing.fill.take_back(month(HISTORY)).await?;
    }
    let names = ["created", "regenerated", "in a run, in full", "in a run, from the bill before"];
    let row = |(name, took): (&str, &Vec<Duration>)| {
        Row::millis(format!("the bill of {LARGEST} members {name}, Sqlite"), took).under(LARGEST_LIMIT)
    };
    Ok(names.into_iter().zip(&took).map(row).collect())
}

struct Billing {
    bench: Bench,
    clock: Arc<SetClock>,
    fill: fill::Fill,
    plans: Vec<(GroupId, PlanId)>,
}

impl Billing {
    /// Groups of these sizes with a plan each, billed for two years.
    async fn with(engine: Engine, sizes: &[u64]) -> anyhow::Result<Self> {
        let clock = Arc::new(SetClock::at(computed_at(month(0))));
        let bench = Bench::with_clock(engine, clock.clone()).await?;
        let client = bench.signed_in().await?;
        let bare = Bare::open(engine, bench.url()).await?;
        let (fill, plans) = fill::fill(&client, bare, sizes).await?;
        let billing = Self { bench, clock, fill, plans };
        let begun = Instant::now();
        for number in 0..HISTORY {
            billing.run(month(number), Form::Quickest, &billing.plans).await?;
            if number % 6 == 0 {
                billing.fill.settle().await?;
            }
        }
        billing.fill.change(month(HISTORY)).await?;
        billing.fill.settle().await?;
        billing.bench.ctx.store.checkpoint().await?;
        eprintln!("{HISTORY} months billed in {:.0} s", begun.elapsed().as_secs_f64());
        billing.fill.remember().await?;
        Ok(billing)
    }

    async fn signed_in(&self) -> anyhow::Result<Client> {
        self.clock.set(computed_at(month(HISTORY)));
        self.bench.signed_in_again().await
    }

    /// As it was before the month was billed; in full nothing is known of the bills before.
    async fn settled(&self, form: Form) -> anyhow::Result<()> {
        self.fill.settled(form == Form::Quickest).await
    }

    /// Bills a month as a run does, and tells how long that took.
    async fn run(&self, month: BillingMonth, form: Form, plans: &[(GroupId, PlanId)]) -> anyhow::Result<Duration> {
        self.clock.set(computed_at(month));
        let (ctx, window) = (&self.bench.ctx, month.window());
        let stamp = Stamp { at: ctx.now(), by: None };
        let begun = Instant::now();
        for plans in plans.chunks(PLANS_AT_ONCE) {
            let plans: Vec<(GroupId, PlanId, DateRange)> =
                plans.iter().map(|(group, plan)| (*group, *plan, window)).collect();
            let drafted = compute_batch(ctx, Scope::system(), &plans, form).await;
            let drafted = drafted.map_err(|error| anyhow::anyhow!("{error:?}"))?;
            let drafts = drafted.into_iter().map(|drafted| drafted.outcome).collect::<Result<Vec<_>, _>>()?;
            let tx = ctx.store.begin().await?;
            let written = write_batch(&tx, Scope::system(), stamp, &drafts).await;
            let written = written.map_err(|error| anyhow::anyhow!("{error:?}"))?;
            let mut entries = Vec::with_capacity(written.len());
            for ((_, made), draft) in written.into_iter().zip(&drafts) {
                let entry = Entry::new(stamp.at, "snapshot.create", "snapshot").on(made?).in_group(draft.basis.group);
                let detail = json!({"total": draft.computed.total().decimal(), "period": window.end});
                entries.push(entry.with_detail(detail));
            }
            tx.commit_all(entries).await?;
        }
        Ok(begun.elapsed())
    }

    /// The most memory of a run over some groups and over all.
    async fn peaks(&self) -> anyhow::Result<[u64; 2]> {
        let mut peaks = [0; 2];
        for (place, plans) in [&self.plans[..FEW.min(self.plans.len())], &self.plans].into_iter().enumerate() {
            self.settled(Form::Full).await?;
            memory::forget_peak()?;
            self.run(month(HISTORY), Form::Full, plans).await?;
            peaks[place] = memory::peak()?;
            self.fill.take_back(month(HISTORY)).await?;
        }
        Ok(peaks)
    }

    /// How long a person waits for a new snapshot, and for it to be computed anew.
    async fn by_hand(&self, client: &Client) -> anyhow::Result<(Duration, Duration)> {
        let (group, plan) = self.plans[0];
        let window = month(HISTORY).window();
        let begun = Instant::now();
        let path = format!("/api/v1/billing/{group}/invoices/{plan}/snapshots");
        let made = client.post(&path, json!({"StartDate": window.start, "EndDate": window.end})).await?;
        let created = begun.elapsed();
        let id = made["Id"].as_i64().context("a snapshot")?;
        let begun = Instant::now();
        client.post(&format!("/api/v1/billing/{group}/snapshots/{id}/regenerate"), json!({})).await?;
        Ok((created, begun.elapsed()))
    }
}

/// In the morning after the window.
fn computed_at(month: BillingMonth) -> DateTime<Utc> {
    (month.window().end + chrono::Days::new(1)).and_hms_opt(6, 0, 0).expect("a time").and_utc()
}
