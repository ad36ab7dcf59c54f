//! The application on a database of its own, and a caller who is signed in to it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, header};
use domain::access::Role;
use http_body_util::BodyExt as _;
use portal::accounts::connection::{Accountants, NoAccountants};
use portal::accounts::systems::StoredAccountants;
use portal::clock::{Clock, SystemClock, SystemRandomness};
use portal::config::Config;
use portal::files::Files;
use portal::mail::Post;
use portal::{Context, Parts};
use serde_json::{Value, json};
use store::Engine;
use store::testing::TestStore;
use store::users::NewUser;
use tempfile::TempDir;
use tokio::sync::Notify;
use tower::ServiceExt as _;

/// The password of every user in a benchmark.
pub const PASSWORD: &str = "a lantern over the harbor";
const ADDRESS: &str = "ada.larkin@bench.example";
const GROUPS_ADDRESS: &str = "cy.larkin@bench.example";
const BROKERS_ADDRESS: &str = "bo.larkin@bench.example";

/// The application and what must live as long as it.
pub struct Bench {
    /// What its use cases touch.
    pub ctx: Context,
    store: TestStore,
    _folder: TempDir,
}

impl Bench {
    /// On an empty database of this engine.
    pub async fn on(engine: Engine) -> anyhow::Result<Self> {
        Self::with_clock(engine, Arc::new(SystemClock)).await
    }

    /// The same at another time.
    pub async fn with_clock(engine: Engine, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        Self::made(engine, clock, |_| Ok(Arc::new(NoAccountants))).await
    }

    /// The same with the ERP accounts that its settings lead to.
    pub async fn with_accounts(engine: Engine) -> anyhow::Result<Self> {
        let stored = |config: &Config| -> anyhow::Result<Arc<dyn Accountants>> {
            Ok(Arc::new(StoredAccountants::new(config, Arc::new(SystemClock))?))
        };
        Self::made(engine, Arc::new(SystemClock), stored).await
    }

    async fn made(
        engine: Engine,
        clock: Arc<dyn Clock>,
        accountants: impl FnOnce(&Config) -> anyhow::Result<Arc<dyn Accountants>>,
    ) -> anyhow::Result<Self> {
        let store = store::testing::fresh(engine).await;
        let folder = tempfile::tempdir()?;
        let config = Config::from([("LEDGERWELL_DATA_DIR".to_owned(), folder.path().display().to_string())])?;
        let ctx = Context::new(Parts {
            files: Files::in_folder(&folder.path().join("files"))?,
            platform: portal::context::local_platform(),
            accountants: accountants(&config)?,
            post: Post::new(&config)?,
            store: (*store).clone(),
            clock,
            randomness: Arc::new(SystemRandomness),
            job_bell: Notify::new(),
            config,
        });
        Ok(Self { ctx, store, _folder: folder })
    }

    /// The address of its database.
    pub fn url(&self) -> &str {
        self.store.url()
    }

    /// An administrator, made for this.
    pub async fn signed_in(&self) -> anyhow::Result<Client> {
        let user = NewUser {
            email: ADDRESS.to_owned(),
            first_name: "Ada".to_owned(),
            last_name: "Larkin".to_owned(),
            phone: None,
            role: Role::Administrator,
            broker: None,
        };
        let made = portal::auth::service::create_user(&self.ctx, user, PASSWORD).await;
        made.map_err(|error| anyhow::anyhow!("{error:?}"))?;
        self.signed_in_again().await
    }

    /// The same administrator, at a later time.
    pub async fn signed_in_again(&self) -> anyhow::Result<Client> {
        Client::signed_in(portal::router(self.ctx.clone()), ADDRESS).await
    }

    /// A user who sees one group, made for this.
    pub async fn group_user(&self, group: i64) -> anyhow::Result<Client> {
        let user = NewUser {
            email: GROUPS_ADDRESS.to_owned(),
            first_name: "Cy".to_owned(),
            last_name: "Larkin".to_owned(),
            phone: None,
            role: Role::GroupUser,
            broker: None,
        };
        let made = portal::auth::service::create_user(&self.ctx, user, PASSWORD).await;
        let user = made.map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let tx = self.ctx.store.begin().await?;
        store::users::assign_groups(&tx, user, &[group.into()]).await?;
        tx.commit_unaudited("a user for a benchmark").await?;
        Client::signed_in(portal::router(self.ctx.clone()), GROUPS_ADDRESS).await
    }

    /// The administrator of a broker, made for this.
    pub async fn broker(&self, broker: i64) -> anyhow::Result<Client> {
        let user = NewUser {
            email: BROKERS_ADDRESS.to_owned(),
            first_name: "Bo".to_owned(),
            last_name: "Larkin".to_owned(),
            phone: None,
            role: Role::BrokerAdministrator,
            broker: Some(broker.into()),
        };
        let made = portal::auth::service::create_user(&self.ctx, user, PASSWORD).await;
        made.map_err(|error| anyhow::anyhow!("{error:?}"))?;
        Client::signed_in(portal::router(self.ctx.clone()), BROKERS_ADDRESS).await
    }
}

/// A signed-in caller of the router.
#[derive(Clone)]
pub struct Client {
    router: Router,
    cookie: String,
}

impl Client {
    /// IdentityKeys in.
    pub async fn signed_in(router: Router, address: &str) -> anyhow::Result<Self> {
        let body = json!({"EmailAddress": address, "Password": PASSWORD}).to_string();
        let request = Request::post("/api/v1/auth/login")
            .header(header::CONTENT_TYPE, "application/json")
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body))?;
        let answer = router.clone().oneshot(request).await?;
        let cookie = answer.headers().get(header::SET_COOKIE).context("a cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(Self { router, cookie })
    }

    async fn call(&self, method: Method, path: &str, body: Body) -> anyhow::Result<Vec<u8>> {
        self.send(method, path, "application/json", body).await
    }

    async fn send(&self, method: Method, path: &str, content_type: &str, body: Body) -> anyhow::Result<Vec<u8>> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, content_type)
            .header("sec-fetch-site", "same-origin")
            .body(body)?;
        let answer = self.router.clone().oneshot(request).await?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        Ok(answer.into_body().collect().await?.to_bytes().to_vec())
    }

    /// What a call answers in `Value`.
    pub async fn value(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_slice::<Value>(&self.call(Method::GET, path, Body::empty()).await?)?["Value"].take())
    }

    /// Posts and gives the saved record.
    pub async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let answer = self.call(Method::POST, path, Body::from(body.to_string())).await?;
        saved(path, serde_json::from_slice(&answer)?)
    }

    /// Posts and gives the saved record with how long the call took, to the last byte of its answer.
    pub async fn timed_post(&self, path: &str, body: Value) -> anyhow::Result<(Duration, Value)> {
        let begun = Instant::now();
        let answer = self.call(Method::POST, path, Body::from(body.to_string())).await?;
        let took = begun.elapsed();
        Ok((took, saved(path, serde_json::from_slice(&answer)?)?))
    }

    /// Puts and gives the saved record.
    pub async fn put(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let answer = self.call(Method::PUT, path, Body::from(body.to_string())).await?;
        saved(path, serde_json::from_slice(&answer)?)
    }

    /// Uploads a CSV file as a form does, and gives the saved record.
    pub async fn upload(&self, path: &str, fields: &[(&str, &str)], csv: &str) -> anyhow::Result<Value> {
        const BOUNDARY: &str = "boundary-of-the-benchmark";
        let part = |of: &str| format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {of}\r\n\r\n");
        let mut body: String =
            fields.iter().map(|(name, value)| part(&format!("name=\"{name}\"")) + value + "\r\n").collect();
        body.push_str(&part("name=\"file\"; filename=\"census.csv\""));
        body.push_str(csv);
        body.push_str(&format!("\r\n--{BOUNDARY}--\r\n"));
        let form = format!("multipart/form-data; boundary={BOUNDARY}");
        let answer = self.send(Method::POST, path, &form, Body::from(body)).await?;
        saved(path, serde_json::from_slice(&answer)?)
    }

    /// How long a call takes, to the last byte of its answer.
    pub async fn time(&self, path: &str) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        self.call(Method::GET, path, Body::empty()).await?;
        Ok(begun.elapsed())
    }
}

impl Client {
    /// How long a download takes to its first byte and to its last one, and how many lines it has. None of it is kept.
    pub async fn streamed(&self, path: &str) -> anyhow::Result<(Duration, Duration, u64)> {
        let request = Request::get(path).header(header::COOKIE, &self.cookie).body(Body::empty())?;
        let begun = Instant::now();
        let answer = self.router.clone().oneshot(request).await?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        let mut body = answer.into_body();
        let (mut first, mut lines) = (None, 0);
        while let Some(frame) = body.frame().await {
            let Ok(bytes) = frame?.into_data() else { continue };
            first = first.or_else(|| (!bytes.is_empty()).then(|| begun.elapsed()));
            lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        }
        Ok((first.context("a first byte")?, begun.elapsed(), lines))
    }
}

/// The saved record of an answer, when it was saved.
fn saved(path: &str, mut answer: Value) -> anyhow::Result<Value> {
    ensure!(answer["IsValid"] == true, "{path}: {}", answer["FirstErrorMessage"]);
    Ok(answer["Value"].take())
}
