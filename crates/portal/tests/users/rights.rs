//! Who sees which users, and who may do what to whom.

use domain::UserId;
use domain::access::Role;
use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::Engine;

use crate::support::users::{USERS, column, path, people, with};
use crate::support::{Client, TestApp};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_role_sees_whom_it_administers_and_the_users_of_its_groups_by_name() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        each_role_sees_whom_it_administers_and_the_users_of_its_groups_by_name_on(engine).await;
    }
}

async fn each_role_sees_whom_it_administers_and_the_users_of_its_groups_by_name_on(engine: Engine) {
    let app = TestApp::on(engine).await;
    let all = people(&app).await;
    let own = [all.head.0, all.manager.0, all.user.0];
    for (client, seen) in [
        (&all.head.1, vec![all.head.0, all.manager.0]),
        (&all.manager.1, vec![all.manager.0]),
        (&all.user.1, vec![all.user.0]),
    ] {
        assert_eq!(client.get(USERS).await.value()["TotalRecords"], seen.len());
        for id in own.iter().chain(&all.strangers).chain([&all.administrator.0]) {
            let status = if seen.contains(id) { 200 } else { 404 };
            assert_eq!(client.get(&path(*id)).await.status, status, "{id}");
        }
    }

    let phone = json!({"FirstName": "Una", "LastName": "Moor", "PhoneNumber": "6145550142"});
    all.manager.1.put(&path(all.manager.0), phone).await.value();
    for client in [&all.administrator.1, &all.head.1, &all.manager.1, &all.user.1] {
        let list = client.get(&format!("{USERS}?EmployerIds={}&OrderBy=Id", all.group)).await.value();
        assert_eq!(column(&list, "Email"), ["user3@example.com", "user4@example.com"]);
    }
    let list = all.user.1.get(&format!("{USERS}?EmployerIds={}", all.group)).await.value();
    allow_duplicates! {
    assert_json_snapshot!(list["Data"][0], @r#"
    {
      "Broker": null,
      "Email": "user3@example.com",
      "EmployerGroupIds": [],
      "FirstName": "Una",
      "FullName": "Una Moor",
      "Id": 4,
      "IsDisabled": false,
      "LastName": "Moor",
      "LastSignInOn": null,
      "MayEdit": false,
      "MayResetPassword": false,
      "PhoneNumber": null,
      "Role": {
        "Id": 3,
        "Name": "Account Manager"
      },
      "RoleId": 3
    }
    "#);
    }
    let own_row = all.manager.1.get(&format!("{USERS}?EmployerIds={}", all.group)).await.value();
    assert_eq!(own_row["Data"][0]["PhoneNumber"], "(614) 555-0142", "of oneself everything");
    for hidden in ["Term=6145550142", "Term=fernwood"] {
        let found = all.user.1.get(&format!("{USERS}?EmployerIds={}&{hidden}", all.group)).await.value();
        assert_eq!(found["TotalRecords"], 0, "what is hidden is not found either: {hidden}");
    }
    let foreign = all.manager.1.get(&format!("{USERS}?EmployerIds=3")).await.value();
    assert_eq!(foreign["TotalRecords"], 0, "a group out of scope has no users");
}

#[tokio::test]
async fn who_is_closed_out_is_shown_to_those_who_administer_him() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let close = json!({
        "FirstName": "Una", "LastName": "Moor", "EmailAddress": "user3@example.com", "RoleId": 3, "IsDisabled": true
    });
    all.head.1.put(&path(all.manager.0), close).await.value();
    for (client, seen) in [(&all.administrator.1, 2), (&all.head.1, 2), (&all.user.1, 1)] {
        let list = client.get(&format!("{USERS}?EmployerIds={}", all.group)).await.value();
        assert_eq!(list["TotalRecords"], seen);
    }
}

/// What comes of a save: a status, and the keys of what was wrong.
async fn outcome(client: &Client, user: UserId, body: Value) -> (u16, Vec<String>) {
    let reply = client.put(&path(user), body).await;
    let keys = if reply.status == 200 && reply.json()["IsValid"] == false { reply.error_keys() } else { Vec::new() };
    (reply.status.as_u16(), keys)
}

#[tokio::test]
async fn nobody_lifts_himself_or_others_above_what_he_may_give() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let name = json!({"FirstName": "Una", "LastName": "Moor"});
    // The staff member who set the groups up has an id, but no number.
    let of = |id: usize, change: Value| {
        with(&with(&name, &json!({"EmailAddress": format!("user{}@example.com", id.max(2) - 1)})), &change)
    };
    let [head, manager, user] = [all.head.0, all.manager.0, all.user.0];
    let (broker, group) = (all.broker, all.group);
    for (client, target, body, expected) in [
        (&all.head.1, manager, of(4, json!({"RoleId": 3})), (200, vec![])),
        (
            &all.head.1,
            manager,
            of(4, json!({"RoleId": 3, "BrokerId": broker, "EmployerGroupIds": [1, 2]})),
            (200, vec![]),
        ),
        (&all.head.1, manager, of(4, json!({"RoleId": 2})), (200, vec!["RoleId"])),
        (&all.head.1, manager, of(4, json!({"RoleId": 1})), (200, vec!["RoleId"])),
        (&all.head.1, manager, of(4, json!({"RoleId": 3, "BrokerId": 2})), (200, vec!["BrokerId"])),
        (&all.head.1, manager, of(4, json!({"RoleId": 3, "EmployerGroupIds": [3]})), (200, vec!["EmployerGroupIds"])),
        (&all.head.1, head, of(3, json!({"PhoneNumber": "6145550142"})), (200, vec![])),
        (&all.head.1, head, of(3, json!({"RoleId": 1})), (200, vec!["RoleId"])),
        (&all.head.1, head, of(3, json!({"BrokerId": 2})), (200, vec!["BrokerId"])),
        (&all.head.1, head, of(3, json!({"IsDisabled": true})), (200, vec!["IsDisabled"])),
        (&all.head.1, all.strangers[1], of(7, json!({"RoleId": 3})), (404, vec![])),
        (&all.head.1, all.administrator.0, of(1, json!({})), (404, vec![])),
        (&all.manager.1, manager, name.clone(), (200, vec![])),
        (
            &all.manager.1,
            manager,
            of(4, json!({"RoleId": 3, "BrokerId": broker, "EmployerGroupIds": [1, 2]})),
            (200, vec![]),
        ),
        (&all.manager.1, manager, of(9, json!({})), (200, vec!["EmailAddress"])),
        (&all.manager.1, manager, of(4, json!({"RoleId": 2})), (200, vec!["RoleId"])),
        (&all.manager.1, manager, of(4, json!({"EmployerGroupIds": [1, 2, 3]})), (200, vec!["EmployerGroupIds"])),
        (&all.manager.1, user, of(5, json!({})), (404, vec![])),
        (&all.user.1, user, of(5, json!({"RoleId": 4, "EmployerGroupIds": [group]})), (200, vec![])),
        (&all.user.1, user, of(5, json!({"BrokerId": broker})), (200, vec!["BrokerId"])),
        (&all.user.1, user, of(5, json!({"IsDisabled": true})), (200, vec!["IsDisabled"])),
        (&all.administrator.1, all.administrator.0, of(1, json!({"RoleId": 1})), (200, vec![])),
        (&all.administrator.1, all.administrator.0, of(1, json!({"RoleId": 2})), (200, vec!["RoleId"])),
        (&all.administrator.1, all.administrator.0, of(1, json!({"IsDisabled": true})), (200, vec!["IsDisabled"])),
    ] {
        assert_eq!(
            outcome(client, target, body.clone()).await,
            (expected.0, expected.1.into_iter().map(str::to_owned).collect()),
            "{target} {body}"
        );
    }
    assert_eq!(all.administrator.1.get(&path(manager)).await.value()["EmployerGroupIds"], json!([1, 2]));
}

#[tokio::test]
async fn a_broker_administrator_edits_every_user_of_its_broker_and_lifts_nobody() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let (broker, head) = (all.broker, &all.head.1);
    let colleague = app.user(Role::BrokerAdministrator, Some(broker), &[]).await.0;
    let user = app.user(Role::GroupUser, Some(broker), &[all.group]).await.0;
    let number = |id: UserId| json!({"EmailAddress": format!("user{}@example.com", id.get() - 1)});
    let name = json!({"FirstName": "Una", "LastName": "Moor"});
    let of = |id: UserId, change: Value| with(&with(&name, &number(id)), &change);
    for (target, change, expected) in [
        (user, json!({"RoleId": 4, "PhoneNumber": "6145550142"}), vec![]),
        (user, json!({"RoleId": 4, "BrokerId": 2}), vec!["BrokerId"]),
        (user, json!({"RoleId": 2}), vec!["RoleId"]),
        (user, json!({"RoleId": 1}), vec!["RoleId"]),
        (user, json!({"RoleId": 3}), vec![]),
        (user, json!({"RoleId": 4}), vec!["RoleId"]),
        (colleague, json!({"RoleId": 2, "IsDisabled": true}), vec![]),
        (colleague, json!({"RoleId": 2, "IsDisabled": false}), vec![]),
        (colleague, json!({"RoleId": 1}), vec!["RoleId"]),
        (colleague, json!({"RoleId": 4}), vec!["RoleId"]),
        (colleague, json!({"RoleId": 3}), vec!["EmployerGroupIds"]),
        (colleague, json!({"RoleId": 3, "EmployerGroupIds": [all.group]}), vec![]),
    ] {
        let keys = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(outcome(head, target, of(target, change.clone())).await, (200, keys), "{target} {change}");
    }
}

/// What a caller may do is said with each user, and is what comes of trying.
#[tokio::test]
async fn each_user_says_what_the_caller_may_do_with_it() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let colleague = app.user(Role::BrokerAdministrator, Some(all.broker), &[]).await.0;
    let own = app.user(Role::GroupUser, Some(all.broker), &[all.group]).await.0;
    for (client, wanted, rows) in [
        (&all.head.1, String::new(), vec![(all.head.0, 1, 1), (all.manager.0, 1, 1), (colleague, 1, 1), (own, 1, 1)]),
        (
            &all.head.1,
            format!("EmployerIds={}", all.group),
            vec![(all.manager.0, 1, 1), (all.user.0, 0, 0), (own, 1, 1)],
        ),
        (
            &all.manager.1,
            format!("EmployerIds={}", all.group),
            vec![(all.manager.0, 1, 0), (all.user.0, 0, 0), (own, 0, 0)],
        ),
        (&all.user.1, String::new(), vec![(all.user.0, 1, 0)]),
    ] {
        let list = client.get(&format!("{USERS}?{wanted}")).await.value();
        let told = list["Data"].as_array().expect("a list").iter();
        let told: Vec<_> = told.map(|row| (&row["Id"], &row["MayEdit"], &row["MayResetPassword"])).collect();
        let flag = |flag: i32| json!(flag == 1);
        let expected: Vec<_> = rows.iter().map(|(id, edit, reset)| (json!(id), flag(*edit), flag(*reset))).collect();
        assert_eq!(told, expected.iter().map(|(id, edit, reset)| (id, edit, reset)).collect::<Vec<_>>(), "{wanted}");
        for (id, edit, reset) in rows {
            let found = client.get(&path(id)).await;
            assert_eq!(found.status == 200, edit == 1, "{id}");
            let sent = client.post(&format!("{}/send-password-reset", path(id)), json!({})).await;
            assert_eq!(sent.status == 200, reset == 1, "{id}");
        }
    }
}

#[tokio::test]
async fn a_broker_administrator_adds_account_managers_of_its_broker_only() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let new = json!({
        "FirstName": "Ida", "LastName": "Moor", "EmailAddress": "ida@mail.example", "RoleId": 3,
        "EmployerGroupIds": [all.group]
    });
    for (change, keys) in [
        (json!({"RoleId": 1}), vec!["RoleId"]),
        (json!({"RoleId": 4}), vec!["RoleId"]),
        (json!({"BrokerId": 2}), vec!["BrokerId"]),
        (json!({"EmployerGroupIds": [3]}), vec!["EmployerGroupIds"]),
        (json!({"EmployerGroupIds": []}), vec!["EmployerGroupIds"]),
    ] {
        assert_eq!(all.head.1.post(USERS, with(&new, &change)).await.error_keys(), keys, "{change}");
    }
    let made = all.head.1.post(USERS, new.clone()).await.value();
    assert_eq!((&made["BrokerId"], &made["RoleId"]), (&json!(all.broker), &json!(3)));
    for client in [&all.manager.1, &all.user.1] {
        assert_eq!(client.post(USERS, new.clone()).await.status, 403);
    }
}

/// Who is hidden from the caller is not found by what is hidden.
#[tokio::test]
async fn the_broker_of_a_user_shown_by_name_is_not_found_out_by_narrowing() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let (group, own) = (all.group, all.broker);
    let [manager, user] = [all.manager.0, all.user.0];
    for (client, broker, seen) in [
        (&all.administrator.1, own.get(), vec![manager]),
        (&all.head.1, own.get(), vec![manager]),
        (&all.manager.1, own.get(), vec![manager]),
        (&all.user.1, own.get(), vec![]),
        (&all.user.1, 0, vec![manager, user]),
    ] {
        let list = client.get(&format!("{USERS}?EmployerIds={group}&BrokerIds={broker}&OrderBy=Id")).await.value();
        let ids: Vec<_> = list["Data"].as_array().expect("a list").iter().map(|row| row["Id"].clone()).collect();
        assert_eq!(json!(ids), json!(seen), "{broker}");
        assert_eq!(list["TotalRecords"], seen.len());
    }
}
