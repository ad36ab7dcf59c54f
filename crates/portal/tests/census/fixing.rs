//! Records of a census file that a person fixes by hand.

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};

use crate::support::census::{file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

/// Uploads rows and validates them.
async fn validated(app: &TestApp, client: &Client, group: GroupId, rows: &str) -> Value {
    let file = app.uploaded(client, group, &[], rows).await;
    app.run_task(client, &file, 1).await
}

const ONE_WRONG: &str = "E-1,,Ana,Abel,05/17/1984,,Dayton,,\nE-2,,Ben,,soon,,Troy,,\n";

#[tokio::test]
async fn a_record_is_fixed_by_hand_and_the_original_stays() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = validated(&app, &client, group, ONE_WRONG).await;
    assert_eq!((&file["StatusFormatted"], &file["ErrorCount"]), (&json!("Errors"), &json!(1)), "{file}");
    let wrong = client.census_record(&file, 2).await;
    assert_eq!((&wrong["RowState"], &wrong["Errors"][1]["Value"]), (&json!(1), &json!("soon")), "{wrong}");

    let fix = format!("{}/record", task_path(&file, 1));
    let fields = json!({"RecordNumber": 2, "LastName": "Moss", "DateOfBirth": "01/02/1990", "Gender": 1});
    let saved = client.put(&fix, json!({"TaskId": task(&file, 1)["Id"], "Record": fields})).await.value();
    assert_eq!((&saved["LastName"], &saved["DateOfBirth"]), (&json!("Moss"), &json!("1990-01-02")));
    assert_eq!((&saved["RowState"], &saved["Errors"], &saved["City"]), (&json!(0), &json!([]), &json!("Troy")));

    let file = client.census(&file).await;
    assert_eq!((&file["ErrorCount"], &file["NextTask"]["Task"]), (&json!(0), &json!(2)), "{file}");
    let original = client.get(&format!("{}/download", file_path(&file))).await.bytes;
    assert!(String::from_utf8_lossy(&original).contains("Ben,,soon"));
    // Reading the file again leaves the correction alone.
    let file = app.run_task(&client, &file, 1).await;
    assert_eq!(task(&file, 1)["Data"]["RecordsWithErrorsCount"], 0, "{file}");
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 3, "Dayton"), on_roster("Ben", 3, "Troy")]);
    assert_eq!(client.put(&fix, json!({"Record": {"RecordNumber": 2}})).await.error_keys(), [""], "processed");
}

#[tokio::test]
async fn what_is_still_wrong_with_a_record_is_said_by_field_and_changes_nothing() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = validated(&app, &client, group, ONE_WRONG).await;
    let before = client.census_record(&file, 2).await;
    let fix = format!("{}/record", task_path(&file, 1));
    for (what, fields, keys) in [
        ("nothing mended", json!({}), &["LastName", "DateOfBirth"][..]),
        ("a date", json!({"LastName": "Moss", "DateOfBirth": "13/40/1990"}), &["DateOfBirth"]),
        ("a typed phone", json!({"LastName": "Moss", "DateOfBirth": "01/02/1990", "CellPhone": "555"}), &["CellPhone"]),
        ("a taken id", json!({"LastName": "Moss", "DateOfBirth": "01/02/1990", "UniqueId": "e-1"}), &["UniqueId"]),
        ("somebody else", json!({"FirstName": "ana", "LastName": "Abel", "DateOfBirth": "05/17/1984"}), &[""]),
        (
            "no employee",
            json!({"LastName": "Moss", "DateOfBirth": "01/02/1990", "MemberType": "Dependent"}),
            &["MemberType"],
        ),
        (
            "a row that is not there",
            json!({"LastName": "Moss", "DateOfBirth": "01/02/1990", "MemberType": "Dependent", "PrimaryRecordNumber": 9}),
            &["PrimaryRecordNumber"],
        ),
    ] {
        let mut fields = fields;
        fields["RecordNumber"] = json!(2);
        assert_eq!(client.put(&fix, json!({"Record": fields})).await.error_keys(), keys, "{what}");
    }
    assert_eq!(client.put(&fix, json!({"TaskId": 999, "Record": {"RecordNumber": 2}})).await.error_keys(), ["TaskId"]);
    assert_eq!(client.census_record(&file, 2).await, before);
    assert_eq!(client.put(&fix, json!({"Record": {"RecordNumber": 7}})).await.status, 404);
    let (_, stranger) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.put(&fix, json!({"Record": {"RecordNumber": 2}})).await.status, 404);

    let dependent = json!({"RecordNumber": 2, "LastName": "Moss", "DateOfBirth": "01/02/2015", "MemberType": "Dependent", "PrimaryRecordNumber": 1});
    let saved = client.put(&fix, json!({"Record": dependent})).await.value();
    assert_eq!(saved["PrimaryRecordNumber"], 1);
}

#[tokio::test]
async fn a_fixed_record_is_matched_again() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    let client = app.administrator().await;
    let file = validated(&app, &client, group, "E-9,,Zoe,Quill,03/09/1971,,Dayton,,\n").await;
    let file = app.run_task(&client, &file, 2).await;
    assert_eq!(task(&file, 2)["Data"]["RecordsWithoutMatchesCount"], 1, "{file}");
    let fixed = json!({"RecordNumber": 1, "FirstName": "Ana", "LastName": "Abel", "DateOfBirth": "05/17/1984", "UniqueId": "E-1"});
    client.put(&format!("{}/record", task_path(&file, 2)), json!({"Record": fixed})).await.value();
    let file = client.census(&file).await;
    assert_eq!(task(&file, 2)["State"], "NotRun");
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Dayton")]);
}

/// What is said of the other rows of one id, or of one person, follows a correction at once, and reading the file again says the same.
#[tokio::test]
async fn a_corrected_row_settles_what_was_said_of_the_others() {
    const IDS: &str = "7,,Ana,Abel,05/17/1984,,,,\n7,,Ben,Moss,02/03/1971,,,,\n7,,Cy,Lane,07/08/1980,,,,\n";
    const PEOPLE: &str = "1,,Ana,Abel,05/17/1984,,,,\n2,,Ana,Abel,05/17/1984,,,,\n3,,Ana,Abel,05/17/1984,,,,\n";
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let said = async |file: &Value| -> Vec<(Value, Vec<Value>)> {
        let page = client.get(&format!("{}?PerPage=10", task_path(file, 1))).await.value();
        let rows = page["Data"]["CensusRecords"].as_array().expect("rows").iter();
        let of_row = |row: &Value| {
            let errors = row["Errors"].as_array().expect("errors").iter();
            (row["RowState"].clone(), errors.map(|error| error["Message"].clone()).collect())
        };
        rows.map(of_row).collect()
    };
    let valid = || (json!(0), vec![]);
    let wrong = |message: &str| (json!(1), vec![json!(message)]);
    for (rows, fixed, message) in [
        (IDS, json!({"UniqueId": "1"}), "Unique ID is already used in row 2, line 3 of the file."),
        (PEOPLE, json!({"FirstName": "Hana"}), "The same person is already in row 2, line 3 of the file."),
    ] {
        for by_grid in [true, false] {
            let group = app.census_group().await;
            let file = validated(&app, &client, group, rows).await;
            let mut fixed = fixed.clone();
            fixed["RecordNumber"] = json!(1);
            let (path, fix) =
                if by_grid { ("records", json!({"Records": [fixed]})) } else { ("record", json!({"Record": fixed})) };
            client.put(&format!("{}/{path}", task_path(&file, 1)), fix).await.value();
            let wanted = [valid(), valid(), wrong(message)];
            assert_eq!(said(&file).await, wanted, "{rows} {by_grid}");
            let again = app.run_task(&client, &file, 1).await;
            assert_eq!(said(&again).await, wanted, "{rows} {by_grid}, read again");
        }
    }
    // A row that is left out is settled the same way.
    let group = app.census_group().await;
    let file = validated(&app, &client, group, IDS).await;
    client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 1})).await.value();
    let message = "Unique ID is already used in row 2, line 3 of the file.";
    assert_eq!(said(&file).await[1..], [valid(), wrong(message)]);
}
