//! What a file asks before it is imported: questions about it, lines that were left out, and a look at what it changes.

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, UNSEEN, file_path, task, task_path};
use crate::support::{Client, TestApp};

const HEADING: &str = "FirstName,LastName,DateOfBirth,UniqueId,Status\n";

/// A group of eight members.
async fn group_of_eight(app: &TestApp) -> GroupId {
    let group = app.census_group().await;
    for number in 0..8 {
        app.member(group).named(&format!("P{number}"), "Abel").numbered(&format!("E-{number}")).create().await;
    }
    group
}

/// The eight as rows with a status.
fn eight(status: &str) -> String {
    (0..8).map(|number| format!("P{number},Abel,05/17/1984,E-{number},{status}\n")).collect()
}

async fn uploaded(app: &TestApp, client: &Client, group: GroupId, explicit: &str, rows: &str) -> Value {
    let settings = [("explicitImport", explicit), ("globalEffectiveDate", "07/01/2026")];
    let file = client.upload_census(group, &settings, format!("{HEADING}{rows}")).await;
    app.run_jobs().await;
    client.census(&file).await
}

async fn active(client: &Client, group: GroupId) -> usize {
    client.roster(group).await.iter().filter(|(_, status, _)| *status == 0).count()
}

const MANY: &str = "This file would end 8 of 8 active members. An administrator has to confirm that number first.";
const ONE_QUESTION: &str = "A question about this file is not answered.";

/// The guard counts every ending, also in a file that does not end absent members (rules.md#mass-termination-guard).
#[tokio::test]
async fn the_guard_counts_endings_by_rows_in_every_file() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = group_of_eight(&app).await;
        let client = app.administrator().await;
        let file = uploaded(&app, &client, group, "false", &eight("In-Active")).await;
        let held = app.processed(&client, &file).await;
        assert_eq!((&held["WaitsFor"], &held["ReadyForProcessing"]), (&json!(MANY), &json!(false)), "{held}");
        let listed = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
        assert_eq!(listed["TotalRecords"], 0, "{engine:?}");
        client.look_at_changes(&held).await;
        let refused = client.post(&format!("{FILES}/process"), json!({"FileIds": [held["Id"]]})).await;
        assert_eq!(refused.message(), "You did not select any files eligible for processing.");
        assert_eq!(active(&client, group).await, 8, "{engine:?}");
        let confirm = format!("{}/confirm-terminations", file_path(&held));
        assert_eq!(client.post(&confirm, json!({"Count": 7})).await.error_keys(), ["Count"]);
        client.post(&confirm, json!({"Count": 8})).await.value();
        let done = app.processed(&client, &held).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(active(&client, group).await, 0, "{engine:?}");
    }
}

/// A line above a list ends nobody until a person has said that these people have left.
#[tokio::test]
async fn a_section_ends_nobody_without_a_yes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        for answer in [false, true] {
            let group = group_of_eight(&app).await;
            let file = uploaded(&app, &client, group, "false", &format!("Inactive\n{}", eight(""))).await;
            let held = app.processed(&client, &file).await;
            let stands = ["StatusFormatted", "WaitsFor", "ReadyForProcessing"].map(|name| held[name].clone());
            assert_eq!(stands, [json!("Needs Attention"), json!(ONE_QUESTION), json!(false)], "{held}");
            let listed = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
            assert_eq!(listed["TotalRecords"], 0, "{engine:?}");
            assert_eq!(task(&held, 3)["Data"]["Summary"]["Ended"], 0, "{held}");
            let question = &held["Questions"][0];
            assert_eq!(question["Question"], "Lines 3 to 10 stand below 'Inactive'. Have these people left?");
            assert_eq!((&question["Kind"], &question["Holds"]), (&json!("Section"), &json!(true)));
            let path = |id: &Value| format!("{}/questions/{id}", file_path(&held));
            assert_eq!(client.put(&path(&json!(999)), json!({"Answer": true})).await.status, 404);
            assert_eq!(client.put(&path(&question["Id"]), json!({})).await.error_keys(), ["Answer"]);
            let answered = client.put(&path(&question["Id"]), json!({ "Answer": answer })).await.value();
            let told = &answered["Questions"][0];
            assert_eq!((&told["Answer"], &told["Holds"]), (&json!(answer), &json!(false)), "{answered}");
            assert!(told["AnsweredBy"].is_string() && told["AnsweredOn"].is_string(), "{answered}");
            // Rows of people who have left are read again; else what was found stands.
            let next = if answer { "Validate Data" } else { "Process Data" };
            assert_eq!(answered["NextTask"]["TaskName"], next, "{answered}");
            let after = app.processed(&client, &held).await;
            let expected =
                if answer { (json!("Needs Attention"), json!(MANY)) } else { (json!("Completed"), Value::Null) };
            assert_eq!((after["StatusFormatted"].clone(), after["WaitsFor"].clone()), expected, "{after}");
            assert_eq!(after["Questions"][0]["Answer"], answer, "{engine:?}: the answer outlives the next reading");
            assert_eq!(active(&client, group).await, 8, "{engine:?}");
            if answer {
                let confirm = format!("{}/confirm-terminations", file_path(&held));
                client.post(&confirm, json!({"Count": 8})).await.value();
                app.processed(&client, &held).await;
                assert_eq!(active(&client, group).await, 0, "{engine:?}");
            }
        }
    }
}

/// The group's next file is not asked again what was answered no. A yes about a section is asked each time.
#[tokio::test]
async fn a_no_about_a_section_counts_for_the_next_file_of_the_group() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = group_of_eight(&app).await;
    let people = format!("On Leave\n{}", eight(""));
    let file = uploaded(&app, &client, group, "false", &people).await;
    let held = app.processed(&client, &file).await;
    let answer = format!("{}/questions/{}", file_path(&held), held["Questions"][0]["Id"]);
    client.put(&answer, json!({ "Answer": false })).await.value();
    let done = app.processed(&client, &held).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let next = uploaded(&app, &client, group, "false", &people).await;
    let after = app.processed(&client, &next).await;
    assert_eq!(after["StatusFormatted"], "Completed", "{after}");
    let told = &after["Questions"][0];
    assert_eq!((&told["Answer"], &told["AnsweredBy"]), (&json!(false), &done["Questions"][0]["AnsweredBy"]), "{after}");
    let other = group_of_eight(&app).await;
    let asked = uploaded(&app, &client, other, "false", &people).await;
    assert_eq!(app.processed(&client, &asked).await["WaitsFor"], ONE_QUESTION, "another group is asked");
}

async fn listed(app: &TestApp, client: &Client, group: GroupId, list: &str) -> Value {
    let file =
        client.upload_census(group, &[("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")], list).await;
    app.run_jobs().await;
    client.census(&file).await
}

/// A payroll list keeps its leavers for months: the same ones are asked about once, and again when one of them is back.
#[tokio::test]
async fn a_yes_about_a_column_counts_again_as_long_as_all_of_them_have_left() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.census_group().await;
        let list = |term: &str| {
            format!(
                "UniqueId,FirstName,LastName,DateOfBirth,Term Date\n1,Ann,Moss,1/2/1980,\n2,Tom,Reed,1/3/1980,\n\
                 3,Eve,Hale,1/4/1980,{term}\n4,Ida,Stone,1/5/1980,\n"
            )
        };
        let first = listed(&app, &client, group, &list("")).await;
        app.processed(&client, &first).await;
        let held = listed(&app, &client, group, &list("06/30/2026")).await;
        let held = app.processed(&client, &held).await;
        assert_eq!(held["WaitsFor"], ONE_QUESTION, "{engine:?}: {held}");
        let answer = format!("{}/questions/{}", file_path(&held), held["Questions"][0]["Id"]);
        client.put(&answer, json!({ "Answer": true })).await.value();
        app.processed(&client, &held).await;
        assert_eq!(active(&client, group).await, 3, "{engine:?}");
        let next = listed(&app, &client, group, &list("06/30/2026")).await;
        let next = app.processed(&client, &next).await;
        assert_eq!((&next["StatusFormatted"], &next["Questions"][0]["Answer"]), (&json!("Completed"), &json!(true)));
        assert_eq!(active(&client, group).await, 3, "{engine:?}");
        let eve = client.get(&format!("/api/v1/employees/search?GroupId={group}&Term=Eve")).await.value();
        let back = json!({"OverrideDate": true, "EffectiveDate": "2026-07-01"});
        client.post(&format!("/api/v1/employees/{}/activate", eve["Data"][0]["Id"]), back).await.value();
        let asked = listed(&app, &client, group, &list("06/30/2026")).await;
        assert_eq!(app.processed(&client, &asked).await["WaitsFor"], ONE_QUESTION, "{engine:?}: she is back");
    }
}

/// Lines with a cell in a column of names hold a file that ends absent members, until a person says that they are nobody.
#[tokio::test]
async fn lines_left_out_are_shown_and_hold_an_explicit_file() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = group_of_eight(&app).await;
        let client = app.administrator().await;
        let rows = format!("{}May total: 8\n\n", eight(""));
        let file = uploaded(&app, &client, group, "true", &rows).await;
        let held = app.processed(&client, &file).await;
        assert_eq!(
            (&held["WaitsFor"], &held["Questions"][0]["Kind"]),
            (&json!(ONE_QUESTION), &json!("LeftOut")),
            "{held}"
        );
        let summary = &task(&held, 1)["Data"]["Summary"];
        assert_eq!(["LeftOut", "LeftOutNamed"].map(|name| summary[name].clone()), [json!(1), json!(1)], "{held}");
        let left_out = client.get(&format!("{}/left-out?OnlyNamed=true", file_path(&held))).await.value();
        let line = json!({
            "Line": 10, "Spans": 1, "Reason": "Count or total", "Cells": ["May total: 8"], "HasName": true, "RecordNumber": null,
        });
        assert_eq!(left_out["Data"], json!([line]), "{engine:?}");
        let (_, stranger) = app.user(Role::GroupUser, None, &[app.census_group().await]).await;
        assert_eq!(stranger.get(&format!("{}/left-out", file_path(&held))).await.status, 404);
        // Without absences there is nothing to hold it for.
        let explicit = |value: bool| client.put_explicit(&held, value);
        assert_eq!(explicit(false).await["Questions"][0]["Holds"], false);
        assert_eq!(explicit(true).await["Questions"][0]["Holds"], true);
        let answer = format!("{}/questions/{}", file_path(&held), held["Questions"][0]["Id"]);
        assert_eq!(client.put(&answer, json!({"Answer": false})).await.value()["Questions"][0]["Holds"], true);
        client.put(&answer, json!({"Answer": true})).await.value();
        let done = app.processed(&client, &held).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    }
}

/// A line that a person makes a row is judged as any other: it waits when it cannot be read, and the others keep their numbers.
#[tokio::test]
async fn a_line_left_out_becomes_a_row() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = group_of_eight(&app).await;
        let client = app.administrator().await;
        let rows = format!("May total: 8\n{}", eight(""));
        let file = uploaded(&app, &client, group, "true", &rows).await;
        let held = app.processed(&client, &file).await;
        let path = format!("{}/left-out", file_path(&held));
        for body in [json!({}), json!({"Line": 1}), json!({"Line": 3}), json!({"Line": "odd"})] {
            assert_eq!(client.put(&path, body.clone()).await.error_keys(), ["Line"], "{body}");
        }
        let made = client.put(&path, json!({"Line": 2})).await.value();
        assert_eq!(made["NextTask"]["TaskName"], "Validate Data", "{made}");
        assert_eq!(client.put(&path, json!({"Line": 2})).await.message(), "This line is a row already.");
        let wrong = app.processed_once(&client, &held).await;
        assert_eq!((&wrong["StatusFormatted"], &wrong["Questions"]), (&json!("Errors"), &json!([])), "{wrong}");
        assert_eq!(task(&wrong, 1)["Data"]["RecordsWithErrorsCount"], 1, "{wrong}");
        assert_eq!(client.census_record(&wrong, 1).await["FirstName"], "P0", "the first keeps its number");
        let record = client.census_record(&wrong, 9).await;
        assert_eq!((&record["Line"], &record["RowState"]), (&json!(2), &json!(1)), "{record}");
        let listed = client.get(&path).await.value();
        assert_eq!(listed["Data"][0]["RecordNumber"], 9, "{listed}");
        // It is corrected, or set aside, as any other.
        client.put(&format!("{}/skip", task_path(&wrong, 1)), json!({"RecordNumber": 9})).await.value();
        let done = app.processed(&client, &wrong).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(active(&client, group).await, 8, "{engine:?}");
    }
}

/// The import begins once a person has looked at what it changes, and not before (rules.md#census-tasks).
#[tokio::test]
async fn nothing_is_imported_before_a_look_at_its_changes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, other) = (app.census_group().await, app.census_group().await);
        let client = app.administrator().await;
        let row = "Ana,Abel,05/17/1984,E-1,\n";
        let file = uploaded(&app, &client, group, "false", row).await;
        let stopped = app.processed_once(&client, &file).await;
        let stands =
            ["StatusFormatted", "WaitsFor", "ReadyForProcessing", "ChangesSeen"].map(|name| stopped[name].clone());
        assert_eq!(stands, [json!("Needs Attention"), json!(UNSEEN), json!(true), json!(false)], "{stopped}");
        assert!(client.roster(group).await.is_empty(), "{engine:?}");
        let process = format!("{FILES}/process");
        let refused = client.post(&process, json!({"FileIds": [stopped["Id"]]})).await;
        assert_eq!(refused.message(), "You did not select any files eligible for processing.");
        assert!(refused.json()["Errors"][1]["Message"].as_str().is_some_and(|why| why.ends_with(UNSEEN)), "{engine:?}");
        let seen = format!("{}/changes/seen", task_path(&stopped, 3));
        for body in [json!({}), json!({"Inspection": 0}), json!({"Inspection": 9})] {
            assert_eq!(client.put(&seen, body).await.error_keys(), ["Inspection"]);
        }
        assert_eq!(client.put(&format!("{}/changes/seen", task_path(&stopped, 2)), json!({})).await.status, 404);
        assert_eq!(client.look_at_changes(&stopped).await["ChangesSeen"], true);
        // A decision about the file makes another change set of it.
        let changed = client.put_explicit(&stopped, true).await;
        assert_eq!(changed["NextTask"]["TaskName"], "Inspect Data", "{changed}");
        let again = app.processed_once(&client, &stopped).await;
        assert_eq!((&again["WaitsFor"], &again["ChangesSeen"]), (&json!(UNSEEN), &json!(false)), "{again}");
        client.look_at_changes(&again).await;
        // Of several files those go on that were looked at.
        let unseen = uploaded(&app, &client, other, "false", row).await;
        let unseen = app.run_tasks(&client, &unseen, 1..=3).await;
        let queued = client.post(&process, json!({"FileIds": [again["Id"], unseen["Id"]]})).await.value();
        assert_eq!(queued["QueuedFileIds"], json!([again["Id"]]));
        assert_eq!(queued["Ignored"], json!([{"FileId": unseen["Id"], "Reason": UNSEEN}]));
        app.run_jobs().await;
        assert_eq!(client.census(&again).await["StatusFormatted"], "Completed", "{engine:?}");
        assert_eq!((active(&client, group).await, active(&client, other).await), (1, 0), "{engine:?}");
    }
}

/// Lines that were left out of a file of several groups stand with it, and hold the parts of it that end absent members.
#[tokio::test]
async fn lines_left_out_of_a_whole_hold_its_parts() {
    let app = TestApp::start().await;
    let group = group_of_eight(&app).await;
    let client = app.administrator().await;
    let code = client.get(&format!("/api/v1/employers/{group}")).await.value()["GroupId"].clone();
    let code = code.as_str().expect("a number");
    let rows: String = (0..8).map(|number| format!("{code},P{number},Abel,05/17/1984,E-{number}\n")).collect();
    let csv = format!("GroupId,FirstName,LastName,DateOfBirth,UniqueId\n{rows},May total: 8,,,\n");
    let whole = client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", csv.as_bytes())).await.value();
    app.run_jobs().await;
    let whole = client.census(&whole).await;
    assert_eq!(task(&whole, 5)["Data"]["Summary"]["LeftOutNamed"], 1, "{whole}");
    let path = format!("{}/left-out", file_path(&whole));
    assert_eq!(client.get(&path).await.value()["Data"][0]["Cells"], json!(["", "May total: 8"]), "{whole}");
    let refused = client.put(&path, json!({"Line": 10})).await;
    assert_eq!(refused.error_keys(), ["Line"], "{}", refused.message());
    let files = client.get(&format!("{FILES}?EmployerIds={group}")).await.value();
    let part = files["Data"][0].clone();
    client.put_explicit(&part, true).await;
    let held = app.processed(&client, &part).await;
    assert_eq!(
        (&held["WaitsFor"], &held["Questions"][0]["Kind"]),
        (&json!(ONE_QUESTION), &json!("LeftOutOfWhole")),
        "{held}"
    );
    let answer = format!("{}/questions/{}", file_path(&held), held["Questions"][0]["Id"]);
    client.put(&answer, json!({"Answer": true})).await.value();
    let done = app.processed(&client, &held).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
}

/// A line of a file of several groups that names its group is made a row of the group's part.
#[tokio::test]
async fn a_line_left_out_of_a_whole_becomes_a_row_of_its_part() {
    let app = TestApp::start().await;
    let group = group_of_eight(&app).await;
    let client = app.administrator().await;
    let code = client.get(&format!("/api/v1/employers/{group}")).await.value()["GroupId"].clone();
    let code = code.as_str().expect("a number");
    let rows: String = (0..8).map(|number| format!("P{number},Abel,05/17/1984,E-{number},{code}\n")).collect();
    let csv = format!("FirstName,LastName,DateOfBirth,UniqueId,GroupId\n{rows}Grand Total,,,,{code}\nTotal: 8,,,,\n");
    let whole = client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", csv.as_bytes())).await.value();
    app.run_jobs().await;
    let whole = client.census(&whole).await;
    assert_eq!(task(&whole, 5)["Data"]["Summary"]["LeftOut"], 2, "{whole}");
    let path = format!("{}/left-out", file_path(&whole));
    let refused = client.put(&path, json!({"Line": 11})).await;
    assert_eq!(refused.message(), "This line names no group. Correct the file and upload it again.");
    client.put(&path, json!({"Line": 10})).await.value();
    app.run_jobs().await;
    let again = client.census(&whole).await;
    assert_eq!(task(&again, 5)["Data"]["Summary"]["LeftOut"], 1, "{again}");
    let files = client.get(&format!("{FILES}?EmployerIds={group}")).await.value();
    assert_eq!(files["TotalRecords"], 1, "the part has new content: {files}");
    let part = client.census(&files["Data"][0]).await;
    let validated = app.run_task(&client, &part, 1).await;
    assert_eq!(task(&validated, 1)["Data"]["Summary"]["LeftOut"], 1, "its words are a total there, too: {validated}");
    client.put(&format!("{}/left-out", file_path(&part)), json!({"Line": 10})).await.value();
    app.run_jobs().await;
    let part = client.census(&part).await;
    let wrong = app.run_task(&client, &part, 1).await;
    let data = &task(&wrong, 1)["Data"];
    assert_eq!(
        (&data["TotalRecords"], &data["RecordsWithErrorsCount"]),
        (&json!(9), &json!(1)),
        "no birth date: {wrong}"
    );
}

/// People above the heading of a sorted list are not left out in silence: they wait, or hold an explicit file, and can be made rows.
#[tokio::test]
async fn a_line_above_the_heading_is_no_absence() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let settings = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
        let (first, others) =
            eight("").split_once('\n').map(|(first, others)| (first.to_owned(), others.to_owned())).expect("rows");
        for (above, waits) in [("P0,Abel,,E-0,", false), ("P0,Abel,,,", true)] {
            let group = group_of_eight(&app).await;
            let file = client.upload_census(group, &settings, format!("{above}\n{HEADING}{others}")).await;
            app.run_jobs().await;
            let held = app.processed(&client, &file).await;
            assert_eq!(active(&client, group).await, 8, "{engine:?} {first}: {held}");
            if !waits {
                assert_eq!(held["StatusFormatted"], "Errors", "{held}");
                continue;
            }
            assert_eq!(
                (&held["WaitsFor"], &held["Questions"][0]["Kind"]),
                (&json!(ONE_QUESTION), &json!("LeftOut")),
                "{held}"
            );
            let path = format!("{}/left-out", file_path(&held));
            assert_eq!(client.get(&path).await.value()["Data"][0]["HasName"], true);
            client.put(&path, json!({"Line": 1})).await.value();
            let made = app.processed_once(&client, &held).await;
            assert_eq!(task(&made, 1)["Data"]["RecordsWithErrorsCount"], 1, "{made}");
        }
    }
}
