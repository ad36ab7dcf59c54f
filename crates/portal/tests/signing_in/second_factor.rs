//! The second factor: setting it up, signing in with it, losing it, and roles that need one.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::access::{Role, Scope};
use domain::{PageRequest, UserId};
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;
use totp_rs::{Builder, Secret, Totp};

use crate::support::{Client, PASSWORD, TestApp, token_of};

const LOGIN: &str = "/api/v1/auth/login";
const ME: &str = "/api/v1/auth/me";
const BEGIN: &str = "/api/v1/auth/second-factor";
const CONFIRM: &str = "/api/v1/auth/second-factor/confirm";
const CODES: &str = "/api/v1/auth/second-factor/recovery-codes";
const SECURITY: &str = "/api/v1/settings/security";

/// An authenticator app.
struct App(Totp);

impl App {
    fn with(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret).expect("base 32");
        Self(Builder::new().with_secret(secret).build().expect("a secret of the usual length"))
    }

    /// What the app shows so many seconds from now.
    fn shows(&self, app: &TestApp, seconds: i64) -> String {
        let at = u64::try_from(app.ctx.now().timestamp() + seconds).expect("an instant of our time");
        self.0.generate(at).to_string()
    }
}

async fn begin(client: &Client) -> App {
    let begun = client.post(BEGIN, json!({"Password": PASSWORD})).await.value();
    App::with(begun["Secret"].as_str().expect("a secret"))
}

/// Sets the second factor up; a minute passes, so that the next code is another one.
async fn enrol(app: &TestApp, client: &Client) -> (App, Vec<String>) {
    let totp = begin(client).await;
    let done = client.post(CONFIRM, json!({"Code": totp.shows(app, 0)})).await.value();
    app.pass(TimeDelta::minutes(1));
    let codes = done["RecoveryCodes"].as_array().expect("codes").iter();
    (totp, codes.map(|code| code.as_str().expect("a code").to_owned()).collect())
}

async fn actions(app: &TestApp, user: UserId) -> Vec<String> {
    let filter = Filter { subject: Some("user".to_owned()), subject_id: Some(user.get()), ..Filter::default() };
    let request = PageRequest { order_by: Some("Id".to_owned()), ..PageRequest::first(100) };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &request).await;
    page.expect("the audit").rows.into_iter().map(|row| row.action).collect()
}

#[tokio::test]
async fn it_counts_once_a_code_has_confirmed_it_and_then_signing_in_needs_one() {
    let app = TestApp::start().await;
    let (id, client) = app.user(Role::GroupUser, None, &[]).await;
    let mut elsewhere = app.nobody();
    elsewhere.sign_in("user1@example.com", PASSWORD).await;
    let begun = client.post(BEGIN, json!({"Password": PASSWORD})).await.value();
    let (uri, picture) = (begun["Uri"].as_str().expect("a link"), begun["QrCode"].as_str().expect("a picture"));
    assert!(uri.starts_with("otpauth://totp/Ledgerwell:user1@example.com?secret="), "{uri}");
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 "), "{picture}");
    app.nobody().sign_in("user1@example.com", PASSWORD).await.value();
    assert_eq!(client.get(ME).await.value()["User"]["HasSecondFactor"], false, "not confirmed yet");

    let totp = App::with(begun["Secret"].as_str().expect("a secret"));
    let done = client.post(CONFIRM, json!({"Code": totp.shows(&app, 0)})).await.value();
    let codes: BTreeSet<_> = done["RecoveryCodes"].as_array().expect("codes").iter().map(Value::to_string).collect();
    assert_eq!(codes.len(), 10, "ten, each another");
    assert_eq!(client.get(ME).await.value()["User"]["HasSecondFactor"], true);
    assert_eq!(elsewhere.get(ME).await.status, 401, "sessions that were begun without it end");

    let credentials = |code: &str| json!({"EmailAddress": "user1@example.com", "Password": PASSWORD, "Code": code});
    let missing = app.nobody().post(LOGIN, json!({"EmailAddress": "user1@example.com", "Password": PASSWORD})).await;
    assert_eq!(
        (missing.error_keys(), missing.message()),
        (vec!["Code".to_owned()], "Enter the code of your authenticator app.".to_owned())
    );
    assert!(missing.headers.get("set-cookie").is_none());
    let wrong = app.nobody().post(LOGIN, credentials("000000")).await;
    assert_eq!((wrong.error_keys(), wrong.message()), (vec!["Code".to_owned()], "This code is not right.".to_owned()));
    let used = app.nobody().post(LOGIN, credentials(&totp.shows(&app, 0))).await;
    assert_eq!(used.message(), "This code was used before. Wait for the next one.");
    let unknown = app.nobody().post(LOGIN, json!({"EmailAddress": "user1@example.com", "Password": "x"})).await;
    assert_eq!(unknown.error_keys(), [""], "a wrong password is said before the code");
    app.pass(TimeDelta::minutes(16));
    app.nobody().post(LOGIN, credentials(&totp.shows(&app, 0))).await.value();
    assert_eq!(
        actions(&app, id).await,
        [
            "user.create",
            "sign_in",
            "sign_in",
            "second_factor.begin",
            "sign_in",
            "second_factor.confirm",
            "sign_in.second_factor_failed",
            "sign_in.second_factor_failed",
            "sign_in.second_factor_failed",
            "sign_in.failed",
            "sign_in"
        ]
    );
}

#[tokio::test]
async fn a_step_before_and_after_counts_and_a_used_one_or_one_before_it_never_again() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, _) = enrol(&app, &client).await;
    for (seconds, valid) in [(60, false), (-60, false), (30, true), (30, false), (0, false), (-30, false)] {
        let reply = app.nobody().sign_in_with("user1@example.com", PASSWORD, &totp.shows(&app, seconds)).await;
        assert_eq!(reply.json()["IsValid"], valid, "{seconds}: {}", reply.json());
    }
    app.pass(TimeDelta::minutes(16));
    let spaced = totp.shows(&app, -30);
    let spaced = format!(" {} {} ", &spaced[..3], &spaced[3..]);
    app.nobody().sign_in_with("user1@example.com", PASSWORD, &spaced).await.value();
    app.nobody().sign_in_with("user1@example.com", PASSWORD, &totp.shows(&app, 0)).await.value();
}

#[tokio::test]
async fn wrong_codes_lock_like_wrong_passwords() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, codes) = enrol(&app, &client).await;
    for _ in 0..5 {
        let wrong = app.nobody().sign_in_with("user1@example.com", PASSWORD, "123123").await;
        assert_eq!(wrong.error_keys(), ["Code"]);
    }
    for code in [&totp.shows(&app, 0), &codes[0]] {
        assert_eq!(app.nobody().sign_in_with("user1@example.com", PASSWORD, code).await.status, 429);
    }
    app.pass(TimeDelta::minutes(16));
    app.nobody().sign_in_with("user1@example.com", PASSWORD, &totp.shows(&app, 0)).await.value();
}

#[tokio::test]
async fn a_reset_of_the_password_by_mail_does_not_lift_the_lock_of_the_codes() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, codes) = enrol(&app, &client).await;
    for number in 0..2 {
        let new = format!("a new and longer one {number}");
        app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": "user1@example.com"})).await.value();
        app.run_jobs().await;
        let token = token_of(app.mails().last().expect("a mail"));
        app.nobody().post("/api/v1/auth/reset-password", json!({"Token": token, "Password": new})).await.value();
        if number == 0 {
            for _ in 0..5 {
                let wrong = app.nobody().sign_in_with("user1@example.com", &new, "123123").await;
                assert_eq!(wrong.error_keys(), ["Code"]);
            }
            continue;
        }
        for code in [&totp.shows(&app, 0), &codes[0]] {
            assert_eq!(app.nobody().sign_in_with("user1@example.com", &new, code).await.status, 429);
        }
        app.pass(TimeDelta::minutes(16));
        app.nobody().sign_in_with("user1@example.com", &new, &totp.shows(&app, 0)).await.value();
    }
}

#[tokio::test]
async fn a_recovery_code_replaces_the_app_once() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, codes) = enrol(&app, &client).await;
    let sign_in = async |code: &str| {
        let reply = app.nobody().sign_in_with("user1@example.com", PASSWORD, code).await;
        reply.json()["IsValid"] == true
    };
    assert!(sign_in(&codes[0]).await);
    assert!(!sign_in(&codes[0]).await, "once");
    assert!(sign_in(&codes[1].to_lowercase().replace('-', " ")).await, "however it is typed");
    let both = |code: &str| json!({"Password": PASSWORD, "Code": code});
    let anew = client.post(CODES, both(&totp.shows(&app, 0))).await.value();
    assert!(!sign_in(&codes[2]).await, "the old ones count no more");
    assert!(sign_in(anew["RecoveryCodes"][9].as_str().expect("a code")).await);
    let (_, other) = app.user(Role::GroupUser, None, &[]).await;
    enrol(&app, &other).await;
    let foreign = app.nobody().sign_in_with("user2@example.com", PASSWORD, &codes[5]).await;
    assert_eq!(foreign.error_keys(), ["Code"], "codes are their user's");
}

async fn one_code_signs_in_once(engine: Engine) {
    let app = TestApp::on(engine).await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, codes) = enrol(&app, &client).await;
    for code in [totp.shows(&app, 0), codes[0].clone()] {
        let credentials = json!({"EmailAddress": "user1@example.com", "Password": PASSWORD, "Code": code});
        let clients: Vec<_> = (0..4).map(|_| app.nobody()).collect();
        let replies = join_all(clients.iter().map(|client| client.post(LOGIN, credentials.clone()))).await;
        assert_eq!(replies.iter().filter(|reply| reply.json()["IsValid"] == true).count(), 1, "{code}");
        app.pass(TimeDelta::minutes(16));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_with_the_same_code_one_gets_in_on_sqlite() {
    one_code_signs_in_once(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_with_the_same_code_one_gets_in_on_postgres() {
    one_code_signs_in_once(Engine::Postgres).await;
}

#[tokio::test]
async fn what_is_wrong_when_setting_up_is_named() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    for (path, body, keys) in [
        (BEGIN, json!({}), ["Password"]),
        (BEGIN, json!({"Password": "x".repeat(10_000)}), ["Password"]),
        (CONFIRM, json!({"Code": "123456"}), ["Code"]),
        (CODES, json!({"Password": PASSWORD, "Code": "123456"}), [""]),
    ] {
        assert_eq!(client.post(path, body.clone()).await.error_keys(), keys, "{path} {body}");
    }
    let off = client.call("DELETE", BEGIN, Some(json!({"Password": PASSWORD, "Code": "1"}))).await;
    assert_eq!(off.message(), "Your second factor is off.");
    app.pass(TimeDelta::minutes(16));

    let first = begin(&client).await;
    let second = begin(&client).await;
    for (code, message) in [
        (String::new(), "Enter the code of your authenticator app."),
        ("12345".to_owned(), "This code is not right."),
        (first.shows(&app, 0), "This code is not right."),
    ] {
        let refused = client.post(CONFIRM, json!({"Code": code})).await;
        assert_eq!((refused.error_keys(), refused.message().as_str()), (vec!["Code".to_owned()], message));
    }
    client.post(CONFIRM, json!({"Code": second.shows(&app, 0)})).await.value();
    let again = client.post(CONFIRM, json!({"Code": second.shows(&app, 30)})).await;
    assert_eq!(again.message(), "Set up the second factor first.");
    let anew = client.post(BEGIN, json!({"Password": PASSWORD})).await;
    assert_eq!(anew.message(), "Your second factor is on already. Turn it off to set up another one.");

    client.post("/api/v1/auth/confirm", json!({"Password": PASSWORD})).await.value();
    let key = client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let program = app.nobody().with_key(key["Key"].as_str().expect("a key"));
    for path in [BEGIN, CONFIRM, CODES] {
        assert_eq!(program.post(path, json!({"Password": PASSWORD})).await.status, 403, "{path}");
    }
}

#[tokio::test]
async fn turning_it_off_needs_password_and_code() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, codes) = enrol(&app, &client).await;
    let off = async |password: &str, code: &str| {
        client.call("DELETE", BEGIN, Some(json!({"Password": password, "Code": code}))).await
    };
    assert_eq!(off("wrong", &totp.shows(&app, 0)).await.error_keys(), ["Password"]);
    assert_eq!(off(PASSWORD, "").await.error_keys(), ["Code"]);
    assert_eq!(off(PASSWORD, "000000").await.error_keys(), ["Code"]);
    off(PASSWORD, &totp.shows(&app, 0)).await.value();
    app.nobody().sign_in("user1@example.com", PASSWORD).await.value();
    let (_, fresh) = enrol(&app, &client).await;
    let old = app.nobody().sign_in_with("user1@example.com", PASSWORD, &codes[0]).await;
    assert_eq!(old.error_keys(), ["Code"], "recovery codes go with it");
    off(PASSWORD, &fresh[0]).await.value();
    for _ in 0..5 {
        assert_eq!(client.post(BEGIN, json!({"Password": "wrong"})).await.error_keys(), ["Password"]);
    }
    assert_eq!(
        client.post(BEGIN, json!({"Password": PASSWORD})).await.status,
        429,
        "an open session is no way to guess"
    );
}

#[tokio::test]
async fn the_secret_is_stored_sealed() {
    let app = TestApp::start().await;
    let (id, client) = app.user(Role::GroupUser, None, &[]).await;
    let (totp, _) = enrol(&app, &client).await;
    let stored =
        store::sign_in::second_factors::find(&app.ctx.store.read(), id).await.expect("an answer").expect("a secret");
    let secret = totp.0.secret().as_bytes();
    assert!(stored.confirmed && !stored.sealed.windows(secret.len()).any(|window| window == secret));
    assert_eq!(
        store::sign_in::second_factors::recovery_codes_left(&app.ctx.store.read(), id).await.expect("a number"),
        10
    );
}

async fn require(client: &Client, roles: Value) {
    client.put(SECURITY, json!({"SecondFactorRoleIds": roles})).await.value();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_that_needs_one_has_nothing_but_the_own_account_until_it_is_set_up() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        a_role_that_needs_one_has_nothing_but_the_own_account_until_it_is_set_up_on(engine).await;
    }
}

async fn a_role_that_needs_one_has_nothing_but_the_own_account_until_it_is_set_up_on(engine: Engine) {
    let app = TestApp::on(engine).await;
    let administrator = app.administrator().await;
    let (id, client) = app.user(Role::GroupUser, None, &[]).await;
    let key = client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let program = app.nobody().with_key(key["Key"].as_str().expect("a key"));
    assert_eq!(program.get("/api/v1/employers").await.status, 200);
    require(&administrator, json!([4])).await;
    let me = client.get(ME).await.value();
    assert_eq!((&me["SecondFactorNeeded"], &me["Actions"]), (&json!(true), &json!(["Public", "UseOwnAccount"])));
    for caller in [&client, &program] {
        let refused = caller.get("/api/v1/employers").await;
        assert_eq!((refused.status.as_u16(), refused.message().as_str()), (403, "Set up a second factor first."));
        assert_eq!(caller.put(&format!("/api/v1/users/{id}"), json!({})).await.status, 403);
        assert_eq!(caller.get("/api/v1/auth/keys").await.status, 200);
    }
    assert_eq!(administrator.get(ME).await.value()["SecondFactorNeeded"], false, "another role");
    let mut acting = administrator.twin();
    let reply = acting.get(&format!("/user/impersonate/{id}")).await;
    acting.keep_cookie(&reply);
    assert_eq!(acting.get("/api/v1/employers").await.status, 200, "who acts as the user has shown his own");

    enrol(&app, &client).await;
    assert_eq!(client.get(ME).await.value()["SecondFactorNeeded"], false);
    assert_eq!(client.get("/api/v1/employers").await.status, 200);
    assert_eq!(program.get("/api/v1/employers").await.status, 200);
    require(&administrator, json!([])).await;
    let (_, other) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(other.get("/api/v1/employers").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_say_which_roles_need_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        administrators_say_which_roles_need_one_on(engine).await;
    }
}

async fn administrators_say_which_roles_need_one_on(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    assert_eq!(client.get(SECURITY).await.value(), json!({"SecondFactorRoleIds": [], "Version": 0}));
    for body in [
        json!({}),
        json!({"SecondFactorRoleIds": null}),
        json!({"SecondFactorRoleIds": [0]}),
        json!({"SecondFactorRoleIds": [4, 5]}),
        json!({"SecondFactorRoleIds": ["x"]}),
    ] {
        assert_eq!(client.put(SECURITY, body.clone()).await.error_keys(), ["SecondFactorRoleIds"], "{body}");
    }
    let saved = client.put(SECURITY, json!({"SecondFactorRoleIds": [4, 2, 4], "Version": 0})).await.value();
    assert_eq!(saved, json!({"SecondFactorRoleIds": [2, 4], "Version": 1}));
    let again = client.put(SECURITY, json!({"SecondFactorRoleIds": "3", "Version": 1})).await.value();
    assert_eq!(again, json!({"SecondFactorRoleIds": [3], "Version": 2}));
    assert_eq!(client.get(SECURITY).await.value(), again);
    let stale = client.put(SECURITY, json!({"SecondFactorRoleIds": [], "Version": 1})).await;
    assert_eq!(stale.status, 409);
    assert!(stale.message().contains("by Dana Reyes1 on 07/20/2026"), "{}", stale.message());
    let filter = Filter { subject: Some("setting".to_owned()), ..Filter::default() };
    let rows = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &PageRequest::first(9)).await;
    let detail = rows.expect("the audit").rows[0].detail.clone();
    let roles = |ids: Value| json!({"SecondFactorRoleIds": ids});
    assert_eq!(detail, Some(json!({"before": roles(json!([2, 4])), "after": roles(json!([3]))})));
    for role in [Role::BrokerAdministrator, Role::GroupUser] {
        let (_, client) = app.user(role, Some(app.broker().create().await), &[]).await;
        assert_eq!(client.get(SECURITY).await.status, 403);
        assert_eq!(client.put(SECURITY, json!({"SecondFactorRoleIds": []})).await.status, 403);
    }
}

#[tokio::test]
async fn an_administrator_takes_a_lost_one_away_and_the_user_is_told() {
    let app = TestApp::start().await;
    let administrator = app.administrator().await;
    let broker = app.broker().create().await;
    let (_, head) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let (id, client) = app.user(Role::AccountManager, Some(broker), &[]).await;
    let reset = |id: UserId| format!("/api/v1/users/{id}/reset-second-factor");
    let none = administrator.post(&reset(id), json!({})).await;
    assert_eq!(none.message(), "This user has no second factor.");
    enrol(&app, &client).await;
    assert_eq!(administrator.get(&format!("/api/v1/users/{id}")).await.value()["HasSecondFactor"], true);
    assert_eq!(head.post(&reset(id), json!({})).await.status, 403);
    assert_eq!(administrator.post(&reset(UserId(99)), json!({})).await.status, 404);
    let own = administrator.post(&reset(UserId(1)), json!({})).await;
    assert_eq!(own.message(), "Turn your own second factor off under your account.");

    administrator.post(&reset(id), json!({})).await.value();
    assert_eq!(client.get(ME).await.status, 401, "the user's sessions end");
    app.nobody().sign_in("user3@example.com", PASSWORD).await.value();
    app.run_jobs().await;
    assert!(app.mails()[0].contains("Subject: Your second factor was removed"));
    assert!(actions(&app, id).await.contains(&"user.reset_second_factor".to_owned()));
}
