//! Contacts of a group: the list, one, saving.

use domain::access::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::TestApp;

fn path(group: impl std::fmt::Display) -> String {
    format!("/api/v1/employers/{group}/contacts")
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|row| row["Name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn a_new_contact_is_active_and_read_back() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let body = json!({
        "ContactId": 0, "EmployerGroupId": 99, "firstName": " Ines ", "LastName": "Marsh", "EmailAddress": "ines@mail.example",
        "PhoneNumber": "(614) 555-0142", "Department": "Accounting", "Notes": "Mornings only."
    });
    let made = client.post(&path(group), body).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "Active": true,
      "ContactId": 1,
      "Department": "Accounting",
      "EmailAddress": "ines@mail.example",
      "EmployerGroupId": 1,
      "FirstName": "Ines",
      "Id": 1,
      "LastName": "Marsh",
      "Name": "Ines Marsh",
      "Notes": "Mornings only.",
      "PhoneNumber": "(614) 555-0142",
      "Version": 1
    }
    "#);
    assert_eq!(client.get(&format!("{}/1", path(group))).await.value(), made);
}

#[tokio::test]
async fn a_saved_contact_keeps_whether_it_is_active_and_a_stale_save_is_refused() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    client.post(&path(group), json!({"FirstName": "Ines", "LastName": "Marsh", "Active": false})).await.value();
    let one = format!("{}/1", path(group));
    let change = json!({"FirstName": "Ines", "LastName": "Marsh-Okafor", "Version": 1, "ContactId": 77});
    let saved = client.put(&one, change.clone()).await.value();
    assert_eq!(
        (&saved["Name"], &saved["Active"], &saved["Version"], &saved["Id"]),
        (&json!("Ines Marsh-Okafor"), &json!(false), &json!(2), &json!(1))
    );
    let stale = client.put(&one, change.clone()).await;
    assert_eq!((stale.status.as_u16(), stale.message().contains("Dana Reyes1")), (409, true), "{}", stale.message());
    assert_eq!(client.get(&one).await.value(), saved, "nothing was written");
    let unversioned = json!({"LastName": "Okafor", "Version": null});
    assert_eq!(client.put(&one, unversioned).await.value()["Version"], 3, "without a version it writes");
}

#[tokio::test]
async fn what_a_save_does_not_name_stays_and_what_is_blank_is_emptied() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let body = json!({
        "FirstName": "Ines", "LastName": "Marsh", "EmailAddress": "ines@mail.example", "PhoneNumber": "6145550142",
        "Department": "Accounting", "Notes": "Mornings only.", "Active": false
    });
    let mut stored = client.post(&path(group), body).await.value();
    let one = format!("{}/1", path(group));
    for nothing in [json!({}), stored.clone(), json!({"FirstName": " Ines ", "Version": null})] {
        assert_eq!(client.put(&one, nothing).await.value(), stored, "nothing changed, nothing written");
    }
    let trail = client.get("/api/v1/audit?Subject=contact&SubjectId=1").await.value();
    assert_eq!(trail["TotalRecords"], 1);
    let saved = client.put(&one, json!({"Department": "Payroll"})).await.value();
    stored["Department"] = json!("Payroll");
    stored["Version"] = json!(2);
    assert_eq!(saved, stored);
    let blank = json!({"EmailAddress": null, "PhoneNumber": "", "Department": " ", "Notes": null, "Active": null});
    let saved = client.put(&one, blank).await.value();
    for name in ["EmailAddress", "PhoneNumber", "Department", "Notes"] {
        assert_eq!(saved[name], Value::Null, "{name}");
    }
    assert_eq!((&saved["Active"], &saved["Name"]), (&json!(false), &json!("Ines Marsh")));
    assert_eq!(client.put(&one, json!({"LastName": null})).await.error_keys(), ["LastName"]);
}

#[tokio::test]
async fn wrong_fields_are_named_and_nothing_is_written() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    client.post(&path(group), json!({"FirstName": "Ines", "LastName": "Marsh"})).await.value();
    let valid = json!({"FirstName": "Bo", "LastName": "Reed"});
    let with = |change: Value| {
        let mut body = valid.clone();
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        body
    };
    for (body, keys) in [
        (json!({}), vec!["FirstName", "LastName"]),
        (with(json!({"FirstName": " "})), vec!["FirstName"]),
        (with(json!({"FirstName": "x".repeat(101)})), vec!["FirstName"]),
        (with(json!({"LastName": "x".repeat(10_000)})), vec!["LastName"]),
        (with(json!({"LastName": null})), vec!["LastName"]),
        (with(json!({"EmailAddress": "ines@"})), vec!["EmailAddress"]),
        (with(json!({"EmailAddress": format!("{}@mail.example", "x".repeat(10_000))})), vec!["EmailAddress"]),
        (with(json!({"PhoneNumber": "614555014"})), vec!["PhoneNumber"]),
        (with(json!({"Department": "x".repeat(101)})), vec!["Department"]),
        (with(json!({"Notes": "x".repeat(4001)})), vec!["Notes"]),
        (with(json!({"Notes": "a\u{0}b"})), vec!["Notes"]),
        (with(json!({"Active": "perhaps"})), vec!["Active"]),
        (with(json!({"PhoneNumber": "1", "Department": "x".repeat(101)})), vec!["Department", "PhoneNumber"]),
    ] {
        assert_eq!(client.post(&path(group), body.clone()).await.error_keys(), keys, "{body}");
        if body != json!({}) {
            assert_eq!(client.put(&format!("{}/1", path(group)), body.clone()).await.error_keys(), keys, "{body}");
        }
    }
    let list = client.get(&path(group)).await.value();
    assert_eq!((names(&list), &list[0]["Version"]), (vec!["Ines Marsh"], &json!(1)));
}

#[tokio::test]
async fn the_list_has_active_ones_first_and_goes_by_last_name() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    for (first, last, active) in [
        ("Ana", "Abel", false),
        ("Zoe", "young", true),
        ("Bo", "\u{c1}bel", true),
        ("Al", "Abel", true),
        ("Al", "Zorn", true),
    ] {
        client.post(&path(group), json!({"FirstName": first, "LastName": last, "Active": active})).await.value();
    }
    let list = client.get(&path(group)).await.value();
    assert_eq!(names(&list), ["Al Abel", "Bo \u{c1}bel", "Zoe young", "Al Zorn", "Ana Abel"]);
}

#[tokio::test]
async fn a_contact_of_another_group_does_not_exist() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (own, other) = (app.group().create().await, app.group().create().await);
    client.post(&path(own), json!({"FirstName": "Ines", "LastName": "Marsh"})).await.value();
    let body = json!({"FirstName": "Bo", "LastName": "Reed"});
    for path in [
        format!("{}/1", path(other)),
        format!("{}/2", path(own)),
        format!("{}/x", path(own)),
        format!("{}/1", path(99)),
    ] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
        assert_eq!(client.put(&path, body.clone()).await.status, 404, "{path}");
    }
    assert_eq!(client.get(&path(99)).await.status, 404);
    assert_eq!(client.post(&path(99), body).await.status, 404);
    assert_eq!(names(&client.get(&path(other)).await.value()), [""; 0]);
}

#[tokio::test]
async fn only_administrators_see_contacts() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let group = app.group().of(broker).create().await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(broker), &[group]).await;
        assert_eq!(client.get(&path(group)).await.status, 403, "{role:?}");
        assert_eq!(client.post(&path(group), json!({})).await.status, 403, "{role:?}");
    }
}

#[tokio::test]
async fn a_role_is_given_to_an_active_contact_of_the_group_only() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (group, other) = (app.group().create().await, app.group().create().await);
    for (group, first, active) in [(group, "Ines", true), (group, "Bo", false), (other, "Al", true)] {
        client.post(&path(group), json!({"FirstName": first, "LastName": "M", "Active": active})).await.value();
    }
    let address = format!("/api/v1/employers/{group}");
    let now = client.get(&address).await.value();
    let with = |roles: Value| {
        let mut body = now.clone();
        body["Version"] = Value::Null;
        body.as_object_mut().expect("an object").extend(roles.as_object().expect("an object").clone());
        body
    };
    for (roles, keys) in [
        (json!({"AccountingContactId": 2}), vec!["AccountingContactId"]),
        (json!({"ProducerContactId": 3, "HrContactId": 9}), vec!["ProducerContactId", "HrContactId"]),
        (json!({"HrContactId": -1}), vec!["HrContactId"]),
    ] {
        assert_eq!(client.put(&address, with(roles.clone())).await.error_keys(), keys, "{roles}");
    }
    let roles = json!({"AccountingContactId": 1, "ProducerContactId": 1, "HrContactId": 1});
    assert_eq!(client.put(&address, with(roles.clone())).await.value()["ProducerContactId"], 1);
    // Who leaves keeps the role until somebody else is chosen, but gets no further one.
    client
        .put(&format!("{}/1", path(group)), json!({"FirstName": "Ines", "LastName": "M", "Active": false}))
        .await
        .value();
    assert_eq!(client.put(&address, with(roles.clone())).await.value()["HrContactId"], 1);
    assert_eq!(client.put(&address, with(json!({"HrContactId": 0}))).await.value()["HrContactId"], Value::Null);
    assert_eq!(
        client.put(&address, with(roles)).await.error_keys(),
        ["AccountingContactId", "ProducerContactId", "HrContactId"]
    );
}

#[tokio::test]
async fn each_change_stands_in_the_audit_trail() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    client.post(&path(group), json!({"FirstName": "Ines", "LastName": "Marsh"})).await.value();
    let change = json!({"FirstName": "Ines", "LastName": "Okafor", "PhoneNumber": "6145550142", "Active": false});
    client.put(&format!("{}/1", path(group)), change).await.value();
    let trail = client.get("/api/v1/audit?Subject=contact&SubjectId=1&Page=1").await.value();
    let told: Vec<_> =
        trail["Data"].as_array().expect("a list").iter().map(|row| (&row["ActionText"], &row["Changes"])).collect();
    assert_json_snapshot!(told, @r#"
    [
      [
        "Contact changed",
        [
          {
            "After": "No",
            "Before": "Yes",
            "Field": "Active",
            "FieldText": "Active"
          },
          {
            "After": "Okafor",
            "Before": "Marsh",
            "Field": "LastName",
            "FieldText": "Last name"
          },
          {
            "After": "(614) 555-0142",
            "Before": null,
            "Field": "PhoneNumber",
            "FieldText": "Phone number"
          }
        ]
      ],
      [
        "Contact added",
        [
          {
            "After": "Yes",
            "Before": null,
            "Field": "Active",
            "FieldText": "Active"
          },
          {
            "After": "Ines",
            "Before": null,
            "Field": "FirstName",
            "FieldText": "First name"
          },
          {
            "After": "Marsh",
            "Before": null,
            "Field": "LastName",
            "FieldText": "Last name"
          }
        ]
      ]
    ]
    "#);
}
