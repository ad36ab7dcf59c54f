//! Other addresses of users: a caller changes only users all of whose groups it reaches, and an address changes by an administrator or with a
//! yes from the old one.

use chrono::TimeDelta;
use domain::UserId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::users::{USERS, actions, broker_and_groups, path, people};
use crate::support::{Client, PASSWORD, TestApp, token_of};

const YES: &str = "/api/v1/auth/confirm-address";
const NEW: &str = "new@mail.example";

async fn email(client: &Client, user: UserId) -> (Value, Value) {
    let found = client.get(&path(user)).await.value();
    (found["EmailAddress"].clone(), found["WaitingEmailAddress"].clone())
}

/// The token of the last mail, which must be one to this address.
fn token_to(app: &TestApp, address: &str) -> String {
    let mails = app.mails();
    let mail = mails.last().expect("a mail");
    assert!(mail.contains(&format!("To: {address}")), "{mail}");
    token_of(mail)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_who_reaches_more_is_changed_by_administrators_only() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let administrator = app.administrator().await;
        let (broker, [first, _, other]) = broker_and_groups(&app).await;
        let (_, head) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
        let within = app.user(Role::GroupUser, Some(broker), &[first]).await.0;
        let beyond = app.user(Role::GroupUser, Some(broker), &[first, other]).await.0;
        let list = head.get(&format!("{USERS}?OrderBy=Id")).await.value();
        for (user, may, status) in [(within, true, 200), (beyond, false, 403)] {
            let seen = head.get(&path(user)).await.value();
            let row = list["Data"].as_array().expect("a list").iter().find(|row| row["Id"] == json!(user));
            for shown in [&seen, row.expect("the user")] {
                assert_eq!((&shown["MayEdit"], &shown["MayResetPassword"]), (&json!(may), &json!(may)), "{engine:?}");
            }
            for change in [
                json!({"EmailAddress": NEW}),
                json!({"FirstName": "Una"}),
                json!({"PhoneNumber": "6145550142"}),
                json!({"RoleId": 3}),
                json!({"EmployerGroupIds": []}),
                json!({"IsDisabled": true}),
            ] {
                let reply = head.put(&path(user), change.clone()).await;
                assert_eq!(reply.status, status, "{engine:?} {change}");
                let groups = if may { vec![first] } else { vec![first, other] };
                let undone = json!({"RoleId": 4, "IsDisabled": false, "EmployerGroupIds": groups});
                administrator.put(&path(user), undone).await.value();
            }
            assert_eq!(head.post(&format!("{}/send-password-reset", path(user)), json!({})).await.status, status);
            administrator.put(&path(user), json!({"LastName": "Moor"})).await.value();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_no_administrator_saves_waits_for_a_yes_from_the_old_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let all = people(&app).await;
        let (head, manager) = (&all.head.1, all.manager.0);
        let saved = head.put(&path(manager), json!({"EmailAddress": NEW, "FirstName": "Una"})).await.value();
        assert_eq!(
            (&saved["EmailAddress"], &saved["WaitingEmailAddress"], &saved["FirstName"]),
            (&json!("user3@example.com"), &json!(NEW), &json!("Una")),
            "{engine:?}"
        );
        app.run_jobs().await;
        let mail = app.mails().pop().expect("a mail");
        assert!(mail.contains("Dana Reyes2 asks") && mail.contains(NEW), "{mail}");
        let token = token_to(&app, "user3@example.com");
        head.put(&path(manager), json!({"EmailAddress": NEW})).await.value();
        app.run_jobs().await;
        assert_eq!(app.mails().len(), 1, "the same address again is asked for once");
        app.nobody().sign_in("user3@example.com", PASSWORD).await.value();
        assert_eq!(app.nobody().sign_in(NEW, PASSWORD).await.error_keys(), [""]);

        assert_eq!(app.nobody().post(YES, json!({"Token": "x"})).await.error_keys(), ["Token"]);
        app.nobody().post(YES, json!({"Token": token})).await.value();
        assert_eq!(email(head, manager).await, (json!(NEW), Value::Null));
        assert_eq!(app.nobody().post(YES, json!({"Token": token})).await.error_keys(), ["Token"], "once");
        app.run_jobs().await;
        let told = app.mails().pop().expect("a mail");
        assert!(told.contains("To: user3@example.com") && told.contains("was changed"), "{told}");
        app.nobody().sign_in(NEW, PASSWORD).await.value();
        let done: Vec<_> = actions(&app, manager).await.into_iter().map(|(action, _)| action).collect();
        assert!(done.contains(&"user.change_address".to_owned()), "{done:?}");
    }
}

#[tokio::test]
async fn an_administrator_changes_an_address_at_once_and_what_waited_is_over() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    all.head.1.put(&path(all.manager.0), json!({"EmailAddress": NEW})).await.value();
    app.run_jobs().await;
    let token = token_to(&app, "user3@example.com");
    let other = json!({"EmailAddress": "other@mail.example"});
    let saved = all.administrator.1.put(&path(all.manager.0), other).await.value();
    assert_eq!((&saved["EmailAddress"], &saved["WaitingEmailAddress"]), (&json!("other@mail.example"), &Value::Null));
    assert_eq!(app.nobody().post(YES, json!({"Token": token})).await.error_keys(), ["Token"]);
    assert_eq!(email(&all.administrator.1, all.manager.0).await.0, "other@mail.example");
}

#[tokio::test]
async fn a_broker_administrator_asks_its_own_old_address_too() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let saved = all.head.1.put(&path(all.head.0), json!({"EmailAddress": NEW})).await.value();
    assert_eq!(saved["EmailAddress"], "user2@example.com");
    app.run_jobs().await;
    app.nobody().post(YES, json!({"Token": token_to(&app, "user2@example.com")})).await.value();
    assert_eq!(email(&all.administrator.1, all.head.0).await.0, NEW);
}

#[tokio::test]
async fn a_yes_is_worth_nothing_when_it_is_late_or_things_have_changed() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let administrator = &all.administrator.1;
    let ask = async |address: &str| {
        all.head.1.put(&path(all.manager.0), json!({"EmailAddress": address})).await.value();
        app.run_jobs().await;
        token_to(&app, "user3@example.com")
    };
    let refused = async |token: String, why: &str| {
        assert_eq!(app.nobody().post(YES, json!({"Token": token})).await.error_keys(), ["Token"], "{why}");
        assert_eq!(email(administrator, all.manager.0).await.0, "user3@example.com", "{why}");
    };
    let token = ask("first@mail.example").await;
    all.head.1.put(&path(all.manager.0), json!({"EmailAddress": "third@mail.example"})).await.value();
    refused(token, "another one was asked for").await;

    let token = ask("second@mail.example").await;
    administrator.put(&path(all.manager.0), json!({"IsDisabled": true})).await.value();
    administrator.put(&path(all.manager.0), json!({"IsDisabled": false})).await.value();
    refused(token, "the account was closed meanwhile").await;

    let token = ask(NEW).await;
    administrator.put(&path(all.user.0), json!({"EmailAddress": NEW})).await.value();
    let reply = app.nobody().post(YES, json!({"Token": token})).await;
    assert_eq!(reply.message(), "A user with this e-mail address exists.");
    let reply = all.head.1.put(&path(all.manager.0), json!({"EmailAddress": "User1@example.com"})).await;
    assert_eq!(reply.error_keys(), ["EmailAddress"], "of another user");

    let token = ask("fourth@mail.example").await;
    app.pass(TimeDelta::hours(73));
    assert_eq!(app.nobody().post(YES, json!({"Token": token})).await.error_keys(), ["Token"], "too late");
}
