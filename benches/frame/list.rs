//! The first page of a list of 100,000 members of one group: from the request as it reaches the router to the last byte of the
//! answer, beside the SQL alone.

mod bare;

use std::time::Instant;

use anyhow::ensure;
use portal::demo::{self, Size, USERS};
use store::Engine;

use crate::bare::Bare;
use crate::client::{Bench, Client, PASSWORD};
use crate::table::Row;

/// Members of the group, unless others are asked for.
pub const MEMBERS: u64 = 100_000;
const LIMIT: f64 = 2.0;
const RUNS: usize = 400;
const WARM_UP: usize = 50;

/// How the page is ordered, and the same in SQL.
const ORDERS: [(&str, &str, &str); 2] =
    [("by id", "Id", "m.id"), ("by last name", "LastName", "m.last_key, m.first_key, m.id")];

/// The page in each order, on one engine.
pub async fn rows(engine: Engine, members: u64) -> anyhow::Result<Vec<Row>> {
    let bench = Bench::on(engine).await?;
    let size = Size { groups: 1, members };
    let begun = Instant::now();
    demo::fill(bench.ctx.clone(), size, PASSWORD, |_| {}).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let filled = Row::millis(format!("demo --groups 1 --members {members}, {engine:?}"), &[begun.elapsed()]);
    bench.ctx.store.checkpoint().await?;

    let client = Client::signed_in(portal::router(bench.ctx.clone()), USERS[0].0).await?;
    let bare = Bare::open(engine, bench.url()).await?;
    let mut rows = vec![filled];
    for (name, order_by, sql) in ORDERS {
        let path = format!("/api/v1/employees/search?GroupId=1&Page=1&PerPage=25&OrderBy={order_by}");
        let page = client.value(&path).await?;
        ensure!(page["TotalRecords"] == members && page["Data"].as_array().is_some_and(|rows| rows.len() == 25));
        let (mut through_server, mut in_sql) = (Vec::new(), Vec::new());
        for run in 0..WARM_UP + RUNS {
            let (server, sql) = (client.time(&path).await?, bare.time(bare::page(sql)).await?);
            if run >= WARM_UP {
                through_server.push(server);
                in_sql.push(sql);
            }
        }
        let what = format!("first page of {members} members {name}, {engine:?}");
        rows.push(Row::millis(what, &through_server).under(LIMIT).beside(&in_sql));
    }
    Ok(rows)
}
