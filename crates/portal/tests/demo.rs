//! The demonstration: the same in every run, believable, and with census files at every place of their way.

use std::collections::BTreeMap;

use portal::demo::{self, Size, USERS};
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Client, PASSWORD, TestApp};

const SIZE: Size = Size { groups: 12, members: 600 };

/// The demonstration and its administrator.
async fn made(engine: Engine) -> (TestApp, Client) {
    let app = TestApp::on(engine).await;
    demo::fill(app.ctx.clone(), SIZE, PASSWORD, |_| {}).await.expect("a demonstration");
    let mut client = app.nobody();
    client.sign_in(USERS[0].0, PASSWORD).await;
    (app, client)
}

async fn rows(client: &Client, path: &str) -> Vec<Value> {
    let list = client.get(&format!("/api/v1/{path}PerPage=1000&Page=1")).await.value();
    list["Data"].as_array().unwrap_or_else(|| panic!("no rows of {path}: {list}")).clone()
}

/// What people see of it in lists.
async fn seen(client: &Client) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for path in ["brokers/search?", "employers/search?", "employees/search?", "invoices?", "census/files?"] {
        all.push(rows(client, path).await);
    }
    all
}

#[tokio::test]
async fn two_runs_make_the_same_on_either_engine() {
    let (_one, client) = made(Engine::Sqlite).await;
    let first = seen(&client).await;
    let (_other, client) = made(Engine::Postgres).await;
    for (one, other) in first.iter().zip(seen(&client).await) {
        assert!(one.len() > 3, "{one:?}");
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other);
        }
        assert_eq!(one.len(), other.len());
    }
}

#[tokio::test]
async fn it_is_believable() {
    let (app, client) = made(Engine::Sqlite).await;
    children_belong_to_employees(&client).await;
    groups_carry_services(&client).await;
    staff_have_written_down_whom_to_call_and_what_to_know(&client).await;
    consults_are_billed_where_a_plan_says_so(&client).await;
    census_files_stand_at_every_place_of_their_way(&app, &client).await;
}

async fn census_files_stand_at_every_place_of_their_way(app: &TestApp, client: &Client) {
    let files: BTreeMap<String, Value> = rows(client, "census/files?")
        .await
        .into_iter()
        .map(|file| (file["OriginalFileName"].as_str().expect("a name").to_owned() + &kind(&file), file))
        .collect();
    let stands: Vec<_> = files
        .iter()
        .map(|(name, file)| {
            let next = file["NextTask"]["TaskName"].as_str().unwrap_or("-");
            format!("{name}: {}, next {next}", file["StatusFormatted"].as_str().expect("a status"))
        })
        .collect();
    assert_eq!(
        stands,
        [
            "bluefern-eligibility.csv: Needs Attention, next Process Data",
            "brightwater.csv: Needs Attention, next Process Data",
            "cedarpike_members.csv: Needs Attention, next Validate Data",
            "copperline roster.csv: Failed, next Validate Data",
            "eastmere_staff.csv: Completed, next -",
            "foxglove.csv: Completed, next -",
            "granitepeak_new_hires.csv: Completed, next -",
            "harborline_final.csv: Errors, next Validate Data",
            "harborline_new_hires.csv: Queued, next Map Data",
            "ironbridge_hr_export.csv: Errors, next Map Data",
            "kestrel-roster.csv: Errors, next Match Employees",
            "multi_group.csv (all): Errors, next Map Multi-Group File",
            "multi_group.csv (part of 10736): Needs Attention, next Validate Data",
            "multi_group.csv (part of 10958): Needs Attention, next Validate Data",
        ],
    );
    let said = |name: &str, task: usize| files[name]["Tasks"][task]["Errors"][0]["Error"].to_string();
    let waits_for = files["brightwater.csv"]["WaitsFor"].to_string();
    assert!(waits_for.contains("An administrator has to confirm"), "{}", files["brightwater.csv"]);
    assert!(said("ironbridge_hr_export.csv", 0).contains("Date of Birth"), "{}", files["ironbridge_hr_export.csv"]);
    assert!(said("multi_group.csv (all)", 0).contains("no group with the Group ID '99999': 1 row, line 16"));
    assert_eq!(candidates(client, &files["kestrel-roster.csv"]).await, 6, "three pairs whose ids were mixed up");
    assert_eq!(client.get("/api/v1/census/files?Term=ironbridge_draft&Page=1").await.value()["TotalRecords"], 0);
    the_fault_is_mended(app, client, &files["copperline roster.csv"]).await;
}

fn kind(file: &Value) -> String {
    match (file["IsMultiGroup"] == true, file["ParentFileId"].is_i64()) {
        (true, _) => " (all)".to_owned(),
        (_, true) => format!(" (part of {})", file["EmployerGroup"]["GroupId"].as_str().expect("a code")),
        _ => String::new(),
    }
}

/// How many rows wait for somebody to say which member they are.
async fn candidates(client: &Client, file: &Value) -> usize {
    let path = format!("/api/v1/census/files/{}/tasks/{}", file["Id"], file["Tasks"][2]["Id"]);
    let task = client.get(&format!("{path}?Filter=errors&Page=1")).await.value();
    let records = task["Data"]["CensusRecords"].as_array().expect("records");
    assert!(records.iter().all(|record| record["EmployeeMatches"][0]["EmployeeLastName"].is_string()), "{records:?}");
    records.len()
}

async fn the_fault_is_mended(app: &TestApp, client: &Client, file: &Value) {
    let path = format!("/api/v1/census/files/{}", file["Id"]);
    client.post(&format!("{path}/tasks/{}/run", file["Tasks"][1]["Id"]), json!({})).await.value();
    app.run_jobs().await;
    assert_eq!(client.get(&path).await.value()["StatusFormatted"], "Needs Attention");
}

async fn children_belong_to_employees(client: &Client) {
    let members = rows(client, "employees/search?").await;
    let by_id: BTreeMap<i64, &Value> =
        members.iter().map(|member| (member["Id"].as_i64().expect("an id"), member)).collect();
    let children: Vec<_> = members.iter().filter(|member| member["MemberType"] == "Dependent").collect();
    assert!(children.len() > 50, "{} children", children.len());
    for child in children {
        let employee = child["PrimaryEmployeeId"].as_i64().expect("an employee");
        assert_eq!(child["LastName"], by_id[&employee]["LastName"], "{child}");
    }
}

async fn groups_carry_services(client: &Client) {
    let services = client.get("/api/v1/benefits/services").await.value();
    assert_eq!(services.as_array().expect("a list").len(), 6);
    let group = client.get("/api/v1/employers/1").await.value();
    assert!(group["BenefitServices"].as_array().is_some_and(|carried| carried.len() >= 2), "{group}");
}

async fn staff_have_written_down_whom_to_call_and_what_to_know(client: &Client) {
    let mut alerts = 0;
    for group in 1..=12 {
        let list = async |part: &str| {
            let list = client.get(&format!("/api/v1/employers/{group}/{part}")).await.value();
            list.as_array().expect("a list").clone()
        };
        let (contacts, notes) = (list("contacts").await, list("notes").await);
        assert!((2..=3).contains(&contacts.len()), "{contacts:?}");
        assert!((1..=3).contains(&notes.len()), "{notes:?}");
        assert!(notes.iter().all(|note| note["CreatedBy"] == "Dana Reyes"), "{notes:?}");
        assert!(notes.is_sorted_by(|new, old| new["CreatedOn"].as_str() > old["CreatedOn"].as_str()), "{notes:?}");
        alerts += list("notes/alerts").await.len();
    }
    assert_eq!(alerts, 4);
}

async fn consults_are_billed_where_a_plan_says_so(client: &Client) {
    let groups = rows(client, "employers/search?").await;
    let bluefern = groups.iter().find(|group| group["Name"] == "Bluefern Dental Partners").expect("the group");
    let invoices = rows(client, &format!("invoices?EmployerId={}&", bluefern["Id"])).await;
    let invoice = client.get(&format!("/api/v1/invoices/{}", invoices[0]["Id"])).await.value();
    let lines = invoice["LineItems"].as_array().expect("lines");
    assert!(lines.iter().any(|line| line["Name"] == "Virtual Consults"), "{invoice}");
}
