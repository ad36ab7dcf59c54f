//! The fix grid: what is wrong by kind, many rows mended at once, and the failed rows as a file.

use std::fmt::Write as _;

use domain::access::Role;
use domain::{GroupId, census};
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{file_path, task, task_path};
use crate::support::{Client, TestApp};

const HEADING: &str = "UniqueId,FirstName,LastName,DateOfBirth,State,CellPhone,Site\n";
const ROWS: &str = "E-1,Ana,Abel,05/17/1984,OH,,North\n\
    E-2,Ben,,soon,Flx.,,=South\n\
    E-3,Cy,Moss,02/30/1990,Flx.,555,East\n\
    E-4,Dee,Rook,1/2/1991,Flx.,,West\n\
    E-5,Eve,Dunn,soon,OH,,\n";

/// Uploads rows and validates them.
async fn validated(app: &TestApp, client: &Client, group: GroupId, csv: &str) -> Value {
    let file = client.upload_census(group, &[], csv).await;
    app.run_jobs().await;
    let file = client.census(&file).await;
    app.run_task(client, &file, 1).await
}

async fn started(engine: Engine) -> (TestApp, Client, Value) {
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = validated(&app, &client, group, &format!("{HEADING}{ROWS}")).await;
    (app, client, file)
}

/// `kind field records` of each finding.
async fn findings(client: &Client, file: &Value) -> Vec<String> {
    let found = client.get(&format!("{}/findings", task_path(file, 1))).await.value();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let line = |one: &Value| format!("{} {} {}", text(&one["Kind"]), text(&one["Field"]), one["Records"]);
    found.as_array().expect("findings").iter().map(line).collect()
}

async fn numbers(client: &Client, file: &Value, query: &str) -> Vec<i64> {
    let page = client.get(&format!("{}/findings/records?{query}", task_path(file, 1))).await.value();
    page["Data"].as_array().expect("rows").iter().filter_map(|row| row["RecordNumber"].as_i64()).collect()
}

#[tokio::test]
async fn errors_are_told_by_kind_and_field_with_their_values() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (_app, client, file) = started(engine).await;
        assert_eq!(
            findings(&client, &file).await,
            [
                "missing_required LastName 1",
                "invalid_date DateOfBirth 3",
                "invalid_phone CellPhone 1",
                "invalid_state State 3"
            ],
            "{engine:?}"
        );
        let found = client.get(&format!("{}/findings", task_path(&file, 1))).await.value();
        assert_eq!(
            found[1],
            json!({"Kind": "invalid_date", "Field": "DateOfBirth", "Label": "Date of Birth", "Severity": "Error", "Records": 3,
                "Values": [{"Value": "soon", "Records": 2}, {"Value": "02/30/1990", "Records": 1}],
                "CanBeRemembered": false})
        );
        assert_eq!(found[3]["Severity"], "Warning");
        for (query, rows) in [
            ("Kind=invalid_date&Field=DateOfBirth", &[2, 3, 5][..]),
            ("Kind=invalid_date&Field=DateOfBirth&Value=soon", &[2, 5]),
            ("Kind=invalid_date&Field=DateOfBirth&Page=2&PerPage=2", &[5]),
            ("Kind=invalid_date", &[]),
            ("Kind=invalid_date&Field=City", &[]),
        ] {
            assert_eq!(numbers(&client, &file, query).await, rows, "{query}");
        }
        let path = format!("{}/findings/records", task_path(&file, 1));
        for (query, key) in [("", "Kind"), ("?Kind=odd", "Kind"), ("?Kind=invalid_date&Field=odd", "Field")] {
            assert_eq!(client.get(&format!("{path}{query}")).await.error_keys(), [key]);
        }
        assert_eq!(client.get(&format!("{}/findings", task_path(&file, 2))).await.status, 404);
    }
}

#[tokio::test]
async fn cells_of_many_rows_are_mended_in_one_call_and_the_rest_stays_wrong() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (_app, client, file) = started(engine).await;
        let records = format!("{}/records", task_path(&file, 1));
        let sent = json!({"Records": [
            {"RecordNumber": 2, "LastName": "Lane"},
            {"RecordNumber": 3, "DateOfBirth": "02/28/1990", "CellPhone": "12"},
            {"RecordNumber": 5, "DateOfBirth": "03/04/1988"},
        ]});
        let done = client.put(&records, sent).await.value();
        assert_eq!(
            done,
            json!({"Changed": 2, "LastRecordNumber": 0, "Left": 0, "RecordsWithErrorsCount": 2,
                "Refused": [{"RecordNumber": 3, "Key": "CellPhone", "Message": "Cell Phone must have 10 digits."}]})
        );
        let second = client.census_record(&file, 2).await;
        assert_eq!((&second["LastName"], &second["RowState"]), (&json!("Lane"), &json!(1)));
        let wrong = second["Errors"].as_array().expect("errors").iter().find(|one| one["Key"] == "DateOfBirth");
        assert_eq!(wrong.expect("an error")["Value"], "soon", "what nobody has touched is as it was: {second}");
        assert_eq!(client.census_record(&file, 3).await["DateOfBirth"], json!(null), "a refused row stays as it was");
        assert_eq!(client.census_record(&file, 5).await["RowState"], 0);

        let mended = json!({"Records": [{"RecordNumber": 2, "DateOfBirth": "01/02/1990"}, {"RecordNumber": 3, "DateOfBirth": "02/28/1990"}]});
        let done = client.put(&records, mended).await.value();
        assert_eq!((&done["Changed"], &done["RecordsWithErrorsCount"]), (&json!(2), &json!(0)));
        let file = client.census(&file).await;
        assert_eq!((&file["NextTask"]["Task"], &file["ErrorCount"]), (&json!(2), &json!(0)), "{file}");
        assert_eq!(findings(&client, &file).await, ["invalid_phone CellPhone 1", "invalid_state State 3"]);
    }
}

#[tokio::test]
async fn rows_of_one_call_see_each_other() {
    let (_app, client, file) = started(Engine::Sqlite).await;
    let records = format!("{}/records", task_path(&file, 1));
    let same = json!({"Records": [{"RecordNumber": 5, "UniqueId": "E-9"}, {"RecordNumber": 4, "UniqueId": "e-9"}]});
    let done = client.put(&records, same).await.value();
    assert_eq!((&done["Changed"], &done["Refused"][0]["Key"]), (&json!(1), &json!("UniqueId")), "{done}");
    let twice =
        json!({"Records": [{"RecordNumber": 4, "FirstName": "Ana", "LastName": "Abel", "DateOfBirth": "05/17/1984"}]});
    client.put(&records, twice).await.value();
    assert_eq!(findings(&client, &file).await.last().map(String::as_str), Some("invalid_state State 3"));
    assert!(findings(&client, &file).await.contains(&"duplicate_person - 1".to_owned()));
}

#[tokio::test]
async fn one_value_is_replaced_everywhere_in_bounded_calls() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let mut csv = HEADING.to_owned();
        for number in 1..=700 {
            let day = 1 + number % 28;
            writeln!(csv, "E-{number},P{number},Abel{number},01/{day:02}/1980,Flx.,,").expect("text");
        }
        let file = validated(&app, &client, group, &csv).await;
        let replace = format!("{}/replace", task_path(&file, 1));
        let wish = |after: i64| json!({"Kind": "invalid_state", "Field": "State", "From": "Flx.", "To": "FL", "AfterRecordNumber": after});
        let first = client.put(&replace, wish(0)).await.value();
        assert_eq!(
            (&first["Changed"], &first["LastRecordNumber"], &first["Left"]),
            (&json!(500), &json!(500), &json!(200))
        );
        let second = client.put(&replace, wish(500)).await.value();
        assert_eq!(
            (&second["Changed"], &second["LastRecordNumber"], &second["Left"]),
            (&json!(200), &json!(700), &json!(0))
        );
        assert_eq!(client.census_record(&file, 700).await["State"], "FL");
        assert_eq!(findings(&client, &file).await, [] as [&str; 0]);
    }
}

#[tokio::test]
async fn a_value_that_is_remembered_is_replaced_in_the_next_files_of_the_group_until_it_is_forgotten() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, other) = (app.census_group().await, app.census_group().await);
        let client = app.administrator().await;
        let rows = format!("{HEADING}E-1,Ana,Abel,05/17/1984,Flx.,,\nE-2,Ben,Moss,05/18/1984,flx.,,\n");
        let file = validated(&app, &client, group, &rows).await;
        let found = client.get(&format!("{}/findings", task_path(&file, 1))).await.value();
        assert_eq!(found[0]["CanBeRemembered"], json!(true), "{found}");
        let wish = |kind: &str, to: &str, remember: bool| json!({"Kind": kind, "Field": "State", "From": "Flx.", "To": to, "Remember": remember});
        let replace = format!("{}/replace", task_path(&file, 1));
        client.put(&replace, wish("invalid_state", "FL", true)).await.value();

        let next = validated(&app, &client, group, &rows).await;
        assert_eq!(findings(&client, &next).await, ["remembered_value State 2"]);
        let record = client.census_record(&next, 2).await;
        assert_eq!(record["State"], "FL");
        let said = "\"flx.\" is read as \"FL\", as in an earlier file of this group.";
        assert_eq!(
            (&record["Errors"][0]["Message"], &record["Errors"][0]["Severity"]),
            (&json!(said), &json!("Warning"))
        );
        let beside = validated(&app, &client, other, &rows).await;
        assert_eq!(findings(&client, &beside).await, ["invalid_state State 2"], "another group has words of its own");

        let replace = format!("{}/replace", task_path(&next, 1));
        client.put(&replace, wish("remembered_value", "FL", false)).await.value();
        assert_eq!(findings(&client, &next).await, ["remembered_value State 1"], "the other row is written otherwise");
        let last = validated(&app, &client, group, &rows).await;
        assert_eq!(findings(&client, &last).await, ["invalid_state State 2"]);
    }
}

#[tokio::test]
async fn a_row_that_a_person_has_corrected_is_not_said_to_be_remembered() {
    let (app, client, file) = started(Engine::Sqlite).await;
    let group = GroupId(file["EmployerGroup"]["Id"].as_i64().expect("a group"));
    let replace = format!("{}/replace", task_path(&file, 1));
    let wish = json!({"Kind": "invalid_state", "Field": "State", "From": "Flx.", "To": "FL", "Remember": true});
    client.put(&replace, wish).await.value();
    let next = validated(&app, &client, group, &format!("{HEADING}{ROWS}")).await;
    let corrected = json!({"Records": [{"RecordNumber": 4, "State": "GA"}]});
    client.put(&format!("{}/records", task_path(&next, 1)), corrected).await.value();
    let again = app.run_task(&client, &next, 1).await;
    assert_eq!(client.census_record(&again, 4).await["State"], "GA");
    assert_eq!(numbers(&client, &again, "Kind=remembered_value&Field=State").await, [2, 3]);
}

#[tokio::test]
async fn wishes_that_cannot_be_are_refused_by_field_and_change_nothing() {
    let (app, client, file) = started(Engine::Sqlite).await;
    let call = |name: &str| format!("{}/{name}", task_path(&file, 1));
    let many: Vec<_> = (1..=501).map(|number| json!({"RecordNumber": number})).collect();
    for (path, body, key) in [
        (call("replace"), json!({"Kind": "invalid_state", "Field": "State", "From": "Flx.", "To": "Nowhere"}), "To"),
        (call("replace"), json!({"Kind": "odd", "Field": "State", "To": "FL"}), "Kind"),
        (call("replace"), json!({"Kind": "invalid_state", "Field": "odd", "To": "FL"}), "Field"),
        (call("replace"), json!({"Kind": "invalid_state", "To": "FL"}), "Field"),
        (call("replace"), json!({"Kind": "invalid_state", "Field": "State", "To": "FL", "Remember": true}), "Remember"),
        (
            call("replace"),
            json!({"Kind": "invalid_date", "Field": "DateOfBirth", "From": "soon", "To": "01/02/1990", "Remember": true}),
            "Remember",
        ),
        (call("records"), json!({"Records": many}), "Records"),
        (call("records"), json!({"Records": [{"RecordNumber": 2}, {"RecordNumber": 2}]}), "Records"),
        (call("skip-records"), json!({}), "RecordNumbers"),
        (call("skip-records"), json!({"Kind": "odd"}), "Kind"),
        (call("skip-records"), json!({"Kind": "invalid_state", "Field": "State", "TakesBack": true}), "RecordNumbers"),
        (call("skip-records"), json!({"RecordNumbers": [2, 2]}), "RecordNumbers"),
    ] {
        assert_eq!(client.put(&path, body.clone()).await.error_keys(), [key], "{path} {body}");
    }
    for (path, body) in [
        (call("records"), json!({"Records": [{"RecordNumber": 9, "City": "Troy"}]})),
        (call("skip-records"), json!({"RecordNumbers": [9]})),
    ] {
        assert_eq!(client.put(&path, body).await.status, 404);
    }
    let (_, stranger) = app.user(Role::GroupUser, None, &[]).await;
    for (path, body) in
        [(call("records"), json!({"Records": []})), (call("replace"), json!({})), (call("skip-records"), json!({}))]
    {
        assert_eq!(stranger.put(&path, body).await.status, 404, "{path}");
    }
    for path in [call("findings"), call("findings/records"), call("failures")] {
        assert_eq!(stranger.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(findings(&client, &file).await.len(), 4);
}

#[tokio::test]
async fn rows_are_set_aside_and_taken_back_many_at_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (app, client, file) = started(engine).await;
        let skip = format!("{}/skip-records", task_path(&file, 1));
        let done = client.put(&skip, json!({"Kind": "invalid_date", "Field": "DateOfBirth"})).await.value();
        assert_eq!(
            (&done["Changed"], &done["Left"], &done["RecordsWithErrorsCount"]),
            (&json!(3), &json!(0), &json!(0))
        );
        assert_eq!(
            client.put(&skip, json!({"RecordNumbers": [4, 5]})).await.value()["Changed"],
            1,
            "one was aside already"
        );
        let back = client.put(&skip, json!({"RecordNumbers": [3, 4], "TakesBack": true})).await.value();
        assert_eq!((&back["Changed"], &back["RecordsWithErrorsCount"]), (&json!(2), &json!(1)), "{back}");
        for (number, state) in [(1, 0), (2, 2), (3, 1), (4, 0), (5, 2)] {
            assert_eq!(client.census_record(&file, number).await["RowState"], state, "{number}");
        }
        client.put(&skip, json!({"RecordNumbers": [3]})).await.value();
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(task(&done, 4)["Data"]["Summary"]["Created"], 2);
        assert_eq!(client.put(&skip, json!({"RecordNumbers": [1]})).await.error_keys(), [""], "processed");
    }
}

/// A valid row, and four with something wrong that only the file shows.
const ODD_ROWS: &str = "UniqueId,FirstName,LastName,DateOfBirth,City,PricingGroupCode,CellPhone\n\
    E-1,Ana,Abel,05/17/1984,Troy,,6145550101\n\
    E-2,Ben,Moss,05/18/1984,Troy,gold,\n\
    E-3,Cy,Lane,05/19/1984,Troy, Ohio,,6145550103\n\
    E-4,Dee,Rook,05/20/1984,Troy,,555\n\
    E-5,Eve,Dunn,soon,Troy,,\n\
    E-6,Flo,Hale\n";

async fn with_odd_rows(engine: Engine) -> (TestApp, Client, Value) {
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = validated(&app, &client, group, ODD_ROWS).await;
    (app, client, file)
}

/// The rows of the odd file, and how its validation stands.
async fn standing(client: &Client, file: &Value) -> Vec<Value> {
    let mut found = vec![task(&client.census(file).await, 1)["State"].clone()];
    for number in 1..=6 {
        found.push(client.census_record(file, number).await);
    }
    found
}

#[tokio::test]
async fn what_is_wrong_with_a_row_is_wrong_still_when_it_is_taken_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (app, client, file) = with_odd_rows(engine).await;
        let before = standing(&client, &file).await;
        assert_eq!(before[0], "Errors");
        let found = findings(&client, &file).await;
        let skip = format!("{}/skip-records", task_path(&file, 1));
        let all = |takes_back: bool| json!({"RecordNumbers": [1, 2, 3, 4, 5, 6], "TakesBack": takes_back});
        client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 2})).await.value();
        let done = client.put(&skip, all(false)).await.value();
        assert_eq!((&done["Changed"], &done["RecordsWithErrorsCount"]), (&json!(5), &json!(0)), "{engine:?}");
        let done = client.put(&skip, all(true)).await.value();
        assert_eq!((&done["Changed"], &done["RecordsWithErrorsCount"]), (&json!(6), &json!(4)), "{engine:?}");
        assert_eq!(standing(&client, &file).await, before, "{engine:?}");

        client.put(&skip, all(false)).await.value();
        app.run_task(&client, &file, 1).await;
        assert_eq!(client.census_record(&file, 2).await["RowState"], 2, "{engine:?}: set aside still");
        client.put(&skip, all(true)).await.value();
        assert_eq!(standing(&client, &file).await, before, "{engine:?}: the file was read again meanwhile");
        app.run_task(&client, &file, 1).await;
        assert_eq!(standing(&client, &file).await, before, "{engine:?}: nobody has corrected them");
        assert_eq!(findings(&client, &file).await, found, "{engine:?}");
    }
}

#[tokio::test]
async fn a_row_that_is_taken_back_is_compared_with_the_others_as_they_are_now() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let same = "E-1,Ana,Abel,05/17/1984,OH,,\n,ANA,A'bel,05/17/1984,OH,,\n";
    let file = validated(&app, &client, group, &format!("{HEADING}{same}")).await;
    assert_eq!(findings(&client, &file).await, ["duplicate_person - 1"]);
    let skip = format!("{}/skip-records", task_path(&file, 1));
    client.put(&skip, json!({"RecordNumbers": [1]})).await.value();
    let edit = json!({"Records": [{"RecordNumber": 2, "UniqueId": "E-1"}]});
    let done = client.put(&format!("{}/records", task_path(&file, 1)), edit).await.value();
    assert_eq!((&done["Changed"], &done["RecordsWithErrorsCount"]), (&json!(1), &json!(0)), "alone it is the person");
    let back = json!({"RecordNumbers": [1], "TakesBack": true});
    assert_eq!(client.put(&skip, back).await.value()["RecordsWithErrorsCount"], 1);
    assert_eq!(findings(&client, &file).await, ["duplicate_person - 1"]);
    let states = [client.census_record(&file, 1).await, client.census_record(&file, 2).await];
    assert_eq!(states.map(|row| row["RowState"].clone()), [json!(1), json!(0)]);
}

#[tokio::test]
async fn a_cell_that_was_mended_says_nothing_of_the_others() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (app, client, file) = with_odd_rows(engine).await;
        let found = findings(&client, &file).await;
        assert!(found.contains(&"too_many_fields - 1".to_owned()) && found.contains(&"too_few_fields - 1".to_owned()));
        let edits = json!({"Records": [
            {"RecordNumber": 2, "City": "Lima"},
            {"RecordNumber": 3, "City": "Lima"},
            {"RecordNumber": 6, "DateOfBirth": "05/21/1984"},
        ]});
        let done = client.put(&format!("{}/records", task_path(&file, 1)), edits).await.value();
        assert_eq!(done["Changed"], 3, "{done}");
        let codes = ["unknown_pricing_group PricingGroupCode 1", "too_many_fields - 1", "too_few_fields - 1"];
        for again in [false, true] {
            if again {
                app.run_task(&client, &file, 1).await;
            }
            let found = findings(&client, &file).await;
            for code in codes {
                assert!(found.iter().any(|one| one == code), "{engine:?}, read again: {again}: {code} in {found:?}");
            }
            let third = client.census_record(&file, 3).await;
            assert_eq!((&third["RowState"], &third["City"]), (&json!(1), &json!("Lima")), "{engine:?}: {again}");
        }
        let whole = json!({"Record": {"RecordNumber": 3, "City": "Troy", "State": "OH"}});
        client.put(&format!("{}/record", task_path(&file, 1)), whole).await.value();
        for again in [false, true] {
            if again {
                app.run_task(&client, &file, 1).await;
            }
            assert_eq!(client.census_record(&file, 3).await["RowState"], 0, "{engine:?}: {again}");
        }
    }
}

#[tokio::test]
async fn a_row_that_was_set_aside_is_not_corrected_in_silence() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (_app, client, file) = started(engine).await;
        client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 2})).await.value();
        let sent = json!({"Records": [{"RecordNumber": 2, "LastName": "Lane"}, {"RecordNumber": 5, "DateOfBirth": "03/04/1988"}]});
        let done = client.put(&format!("{}/records", task_path(&file, 1)), sent).await.value();
        let said = "This record was skipped. Take it back in before you correct it.";
        assert_eq!(
            done,
            json!({"Changed": 1, "LastRecordNumber": 0, "Left": 0, "RecordsWithErrorsCount": 1,
                "Refused": [{"RecordNumber": 2, "Key": "LastName", "Message": said}]}),
            "{engine:?}"
        );
        let second = client.census_record(&file, 2).await;
        assert_eq!((&second["RowState"], &second["LastName"]), (&json!(2), &json!("")), "{second}");
    }
}

#[tokio::test]
async fn the_failed_rows_are_a_file_that_is_mended_and_uploaded_again() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (app, client, file) = started(engine).await;
        let records = format!("{}/records", task_path(&file, 1));
        client.put(&records, json!({"Records": [{"RecordNumber": 2, "LastName": "Lane"}]})).await.value();
        let reply = client.get(&format!("{}/failures", task_path(&file, 1))).await;
        assert_eq!(reply.headers["content-disposition"], "attachment; filename=\"people errors.csv\"");
        let text = String::from_utf8(reply.bytes.to_vec()).expect("UTF-8");
        let date = "Date of Birth must be a date between 01/01/1900 and today, such as 04/17/1983.";
        assert_eq!(
            text.trim_start_matches(census::export::BYTE_ORDER_MARK),
            format!(
                "Error,UniqueId,FirstName,LastName,DateOfBirth,State,CellPhone,Site\r\n\
                 \"{date}\",E-2,Ben,Lane,soon,Flx.,,'=South\r\n\
                 \"{date}\",E-3,Cy,Moss,02/30/1990,Flx.,555,East\r\n\
                 \"{date}\",E-5,Eve,Dunn,soon,OH,,\r\n"
            ),
            "{engine:?}"
        );
        let mended = text.replace("soon", "03/04/1988").replace("02/30/1990", "02/28/1990").replace("Flx.", "FL");
        let again = client.replace_census(&file, mended).await;
        app.run_jobs().await;
        let done = app.processed(&client, &client.census(&again).await).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let created = &task(&done, 4)["Data"]["Summary"]["Created"];
        assert_eq!((created, &task(&done, 0)["Data"]["TotalRecords"]), (&json!(3), &json!(3)));
    }
}

#[tokio::test]
async fn a_row_with_too_many_values_is_written_with_all_of_them() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = validated(
        &app,
        &client,
        group,
        "FirstName,LastName,DateOfBirth,City\nAna,Abel,05/17/1984,Troy, Ohio\nBo,Lund,1990-01-02,Lima\n",
    )
    .await;
    let reply = client.get(&format!("{}/failures", task_path(&file, 1))).await;
    let text = String::from_utf8_lossy(&reply.bytes).into_owned();
    assert!(text.ends_with("needs quotes.,Ana,Abel,05/17/1984,Troy,Ohio\r\n"), "{text}");
    assert_eq!(client.get(&format!("{}/tasks/{}/failures", file_path(&file), task(&file, 2)["Id"])).await.status, 200);
}
