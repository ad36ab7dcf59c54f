//! The lines of listed snapshots and invoices with their first employees.

use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::Billed;

/// The calls that list the snapshots of a group.
fn lists(billed: &Billed) -> [String; 4] {
    [
        format!("/api/v1/billing/{}/snapshots", billed.group),
        "/api/v1/billing/0/snapshots".to_owned(),
        billed.snapshots(),
        format!("/api/v1/invoices?EmployerId={}", billed.group),
    ]
}

async fn listed(billed: &Billed, path: &str) -> Vec<Value> {
    let found = billed.client.get(path).await.value();
    found.as_array().or(found["Data"].as_array()).cloned().unwrap_or_else(|| panic!("{path}: {found}"))
}

fn names(employees: &Value) -> Vec<&str> {
    let rows = employees.as_array().expect("employees");
    rows.iter().map(|row| row["Employee"]["FirstName"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn every_list_tells_who_is_billed_and_credited_as_each_snapshot_knew_them() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let cleo = billed.member("Cleo", &[]).await;
        billed.member("Ana", &[]).await;
        billed.bill(6).await;
        billed.app.pass(chrono::TimeDelta::minutes(1));
        billed.change(cleo, "terminate", "2026-06-01").await;
        billed.bill(7).await;
        for path in lists(&billed) {
            let rows = listed(&billed, &path).await;
            assert_eq!(rows.len(), 2, "{engine:?}: {path}");
            let (july, june) = (&rows[0]["LineItems"], &rows[1]["LineItems"]);
            assert_eq!(names(&june[0]["ActiveEmployeeData"]), ["Ana", "Cleo"], "{engine:?}: {path}");
            assert_eq!(
                june[0]["ActiveEmployeeData"][1]["FilteredStatusChanges"],
                json!([{"Status": 0, "ChangeDate": "2026-01-01"}])
            );
            assert_eq!(names(&july[0]["ActiveEmployeeData"]), ["Ana"], "{engine:?}: {path}");
            let credit = &july[1];
            assert_eq!((&credit["IsCredit"], &credit["EmployeeCount"]), (&json!(true), &json!(1)));
            assert_eq!(names(&credit["InActiveEmployeeData"]), ["Cleo"], "{engine:?}: {path}");
            assert_eq!(names(&credit["ActiveEmployeeData"]), [""; 0]);
            let change = json!([{"Status": 1, "ChangeDate": "2026-06-01"}]);
            assert_eq!(credit["InActiveEmployeeData"][0]["FilteredStatusChanges"], change, "{engine:?}: {path}");
            let light =
                if path.contains('?') { format!("{path}&MembersUpTo=0") } else { format!("{path}?MembersUpTo=0") };
            for row in listed(&billed, &light).await {
                assert_eq!(row["LineItems"][0]["ActiveEmployeeData"], Value::Null, "{engine:?}: {light}");
            }
        }
    }
}

#[tokio::test]
async fn a_list_tells_a_hundred_of_a_line_with_the_count_beside_and_nobody_of_consults() {
    let billed = Billed::start().await;
    billed.members(130, |_| ()).await;
    billed.member("Zoe", &[(Status::InActive, "2026-02-01")]).await;
    billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
    billed.bill(7).await;
    for path in lists(&billed) {
        let rows = listed(&billed, &path).await;
        let (members, consults) = (&rows[0]["LineItems"][0], &rows[0]["LineItems"][1]);
        let told = names(&members["ActiveEmployeeData"]).len();
        assert_eq!(
            (told, &members["EmployeeCount"], &members["BillableQuantity"]),
            (100, &json!(130), &json!(130)),
            "{path}"
        );
        assert_eq!((&consults["ActiveEmployeeData"], &consults["EmployeeCount"]), (&json!([]), &json!(0)), "{path}");
    }
}
