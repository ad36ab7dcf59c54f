//! The first page of a list of 100,000 members of one group: from the request as it reaches the router to the last byte of the
//! answer, beside the SQL alone.

mod bare;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt as _;
use portal::clock::{SystemClock, SystemRandomness};
use portal::config::Config;
use portal::demo::{self, Size, USERS};
use portal::files::Files;
use portal::mail::Post;
use portal::{Context, Parts};
use serde_json::{Value, json};
use store::Engine;
use tokio::sync::Notify;
use tower::ServiceExt as _;

use crate::table::Row;
use bare::Bare;

/// Members of the group, unless others are asked for.
pub const MEMBERS: u64 = 100_000;
const PASSWORD: &str = "a lantern over the harbor";
const LIMIT: f64 = 2.0;
const RUNS: usize = 400;
const WARM_UP: usize = 50;

/// How the page is ordered, and the same in SQL.
const ORDERS: [(&str, &str, &str); 2] =
    [("by id", "Id", "m.id"), ("by last name", "LastName", "m.last_key, m.first_key, m.id")];

/// The page in each order, on one engine.
pub async fn rows(engine: Engine, members: u64) -> anyhow::Result<Vec<Row>> {
    let store = store::testing::fresh(engine).await;
    let folder = tempfile::tempdir()?;
    let config = Config::from([("LEDGERWELL_DATA_DIR".to_owned(), folder.path().display().to_string())])?;
    let ctx = Context::new(Parts {
        files: Files::in_folder(&folder.path().join("files"))?,
        platform: portal::context::local_platform(),
        post: Post::new(&config)?,
        store: (*store).clone(),
        clock: Arc::new(SystemClock),
        randomness: Arc::new(SystemRandomness),
        job_bell: Notify::new(),
        config,
    });
    let size = Size { groups: 1, members };
    let begun = Instant::now();
    demo::fill(ctx.clone(), size, PASSWORD, |_| {}).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let filled = Row::millis(format!("demo --groups 1 --members {members}, {engine:?}"), &[begun.elapsed()]);
    ctx.store.checkpoint().await?;

    let client = Client::signed_in(portal::router(ctx.clone())).await?;
    let bare = Bare::open(engine, store.url()).await?;
    let mut rows = vec![filled];
    for (name, order_by, sql) in ORDERS {
        let path = format!("/api/v1/employees/search?GroupId=1&Page=1&PerPage=25&OrderBy={order_by}");
        let page = client.page(&path).await?;
        ensure!(page["TotalRecords"] == members && page["Data"].as_array().is_some_and(|rows| rows.len() == 25));
        let (mut through_server, mut in_sql) = (Vec::new(), Vec::new());
        for run in 0..WARM_UP + RUNS {
            let (server, sql) = (client.time(&path).await?, bare.time(sql).await?);
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

/// A signed-in caller of the router.
struct Client {
    router: Router,
    cookie: String,
}

impl Client {
    async fn signed_in(router: Router) -> anyhow::Result<Self> {
        let body = json!({"EmailAddress": USERS[0].0, "Password": PASSWORD}).to_string();
        let request = Request::post("/api/v1/auth/login")
            .header(header::CONTENT_TYPE, "application/json")
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body))?;
        let answer = router.clone().oneshot(request).await?;
        let cookie = answer.headers().get(header::SET_COOKIE).context("a cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(Self { router, cookie })
    }

    async fn get(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        let request = Request::get(path).header(header::COOKIE, &self.cookie).body(Body::empty())?;
        let answer = self.router.clone().oneshot(request).await?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        Ok(answer.into_body().collect().await?.to_bytes().to_vec())
    }

    async fn page(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_slice::<Value>(&self.get(path).await?)?["Value"].take())
    }

    async fn time(&self, path: &str) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        self.get(path).await?;
        Ok(begun.elapsed())
    }
}
