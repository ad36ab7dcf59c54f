//! A large roster: pages, searches, counters and a change of status with 1,000,000 members in 2,000 groups on PostgreSQL and 200,000 on
//! SQLite, one group of 100,000 in both; each request as it reaches the router, beside the same SQL alone.

mod bare;
pub mod fill;
mod people;
mod status;

use anyhow::ensure;
use serde_json::Value;
use store::Engine;

use crate::bare::Bare;
use crate::client::{Bench, Client};
use crate::table::Row;
use fill::{Filled, LARGEST};
use people::Looked;

const RUNS: usize = 60;
const WARM_UP: usize = 5;

/// The rows of one engine.
pub async fn rows(engine: Engine, members: u64) -> anyhow::Result<Vec<Row>> {
    let bench = Bench::on(engine).await?;
    let client = bench.signed_in().await?;
    let bare = Bare::open(engine, bench.url()).await?;
    let (filled, took) = fill::fill(&bench, &client, &bare, members).await?;
    let measured = Measured { client: &client, bare: &bare, engine, members };
    let mut rows =
        vec![Row::millis(format!("making {members} members in {} groups, {engine:?}", fill::GROUPS), &[took])];
    rows.extend(measured.pages(&filled).await?);
    rows.extend(measured.searches(&filled).await?);
    rows.push(measured.counters(&filled).await?);
    rows.extend(status::rows(&bench.ctx, &filled, engine).await?);
    Ok(rows)
}

struct Measured<'a> {
    client: &'a Client,
    bare: &'a Bare,
    engine: Engine,
    members: u64,
}

/// What a page or a search must answer within, in milliseconds.
const PAGE_LIMIT: f64 = 10.0;

impl Measured<'_> {
    /// First, 25th and last page of the largest group and of all groups; the later ones within twice the time of the first.
    async fn pages(&self, filled: &Filled) -> anyhow::Result<Vec<Row>> {
        let mut rows = Vec::new();
        for (whose, group, total) in
            [("largest group", Some(filled.largest), LARGEST), ("all groups", None, self.members)]
        {
            let last = total.div_ceil(25);
            let mut first = None;
            for (which, page) in [("first", 1), ("25th", 25), ("last", last)] {
                let what = format!("{which} page, {whose}, by last name, {:?}", self.engine);
                let row = self.row(what, group, page, "", (total, PAGE_LIMIT)).await?;
                let median = row.median();
                rows.push(row.under(first.map_or(PAGE_LIMIT, |first: f64| f64::min(PAGE_LIMIT, first * 2.0))));
                first = first.or(Some(median));
            }
        }
        Ok(rows)
    }

    async fn searches(&self, filled: &Filled) -> anyhow::Result<Vec<Row>> {
        let mut rows = Vec::new();
        for Looked { what, term, group, hits, limit } in filled.people.looked_for(filled) {
            let what = format!("{what}: '{term}', {hits} hits, {:?}", self.engine);
            rows.push(self.row(what, group, 1, &term, (hits, limit)).await?);
        }
        Ok(rows)
    }

    async fn row(
        &self,
        what: String,
        group: Option<i64>,
        page: u64,
        term: &str,
        (total, limit): (u64, f64),
    ) -> anyhow::Result<Row> {
        let path = format!(
            "/api/v1/employees/search?GroupId={}&Page={page}&PerPage=25&OrderBy=LastName&Term={}",
            group.unwrap_or(0),
            term.replace('@', "%40").replace(' ', "%20")
        );
        let answer: Value = self.client.value(&path).await?;
        ensure!(answer["TotalRecords"] == total, "{what}: {} instead of {total}", answer["TotalRecords"]);
        let (mut through_server, mut in_sql) = (Vec::new(), Vec::new());
        for run in 0..WARM_UP + RUNS {
            let sql = self.bare.time([bare::page(self.engine, group, page, term, total)]).await?;
            let server = self.client.time(&path).await?;
            if run >= WARM_UP {
                through_server.push(server);
                in_sql.push(sql);
            }
        }
        Ok(Row::millis(what, &through_server).under(limit).beside(&in_sql))
    }

    async fn counters(&self, filled: &Filled) -> anyhow::Result<Row> {
        let path = format!("/api/v1/employers/{}/members/count", filled.largest);
        let mut times = Vec::new();
        for run in 0..WARM_UP + 4 * RUNS {
            let took = self.client.time(&path).await?;
            if run >= WARM_UP {
                times.push(took);
            }
        }
        Ok(Row::millis(format!("counters of the overview, {:?}", self.engine), &times).under(2.0))
    }
}
