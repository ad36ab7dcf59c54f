//! An import that a person stops on its way: what is written stays, and the rest is done later or what is written undone.

use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, HEADING, file_path, task, task_path};
use crate::support::{Client, TestApp, on_both_engines};

on_both_engines!(
    a_stopped_import_keeps_what_it_has_written_and_goes_on_there,
    what_a_stopped_import_has_written_is_undone,
    what_waits_is_stopped_before_it_begins,
);

/// More than the chunks that are written at once.
const ROWS: usize = 3000;

fn csv() -> String {
    let row = |n: usize| {
        let letters: String = format!("{n:04}").bytes().map(|digit| char::from(digit - b'0' + b'a')).collect();
        let (month, day, year) = (n % 12 + 1, n % 28 + 1, 1950 + n % 50);
        format!("E-{n},Primary,Ana{letters},Reyes{letters},{month:02}/{day:02}/{year},,Dayton,,\n")
    };
    format!("{HEADING}{}", (0..ROWS).map(row).collect::<String>())
}

/// A file whose import was stopped when it had written some of its members, and how many those were.
async fn stopped(app: &TestApp, client: &Client) -> (Value, u64) {
    let group = app.census_group().await;
    let file = client.upload_census(group, &[], csv()).await;
    app.run_jobs().await;
    let file = app.run_tasks(client, &file, 1..=3).await;
    client.look_at_changes(&file).await;
    client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
    let stop = async {
        while task(&client.census(&file).await, 4)["Done"].as_u64() == Some(0) {}
        client.post(&format!("{}/stop", file_path(&file)), json!({})).await.value()
    };
    let (answered, ()) = tokio::join!(stop, app.run_jobs());
    let file = client.census(&file).await;
    assert_eq!(file, answered, "nothing is written any more once the call has answered");
    let made = members(client, &file).await;
    assert!((1..ROWS as u64).contains(&made), "stopped in the middle, but {made} of {ROWS} members are there");
    assert_eq!(task(&file, 4)["Data"]["Summary"]["Created"], made, "{file}");
    assert_eq!(task(&file, 4)["Done"], made, "{file}");
    (file, made)
}

async fn members(client: &Client, file: &Value) -> u64 {
    let path = format!("/api/v1/employees/search?GroupId={}&PerPage=1", file["EmployerGroup"]["Id"]);
    client.get(&path).await.value()["TotalRecords"].as_u64().expect("a number")
}

async fn a_stopped_import_keeps_what_it_has_written_and_goes_on_there(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let (file, made) = stopped(&app, &client).await;
    assert_eq!(task(&file, 4)["State"], "NotRun");
    assert_eq!(file["StatusFormatted"], "Needs Attention");
    assert_eq!((&file["ReadyForProcessing"], &file["CanReplace"]), (&json!(true), &json!(false)));
    let again = client.post(&format!("{}/stop", file_path(&file)), json!({})).await;
    assert_eq!(again.message(), "This file is not being worked on.");
    each_change_says_whether_it_is_done(&client, &file, made).await;
    let audit = format!("/api/v1/audit?Subject=census_file&SubjectId={}", file["Id"]);
    assert_eq!(client.get(&audit).await.value()["Data"][0]["ActionText"], "Task of a census file stopped");

    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(task(&done, 4)["Data"]["Summary"]["Created"], ROWS);
    assert_eq!(members(&client, &file).await, ROWS as u64);
}

/// All that the file changes is listed, and each that is written says so.
async fn each_change_says_whether_it_is_done(client: &Client, file: &Value, made: u64) {
    for kind in ["", "Kind=Create&"] {
        let path = format!("{}/changes?{kind}PerPage=1000", task_path(file, 3));
        let mut done = 0;
        for page in 1..=ROWS.div_ceil(1000) {
            let value = client.get(&format!("{path}&Page={page}")).await.value();
            assert_eq!(value["TotalRecords"], ROWS, "{kind}");
            let rows = value["Data"].as_array().expect("a list");
            assert!(rows.iter().all(|row| row["Kind"] == "Create" && row["EffectiveDate"].is_string()), "{kind}");
            done += rows.iter().filter(|row| row["IsDone"] == true).count() as u64;
            let is_told = |row: &Value| (row["IsDone"] == true) == row["EmployeeId"].is_number();
            assert!(rows.iter().all(is_told), "only whom it has made are members");
        }
        assert_eq!(done, made, "{kind}");
    }
}

async fn what_a_stopped_import_has_written_is_undone(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let (file, made) = stopped(&app, &client).await;
    assert!(file["UndoableUntil"].is_string(), "{file}");
    client.post(&format!("{}/undo", file_path(&file)), json!({})).await.value();
    app.run_jobs().await;
    let undone = client.census(&file).await;
    assert_eq!((&undone["Undo"]["State"], &undone["Undo"]["Done"]), (&json!("Done"), &json!(made)));
    assert_eq!(undone["EmployerGroup"]["MemberCount"]["ActiveMembers"], 0, "whom it made is active on no day");
}

async fn what_waits_is_stopped_before_it_begins(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let row = "E-1,Primary,Ana,Reyes,05/17/1984,,Dayton,,\n";
    let file = app.uploaded(&client, group, &[], row).await;
    client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
    let stopped = client.post(&format!("{}/stop", file_path(&file)), json!({})).await.value();
    assert_eq!(stopped["StatusFormatted"], "Needs Attention");
    app.run_jobs().await;
    assert_eq!(client.census(&file).await, stopped, "its job finds nothing to do");
    let unseen = client.post(&format!("{FILES}/999/stop"), json!({})).await;
    assert_eq!(unseen.status, 404);
    assert_eq!(app.processed(&client, &file).await["StatusFormatted"], "Completed");
}
