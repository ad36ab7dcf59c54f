//! Signing in beside a change of the password, and what lock-outs leave behind.

use chrono::TimeDelta;
use domain::access::{Role, Scope};
use domain::{PageRequest, UserId};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, PASSWORD, Reply, TestApp, token_of};

const LOGIN: &str = "/api/v1/auth/login";
const EMAIL: &str = "user1@example.com";
const NEW: &str = "a new and longer one";

async fn wrong(client: &Client, email: &str) -> Reply {
    client.post(LOGIN, json!({"EmailAddress": email, "Password": "wrong"})).await
}

/// What was done about signing in, oldest first, and to whom.
async fn trail(app: &TestApp) -> Vec<(String, Option<i64>)> {
    let request = PageRequest { descending: Some(false), order_by: Some("Id".to_owned()), ..PageRequest::first(100) };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &Filter::default(), &request).await;
    let rows = page.expect("the audit").rows.into_iter().filter(|row| row.action.starts_with("sign_in."));
    rows.map(|row| (row.action, row.subject_id)).collect()
}

/// Lets a call run while another change of the user is on its way, which ends when the call has come to wait for it.
async fn beside<T>(app: &TestApp, change: store::Tx, call: impl Future<Output = T>) -> T {
    let end = async {
        store::testing::somebody_waits(&app.ctx.store).await;
        change.commit_unaudited("done by a test").await.expect("committed");
    };
    join(call, end).await.0
}

/// A change of a user's password, as by a mailed link, that is not committed yet.
async fn another_password(app: &TestApp, user: UserId) -> store::Tx {
    let hash = portal::auth::passwords::hash(&app.ctx, NEW).await.expect("a hash");
    let tx = app.ctx.store.begin().await.expect("a transaction");
    store::users::set_password(&tx, user, &hash, app.ctx.now()).await.expect("set");
    store::sign_in::sessions::end_all(&tx, user, None, app.ctx.now()).await.expect("ended");
    tx
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_session_of_an_old_password_outlives_its_change() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (id, _) = app.user(Role::GroupUser, None, &[]).await;
        let change = another_password(&app, id).await;
        let mut client = app.nobody();
        let reply = beside(&app, change, client.sign_in(EMAIL, PASSWORD)).await;
        assert_eq!(reply.message(), "The e-mail address or the password is not right.", "{engine:?}");
        assert_eq!(client.get("/api/v1/auth/me").await.status, 401);
        let left = store::sign_in::sessions::list(&app.ctx.store.read(), id).await.expect("sessions");
        assert!(left.is_empty(), "{engine:?}: {left:?}");
        assert_eq!(app.nobody().sign_in(EMAIL, NEW).await.json()["IsValid"], true);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_signs_in_to_an_account_that_is_being_closed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (id, _) = app.user(Role::GroupUser, None, &[]).await;
        let change = app.ctx.store.begin().await.expect("a transaction");
        let before = store::users::editing::find(&change, Scope::system(), id).await.expect("the user").details();
        let after = domain::users::form::UserDetails { disabled: true, ..before.clone() };
        let stamp = store::Stamp { at: app.ctx.now(), by: None };
        store::users::editing::update(&change, id, None, (&before, &after), stamp).await.expect("closed");
        let mut client = app.nobody();
        let reply = beside(&app, change, client.sign_in(EMAIL, PASSWORD)).await;
        assert_eq!(reply.json()["IsValid"], false, "{engine:?}");
    }
}

/// Who knows the old password must not replace the one that was just set by mail.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_was_reset_is_not_changed_by_the_old_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (id, client) = app.user(Role::GroupUser, None, &[]).await;
        let change = another_password(&app, id).await;
        let wish = json!({"CurrentPassword": PASSWORD, "NewPassword": "yet another one here"});
        let reply = beside(&app, change, client.post("/api/v1/auth/change-password", wish)).await;
        assert!(reply.status == 401 || reply.error_keys() == ["CurrentPassword"], "{engine:?}");
        assert_eq!(app.nobody().sign_in(EMAIL, NEW).await.json()["IsValid"], true);
    }
}

#[tokio::test]
async fn a_reset_by_mail_lifts_the_lock_of_its_address_only() {
    let app = TestApp::start().await;
    app.administrator().await;
    app.administrator().await;
    for _ in 0..5 {
        wrong(&app.nobody(), EMAIL).await;
        wrong(&app.nobody(), "user2@example.com").await;
    }
    assert_eq!(app.nobody().sign_in(EMAIL, PASSWORD).await.status, 429);
    app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": EMAIL})).await.value();
    app.run_jobs().await;
    let reset = json!({"Token": token_of(&app.mails()[0]), "Password": NEW});
    app.nobody().post("/api/v1/auth/reset-password", reset).await.value();
    assert_eq!(app.nobody().sign_in(EMAIL, NEW).await.json()["IsValid"], Value::Bool(true));
    assert_eq!(app.nobody().sign_in("user2@example.com", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn failures_name_the_user_and_a_lock_out_is_audited_once() {
    let app = TestApp::start().await;
    let (id, session) = app.user(Role::Administrator, None, &[]).await;
    for email in [EMAIL, "nobody@example.com"] {
        for _ in 0..9 {
            wrong(&app.nobody(), email).await;
        }
    }
    let told = |action: &str, user: Option<i64>, times: usize| vec![(action.to_owned(), user); times];
    let expected = [
        told("sign_in.failed", Some(id.get()), 5),
        told("sign_in.locked", Some(id.get()), 1),
        told("sign_in.failed", None, 5),
        told("sign_in.locked", None, 1),
    ];
    assert_eq!(trail(&app).await, expected.concat());

    app.pass(TimeDelta::minutes(17));
    let mut session = session;
    session.sign_in(EMAIL, PASSWORD).await.value();
    for _ in 0..9 {
        let wish = json!({"CurrentPassword": "wrong", "NewPassword": NEW});
        session.post("/api/v1/auth/change-password", wish).await;
    }
    assert_eq!(trail(&app).await.split_off(12), told("sign_in.locked", Some(id.get()), 1));
}

/// Sign-ins of different addresses from one machine: how many were looked at before the machine was slowed.
async fn tries(client: &Client, number: usize) -> usize {
    let mut looked_at = 0;
    for at in 0..number {
        let reply = wrong(client, &format!("nobody{at}@example.com")).await;
        match reply.status.as_u16() {
            200 => looked_at += 1,
            429 => assert_eq!(reply.headers["retry-after"], "4", "it is a matter of seconds"),
            other => panic!("{other}"),
        }
    }
    looked_at
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_machine_that_tries_many_addresses_is_slowed_and_no_other_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        app.administrator().await;
        let machine = app.nobody().on_machine("203.0.113.7");
        assert_eq!(tries(&machine, 60).await, 20, "{engine:?}");
        let mut right = app.nobody().on_machine("203.0.113.7");
        assert_eq!(right.sign_in(EMAIL, PASSWORD).await.status, 429, "every user of it");
        let forgotten = json!({"EmailAddress": EMAIL});
        assert_eq!(machine.post("/api/v1/auth/forgot-password", forgotten).await.status, 429);
        assert_eq!(tries(&app.nobody().on_machine("203.0.113.8"), 1).await, 1, "another machine is not slowed");
        app.pass(TimeDelta::seconds(3));
        right.sign_in(EMAIL, PASSWORD).await.value();
        right.sign_in(EMAIL, PASSWORD).await.value();
        assert_eq!(tries(&machine, 3).await, 1, "what was right is given back, and one try has refilled");
        app.pass(TimeDelta::minutes(2));
        assert_eq!(tries(&machine, 60).await, 20, "{engine:?}");
        let rows = store::testing::count(&app.ctx.store, "source_budget").await;
        assert_eq!(rows, 1, "a budget that is whole again has no row");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_from_one_machine_at_the_same_time_are_counted_one_by_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.nobody().on_machine("2001:db8::1");
        let addresses: Vec<_> = (0..30).map(|at| format!("nobody{at}@example.com")).collect();
        let replies = join_all(addresses.iter().map(|email| wrong(&client, email))).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 20, "{engine:?}");
    }
}

#[tokio::test]
async fn behind_a_proxy_the_machine_is_the_one_that_called_the_proxy() {
    let app = TestApp::with(|config| config.proxies = 1).await;
    let proxy = app.nobody().on_machine("127.0.0.1");
    let from = async |address: &'static str| {
        let mut looked_at = 0;
        for at in 0..30 {
            let body = json!({"EmailAddress": format!("nobody{at}@example.com"), "Password": "wrong"});
            let reply = proxy.post_with(LOGIN, body, &[("x-forwarded-for", address)]).await;
            looked_at += usize::from(reply.status == 200);
        }
        looked_at
    };
    assert_eq!(from("198.51.100.9, 203.0.113.7").await, 20);
    assert_eq!(from("198.51.100.10, 203.0.113.7").await, 0, "what a caller says of itself is not believed");
    assert_eq!(from("203.0.113.8").await, 20);
}

/// The answer must not take longer for a known address: nothing about the address is looked up before it.
#[tokio::test]
async fn asking_for_a_link_does_the_same_for_known_and_unknown_addresses() {
    let app = TestApp::start().await;
    let (id, _) = app.user(Role::GroupUser, None, &[]).await;
    let mut done = Vec::new();
    for email in [EMAIL, "nobody@example.com", &"x".repeat(100_000)] {
        let before = store::testing::count(&app.ctx.store, "job").await;
        app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": email})).await.value();
        let links = store::testing::count(&app.ctx.store, "user_token").await;
        let mails = store::testing::count(&app.ctx.store, "mail").await;
        done.push((store::testing::count(&app.ctx.store, "job").await - before, links, mails));
    }
    assert_eq!(done, [(1, 0, 0); 3], "one job, and no link or mail yet");
    app.run_jobs().await;
    assert_eq!(app.mails().len(), 1);
    let told = audited(&app, "password.forgotten").await;
    assert_eq!(told, [Some(id.get()), None, None]);
}

#[tokio::test]
async fn a_link_that_is_mailed_twice_by_its_job_is_one() {
    let app = TestApp::start().await;
    let (_, _) = app.user(Role::GroupUser, None, &[]).await;
    for _ in 0..2 {
        let wish = portal::auth::jobs::MailResetLink {
            email_key: EMAIL.to_owned(),
            wish: "one".to_owned(),
            ip: None,
            request_id: None,
        };
        let tx = app.ctx.store.begin().await.expect("a transaction");
        portal::jobs::enqueue(&app.ctx, &tx, &wish).await.expect("queued");
        tx.commit_unaudited("asked for by a test").await.expect("committed");
        app.run_jobs().await;
    }
    assert_eq!(app.mails().len(), 1);
    assert_eq!(store::testing::count(&app.ctx.store, "user_token").await, 1);
    assert_eq!(audited(&app, "password.forgotten").await.len(), 1);
}

/// The users of the entries of an action, oldest first.
async fn audited(app: &TestApp, action: &str) -> Vec<Option<i64>> {
    let request = PageRequest { descending: Some(false), order_by: Some("Id".to_owned()), ..PageRequest::first(100) };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &Filter::default(), &request).await;
    let rows = page.expect("the audit").rows.into_iter();
    rows.filter(|row| row.action == action).map(|row| row.subject_id).collect()
}
