//! Syncing the insurance of a group with the patient platform.

use std::sync::Arc;
use std::time::Duration;

use connectors::patient_platform::fake::{Call, FakePlatform};
use domain::access::Role;
use domain::groups::GroupForm;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Client, Reply, TestApp, day};

async fn beside(engine: Engine, platform: &Arc<FakePlatform>) -> TestApp {
    TestApp::beside(engine, platform.clone()).await
}

async fn sync(client: &Client, group: impl std::fmt::Display) -> Reply {
    client.post(&format!("/api/v1/employers/{group}/sync-insurance"), json!({})).await
}

async fn actions(client: &Client) -> Vec<Value> {
    let trail = client.get("/api/v1/audit?Term=insurance&Page=1").await.value();
    trail["Data"].as_array().expect("a list").iter().map(|row| row["Action"].clone()).collect()
}

fn collects(form: &mut GroupForm) {
    form.flags.collect_insurance = true;
}

#[tokio::test]
async fn covered_members_are_pushed_with_nothing_that_the_platform_need_not_know() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let platform = Arc::<FakePlatform>::default();
        let app = beside(engine, &platform).await;
        let client = app.administrator().await;
        let (group, other) = (app.group().with(collects).create().await, app.group().with(collects).create().await);
        app.member(group).named("Ana", "Abel").create().await;
        app.member(group).named("Bo", "Abel").then(Status::InActive, "2026-08-01").create().await;
        app.member(group).named("Cy", "Abel").then(Status::InActive, "2026-07-20").create().await;
        app.member(group)
            .named("Di", "Abel")
            .with(|details| details.member_type = "Dependent".to_owned())
            .then(Status::InActive, "2026-02-01")
            .then(Status::Active, "2026-03-01")
            .create()
            .await;
        app.member(other).create().await;

        let synced = sync(&client, group).await.value();
        assert_eq!(synced, json!({"Synced": 3, "InsuranceSyncedOn": "2026-07-20T16:00:00.000Z"}));
        let found = store::groups::find(&app.ctx.store.read(), domain::access::Scope::system(), group).await;
        let found = found.expect("the group");
        assert_eq!(found.insurance_synced_at, Some(app.ctx.now()));
        assert_eq!(found.version, 1, "nobody's edit becomes stale");
        let covered = platform.covered(found.global_link);
        let told: Vec<_> = covered.iter().map(|one| (one.plan.as_str(), one.is_primary, one.from, one.until)).collect();
        assert_eq!(
            told,
            [
                ("Family Plan", true, day("2026-01-01"), None),
                ("Family Plan", true, day("2026-01-01"), Some(day("2026-08-01"))),
                ("Family Plan", false, day("2026-03-01"), None),
            ],
            "{engine:?}"
        );
        let view = client.get(&format!("/api/v1/employers/{group}")).await.value();
        assert_eq!(view["InsuranceSyncedOn"], "2026-07-20T16:00:00.000Z");
        assert_eq!(actions(&client).await, ["group.sync_insurance"]);
    }
}

#[tokio::test]
async fn a_large_group_is_pushed_in_parts() {
    let platform = Arc::<FakePlatform>::default();
    let app = beside(Engine::Sqlite, &platform).await;
    let client = app.administrator().await;
    let group = app.group().with(collects).create().await;
    super::terminate::fill(&app, group, 2001).await;
    assert_eq!(sync(&client, group).await.value()["Synced"], 2001);
}

#[tokio::test]
async fn a_group_without_insurance_has_nothing_to_push() {
    let platform = Arc::new(FakePlatform::failing(Call::Begin));
    let app = beside(Engine::Sqlite, &platform).await;
    let client = app.administrator().await;
    let plain = app.group().create().await;
    app.member(plain).create().await;
    assert_eq!(sync(&client, plain).await.value(), json!({"Synced": 0, "InsuranceSyncedOn": null}));
    assert_eq!((platform.syncs(), actions(&client).await.len()), (0, 0));
    let billed = app.group().with(|form| form.flags.insurance_billing_enabled = true).create().await;
    platform.recover();
    assert_eq!(sync(&client, billed).await.value()["Synced"], 0);
    assert_eq!(platform.syncs(), 1, "billing insurance is enough");
}

#[tokio::test]
async fn a_platform_that_fails_leaves_the_group_as_it_was() {
    for failing in [Call::Begin, Call::Push, Call::Finish] {
        let platform = Arc::new(FakePlatform::failing(failing));
        let app = beside(Engine::Sqlite, &platform).await;
        let client = app.administrator().await;
        let group = app.group().with(collects).create().await;
        app.member(group).create().await;
        let failed = sync(&client, group).await;
        assert_eq!(
            (failed.error_keys(), failed.message()),
            (vec![String::new()], "There was an issue syncing insurance.".to_owned())
        );
        let view = client.get(&format!("/api/v1/employers/{group}")).await.value();
        assert_eq!(view["InsuranceSyncedOn"], Value::Null, "{failing:?}");
        platform.recover();
        assert_eq!(sync(&client, group).await.value()["Synced"], 1, "the lease was given back");
        assert_eq!(actions(&client).await, ["group.sync_insurance", "group.sync_insurance_failed"]);
    }
}

#[tokio::test]
async fn who_asks_while_a_sync_is_on_its_way_waits() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let platform = Arc::<FakePlatform>::default();
        let app = beside(engine, &platform).await;
        let client = app.administrator().await;
        let (group, other) = (app.group().with(collects).create().await, app.group().with(collects).create().await);
        let tx = app.ctx.store.begin().await.expect("a transaction");
        let (now, lease) = (app.ctx.now(), format!("insurance sync {group}"));
        let until = now + chrono::TimeDelta::seconds(90);
        assert!(store::leases::take(&tx, &lease, "somebody else", now, until).await.expect("an answer"));
        tx.commit_unaudited("set up by a test").await.expect("committed");
        let refused = sync(&client, group).await;
        assert_eq!(refused.message(), "The insurance of this group is being synced already.");
        assert_eq!(platform.syncs(), 0);
        assert_eq!(sync(&client, other).await.value()["Synced"], 0, "another group is not held up");
        app.pass(chrono::TimeDelta::seconds(91));
        sync(&client, group).await.value();
    }
}

#[tokio::test]
async fn the_platform_learns_when_the_members_of_an_ended_group_end() {
    let platform = Arc::<FakePlatform>::default();
    let app = beside(Engine::Sqlite, &platform).await;
    let client = app.administrator().await;
    let (group, plain) = (app.group().with(collects).create().await, app.group().create().await);
    app.member(group).create().await;
    for group in [group, plain] {
        client.post(&format!("/api/v1/employers/{group}/terminate"), json!({})).await.value();
    }
    assert_eq!(sync(&client, group).await.value()["Synced"], 1);
    let found = store::groups::find(&app.ctx.store.read(), domain::access::Scope::system(), group).await;
    let link = found.expect("the group").global_link;
    let ends: Vec<_> = platform.covered(link).iter().map(|member| member.until).collect();
    assert_eq!(ends, [Some(day("2026-08-01"))]);
    assert_eq!(sync(&client, plain).await.value(), json!({"Synced": 0, "InsuranceSyncedOn": null}));
    assert_eq!(platform.syncs(), 1, "without insurance there is nothing to say");
    app.travel_to("2026-08-01T16:00:00Z");
    let client = app.administrator().await;
    assert_eq!(sync(&client, group).await.value()["Synced"], 0);
    assert!(platform.covered(link).is_empty());
}

#[tokio::test]
async fn a_sync_whose_caller_has_gone_is_brought_to_its_end() {
    for (held, recovers) in [(Call::Begin, true), (Call::Push, true), (Call::Finish, true), (Call::Finish, false)] {
        let platform = Arc::new(FakePlatform::hanging(held));
        let app = beside(Engine::Sqlite, &platform).await;
        let client = app.administrator().await;
        let group = app.group().with(collects).create().await;
        app.member(group).create().await;
        tokio::select! {
            reply = sync(&client, group) => panic!("{held:?} was answered: {}", reply.message()),
            () = platform.hangs() => {}
        }
        // The call is given up; what it has begun is still on its way.
        assert_eq!(sync(&client, group).await.message(), "The insurance of this group is being synced already.");
        match recovers {
            true => platform.recover(),
            false => platform.fail(),
        }
        let concluded = async {
            while actions(&client).await.is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), concluded).await.expect("it is concluded");
        let view = client.get(&format!("/api/v1/employers/{group}")).await.value();
        let (action, at) = match recovers {
            true => ("group.sync_insurance", json!("2026-07-20T16:00:00.000Z")),
            false => ("group.sync_insurance_failed", Value::Null),
        };
        assert_eq!((actions(&client).await, &view["InsuranceSyncedOn"]), (vec![json!(action)], &at), "{held:?}");
        platform.recover();
        assert_eq!(sync(&client, group).await.value()["Synced"], 1, "the lease was given back");
    }
}

#[tokio::test]
async fn a_sync_that_panics_is_written_down_as_failed() {
    let platform = Arc::new(FakePlatform::panicking(Call::Push));
    let app = beside(Engine::Sqlite, &platform).await;
    let client = app.administrator().await;
    let group = app.group().with(collects).create().await;
    app.member(group).create().await;
    assert_eq!(sync(&client, group).await.status, 500);
    assert_eq!(actions(&client).await, ["group.sync_insurance_failed"]);
    platform.recover();
    assert_eq!(sync(&client, group).await.value()["Synced"], 1, "the lease was given back");
}

#[tokio::test]
async fn the_local_platform_counts_who_is_covered() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().with(collects).create().await;
    app.member(group).create().await;
    app.member(group).numbered("7").then(Status::InActive, "2026-03-01").create().await;
    for _ in 0..2 {
        assert_eq!(sync(&client, group).await.value()["Synced"], 1);
    }
}

#[tokio::test]
async fn only_administrators_sync_and_an_unknown_group_is_none() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let group = app.group().of(broker).with(collects).create().await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(broker), &[group]).await;
        assert_eq!(sync(&client, group).await.status, 403, "{role:?}");
    }
    let client = app.administrator().await;
    for unknown in ["99", "0", "x"] {
        assert_eq!(sync(&client, unknown).await.status, 404);
    }
}
