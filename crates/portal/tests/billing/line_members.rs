//! The members of one line of a bill, page by page, for staff and for those whom the invoice is open to.

use domain::access::Role;
use domain::members::Status;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::Billed;

/// The names of a page, and how many there are in all.
fn names(page: &Value) -> (Vec<String>, i64) {
    let employee =
        |row: &Value| format!("{} {}", row["Employee"]["FirstName"], row["Employee"]["LastName"]).replace('"', "");
    let rows = page["Data"].as_array().expect("rows");
    (rows.iter().map(employee).collect(), page["TotalRecords"].as_i64().expect("a number"))
}

#[tokio::test]
async fn the_members_of_a_line_come_page_by_page_on_both_engines() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        for first in ["Cleo", "Ana", "Bo", "Dag"] {
            billed.member(first, &[]).await;
        }
        billed.member("Eve", &[(Status::InActive, "2026-02-01")]).await;
        let made = billed.bill(7).await;
        let path = |line: &Value| format!("{}/lines/{line}/members", billed.snapshot(&made["Id"]));
        let line = &made["LineItems"][0]["Id"];
        let page = async |query: &str| names(&billed.client.get(&format!("{}?{query}", path(line))).await.value());
        assert_eq!(page("").await, (texts(["Ana Abel", "Bo Abel", "Cleo Abel", "Dag Abel"]), 4));
        assert_eq!(page("Page=2&PerPage=3").await, (texts(["Dag Abel"]), 4));
        assert_eq!(page("Page=9&PerPage=3").await, (texts([]), 4));
        assert_eq!(page("Term=ABEL%20cl").await, (texts(["Cleo Abel"]), 1));
        assert_eq!(page("Term=nobody").await, (texts([]), 0));
        for (query, key) in [("Page=0", "Page"), ("PerPage=1001", "PerPage")] {
            assert_eq!(billed.client.get(&format!("{}?{query}", path(line))).await.error_keys(), [key], "{query}");
        }
        assert_eq!(billed.client.get(&path(&json!(99))).await.status, 404);
    }
}

fn texts<const N: usize>(of: [&str; N]) -> Vec<String> {
    of.map(str::to_owned).to_vec()
}

#[tokio::test]
async fn a_large_line_is_told_without_its_members_when_fewer_are_asked_for() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    billed.member("Bo", &[]).await;
    let made = billed.bill(7).await["Id"].clone();
    let invoice = format!("/api/v1/invoices/{made}");
    for path in [billed.snapshot(&made), invoice] {
        let told = async |query: &str| {
            let line = billed.client.get(&format!("{path}{query}")).await.value()["LineItems"][0].clone();
            (
                line["BillableQuantity"].clone(),
                line["ActiveEmployeeData"].as_array().map(Vec::len),
                line["InActiveEmployeeData"].as_array().map(Vec::len),
            )
        };
        assert_eq!(told("").await, (json!(2), Some(2), Some(0)), "{path}");
        assert_eq!(told("?MembersUpTo=2").await, (json!(2), Some(2), Some(0)), "{path}");
        assert_eq!(told("?MembersUpTo=1").await, (json!(2), None, None), "{path}");
        assert_eq!(billed.client.get(&format!("{path}?MembersUpTo=-1")).await.error_keys(), ["MembersUpTo"], "{path}");
    }
}

#[tokio::test]
async fn the_members_of_an_invoice_are_for_those_it_is_open_to() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let made = billed.bill(7).await;
    let line = &made["LineItems"][0]["Id"];
    let path = format!("/api/v1/invoices/{}/lines/{line}/members", made["Id"]);
    assert_json_snapshot!(billed.client.get(&path).await.value(), @r#"
    {
      "Data": [
        {
          "Employee": {
            "EmployeeId": 1,
            "FirstName": "Ana",
            "LastName": "Abel"
          },
          "FilteredStatusChanges": [
            {
              "ChangeDate": "2026-01-01",
              "Status": 0
            }
          ]
        }
      ],
      "TotalPages": 1,
      "TotalRecords": 1
    }
    "#);
    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    assert_eq!(user.get(&path).await.status, 404, "without invoice access");
    assert_eq!(user.get(&format!("{}/lines/{line}/members", billed.snapshot(&made["Id"]))).await.status, 403);
    let open = billed.app.group().with(|form| form.flags.enable_invoice_access = true).create().await;
    let (_, user) = billed.app.user(Role::GroupUser, None, &[open]).await;
    assert_eq!(user.get(&path).await.status, 404, "of another group");
    assert_eq!(billed.client.get(&format!("/api/v1/invoices/{}/lines/99/members", made["Id"])).await.status, 404);
    let other = billed.app.group().create().await.get();
    let foreign = format!("/api/v1/billing/{other}/snapshots/{}/lines/{line}/members", made["Id"]);
    assert_eq!(billed.client.get(&foreign).await.status, 404);
}

/// Who consulted is never listed.
#[tokio::test]
async fn a_line_of_consults_has_no_members() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
    let made = billed.bill(7).await;
    let lines = made["LineItems"].as_array().expect("lines");
    let consults = lines.iter().find(|line| line["BillingType"] == 1).expect("a line of consults");
    let path = format!("{}/lines/{}/members", billed.snapshot(&made["Id"]), consults["Id"]);
    assert_eq!(names(&billed.client.get(&path).await.value()), (texts([]), 0));
}
