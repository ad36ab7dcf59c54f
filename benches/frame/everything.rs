//! The search of everything among 1,000,000 members in 2,000 groups: each answer as it reaches the router, of all kinds of records together,
//! for who sees all and for who sees one group. On the same members: the start page, and the list of all of them as CSV.

use anyhow::ensure;
use serde_json::Value;
use store::Engine;

use crate::bare::Bare;
use crate::client::{Bench, Client};
use crate::roster::fill;
use crate::table::Row;

/// What every answer must be there within, in milliseconds.
const LIMIT: f64 = 50.0;
/// What the start page must be there within, in milliseconds.
const HOME_LIMIT: f64 = 30.0;
/// The limit of the first byte of a download, in milliseconds: a later one looks like a download that hangs.
const FIRST_BYTE_LIMIT: f64 = 1000.0;
const RUNS: usize = 20;
const WARM_UP: usize = 3;

/// The rows of one engine.
pub async fn rows(engine: Engine, members: u64) -> anyhow::Result<Vec<Row>> {
    let bench = Bench::on(engine).await?;
    let client = bench.signed_in().await?;
    let bare = Bare::open(engine, bench.url()).await?;
    let (filled, took) = fill::fill(&bench, &client, &bare, members).await?;
    let mut rows = vec![Row::millis(format!("making {members} members for the search, {engine:?}"), &[took])];
    let smallest = filled.groups[filled.groups.len() - 1];
    let theirs = bench.group_user(smallest).await?;
    let first = filled.people.first();
    let (common, rare) = filled.people.most_and_least_common();
    let slip = |name: &str| format!("{}{}", &name[..2], &name[3..]);
    let terms = [
        ("a common surname", common.clone(), true),
        ("it with a slip", slip(&common), true),
        ("a rare surname with a slip", slip(&rare), true),
        ("first and last name", format!("{} {}", first.first_name, first.last_name), true),
        ("both with a slip", format!("{} {}", slip(&first.first_name), slip(&first.last_name)), true),
        ("a first name", first.first_name.clone(), true),
        ("two letters", first.last_name[..2].to_owned(), true),
        ("three letters", first.last_name[..3].to_owned(), true),
        ("a date of birth", first.date_of_birth.format("%m/%d/%Y").to_string(), true),
        ("a name and a date of birth", format!("{} {}", first.last_name, first.date_of_birth.format("%m/%d/%Y")), true),
        ("a unique id", first.unique_id.unwrap_or_default(), true),
        ("an e-mail address", first.email.unwrap_or_default(), true),
        ("a group's name", filled.small_name.clone(), true),
        ("a word of most groups", "kepler".to_owned(), true),
        ("a name and a word of most groups", format!("zzqxv kepler {}", first.first_name), false),
        ("nobody", "zzqxv".to_owned(), false),
    ];
    for (what, term, finds) in &terms {
        rows.push(row(&client, engine, ("all", *what), term, *finds).await?);
    }
    for (what, term, _) in &terms {
        rows.push(row(&theirs, engine, ("one group", *what), term, false).await?);
    }
    rows.push(home(&client, engine, "all").await?);
    rows.push(home(&theirs, engine, "one group").await?);
    rows.extend(csv(&client, engine, members).await?);
    Ok(rows)
}

/// The start page: of each kind of work its number, its amount and the first items.
async fn home(client: &Client, engine: Engine, whose: &str) -> anyhow::Result<Row> {
    let mut times = Vec::new();
    for run in 0..WARM_UP + RUNS {
        let took = client.time("/api/v1/work-queue").await?;
        if run >= WARM_UP {
            times.push(took);
        }
    }
    Ok(Row::millis(format!("what waits, of {whose}, {engine:?}"), &times).under(HOME_LIMIT))
}

/// The list of all members as CSV, which is streamed.
async fn csv(client: &Client, engine: Engine, members: u64) -> anyhow::Result<[Row; 2]> {
    let (first, whole, lines) = client.streamed("/api/v1/employees/search/as-csv").await?;
    ensure!(lines > members, "{lines} lines of {members} members");
    Ok([
        Row::millis(format!("first byte of {members} members as CSV, {engine:?}"), &[first]).under(FIRST_BYTE_LIMIT),
        Row::millis(format!("{members} members as CSV, {engine:?}"), &[whole]),
    ])
}

async fn row(
    client: &Client,
    engine: Engine,
    (whose, what): (&str, &str),
    term: &str,
    finds: bool,
) -> anyhow::Result<Row> {
    let encoded = term.replace('@', "%40").replace(' ', "%20").replace('/', "%2F");
    let path = format!("/api/v1/search?Term={encoded}");
    let answer: Value = client.value(&path).await?;
    ensure!(!finds || answer["Total"].as_u64() > Some(0), "{what} finds nothing");
    let mut times = Vec::new();
    for run in 0..WARM_UP + RUNS {
        let took = client.time(&path).await?;
        if run >= WARM_UP {
            times.push(took);
        }
    }
    Ok(Row::millis(format!("searching {whose} for {what}, {} hits, {engine:?}", answer["Total"]), &times).under(LIMIT))
}
