//! Signing in and one's own account.

use chrono::TimeDelta;
use domain::access::Role;
use futures_util::future::join_all;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp, token_of};

const LOGIN: &str = "/api/v1/auth/login";
const ME: &str = "/api/v1/auth/me";

#[tokio::test]
async fn a_signed_in_user_sees_who_it_is_and_what_it_may_do() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    assert_json_snapshot!(client.get(ME).await.value(), @r#"
    {
      "Actions": [
        "Public",
        "UseOwnAccount",
        "ViewChoices",
        "Search",
        "ViewWorkQueue",
        "ViewGroups",
        "ViewMembers",
        "EditMembers",
        "ViewPricingChoices",
        "ViewInvoices",
        "ViewReports",
        "ViewCensus",
        "EditCensus",
        "ViewUsers",
        "EditUsers"
      ],
      "IdleMinutes": 30,
      "Impersonator": null,
      "SecondFactorNeeded": false,
      "TimeZone": "America/New_York",
      "User": {
        "Broker": null,
        "Email": "user1@example.com",
        "FirstName": "Dana",
        "FullName": "Dana Reyes1",
        "HasSecondFactor": false,
        "Id": 1,
        "LastName": "Reyes1",
        "RoleId": 4,
        "RoleName": "Group User"
      }
    }
    "#);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_look_the_same() {
    let app = TestApp::start().await;
    app.administrator().await;
    let wrong = app.nobody().post(LOGIN, json!({"EmailAddress": "user1@example.com", "Password": "wrong"})).await;
    let unknown = app.nobody().post(LOGIN, json!({"EmailAddress": "nobody@example.com", "Password": "wrong"})).await;
    assert_eq!(wrong.json(), unknown.json());
    assert_eq!(wrong.message(), "The e-mail address or the password is not right.");
    assert!(wrong.headers.get("set-cookie").is_none());
}

#[tokio::test]
async fn five_wrong_tries_lock_the_address_for_fifteen_minutes() {
    for email in ["user1@example.com", "nobody@example.com"] {
        let app = TestApp::start().await;
        app.administrator().await;
        app.travel_to("2026-07-20T16:00:59Z");
        for _ in 0..5 {
            app.nobody().post(LOGIN, json!({"EmailAddress": email, "Password": "wrong"})).await;
        }
        let mut client = app.nobody();
        assert_eq!(client.sign_in(email, PASSWORD).await.status, 429, "{email}");
        app.pass(TimeDelta::seconds(899));
        assert_eq!(client.sign_in(email, PASSWORD).await.status, 429, "{email} to the last second");
        app.pass(TimeDelta::seconds(61));
        let after = client.sign_in(email, PASSWORD).await;
        assert_eq!(after.status, 200);
        assert_eq!(after.json()["IsValid"], json!(email == "user1@example.com"));
    }
}

#[tokio::test]
async fn tries_at_the_same_time_are_counted_as_those_one_after_the_other() {
    let app = TestApp::start().await;
    app.administrator().await;
    let wrong = json!({"EmailAddress": "user1@example.com", "Password": "wrong"});
    let clients: Vec<_> = (0..12).map(|_| app.nobody()).collect();
    let replies = join_all(clients.iter().map(|client| client.post(LOGIN, wrong.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 429).count(), 7, "five of twelve were looked at");
}

#[tokio::test]
async fn a_session_ends_by_signing_out_by_idling_and_after_twelve_hours() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    app.pass(TimeDelta::minutes(29));
    assert_eq!(client.get(ME).await.status, 200);
    app.pass(TimeDelta::minutes(29));
    assert_eq!(client.get(ME).await.status, 200, "being used keeps it alive");
    app.pass(TimeDelta::minutes(31));
    assert_eq!(client.get(ME).await.status, 401, "idle");

    let client = app.administrator().await;
    for _ in 0..25 {
        app.pass(TimeDelta::minutes(28));
        client.get(ME).await;
    }
    app.pass(TimeDelta::minutes(21));
    assert_eq!(client.get(ME).await.status, 401, "twelve hours are over");

    let client = app.administrator().await;
    client.post("/api/v1/auth/logout", json!({})).await.value();
    assert_eq!(client.get(ME).await.status, 401, "signed out");
}

#[tokio::test]
async fn another_site_can_change_nothing_with_the_cookie_and_programs_need_no_origin() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let tricked = client.twin().tricked_elsewhere();
    assert_eq!(tricked.post("/api/v1/auth/keys", json!({"Name": "x"})).await.status, 403);
    assert_eq!(app.nobody().tricked_elsewhere().post(LOGIN, json!({})).await.status, 403);

    let key = client.post("/api/v1/auth/keys", json!({"Name": "Payroll export"})).await.value();
    let program = app.nobody().with_key(key["Key"].as_str().expect("a key"));
    assert_eq!(program.get(ME).await.status, 200);
    assert_eq!(program.post("/api/v1/auth/logout", json!({})).await.status, 200);
    assert_eq!(program.post("/api/v1/auth/keys", json!({"Name": "another"})).await.status, 403, "a key makes no keys");
    assert_eq!(client.get("/api/v1/auth/keys").await.value().as_array().map(Vec::len), Some(1));
    assert_eq!(app.nobody().with_key("lw_wrong").get(ME).await.status, 401);
}

/// A page of another site may send any `Authorization` header beside the cookie.
#[tokio::test]
async fn a_call_with_an_authorization_header_is_judged_by_that_alone() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::Administrator, None, &[]).await;
    let (_, other) = app.user(Role::GroupUser, None, &[]).await;
    for header in ["Basic eDp5", "Bearer lw_wrong", "Bearer", "x", ""] {
        for site in ["cross-site", "same-origin"] {
            let headers = [("authorization", header), ("sec-fetch-site", site)];
            assert_eq!(client.get_with(ME, &headers).await.status, 401, "{header} {site}");
            let sync = "/api/v1/billing/1/snapshots/1/sync-status";
            assert_eq!(client.get_with(sync, &headers).await.status, 401, "{header} {site}");
            let impersonate = client.get_with("/user/impersonate/2", &headers).await;
            assert_eq!(impersonate.status, 401, "{header} {site}");
        }
    }
    let key = other.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let both = client.twin().with_key(key["Key"].as_str().expect("a key"));
    assert_eq!(both.get(ME).await.value()["User"]["RoleId"], 4, "the user of the key, not of the cookie");
    assert_eq!(both.get("/api/v1/api-services").await.status, 403);
    both.post("/api/v1/auth/logout", json!({})).await.value();
    both.delete("/api/v1/auth/impersonation").await.value();
    assert_eq!(client.get(ME).await.status, 200, "the session of the cookie is untouched");
}

#[tokio::test]
async fn a_key_is_shown_once_expires_and_can_be_revoked_by_its_user_only() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let made = client.post("/api/v1/auth/keys", json!({"Name": "Payroll", "Days": 1})).await.value();
    let listed = client.get("/api/v1/auth/keys").await.value();
    assert_eq!(listed[0]["Key"], Value::Null);
    assert_eq!(listed[0]["Prefix"], json!(&made["Key"].as_str().expect("a key")[..9]));

    let path = format!("/api/v1/auth/keys/{}", made["Id"]);
    let (_, other) = app.user(Role::Administrator, None, &[]).await;
    assert_eq!(other.delete(&path).await.status, 404);
    let program = app.nobody().with_key(made["Key"].as_str().expect("a key"));
    assert_eq!(program.get(ME).await.status, 200);
    app.pass(TimeDelta::hours(25));
    assert_eq!(program.get(ME).await.status, 401);

    let mut client = app.nobody();
    client.sign_in("user1@example.com", PASSWORD).await;
    assert_eq!(client.delete(&path).await.status, 200);
    assert_eq!(client.delete(&path).await.status, 404);
}

#[tokio::test]
async fn keys_with_a_wrong_life_or_no_name_are_refused() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (wish, keys) in [
        (json!({}), vec!["Name"]),
        (json!({"Name": "x", "Days": 0}), vec!["Days"]),
        (json!({"Name": "x", "Days": 366}), vec!["Days"]),
        (json!({"Name": "x", "Days": "soon"}), vec!["Days"]),
        (json!({"Name": "x".repeat(101)}), vec!["Name"]),
    ] {
        assert_eq!(client.post("/api/v1/auth/keys", wish.clone()).await.error_keys(), keys, "{wish}");
    }
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_a_mailed_link_once() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let forgot = |email: &str| json!({"EmailAddress": email});
    let known = app.nobody().post("/api/v1/auth/forgot-password", forgot("USER1@example.com")).await;
    let unknown = app.nobody().post("/api/v1/auth/forgot-password", forgot("nobody@example.com")).await;
    assert_eq!(known.json(), unknown.json());
    app.run_jobs().await;
    let mails = app.mails();
    assert_eq!(mails.len(), 1);
    let token = token_of(&mails[0]);

    let reset = |password: &str| json!({"Token": token, "Password": password});
    let weak = app.nobody().post("/api/v1/auth/reset-password", reset("short")).await;
    assert_eq!(weak.error_keys(), ["Password"]);
    app.nobody().post("/api/v1/auth/reset-password", reset("a new and longer one")).await.value();
    assert_eq!(client.get(ME).await.status, 401, "the old sessions are ended");
    let again = app.nobody().post("/api/v1/auth/reset-password", reset("yet another one here")).await;
    assert_eq!(again.error_keys(), ["Token"]);
    assert_eq!(app.nobody().sign_in("user1@example.com", "a new and longer one").await.json()["IsValid"], json!(true));
}

#[tokio::test]
async fn the_address_is_no_password_for_a_reset_either() {
    let app = TestApp::start().await;
    app.administrator().await;
    app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": "user1@example.com"})).await.value();
    app.run_jobs().await;
    let wish = json!({"Token": token_of(&app.mails()[0]), "Password": "USER1@example.com"});
    assert_eq!(app.nobody().post("/api/v1/auth/reset-password", wish).await.error_keys(), ["Password"]);
}

#[tokio::test]
async fn a_mailed_link_is_too_old_after_an_hour() {
    let app = TestApp::start().await;
    app.administrator().await;
    app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": "user1@example.com"})).await.value();
    app.run_jobs().await;
    let token = token_of(&app.mails()[0]);
    app.pass(TimeDelta::minutes(61));
    let late = json!({"Token": token, "Password": "a new and longer one"});
    assert_eq!(app.nobody().post("/api/v1/auth/reset-password", late).await.error_keys(), ["Token"]);
}

#[tokio::test]
async fn changing_the_password_needs_the_current_one_and_ends_the_other_sessions() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let mut elsewhere = app.nobody();
    elsewhere.sign_in("user1@example.com", PASSWORD).await;
    let sessions = client.get("/api/v1/auth/sessions").await.value();
    assert_eq!(sessions.as_array().map(Vec::len), Some(2));

    let change = |current: &str, new: &str| json!({"CurrentPassword": current, "NewPassword": new});
    let path = "/api/v1/auth/change-password";
    assert_eq!(client.post(path, change("wrong", "a new and longer one")).await.error_keys(), ["CurrentPassword"]);
    assert_eq!(client.post(path, change(PASSWORD, "password1234")).await.error_keys(), ["NewPassword"]);
    let changed = client.post(path, change(PASSWORD, "a new and longer one")).await;
    changed.value();
    assert_eq!(elsewhere.get(ME).await.status, 401);
    assert_eq!(client.get(ME).await.status, 401, "the old token of this session is worth nothing");
    let mut client = client;
    client.keep_cookie(&changed);
    assert_eq!(client.get(ME).await.status, 200);
}

#[tokio::test]
async fn guessing_the_own_password_in_an_open_session_locks_like_signing_in() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let change = |current: &str| json!({"CurrentPassword": current, "NewPassword": "a new and longer one"});
    let path = "/api/v1/auth/change-password";
    for _ in 0..5 {
        assert_eq!(client.post(path, change("wrong")).await.error_keys(), ["CurrentPassword"]);
    }
    assert_eq!(client.post(path, change(PASSWORD)).await.status, 429);
    assert_eq!(app.nobody().sign_in("user1@example.com", PASSWORD).await.status, 429);
    app.pass(TimeDelta::minutes(16));
    client.post(path, change(PASSWORD)).await.value();
}

#[tokio::test]
async fn one_of_ones_own_sessions_can_be_ended_and_nobody_elses() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let mut elsewhere = app.nobody();
    elsewhere.sign_in("user1@example.com", PASSWORD).await;
    let (_, other) = app.user(Role::Administrator, None, &[]).await;
    let sessions = elsewhere.get("/api/v1/auth/sessions").await.value();
    assert_eq!((&sessions[0]["IsCurrent"], &sessions[1]["IsCurrent"]), (&json!(true), &json!(false)));
    let path = format!("/api/v1/auth/sessions/{}", sessions[1]["Id"]);
    assert_eq!(other.delete(&path).await.status, 404);
    elsewhere.delete(&path).await.value();
    assert_eq!(client.get(ME).await.status, 401);
    assert_eq!(elsewhere.get(ME).await.status, 200);
    assert_eq!(elsewhere.delete(&path).await.status, 404, "it has ended");
}

#[tokio::test]
async fn strange_requests_get_clear_answers_and_safe_headers() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    assert_eq!(client.get("/api/v1/nothing").await.status, 404);
    assert_eq!(client.delete(ME).await.status, 405);
    assert_eq!(client.delete("/api/v1/auth/keys/abc").await.status, 404);
    assert_eq!(client.delete("/api/v1/auth/keys/99999999999999999999").await.status, 404);
    assert_eq!(client.post("/api/v1/auth/keys", json!([1])).await.error_keys(), [""]);
    let huge = json!({"Name": "x".repeat(3_000_000)});
    assert_eq!(client.post("/api/v1/auth/keys", huge).await.status, 413);
    let reply = client.get(ME).await;
    for (header, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("cache-control", "no-store"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ] {
        assert_eq!(reply.headers[header], value);
    }
    assert!(reply.headers.contains_key("x-request-id"));
}
