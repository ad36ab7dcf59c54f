//! Users: the list, one, saving one, and who may do what to whom.

use domain::access::{Role, Scope};
use domain::{BrokerId, GroupId, PageRequest, UserId};
use futures_util::future::join;
use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, PASSWORD, TestApp, token_of};

const USERS: &str = "/api/v1/users";
const ME: &str = "/api/v1/auth/me";

fn path(user: UserId) -> String {
    format!("{USERS}/{user}")
}

fn column<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let rows = list["Data"].as_array().expect("a list");
    rows.iter().map(|row| row[name].as_str().unwrap_or_default()).collect()
}

/// A broker with two groups, and one of another broker.
async fn broker_and_groups(app: &TestApp) -> (BrokerId, [GroupId; 3]) {
    let broker = app.broker().named("Fernwood").create().await;
    let first = app.group().of(broker).create().await;
    let second = app.group().of(broker).create().await;
    let other = app.group().create().await;
    (broker, [first, second, other])
}

fn manager(broker: BrokerId, groups: &[GroupId]) -> Value {
    json!({
        "UserId": 0, "FirstName": " Ana ", "LastName": "Barrowby", "EmailAddress": "Ana.Barrowby@mail.example",
        "PhoneNumber": "(614) 555-0142", "RoleId": 3, "BrokerId": broker, "EmployerGroupIds": groups
    })
}

/// `body` with other values.
fn with(body: &Value, change: &Value) -> Value {
    let mut body = body.clone();
    for (key, value) in change.as_object().expect("fields") {
        body[key] = value.clone();
    }
    body
}

async fn actions(app: &TestApp, user: UserId) -> Vec<(String, Value)> {
    let filter = Filter { subject: Some("user".to_owned()), subject_id: Some(user.get()), ..Filter::default() };
    let request = PageRequest { descending: Some(false), order_by: Some("Id".to_owned()), ..PageRequest::first(100) };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &request).await;
    let rows = page.expect("the audit").rows.into_iter();
    rows.map(|row| (row.action, row.detail.unwrap_or_default())).collect()
}

#[tokio::test]
async fn a_new_user_is_invited_sets_a_password_and_signs_in() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, second, _]) = broker_and_groups(&app).await;
    let made = client.post(USERS, manager(broker, &[second, first])).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "Broker": {
        "Id": 1,
        "Name": "Fernwood"
      },
      "BrokerId": 1,
      "Email": "Ana.Barrowby@mail.example",
      "EmailAddress": "Ana.Barrowby@mail.example",
      "EmployerGroupIds": [
        1,
        2
      ],
      "FirstName": "Ana",
      "FullName": "Ana Barrowby",
      "HasSecondFactor": false,
      "Id": 3,
      "IsDisabled": false,
      "LastName": "Barrowby",
      "LastSignInOn": null,
      "MayEdit": true,
      "MayResetPassword": true,
      "PhoneNumber": "6145550142",
      "Role": {
        "Id": 3,
        "Name": "Account Manager"
      },
      "RoleId": 3,
      "Version": 1
    }
    "#);
    let id = UserId(3);
    assert_eq!(client.get(&path(id)).await.value(), made);
    app.run_jobs().await;
    let mails = app.mails();
    assert!(mails[0].contains("To: Ana.Barrowby@mail.example"), "{}", mails[0]);
    let reset = json!({"Token": token_of(&mails[0]), "Password": "a new and longer one"});
    app.nobody().post("/api/v1/auth/reset-password", reset).await.value();
    let mut user = app.nobody();
    user.sign_in("ana.barrowby@mail.example", "a new and longer one").await.value();
    assert_eq!(user.get(ME).await.value()["User"]["RoleId"], 3);
    assert_eq!(client.get(&path(id)).await.value()["LastSignInOn"], "2026-07-20T16:00:00.000Z");
    assert_eq!(actions(&app, id).await[0].0, "user.create");
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, _, other]) = broker_and_groups(&app).await;
    let valid = manager(broker, &[first]);
    for (change, keys) in [
        (json!({"FirstName": ""}), vec!["FirstName"]),
        (json!({"FirstName": "x".repeat(101)}), vec!["FirstName"]),
        (json!({"LastName": null}), vec!["LastName"]),
        (json!({"LastName": "x".repeat(10_000)}), vec!["LastName"]),
        (json!({"EmailAddress": ""}), vec!["EmailAddress"]),
        (json!({"EmailAddress": "ana@mail"}), vec!["EmailAddress"]),
        (json!({"EmailAddress": "USER1@example.com"}), vec!["EmailAddress"]),
        (json!({"PhoneNumber": "555-0142"}), vec!["PhoneNumber"]),
        (json!({"RoleId": null}), vec!["RoleId"]),
        (json!({"RoleId": 5}), vec!["RoleId"]),
        (json!({"RoleId": "some"}), vec!["RoleId"]),
        (json!({"BrokerId": 0}), vec!["BrokerId"]),
        (json!({"BrokerId": 99}), vec!["BrokerId"]),
        (json!({"RoleId": 2, "BrokerId": null}), vec!["BrokerId"]),
        (json!({"EmployerGroupIds": [99]}), vec!["EmployerGroupIds"]),
        (json!({"EmployerGroupIds": [other]}), vec!["EmployerGroupIds"]),
        (json!({"RoleId": 4, "EmployerGroupIds": [99]}), vec!["EmployerGroupIds"]),
        (json!({"EmployerGroupIds": ["x"]}), vec!["EmployerGroupIds"]),
        (json!({"IsDisabled": true}), vec!["IsDisabled"]),
        (json!({"FirstName": "", "PhoneNumber": "1", "RoleId": 9}), vec!["FirstName", "PhoneNumber", "RoleId"]),
    ] {
        let reply = client.post(USERS, with(&valid, &change)).await;
        assert_eq!(reply.error_keys(), keys, "{change}");
    }
    assert_eq!(client.get(&format!("{USERS}?Term=barrowby")).await.value()["TotalRecords"], 0, "nothing was written");
    for missing in ["99", "0", "-1", "soon", "9223372036854775808"] {
        assert_eq!(client.get(&format!("{USERS}/{missing}")).await.status, 404, "{missing}");
        assert_eq!(client.put(&format!("{USERS}/{missing}"), valid.clone()).await.status, 404, "{missing}");
        assert_eq!(client.post(&format!("{USERS}/{missing}/send-password-reset"), json!({})).await.status, 404);
    }
    app.run_jobs().await;
    assert!(app.mails().is_empty(), "nobody was invited");
}

#[tokio::test]
async fn a_saved_user_keeps_what_was_not_said_and_a_stale_save_is_refused() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, second, other]) = broker_and_groups(&app).await;
    let (id, _) = app.user(Role::AccountManager, Some(broker), &[first]).await;
    let body = json!({
        "FirstName": "Zoë", "LastName": "Quill", "EmailAddress": "USER3@example.com", "RoleId": "3", "BrokerId": broker,
        "Version": 1
    });
    let saved = client.put(&path(id), body.clone()).await.value();
    assert_eq!(
        (&saved["FullName"], &saved["EmployerGroupIds"], &saved["Version"]),
        (&json!("Zoë Quill"), &json!([first]), &json!(2))
    );
    let stale = client.put(&path(id), body.clone()).await;
    assert_eq!(stale.status, 409);
    assert!(stale.message().starts_with("This record was changed by Dana Reyes1 on 07/20/2026"), "{}", stale.message());
    let unversioned = with(&body, &json!({"Version": null, "EmployerGroupIds": [second]}));
    assert_eq!(client.put(&path(id), unversioned.clone()).await.value()["EmployerGroupIds"], json!([second]));
    let changes = actions(&app, id).await;
    assert_eq!(changes.last().map(|(action, _)| action.as_str()), Some("user.update"));
    assert_json_snapshot!(changes[changes.len() - 1].1, @r#"
    {
      "after": {
        "EmployerGroupIds": [
          2
        ]
      },
      "before": {
        "EmployerGroupIds": [
          1
        ]
      }
    }
    "#);

    let free = with(&unversioned, &json!({"RoleId": 4, "BrokerId": null, "EmployerGroupIds": [first, other]}));
    let freed = client.put(&path(id), free).await.value();
    assert_eq!((&freed["Broker"], &freed["EmployerGroupIds"]), (&Value::Null, &json!([first, other])));
    let raised = client.put(&path(id), with(&unversioned, &json!({"RoleId": 1}))).await.value();
    assert_eq!((&raised["Broker"], &raised["EmployerGroupIds"]), (&Value::Null, &json!([])), "they reach everything");
}

#[tokio::test]
async fn a_group_that_the_broker_has_lost_may_stay_but_not_be_given() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, _, other]) = broker_and_groups(&app).await;
    let (id, _) = app.user(Role::AccountManager, Some(broker), &[first, other]).await;
    let body = with(&manager(broker, &[first, other]), &json!({"FirstName": "Zoë"}));
    assert_eq!(client.put(&path(id), body.clone()).await.value()["FirstName"], "Zoë");
    let elsewhere = app.broker().create().await;
    let moved = client.put(&path(id), with(&body, &json!({"BrokerId": elsewhere}))).await;
    assert_eq!(moved.error_keys(), ["EmployerGroupIds"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_is_searched_sorted_and_narrowed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        the_list_is_searched_sorted_and_narrowed_on(engine).await;
    }
}

async fn the_list_is_searched_sorted_and_narrowed_on(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let (broker, [first, ..]) = broker_and_groups(&app).await;
    for (name, email, phone, role) in [
        ("Álvaro Zeller", "b@mail.example", "614-555-0142", 3),
        ("Mira Young", "c@mail.example", "614-555-0199", 2),
        ("Ben Abel", "a@mail.example", "", 4),
    ] {
        let (first_name, last_name) = name.split_once(' ').expect("two names");
        let user = json!({
            "FirstName": first_name, "LastName": last_name, "EmailAddress": email, "PhoneNumber": phone,
            "RoleId": role, "BrokerId": broker, "EmployerGroupIds": [first]
        });
        client.post(USERS, user).await.value();
    }
    let names = async |query: &str| {
        let list = client.get(&format!("{USERS}?{query}")).await.value();
        column(&list, "FirstName")
            .into_iter()
            .filter(|name| !["Dana", "Sam"].contains(name))
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (query, expected) in [
        ("", "Álvaro Mira Ben"),
        ("OrderBy=Name", "Álvaro Ben Mira"),
        ("OrderBy=Name&OrderDesc=true", "Mira Ben Álvaro"),
        ("OrderBy=EmailAddress", "Ben Álvaro Mira"),
        ("OrderBy=Email&OrderDesc=true", "Mira Álvaro Ben"),
        ("OrderBy=PhoneNumber", "Ben Álvaro Mira"),
        ("OrderBy=Role", "Álvaro Mira Ben"),
        ("OrderBy=Broker&OrderDesc=true", "Ben Mira Álvaro"),
        ("OrderBy=nonsense", "Álvaro Mira Ben"),
        ("Term=alvaro", "Álvaro"),
        ("Term=YOUNG%20mira", "Mira"),
        ("Term=mail.example", "Álvaro Mira Ben"),
        ("Term=6145550142", "Álvaro"),
        ("Term=(614)%20555-0199", "Mira"),
        ("Term=account", "Álvaro"),
        ("Term=fernwood%20group%20user", "Ben"),
        ("Term=%25", ""),
        ("BrokerIds=1", "Álvaro Mira Ben"),
        ("BrokerIds=1,2&Term=mira", "Mira"),
        ("BrokerIds=2", ""),
        ("BrokerIds=0", "Álvaro Mira Ben"),
        ("EmployerIds=1", "Álvaro Ben"),
        ("EmployerIds=1&EmployerIds=2", "Álvaro Ben"),
        ("EmployerIds=2,3", ""),
        ("EmployerIds=99", ""),
        ("Page=2&PerPage=2&OrderBy=Email", "Mira"),
    ] {
        assert_eq!(names(query).await, expected, "{query}");
    }
    assert_eq!(client.get(&format!("{USERS}?EmployerIds=x")).await.error_keys(), ["EmployerIds"]);
    let ben = client.get(&format!("{USERS}?Term=ben")).await.value();
    allow_duplicates! {
    assert_json_snapshot!(ben, @r#"
    {
      "Data": [
        {
          "Broker": {
            "Id": 1,
            "Name": "Fernwood"
          },
          "Email": "a@mail.example",
          "EmployerGroupIds": [
            1
          ],
          "FirstName": "Ben",
          "FullName": "Ben Abel",
          "Id": 5,
          "IsDisabled": false,
          "LastName": "Abel",
          "LastSignInOn": null,
          "MayEdit": true,
          "MayResetPassword": true,
          "PhoneNumber": null,
          "Role": {
            "Id": 4,
            "Name": "Group User"
          },
          "RoleId": 4
        }
      ],
      "TotalPages": 1,
      "TotalRecords": 1
    }
    "#);
    }
}

/// One user of each role who belongs together, and one of each who does not.
struct People {
    broker: BrokerId,
    group: GroupId,
    administrator: (UserId, Client),
    head: (UserId, Client),
    manager: (UserId, Client),
    user: (UserId, Client),
    strangers: [UserId; 3],
}

async fn people(app: &TestApp) -> People {
    let administrator = app.user(Role::Administrator, None, &[]).await;
    let (broker, [group, _, other]) = broker_and_groups(app).await;
    let elsewhere = Some(app.broker().create().await);
    People {
        broker,
        group,
        administrator,
        head: app.user(Role::BrokerAdministrator, Some(broker), &[]).await,
        manager: app.user(Role::AccountManager, Some(broker), &[group]).await,
        user: app.user(Role::GroupUser, None, &[group]).await,
        strangers: [
            app.user(Role::BrokerAdministrator, elsewhere, &[]).await.0,
            app.user(Role::AccountManager, elsewhere, &[other]).await.0,
            app.user(Role::GroupUser, None, &[other]).await.0,
        ],
    }
}

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
    assert_eq!(own_row["Data"][0]["PhoneNumber"], "6145550142", "of oneself everything");
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
        (colleague, json!({"RoleId": 3}), vec![]),
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
async fn the_groups_of_a_user_in_the_list_are_those_that_the_caller_sees() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, second, other]) = broker_and_groups(&app).await;
    let (manager, own) = app.user(Role::AccountManager, Some(broker), &[other, second, first]).await;
    let (head, broker_administrator) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let groups = async |client: &Client, id: UserId| {
        let list = client.get(&format!("{USERS}?Term=reyes")).await.value();
        let row = list["Data"].as_array().expect("a list").iter().find(|row| row["Id"] == json!(id)).cloned();
        row.expect("the user")["EmployerGroupIds"].clone()
    };
    assert_eq!(groups(&client, manager).await, json!([first, second, other]));
    assert_eq!(groups(&broker_administrator, manager).await, json!([first, second]));
    assert_eq!(groups(&own, manager).await, json!([first, second]));
    assert_eq!(groups(&broker_administrator, head).await, json!([]));
}

#[tokio::test]
async fn a_broker_administrator_adds_account_managers_of_its_broker_only() {
    let app = TestApp::start().await;
    let all = people(&app).await;
    let new = json!({"FirstName": "Ida", "LastName": "Moor", "EmailAddress": "ida@mail.example", "RoleId": 3});
    for (change, keys) in [
        (json!({"RoleId": 1}), vec!["RoleId"]),
        (json!({"RoleId": 4}), vec!["RoleId"]),
        (json!({"BrokerId": 2}), vec!["BrokerId"]),
        (json!({"EmployerGroupIds": [3]}), vec!["EmployerGroupIds"]),
    ] {
        assert_eq!(all.head.1.post(USERS, with(&new, &change)).await.error_keys(), keys, "{change}");
    }
    let made = all.head.1.post(USERS, with(&new, &json!({"EmployerGroupIds": [all.group]}))).await.value();
    assert_eq!((&made["BrokerId"], &made["RoleId"]), (&json!(all.broker), &json!(3)));
    for client in [&all.manager.1, &all.user.1] {
        assert_eq!(client.post(USERS, new.clone()).await.status, 403);
    }
}

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
    let (broker, _) = broker_and_groups(&app).await;
    let body = manager(broker, &[]);
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
    let demote = |number: usize| json!({"FirstName": "A", "LastName": "B", "EmailAddress": format!("user{number}@example.com"), "RoleId": 4});
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
