//! What the screens of a file tell of its rows: whose they are, before the import and after it, and what they change.

use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{task, task_path};
use crate::support::{Client, TestApp};

const HEADING: &str = "UniqueId,FirstName,LastName,DateOfBirth,CellPhone,HomePhone,Email,City\n";

/// The numbers of the records of the match that a filter lets through, each with its members.
async fn listed(client: &Client, file: &Value, filter: &str) -> Vec<(i64, usize)> {
    let found = client.get(&format!("{}?Filter={filter}", task_path(file, 2))).await.value();
    let records = found["Data"]["CensusRecords"].as_array().expect("records").iter();
    let members = |record: &Value| record["EmployeeMatches"].as_array().map_or(0, Vec::len);
    records.map(|record| (record["RecordNumber"].as_i64().expect("a number"), members(record))).collect()
}

/// Rows of new members stay under Un-Matched once they are imported, and a row that waits for a person is neither.
#[tokio::test]
async fn every_row_of_a_match_stands_in_the_tab_that_it_belongs_to() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Cy", "Lane").create().await;
        app.member(group).named("Cy", "Lane").create().await;
        let client = app.administrator().await;
        let rows = "E-1,Ana,Abel,05/17/1984,,,,Troy\nE-2,Ben,Moss,01/02/1990,6145550142,614.555.0143,,\n,Cy,Lane,05/17/1984,,,,\n";
        let file =
            client.upload_census(group, &[("globalEffectiveDate", "07/01/2026")], format!("{HEADING}{rows}")).await;
        app.run_jobs().await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        assert_eq!(listed(&client, &file, "errors").await, [(3, 2)], "{engine:?}");
        client.put(&format!("{}/skip", task_path(&file, 2)), json!({"RecordNumber": 3})).await.value();
        let processed = app.processed(&client, &file).await;
        assert_eq!(processed["StatusFormatted"], "Completed", "{processed}");
        for file in [&file, &processed] {
            assert_eq!(listed(&client, file, "matched").await, [(1, 1)], "{engine:?}");
            assert_eq!(listed(&client, file, "unmatched").await, [(2, 0)], "{engine:?}");
        }
        let record = client.census_record(&processed, 2).await;
        assert_eq!([&record["CellPhone"], &record["HomePhone"]], ["(614) 555-0142", "(614) 555-0143"], "{record}");
    }
}

/// A row that replaces the identity of a member comes first, with its identity before all else.
#[tokio::test]
async fn a_change_of_identity_comes_first_and_is_named() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        let hodan = app.member(group).named("Hodan", "Ali").numbered("E-2").create().await;
        let client = app.administrator().await;
        let rows = "E-1,Ana,Abel,05/17/1984,,,,Troy\nE-9,Zoe,Quinn,03/17/1990,,,zoe@mail.test,Dayton\n";
        let file =
            client.upload_census(group, &[("globalEffectiveDate", "07/01/2026")], format!("{HEADING}{rows}")).await;
        app.run_jobs().await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        let choice = json!({"RecordNumber": 2, "EmployeeId": hodan.get()});
        client.put(&format!("{}/match", task_path(&file, 2)), choice).await.value();
        let file = app.run_task(&client, &file, 3).await;
        assert_eq!(task(&file, 3)["Data"]["Summary"]["ReplacesIdentity"], 1, "{file}");
        let told = async |file: &Value| -> Vec<(Value, Value, Vec<String>)> {
            let page = client.get(&format!("{}/changes", task_path(file, 3))).await.value();
            let fields = |row: &Value| -> Vec<String> {
                let changes = row["Changes"].as_array().expect("changes").iter();
                changes.map(|change| change["Field"].as_str().expect("a field").to_owned()).collect()
            };
            let rows = page["Data"].as_array().expect("rows").iter();
            rows.map(|row| (row["RecordNumber"].clone(), row["ReplacesIdentity"].clone(), fields(row))).collect()
        };
        let zoe = ["UniqueId", "FirstName", "LastName", "DateOfBirth", "Email", "City"].map(str::to_owned);
        let ana = (json!(1), json!(false), vec!["City".to_owned()]);
        assert_eq!(told(&file).await, [(json!(2), json!(true), zoe.to_vec()), ana.clone()], "{engine:?}");
        let export = client.get(&format!("{}/changes/export", task_path(&file, 3))).await;
        assert!(String::from_utf8_lossy(&export.bytes).contains("Change of identity."), "{engine:?}");
        let done = app.processed(&client, &file).await;
        assert_eq!(told(&done).await, [ana, (json!(2), json!(true), zoe.to_vec())], "as they were done: {engine:?}");
    }
}

/// A new street replaces the whole address, before the import as after it.
#[tokio::test]
async fn a_member_who_moves_loses_the_old_second_line_and_the_change_set_keeps_saying_so() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let ana = app.member(group).named("Ana", "Abel").numbered("E-1").with(|ana| {
            ana.address_line1 = Some("12 N Elm St".to_owned());
            ana.address_line2 = Some("Apt 20".to_owned());
            ana.city = Some("Troy".to_owned());
        });
        ana.create().await;
        let client = app.administrator().await;
        let text = "UniqueId,FirstName,LastName,DateOfBirth,AddressLine1\nE-1,Ana,Abel,05/17/1984,7 Oak Ave\n";
        let file = client.upload_census(group, &[("globalEffectiveDate", "07/01/2026")], text).await;
        app.run_jobs().await;
        let file = app.run_tasks(&client, &file, 1..=3).await;
        let told = async |file: &Value| {
            client.get(&format!("{}/changes", task_path(file, 3))).await.value()["Data"][0]["Changes"].clone()
        };
        let planned = told(&file).await;
        let fields: Vec<_> = planned
            .as_array()
            .expect("changes")
            .iter()
            .map(|one| (one["Field"].clone(), one["Old"].clone(), one["New"].clone()))
            .collect();
        for (field, old, new) in [
            ("AddressLine1", json!("12 N Elm St"), json!("7 Oak Ave")),
            ("AddressLine2", json!("Apt 20"), Value::Null),
            ("City", json!("Troy"), Value::Null),
        ] {
            assert!(fields.contains(&(json!(field), old, new)), "{engine:?}: {planned}");
        }
        let done = app.processed(&client, &file).await;
        assert_eq!(told(&done).await, planned, "as it was done: {engine:?}");
    }
}

/// The numbers of Process Data count every row of the file, also those that had nothing to change.
#[tokio::test]
async fn rows_that_change_nothing_are_counted_with_the_import() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        for name in ["Ana", "Ben", "Cy"] {
            app.member(group).named(name, "Abel").numbered(name).create().await;
        }
        let client = app.administrator().await;
        let row = |name: &str, city: &str| format!("{name},,{name},Abel,05/17/1984,,{city},,\n");
        let rows = [row("Ana", "Troy"), row("Ben", ""), row("Cy", ""), row("Dee", "")].concat();
        let file = app.uploaded(&client, group, &[], &rows).await;
        let done = app.processed(&client, &file).await;
        let data = &task(&done, 4)["Data"];
        let counted = ["TotalRecords", "RecordsWithMatchesCount", "RecordsWithoutMatchesCount"].map(|name| &data[name]);
        assert_eq!(counted, [&json!(4), &json!(3), &json!(1)], "{engine:?} {done}");
        let told = ["Created", "Updated", "Unchanged"].map(|name| &data["Summary"][name]);
        assert_eq!(told, [&json!(1), &json!(1), &json!(2)], "{engine:?} {done}");
    }
}
