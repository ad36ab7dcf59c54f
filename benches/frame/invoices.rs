//! The lists of snapshots and invoices: 48,000 of 2,000 groups over 24 months, as an administrator and a broker see them; each request as
//! it reaches the router, beside the same SQL alone.

mod bare;
mod fill;

use anyhow::ensure;
use serde_json::Value;
use store::Engine;

use crate::bare::Bare;
use crate::client::{Bench, Client};
use crate::table::Row;
use fill::MONTHS;

const RUNS: usize = 60;
const WARM_UP: usize = 5;
/// What a first page must answer within, in milliseconds; with a term, whose hits are counted, more.
const PAGE_LIMIT: f64 = 3.0;
const SEARCH_LIMIT: f64 = 25.0;

/// The rows of one engine.
pub async fn rows(engine: Engine) -> anyhow::Result<Vec<Row>> {
    let bench = Bench::on(engine).await?;
    let client = bench.signed_in().await?;
    let bare = Bare::open(engine, bench.url()).await?;
    let filled = fill::fill(&bench, &client, &bare).await?;
    let broker = bench.broker(filled.broker).await?;
    let measured = Measured { bare: &bare, engine };
    let all = fill::GROUPS * MONTHS;
    let of_broker = filled.open_groups * MONTHS;
    let group = format!("/api/v1/billing/{}/snapshots?Page=1&PerPage=25", filled.group);
    let invoices = |term: &str| format!("/api/v1/invoices?Page=1&PerPage=25&Term={term}");
    let one = format!("g.id = {}", filled.group);
    let open = format!("g.broker_id = {} and g.enable_invoice_access", filled.broker);
    let mut rows = Vec::new();
    for (what, who, path, sql, total, limit) in [
        ("snapshots of a group", &client, group, (one.as_str(), ""), MONTHS, PAGE_LIMIT),
        ("invoices of all groups", &client, invoices(""), ("", ""), all, PAGE_LIMIT),
        ("invoices of a broker", &broker, invoices(""), (open.as_str(), ""), of_broker, PAGE_LIMIT),
        ("invoices found by a month", &client, invoices("july"), ("", "july"), fill::GROUPS * 2, SEARCH_LIMIT),
        ("invoices found by a group's name", &client, invoices("juxbridge"), ("", "juxbridge"), MONTHS, SEARCH_LIMIT),
        (
            "a broker's found by a month",
            &broker,
            invoices("july"),
            (open.as_str(), "july"),
            filled.open_groups * 2,
            SEARCH_LIMIT,
        ),
    ] {
        rows.push(measured.row(what, who, &path, sql, (total, limit)).await?);
    }
    Ok(rows)
}

struct Measured<'a> {
    bare: &'a Bare,
    engine: Engine,
}

impl Measured<'_> {
    async fn row(
        &self,
        what: &str,
        who: &Client,
        path: &str,
        (within, term): (&str, &str),
        (total, limit): (u64, f64),
    ) -> anyhow::Result<Row> {
        let what = format!("{what}, {:?}", self.engine);
        let answer: Value = who.value(path).await?;
        ensure!(answer["TotalRecords"] == total, "{what}: {} instead of {total}", answer["TotalRecords"]);
        let (mut through_server, mut in_sql) = (Vec::new(), Vec::new());
        for run in 0..WARM_UP + RUNS {
            let sql = self.bare.time([bare::page(within, term)]).await?;
            let server = who.time(path).await?;
            if run >= WARM_UP {
                through_server.push(server);
                in_sql.push(sql);
            }
        }
        Ok(Row::millis(what, &through_server).under(limit).beside(&in_sql))
    }
}
