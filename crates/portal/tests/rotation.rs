//! The change of the secret key: whatever step it is killed after, every secret opens with the keys of the next start.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use domain::PageRequest;
use domain::access::Scope;
use portal::Context;
use portal::keys::Keys;
use portal::rotation::Rotation;
use portal::sealing::{Place, is_current, open};
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;
use store::sealed::SealedColumn;
use store::sign_in::presence::{Presence, is_served};
use tempfile::TempDir;
use totp_rs::{Builder, Secret};

use crate::support::{Client, PASSWORD, TestApp, on_both_engines};

const SERVICES: &str = "/api/v1/api-services";
const SECOND_FACTOR: &str = "/api/v1/auth/second-factor";

/// An installation that has a secret in every column, and keeps its keys in a file.
struct Sealed {
    app: TestApp,
    client: Client,
    folder: TempDir,
    secrets: BTreeMap<(&'static str, i64), Vec<u8>>,
    config: i64,
}

impl Sealed {
    async fn on(engine: Engine) -> Self {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let begun = client.post(SECOND_FACTOR, json!({"Password": PASSWORD})).await.value();
        let secret = Secret::try_from_base32(begun["Secret"].as_str().expect("a secret")).expect("base 32");
        let totp = Builder::new().with_secret(secret).build().expect("a secret of the usual length");
        let now = u64::try_from(app.ctx.now().timestamp()).expect("an instant of our time");
        let code = totp.generate(now).to_string();
        client.post(&format!("{SECOND_FACTOR}/confirm"), json!({"Code": code})).await.value();
        let books = account(&client, "quickbooks").await;
        let config = json!({"ApiServiceId": books, "ClientSecret": "the secret of the books"});
        let config = client.post(&format!("{SERVICES}/configs"), config).await.value()["Id"].as_i64().expect("an id");
        for number in 0..3 {
            let tokens =
                json!({"ApiServiceId": books, "AccessToken": format!("access{number}"), "RefreshToken": "refresh"});
            client.post(&format!("{SERVICES}/tokens"), tokens).await.value();
        }
        let suite = account(&client, "netsuite").await;
        let clock = app.ctx.clock.clone();
        let key =
            erp_sandbox::Sandbox::new(std::sync::Arc::new(move || clock.now())).world().netsuite.private_key.clone();
        let netsuite = json!({"ApiServiceId": suite, "ClientSecret": key});
        client.post(&format!("{SERVICES}/netsuite-configs"), netsuite).await.value();

        let folder = tempfile::tempdir().expect("a folder");
        app.ctx.config.secret_keys.write(&folder.path().join("secret.key")).expect("written");
        let mut this = Self { app, client, folder, secrets: BTreeMap::new(), config };
        this.secrets = this.opened().await;
        assert_eq!(this.secrets.len(), 9, "a secret in every column");
        this
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("secret.key")
    }

    /// The program as it starts next, with the keys that it reads then.
    fn started(&self) -> Context {
        let file = self.file();
        self.app.restarted(|config| {
            config.secret_keys = Keys::read(&file).expect("keys");
            config.key_file = Some(file);
        })
    }

    /// Every secret by its place, opened as by the next start.
    async fn opened(&self) -> BTreeMap<(&'static str, i64), Vec<u8>> {
        let ctx = self.started();
        let mut secrets = BTreeMap::new();
        for column in SealedColumn::ALL.iter().copied() {
            for (row, sealed) in column.behind(&ctx.store.read(), 0, 1000).await.expect("rows") {
                secrets.insert((column.name(), row), open(&ctx, Place { column, row }, &sealed).expect("it opens"));
            }
        }
        secrets
    }

    async fn all_are_current(&self) -> bool {
        let ctx = self.started();
        for column in SealedColumn::ALL {
            let rows = column.behind(&ctx.store.read(), 0, 1000).await.expect("rows");
            if rows.iter().any(|(_, sealed)| !is_current(&ctx.config.secret_keys, sealed)) {
                return false;
            }
        }
        true
    }

    async fn recorded(&self) -> Vec<Value> {
        let filter = Filter { subject: Some("secret_key".to_owned()), ..Filter::default() };
        let db = self.app.ctx.store.read();
        let page = store::audit::search(&db, Scope::system(), &filter, &PageRequest::first(100)).await;
        page.expect("the audit").rows.into_iter().map(|row| row.detail.unwrap_or_default()).collect()
    }
}

async fn account(client: &Client, kind: &str) -> Value {
    let body = json!({"Name": kind, "ServiceType": kind, "ApiBaseUrl": "https://erp.example"});
    client.post(SERVICES, body).await.value()["Id"].clone()
}

fn keys_in(file: &Path) -> usize {
    Keys::read(file).expect("keys").all().len()
}

/// With one secret a step, it is killed after the first step, then after the second, and so on until it comes to its end by itself.
async fn nothing_is_lost_whenever_it_is_killed(engine: Engine) {
    let this = Sealed::on(engine).await;
    let (mut killed_after, mut ended) = (0, false);
    while !ended {
        let before = Keys::read(&this.file()).expect("keys");
        let mut killed = Rotation::new(&this.started(), 1);
        for _ in 0..killed_after {
            ended = !killed.step().await.expect("a step");
        }
        drop(killed);
        assert_eq!(this.opened().await, this.secrets, "{engine:?}: killed after {killed_after} steps");
        Rotation::new(&this.started(), 2).run().await.expect("it goes on");
        assert_eq!(this.opened().await, this.secrets, "{engine:?}: gone on after {killed_after} steps");
        assert!(this.all_are_current().await, "{engine:?}: gone on after {killed_after} steps");
        assert_eq!(keys_in(&this.file()), 2, "the one that seals and the one that hashes");
        let after = Keys::read(&this.file()).expect("keys");
        assert_ne!(after.sealing(), before.sealing());
        assert_eq!(after.hashing(), before.hashing());
        killed_after += 1;
    }
    assert!(killed_after > 9, "{engine:?}: each of the secrets had a step");
    assert!(this.recorded().await.iter().any(|detail| detail["Resumed"] == json!(true)));
}

/// Sessions and access keys are hashes of the first key, which stays.
async fn what_people_have_goes_on(engine: Engine) {
    let this = Sealed::on(engine).await;
    let key = this.client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    Rotation::new(&this.started(), 200).run().await.expect("sealed anew");
    assert_eq!(this.recorded().await, [json!({"Secrets": 9, "Resumed": false})]);
    let router = portal::router(this.started());
    let client = Client::new(router.clone()).with_cookie(this.client.cookie());
    let secret = client.get(&format!("{SERVICES}/configs/{}/secret", this.config)).await;
    assert_eq!(secret.value(), "the secret of the books", "{engine:?}: the session goes on");
    let program = Client::new(router).with_key(key["Key"].as_str().expect("a key"));
    assert_eq!(program.get(SERVICES).await.status, 200, "{engine:?}: the access key goes on");
    // A portal that was not started anew has the old key only.
    let old = this.client.get(&format!("{SERVICES}/configs/{}/secret", this.config)).await;
    assert!(old.message().contains("cannot be opened with the secret key"), "{engine:?}: {}", old.message());
}

/// One that seals with the old key meanwhile is noticed, and the old key stays.
async fn a_portal_that_runs_meanwhile_loses_nothing(engine: Engine) {
    let this = Sealed::on(engine).await;
    let mut rotation = Rotation::new(&this.started(), 200);
    // The key, and each column until it is found empty behind its last row.
    for _ in 0..(1 + 2 * SealedColumn::ALL.len()) {
        rotation.step().await.expect("a step");
    }
    let path = format!("{SERVICES}/configs/{}", this.config);
    this.client.put(&path, json!({"ClientSecret": "another secret"})).await.value();
    let refused = loop {
        match rotation.step().await {
            Ok(more) => assert!(more, "{engine:?}: it must not end"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(refused.contains("stop the portal"), "{engine:?}: {refused}");
    assert_eq!(keys_in(&this.file()), 2);
    Rotation::new(&this.started(), 200).run().await.expect("it goes on");
    let secrets = this.opened().await;
    assert!(secrets.values().any(|secret| secret == b"another secret"), "{engine:?}");
    assert!(this.all_are_current().await);
}

async fn keys_of_the_setting_are_put_there_by_a_person(engine: Engine) {
    let this = Sealed::on(engine).await;
    let with = |keys: Keys| this.app.restarted(move |config| config.secret_keys = keys);
    let one = Keys::read(&this.file()).expect("keys");
    let refused = Rotation::new(&with(one.clone()), 200).run().await.expect_err("no new key").to_string();
    assert!(refused.contains("put a new one before it"), "{engine:?}: {refused}");
    let two = one.behind([9; 32]);
    let done = Rotation::new(&with(two.clone()), 200).run().await.expect("sealed anew");
    assert_eq!(done.sealed, 9, "{engine:?}");
    two.write(&this.file()).expect("written");
    assert_eq!(this.opened().await, this.secrets);
    assert!(this.all_are_current().await);
}

async fn a_portal_that_serves_is_seen(engine: Engine) {
    let app = TestApp::on(engine).await;
    assert!(!is_served(&app.ctx.store).await.expect("told"), "{engine:?}");
    let serving = Presence::announce(&app.ctx.store, 12).await.expect("announced");
    assert!(is_served(&app.ctx.store).await.expect("told"), "{engine:?}");
    drop(serving);
}

on_both_engines!(
    nothing_is_lost_whenever_it_is_killed,
    what_people_have_goes_on,
    a_portal_that_runs_meanwhile_loses_nothing,
    keys_of_the_setting_are_put_there_by_a_person,
    a_portal_that_serves_is_seen,
);
