//! The content of census files: replaced, split off, missing, and left over.

use domain::access::{Caller, Scope};
use domain::census::file::Task;
use domain::{CensusFileId, CensusTaskId, GroupId, PageRequest};
use portal::http::CallerOrigin;
use serde_json::{Value, json};
use store::audit::Filter;
use store::census::issues::{self, NewIssue};

use crate::support::census::{FILES, HEADING, file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

fn file_id(file: &Value) -> CensusFileId {
    CensusFileId(file["Id"].as_i64().expect("an id"))
}

#[tokio::test]
async fn new_content_forgets_what_was_chosen_and_said_about_the_old() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").create().await;
    app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], ",,Ana,Abel,05/17/1984,,Troy,,\n").await;
    let file = app.processed(&client, &file).await;
    assert_eq!(task(&file, 2)["CompletedWithErrors"], true, "{file}");
    let choice = json!({"RecordNumber": 1, "EmployeeId": 2});
    client.put(&format!("{}/match", task_path(&file, 2)), choice).await.value();
    note(&app, &file, Task::InspectData, 1500).await;

    let csv = "FirstName,LastName,DateOfBirth,City\nBen,Moss,01/02/1990,Lima\n";
    let replaced = client.replace_census(&file, csv).await;
    assert_eq!((said(&replaced), &replaced["ErrorCount"]), (0, &json!(0)));
    app.run_jobs().await;
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let all = [on_roster("Ana", 0, ""), on_roster("Ana", 0, ""), on_roster("Ben", 3, "Lima")];
    assert_eq!(client.roster(group).await, all);
}

/// Says so many things about a file as a whole, as a task would.
async fn note(app: &TestApp, file: &Value, task: Task, times: usize) {
    let tx = app.ctx.store.begin().await.expect("a transaction");
    let said = vec![NewIssue::error(None, "Said before."); times];
    issues::insert(&tx, file_id(file), task, &said).await.expect("written");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

/// How much is said about a file as a whole.
fn said(file: &Value) -> usize {
    file["Errors"].as_array().expect("errors").len()
}

#[tokio::test]
async fn a_decision_takes_back_everything_that_later_tasks_have_said() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], "E-1,,Ana,Abel,05/17/1984,,,,\nE-2,,Ben,Moss,soon,,,,\n").await;
    let file = app.run_task(&client, &file, 1).await;
    note(&app, &file, Task::InspectData, 1500).await;
    let skip = format!("{}/skip", task_path(&file, 1));
    let skipped = client.put(&skip, json!({"RecordNumber": 2})).await.value();
    assert_eq!((said(&skipped), &skipped["ErrorCount"]), (0, &json!(0)));
}

/// A file of several groups with a valid row and a wrong one for the first of them, split.
async fn split(app: &TestApp, client: &Client) -> (Value, [GroupId; 2]) {
    let groups = [app.census_group().await, app.census_group().await];
    let file =
        client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", &several(app, groups).await)).await.value();
    app.run_jobs().await;
    (client.census(&file).await, groups)
}

async fn several(app: &TestApp, groups: [GroupId; 2]) -> Vec<u8> {
    let mut csv = "GroupId,FirstName,LastName,DateOfBirth\n".to_owned();
    for (group, rows) in
        groups.into_iter().zip([&["Ana,Reyes,05/17/1984", "Bo,Lund,soon"][..], &["Cy,Moss,1991-01-02"]])
    {
        let found = store::groups::find(&app.ctx.store.read(), Scope::system(), group).await.expect("the group");
        for row in rows {
            csv.push_str(&format!("{},{row}\n", found.details.group_code));
        }
    }
    csv.into_bytes()
}

/// The file that was split off for a group.
async fn part(client: &Client, group: GroupId) -> Option<Value> {
    let list = client.get(&format!("{FILES}?EmployerIds={group}")).await.value();
    assert!(list["TotalRecords"].as_i64() < Some(2), "one part a group: {list}");
    list["Data"].get(0).cloned()
}

#[tokio::test]
async fn a_part_that_is_split_off_again_forgets_what_people_did_to_its_rows() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (file, [first, _]) = split(&app, &client).await;
    let child = part(&client, first).await.expect("a part");
    app.run_task(&client, &child, 1).await;
    client.put(&format!("{}/skip", task_path(&child, 1)), json!({"RecordNumber": 2})).await.value();
    app.run_task(&client, &file, 5).await;
    let again = app.run_task(&client, &child, 1).await;
    assert_eq!((&again["Name"], &again["ErrorCount"]), (&child["Name"], &json!(1)), "{again}");
    assert_eq!(client.census_record(&child, 2).await["RowState"], 1);
    app.tidy_up().await;
    assert_eq!(app.stored_files().len(), 3, "one for each file");
}

#[tokio::test]
async fn a_part_that_was_deleted_is_split_off_anew() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (file, [first, second]) = split(&app, &client).await;
    let gone = part(&client, first).await.expect("a part");
    let kept = part(&client, second).await.expect("a part");
    assert_eq!(client.delete(&file_path(&gone)).await.status, 200);
    for _ in 0..2 {
        let again = app.run_task(&client, &file, 5).await;
        assert_eq!(again["StatusFormatted"], "Completed", "{again}");
    }
    let new = part(&client, first).await.expect("a part");
    assert_ne!(new["Id"], gone["Id"]);
    assert_eq!((&new["ParentFileId"], &new["CompletedTasks"]), (&file["Id"], &json!(1)));
    assert_eq!(part(&client, second).await.expect("a part")["Id"], kept["Id"]);
}

#[tokio::test]
async fn what_an_impersonator_sets_going_names_them_to_the_last_task() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (file, _) = split(&app, &client).await;
    let (impersonator, _) = app.user(domain::access::Role::Administrator, None, &[]).await;
    let staff = app.staff().await;
    let who = CallerOrigin { caller: Caller { impersonator: Some(impersonator), ..staff.caller }, ..staff.clone() };
    let before = audited(&app).await.len();
    let split = CensusTaskId(task(&file, 5)["Id"].as_i64().expect("an id"));
    portal::census::service::run_task(&app.ctx, &who, file_id(&file), split).await.expect("queued");
    app.run_jobs().await;
    let rows = audited(&app).await;
    let new = &rows[..rows.len() - before];
    let told: Vec<_> = new.iter().rev().map(|row| row.action.as_str()).collect();
    let parts = ["census.split"; 2];
    assert_eq!(told, [&["census.run"][..], &parts, &["census.task"; 3]].concat());
    for row in new {
        let acting_as = row.acting_as.as_ref().map(|(id, _)| *id);
        assert_eq!((acting_as, row.action.as_str()), (Some(impersonator), row.action.as_str()));
    }
    let groups = new.iter().filter(|row| row.group.is_some()).count();
    assert_eq!(groups, 4, "each of both parts: split off and mapped");
}

/// What is audited of census files, newest first.
async fn audited(app: &TestApp) -> Vec<store::audit::Row> {
    let filter = Filter { subject: Some("census_file".to_owned()), ..Filter::default() };
    let request = PageRequest::first(1000);
    store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &request).await.expect("the audit").rows
}

const TWO: &str = "E-1,,Ana,Abel,05/17/1984,,,,\nE-2,,Ben,Moss,01/02/1990,,,,\n";

#[tokio::test]
async fn every_decision_about_a_file_is_audited_in_its_group() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], TWO).await;
    let file = app.run_task(&client, &file, 1).await;
    let path = file_path(&file);
    client.put(&path, json!({"GlobalEffectiveDate": "2026-07-01"})).await.value();
    client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 2})).await.value();
    let fixed = json!({"Record": {"RecordNumber": 1, "City": "Troy"}});
    client.put(&format!("{}/record", task_path(&file, 1)), fixed).await.value();
    app.processed(&client, &file).await;
    client.delete(&path).await.value();
    let rows = audited(&app).await;
    let mut actions: Vec<_> = rows.iter().rev().map(|row| row.action.clone()).collect();
    actions.dedup();
    let upload = ["census.upload", "census.task", "census.run", "census.task", "census.update"];
    let fixed = ["census.skip_record", "census.fix_record", "census.process", "census.task", "census.see_changes"];
    let rest = ["census.process", "census.task", "census.delete"];
    assert_eq!(actions, [&upload[..], &fixed, &rest].concat());
    for row in rows {
        assert_eq!((row.group, row.subject_id), (Some(group), file["Id"].as_i64()), "{}", row.action);
        assert_eq!(row.cause.is_some(), row.action == "census.task", "{}", row.action);
    }
}

#[tokio::test]
async fn content_that_is_missing_is_said_to_be_missing() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], TWO).await;
    for name in app.stored_files() {
        std::fs::remove_file(app.stored_file(&name)).expect("removed");
    }
    let missing = "The content of this file is missing from the storage. Restore it from a backup, or upload it again.";
    let reply = client.get(&format!("{}/download", file_path(&file))).await;
    assert_eq!((reply.status.as_u16(), reply.message()), (500, missing.to_owned()));
    assert_eq!(client.get(&format!("{}/mapping", task_path(&file, 0))).await.message(), missing);
    let failed = app.run_task(&client, &file, 1).await;
    assert_eq!(failed["StatusFormatted"], "Failed", "{failed}");
    assert_eq!(task(&failed, 1)["Errors"][0]["Error"], missing);
    // New content puts it right.
    client.replace_census(&file, format!("{}{TWO}", crate::support::census::HEADING)).await;
    app.run_jobs().await;
    assert_eq!(app.processed(&client, &file).await["StatusFormatted"], "Completed");
}

#[tokio::test]
async fn the_content_of_a_deleted_file_goes_with_the_next_tidying() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], TWO).await;
    let kept = app.uploaded(&client, group, &[], TWO).await;
    client.delete(&file_path(&file)).await.value();
    for _ in 0..2 {
        app.tidy_up().await;
        assert_eq!(app.stored_files().len(), 1);
    }
    assert_eq!(client.get(&format!("{}/download", file_path(&kept))).await.status, 200);
}

#[tokio::test]
async fn what_broke_off_is_left_behind_for_a_day() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], TWO).await;
    let known = app.stored_files().remove(0);
    // What another database names, in the same folder by mistake, is none of our business.
    for (name, hours) in [("old.csv#1", 25), ("young.csv#1", 23), ("of-another-database.csv", 700), (&known, 700)] {
        let path = app.stored_file(name);
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path).expect("a file");
        file.set_modified((app.ctx.now() - chrono::TimeDelta::hours(hours)).into()).expect("an age");
    }
    let parts = app.parts_folder().join("broken-off");
    std::fs::create_dir_all(&parts).expect("a folder");
    std::fs::write(parts.join("1.csv"), "Ana").expect("a file");
    let age = (app.ctx.now() - chrono::TimeDelta::hours(25)).into();
    std::fs::File::open(&parts).and_then(|folder| folder.set_modified(age)).expect("an age");
    app.tidy_up().await;
    assert!(!parts.exists(), "the parts of a split that broke off");
    let mut left = app.stored_files();
    left.sort();
    let mut expected = ["young.csv#1".to_owned(), "of-another-database.csv".to_owned(), known];
    expected.sort();
    assert_eq!(left, expected);
    assert_eq!(client.get(&format!("{}/download", file_path(&file))).await.status, 200);
}

#[tokio::test]
async fn a_part_that_must_stay_leaves_no_new_content_behind() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (file, [first, _]) = split(&app, &client).await;
    let child = part(&client, first).await.expect("a part");
    let before = app.stored_files().len();
    // A part that was processed stays as it is.
    app.run_task(&client, &child, 1).await;
    client.put(&format!("{}/skip", task_path(&child, 1)), json!({"RecordNumber": 2})).await.value();
    app.processed(&client, &child).await;
    app.run_task(&client, &file, 5).await;
    app.tidy_up().await;
    assert_eq!(app.stored_files().len(), before);
    assert_eq!(client.census(&child).await["StatusFormatted"], "Completed");
    assert_eq!(std::fs::read_dir(app.parts_folder()).expect("a folder").count(), 0, "the parts went with the split");
}

/// What a re-upload does not name stays; what it names as null goes back to the group's setting and to the rule (rules.md#explicit-import).
#[tokio::test]
async fn settings_that_new_content_does_not_name_stay() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", "05/01/2026")];
    let file = app.uploaded(&client, group, &settings, "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    let id = file["Id"].to_string();
    for (named, explicit, day) in [
        (&[][..], json!(true), json!("2026-05-01")),
        (&[("explicitImport", "false")], json!(false), json!("2026-05-01")),
        (&[("explicitImport", "null"), ("globalEffectiveDate", "")], Value::Null, Value::Null),
    ] {
        let fields: Vec<_> = [("censusFileId", id.as_str())].into_iter().chain(named.iter().copied()).collect();
        let csv = format!("{HEADING}E-1,,Ana,Abel,05/17/1984,,,,\n");
        let again = client.upload(FILES, &fields, ("again.csv", csv.as_bytes())).await.value();
        assert_eq!((&again["ExplicitImport"], &again["GlobalEffectiveDate"]), (&explicit, &day), "{named:?}");
        app.run_jobs().await;
    }
}
