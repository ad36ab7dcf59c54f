//! Brokers: lists, one, saving.

use chrono::TimeDelta;
use domain::access::{Role, Scope};
use domain::{BrokerId, PageRequest};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::TestApp;

const BROKERS: &str = "/api/v1/brokers";

fn names(list: &Value) -> Vec<&str> {
    let rows = list.get("Data").unwrap_or(list).as_array().expect("a list");
    rows.iter().map(|row| row["Name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn a_new_broker_gets_the_usual_period_and_is_read_back() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let made = client.post(BROKERS, json!({"Name": " Fernwood Benefits ", "MasterBrokerId": 0})).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "BillingLookbackMonths": 3,
      "EmployerGroupIds": [],
      "Id": 1,
      "InvoiceGracePeriod": 0,
      "InvoicePeriodEndDay": 3,
      "InvoicePeriodStartDay": 4,
      "MasterBroker": null,
      "MasterBrokerId": null,
      "Name": "Fernwood Benefits",
      "ProcessDependentsInCensus": null,
      "RequirePatientMfa": null,
      "SendWelcomeEmails": null,
      "UserIds": [],
      "Version": 1
    }
    "#);
    assert_eq!(client.get(&format!("{BROKERS}/{}", made["Id"])).await.value(), made);
}

#[tokio::test]
async fn a_saved_broker_keeps_what_was_said_and_a_stale_save_is_refused() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let master = app.broker().named("Northgate").create().await;
    let made = client.post(BROKERS, json!({"Name": "Fernwood"})).await.value();
    let path = format!("{BROKERS}/{}", made["Id"]);
    let change = json!({
        "name": "Fernwood", "masterBrokerId": master, "processDependentsInCensus": true, "sendWelcomeEmails": false,
        "requirePatientMfa": null, "invoicePeriodStartDay": "31", "invoicePeriodEndDay": 1, "invoiceGracePeriod": 90,
        "billingLookbackMonths": 0, "version": 1
    });
    let saved = client.put(&path, change.clone()).await.value();
    assert_json_snapshot!(saved, @r#"
    {
      "BillingLookbackMonths": 0,
      "EmployerGroupIds": [],
      "Id": 2,
      "InvoiceGracePeriod": 90,
      "InvoicePeriodEndDay": 1,
      "InvoicePeriodStartDay": 31,
      "MasterBroker": {
        "Id": 1,
        "Name": "Northgate"
      },
      "MasterBrokerId": 1,
      "Name": "Fernwood",
      "ProcessDependentsInCensus": true,
      "RequirePatientMfa": null,
      "SendWelcomeEmails": false,
      "UserIds": [],
      "Version": 2
    }
    "#);
    let stale = client.put(&path, change).await;
    assert_eq!((stale.status.as_u16(), stale.json()["IsValid"].clone()), (409, json!(false)));
    assert_eq!(
        client.put(&path, json!({"Name": "Fernwood East"})).await.value()["Version"],
        3,
        "without a version it writes"
    );
}

#[tokio::test]
async fn what_a_save_does_not_name_stays_and_one_that_changes_nothing_writes_nothing() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let master = app.broker().named("Northgate").create().await;
    let body = json!({
        "Name": "Fernwood", "MasterBrokerId": master, "ProcessDependentsInCensus": true, "SendWelcomeEmails": false,
        "RequirePatientMfa": true, "InvoicePeriodStartDay": 10, "InvoicePeriodEndDay": 9, "InvoiceGracePeriod": 30,
        "BillingLookbackMonths": 12
    });
    let mut stored = client.post(BROKERS, body).await.value();
    let group = app.group().of(BrokerId(2)).create().await;
    stored["EmployerGroupIds"] = json!([group]);
    let path = format!("{BROKERS}/2");
    let numbers = json!({
        "InvoicePeriodStartDay": null, "InvoicePeriodEndDay": null, "InvoiceGracePeriod": "",
        "BillingLookbackMonths": null, "EmployerGroupIds": [group, group], "UserIds": null
    });
    for nothing in [json!({}), stored.clone(), json!({"Name": " Fernwood "}), numbers] {
        assert_eq!(client.put(&path, nothing).await.value(), stored);
    }
    let own = history(&app, "broker").await;
    assert_eq!(own.iter().filter(|(action, ..)| action == "broker.update").count(), 0);
    assert_eq!(client.put(&path, json!({"Version": 9})).await.status, 409);

    let saved = client.put(&path, json!({"InvoiceGracePeriod": 0})).await.value();
    stored["InvoiceGracePeriod"] = json!(0);
    stored["Version"] = json!(2);
    assert_eq!(saved, stored);
    let blank = json!({
        "MasterBrokerId": null, "ProcessDependentsInCensus": null, "SendWelcomeEmails": "", "RequirePatientMfa": null
    });
    let saved = client.put(&path, blank).await.value();
    for name in ["MasterBrokerId", "ProcessDependentsInCensus", "SendWelcomeEmails", "RequirePatientMfa"] {
        assert_eq!(saved[name], Value::Null, "{name}");
    }
    assert_eq!(saved["BillingLookbackMonths"], 12);
    assert_eq!(client.put(&path, json!({"Name": null})).await.error_keys(), ["Name"]);
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let taken = app.broker().named("Fernwood").create().await;
    for (body, keys) in [
        (json!({}), vec!["Name"]),
        (json!({"Name": "x".repeat(201)}), vec!["Name"]),
        (json!({"Name": " FERNWOOD "}), vec!["Name"]),
        (json!({"Name": "A", "MasterBrokerId": 99}), vec!["MasterBrokerId"]),
        (
            json!({"Name": "A", "InvoicePeriodStartDay": 0, "InvoicePeriodEndDay": 32}),
            vec!["InvoicePeriodStartDay", "InvoicePeriodEndDay"],
        ),
        (
            json!({"Name": "A", "InvoiceGracePeriod": 91, "BillingLookbackMonths": 25}),
            vec!["InvoiceGracePeriod", "BillingLookbackMonths"],
        ),
        (json!({"Name": "A", "SendWelcomeEmails": "maybe"}), vec!["SendWelcomeEmails"]),
    ] {
        assert_eq!(client.post(BROKERS, body.clone()).await.error_keys(), keys, "{body}");
    }
    let itself = client.put(&format!("{BROKERS}/{taken}"), json!({"Name": "Fernwood", "MasterBrokerId": taken})).await;
    assert_eq!(itself.error_keys(), ["MasterBrokerId"]);
    assert_eq!(client.put(&format!("{BROKERS}/99"), json!({})).await.status, 404);
    assert_eq!(client.get(&format!("{BROKERS}/soon")).await.status, 404);
    assert_eq!(names(&client.get(BROKERS).await.value()), ["Fernwood"], "nothing was written");
}

#[tokio::test]
async fn a_broker_below_cannot_become_the_master() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let top = app.broker().named("Northgate").create().await;
    let middle = app.broker().named("Fernwood").with(|form| form.master_broker = Some(top)).create().await;
    let low = app.broker().named("Abacus").with(|form| form.master_broker = Some(middle)).create().await;
    let path = format!("{BROKERS}/{top}");
    for below in [middle, low] {
        let refused = client.put(&path, json!({"Name": "Northgate", "MasterBrokerId": below})).await;
        assert_eq!(refused.error_keys(), ["MasterBrokerId"]);
    }
    assert_eq!(client.get(&path).await.value()["MasterBrokerId"], Value::Null, "nothing was written");
    let moved = client.put(&format!("{BROKERS}/{low}"), json!({"Name": "Abacus", "MasterBrokerId": top})).await.value();
    assert_eq!(moved["MasterBrokerId"], json!(top));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_make_a_circle_at_once_do_not_both_succeed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        for _ in 0..10 {
            let (one, other) = (app.broker().create().await, app.broker().create().await);
            let below = async |broker: BrokerId, master: BrokerId| {
                client.put(&format!("{BROKERS}/{broker}"), json!({"MasterBrokerId": master})).await
            };
            let (first, second) = tokio::join!(below(one, other), below(other, one));
            let taken = [&first, &second].map(|reply| reply.json()["IsValid"] == true);
            assert_eq!(taken.iter().filter(|taken| **taken).count(), 1, "{engine:?}: {taken:?}");
        }
    }
}

#[tokio::test]
async fn the_list_counts_groups_and_users_and_is_searched_and_sorted() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let master = app.broker().named("Northgate").create().await;
    let broker = app.broker().named("Ábacus").with(|form| form.master_broker = Some(master)).create().await;
    app.group().of(broker).with(|form| form.master_broker = Some(master)).create().await;
    app.group().of(broker).create().await;
    app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let list = client.get(&format!("{BROKERS}/search?page=1&perpage=24")).await.value();
    assert_json_snapshot!(list, @r#"
    {
      "Data": [
        {
          "EmployerGroups": 1,
          "Id": 1,
          "MasterBroker": null,
          "Name": "Northgate",
          "Users": 0
        },
        {
          "EmployerGroups": 2,
          "Id": 2,
          "MasterBroker": {
            "Id": 1,
            "Name": "Northgate"
          },
          "Name": "Ábacus",
          "Users": 1
        }
      ],
      "TotalPages": 1,
      "TotalRecords": 2
    }
    "#);

    let search = async |query: &str| client.get(&format!("{BROKERS}/search?{query}")).await.value();
    assert_eq!(names(&search("OrderBy=name").await), ["Ábacus", "Northgate"]);
    assert_eq!(names(&search("OrderBy=name&OrderDesc=true").await), ["Northgate", "Ábacus"]);
    assert_eq!(names(&search("OrderBy=EmployerGroups").await), ["Northgate", "Ábacus"]);
    assert_eq!(names(&search("OrderBy=nonsense").await), ["Northgate", "Ábacus"], "by id");
    assert_eq!(names(&search("Term=ABACUS").await), ["Ábacus"]);
    assert_eq!(names(&search("Term=north").await), ["Northgate", "Ábacus"], "also by the master broker");
    assert_eq!(names(&search("Term=%25").await), [""; 0]);
}

#[tokio::test]
async fn groups_and_users_of_a_broker_are_listed() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().create().await;
    let other = app.broker().create().await;
    app.group().of(broker).named("Mill").create().await;
    app.group().of(other).named("Forge").with(|form| form.master_broker = Some(broker)).create().await;
    app.group().of(other).named("Quarry").create().await;
    app.user(Role::AccountManager, Some(broker), &[]).await;
    app.user(Role::AccountManager, Some(other), &[]).await;
    assert_json_snapshot!(client.get(&format!("{BROKERS}/{broker}/employers")).await.value(), @r#"
    [
      {
        "GroupId": "10002",
        "Id": 2,
        "Name": "Forge"
      },
      {
        "GroupId": "10001",
        "Id": 1,
        "Name": "Mill"
      }
    ]
    "#);
    assert_json_snapshot!(client.get(&format!("{BROKERS}/{broker}/users")).await.value(), @r#"
    [
      {
        "Email": "user2@example.com",
        "FullName": "Dana Reyes2",
        "Id": 3
      }
    ]
    "#);
    for list in ["employers", "users"] {
        assert_eq!(client.get(&format!("{BROKERS}/99/{list}")).await.status, 404);
    }
}

#[tokio::test]
async fn a_broker_administrator_sees_its_own_broker_and_changes_none() {
    let app = TestApp::start().await;
    let own = app.broker().named("Own").create().await;
    let other = app.broker().named("Other").create().await;
    let (_, client) = app.user(Role::BrokerAdministrator, Some(own), &[]).await;
    assert_eq!(names(&client.get(BROKERS).await.value()), ["Own"]);
    assert_eq!(client.get(&format!("{BROKERS}/search")).await.value()["TotalRecords"], 1);
    assert_eq!(client.get(&format!("{BROKERS}/{own}")).await.status, 200);
    for path in
        [format!("{BROKERS}/{other}"), format!("{BROKERS}/{other}/employers"), format!("{BROKERS}/{other}/users")]
    {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(client.post(BROKERS, json!({"Name": "x"})).await.status, 403);
    assert_eq!(client.put(&format!("{BROKERS}/{own}"), json!({"Name": "x"})).await.status, 403);
    for role in [Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(BrokerId(own.get())), &[]).await;
        assert_eq!(client.get(BROKERS).await.status, 403, "{role:?}");
    }
}

async fn history(app: &TestApp, subject: &str) -> Vec<(String, Option<i64>, Value)> {
    let filter = Filter { subject: Some(subject.to_owned()), ..Filter::default() };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &PageRequest::first(50)).await;
    let rows = page.expect("the audit").rows.into_iter();
    rows.map(|row| (row.action, row.subject_id, row.detail.unwrap_or_default())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn groups_and_users_are_taken_over_in_one_save() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        groups_and_users_are_taken_over_in_one_save_on(engine).await;
    }
}

async fn groups_and_users_are_taken_over_in_one_save_on(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let own = app.broker().named("Own").create().await;
    let other = app.broker().named("Other").create().await;
    let kept = app.group().of(own).create().await;
    let taken = app.group().of(other).named("Mill").create().await;
    let mastered = app.group().of(other).named("Forge").with(|form| form.master_broker = Some(own)).create().await;
    let (manager, session) = app.user(Role::AccountManager, Some(other), &[taken]).await;
    let (user, _) = app.user(Role::GroupUser, Some(own), &[]).await;
    let (free, _) = app.user(Role::GroupUser, None, &[]).await;
    let left = app.group().of(other).named("Kiln").create().await;
    let (elsewhere, _) = app.user(Role::GroupUser, Some(other), &[left]).await;
    let path = format!("{BROKERS}/{own}");
    let save = async |change: Value| {
        let mut body = json!({"Name": "Own"});
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        client.put(&path, body).await
    };
    let both = |broker: &Value| (broker["EmployerGroupIds"].clone(), broker["UserIds"].clone());
    assert_eq!(both(&client.get(&path).await.value()), (json!([kept]), json!([user])));
    assert_eq!(both(&save(json!({})).await.value()), (json!([kept]), json!([user])), "nothing said, nothing moved");
    for (change, keys) in [
        (json!({"EmployerGroupIds": [kept, 99]}), vec!["EmployerGroupIds"]),
        (json!({"EmployerGroupIds": []}), vec!["EmployerGroupIds"]),
        (json!({"EmployerGroupIds": [kept, mastered]}), vec!["EmployerGroupIds"]),
        (json!({"EmployerGroupIds": ["x"]}), vec!["EmployerGroupIds"]),
        (json!({"UserIds": [user, 99]}), vec!["UserIds"]),
        (json!({"UserIds": [user, 1]}), vec!["UserIds"]),
        (json!({"UserIds": [user, elsewhere]}), vec!["UserIds"]),
        (json!({"EmployerGroupIds": [], "UserIds": [99]}), vec!["EmployerGroupIds", "UserIds"]),
        (json!({"EmployerGroupIds": [kept, taken], "UserIds": [99]}), vec!["UserIds"]),
    ] {
        assert_eq!(save(change.clone()).await.error_keys(), keys, "{change}");
    }
    assert_eq!(
        client.get(&format!("{BROKERS}/{other}")).await.value()["UserIds"],
        json!([manager, elsewhere]),
        "nothing was moved"
    );

    assert_eq!(session.get("/api/v1/auth/me").await.status, 200);
    let saved = save(json!({"EmployerGroupIds": [taken, kept, taken], "UserIds": [manager, free]})).await.value();
    assert_eq!(both(&saved), (json!([kept, taken]), json!([manager, free])));
    assert_eq!(session.get("/api/v1/auth/me").await.status, 401, "another broker, another session");
    assert_eq!(client.get(&format!("/api/v1/users/{user}")).await.value()["Broker"], Value::Null);
    assert_eq!(save(json!({"UserIds": [free]})).await.error_keys(), ["UserIds"], "an account manager needs a broker");
    let stale = client.put(&path, json!({"Name": "Own", "Version": 1, "EmployerGroupIds": [kept, taken]})).await;
    assert_eq!(stale.status, 409);
    app.pass(TimeDelta::minutes(11));
    let late = save(json!({"UserIds": [manager, free, user]})).await;
    assert_eq!(late.status, 403, "a user who comes to a broker reaches more: the password is asked for again");
    assert_eq!(save(json!({"InvoiceGracePeriod": 3})).await.status, 200, "the rest of a broker is changed without it");

    let broker = |from: Value, to: Value| json!({"before": {"BrokerId": from}, "after": {"BrokerId": to}});
    let moved = history(&app, "group").await;
    assert!(moved.contains(&("group.update".into(), Some(taken.get()), broker(json!(other), json!(own)))), "{moved:?}");
    let moved = history(&app, "user").await;
    for (id, from, to) in
        [(manager, json!(other), json!(own)), (free, Value::Null, json!(own)), (user, json!(own), Value::Null)]
    {
        assert!(moved.contains(&("user.update".into(), Some(id.get()), broker(from, to))), "{id}: {moved:?}");
    }
    let own = history(&app, "broker").await;
    let change = json!({
        "before": {"EmployerGroupIds": [kept], "UserIds": [user]},
        "after": {"EmployerGroupIds": [kept, taken], "UserIds": [manager, free]}
    });
    assert!(own.iter().any(|(action, _, detail)| action == "broker.update" && *detail == change), "{own:?}");
}

#[tokio::test]
async fn a_list_of_very_many_ids_is_an_error_of_its_field() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        for key in ["EmployerGroupIds", "UserIds"] {
            for (most, said) in
                [(100_000, "At most 10,000 "), (10_050, "At most 10,000 "), (10_000, "There is no such ")]
            {
                let refused =
                    client.post(BROKERS, json!({"Name": "New", key: (51..51 + most).collect::<Vec<_>>()})).await;
                assert_eq!(refused.error_keys(), [key], "{most}");
                assert!(refused.message().starts_with(said), "{}", refused.message());
            }
        }
        let again = json!({"Name": "New", "UserIds": vec![99; 50_000]});
        assert_eq!(client.post(BROKERS, again).await.error_keys(), ["UserIds"], "one that is named often counts once");
    }
}

#[tokio::test]
async fn a_new_broker_may_take_groups_and_users_over_at_once() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let (user, _) = app.user(Role::GroupUser, None, &[group]).await;
    let body = json!({"Name": "New", "EmployerGroupIds": [group], "UserIds": [user]});
    let made = client.post(BROKERS, body).await.value();
    assert_eq!((&made["EmployerGroupIds"], &made["UserIds"]), (&json!([group]), &json!([user])));
    assert_eq!(client.get(&format!("/api/v1/employers/{group}")).await.value()["Broker"]["Name"], "New");
    let refused = client.post(BROKERS, json!({"Name": "Newer", "UserIds": [99]})).await;
    assert_eq!(refused.error_keys(), ["UserIds"]);
    assert_eq!(client.get(&format!("{BROKERS}/search?Term=newer")).await.value()["TotalRecords"], 0, "not made");
}
