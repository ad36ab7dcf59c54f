//! The page of a group: its twelve months, and the way of a new group to its first bill.

use domain::access::Role;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, Client, TestApp};

async fn figures(client: &Client, group: i64) -> Value {
    client.get(&format!("/api/v1/employers/{group}/figures")).await.value()
}

/// Active, joined, left and billed of a month of 2026.
fn month(figures: &Value, number: usize) -> [Value; 4] {
    let wanted = format!("2026-{number:02}-01");
    let months = figures["Months"].as_array().expect("months");
    let found = months.iter().find(|one| one["Month"] == wanted.as_str()).expect("the month");
    ["Active", "Joined", "Left", "Billed"].map(|name| found[name].clone())
}

#[tokio::test]
async fn twelve_months_tell_who_joined_and_left_and_what_was_billed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.member("Ben", &[(Status::InActive, "2026-03-10")]).await;
        billed.member("Cai", &[(Status::InActive, "2026-09-01")]).await;
        billed.bill(6).await;
        let told = figures(&billed.client, billed.group).await;
        let months = told["Months"].as_array().expect("months");
        assert_eq!(months.len(), 12, "{engine:?}");
        assert_eq!([&months[0]["Month"], &months[11]["Month"]], ["2025-08-01", "2026-07-01"], "{engine:?}");
        assert_eq!(month(&told, 1), [json!(3), json!(3), json!(0), Value::Null], "{engine:?}");
        assert_eq!(month(&told, 3), [json!(2), json!(0), json!(1), Value::Null], "{engine:?}");
        assert_eq!(month(&told, 6), [json!(2), json!(0), json!(0), json!(20.0)], "{engine:?} {told}");
        assert_eq!(month(&told, 7), [json!(2), json!(0), json!(0), Value::Null], "an end to come is none: {engine:?}");
        assert_eq!((&told["ShowsBills"], &told["LastImport"]), (&json!(true), &Value::Null));
        assert!(told["Outstanding"]["Count"].is_u64() && told["Overdue"]["Dollars"].is_f64(), "{engine:?} {told}");
    }
}

#[tokio::test]
async fn the_last_import_is_that_of_a_file_that_was_not_undone() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let rows = "E-1,,Ana,Abel,05/17/1984,,,,\n";
    let file = app.uploaded(&client, group, &[], rows).await;
    assert_eq!(figures(&client, group.get()).await["LastImport"], Value::Null, "not imported yet");
    let done = app.processed(&client, &file).await;
    let import = figures(&client, group.get()).await["LastImport"].clone();
    assert_eq!((&import["FileId"], &import["FileName"]), (&done["Id"], &json!("people.csv")), "{import}");
}

#[tokio::test]
async fn amounts_are_for_those_who_see_the_invoices_of_the_group() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    billed.bill(6).await;
    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    let told = figures(&user, billed.group).await;
    let june = month(&told, 6);
    let amounts = [&told["Outstanding"], &told["Overdue"], &june[3]];
    assert_eq!((&told["ShowsBills"], amounts), (&json!(false), [&Value::Null; 3]), "{told}");
    assert_eq!(june[0], 1, "members are no secret");
}

#[tokio::test]
async fn the_page_of_a_group_that_one_does_not_see_does_not_exist() {
    let app = TestApp::start().await;
    let (group, other) = (app.group().create().await, app.broker().create().await);
    let elsewhere = app.group().of(other).create().await;
    let admin = app.administrator().await;
    let (_, head) = app.user(Role::BrokerAdministrator, Some(other), &[]).await;
    let (_, manager) = app.user(Role::AccountManager, Some(other), &[elsewhere]).await;
    let (_, user) = app.user(Role::GroupUser, None, &[elsewhere]).await;
    // The way to the first bill is for those who may edit groups.
    for (part, foreign_status, own_status) in [("figures", 404, 200), ("setup", 403, 403)] {
        let path = format!("/api/v1/employers/{group}/{part}");
        let own = format!("/api/v1/employers/{elsewhere}/{part}");
        for client in [&head, &manager, &user] {
            assert_eq!(client.get(&path).await.status, foreign_status, "{part}");
            assert_eq!(client.get(&own).await.status, own_status, "{part}");
        }
        assert_eq!(admin.get(&path).await.status, 200, "{part}");
        assert_eq!(admin.get(&format!("/api/v1/employers/999/{part}")).await.status, 404, "{part}");
        assert_eq!(app.nobody().get(&path).await.status, 401, "{part}");
    }
}

/// What each step still needs, by its name.
async fn missing(client: &Client, group: i64) -> (Value, Vec<(String, Vec<String>)>) {
    let setup = client.get(&format!("/api/v1/employers/{group}/setup")).await.value();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let step = |step: &Value| {
        (text(&step["Step"]), step["Missing"].as_array().expect("what is missing").iter().map(text).collect())
    };
    let steps = setup["Steps"].as_array().expect("steps").iter().map(step).collect();
    (setup, steps)
}

#[tokio::test]
async fn a_new_group_is_led_to_its_first_bill() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::without_lines(engine).await;
        let (app, client, group) = (&billed.app, &billed.client, billed.group);
        let (setup, steps) = missing(client, group).await;
        let needs = |what: &[&str]| what.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let expected = [
            ("Details", needs(&["Tax ID", "Billing address", "Accounting contact"])),
            ("Pricing", needs(&[])),
            ("Plan", needs(&["Line item", "ERP account", "ERP customer"])),
            ("Census", needs(&["Members"])),
            ("FirstBill", needs(&["First snapshot"])),
        ];
        assert_eq!(steps, expected.map(|(step, what)| (step.to_owned(), what)), "{engine:?}");
        assert_eq!((&setup["IsDone"], &setup["Steps"][2]["RecordId"]), (&json!(false), &json!(billed.plan)));

        billed.line(json!({"Name": "PEPM"})).await;
        let file = app.uploaded(client, group.into(), &[], "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
        let (setup, steps) = missing(client, group).await;
        assert_eq!(steps[2].1, ["ERP account", "ERP customer"], "{engine:?}");
        assert_eq!(steps[3].1, ["people.csv is not processed yet"], "{engine:?}");
        assert_eq!(setup["Steps"][3]["RecordId"], file["Id"], "{engine:?}");

        app.processed(client, &file).await;
        assert!(missing(client, group).await.1[3].1.is_empty(), "{engine:?}");
        billed.bill(7).await;
        assert_eq!(missing(client, group).await.0["IsDone"], true, "{engine:?}");
    }
}
