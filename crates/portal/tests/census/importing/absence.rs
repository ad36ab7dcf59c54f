//! Whom an explicit file ends for being absent, and what becomes of a file that must not end anybody yet.

use domain::GroupId;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, HEADING, file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

/// Uploads rows as an explicit file from a day on, and runs them as far as they go.
async fn imported(app: &TestApp, client: &Client, group: GroupId, from: &str, rows: &str) -> Value {
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", from)];
    let file = app.uploaded(client, group, &settings, rows).await;
    app.processed(client, &file).await
}

/// Uploads a file of Ana alone that ends absent members from a day on, and inspects it.
async fn inspected(app: &TestApp, client: &Client, group: GroupId, from: &str) -> Value {
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", from)];
    let file = app.uploaded(client, group, &settings, "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    app.run_tasks(client, &file, 1..=3).await
}

fn counted(file: &Value, names: [&str; 3]) -> [Value; 3] {
    names.map(|name| task(file, 3)["Data"]["Summary"][name].clone())
}

const ABSENCES: [&str; 3] = ["Absent", "StillToStart", "Ended"];

/// Absence ends who is active on the day of the file. Members who start later are listed apart, and stay (rules.md#unreadable-row).
#[tokio::test]
async fn absence_does_not_end_members_who_are_still_to_start() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").since("2026-09-01").create().await;
        let back = app.member(group).named("Cy", "Lane").numbered("E-3").then(Status::InActive, "2026-03-01");
        back.then(Status::Active, "2026-10-01").create().await;
        app.member(group).named("Dee", "Rook").numbered("E-4").then(Status::InActive, "2026-09-01").create().await;
        // Active today, but not yet on the day of the file.
        app.member(group).named("Eve", "Stone").numbered("E-5").since("2026-07-10").create().await;
        let client = app.administrator().await;
        let statuses =
            async || -> Vec<i64> { client.roster(group).await.into_iter().map(|(_, status, _)| status).collect() };
        assert_eq!(statuses().await, [0, 3, 3, 2, 0]);
        let file = inspected(&app, &client, group, "07/01/2026").await;
        assert_eq!(counted(&file, ABSENCES), [json!(0), json!(3), json!(0)], "{engine:?} {file}");
        let listed = client.get(&format!("{}/changes?Kind=StillToStart", task_path(&file, 3))).await.value();
        let names: Vec<_> =
            listed["Data"].as_array().expect("rows").iter().map(|row| row["FirstName"].clone()).collect();
        assert_eq!(names, [json!("Ben"), json!("Cy"), json!("Eve")], "{engine:?} {listed}");
        let kept = client.get(&format!("{}/changes?Kind=Kept", task_path(&file, 3))).await.value();
        assert_eq!(kept["TotalRecords"], 0, "{kept}");
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(statuses().await, [0, 3, 3, 2, 0], "{engine:?}");
    }
}

/// Named one by one, they are ended as those who are absent.
#[tokio::test]
async fn members_still_to_start_are_ended_on_a_yes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").since("2026-09-01").create().await;
        app.member(group).named("Cy", "Lane").numbered("E-3").since("2026-09-01").create().await;
        let client = app.administrator().await;
        let statuses =
            async || -> Vec<i64> { client.roster(group).await.into_iter().map(|(_, status, _)| status).collect() };
        let file = inspected(&app, &client, group, "08/01/2026").await;
        let absent = format!("{}/absent", task_path(&file, 3));
        // All who are absent are not all who are still to start.
        let all = client.put(&absent, json!({"Keep": false})).await.value();
        assert_eq!(counted(&all, ABSENCES), [json!(0), json!(2), json!(0)], "{engine:?} {all}");
        let listed = client.get(&format!("{}/changes?Kind=StillToStart", task_path(&file, 3))).await.value();
        let ben = listed["Data"][0]["EmployeeId"].clone();
        let one = client.put(&absent, json!({"EmployeeIds": [ben], "Keep": false})).await.value();
        assert_eq!(counted(&one, ABSENCES), [json!(1), json!(1), json!(1)], "{engine:?} {one}");
        let done = app.processed_and_confirmed(&client, &file).await;
        assert_eq!(task(&done, 4)["Data"]["Summary"]["Terminated"], 1, "{done}");
        let next = inspected(&app, &client, group, "08/01/2026").await;
        assert_eq!(counted(&next, ABSENCES), [json!(0), json!(1), json!(0)], "{engine:?} {next}");
        client.post(&format!("{}/undo", file_path(&file)), json!({})).await.value();
        app.run_jobs().await;
        assert_eq!(statuses().await, [0, 3, 3], "{engine:?}: undone");
    }
}

/// A file of a later day (the default is the first of next month) ends members who are still to start only on a yes.
#[tokio::test]
async fn a_file_of_a_later_day_ends_those_still_to_start_on_a_yes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        for number in 2..12 {
            let member = app.member(group).named(&format!("P{number}"), "Moss").numbered(&format!("E-{number}"));
            member.since("2026-09-01").create().await;
        }
        app.member(group).named("Zoe", "Lane").numbered("E-12").since("2026-10-01").create().await;
        let client = app.administrator().await;
        let file = inspected(&app, &client, group, "09/15/2026").await;
        assert_eq!(counted(&file, ABSENCES), [json!(0), json!(11), json!(0)], "{engine:?} {file}");
        assert_eq!(
            app.processed(&client, &inspected(&app, &client, group, "09/15/2026").await).await["HasErrors"],
            false
        );
        assert_eq!(client.roster(group).await.iter().filter(|(_, status, _)| *status == 3).count(), 11, "{engine:?}");
        let listed = client.get(&format!("{}/changes?Kind=StillToStart", task_path(&file, 3))).await.value();
        let ids: Vec<_> =
            listed["Data"].as_array().expect("rows").iter().map(|row| row["EmployeeId"].clone()).collect();
        let absent = format!("{}/absent", task_path(&file, 3));
        let named = json!({"EmployeeIds": ids.get(..10).expect("eleven"), "Keep": false});
        let file = client.put(&absent, named).await.value();
        assert_eq!(counted(&file, ABSENCES), [json!(10), json!(1), json!(10)], "{engine:?} {file}");
        let says = "This file would end 10 members, those to become active later among them; 1 are active now. An administrator has to \
                    confirm that number first.";
        assert_eq!(file["WaitsFor"], says, "{engine:?}");
        let day_of_start = inspected(&app, &client, group, "09/01/2026").await;
        assert_eq!(counted(&day_of_start, ABSENCES), [json!(0), json!(11), json!(0)], "{engine:?} {day_of_start}");
        let before = inspected(&app, &client, group, "08/31/2026").await;
        assert_eq!(counted(&before, ABSENCES), [json!(0), json!(11), json!(0)], "{engine:?} {before}");
        client.post(&format!("{}/confirm-terminations", file_path(&file)), json!({"Count": 10})).await.value();
        app.processed(&client, &file).await;
        let statuses: Vec<i64> = client.roster(group).await.into_iter().map(|(_, status, _)| status).collect();
        assert_eq!(
            statuses.iter().filter(|status| **status == 3).count(),
            11,
            "{engine:?}: each begins and ends {statuses:?}"
        );
    }
}

/// Members whose end is set for a day behind that of the file are listed apart, and end earlier only on a yes (rules.md#explicit-import).
#[tokio::test]
async fn members_whose_end_is_set_for_later_end_earlier_on_a_yes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        let planned = |name: &str, id: &str, end: &str| {
            app.member(group).named(name, "Moss").numbered(id).then(Status::InActive, end)
        };
        let mut members = Vec::new();
        for (name, id, end) in [("Ben", "E-2", "2026-12-31"), ("Cy", "E-3", "2026-12-31"), ("Dee", "E-4", "2026-08-01")]
        {
            members.push(planned(name, id, end).create().await);
        }
        let client = app.administrator().await;
        let standing = async || {
            let mut ends = Vec::new();
            for member in &members {
                ends.push(app.standing(*member).await);
            }
            ends
        };
        let before = standing().await;
        let file = inspected(&app, &client, group, "08/01/2026").await;
        let counts = ["Absent", "LaterEnd", "Ended"];
        assert_eq!(counted(&file, counts), [json!(0), json!(2), json!(0)], "{engine:?} {file}");
        let changes = async |kind: &str| client.get(&format!("{}/changes?Kind={kind}", task_path(&file, 3))).await;
        let listed = changes("LaterEnd").await.value();
        let told = |row: &Value| [row["FirstName"].clone(), row["EffectiveDate"].clone()];
        let rows: Vec<_> = listed["Data"].as_array().expect("rows").iter().map(told).collect();
        assert_eq!(rows, ["Ben", "Cy"].map(|name| [json!(name), json!("2026-12-31")]), "{engine:?} {listed}");
        assert_eq!(changes("Kept").await.value()["TotalRecords"], 0);
        // All who are absent are not all whose end is set for later.
        let absent = format!("{}/absent", task_path(&file, 3));
        let all = client.put(&absent, json!({"Keep": false})).await.value();
        assert_eq!(counted(&all, counts), [json!(0), json!(2), json!(0)], "{engine:?} {all}");
        let ben = listed["Data"][0]["EmployeeId"].clone();
        let one = client.put(&absent, json!({"EmployeeIds": [ben], "Keep": false})).await.value();
        assert_eq!(counted(&one, counts), [json!(1), json!(1), json!(1)], "{engine:?} {one}");
        let ends = changes("Absent").await.value();
        assert_eq!(told(&ends["Data"][0]), [json!("Ben"), json!("2026-08-01")], "{ends}");
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let after = standing().await;
        assert_eq!(after[0], "A2026-01-01 I2026-08-01", "{engine:?}");
        assert_eq!(after[1..], before[1..], "{engine:?}");
        client.post(&format!("{}/undo", file_path(&file)), json!({})).await.value();
        app.run_jobs().await;
        assert_eq!(standing().await, before, "{engine:?}: undone");
    }
}

/// A row that says In-Active with an earlier day moves the end that is set forward; undoing the file puts it back.
#[tokio::test]
async fn a_row_with_an_earlier_day_moves_the_end_forward() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        let mut members = Vec::new();
        for (name, id) in [("Ben", "E-2"), ("Cy", "E-3")] {
            let member = app.member(group).named(name, "Abel").numbered(id).then(Status::InActive, "2026-12-31");
            members.push(member.create().await);
        }
        let client = app.administrator().await;
        let rows = "E-1,,Ana,Abel,05/17/1984,,,,\nE-2,,Ben,Abel,05/17/1984,,,In-Active,\nE-3,,Cy,Abel,05/17/1984,,,,\n";
        let file = app.uploaded(&client, group, &[("globalEffectiveDate", "09/01/2026")], rows).await;
        let file = app.run_tasks(&client, &file, 1..=3).await;
        let changes = client.get(&format!("{}/changes", task_path(&file, 3))).await.value();
        let told = ["FirstName", "Kind", "EffectiveDate", "Remark"].map(|name| changes["Data"][0][name].clone());
        let remark = "The member is to become In-Active on a later day. The file moves that end forward.";
        assert_eq!(
            told,
            [json!("Ben"), json!("Terminate"), json!("2026-09-01"), json!(remark)],
            "{engine:?} {changes}"
        );
        assert_eq!(changes["TotalRecords"], 1, "{changes}");
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let planned = "A2026-01-01 I2026-12-31";
        assert_eq!(app.standing(members[0]).await, "A2026-01-01 I2026-09-01", "{engine:?}");
        assert_eq!(app.standing(members[1]).await, planned, "{engine:?}");
        client.post(&format!("{}/undo", file_path(&file)), json!({})).await.value();
        app.run_jobs().await;
        assert_eq!(app.standing(members[0]).await, planned, "{engine:?}: undone");
    }
}

/// Ended on a yes before they have begun, they are called none of the active members.
#[tokio::test]
async fn members_still_to_start_are_none_of_the_active_ones() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    for number in 2..20 {
        let member = app.member(group).named(&format!("P{number}"), "Moss").numbered(&format!("E-{number}"));
        if number < 12 {
            member.create().await
        } else {
            member.since("2026-09-01").create().await
        };
    }
    let client = app.administrator().await;
    let rows: String = (2..12).map(|number| format!("E-{number},,P{number},Moss,05/17/1984,,,,\n")).collect();
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", "08/01/2026")];
    let file = app.uploaded(&client, group, &settings, &format!("E-1,,Ana,Abel,05/17/1984,,,,\n{rows}")).await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    let listed = client.get(&format!("{}/changes?Kind=StillToStart", task_path(&file, 3))).await.value();
    let ids: Vec<_> = listed["Data"].as_array().expect("rows").iter().map(|row| row["EmployeeId"].clone()).collect();
    let absent = format!("{}/absent", task_path(&file, 3));
    let held = client.put(&absent, json!({"EmployeeIds": ids, "Keep": false})).await.value();
    let says = "This file would end 8 members, those to become active later among them; 11 are active now. An administrator has to confirm \
                that number first.";
    assert_eq!(held["WaitsFor"], says, "{held}");
}

/// The roster as the product writes it, uploaded as it is, changes nothing.
#[tokio::test]
async fn the_roster_sent_back_unchanged_changes_nothing() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").since("2026-12-01").create().await;
        app.member(group).named("Cy", "Lane").numbered("E-3").then(Status::InActive, "2026-03-01").create().await;
        app.member(group).named("Dee", "Rook").numbered("E-4").then(Status::InActive, "2026-09-01").create().await;
        // On the very day on which the file takes effect by default.
        app.member(group).named("Eve", "Stone").numbered("E-5").since("2026-08-01").create().await;
        let client = app.administrator().await;
        let roster = client.get(&format!("/api/v1/employers/{group}/census")).await;
        assert_eq!(roster.status, 200);
        let before = client.roster(group).await;
        let file = client.upload_census(group, &[("explicitImport", "true")], &roster.bytes).await;
        app.run_jobs().await;
        let file = app.run_tasks(&client, &client.census(&file).await, 1..=3).await;
        let changes = client.get(&format!("{}/changes", task_path(&file, 3))).await.value();
        assert_eq!((&changes["TotalRecords"], counted(&file, ABSENCES)[2].clone()), (&json!(0), json!(0)), "{changes}");
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(client.roster(group).await, before, "{engine:?}");
    }
}

/// What waits for the confirmation is told so, is not queued and stays as it is (rules.md#eligible-files, rules.md#mass-termination-guard).
#[tokio::test]
async fn a_file_that_waits_for_a_confirmation_is_not_taken() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        for number in 0..8 {
            app.member(group).named(&format!("P{number}"), "Abel").numbered(&format!("E-{number}")).create().await;
        }
        let client = app.administrator().await;
        let other = app.uploaded(&client, app.census_group().await, &[], "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
        let held = imported(&app, &client, group, "07/01/2026", "E-0,,P0,Abel,05/17/1984,,,,\n").await;
        let path = format!("{FILES}/process");
        let process = |files: &[&Value]| {
            let ids: Vec<_> = files.iter().map(|file| file["Id"].clone()).collect();
            client.post(&path, json!({ "FileIds": ids }))
        };
        let reply = process(&[&held]).await;
        assert_eq!(reply.message(), "You did not select any files eligible for processing.");
        let waits = held["WaitsFor"].as_str().expect("a reason");
        let number = held["Name"].as_str().expect("a name").get(..8).expect("eight characters");
        assert_eq!(reply.json()["Errors"][1], json!({"Key": "FileIds", "Message": format!("{number}: {waits}")}));
        let attention = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
        let listed: Vec<_> = attention["Data"].as_array().expect("files").iter().map(|file| &file["Id"]).collect();
        assert_eq!(listed, [&other["Id"]], "{engine:?}");
        let queued = process(&[&held, &other]).await.value();
        assert_eq!(queued["QueuedFileIds"], json!([other["Id"]]));
        assert_eq!(queued["Ignored"], json!([{"FileId": held["Id"], "Reason": waits}]));
        app.run_jobs().await;
        assert_eq!(client.census(&held).await, held, "nothing has changed");
        assert!(client.roster(group).await.iter().all(|(_, status, _)| *status == 0));
        client.post(&format!("{}/confirm-terminations", file_path(&held)), json!({"Count": 7})).await.value();
        let attention = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
        assert_eq!(attention["Data"][0]["Id"], held["Id"], "{engine:?}");
    }
}

/// Nothing was written, so that the right file may take the place of the wrong one (rules.md#new-content).
#[tokio::test]
async fn a_file_that_the_guard_has_stopped_is_replaced() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    for number in 0..8 {
        app.member(group).named(&format!("P{number}"), "Abel").numbered(&format!("E-{number}")).create().await;
    }
    let client = app.administrator().await;
    let row = |number: u32| format!("E-{number},,P{number},Abel,05/17/1984,,,,\n");
    let held = imported(&app, &client, group, "07/01/2026", &row(0)).await;
    let stands = (&held["StatusFormatted"], &task(&held, 4)["State"]);
    assert_eq!(stands, (&json!("Needs Attention"), &json!("NotRun")), "{held}");
    assert_eq!(held["CanReplace"], true, "{held}");
    let right: String = (0..7).map(row).collect();
    let replaced = client.replace_census(&held, format!("{HEADING}{right}")).await;
    assert_eq!((&replaced["Id"], &replaced["ErrorCount"]), (&held["Id"], &json!(0)), "{replaced}");
    app.run_jobs().await;
    let done = app.processed(&client, &held).await;
    assert_eq!((&done["StatusFormatted"], &done["CanReplace"]), (&json!("Completed"), &json!(false)), "{done}");
    assert_eq!(client.roster(group).await.iter().filter(|(_, status, _)| *status == 1).count(), 1);
    let id = done["Id"].to_string();
    let csv = format!("{HEADING}{right}");
    let reply = client.upload(FILES, &[("censusFileId", &id)], ("members.csv", csv.as_bytes())).await;
    assert_eq!(reply.message(), "This file has been processed and cannot be replaced. Upload a new one.");
}

/// A row that nobody could read is set aside, not the person it names: whoever it may be stays, until somebody says otherwise
/// (rules.md#unreadable-row).
#[tokio::test]
async fn setting_a_row_aside_ends_nobody() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        for (number, name) in ["Ana", "Ben", "Cy", "Dee", "Eve"].into_iter().enumerate() {
            app.member(group).named(name, "Abel").numbered(&format!("E-{number}")).create().await;
        }
        let client = app.administrator().await;
        let rows = "E-0,,Ana,Abel,05/17/1984,,,,\nE-1,,Ben,Abel,bad,,,,\n,,Cy,Abel,bad,,,,\n,,Zoe,,bad,,,,\nE-4,,Eve,Abel,05/17/1984,,,,\n";
        let file = app.uploaded(&client, group, &[("explicitImport", "true")], rows).await;
        let file = app.run_task(&client, &file, 1).await;
        let skip = format!("{}/skip-records", task_path(&file, 1));
        client.put(&skip, json!({"RecordNumbers": [2, 3, 4]})).await.value();
        app.run_task(&client, &file, 2).await;
        // A row that is left out behind the matching is no absence either.
        client.put(&format!("{}/skip-records", task_path(&file, 3)), json!({"RecordNumbers": [5]})).await.value();
        let file = app.run_task(&client, &file, 3).await;
        let summary = &task(&file, 3)["Data"]["Summary"];
        let counts = ["Absent", "Kept", "SkippedUnknown", "Ended"].map(|name| summary[name].as_i64().unwrap_or(-1));
        assert_eq!(counts, [1, 3, 1, 1], "{engine:?} {file}");
        let changes = format!("{}/changes", task_path(&file, 3));
        let kept = client.get(&format!("{changes}?Kind=Kept")).await.value();
        let told: Vec<_> =
            kept["Data"].as_array().expect("rows").iter().map(|row| row["SkippedRecord"].clone()).collect();
        assert_eq!(told, [json!(2), json!(3), json!(5)], "{kept}");
        // Who is to be ended all the same, is.
        let ben = kept["Data"][0]["EmployeeId"].clone();
        let absent = format!("{}/absent", task_path(&file, 3));
        client.put(&absent, json!({"EmployeeIds": [ben], "Keep": false})).await.value();
        let ended = client.get(&format!("{changes}?Kind=Absent")).await.value();
        assert_eq!((&ended["TotalRecords"], &ended["Data"][0]["SkippedRecord"]), (&json!(2), &json!(2)), "{ended}");
        let file = app.processed(&client, &file).await;
        assert_eq!(task(&file, 4)["Data"]["Summary"]["Terminated"], 2, "{file}");
        let ended: Vec<_> = client.roster(group).await.into_iter().filter(|(_, status, _)| *status != 0).collect();
        assert_eq!(ended, [on_roster("Ben", 2, ""), on_roster("Dee", 2, "")], "{engine:?}");
    }
}

/// In a list where the employee stands beside the dependent, a row that is set aside may be the only one that names him (rules.md#unreadable-row).
#[tokio::test]
async fn setting_a_dependent_aside_does_not_end_the_employee_beside() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    for name in ["Ana", "Ben", "Cy"] {
        app.member(group).named(name, "Abel").create().await;
    }
    let client = app.administrator().await;
    let csv = "EE First,EE Last,Member First,Member Last,Member DOB,Rel\nAna,Abel,Ana,Abel,05/17/1984,Self\nBen,Abel,Kit,Moss,02/03/2010,Child\n";
    let file = client.upload_census(group, &[("explicitImport", "true")], csv).await;
    app.run_jobs().await;
    let file = app.run_task(&client, &client.census(&file).await, 1).await;
    assert_eq!(client.census_record(&file, 2).await["Errors"][0]["Key"], "Relationship", "{file}");
    client.put(&format!("{}/skip-records", task_path(&file, 1)), json!({"RecordNumbers": [2]})).await.value();
    app.run_task(&client, &file, 2).await;
    let file = app.run_task(&client, &file, 3).await;
    let kept = client.get(&format!("{}/changes?Kind=Kept", task_path(&file, 3))).await.value();
    assert_eq!((&kept["TotalRecords"], &kept["Data"][0]["SkippedRecord"]), (&json!(1), &json!(2)), "{kept}");
    app.processed(&client, &file).await;
    let ended: Vec<_> = client.roster(group).await.into_iter().filter(|(_, status, _)| *status != 0).collect();
    assert_eq!(ended, [on_roster("Cy", 2, "")]);
}

/// Left out by mistake, or ended by a row, who stands in the next file is covered on; an end that a person has planned stays.
#[tokio::test]
async fn who_stands_in_the_next_file_is_not_ended_by_the_former_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        for (number, name) in ["Ana", "Ben", "Cy"].into_iter().enumerate() {
            app.member(group).named(name, "Abel").numbered(&format!("E-{number}")).create().await;
        }
        app.member(group).named("Dee", "Abel").numbered("E-3").then(Status::InActive, "2026-09-01").create().await;
        let client = app.administrator().await;
        let statuses =
            async || -> Vec<i64> { client.roster(group).await.into_iter().map(|(_, status, _)| status).collect() };
        let row = |(number, name, status): (u32, &str, &str)| {
            format!("E-{number},,{name},Abel,05/17/1984,{name}@mail.example,,{status},\n")
        };
        let short: String = [(0, "Ana", ""), (1, "Ben", "In-Active"), (3, "Dee", "")].map(row).concat();
        let held = imported(&app, &client, group, "09/01/2026", &short).await;
        client.confirm_endings(&held).await;
        app.processed(&client, &held).await;
        assert_eq!(statuses().await, [0, 2, 2, 2], "{engine:?}");
        let whole: String = [(0, "Ana", ""), (1, "Ben", "Active"), (2, "Cy", ""), (3, "Dee", "")].map(row).concat();
        let settings = [("explicitImport", "true")];
        let file = app.uploaded(&client, group, &settings, &whole).await;
        let file = app.run_tasks(&client, &file, 1..=3).await;
        let summary = task(&file, 3)["Data"]["Summary"].clone();
        assert_eq!((&summary["Reactivate"], &summary["Unchanged"]), (&json!(2), &json!(2)), "{file}");
        let changes = client.get(&format!("{}/changes", task_path(&file, 3))).await.value();
        let told = |change: &Value| ["FirstName", "Kind", "EffectiveDate", "Remark"].map(|name| change[name].clone());
        let back = "An earlier census file was to end the member. That end is taken back, since the person stands in this file.";
        let expected = ["Ben", "Cy"].map(|name| [json!(name), json!("Reactivate"), json!("2026-09-01"), json!(back)]);
        assert_eq!(changes["Data"].as_array().expect("rows").iter().map(told).collect::<Vec<_>>(), expected);
        let stays = client.get(&format!("{}/changes?Kind=Unchanged", task_path(&file, 3))).await.value();
        let stays: Vec<_> = stays["Data"].as_array().expect("rows").iter().map(|row| row["Remark"].clone()).collect();
        let planned =
            "The member is to become In-Active, and the file does not take that back. Undo it if the person stays.";
        assert_eq!(stays, [Value::Null, json!(planned)]);
        let file = app.processed(&client, &file).await;
        assert_eq!(task(&file, 4)["Data"]["Summary"]["Reactivated"], 2, "{file}");
        assert_eq!(statuses().await, [0, 0, 0, 2], "{engine:?}");
        // Undone, the end is the first file's again; the file again takes it back, and then changes nothing.
        client.post(&format!("{}/undo", file_path(&file)), json!({})).await.value();
        app.run_jobs().await;
        assert_eq!(statuses().await, [0, 2, 2, 2], "{engine:?}");
        for reactivated in [2, 0] {
            let again = app.uploaded(&client, group, &settings, &whole).await;
            let again = app.processed(&client, &again).await;
            assert_eq!(task(&again, 4)["Data"]["Summary"]["Reactivated"], reactivated, "{again}");
            assert_eq!(statuses().await, [0, 0, 0, 2], "{engine:?}");
        }
        assert!(app.mails().is_empty(), "{engine:?}: nobody has joined");
    }
}
