//! Sensitive acts ask for the password or the second factor of the last ten minutes, and what becomes of access keys with a password.

use chrono::TimeDelta;
use domain::access::Role;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::users::{ME, USERS, manager, path, people};
use crate::support::{Client, PASSWORD, Reply, TestApp, token_of};

const CONFIRM: &str = "/api/v1/auth/confirm";
const KEYS: &str = "/api/v1/auth/keys";
const CHANGE: &str = "/api/v1/auth/change-password";
const SECURITY: &str = "/api/v1/settings/security";
const NEW: &str = "a new and longer one";

/// Whether a call is refused until it is confirmed.
fn asks(reply: &Reply) -> bool {
    reply.status == 403 && reply.json()["Errors"][0]["Key"] == "Confirmation"
}

async fn program(app: &TestApp, client: &Client) -> Client {
    let key = client.post(KEYS, json!({"Name": "Export"})).await.value();
    app.nobody().with_key(key["Key"].as_str().expect("a key"))
}

#[tokio::test]
async fn sensitive_acts_ask_again_ten_minutes_after_the_sign_in_and_others_do_not() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let administrator = &all.administrator.1;
    let another = app.group().of(all.broker).create().await;
    let new_administrator = json!({
        "FirstName": "Ana", "LastName": "Moor", "EmailAddress": "ana@mail.example", "RoleId": 1
    });
    let acts: Vec<(&str, String, Value)> = vec![
        ("POST", KEYS.to_owned(), json!({"Name": "Export"})),
        ("PUT", path(all.manager.0), json!({"EmailAddress": "new@mail.example"})),
        ("PUT", path(all.administrator.0), json!({"EmailAddress": "own@mail.example"})),
        ("PUT", path(all.manager.0), json!({"RoleId": 4})),
        ("POST", USERS.to_owned(), new_administrator),
        ("POST", USERS.to_owned(), manager(all.broker, &[all.group])),
        ("PUT", path(all.user.0), json!({"EmployerGroupIds": [all.group, another]})),
        ("PUT", SECURITY.to_owned(), json!({"SecondFactorRoleIds": []})),
        ("POST", format!("{}/reset-second-factor", path(all.manager.0)), json!({})),
    ];
    let key = program(&app, administrator).await;
    for (method, act, body) in &acts {
        let by_key = key.call(method, act, Some(body.clone())).await;
        assert_eq!((by_key.status.as_u16(), asks(&by_key)), (403, false), "a program shows no password: {act}");
    }
    app.pass(TimeDelta::minutes(10));
    for (method, act, body) in &acts {
        assert!(asks(&administrator.call(method, act, Some(body.clone())).await), "{method} {act} {body}");
    }
    for (method, act, body) in [
        ("PUT", path(all.manager.0), json!({"FirstName": "Una", "IsDisabled": false})),
        ("PUT", path(all.user.0), json!({"EmployerGroupIds": [all.group]})),
        ("GET", KEYS.to_owned(), json!({})),
    ] {
        administrator.call(method, &act, Some(body)).await.value();
    }
    administrator.post(CONFIRM, json!({"Password": PASSWORD})).await.value();
    for (method, act, body) in &acts {
        let reply = administrator.call(method, act, Some(body.clone())).await;
        assert_eq!(reply.status, 200, "{method} {act}: {}", reply.json());
    }
    app.pass(TimeDelta::seconds(599));
    administrator.post(KEYS, json!({"Name": "Second"})).await.value();
    app.pass(TimeDelta::seconds(1));
    assert!(asks(&administrator.post(KEYS, json!({"Name": "Third"})).await));
}

#[tokio::test]
async fn a_confirmation_is_of_its_session_and_its_user_only() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::Administrator, None, &[]).await;
    let (user, _) = app.user(Role::GroupUser, None, &[]).await;
    let mut elsewhere = app.nobody();
    elsewhere.sign_in("user1@example.com", PASSWORD).await;
    let key = program(&app, &client).await;
    app.pass(TimeDelta::minutes(11));
    elsewhere.post(CONFIRM, json!({"Password": PASSWORD})).await.value();
    assert!(asks(&client.post(KEYS, json!({"Name": "Export"})).await));
    elsewhere.post(KEYS, json!({"Name": "Export"})).await.value();
    assert_eq!(key.post(CONFIRM, json!({"Password": PASSWORD})).await.status, 403, "programs confirm nothing");
    let reply = elsewhere.get(&format!("/user/impersonate/{user}")).await;
    elsewhere.keep_cookie(&reply);
    assert_eq!(elsewhere.post(CONFIRM, json!({"Password": PASSWORD})).await.status, 403);
    assert_eq!(elsewhere.post(KEYS, json!({"Name": "x"})).await.status, 403);
    assert_eq!(app.nobody().post(CONFIRM, json!({"Password": PASSWORD})).await.status, 401);
}

#[tokio::test]
async fn wrong_passwords_are_named_and_count_as_tries_to_sign_in() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    assert_eq!(client.post(CONFIRM, json!({})).await.error_keys(), ["Password"]);
    assert_eq!(client.post(CONFIRM, json!({"Code": "123456"})).await.message(), "Your second factor is off.");
    for _ in 0..5 {
        let wrong = client.post(CONFIRM, json!({"Password": "wrong"})).await;
        assert_eq!(
            (wrong.error_keys(), wrong.message().as_str()),
            (vec!["Password".to_owned()], "This is not your password.")
        );
    }
    assert_eq!(client.post(CONFIRM, json!({"Password": PASSWORD})).await.status, 429);
    assert_eq!(app.nobody().sign_in("user1@example.com", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn a_code_of_the_second_factor_confirms_as_well() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let begun = client.post("/api/v1/auth/second-factor", json!({"Password": PASSWORD})).await.value();
    let secret = Secret::try_from_base32(begun["Secret"].as_str().expect("a secret")).expect("base 32");
    let totp = Builder::new().with_secret(secret).build().expect("a secret of the usual length");
    let shows = || totp.generate(u64::try_from(app.ctx.now().timestamp()).expect("our time")).to_string();
    client.post("/api/v1/auth/second-factor/confirm", json!({"Code": shows()})).await.value();
    app.pass(TimeDelta::minutes(11));
    assert!(asks(&client.post(KEYS, json!({"Name": "Export"})).await));
    assert_eq!(client.post(CONFIRM, json!({"Code": "000000"})).await.error_keys(), ["Code"]);
    client.post(CONFIRM, json!({"Code": shows()})).await.value();
    client.post(KEYS, json!({"Name": "Export"})).await.value();
    assert_eq!(client.post(CONFIRM, json!({"Code": shows()})).await.error_keys(), ["Code"], "each code counts once");
}

#[tokio::test]
async fn a_change_of_the_password_says_what_becomes_of_the_keys() {
    let app = TestApp::start().await;
    let mut client = app.administrator().await;
    let key = program(&app, &client).await;
    let change = |current: &str, new: &str, revoke: Value| json!({"CurrentPassword": current, "NewPassword": new, "RevokeAccessKeys": revoke});
    let silent = client.post(CHANGE, change(PASSWORD, NEW, Value::Null)).await;
    assert_eq!(silent.error_keys(), ["RevokeAccessKeys"]);
    let both = client.post(CHANGE, change(PASSWORD, "short", Value::Null)).await;
    assert_eq!(both.error_keys(), ["NewPassword", "RevokeAccessKeys"]);
    assert_eq!(key.post(CHANGE, change(PASSWORD, NEW, json!(true))).await.status, 403, "a key changes no password");
    let kept = client.post(CHANGE, change(PASSWORD, NEW, json!(false))).await;
    kept.value();
    client.keep_cookie(&kept);
    assert_eq!(key.get(ME).await.status, 200);
    let revoked = client.post(CHANGE, change(NEW, PASSWORD, json!(true))).await;
    revoked.value();
    client.keep_cookie(&revoked);
    assert_eq!(key.get(ME).await.status, 401);
    assert_eq!(client.get(KEYS).await.value(), json!([]));
    let without = client.post(CHANGE, change(PASSWORD, NEW, Value::Null)).await;
    without.value();
    client.keep_cookie(&without);

    let key = program(&app, &client).await;
    app.pass(TimeDelta::days(91));
    client.sign_in("user1@example.com", NEW).await.value();
    assert_eq!(key.get(ME).await.status, 401, "it is over");
    client.post(CHANGE, change(NEW, PASSWORD, Value::Null)).await.value();
}

#[tokio::test]
async fn a_reset_by_mail_revokes_the_keys() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let key = program(&app, &client).await;
    app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": "user1@example.com"})).await.value();
    app.run_jobs().await;
    assert_eq!(key.get(ME).await.status, 200, "asking alone does nothing");
    let reset = json!({"Token": token_of(&app.mails()[0]), "Password": NEW});
    app.nobody().post("/api/v1/auth/reset-password", reset).await.value();
    assert_eq!(key.get(ME).await.status, 401);
}

#[tokio::test]
async fn keys_end_with_the_account_and_do_not_come_back_with_it() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let key = program(&app, &all.manager.1).await;
    let close = |closed: bool| json!({"IsDisabled": closed});
    all.administrator.1.put(&path(all.manager.0), close(true)).await.value();
    assert_eq!(key.get(ME).await.status, 401);
    all.administrator.1.put(&path(all.manager.0), close(false)).await.value();
    let mut client = app.nobody();
    client.sign_in("user3@example.com", PASSWORD).await.value();
    assert_eq!(key.get(ME).await.status, 401);
    assert_eq!(client.get(KEYS).await.value(), json!([]));
}
