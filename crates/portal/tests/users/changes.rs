//! What follows from saving a user: for its sessions, keys and links, for its groups, and for those who save at the same time.

use domain::UserId;
use domain::access::Role;
use futures_util::future::join;
use serde_json::json;
use store::{Engine, Stamp};

use crate::support::users::{ME, USERS, actions, broker_and_groups, manager, path, people, with};
use crate::support::{PASSWORD, TestApp, token_of};

#[tokio::test]
async fn other_rights_end_the_sessions_and_closing_out_stops_keys_and_links() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let administrator = &all.administrator.1;
    let (id, session) = &all.manager;
    let key = session.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let program = app.nobody().with_key(key["Key"].as_str().expect("a key"));
    let body = json!({
        "FirstName": "Una", "LastName": "Moor", "EmailAddress": "user3@example.com", "RoleId": 3, "BrokerId": all.broker
    });
    administrator.put(&path(*id), body.clone()).await.value();
    assert_eq!(session.get(ME).await.status, 200, "another name ends nothing");
    administrator.put(&path(*id), with(&body, &json!({"RoleId": 4}))).await.value();
    assert_eq!(session.get(ME).await.status, 401, "another role does");
    assert_eq!(program.get(ME).await.value()["User"]["RoleId"], 4, "a key has the rights of its user");

    app.nobody().post("/api/v1/auth/forgot-password", json!({"EmailAddress": "user3@example.com"})).await.value();
    app.run_jobs().await;
    let link = token_of(&app.mails()[0]);
    administrator.put(&path(*id), with(&body, &json!({"RoleId": 4, "IsDisabled": true}))).await.value();
    assert_eq!(program.get(ME).await.status, 401);
    let reset = json!({"Token": link, "Password": "a new and longer one"});
    assert_eq!(app.nobody().post("/api/v1/auth/reset-password", reset).await.error_keys(), ["Token"]);
    assert_eq!(app.nobody().sign_in("user3@example.com", PASSWORD).await.error_keys(), [""]);
    let reset = administrator.post(&format!("{}/send-password-reset", path(*id)), json!({})).await;
    assert_eq!(reset.message(), "This user is closed out and cannot sign in.");

    administrator.put(&path(*id), with(&body, &json!({"RoleId": 4, "IsDisabled": false}))).await.value();
    assert_eq!(app.nobody().sign_in("user3@example.com", PASSWORD).await.json()["IsValid"], true);
}

#[tokio::test]
async fn another_address_is_told_to_the_old_one_and_makes_links_worthless() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [group, ..]) = broker_and_groups(&app).await;
    let body = manager(broker, &[group]);
    let made = client.post(USERS, body.clone()).await.value();
    app.run_jobs().await;
    let invitation = token_of(&app.mails()[0]);
    let moved = with(&body, &json!({"EmailAddress": "ana@elsewhere.example"}));
    client.put(&format!("{USERS}/{}", made["Id"]), moved.clone()).await.value();
    app.run_jobs().await;
    let mails = app.mails();
    let to = |address: &str| mails.iter().filter(|mail| mail.contains(&format!("To: {address}"))).count();
    assert_eq!((to("Ana.Barrowby@mail.example"), to("ana@elsewhere.example")), (2, 1), "told, and invited anew");
    assert!(mails.iter().any(|mail| mail.contains("Subject: Your e-mail address was changed")));
    let reset = json!({"Token": invitation, "Password": "a new and longer one"});
    assert_eq!(app.nobody().post("/api/v1/auth/reset-password", reset).await.error_keys(), ["Token"]);
    client.put(&format!("{USERS}/{}", made["Id"]), moved).await.value();
    app.run_jobs().await;
    assert_eq!(app.mails().len(), 3, "the same address again is no change");
}

#[tokio::test]
async fn a_password_reset_is_mailed_by_those_who_may_change_the_user() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let colleague = app.user(Role::BrokerAdministrator, Some(all.broker), &[]).await.0;
    let own = app.user(Role::GroupUser, Some(all.broker), &[all.group]).await.0;
    let send = |user: UserId| format!("{}/send-password-reset", path(user));
    for (client, user, status) in [
        (&all.administrator.1, all.user.0, 200),
        (&all.head.1, all.manager.0, 200),
        (&all.head.1, all.head.0, 200),
        (&all.head.1, colleague, 200),
        (&all.head.1, own, 200),
        (&all.head.1, all.strangers[1], 404),
        (&all.head.1, all.user.0, 404),
        (&all.manager.1, all.manager.0, 403),
        (&all.user.1, all.user.0, 403),
        (&app.nobody(), all.user.0, 401),
    ] {
        assert_eq!(client.post(&send(user), json!({})).await.status, status, "{user}");
    }
    app.run_jobs().await;
    assert_eq!(app.mails().len(), 5);
    let reset = json!({"Token": token_of(&app.mails()[0]), "Password": "a new and longer one"});
    app.nobody().post("/api/v1/auth/reset-password", reset).await.value();
    assert_eq!(
        actions(&app, all.manager.0).await.last().map(|(action, _)| action.as_str()),
        Some("user.send_password_reset")
    );
    for _ in 0..4 {
        assert_eq!(all.head.1.post(&send(all.manager.0), json!({})).await.status, 200);
    }
    assert_eq!(all.head.1.post(&send(all.manager.0), json!({})).await.status, 429, "no flood of mails");
}

async fn one_administrator_is_left(engine: Engine) {
    let app = TestApp::on(engine).await;
    let (first, one) = app.user(Role::Administrator, None, &[]).await;
    let (second, other) = app.user(Role::Administrator, None, &[]).await;
    // Made by one of them: a group of the test's own would bring an administrator more.
    let broker = one.post("/api/v1/brokers", json!({"Name": "Fernwood"})).await.value()["Id"].clone();
    let group = json!({"Name": "Mill", "GroupId": "10001", "BrokerId": broker, "EffectiveDate": "2026-01-01"});
    let group = one.post("/api/v1/employers", group).await.value()["Id"].clone();
    let demote = |number: usize| {
        json!({
            "FirstName": "A", "LastName": "B", "EmailAddress": format!("user{number}@example.com"), "RoleId": 4,
            "EmployerGroupIds": [group]
        })
    };
    let (first_path, second_path) = (path(first), path(second));
    let (a, b) = join(one.put(&second_path, demote(2)), other.put(&first_path, demote(1))).await;
    let done = [&a, &b].iter().filter(|reply| reply.status == 200 && reply.json()["IsValid"] == true).count();
    assert_eq!(done, 1, "{} {}", a.status, b.status);
    let tx = app.ctx.store.begin().await.expect("a transaction");
    assert_eq!(store::users::editing::lock_administrators(&tx).await.expect("an answer").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_who_demote_each_other_leave_one_on_sqlite() {
    one_administrator_is_left(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_who_demote_each_other_leave_one_on_postgres() {
    one_administrator_is_left(Engine::Postgres).await;
}

/// A save that waits for a move to another broker, or for another role, leaves both as they have become.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_of_ones_own_name_does_not_bring_back_rights_that_were_taken_meanwhile() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (broker, [group, ..]) = broker_and_groups(&app).await;
        let elsewhere = app.broker().create().await;
        let (id, client) = app.user(Role::AccountManager, Some(broker), &[group]).await;
        let meanwhile = app.ctx.store.begin().await.expect("a transaction");
        let stamp = Stamp { at: app.ctx.now(), by: None };
        store::brokers::belonging::move_user(&meanwhile, id, Some(elsewhere), stamp).await.expect("moved");
        let own_path = path(id);
        let save = client.put(&own_path, json!({"FirstName": "Una", "LastName": "Moor"}));
        let end = async {
            store::testing::somebody_waits(&app.ctx.store).await;
            meanwhile.commit_unaudited("done by a test").await.expect("committed");
        };
        let (saved, ()) = join(save, end).await;
        let saved = saved.value();
        assert_eq!((&saved["FirstName"], &saved["BrokerId"]), (&json!("Una"), &json!(elsewhere)), "{engine:?}");
        let told = actions(&app, id).await.pop().expect("the save");
        let changed = json!({
            "before": {"FirstName": "Dana", "LastName": "Reyes1"}, "after": {"FirstName": "Una", "LastName": "Moor"}
        });
        assert_eq!(told, ("user.update".to_owned(), changed), "{engine:?}");
    }
}

/// Of a broker that has lost a group since it was given to one of its users.
#[tokio::test]
async fn groups_out_of_the_reach_of_who_saves_stay_given() {
    let app = TestApp::start().await;
    let administrator = app.administrator().await;
    let (broker, [first, second, other]) = broker_and_groups(&app).await;
    let (_, head) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let (id, _) = app.user(Role::AccountManager, Some(broker), &[first, other]).await;
    let seen = head.get(&path(id)).await.value();
    assert_eq!(seen["EmployerGroupIds"], json!([first]));
    let body = with(&seen, &json!({"EmployerGroupIds": [second]}));
    assert_eq!(head.put(&path(id), body).await.value()["EmployerGroupIds"], json!([second]));
    assert_eq!(administrator.get(&path(id)).await.value()["EmployerGroupIds"], json!([second, other]));
    let (_, changed) = actions(&app, id).await.pop().expect("the save");
    assert_eq!(changed["before"], json!({"EmployerGroupIds": [first]}));
    assert_eq!(changed["after"], json!({"EmployerGroupIds": [second]}));
}
