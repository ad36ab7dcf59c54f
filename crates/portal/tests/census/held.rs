//! Rows and files that are held back: who is not ended by that, what a person may still decide, and what an import that is asked for
//! twice says and does.

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

/// Uploads rows with settings, and runs them up to a task.
async fn run_to(
    app: &TestApp,
    client: &Client,
    group: GroupId,
    (settings, rows, last): (&[(&str, &str)], &str, i64),
) -> Value {
    let file = app.uploaded(client, group, settings, rows).await;
    app.run_tasks(client, &file, 1..=last).await
}

const EXPLICIT: [(&str, &str); 2] = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];

fn summary<'a>(file: &'a Value, number: i64, name: &str) -> &'a Value {
    &task(file, number)["Data"]["Summary"][name]
}

/// A row that waits for a person must not look like an absence (rules.md#unreadable-row), whenever it was held back.
#[tokio::test]
async fn nobody_is_ended_for_being_absent_while_a_row_waits_for_a_person() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
        let client = app.administrator().await;
        let rows = "E-1,,Ana,Abel,05/17/1984,,,,\nE-9,,Octavio,Brenner,05/17/1984,,,,\n";
        let file = run_to(&app, &client, group, (&EXPLICIT, rows, 2)).await;
        app.member(group).named("Octavio", "Brenner").create().await;
        let file = app.run_task(&client, &file, 3).await;
        assert_eq!(summary(&file, 3, "Absent"), 2, "{file}");
        let held = app.processed_and_confirmed(&client, &file).await;
        assert_eq!((&held["StatusFormatted"], &held["ErrorCount"]), (&json!("Errors"), &json!(2)), "{held}");
        let said = task(&held, 4)["Errors"][0]["Error"].as_str().expect("an error");
        assert!(said.starts_with("Nobody was ended for being absent, since 1 row waits for a person."), "{said}");
        let here = [on_roster("Ana", 0, ""), on_roster("Ben", 0, ""), on_roster("Octavio", 0, "")];
        assert_eq!(client.roster(group).await, here, "{engine:?}");
        app.run_task(&client, &held, 2).await;
        let done = app.processed(&client, &held).await;
        assert_eq!((&done["StatusFormatted"], summary(&done, 4, "Terminated")), (&json!("Completed"), &json!(1)));
        let ended = [on_roster("Ana", 0, ""), on_roster("Ben", 1, ""), on_roster("Octavio", 0, "")];
        assert_eq!(client.roster(group).await, ended, "{engine:?}");
    }
}

/// What was imported in part and is inspected anew must not end more than anybody was asked about (rules.md#mass-termination-guard).
#[tokio::test]
async fn the_guard_holds_a_file_that_has_been_imported_in_part() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    for number in 0..8 {
        app.member(group).named(&format!("P{number}"), "Abel").numbered(&format!("E-{number}")).create().await;
    }
    let client = app.administrator().await;
    let row = |number: u32| format!("E-{number},,P{number},Abel,05/17/1984,,Dayton,,\n");
    let file = run_to(&app, &client, group, (&EXPLICIT, &(row(0) + &row(1)), 3)).await;
    app.move_member_to(group, "P1", "Lima").await;
    client.post(&format!("{}/confirm-terminations", file_path(&file)), json!({"Count": 6})).await.value();
    let held = app.processed(&client, &file).await;
    assert_eq!((&held["StatusFormatted"], summary(&held, 4, "Updated")), (&json!("Errors"), &json!(1)), "{held}");
    app.run_task(&client, &held, 2).await;
    let held = app.processed(&client, &file).await;
    let waits = "This file would end 6 of 8 active members. An administrator has to confirm that number first.";
    assert_eq!((&held["WaitsFor"], &held["ReadyForProcessing"]), (&json!(waits), &json!(false)), "{held}");
    assert!(client.roster(group).await.iter().all(|(_, status, _)| *status == 0));
    // Confirmed anew, it goes on where it stopped.
    client.post(&format!("{}/confirm-terminations", file_path(&held)), json!({"Count": 6})).await.value();
    let confirmed = client.census(&held).await;
    assert_eq!((&confirmed["ErrorCount"], &confirmed["ReadyForProcessing"]), (&json!(0), &json!(true)), "{confirmed}");
    let done = app.processed(&client, &held).await;
    let did = ["Updated", "Terminated", "Unchanged"].map(|name| summary(&done, 4, name).clone());
    assert_eq!((&done["StatusFormatted"], did), (&json!("Completed"), [json!(2), json!(6), json!(0)]), "{done}");
}

/// Two rows, of which one was applied and the other waits since somebody has changed its member.
async fn imported_in_part(app: &TestApp, client: &Client, group: GroupId) -> Value {
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    let rows = "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-2,,Ben,Moss,05/17/1984,,Troy,,\n";
    let file = run_to(app, client, group, (&[], rows, 2)).await;
    app.move_member_to(group, "Ben", "Lima").await;
    let held = app.processed(client, &file).await;
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Troy"), on_roster("Ben", 0, "Lima")], "{held}");
    held
}

#[tokio::test]
async fn a_row_that_was_imported_is_not_decided_about_again() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let held = imported_in_part(&app, &client, group).await;
    let done = "This row has been imported. Change the member instead, or upload another file.";
    let path = |number, call: &str| format!("{}/{call}", task_path(&held, number));
    let fixed = json!({"RecordNumber": 1, "City": "Dayton"});
    let reply = client.put(&path(1, "record"), json!({"Record": fixed.clone()})).await;
    assert_eq!((reply.message(), reply.error_keys()), (done.to_owned(), vec!["RecordNumber".to_owned()]));
    for (path, body) in [
        (path(1, "records"), json!({"Records": [fixed]})),
        (path(1, "skip"), json!({"RecordNumber": 1})),
        (path(1, "skip-records"), json!({"RecordNumbers": [1]})),
        (path(2, "match"), json!({"RecordNumber": 1})),
    ] {
        assert_eq!(client.put(&path, body).await.message(), done, "{path}");
    }
    // The other one is.
    let fixed = json!({"Record": {"RecordNumber": 2, "City": "Dayton"}});
    client.put(&path(1, "record"), fixed).await.value();
    let done = app.processed(&client, &held).await;
    assert_eq!((&done["StatusFormatted"], summary(&done, 4, "Updated")), (&json!("Completed"), &json!(2)), "{done}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Troy"), on_roster("Ben", 0, "Dayton")]);
}

/// Whatever is done about the file short of matching it again, the row that waits is not forgotten.
#[tokio::test]
async fn a_row_that_waits_does_so_until_it_is_decided_about() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let held = imported_in_part(&app, &client, group).await;
    let inspected = app.run_task(&client, &held, 3).await;
    assert_eq!(summary(&inspected, 3, "HeldBack"), 1, "{inspected}");
    let again = app.processed(&client, &inspected).await;
    assert_eq!((&again["StatusFormatted"], &again["ErrorCount"]), (&json!("Errors"), &json!(1)), "{again}");
    client.put(&format!("{}/skip", task_path(&again, 4)), json!({"RecordNumber": 2})).await.value();
    assert_eq!(app.processed(&client, &again).await["StatusFormatted"], "Completed");
}

/// What is shown is what happens, also of a file that has been imported in part.
#[tokio::test]
async fn what_is_left_of_a_file_that_was_imported_in_part_is_shown_as_it_will_be_done() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let mut file = imported_in_part(&app, &client, group).await;
    // Whom the file has changed, it does not change again.
    app.move_member_to(group, "Ana", "Akron").await;
    for number in 2..=3 {
        file = app.run_task(&client, &file, number).await;
    }
    assert_eq!((summary(&file, 3, "Update"), summary(&file, 3, "Unchanged")), (&json!(1), &json!(1)), "{file}");
    for number in [3, 4] {
        let changes = client.get(&format!("{}/changes", task_path(&file, number))).await.value();
        let told = &changes["Data"][0];
        assert_eq!((&changes["TotalRecords"], &told["FirstName"]), (&json!(1), &json!("Ben")), "{changes}");
        assert_eq!((&told["Changes"][0]["Old"], &told["Changes"][0]["New"]), (&json!("Lima"), &json!("Troy")));
    }
    let done = app.processed(&client, &file).await;
    assert_eq!((&done["StatusFormatted"], summary(&done, 4, "Updated")), (&json!("Completed"), &json!(2)), "{done}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Akron"), on_roster("Ben", 0, "Troy")]);
}

/// Only administrators set it, so that it counts whoever uploaded the file (rules.md#effective-date-of-a-file).
#[tokio::test]
async fn a_date_that_an_administrator_sets_counts_for_everybodys_file() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    let file = app.uploaded(&user, group, &[], "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    let client = app.administrator().await;
    let sent = json!({"ExplicitImport": false, "GlobalEffectiveDate": "02/01/2026"});
    client.put(&file_path(&file), sent).await.value();
    app.processed(&user, &file).await;
    let list = client.get(&format!("/api/v1/employees/search?GroupId={group}")).await.value();
    assert_eq!(list["Data"][0]["StatusHistory"][0]["EffectiveDate"], "2026-02-01", "{list}");
}

#[tokio::test]
async fn what_a_file_cannot_be_is_refused_when_it_is_set() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    let file = app.uploaded(&user, group, &[], "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    let client = app.administrator().await;
    let reply = client.put(&format!("{}/explicit", file_path(&file)), json!({"ExplicitImport": true})).await;
    let why = "Only a file that an administrator has uploaded can end absent members. Upload it again.";
    assert_eq!((reply.message(), reply.error_keys()), (why.to_owned(), vec!["ExplicitImport".to_owned()]));
    let several = client.upload(
        FILES,
        &[("isMultiGroup", "true")],
        ("all.csv", b"GroupId,FirstName,LastName,DOB\n9,A,B,1/1/1980\n"),
    );
    let several = several.await.value();
    app.run_jobs().await;
    let saved = client.put(&format!("{}/explicit", file_path(&several)), json!({"ExplicitImport": true})).await;
    let why = "A file of several groups ends nobody itself. Set this at the file of each group.";
    assert_eq!((saved.message(), saved.error_keys()), (why.to_owned(), vec!["ExplicitImport".to_owned()]));
}

/// The result would depend on when the change came (rules.md#census-tasks).
#[tokio::test]
async fn the_settings_of_a_file_at_work_stay() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
    for (path, body) in [
        (file_path(&file), json!({"ExplicitImport": true, "GlobalEffectiveDate": "06/01/2026"})),
        (format!("{}/explicit", file_path(&file)), json!({"ExplicitImport": true})),
    ] {
        assert_eq!(client.put(&path, body).await.message(), "This file is being worked on already.");
    }
    app.run_jobs().await;
    let done = app.processed(&client, &file).await;
    assert_eq!((&done["GlobalEffectiveDate"], &done["StatusFormatted"]), (&Value::Null, &json!("Completed")), "{done}");
}

/// A group of eight, and a file with one of them that is inspected.
async fn one_of_eight(app: &TestApp, client: &Client, explicit: &[(&str, &str)]) -> (GroupId, Value) {
    let group = app.census_group().await;
    for number in 0..8 {
        app.member(group).named(&format!("P{number}"), "Abel").numbered(&format!("E-{number}")).create().await;
    }
    (group, run_to(app, client, group, (explicit, "E-0,,P0,Abel,05/17/1984,,,,\n", 3)).await)
}

/// What was inspected by other settings is inspected anew, so that nothing is asked that does not happen, and nothing happens unasked.
#[tokio::test]
async fn other_settings_ask_for_another_inspection() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for is_explicit in [true, false] {
        let explicit = [("explicitImport", if is_explicit { "true" } else { "false" })];
        let (group, file) = one_of_eight(&app, &client, &explicit).await;
        let same = json!({"ExplicitImport": is_explicit});
        let file = client.put(&format!("{}/explicit", file_path(&file)), same).await.value();
        assert_eq!(file["NextTask"]["Task"], 4, "the same settings change nothing: {file}");
        let other = json!({"ExplicitImport": !is_explicit});
        let file = client.put(&format!("{}/explicit", file_path(&file)), other).await.value();
        assert_eq!((&file["NextTask"]["Task"], &file["ReadyForProcessing"]), (&json!(3), &json!(true)), "{file}");
        let file = app.processed(&client, &file).await;
        assert_eq!(file["WaitsFor"].is_string(), !is_explicit, "{file}");
        assert!(client.roster(group).await.iter().all(|(_, status, _)| *status == 0));
    }
}

/// The same where the file leaves it to the group.
#[tokio::test]
async fn another_setting_of_the_group_asks_for_another_inspection() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (group, file) = one_of_eight(&app, &client, &[]).await;
    assert_eq!(file["EffectiveExplicitImport"], false);
    let form = client.get(&format!("/api/v1/employers/{group}")).await.value();
    for is_explicit in [true, false] {
        let form = crate::support::users::with(&form, &json!({"ExplicitImport": is_explicit, "Version": null}));
        client.put(&format!("/api/v1/employers/{group}"), form).await.value();
        if is_explicit {
            client.look_at_changes(&client.census(&file).await).await;
            client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await;
            app.run_jobs().await;
            let held = client.census(&file).await;
            let waits = "This file would end 7 of 8 active members. An administrator has to confirm that number first.";
            assert_eq!((&held["WaitsFor"], &held["ReadyForProcessing"]), (&json!(waits), &json!(false)), "{held}");
        } else {
            let done = app.processed(&client, &file).await;
            assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        }
    }
    assert!(client.roster(group).await.iter().all(|(_, status, _)| *status == 0));
}

/// With something open nobody is asked to process the file (rules.md#mass-termination-guard); new content or another run puts it right.
#[tokio::test]
async fn a_failed_file_with_an_error_is_not_eligible() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    for name in app.stored_files() {
        std::fs::remove_file(app.stored_file(&name)).expect("removed");
    }
    let failed = app.run_task(&client, &file, 1).await;
    let said = ["StatusFormatted", "HasErrors", "ReadyForProcessing", "CanReplace"].map(|name| failed[name].clone());
    assert_eq!(said, [json!("Failed"), json!(true), json!(false), json!(true)], "{failed}");
    let needing = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
    assert_eq!(needing["TotalRecords"], 0);
    let reply = client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await;
    assert_eq!(reply.message(), "You did not select any files eligible for processing.");
}

/// Dependents of a group that takes none are left out with a count (rules.md#dependents-not-taken); whom the roster has as an employee is not ended
/// because a word was not understood.
#[tokio::test]
async fn rows_that_a_rule_leaves_out_are_counted_and_end_nobody() {
    let app = TestApp::start().await;
    let vary = |form: &mut domain::groups::GroupForm| {
        form.flags.process_dependents = false;
        form.flags.explicit_import = true;
    };
    let group = app.group().with(vary).create().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Lupe", "Gall").numbered("E-2").create().await;
    app.member(group).named("Cy", "Lane").create().await;
    app.member(group).named("Dee", "Rook").numbered("E-4").create().await;
    let client = app.administrator().await;
    let csv = "UniqueId,FirstName,LastName,DateOfBirth,Relationship\nE-1,Ana,Abel,05/17/1984,EE\n\
               E-2,Lupe,Gall,05/17/1984,Leaseholder\n,Cy,Lane,05/17/1984,Leaseholder\n,Kit,Abel,02/03/2010,CH\n";
    let file = client.upload_census(group, &[], csv).await;
    app.run_jobs().await;
    let file = client.census(&file).await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    let told = client.census_record(&file, 2).await;
    assert_eq!(told["Errors"][0]["Key"], "Relationship", "it is said why: {told}");
    let counts = [summary(&file, 1, "SkippedByRule"), summary(&file, 3, "SkippedByRule"), summary(&file, 3, "Absent")];
    assert_eq!(counts, [&json!(3), &json!(3), &json!(1)], "{file}");
    assert_eq!(summary(&file, 3, "Standing"), 2, "who stands in the file is not absent: {file}");
    app.processed(&client, &file).await;
    let statuses: Vec<_> = client.roster(group).await.into_iter().map(|(name, status, _)| (name, status)).collect();
    let expected = [("Ana", 0), ("Cy", 0), ("Dee", 2), ("Lupe", 0)].map(|(name, status)| (name.to_owned(), status));
    assert_eq!(statuses, expected);
}
