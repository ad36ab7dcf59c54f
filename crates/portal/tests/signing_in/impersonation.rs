//! Acting as somebody else: who may, for how long, what stays closed meanwhile, and coming back.

use chrono::TimeDelta;
use domain::access::{Role, Scope};
use domain::{PageRequest, UserId};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, PASSWORD, Reply, TestApp};

const ME: &str = "/api/v1/auth/me";
const STOP: &str = "/api/v1/auth/impersonation";

fn address(user: UserId) -> String {
    format!("/user/impersonate/{user}")
}

fn location(reply: &Reply) -> &str {
    reply.headers.get("location").and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// An administrator, signed in twice, who acts as a group user in the first session.
async fn acting(app: &TestApp) -> (Client, Client, UserId) {
    let administrator = app.administrator().await;
    let group = app.group().create().await;
    let (user, _) = app.user(Role::GroupUser, None, &[group]).await;
    let own = administrator.twin();
    let mut client = administrator;
    let reply = client.get(&address(user)).await;
    assert_eq!((reply.status.as_u16(), location(&reply)), (303, "/"));
    client.keep_cookie(&reply);
    (client, own, user)
}

async fn who(client: &Client) -> Value {
    client.get(ME).await.value()["User"]["Id"].clone()
}

#[tokio::test]
async fn an_administrator_goes_on_as_the_user_and_both_stand_on_the_audit() {
    let app = TestApp::start().await;
    let (client, _, user) = acting(&app).await;
    let me = client.get(ME).await.value();
    assert_eq!((&me["User"]["Id"], &me["User"]["RoleId"]), (&json!(user), &json!(4)));
    assert_json_snapshot!(me["Impersonator"], @r#"
    {
      "FullName": "Dana Reyes1",
      "Id": 1,
      "Until": "2026-07-20T16:30:00.000Z"
    }
    "#);
    assert_eq!(client.get("/api/v1/brokers").await.status, 403, "with the rights of the user");
    let census = b"UniqueId,FirstName,LastName\n7001,Maren,Abernathy\n";
    let fields = [("employerId", "1"), ("isMultiGroup", "false")];
    client.upload("/api/v1/census/files", &fields, ("census.csv", census)).await.value();
    client.delete(STOP).await.value();

    let filter = Filter { user: Some(user), ..Filter::default() };
    let request = PageRequest { order_by: Some("Id".to_owned()), ..PageRequest::first(50) };
    let rows = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &request).await.expect("rows");
    let mut found = Vec::new();
    for row in rows.rows {
        let acting = row.acting_as.map(|(id, _)| id.get());
        found.push((row.action, row.user.map(|(id, _)| id.get()), acting));
    }
    let both = |action: &str| (action.to_owned(), Some(user.get()), Some(1));
    assert_eq!(
        found.into_iter().filter(|(action, ..)| !action.starts_with("sign_in")).collect::<Vec<_>>(),
        [both("impersonation.start"), both("census.upload"), both("impersonation.stop")]
    );
}

#[tokio::test]
async fn only_administrators_act_and_only_as_others_who_are_no_administrators() {
    let app = TestApp::start().await;
    let (first, client) = app.user(Role::Administrator, None, &[]).await;
    let (second, _) = app.user(Role::Administrator, None, &[]).await;
    let broker = app.broker().create().await;
    let (closed, _) = app.user(Role::GroupUser, None, &[]).await;
    let body = json!({
        "FirstName": "A", "LastName": "B", "EmailAddress": "user3@example.com", "RoleId": 4, "IsDisabled": true
    });
    client.put(&format!("/api/v1/users/{closed}"), body).await.value();
    for (user, problem) in [
        (first, "/users?problem=administrator"),
        (second, "/users?problem=administrator"),
        (closed, "/users?problem=disabled"),
        (UserId(99), "/users?problem=unknown"),
        (UserId(-1), "/users?problem=unknown"),
    ] {
        let reply = client.get(&address(user)).await;
        assert_eq!((reply.status.as_u16(), location(&reply)), (303, problem), "{user}");
        assert!(reply.headers.get("set-cookie").is_none());
    }
    assert_eq!(client.get("/user/impersonate/soon").await.status, 404);
    let key = client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let program = app.nobody().with_key(key["Key"].as_str().expect("a key"));
    let (user, group_user) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(program.get(&address(user)).await.status, 403, "programs act as nobody else");
    assert_eq!(app.nobody().get(&address(user)).await.status, 401);
    for role in [Role::BrokerAdministrator, Role::AccountManager] {
        let (_, client) = app.user(role, Some(broker), &[]).await;
        assert_eq!(client.get(&address(user)).await.status, 403, "{role:?}");
    }
    assert_eq!(group_user.get(&address(user)).await.status, 403);
}

#[tokio::test]
async fn another_site_cannot_send_an_administrator_there() {
    let app = TestApp::start().await;
    let client = app.administrator().await.tricked_elsewhere();
    let (user, _) = app.user(Role::GroupUser, None, &[]).await;
    for (headers, status) in [
        (vec![("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate")], 303),
        (vec![("referer", "https://portal.example/users?Page=2")], 303),
        (vec![("origin", "https://portal.example")], 303),
        (vec![], 403),
        (vec![("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], 403),
        (vec![("sec-fetch-site", "same-site")], 403),
        (vec![("sec-fetch-site", "none")], 403),
        (vec![("sec-fetch-site", "cross-site"), ("referer", "https://portal.example/users")], 403),
        (vec![("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")], 403),
        (vec![("sec-fetch-site", "same-origin"), ("sec-purpose", "prefetch")], 403),
        (vec![("referer", "https://evil.example/?https://portal.example/")], 403),
        (vec![("referer", "https://portal.example.evil.example/")], 403),
        (vec![("origin", "null")], 403),
    ] {
        let reply = client.get_with(&address(user), &headers).await;
        assert_eq!(reply.status.as_u16(), status, "{headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_gives_the_own_session_back_with_a_new_token() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        stopping_gives_the_own_session_back_with_a_new_token_on(engine).await;
    }
}

async fn stopping_gives_the_own_session_back_with_a_new_token_on(engine: Engine) {
    let app = TestApp::on(engine).await;
    let (mut client, own, user) = acting(&app).await;
    assert_eq!(who(&own).await, 1, "the own session lives on");
    let stale = client.twin();
    let reply = client.delete(STOP).await;
    assert!(reply.headers["set-cookie"].to_str().expect("text").contains("; HttpOnly; SameSite=Lax"));
    client.keep_cookie(&reply);
    assert_eq!(who(&client).await, 1);
    assert_eq!(client.get(ME).await.value()["Impersonator"], Value::Null);
    assert_eq!(own.get(ME).await.status, 401, "the token from before is worth nothing");
    assert_eq!(stale.get(ME).await.status, 401, "nor is that of the other session");
    assert_eq!(stale.delete(STOP).await.status, 401, "and it stops nothing twice");
    assert_eq!(client.delete(STOP).await.status, 200, "there is nothing to stop");
    assert_eq!(app.nobody().delete(STOP).await.status, 401);
    let reply = client.get(&address(user)).await;
    client.keep_cookie(&reply);
    assert_eq!(client.twin().tricked_elsewhere().delete(STOP).await.status, 403);
    assert_eq!(who(&client).await, json!(user));
}

#[tokio::test]
async fn it_ends_after_half_an_hour_however_busy_and_the_own_session_is_given_back() {
    let app = TestApp::start().await;
    let (mut client, _, _) = acting(&app).await;
    for _ in 0..2 {
        app.pass(TimeDelta::minutes(14));
        assert_eq!(client.get(ME).await.status, 200);
    }
    app.pass(TimeDelta::minutes(2));
    assert_eq!(client.get(ME).await.status, 401, "the half hour is over");
    let reply = client.delete(STOP).await;
    client.keep_cookie(&reply);
    assert_eq!(who(&client).await, 1, "being busy kept the own session alive");
}

#[tokio::test]
async fn it_ends_idle_with_the_own_session() {
    let app = TestApp::with(|config| config.session_idle_minutes = 5).await;
    let (client, own, _) = acting(&app).await;
    app.pass(TimeDelta::minutes(4));
    assert_eq!(client.get(ME).await.status, 200);
    app.pass(TimeDelta::minutes(6));
    assert_eq!(client.get(ME).await.status, 401);
    assert_eq!(own.get(ME).await.status, 401);
    assert_eq!(client.delete(STOP).await.status, 401, "nothing is given back that has ended");
}

#[tokio::test]
async fn it_never_outlives_the_own_session() {
    let app = TestApp::with(|config| config.session_idle_minutes = 720).await;
    let mut client = app.administrator().await;
    let (user, _) = app.user(Role::GroupUser, None, &[]).await;
    app.pass(TimeDelta::minutes(11 * 60 + 50));
    let reply = client.get(&address(user)).await;
    client.keep_cookie(&reply);
    assert_eq!(client.get(ME).await.value()["Impersonator"]["Until"], "2026-07-21T04:00:00.000Z", "twelve hours");
    app.pass(TimeDelta::minutes(11));
    assert_eq!(client.get(ME).await.status, 401);
    assert_eq!(client.delete(STOP).await.status, 401);
}

#[tokio::test]
async fn it_ends_when_the_administrator_is_one_no_more() {
    for change in ["disabled", "demoted", "password", "signed out", "user demoted", "user disabled"] {
        let app = TestApp::start().await;
        let (client, own, user) = acting(&app).await;
        let (_, other) = app.user(Role::Administrator, None, &[]).await;
        let body = |number: usize, change: Value| {
            let mut body = json!({
                "FirstName": "A", "LastName": "B", "EmailAddress": format!("user{number}@example.com"), "RoleId": 4
            });
            body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
            body
        };
        let target = format!("/api/v1/users/{user}");
        let reply = match change {
            "disabled" => other.put("/api/v1/users/1", body(1, json!({"RoleId": 1, "IsDisabled": true}))).await,
            "demoted" => other.put("/api/v1/users/1", body(1, json!({"EmployerGroupIds": [1]}))).await,
            "password" => {
                let mut elsewhere = app.nobody();
                elsewhere.sign_in("user1@example.com", PASSWORD).await;
                let change = json!({"CurrentPassword": PASSWORD, "NewPassword": "a new and longer one"});
                elsewhere.post("/api/v1/auth/change-password", change).await
            }
            "signed out" => own.post("/api/v1/auth/logout", json!({})).await,
            "user demoted" => {
                other.put(&target, body(2, json!({"RoleId": 3, "BrokerId": 1, "EmployerGroupIds": [1]}))).await
            }
            _ => other.put(&target, body(2, json!({"IsDisabled": true}))).await,
        };
        assert_eq!(reply.json()["IsValid"], true, "{change}: {}", reply.json());
        assert_eq!(client.get(ME).await.status, 401, "{change}");
    }
}

#[tokio::test]
async fn secrets_and_people_stay_closed_meanwhile() {
    let app = TestApp::start().await;
    let mut client = app.administrator().await;
    let broker = app.broker().create().await;
    let (head, session) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let (manager, _) = app.user(Role::AccountManager, Some(broker), &[]).await;
    let key = session.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let own = session.get("/api/v1/auth/sessions").await.value();
    let reply = client.get(&address(head)).await;
    client.keep_cookie(&reply);
    let (key, own) = (format!("/api/v1/auth/keys/{}", key["Id"]), format!("/api/v1/auth/sessions/{}", own[0]["Id"]));
    let (user, reset) = (format!("/api/v1/users/{manager}"), format!("/api/v1/users/{manager}/send-password-reset"));
    for (method, path) in [
        ("POST", "/api/v1/auth/change-password"),
        ("POST", "/api/v1/auth/keys"),
        ("POST", "/api/v1/auth/second-factor"),
        ("POST", "/api/v1/auth/second-factor/confirm"),
        ("POST", "/api/v1/auth/second-factor/recovery-codes"),
        ("DELETE", "/api/v1/auth/second-factor"),
        ("DELETE", key.as_str()),
        ("DELETE", "/api/v1/auth/sessions"),
        ("DELETE", own.as_str()),
        ("POST", "/api/v1/users"),
        ("PUT", user.as_str()),
        ("POST", reset.as_str()),
        ("GET", "/user/impersonate/3"),
    ] {
        let body = (method != "GET").then(|| json!({}));
        assert_eq!(client.call(method, path, body).await.status, 403, "{method} {path}");
    }
    assert_eq!(session.get("/api/v1/auth/sessions").await.value().as_array().map(Vec::len), Some(1), "not his session");
    assert_eq!(session.get("/api/v1/auth/keys").await.value().as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn signing_out_ends_both_sessions() {
    let app = TestApp::start().await;
    let (client, own, _) = acting(&app).await;
    client.post("/api/v1/auth/logout", json!({})).await.value();
    assert_eq!(client.get(ME).await.status, 401);
    assert_eq!(own.get(ME).await.status, 401);
}
