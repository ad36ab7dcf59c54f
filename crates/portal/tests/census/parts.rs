//! Files of several groups: what becomes of rows without a known group, and of the parts when the file is uploaded again.

use domain::GroupId;
use domain::access::Scope;
use domain::groups::GroupForm;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, task, task_path};
use crate::support::{Client, TestApp};

const HEADING: &str = "GroupId,UniqueId,FirstName,LastName,DateOfBirth\n";

/// Groups that end absent members, with their numbers.
async fn explicit_groups(app: &TestApp) -> [(GroupId, String); 2] {
    let vary = |form: &mut GroupForm| form.flags.explicit_import = true;
    let groups = [app.group().with(vary).create().await, app.group().with(vary).create().await];
    let code = async |group: GroupId| {
        let found = store::groups::find(&app.ctx.store.read(), Scope::system(), group).await.expect("the group");
        (group, found.details.group_code)
    };
    [code(groups[0]).await, code(groups[1]).await]
}

pub async fn split(app: &TestApp, client: &Client, csv: &str) -> Value {
    let file = client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", csv.as_bytes())).await.value();
    app.run_jobs().await;
    client.census(&file).await
}

/// The files of a group, oldest first.
pub async fn parts(client: &Client, group: GroupId) -> Vec<Value> {
    let list = client.get(&format!("{FILES}?EmployerIds={group}&OrderBy=Id")).await.value();
    list["Data"].as_array().expect("files").clone()
}

/// Somebody who stands in the file below a wrong number is not absent from it (rules.md#unreadable-row).
#[tokio::test]
async fn who_stands_below_an_unknown_group_is_not_ended() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let [(group, code), _] = explicit_groups(&app).await;
        for (number, name) in ["Ana", "Ben", "Cy", "Dee"].into_iter().enumerate() {
            app.member(group).named(name, "Abel").numbered(&format!("E-{number}")).create().await;
        }
        let client = app.administrator().await;
        let csv = format!(
            "{HEADING}{code},E-0,Ana,Abel,05/17/1984\n{code}x,E-1,Benny,Abel,soon\n,,Cy,Abel,05/17/1984\n\
             77777,X-1,Somebody,Else,01/02/1990\n"
        );
        let file = split(&app, &client, &csv).await;
        assert_eq!(file["StatusFormatted"], "Errors", "{file}");
        let child = parts(&client, group).await.remove(0);
        let done = app.processed(&client, &child).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let summary = &task(&done, 3)["Data"]["Summary"];
        assert_eq!((&summary["Absent"], &summary["Standing"]), (&json!(1), &json!(2)), "{done}");
        let statuses: Vec<_> = client.roster(group).await.into_iter().map(|(_, status, _)| status).collect();
        assert_eq!(statuses, [0, 0, 0, 2], "{engine:?}");
    }
}

/// A row that says neither who it is nor which group it belongs to could be anybody.
#[tokio::test]
async fn a_row_of_nobody_and_of_no_group_stops_judging_absence() {
    let app = TestApp::start().await;
    let [(group, code), _] = explicit_groups(&app).await;
    app.member(group).named("Ana", "Abel").numbered("E-0").create().await;
    app.member(group).named("Ben", "Abel").numbered("E-1").create().await;
    let client = app.administrator().await;
    let csv = format!("{HEADING}{code},E-0,Ana,Abel,05/17/1984\n77777,,Ben,Abel,soon\n");
    split(&app, &client, &csv).await;
    let child = parts(&client, group).await.remove(0);
    let held = app.processed(&client, &child).await;
    let said = task(&held, 3)["Errors"][0]["Error"].as_str().expect("an error");
    let why =
        "1 row of the uploaded file has no known Group ID and does not say who it is, so nobody can be called absent.";
    assert!(said.starts_with(why), "{said}");
    // Without ending anybody the rest may go in.
    client.put(&format!("{}/explicit", file_path(&child)), json!({"ExplicitImport": false})).await.value();
    assert_eq!(app.processed(&client, &child).await["StatusFormatted"], "Completed");
}

#[tokio::test]
async fn unknown_group_ids_are_named() {
    let app = TestApp::start().await;
    let [(_, code), _] = explicit_groups(&app).await;
    let client = app.administrator().await;
    let csv = format!(
        "{HEADING}{code},E-0,Ana,Abel,05/17/1984\n777,,Bo,Lund,1/1/1980\n777,,Cy,Lund,1/1/1981\n,,Di,Lund,1/1/1982\n"
    );
    let file = split(&app, &client, &csv).await;
    let errors = task(&file, 5)["Errors"].as_array().expect("errors");
    let said: Vec<_> = errors.iter().map(|error| error["Error"].as_str().expect("a sentence")).collect();
    assert_eq!(
        said,
        ["There is no group with the Group ID '777': 2 rows, the first on line 3.", "1 row has no Group ID: line 5."]
    );
    assert_eq!((&file["ErrorCount"], &task(&file, 5)["Data"]["RecordsWithErrorsCount"]), (&json!(3), &json!(3)));
    let failures = client.get(&format!("{}/failures", task_path(&file, 5))).await;
    assert_eq!(failures.status, 200);
    let shown = client.get(&format!("{}?Filter=errors", task_path(&file, 5))).await.value();
    assert_eq!(shown["Data"]["TotalCensusRecords"], 3, "{shown}");
    assert_eq!(shown["Data"]["CensusRecords"][0]["LastName"], "Lund", "{shown}");
}

/// Nothing of what was uploaded again is lost, whatever became of the parts since.
#[tokio::test]
async fn an_upload_of_several_groups_is_replaced_part_by_part() {
    let app = TestApp::start().await;
    let [(first, one), (second, two)] = explicit_groups(&app).await;
    let client = app.administrator().await;
    let ana = format!("{one},E-0,Ana,Abel,05/17/1984\n");
    let file = split(&app, &client, &format!("{HEADING}{ana}{two},E-1,Bo,Lund,01/02/1990\n")).await;
    let imported = parts(&client, first).await.remove(0);
    app.processed(&client, &imported).await;
    let open = parts(&client, second).await.remove(0);

    // The same again: what was processed stays as it is, and is told.
    let same = client.replace_census(&file, format!("{HEADING}{ana}{two},E-1,Bo,Lund,01/03/1990\n")).await;
    app.run_jobs().await;
    let again = client.census(&same).await;
    assert_eq!((&again["StatusFormatted"], parts(&client, first).await.len()), (&json!("Completed"), 1), "{again}");
    let told = &task(&again, 5)["Data"]["Summary"];
    assert_eq!((&told["Files"], &told["Processed"]), (&json!([open["Id"]]), &json!([imported["Id"]])), "{again}");

    // With another person for the first group, and without the second.
    let more = format!("{HEADING}{ana}{one},E-2,Cy,Moss,01/02/1991\n");
    client.replace_census(&file, more).await;
    app.run_jobs().await;
    let again = client.census(&file).await;
    assert_eq!(again["StatusFormatted"], "Completed", "{again}");
    let of_first = parts(&client, first).await;
    assert_eq!(of_first.len(), 2, "a further part beside the one that was processed");
    let further = of_first.iter().find(|part| part["Id"] != imported["Id"]).expect("the further part");
    let told = &task(&again, 5)["Data"]["Summary"];
    assert_eq!((&told["Files"], &told["Removed"]), (&json!([further["Id"]]), &json!([open["Id"]])), "{again}");
    assert_eq!(parts(&client, second).await.len(), 0, "a part of a group that the file no longer has is gone");
    let done = app.processed(&client, further).await;
    assert_eq!(task(&done, 4)["Data"]["Summary"]["Created"], 1, "{done}");
    assert_eq!(client.roster(first).await.len(), 2);
}

#[tokio::test]
async fn a_part_at_work_or_imported_in_half_is_said_to_stay() {
    let app = TestApp::start().await;
    let [(first, one), _] = explicit_groups(&app).await;
    let client = app.administrator().await;
    let file = split(&app, &client, &format!("{HEADING}{one},E-0,Ana,Abel,05/17/1984\n")).await;
    let part = parts(&client, first).await.remove(0);
    // The new content is split before the part has been worked on.
    client.replace_census(&file, format!("{HEADING}{one},E-0,Ana,Abel,05/18/1984\n")).await;
    client.post(&format!("{}/run", task_path(&part, 1)), json!({})).await.value();
    app.run_jobs().await;
    let held = client.census(&file).await;
    let said = task(&held, 5)["Errors"][0]["Error"].as_str().expect("an error").to_owned();
    let why = format!("The file of Group ID {one} is being worked on, so its rows were not taken over.");
    assert!(said.starts_with(&why), "{said}");
    let done = app.run_task(&client, &file, 5).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.census(&part).await["CompletedTasks"], 1, "started over");
}

/// The parts that are not processed take over a day that is set for the whole; without one they go by the rule again
/// (rules.md#effective-date-of-a-file).
#[tokio::test]
async fn a_day_that_is_set_for_the_whole_reaches_its_open_parts() {
    let app = TestApp::start().await;
    let [(first, one), (second, two)] = explicit_groups(&app).await;
    let client = app.administrator().await;
    let csv = format!("{HEADING}{one},E-0,Ana,Abel,05/17/1984\n{two},E-1,Ben,Abel,05/17/1984\n");
    let file = split(&app, &client, &csv).await;
    let processed = parts(&client, first).await.remove(0);
    app.processed(&client, &processed).await;
    let open = parts(&client, second).await.remove(0);
    app.run_tasks(&client, &open, 1..=3).await;
    for day in [json!("2026-05-01"), Value::Null] {
        client.put(&file_path(&file), json!({"GlobalEffectiveDate": day})).await.value();
        let open = client.census(&open).await;
        let found = (&open["GlobalEffectiveDate"], &open["ExplicitImport"], &task(&open, 3)["State"]);
        assert_eq!(found, (&day, &Value::Null, &json!("NotRun")), "{open}");
        assert_eq!(client.census(&processed).await["GlobalEffectiveDate"], Value::Null);
    }
    client.post(&format!("{}/run", task_path(&open, 3)), json!({})).await.value();
    let busy = client.put(&file_path(&file), json!({"GlobalEffectiveDate": "2026-06-01"})).await;
    assert_eq!(busy.error_keys(), [""], "a part is at work");
}

/// The group of a part may end after the file was divided: the part says what it waits for.
#[tokio::test]
async fn a_part_whose_group_has_ended_says_so() {
    let app = TestApp::start().await;
    let [(first, one), (_, two)] = explicit_groups(&app).await;
    let client = app.administrator().await;
    let csv = format!("{HEADING}{one},E-0,Ana,Abel,05/17/1984\n{two},E-1,Ben,Abel,05/17/1984\n");
    split(&app, &client, &csv).await;
    let part = parts(&client, first).await.remove(0);
    let set_status = async |status: i32| {
        let sql = format!("update employer_group set status = {status} where id = {first}");
        store::testing::execute(&app.ctx.store, &sql).await;
    };
    set_status(1).await;
    let waits = client.census(&part).await["WaitsFor"].clone();
    assert_eq!(waits, "The group of this file is in-active. Make the group active again, or delete the file.");
    set_status(0).await;
    let done = app.processed(&client, &part).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    set_status(1).await;
    assert_eq!(client.census(&part).await["WaitsFor"], Value::Null, "nothing is left to do");
}
