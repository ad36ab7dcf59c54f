//! The work queue: each role has its own kinds, of its own records.

use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;
use store::queue::NewJob;

use crate::permissions::world::{Caller, World};
use crate::support::{Client, TestApp};

const QUEUE: &str = "/api/v1/work-queue";

fn of<'a>(queue: &'a Value, kind: &str) -> Option<&'a Value> {
    queue["Kinds"].as_array().expect("kinds").iter().find(|one| one["Kind"] == kind)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_role_has_the_kinds_it_may_act_on_of_its_own_records() {
    let world = World::make(Engine::Sqlite).await;
    let others = ["CensusErrors", "Expiring", "Overdue", "CensusWaiting", "Renewals"];
    let all = [
        "CensusErrors",
        "ErpDocuments",
        "Expiring",
        "Overdue",
        "CommissionToTakeBack",
        "CensusWaiting",
        "Drafts",
        "BillsNotSent",
        "StatementsWithoutBill",
        "Renewals",
    ];
    let expected: [(Caller, &[&str]); 4] = [
        (Caller::Administrator, &all),
        (Caller::BrokerAdministrator, &others),
        (Caller::AccountManager, &others),
        (Caller::GroupUser, &others[..4]),
    ];
    let mut files = Vec::new();
    for (caller, wanted) in expected {
        let client = world.client(world.app(), caller);
        let queue = client.get(QUEUE).await.value();
        let kinds: Vec<&str> =
            queue["Kinds"].as_array().expect("kinds").iter().filter_map(|one| one["Kind"].as_str()).collect();
        assert_eq!(kinds, wanted, "{caller:?}");
        for kind in all {
            let page = client.get(&format!("{QUEUE}/{kind}?Page=1&PerPage=25")).await;
            match of(&queue, kind) {
                None => assert_eq!(page.status, 404, "{caller:?} {kind}"),
                Some(of_kind) => assert_eq!(page.value()["TotalRecords"], of_kind["Count"], "{caller:?} {kind}"),
            }
        }
        let waiting =
            ["CensusErrors", "CensusWaiting"].map(|kind| of(&queue, kind).expect("the kind")["Count"].as_u64());
        files.push(waiting.into_iter().flatten().sum::<u64>());
        let foreign = queue.to_string().contains("Group Two");
        assert_eq!(foreign, caller == Caller::Administrator, "{caller:?} {queue}");
    }
    assert!(files[0] > files[1] && files[1] > 0 && files[1..].iter().all(|count| *count == files[1]), "{files:?}");
    assert_eq!(world.client(world.app(), Caller::Nobody).get(QUEUE).await.status, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_installation_has_nothing_to_do_and_no_unknown_kind() {
    let app = TestApp::on(Engine::Sqlite).await;
    let (_, client) = app.user(Role::Administrator, None, &[]).await;
    let queue = client.get(QUEUE).await.value();
    assert_eq!(queue["Total"], 0, "{queue}");
    assert_eq!(of(&queue, "Overdue").expect("the kind")["Amount"], 0.0);
    assert!(of(&queue, "Renewals").expect("the kind")["Amount"].is_null());
    assert_eq!(client.get(&format!("{QUEUE}/Secrets")).await.status, 404);
    assert_eq!(client.get(&format!("{QUEUE}/overdue?PerPage=0&Page=1")).await.error_keys(), ["PerPage"]);
}

const DIGEST: &str = "/api/v1/work-digest";

async fn turn(client: &Client, on: bool) {
    let told = client.put(DIGEST, json!({"IsWanted": on})).await.value();
    assert_eq!((&told["IsWanted"], &client.get(DIGEST).await.value()), (&json!(on), &told));
}

/// What is mailed by the job of a day, run twice: the receivers and all texts.
async fn mailed(app: &TestApp) -> (Vec<String>, String) {
    let before = app.mails().len();
    for _ in 0..2 {
        let tx = app.ctx.store.begin().await.expect("a transaction");
        let now = app.ctx.now();
        let job = NewJob {
            kind: "mail-work-digests".to_owned(),
            payload: json!({}),
            lane: portal::jobs::Lane::Quick as i16,
            run_at: now,
            dedupe_key: None,
            group: None,
            created_by: None,
            max_attempts: 1,
        };
        store::queue::enqueue(&tx, &job, now).await.expect("queued");
        tx.commit_unaudited("asked for by a test").await.expect("committed");
        app.run_jobs().await;
    }
    let mails = app.mails().split_off(before);
    let receiver =
        |mail: &String| mail.lines().find_map(|line| line.strip_prefix("To: ")).expect("a receiver").to_owned();
    let mut receivers: Vec<String> = mails.iter().map(receiver).collect();
    receivers.sort();
    (receivers, mails.concat())
}

#[tokio::test]
async fn what_waits_is_mailed_once_a_day_to_those_who_want_it() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().named("Fernwood Quarry").create().await;
        let elsewhere = app.group().create().await;
        let admin = app.administrator().await;
        let (user, own) = app.user(Role::GroupUser, None, &[group]).await;
        let (_, stranger) = app.user(Role::GroupUser, None, &[elsewhere]).await;
        let (_, unasked) = app.user(Role::GroupUser, None, &[group]).await;
        assert_eq!(unasked.get(DIGEST).await.value()["IsWanted"], false, "off unless it is turned on");
        for client in [&admin, &own, &stranger] {
            turn(client, true).await;
        }
        assert!(mailed(&app).await.0.is_empty(), "nothing waits: {engine:?}");

        app.uploaded(&admin, group, &[], "E-1,,Imogen,Abel,05/17/1984,,,,\n").await;
        let (receivers, text) = mailed(&app).await;
        assert_eq!(receivers, ["user1@example.com", "user2@example.com"], "{engine:?}");
        assert!(
            text.contains("Census files waiting for you: 1") && text.contains("Subject: What waits for you"),
            "{text}"
        );
        for name in ["Fernwood", "Imogen", "Abel", "people.csv"] {
            assert!(!text.contains(name), "{name}: {text}");
        }
        assert!(mailed(&app).await.0.is_empty(), "once a day: {engine:?}");

        turn(&admin, false).await;
        turn(&admin, false).await;
        let me = admin.get("/api/v1/auth/me").await.value()["User"]["Id"].clone();
        let audit = admin.get(&format!("/api/v1/audit?Page=1&PerPage=100&Subject=user&SubjectId={me}")).await.value();
        let entries = audit["Data"].as_array().expect("entries").iter();
        let actions = entries.filter_map(|entry| entry["Action"].as_str());
        let mut turned: Vec<&str> = actions.filter(|action| action.contains("digest")).collect();
        turned.sort_unstable();
        assert_eq!(turned, ["user.work_digest_off", "user.work_digest_on"], "{engine:?}");

        app.travel_to("2026-07-21T10:00:00Z");
        assert_eq!(mailed(&app).await.0, ["user2@example.com"], "{engine:?}");
        app.travel_to("2026-07-22T10:00:00Z");
        let closed = format!("update user_account set disabled_at = created_at where id = {user}");
        store::testing::execute(&app.ctx.store, &closed).await;
        assert!(mailed(&app).await.0.is_empty(), "to nobody whose account is closed: {engine:?}");
    }
}

#[tokio::test]
async fn nobody_turns_the_mail_of_somebody_else_on() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let (user, _) = app.user(Role::GroupUser, None, &[group]).await;
    let mut acting = app.administrator().await;
    let reply = acting.get(&format!("/user/impersonate/{user}")).await;
    acting.keep_cookie(&reply);
    assert_eq!(acting.get(DIGEST).await.value()["IsWanted"], false);
    assert_eq!(acting.put(DIGEST, json!({"IsWanted": true})).await.status, 403);
    assert_eq!(acting.put(DIGEST, json!({"IsWanted": "perhaps"})).await.error_keys(), ["IsWanted"]);
    assert_eq!(app.nobody().put(DIGEST, json!({"IsWanted": true})).await.status, 401);
}
