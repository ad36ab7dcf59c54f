//! Filters that fit the columns of a list.

use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, Client, TestApp};

async fn names(client: &Client, address: &str) -> Vec<String> {
    let list = client.get(address).await.value();
    let rows = list["Data"].as_array().expect("a list").iter();
    let name = |row: &Value| row.get("Name").unwrap_or(&row["FullName"]).as_str().expect("a name").to_owned();
    rows.map(name).collect()
}

#[tokio::test]
async fn groups_are_narrowed_by_status_and_broker() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (one, other) = (app.broker().named("Ash").create().await, app.broker().named("Birch").create().await);
        app.group().named("Harbor").of(one).create().await;
        app.group().named("Bluff").of(other).create().await;
        let client = app.administrator().await;
        for (query, found) in [
            ("Statuses=0", vec!["Bluff", "Harbor"]),
            ("Statuses=1", vec![]),
            ("Statuses=0,1", vec!["Bluff", "Harbor"]),
            (&format!("BrokerIds={one}"), vec!["Harbor"]),
            (&format!("BrokerIds={one}&BrokerIds={other}"), vec!["Bluff", "Harbor"]),
            (&format!("BrokerIds={one}&Statuses=1"), vec![]),
            ("OnlyActive=true&Statuses=1", vec!["Bluff", "Harbor"]),
            ("BrokerIds=99", vec![]),
        ] {
            let address = format!("/api/v1/employers/search?OrderBy=Name&{query}");
            assert_eq!(names(&client, &address).await, found, "{engine:?} {query}");
        }
        assert_eq!(client.get("/api/v1/employers/search?Statuses=2").await.error_keys(), ["Statuses"]);
        assert_eq!(client.get("/api/v1/employers/search?BrokerIds=x").await.error_keys(), ["BrokerIds"]);
    }
}

#[tokio::test]
async fn users_are_narrowed_by_role() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        app.user(Role::GroupUser, None, &[]).await;
        for (query, found) in [
            ("RoleIds=4", vec!["Dana Reyes2"]),
            ("RoleIds=1", vec!["Dana Reyes1"]),
            ("RoleIds=1,4", vec!["Dana Reyes1", "Dana Reyes2"]),
            ("RoleIds=2", vec![]),
            ("RoleIds=0", vec!["Dana Reyes1", "Dana Reyes2"]),
        ] {
            let address = format!("/api/v1/users?OrderBy=Name&{query}");
            assert_eq!(names(&client, &address).await, found, "{engine:?} {query}");
        }
        for query in ["RoleIds=9", "RoleIds=70000", "RoleIds=1,x"] {
            assert_eq!(client.get(&format!("/api/v1/users?{query}")).await.error_keys(), ["RoleIds"], "{query}");
        }
    }
}

#[tokio::test]
async fn brokers_are_narrowed_by_their_master() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let master = app.broker().named("Ash").create().await;
        app.broker().named("Birch").with(|form| form.master_broker = Some(master)).create().await;
        app.broker().named("Cedar").create().await;
        let client = app.administrator().await;
        for (query, found) in [
            (format!("MasterBrokerIds={master}"), vec!["Birch"]),
            ("MasterBrokerIds=99".to_owned(), vec![]),
            (String::new(), vec!["Ash", "Birch", "Cedar"]),
        ] {
            let address = format!("/api/v1/brokers/search?OrderBy=Name&{query}");
            assert_eq!(names(&client, &address).await, found, "{engine:?} {query}");
        }
        let wrong = client.get("/api/v1/brokers/search?MasterBrokerIds=x").await;
        assert_eq!(wrong.error_keys(), ["MasterBrokerIds"]);
    }
}

/// A plan counts as current until the day on which it expires.
#[tokio::test]
async fn plans_are_narrowed_to_those_that_have_not_expired() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let plans = format!("/api/v1/billing/{}/invoices", billed.group);
        for (name, expires) in [("Over", "2026-07-19"), ("Ending", "2026-07-20")] {
            billed
                .client
                .post(&plans, json!({"Name": name, "BillingType": 3, "ExpirationDate": expires}))
                .await
                .value();
        }
        for (query, found) in [("OnlyCurrent=true", vec!["Ending", "Medical"]), ("", vec!["Ending", "Medical", "Over"])]
        {
            let address = format!("{plans}/search?OrderBy=Name&{query}");
            assert_eq!(names(&billed.client, &address).await, found, "{engine:?} {query}");
        }
    }
}
