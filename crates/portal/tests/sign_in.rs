//! Signing in beside a change of the password, and what lock-outs leave behind.

use chrono::TimeDelta;
use domain::access::{Role, Scope};
use domain::{PageRequest, UserId};
use futures_util::future::join;
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
    store::sessions::end_all(&tx, user, None, app.ctx.now()).await.expect("ended");
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
        let left = store::sessions::list(&app.ctx.store.read(), id).await.expect("sessions");
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
