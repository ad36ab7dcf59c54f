//! Users: the list, one, and saving one.

use domain::UserId;
use domain::access::Role;
use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::Engine;

use crate::support::users::{ME, USERS, actions, broker_and_groups, column, manager, path, with};
use crate::support::{Client, TestApp, token_of};

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
      "PhoneNumber": "(614) 555-0142",
      "Role": {
        "Id": 3,
        "Name": "Account Manager"
      },
      "RoleId": 3,
      "Version": 1,
      "WaitingEmailAddress": null
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
        (json!({"EmployerGroupIds": []}), vec!["EmployerGroupIds"]),
        (json!({"RoleId": 4, "EmployerGroupIds": [first, other]}), vec!["EmployerGroupIds"]),
        (json!({"RoleId": 4, "BrokerId": null, "EmployerGroupIds": []}), vec!["EmployerGroupIds"]),
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
async fn a_save_that_changes_nothing_writes_nothing() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, second, _]) = broker_and_groups(&app).await;
    let (id, _) = app.user(Role::AccountManager, Some(broker), &[first, second]).await;
    client.put(&path(id), json!({"PhoneNumber": "614-555-0142"})).await.value();
    let (before, changes) = (client.get(&path(id)).await.value(), actions(&app, id).await.len());
    for body in [json!({}), json!({"Version": 2}), json!({"EmployerGroupIds": [second, first, first], "RoleId": 3})] {
        assert_eq!(client.put(&path(id), body.clone()).await.value(), before, "{body}");
    }
    assert_eq!(actions(&app, id).await.len(), changes);
    assert_eq!(client.put(&path(id), json!({"Version": 1})).await.status, 409, "it was read before the last change");
    let emptied = client.put(&path(id), json!({"PhoneNumber": ""})).await.value();
    assert_eq!((&emptied["PhoneNumber"], &emptied["RoleId"]), (&Value::Null, &json!(3)));
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
async fn more_groups_than_anybody_has_are_refused_and_the_same_one_many_times_is_one() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (broker, [first, ..]) = broker_and_groups(&app).await;
    let many: Vec<i64> = (1..=70_000).collect();
    for body in [manager(broker, &[]), with(&manager(broker, &[]), &json!({"RoleId": 4}))] {
        let reply = client.post(USERS, with(&body, &json!({"EmployerGroupIds": many}))).await;
        assert_eq!(reply.error_keys(), ["EmployerGroupIds"]);
        assert_eq!(reply.message(), "A user can be given 10000 groups at most.");
        let unknown = client.post(USERS, with(&body, &json!({"EmployerGroupIds": many[..10_000]}))).await;
        assert_eq!(unknown.error_keys(), ["EmployerGroupIds"]);
    }
    let made = client.post(USERS, manager(broker, &vec![first; 50_000])).await.value();
    assert_eq!(made["EmployerGroupIds"], json!([first]));
}
