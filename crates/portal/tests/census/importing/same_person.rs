//! The same person in several rows of a file: one counts, and skipping another ends no member (rules.md#same-person-twice).

use domain::GroupId;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp, on_both_engines};

on_both_engines!(
    two_positions_are_one_question_and_skipping_either_ends_nobody,
    the_row_that_a_person_chooses_counts,
    an_employee_who_is_also_a_spouse_stays_an_employee,
    what_was_asked_because_of_a_skipped_row_is_not_asked_again,
    rows_that_the_match_finds_to_be_one_member_stand_side_by_side,
);

const HEADING: &str = "Employee ID,Relationship,First Name,Last Name,DOB,Gender,Position Status\n";
const ENDED: &str = "A3,Employee,Gary,Patel,12/13/1959,M,Terminated\n";
const ACTIVE: &str = "A3,Employee,Gary,Patel,12/13/1959,M,Active\n";
/// Others, so that one who ends is few.
const OTHERS: &str = "A1,Employee,Wade,Wade,04/09/1997,M,Active\nA2,Employee,Paula,Serrano,01/20/1961,F,Active\n";

async fn uploaded(app: &TestApp, client: &Client, group: GroupId, explicit: &str, rows: &str) -> Value {
    let settings = [("explicitImport", explicit), ("globalEffectiveDate", "07/01/2026")];
    let file = client.upload_census(group, &settings, format!("{HEADING}{OTHERS}{rows}")).await;
    app.run_jobs().await;
    app.run_task(client, &client.census(&file).await, 1).await
}

/// A group of Gary and the others, and a file of both his positions, validated.
async fn with_two_positions(engine: Engine, explicit: &str, rows: [&str; 2]) -> (TestApp, Client, GroupId, Value) {
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let before = uploaded(&app, &client, group, "false", ACTIVE).await;
    app.processed(&client, &before).await;
    let file = uploaded(&app, &client, group, explicit, &rows.concat()).await;
    (app, client, group, file)
}

fn everybody() -> Vec<(String, i64, String)> {
    ["Gary", "Paula", "Wade"].map(|name| on_roster(name, 0, "")).to_vec()
}

async fn errors(client: &Client, file: &Value) -> Vec<u64> {
    let page = client.get(&format!("{}?Filter=errors", task_path(file, 1))).await.value();
    let rows = page["Data"]["CensusRecords"].as_array().expect("rows").iter();
    rows.map(|row| row["RecordNumber"].as_u64().expect("a number")).collect()
}

async fn same_person(client: &Client, file: &Value) -> Vec<Vec<[Value; 3]>> {
    let page = client.get(&format!("{}/same-person", task_path(file, 1))).await.value();
    let told = |row: &Value| ["RecordNumber", "Status", "Relationship"].map(|name| row[name].clone());
    let people = page["Data"].as_array().expect("people").iter();
    people.map(|person| person["Records"].as_array().expect("rows").iter().map(told).collect()).collect()
}

async fn two_positions_are_one_question_and_skipping_either_ends_nobody(engine: Engine) {
    for explicit in ["false", "true"] {
        for (rows, asked) in [([ACTIVE, ENDED], 4), ([ENDED, ACTIVE], 3)] {
            for skipped in [3, 4] {
                let (app, client, group, file) = with_two_positions(engine, explicit, rows).await;
                assert_eq!(errors(&client, &file).await, [asked], "the row that has ended is asked about: {file}");
                let status = |row: &str| json!(i32::from(row == ENDED));
                let side_by_side = [[json!(3), status(rows[0]), json!("EE")], [json!(4), status(rows[1]), json!("EE")]];
                assert_eq!(same_person(&client, &file).await, [side_by_side.to_vec()], "{engine:?}");
                client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": skipped})).await.value();
                let settled = client.census(&file).await;
                assert_eq!(
                    (settled["ErrorCount"].clone(), errors(&client, &settled).await),
                    (json!(0), vec![]),
                    "{settled}"
                );
                let done = app.processed(&client, &settled).await;
                assert_eq!(done["StatusFormatted"], "Completed", "{engine:?} {explicit} {skipped}: {done}");
                assert_eq!(client.roster(group).await, everybody(), "{engine:?} {explicit} {skipped}");
            }
        }
    }
}

async fn the_row_that_a_person_chooses_counts(engine: Engine) {
    for (chosen, gary) in [(3, 1), (4, 0)] {
        let (app, client, group, file) = with_two_positions(engine, "true", [ENDED, ACTIVE]).await;
        let path = format!("{}/same-person", task_path(&file, 1));
        for (number, says) in [(1, "No other record of this file is the same person."), (99, "")] {
            let reply = client.put(&path, json!({"RecordNumber": number})).await;
            assert!(if says.is_empty() { reply.status == 404 } else { reply.message() == says }, "{}", reply.json());
        }
        let settled = client.put(&path, json!({"RecordNumber": chosen})).await.value();
        assert_eq!(
            (&settled["ErrorCount"], &settled["NextTask"]["TaskName"]),
            (&json!(0), &json!("Match Employees")),
            "{settled}"
        );
        let other = client.census_record(&settled, 7 - chosen).await;
        assert_eq!(other["RowState"], 2, "the other row is skipped: {other}");
        let again = client.put(&path, json!({"RecordNumber": 7 - chosen})).await;
        assert_eq!(again.message(), "This record was skipped. Take it back in first.");
        let done = app.processed(&client, &settled).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{engine:?}: {done}");
        let expected = [on_roster("Gary", gary, ""), on_roster("Paula", 0, ""), on_roster("Wade", 0, "")];
        assert_eq!(client.roster(group).await, expected, "{engine:?}");
        let log = client.get("/api/v1/audit?Subject=census_file").await.value();
        assert!(
            log["Data"].as_array().expect("entries").iter().any(|entry| entry["Action"] == "census.choose_row"),
            "{log}"
        );
    }
}

async fn an_employee_who_is_also_a_spouse_stays_an_employee(engine: Engine) {
    const FAMILY: &str = "B1,Employee,Derek,Lindqvist,07/13/1974,M,\nB1,Spouse,Lena,Lindqvist,11/15/1985,F,\n\
                          B1,Child,Ben,Lindqvist,03/17/2005,M,\nB2,Employee,Lena,Lindqvist,11/15/1985,F,\n";
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = uploaded(&app, &client, group, "false", FAMILY).await;
    assert_eq!(errors(&client, &file).await, [4], "she is asked about as a spouse: {file}");
    let rows = [[json!(4), Value::Null, json!("SP")], [json!(6), Value::Null, json!("EE")]];
    assert_eq!(same_person(&client, &file).await, [rows.to_vec()], "{engine:?}");
    client.put(&format!("{}/skip-records", task_path(&file, 1)), json!({"RecordNumbers": [4]})).await.value();
    let done = app.processed(&client, &client.census(&file).await).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
    let lena =
        list["Data"].as_array().expect("rows").iter().find(|row| row["FirstName"] == "Lena").expect("Lena").clone();
    assert_eq!((&lena["MemberType"], &list["TotalRecords"]), (&json!("Primary"), &json!(5)), "{engine:?}: {list}");
}

async fn what_was_asked_because_of_a_skipped_row_is_not_asked_again(engine: Engine) {
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    // The first of two rows is skipped, whose child goes over to the second; nothing of the second is asked any more. A second row that says
    // nothing else would be set aside.
    let child = "A3,Child,Kit,Patel,05/05/2012,M,\n";
    let other = ACTIVE.replace(",M,", ",F,");
    let file = uploaded(&app, &client, group, "false", &format!("{ACTIVE}{child}{other}")).await;
    assert_eq!(errors(&client, &file).await, [5], "{file}");
    client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 3})).await.value();
    let settled = client.census(&file).await;
    assert_eq!(
        (&settled["ErrorCount"], &settled["NextTask"]["TaskName"]),
        (&json!(0), &json!("Match Employees")),
        "{settled}"
    );
    assert_eq!(client.census_record(&settled, 4).await["PrimaryRecordNumber"], 5, "{engine:?}");
    // Read again it stands as it was decided, and taken back in the row is asked about once more.
    let read_again = app.run_task(&client, &settled, 1).await;
    assert_eq!(errors(&client, &read_again).await, [] as [u64; 0], "{read_again}");
    let back = json!({"RecordNumbers": [3], "TakesBack": true});
    client.put(&format!("{}/skip-records", task_path(&file, 1)), back).await.value();
    assert_eq!(errors(&client, &file).await, [3], "{engine:?}");
    client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 3})).await.value();
    let done = app.processed(&client, &client.census(&file).await).await;
    assert_eq!(
        (&done["StatusFormatted"], &task(&done, 4)["Data"]["Summary"]["Created"]),
        (&json!("Completed"), &json!(4)),
        "{done}"
    );
    // An In-Active row whose other row was skipped says that it ends no member.
    let file = uploaded(&app, &client, group, "false", &format!("{ENDED}{child}{ACTIVE}")).await;
    client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 5})).await.value();
    let told = client.census_record(&file, 3).await;
    assert_eq!((&told["Status"], &told["Errors"][0]["Severity"]), (&json!(0), &json!("Warning")), "{told}");
    let said = "Status In-Active is not taken: row 5, which names the same person and does not say so, was skipped. Set the status if the \
                person has left.";
    assert_eq!(told["Errors"][0]["Message"], said, "{engine:?}");
    let read_again = app.run_task(&client, &client.census(&file).await, 1).await;
    assert_eq!(client.census_record(&read_again, 3).await["Status"], 0, "{}", file_path(&file));
}

/// Two rows of one person under two names pass the validation; the match finds that both are one member.
async fn rows_that_the_match_finds_to_be_one_member_stand_side_by_side(engine: Engine) {
    let of_another_name = |row: &str| row.replace("A3", "").replace("Gary", "Garry");
    for rows in [[ACTIVE.to_owned(), of_another_name(ENDED)], [ENDED.to_owned(), of_another_name(ACTIVE)]] {
        for skipped in [3, 4] {
            let app = TestApp::on(engine).await;
            let group = app.census_group().await;
            let client = app.administrator().await;
            let before = uploaded(&app, &client, group, "false", ACTIVE).await;
            app.processed(&client, &before).await;
            let file = uploaded(&app, &client, group, "true", &rows.concat()).await;
            let file = app.run_task(&client, &file, 2).await;
            let review = client.get(&format!("{}/review", task_path(&file, 2))).await.value();
            let doubted = review["Data"].as_array().expect("rows");
            assert!(!doubted.is_empty(), "{engine:?}: {review}");
            for row in doubted {
                let own = row["Record"]["RecordNumber"].as_u64().expect("a number");
                let beside: Vec<_> =
                    row["TakenBy"].as_array().expect("rows").iter().map(|row| row["RecordNumber"].clone()).collect();
                assert_eq!(beside, [json!(7 - own)], "{engine:?}: {row}");
            }
            client.put(&format!("{}/skip", task_path(&file, 2)), json!({"RecordNumber": skipped})).await.value();
            let done = app.processed(&client, &client.census(&file).await).await;
            assert_eq!(done["StatusFormatted"], "Completed", "{engine:?} {skipped}: {done}");
            let roster = client.roster(group).await;
            let active: Vec<_> = roster.iter().filter(|(_, status, _)| *status == 0).collect();
            assert_eq!((roster.len(), active.len()), (3, 3), "{engine:?} {skipped}: {roster:?}");
        }
    }
}
