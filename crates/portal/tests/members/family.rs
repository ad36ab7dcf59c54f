//! What the page of a member shows beside the member: the family, and what was billed.

use domain::access::Role;
use domain::members::Status;
use serde_json::{Value, json};

use crate::support::{Billed, TestApp};

const MEMBERS: &str = "/api/v1/employees";

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|one| one["FullName"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn a_family_is_the_employee_with_the_dependents_whoever_is_asked_for() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let (employee, alone) = (app.member(group).create().await, app.member(group).named("Zoe", "Moss").create().await);
    let client = app.administrator().await;
    let body = |first: &str| {
        json!({
            "EmployerId": group, "FirstName": first, "LastName": "Abel", "DateOfBirth": "05/17/2010", "Gender": 2,
            "AddressLine1": "12 Orchard Lane", "City": "Dayton", "State": "Ohio", "ZipCode": "45402", "Status": 0,
            "MemberType": "Dependent", "PrimaryEmployeeId": employee,
        })
    };
    let cy = client.post(MEMBERS, body("Cy")).await.value()["Id"].clone();
    client.post(MEMBERS, body("Bo")).await.value();
    for id in [json!(employee), cy] {
        let family = client.get(&format!("{MEMBERS}/{id}/family")).await.value();
        assert_eq!(names(&family), ["Ana Abel", "Bo Abel", "Cy Abel"]);
        assert_eq!(family[1]["MemberType"], "Dependent");
    }
    assert_eq!(names(&client.get(&format!("{MEMBERS}/{alone}/family")).await.value()), ["Zoe Moss"]);
    let stranger = app.user(Role::GroupUser, None, &[]).await.1;
    assert_eq!(stranger.get(&format!("{MEMBERS}/{employee}/family")).await.status, 404);
}

#[tokio::test]
async fn a_member_has_those_before_and_after_it_by_last_name() {
    let app = TestApp::start().await;
    let (group, other) = (app.group().create().await, app.group().create().await);
    let client = app.administrator().await;
    let mut ids = Vec::new();
    for (first, last) in [("Zoe", "Abel"), ("Ana", "Moss"), ("Bea", "Abel"), ("Ana", "Moss")] {
        ids.push(app.member(group).named(first, last).create().await);
    }
    let alone = app.member(other).named("Bo", "Baker").create().await;
    let [zoe, moss, bea, second_moss] = ids[..] else { panic!("four members") };
    let roster = [None, Some(bea), Some(zoe), Some(moss), Some(second_moss), None];
    for beside in roster.windows(3) {
        let found = client.get(&format!("{MEMBERS}/{}/neighbours", beside[1].expect("a member"))).await.value();
        assert_eq!(found, json!({ "PreviousId": beside[0], "NextId": beside[2] }));
    }
    let found = client.get(&format!("{MEMBERS}/{alone}/neighbours")).await.value();
    assert_eq!(found, json!({ "PreviousId": null, "NextId": null }), "others are of another group");
    let stranger = app.user(Role::GroupUser, None, &[]).await.1;
    assert_eq!(stranger.get(&format!("{MEMBERS}/{zoe}/neighbours")).await.status, 404);
}

#[tokio::test]
async fn what_was_billed_names_month_line_and_amount_and_corrections_apart() {
    let billed = Billed::start().await;
    let ana = billed.member("Ana", &[]).await;
    let late = billed.member("Ben", &[(Status::InActive, "2026-05-01")]).await;
    billed.bill(6).await;
    billed.change(ana, "terminate", "2026-06-01").await;
    billed.bill(7).await;
    let rows = billed.client.get(&format!("{MEMBERS}/{ana}/bills")).await.value();
    let told: Vec<_> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            format!("{} {} {} {}", row["InvoiceNumber"], row["BillingPeriod"], row["BilledMonth"], row["Amount"])
        })
        .collect();
    assert_eq!(told, ["\"000002\" \"2026-07\" \"2026-06\" -10.0", "\"000001\" \"2026-06\" \"2026-06\" 10.0"], "{rows}");
    assert_eq!(billed.client.get(&format!("{MEMBERS}/{late}/bills")).await.value(), json!([]));
}

#[tokio::test]
async fn bills_are_for_those_to_whom_the_invoices_are_open() {
    let billed = Billed::start().await;
    let ana = billed.member("Ana", &[]).await;
    billed.bill(6).await;
    let path = format!("{MEMBERS}/{ana}/bills");
    let closed = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await.1;
    assert_eq!(closed.get(&path).await.status, 404);
    let foreign = billed.app.user(Role::GroupUser, None, &[]).await.1;
    assert_eq!(foreign.get(&path).await.status, 404);
    assert_eq!(billed.client.get(&path).await.value().as_array().map(Vec::len), Some(1));
}
