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
async fn groups_are_narrowed_by_renewal_and_for_staff_by_erp_account() {
    let app = TestApp::start().await;
    let ash = app.broker().named("Ash").create().await;
    let soon = |form: &mut domain::groups::GroupForm| form.renewal_on = "2026-08-15".parse().ok();
    app.group().named("Harbor").of(ash).with(soon).create().await;
    app.group().named("Bluff").of(ash).create().await;
    let client = app.administrator().await;
    for (query, found) in [
        ("RenewalFrom=2026-08-01&RenewalTo=2026-08-31", vec!["Harbor"]),
        ("RenewalTo=2026-08-14", vec![]),
        ("RenewalFrom=08/15/2026", vec!["Harbor"]),
        ("ApiServiceIds=77", vec![]),
    ] {
        let address = format!("/api/v1/employers/search?OrderBy=Name&{query}");
        assert_eq!(names(&client, &address).await, found, "{query}");
    }
    for (query, key) in [("RenewalFrom=0001-01-01", "RenewalFrom"), ("RenewalTo=soon", "RenewalTo")] {
        assert_eq!(client.get(&format!("/api/v1/employers/search?{query}")).await.error_keys(), [key], "{query}");
    }
    let (_, broker) = app.user(Role::BrokerAdministrator, Some(ash), &[]).await;
    let refused = broker.get("/api/v1/employers/search?ApiServiceIds=1").await;
    assert_eq!(refused.error_keys(), ["ApiServiceIds"], "others do not see the accounts");
}

#[tokio::test]
async fn days_that_are_none_are_named_by_their_filter() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (address, key) in [
        ("/api/v1/invoices?DueFrom=0001-01-01", "DueFrom"),
        ("/api/v1/invoices?DueTo=02/30/2026", "DueTo"),
        ("/api/v1/invoices?MinDaysLate=-1", "MinDaysLate"),
        ("/api/v1/census/files?UploadedFrom=0001-01-01", "UploadedFrom"),
        ("/api/v1/census/files?UploadedTo=then", "UploadedTo"),
        ("/api/v1/api-services/tokens/search?ExpiresBy=9999-12-31", "ExpiresBy"),
        ("/api/v1/work-queue?DueBy=0001-01-01", "DueBy"),
        ("/api/v1/work-queue/Overdue?DueBy=x", "DueBy"),
        ("/api/v1/work-queue?BrokerId=x", "BrokerId"),
    ] {
        assert_eq!(client.get(address).await.error_keys(), [key], "{address}");
    }
    for address in [
        "/api/v1/invoices?DueFrom=2026-07-01&DueTo=2026-07-31&MinDaysLate=4000000000",
        "/api/v1/census/files?UploadedFrom=2026-07-01&UploadedTo=2026-07-31",
        "/api/v1/api-services/tokens/search?ExpiresBy=2026-07-31",
    ] {
        assert_eq!(client.get(address).await.value()["TotalRecords"], 0, "{address}");
    }
    let queue = client.get("/api/v1/work-queue?BrokerId=77&DueBy=2026-07-31&OrderBy=Amount&OrderDesc=true").await;
    assert_eq!(queue.value()["Total"], 0);
}

#[tokio::test]
async fn census_files_are_narrowed_by_status_and_uploader() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, elsewhere) = (app.census_group().await, app.census_group().await);
        let client = app.administrator().await;
        let (user, own) = app.user(Role::GroupUser, None, &[group]).await;
        let rows = "UniqueId,FirstName,LastName,DateOfBirth\n1,Ann,Abel,05/17/1984\n";
        let first = client.upload_census(group, &[], rows).await;
        let second = client.upload_census(elsewhere, &[], rows).await;
        let list = "/api/v1/census/files?OrderBy=Id";
        let both = client.get(list).await.value();
        let uploader = both["Data"][0]["UploadedBy"]["Id"].clone();
        for (query, found) in [
            ("Statuses=0,1,2,3,4,5,6".to_owned(), vec![&first["Id"], &second["Id"]]),
            (format!("Statuses={}", both["Data"][0]["Status"]), vec![&first["Id"], &second["Id"]]),
            ("Statuses=5".to_owned(), vec![]),
            (format!("UploadedByIds={uploader}"), vec![&first["Id"], &second["Id"]]),
            (format!("UploadedByIds={user}"), vec![]),
            (format!("UploadedByIds={user},{uploader}&EmployerIds={group}"), vec![&first["Id"]]),
        ] {
            let page = client.get(&format!("{list}&{query}")).await.value();
            let ids: Vec<&Value> = page["Data"].as_array().expect("files").iter().map(|file| &file["Id"]).collect();
            assert_eq!(
                (ids.len() as u64, ids),
                (page["TotalRecords"].as_u64().expect("a number"), found),
                "{engine:?} {query}"
            );
        }
        assert_eq!(client.get(&format!("{list}&Statuses=9")).await.error_keys(), ["Statuses"]);
        assert_eq!(client.get(&format!("{list}&UploadedByIds=x")).await.error_keys(), ["UploadedByIds"]);
        let uploaders = "/api/v1/census/files/uploaders";
        let named = client.get(uploaders).await.value();
        assert_eq!((named.as_array().map(Vec::len), &named[0]["Id"]), (Some(1), &uploader), "{named}");
        let seen = own.get(&format!("{uploaders}?EmployerId={group}")).await.value();
        assert_eq!(seen.as_array().map(Vec::len), Some(1), "{seen}");
        assert_eq!(own.get(&format!("{uploaders}?EmployerId={elsewhere}")).await.value(), json!([]));
    }
}

#[tokio::test]
async fn members_are_chosen_by_their_ids_within_scope() {
    let app = TestApp::start().await;
    let (own, elsewhere) = (app.group().create().await, app.group().create().await);
    let ana = app.member(own).named("Ana", "Abel").create().await;
    let bo = app.member(elsewhere).named("Bo", "Birch").create().await;
    let (_, user) = app.user(Role::GroupUser, None, &[own]).await;
    let address = |ids: &str| format!("/api/v1/employees/search?OrderBy=Id&EmployeeIds={ids}");
    let client = app.administrator().await;
    let both = client.get(&address(&format!("{ana},{bo},{bo}"))).await.value();
    assert_eq!(both["TotalRecords"], 2);
    let seen = user.get(&address(&format!("{ana},{bo}"))).await.value();
    assert_eq!((&seen["TotalRecords"], &seen["Data"][0]["LastName"]), (&json!(1), &json!("Abel")));
    let many = (1..=1001).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    assert_eq!(client.get(&address(&many)).await.error_keys(), ["EmployeeIds"]);
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
