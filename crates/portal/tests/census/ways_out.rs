//! Where a file seems to end: each has a way on.

use domain::GroupId;
use domain::access::Scope;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, task, task_path};
use crate::support::{Client, TestApp};

async fn uploaded(app: &TestApp, client: &Client, group: GroupId, csv: &str) -> Value {
    let file = client.upload_census(group, &[("globalEffectiveDate", "07/01/2026")], csv).await;
    app.run_jobs().await;
    client.census(&file).await
}

/// The members of a group by first name, with what is asked of each.
async fn members(client: &Client, group: GroupId, what: &str) -> Vec<(String, Value)> {
    let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
    let rows = list["Data"].as_array().expect("rows").iter();
    rows.map(|row| (row["FirstName"].as_str().unwrap_or_default().to_owned(), row[what].clone())).collect()
}

fn named<const N: usize>(rows: [(&str, Value); N]) -> Vec<(String, Value)> {
    rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A list without birth dates is matched by its ids (rules.md#list-without-birth-dates).
#[tokio::test]
async fn a_list_without_birth_dates_finds_its_members_by_id() {
    const CSV: &str = "Employee ID,First Name,Last Name,City\nE-1,Ana,Abel,Troy\nE-2,Ben,Moss,\nE-9,Zoe,Quinn,\n";
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
        let client = app.administrator().await;
        let born = members(&client, group, "DateOfBirth").await;
        let file = uploaded(&app, &client, group, CSV).await;
        let warned = task(&file, 0)["Warnings"][0].as_str().unwrap_or_default();
        assert!(warned.starts_with("There is no column for Date of Birth."), "{file}");
        let held = app.processed(&client, &file).await;
        let said = task(&held, 2)["Errors"].clone();
        assert_eq!((&held["StatusFormatted"], &held["ErrorCount"]), (&json!("Errors"), &json!(1)), "{said}");
        let review = client.get(&format!("{}?Filter=errors", task_path(&held, 2))).await.value();
        let zoe = &review["Data"]["CensusRecords"][0];
        let why = "No member has this id, and a new member needs a date of birth. Choose a member, correct the row or skip it.";
        assert_eq!((&zoe["RecordNumber"], &zoe["Errors"][0]["Message"]), (&json!(3), &json!(why)), "{engine:?}");
        let as_new = client.put(&format!("{}/match", task_path(&held, 2)), json!({"RecordNumber": 3})).await;
        assert_eq!(as_new.error_keys(), ["EmployeeId"], "{engine:?}");
        // Another field can be corrected without a birth date, and with one the row makes a member.
        for fixed in
            [json!({"RecordNumber": 1, "City": "Dayton"}), json!({"RecordNumber": 3, "DateOfBirth": "03/17/1990"})]
        {
            client.put(&format!("{}/records", task_path(&held, 1)), json!({"Records": [fixed]})).await.value();
        }
        let done = app.processed(&client, &held).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let cities = named([("Ana", json!("Dayton")), ("Ben", json!("")), ("Zoe", json!(""))]);
        let found = members(&client, group, "City").await;
        let found: Vec<_> =
            found.into_iter().map(|(name, city)| (name, json!(city.as_str().unwrap_or_default()))).collect();
        assert_eq!(found, cities, "{engine:?}");
        assert_eq!(members(&client, group, "DateOfBirth").await[..2], born, "{engine:?}");
    }
}

const CHANGES: &str = "Change Type,Effective Date,Employee ID,First Name,Last Name,DOB,Reason\n\
    TERM,07/10/2026,E-1,Ana,Abel,05/17/1984,Resigned\nTERM,08/01/2026,E-2,Ben,Moss,05/17/1984,Resigned\n\
    CHG,08/01/2026,E-3,Cy,Lane,05/17/1984,Address\n";

/// The file waits for the answer whether those who leave are ended, each on the day of the row (rules.md#told-leaving).
#[tokio::test]
async fn those_of_whom_a_list_of_changes_says_that_they_leave_can_be_ended_on_their_day() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for answer in [false, true] {
            let app = TestApp::on(engine).await;
            let group = app.census_group().await;
            for (name, last, id) in [("Ana", "Abel", "E-1"), ("Ben", "Moss", "E-2"), ("Cy", "Lane", "E-3")] {
                app.member(group).named(name, last).numbered(id).create().await;
            }
            // The list does not name these: two of five are less than half of the group.
            for name in ["Dee", "Eve"] {
                app.member(group).named(name, "Stone").create().await;
            }
            let client = app.administrator().await;
            let file = uploaded(&app, &client, group, CHANGES).await;
            let file = app.run_tasks(&client, &file, 1..=3).await;
            let question = &file["Questions"][0];
            assert_eq!(
                (&question["Kind"], &question["Rows"], &question["Holds"]),
                (&json!("Leaving"), &json!(2), &json!(true))
            );
            assert_eq!(file["WaitsFor"], "A question about this file is not answered.", "{file}");
            let refused = client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await;
            assert_eq!(refused.message(), "You did not select any files eligible for processing.", "{engine:?}");
            let path = format!("{}/questions/{}", file_path(&file), question["Id"]);
            client.put(&path, json!({"Answer": answer})).await.value();
            let done = app.processed(&client, &file).await;
            assert_eq!(done["StatusFormatted"], "Completed", "{done}");
            let statuses = members(&client, group, "Status").await;
            let last = members(&client, group, "StatusHistory").await;
            let ended = |name: &str| {
                let history = &last.iter().find(|(found, _)| found == name).expect("the member").1;
                let spans = history.as_array().expect("a history").iter();
                spans.filter(|span| span["Status"] != 0).map(|span| span["EffectiveDate"].clone()).collect::<Vec<_>>()
            };
            if answer {
                assert_eq!(
                    statuses,
                    named([
                        ("Ana", json!(1)),
                        ("Ben", json!(2)),
                        ("Cy", json!(0)),
                        ("Dee", json!(0)),
                        ("Eve", json!(0))
                    ]),
                    "{engine:?}"
                );
                assert_eq!(
                    (ended("Ana"), ended("Ben")),
                    (vec![json!("2026-07-10")], vec![json!("2026-08-01")]),
                    "{last:?}"
                );
            } else {
                assert_eq!(
                    statuses,
                    named(["Ana", "Ben", "Cy", "Dee", "Eve"].map(|name| (name, json!(0)))),
                    "{engine:?} {answer:?}"
                );
            }
        }
    }
}

/// The day of leaving stays with a row of which a person corrects another field.
#[tokio::test]
async fn a_corrected_row_keeps_its_day_of_leaving() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    let client = app.administrator().await;
    let file = uploaded(&app, &client, group, CHANGES).await;
    let file = app.run_task(&client, &file, 1).await;
    let answer = format!("{}/questions/{}", file_path(&file), file["Questions"][0]["Id"]);
    client.put(&answer, json!({"Answer": true})).await.value();
    let file = app.run_task(&client, &file, 1).await;
    let fixed = json!({"RecordNumber": 1, "City": "Troy"});
    client.put(&format!("{}/records", task_path(&file, 1)), json!({"Records": [fixed]})).await.value();
    for again in [false, true] {
        let file = if again { app.run_task(&client, &file, 1).await } else { file.clone() };
        let file = app.run_tasks(&client, &file, 2..=3).await;
        let changes = client.get(&format!("{}/changes?Kind=Terminate", task_path(&file, 3))).await.value();
        let days: Vec<_> = changes["Data"].as_array().expect("rows").iter().map(|row| &row["EffectiveDate"]).collect();
        assert_eq!(days, [&json!("2026-07-10")], "{again} {changes}");
    }
}

/// A file of a group that is not served could never be processed, and is not taken in.
#[tokio::test]
async fn a_group_that_is_not_served_gets_no_files() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, other) = (app.census_group().await, app.census_group().await);
        let client = app.administrator().await;
        let csv = b"First Name,Last Name,DOB\nAna,Abel,05/17/1984\n";
        let file = client.upload_census(group, &[], csv).await;
        app.run_jobs().await;
        let sql = format!("update employer_group set status = 1 where id = {group}");
        store::testing::execute(&app.ctx.store, &sql).await;
        let (of_group, again) = (group.to_string(), file["Id"].to_string());
        for (field, value, key) in [("employerId", &of_group, "EmployerId"), ("censusFileId", &again, "File")] {
            let refused = client.upload(FILES, &[(field, value)], ("people.csv", csv)).await;
            assert_eq!(refused.error_keys(), [key], "{engine:?}");
            assert_eq!(refused.message(), "This group is in-active: a census file of it cannot be processed.");
        }
        let offered = async |filter: &str| -> Vec<Value> {
            let found = client.get(&format!("/api/v1/employers/search?{filter}&OrderBy=Name")).await.value();
            found["Data"].as_array().expect("groups").iter().map(|row| row["Id"].clone()).collect()
        };
        assert_eq!(offered("OnlyActive=true").await, [json!(other.get())], "{engine:?}");
        assert_eq!(offered("OnlyActive=false").await.len(), 2, "{engine:?}");
    }
}

/// Rows of a Group ID that no group has are given to a group, or left out, and the file goes on (rules.md#multi-group-file).
#[tokio::test]
async fn unknown_group_ids_are_assigned_or_left_out() {
    const HEADING: &str = "GroupId,Group Name,Employee ID,Last Name,First Name,DOB\n";
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (alder, birch) = (app.census_group().await, app.census_group().await);
        let client = app.administrator().await;
        let found = store::groups::find(&app.ctx.store.read(), Scope::system(), alder).await.expect("the group");
        let code = found.details.group_code;
        let csv = format!(
            "{HEADING}{code},Alder,E-1,Ellis,Raj,11/01/1989\nB-77,Birch,E-1,Hubbard,Marcus,02/01/1994\n\
             b-77 ,Birch,E-2,Ramos,Mei,09/20/1991\nC-88,Cedar,E-1,Escobar,Leah,04/03/1972\n"
        );
        let file = client.upload(FILES, &[("isMultiGroup", "true")], ("clinics.csv", csv.as_bytes())).await.value();
        app.run_jobs().await;
        let held = client.census(&file).await;
        assert_eq!((&held["StatusFormatted"], &held["ErrorCount"]), (&json!("Errors"), &json!(3)), "{held}");

        let path = format!("{}/group-ids", task_path(&held, 5));
        let refused = async |choice: Value| client.put(&path, json!({"GroupIds": [choice]})).await.error_keys();
        assert_eq!(client.put(&path, json!({})).await.error_keys(), ["GroupIds"]);
        assert_eq!(refused(json!({"GroupId": "Z-1"})).await, ["GroupIds"]);
        assert_eq!(refused(json!({"GroupId": code, "EmployerId": birch.get()})).await, ["GroupIds"], "it is known");
        assert_eq!(refused(json!({"GroupId": "B-77", "EmployerId": 999})).await, ["EmployerId"]);

        let choice = json!({"GroupIds": [{"GroupId": "B-77", "EmployerId": birch.get()}]});
        client.put(&path, choice).await.value();
        app.run_jobs().await;
        let left = client.census(&file).await;
        let said = &task(&left, 5)["Errors"][0]["Error"];
        assert_eq!(said, "There is no group with the Group ID 'C-88': 1 row, line 5.", "{engine:?}");
        client.put(&path, json!({"GroupIds": [{"GroupId": "C-88"}]})).await.value();
        app.run_jobs().await;
        let done = client.census(&file).await;
        assert_eq!((&done["StatusFormatted"], &done["HasErrors"]), (&json!("Completed"), &json!(false)), "{done}");
        assert_eq!(task(&done, 5)["Data"]["Summary"]["SetAside"], 1, "{done}");

        // Running it again keeps what was decided.
        let again = app.run_task(&client, &done, 5).await;
        assert_eq!(again["StatusFormatted"], "Completed", "{again}");
        let list = client.get(&format!("{FILES}?EmployerIds={birch}")).await.value();
        assert_eq!(list["TotalRecords"], 1, "{list}");
        let part = app.processed(&client, &list["Data"][0]).await;
        assert_eq!(part["StatusFormatted"], "Completed", "{part}");
        let names: Vec<_> = members(&client, birch, "Status").await.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Marcus", "Mei"], "{engine:?}");
    }
}
