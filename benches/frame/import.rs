//! A census file of 100,000 rows against a group of 100,000: 97,000 are there, 10,000 of them changed, 3,000 are new and 3,000 gone. What
//! its jobs take, beside a hand-written COPY and set-based SQL that write the same rows, and what others notice of it: one such file is
//! processed while people work, and a second one alone, as the bare work is done.

mod bare;
mod census;
mod others;

use std::time::{Duration, Instant};

use anyhow::ensure;
use portal::jobs::Background;
use serde_json::{Value, json};
use store::Engine;

use crate::bare::Bare;
use crate::client::{Bench, Client};
use crate::roster::fill::{self, Filled};
use crate::table::Row;
use census::Census;
use others::Others;

/// Members in all groups.
const MEMBERS: u64 = 200_000;
/// Rows a second on the embedded database.
const SQLITE_RATE: f64 = 20_000.0;
/// How often the bare SQL may be faster on the server.
const TIMES_BARE: f64 = 2.0;
/// What the jobs do, one after the other.
const STAGES: [&str; 5] = ["mapping", "validating", "matching", "inspecting", "processing"];
/// Milliseconds that another writer waits at most on the embedded database.
const WRITER_WAITS: f64 = 100.0;
/// How often longer a list may take while a file is processed.
const LIST_SLOWER: f64 = 3.0;

/// The rows of one engine.
pub async fn rows(engine: Engine) -> anyhow::Result<Vec<Row>> {
    let bench = Bench::on(engine).await?;
    let client = bench.signed_in().await?;
    let bare = Bare::open(engine, bench.url()).await?;
    let (filled, _) = fill::fill(&bench, &client, &bare, MEMBERS).await?;
    let upkeep = tokio::spawn(keep_up(bench.ctx.clone()));
    let background = Background::start()?;
    let calm = Others::watch(&client, &filled).rest().await?;
    let census = Census::of(&bench.ctx, &filled, 1).await?;
    let import = Import { bench: &bench, background: &background, client: &client, filled: &filled, census: &census };
    let busy = Others::watch(&client, &filled);
    let beside = import.run().await?;
    let busy = busy.stop().await?;
    bare.settle().await?;
    let census = Census::of(&bench.ctx, &filled, 2).await?;
    let stages = Import { census: &census, ..import }.run().await?;
    upkeep.abort();
    let limit = match (engine, &bare) {
        (Engine::Postgres, Bare::Postgres(pool)) => {
            bare.settle().await?;
            let again = Census::of(&bench.ctx, &filled, 3).await?;
            Some(bare::import(pool, &filled, &again).await?)
        }
        _ => None,
    };
    Ok(told(engine, (&stages, &beside), limit, (&calm, &busy)))
}

/// Does again and again what the database needs, as the program does beside everything else.
async fn keep_up(ctx: portal::Context) {
    loop {
        match ctx.store.keep_up().await {
            Ok(pause) => tokio::time::sleep(pause).await,
            Err(error) => return eprintln!("the upkeep failed: {error}"),
        }
    }
}

struct Import<'a> {
    bench: &'a Bench,
    background: &'a Background,
    client: &'a Client,
    filled: &'a Filled,
    census: &'a Census,
}

impl Import<'_> {
    /// What each stage takes.
    async fn run(&self) -> anyhow::Result<[Duration; STAGES.len()]> {
        let group = self.filled.largest.to_string();
        let fields = [("employerId", group.as_str()), ("isMultiGroup", "false"), ("explicitImport", "true")];
        let file = self.client.upload("/api/v1/census/files", &fields, &self.census.csv).await?;
        let id = file["Id"].clone();
        let file = format!("/api/v1/census/files/{id}");
        let mapped = self.jobs().await?;
        let validated = self.task(&file, 1).await?;
        let matched = self.task(&file, 2).await?;
        let inspected = self.task(&file, 3).await?;
        self.look_at_changes(&file).await?;
        let asked = self.client.value(&file).await?["Questions"].clone();
        ensure!(asked.as_array().is_some_and(Vec::is_empty), "the file asks: {asked}");
        self.client.post("/api/v1/census/files/process", json!({"FileIds": [id]})).await?;
        let processed = self.jobs().await?;
        let done = self.client.value(&file).await?;
        let summary = &task(&done, 4)?["Data"]["Summary"];
        ensure!(done["StatusFormatted"] == "Completed", "the file: {}", done["Errors"]);
        let expected = self.census.expected;
        let told = [&summary["Created"], &summary["Updated"], &summary["Terminated"]].map(|n| n.as_u64().unwrap_or(0));
        ensure!(told == expected, "made, changed and ended were {told:?} instead of {expected:?}");
        Ok([mapped, validated, matched, inspected, processed])
    }

    /// Looks at what the file changes, as a person does before it is imported.
    async fn look_at_changes(&self, file: &str) -> anyhow::Result<()> {
        let told = self.client.value(file).await?;
        let seen = format!("{file}/tasks/{}/changes/seen", task(&told, 3)?["Id"]);
        self.client.put(&seen, json!({"Inspection": told["Inspection"]})).await?;
        Ok(())
    }

    async fn task(&self, file: &str, number: u64) -> anyhow::Result<Duration> {
        let told = self.client.value(file).await?;
        let before = task(&told, number - 1)?;
        ensure!(before["State"] == "Done", "task {} is {}: {}", number - 1, before["State"], before["Errors"]);
        let id = &task(&told, number)?["Id"];
        self.client.post(&format!("{file}/tasks/{id}/run"), json!({})).await?;
        self.jobs().await
    }

    /// Runs what is queued as the program does, and tells how long that took.
    async fn jobs(&self) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        let ctx = self.bench.ctx.in_background();
        let done = self.background.spawn(async move { portal::jobs::run_due(&ctx).await });
        done.await?.map_err(|error| anyhow::anyhow!("{error:?}"))?;
        Ok(begun.elapsed())
    }
}

fn task(file: &Value, number: u64) -> anyhow::Result<&Value> {
    let mut tasks = file["Tasks"].as_array().into_iter().flatten();
    tasks.find(|task| task["Task"] == number).ok_or_else(|| anyhow::anyhow!("no task {number}: {file}"))
}

fn told(
    engine: Engine,
    (stages, beside): (&[Duration; STAGES.len()], &[Duration; STAGES.len()]),
    bare: Option<Duration>,
    (calm, busy): (&Others, &Others),
) -> Vec<Row> {
    let took = stages.iter().sum();
    let row = Row::millis(format!("a census file of {} rows, {engine:?}", census::ROWS), &[took]);
    let row = match bare {
        Some(bare) => row.beside(&[bare]).under(bare.as_secs_f64() * 1000.0 * TIMES_BARE),
        None => row.under(census::ROWS as f64 / SQLITE_RATE * 1000.0),
    };
    let lists = Row::millis(format!("99 of 100 lists meanwhile, {engine:?}"), &[busy.lists(99.0)])
        .beside(&[calm.lists(99.0)])
        .under(calm.lists(99.0).as_secs_f64() * 1000.0 * LIST_SLOWER);
    let longest = Row::millis(format!("the longest wait of another writer, {engine:?}"), &[busy.writes(100.0)]);
    let longest = longest.beside(&[calm.writes(100.0)]);
    let while_watched = format!("the same while others work, {engine:?}");
    let stage = |(stage, took): (&str, &Duration)| Row::millis(format!("of it {stage}, {engine:?}"), &[*took]);
    let mut rows = vec![row];
    rows.extend(STAGES.into_iter().zip(stages).map(stage));
    let writers = Row::millis(format!("99 of 100 other writers, {engine:?}"), &[busy.writes(99.0)]);
    let longest = if engine == Engine::Sqlite { longest.under(WRITER_WAITS) } else { longest };
    rows.push(Row::millis(while_watched, &[beside.iter().sum()]));
    rows.extend([lists, longest, writers.beside(&[calm.writes(99.0)])]);
    rows
}
