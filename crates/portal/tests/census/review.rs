//! Rows beside the members they may be, and who is not whom: remembered for the group's next files.

use chrono::TimeDelta;
use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{task, task_path};
use crate::support::{Client, TestApp};

const ROW: &str = ",,Ana,Abel,05/17/1984,,Troy,,\n";

/// Uploads rows, and runs them up to the match.
async fn matched(app: &TestApp, client: &Client, group: GroupId, rows: &str) -> Value {
    let file = app.uploaded(client, group, &[], rows).await;
    app.run_task(client, &file, 1).await;
    app.run_task(client, &file, 2).await
}

/// A group with two members who fit the row, and the row matched.
async fn in_doubt(engine: Engine) -> (TestApp, GroupId, Client, Value) {
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").create().await;
    app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    let file = matched(&app, &client, group, ROW).await;
    (app, group, client, file)
}

async fn review(client: &Client, file: &Value, filter: &str) -> Value {
    client.get(&format!("{}/review?{filter}", task_path(file, 2))).await.value()
}

fn ids(rows: &Value) -> Vec<i64> {
    rows.as_array().expect("members").iter().filter_map(|row| row["EmployeeId"].as_i64()).collect()
}

#[tokio::test]
async fn a_row_in_doubt_stands_beside_its_candidates_with_reasons() {
    let (_app, _, client, file) = in_doubt(Engine::Sqlite).await;
    let page = review(&client, &file, "").await;
    let row = &page["Data"][0];
    assert_eq!((&page["TotalRecords"], &row["Record"]["FirstName"]), (&json!(1), &json!("Ana")));
    let mut found = ids(&row["Candidates"]);
    found.sort_unstable();
    assert_eq!((found, &row["NotSame"]), (vec![1, 2], &json!([])));
    let candidate = &row["Candidates"][0];
    assert_eq!((&candidate["DateOfBirth"], &candidate["Chosen"]), (&json!("1984-05-17"), &json!(false)));
    assert!(candidate["MatchTypeFormatted"].is_string() && candidate["Score"].is_number(), "{candidate}");
    assert!(!candidate["Reasons"].as_array().expect("reasons").is_empty());
    assert_eq!(review(&client, &file, "Filter=matched").await["TotalRecords"], 0);
}

/// A decade is mistyped, or the child has come for the parent: the row goes in, and can be found.
#[tokio::test]
async fn rows_that_are_matched_with_a_warning_are_found_by_themselves_and_told_in_the_change_set() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let ana = app.member(group).named("Ana", "Abel");
        ana.with(|ana| ana.email = Some("ana@mail.test".to_owned())).create().await;
        app.member(group).named("Ben", "Moss").create().await;
        let client = app.administrator().await;
        let rows = ",,Ana,Abel,05/17/1964,ana@mail.test,Troy,,\n,,Ben,Moss,05/17/1984,,Troy,,\n";
        let file = matched(&app, &client, group, rows).await;
        let page = review(&client, &file, "Filter=warnings").await;
        let row = &page["Data"][0]["Record"];
        assert_eq!((&page["TotalRecords"], &row["RecordNumber"]), (&json!(1), &json!(1)), "{engine:?}");
        let said = row["Errors"].as_array().expect("what is said").last().expect("a warning").clone();
        assert_eq!((&said["Severity"], &said["Task"]), (&json!("Warning"), &json!(2)), "{engine:?}");

        let file = app.run_task(&client, &file, 3).await;
        let changes = client.get(&format!("{}/changes?Page=1", task_path(&file, 3))).await.value();
        let told: Vec<&Value> =
            changes["Data"].as_array().expect("changes").iter().map(|row| &row["Warnings"]).collect();
        let replaced = "The row puts another first name or birth date in the place of the stored one. Check that it is the same person.";
        assert_eq!(told, [&json!([replaced, said["Message"]]), &json!([])], "{engine:?}");
    }
}

/// A column that is not read says that somebody has left who is read as active: told where the import is decided, and nothing is held up.
#[tokio::test]
async fn who_may_have_left_is_told_before_the_import_also_where_nothing_changes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").create().await;
        let client = app.administrator().await;
        let csv = "FirstName,LastName,DateOfBirth,Term Date\nAna,Abel,05/17/1984,06/01/2020\nBen,Moss,01/02/1990,06/01/2020\nCal,Ray,01/02/1991,\n";
        let mut file = client.upload_census(group, &[], csv).await;
        app.run_jobs().await;
        for number in 1..=3 {
            file = app.run_task(&client, &client.census(&file).await, number).await;
        }
        let left = client.get(&format!("{}?Filter=saysLeft", task_path(&file, 1))).await.value();
        assert_eq!(left["Data"]["TotalCensusRecords"], json!(2), "{engine:?} {left}");
        let changes = async |kind: &str| {
            let page = client.get(&format!("{}/changes?Kind={kind}", task_path(&file, 3))).await.value();
            page["Data"].as_array().expect("changes").iter().map(|row| row["Warnings"].clone()).collect::<Vec<_>>()
        };
        let said = "The row is read as Active. 'Term Date' says '06/01/2020': check whether the person has left, or is to leave.";
        assert_eq!(changes("Unchanged").await, [json!([said])], "{engine:?}");
        assert_eq!(changes("Create").await, [json!([said]), json!([])], "{engine:?}");
        let export = client.get(&format!("{}/changes/export?Kind=Unchanged", task_path(&file, 3))).await;
        let export = String::from_utf8(export.bytes.to_vec()).expect("UTF-8");
        assert!(export.contains("check whether the person has left"), "{engine:?}");
    }
}

#[tokio::test]
async fn a_denied_member_is_never_proposed_again_until_it_is_forgotten() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (app, group, client, file) = in_doubt(engine).await;
        let path = format!("{}/not-same", task_path(&file, 2));
        client.put(&path, json!({"RecordNumber": 1, "EmployeeId": 1})).await.value();
        let row = review(&client, &file, "").await["Data"][0].clone();
        assert_eq!((ids(&row["Candidates"]), ids(&row["NotSame"])), (vec![2], vec![1]), "{engine:?}");

        let later = matched(&app, &client, group, ROW).await;
        assert_eq!(task(&later, 2)["State"], "Done", "{later}");
        assert_eq!(ids(&review(&client, &later, "Filter=matched").await["Data"][0]["Candidates"]), [2]);

        let path = format!("{}/not-same", task_path(&later, 2));
        client.put(&path, json!({"RecordNumber": 1, "EmployeeId": 2})).await.value();
        let alone = client.census(&later).await;
        assert_eq!(task(&alone, 2)["Data"]["RecordsWithoutMatchesCount"], 1, "nobody is left: somebody new {alone}");

        let third = matched(&app, &client, group, ROW).await;
        assert_eq!(task(&third, 2)["Data"]["RecordsWithoutMatchesCount"], 1, "{third}");
        let path = format!("{}/not-same", task_path(&third, 2));
        let forget = json!({"RecordNumber": 1, "EmployeeId": 2, "IsNotSame": false});
        client.put(&path, forget.clone()).await.value();
        assert_eq!(client.put(&path, forget).await.error_keys(), ["EmployeeId"], "there is nothing to forget any more");
        let again = app.run_task(&client, &third, 2).await;
        assert_eq!(task(&again, 2)["Data"]["RecordsWithMatchesCount"], 1, "{again}");
        assert_eq!(ids(&review(&client, &again, "Filter=matched").await["Data"][0]["Candidates"]), [2]);
    }
}

#[tokio::test]
async fn a_match_that_was_denied_waits_or_makes_somebody_new() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    let file = matched(&app, &client, group, ROW).await;
    assert_eq!(task(&file, 2)["Data"]["RecordsWithMatchesCount"], 1);
    client.put(&format!("{}/not-same", task_path(&file, 2)), json!({"RecordNumber": 1, "EmployeeId": 1})).await.value();
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await.len(), 2, "a second Ana Abel");
}

#[tokio::test]
async fn nobody_is_made_twice_who_came_after_a_denial() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").create().await;
        app.pass(TimeDelta::minutes(5));
        let client = app.administrator().await;
        let file = matched(&app, &client, group, ROW).await;
        let denial = json!({"RecordNumber": 1, "EmployeeId": 1});
        client.put(&format!("{}/not-same", task_path(&file, 2)), denial).await.value();
        app.pass(TimeDelta::minutes(5));
        app.member(group).named("Ana", "Abel").create().await;
        let held = app.processed(&client, &file).await;
        assert_eq!(held["StatusFormatted"], "Errors", "{engine:?}: {held}");
        assert_eq!(client.roster(group).await.len(), 2, "{engine:?}");
        app.run_task(&client, &held, 2).await;
        assert_eq!(ids(&review(&client, &held, "Filter=matched").await["Data"][0]["Candidates"]), [2], "{engine:?}");
        let done = app.processed(&client, &held).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(client.roster(group).await.len(), 2, "{engine:?}");
    }
}

#[tokio::test]
async fn a_denial_stands_beside_every_row_of_its_person() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], &format!("{ROW}{ROW}")).await;
    app.run_task(&client, &file, 1).await;
    client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 2})).await.value();
    app.run_task(&client, &file, 2).await;
    client.put(&format!("{}/not-same", task_path(&file, 2)), json!({"RecordNumber": 1, "EmployeeId": 1})).await.value();
    let rows = review(&client, &file, "Filter=all").await["Data"].clone();
    let denied: Vec<Vec<i64>> = rows.as_array().expect("rows").iter().map(|row| ids(&row["NotSame"])).collect();
    assert_eq!(denied, [[1], [1]]);
}

#[tokio::test]
async fn choosing_a_denied_member_forgets_the_denial() {
    let (app, group, client, file) = in_doubt(Engine::Sqlite).await;
    client.put(&format!("{}/not-same", task_path(&file, 2)), json!({"RecordNumber": 1, "EmployeeId": 1})).await.value();
    client.put(&format!("{}/match", task_path(&file, 2)), json!({"RecordNumber": 1, "EmployeeId": 1})).await.value();
    let later = matched(&app, &client, group, ROW).await;
    assert_eq!(ids(&review(&client, &later, "").await["Data"][0]["Candidates"]).len(), 2);
}

#[tokio::test]
async fn denials_are_refused_by_field_and_of_nobody_elses_files() {
    let (app, _, client, file) = in_doubt(Engine::Sqlite).await;
    let path = format!("{}/not-same", task_path(&file, 2));
    assert_eq!(client.put(&path, json!({"RecordNumber": 1, "EmployeeId": 99})).await.error_keys(), ["EmployeeId"]);
    assert_eq!(client.put(&path, json!({"RecordNumber": 1, "EmployeeId": "odd"})).await.error_keys(), ["EmployeeId"]);
    assert_eq!(client.put(&path, json!({"RecordNumber": 9, "EmployeeId": 1})).await.status, 404);
    let wrong_task = format!("{}/not-same", task_path(&file, 1));
    assert_eq!(client.put(&wrong_task, json!({"RecordNumber": 1, "EmployeeId": 1})).await.status, 404);
    let (_, stranger) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.put(&path, json!({"RecordNumber": 1, "EmployeeId": 1})).await.status, 404);
    assert_eq!(stranger.get(&format!("{}/review", task_path(&file, 2))).await.status, 404);
    let row = review(&client, &file, "").await["Data"][0].clone();
    assert_eq!(row["NotSame"], json!([]));
}
