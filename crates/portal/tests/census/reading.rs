//! What people upload: workbooks, files that are no census, and bodies that never end or break off.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Bytes;
use domain::GroupId;
use domain::examples::workbooks::{Cell, Workbook, text};
use futures_util::{Stream, StreamExt as _, stream};
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, on_roster, task, task_path};
use crate::support::{Client, Reply, TestApp};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

fn row(cells: &[&str]) -> Vec<Cell> {
    cells.iter().map(|cell| text(cell)).collect()
}

/// Two people below a title, and a sheet that is not read.
fn roster() -> Workbook {
    let born = |number| Cell::Day(number);
    let rows = [
        row(&["Hollow Creek Mills"]),
        row(&["Emp No", "First Name", "Last Name", "DOB", "City"]),
        vec![Cell::Number(1001.0), text("Ana"), text("Abel"), born(30819.0), text("Troy")],
        vec![Cell::Number(1002.0), text("Ben"), text("Moss"), born(32875.0), Cell::Formula("E3", "Lima")],
    ];
    Workbook::default().sheet("Notes", &[row(&["Send by Friday"])]).sheet("Roster", &rows)
}

async fn upload(client: &Client, group: GroupId, name: &str, content: &[u8]) -> Reply {
    client.upload(FILES, &[("employerId", &group.to_string())], (name, content)).await
}

#[tokio::test]
async fn a_workbook_goes_the_way_of_every_census_file() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let bytes = roster().bytes();
    let file = upload(&client, group, "Roster July.XLSX", &bytes).await.value();
    app.run_jobs().await;
    let mapping = client.get(&format!("{}/mapping", task_path(&file, 0))).await.value();
    let read = ["Encoding", "Delimiter", "Sheet", "OtherSheets", "HeadingLine"].map(|name| mapping[name].clone());
    assert_eq!(read, [json!("XLSX"), json!(""), json!("Roster"), json!(["Notes"]), json!(2)]);
    let born = json!(["1984-05-17", "1990-01-02"]);
    assert_eq!((&mapping["Columns"][3]["Field"], &mapping["Columns"][3]["Values"]), (&json!("DateOfBirth"), &born));
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 3, "Troy"), on_roster("Ben", 3, "Lima")]);

    let original = client.get(&format!("{}/download", file_path(&file))).await;
    assert_eq!(original.bytes, bytes);
    assert_eq!(original.headers["content-type"], XLSX);
    assert_eq!(original.headers["content-disposition"], "attachment; filename=\"Roster July.XLSX\"");
    let parts = app.ctx.config.parts_folder();
    assert_eq!(std::fs::read_dir(parts).expect("the folder").count(), 0, "what was unpacked is gone");
}

/// Nothing of two sheets of people is imported before a person has chosen one. The group's next workbook is read by the same choice.
#[tokio::test]
async fn a_person_chooses_the_sheet_that_is_the_census() {
    let of = |people: &[[&str; 3]]| -> Vec<Vec<Cell>> {
        [row(&["First Name", "Last Name", "DOB"])].into_iter().chain(people.iter().map(|one| row(one))).collect()
    };
    let ohio = of(&[["Ana", "Abel", "5/17/1984"], ["Cleo", "Dunn", "1/2/1990"]]);
    let texas = of(&[["Ben", "Moss", "1/2/1990"]]);
    let bytes = Workbook::default().sheet("Ohio", &ohio).sheet("Texas", &texas).bytes();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let file = upload(&client, group, "both.xlsx", &bytes).await.value();
        app.run_jobs().await;
        let mapping = format!("{}/mapping", task_path(&file, 0));
        let found = client.get(&mapping).await.value();
        let sheets: Vec<(Value, Value)> = found["Sheets"]
            .as_array()
            .expect("sheets")
            .iter()
            .map(|sheet| (sheet["Name"].clone(), sheet["Rows"].clone()))
            .collect();
        assert_eq!(sheets, [(json!("Ohio"), json!(2)), (json!("Texas"), json!(1))], "{engine:?}");
        let layout = client.get(&format!("{}/layout", file_path(&file))).await.value();
        assert_eq!(layout["Layout"]["Questions"][0]["By"], "Sheet", "{layout}");
        let held = client.get(&file_path(&file)).await.value();
        assert_eq!(held["StatusFormatted"], "Errors", "{held}");
        assert!(client.roster(group).await.is_empty());
        let other = client.put(&mapping, json!({"Sheet": "Utah"})).await;
        assert_eq!(other.error_keys(), ["Sheet"]);
        assert_eq!(client.get(&format!("{mapping}?Sheet=Texas")).await.value()["Columns"][0]["Values"], json!(["Ben"]));
        client.put(&mapping, json!({"Sheet": "Texas"})).await.value();
        app.run_jobs().await;
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(client.roster(group).await, [on_roster("Ben", 3, "")], "{engine:?}");

        let next = upload(&client, group, "next.xlsx", &bytes).await.value();
        app.run_jobs().await;
        let found = client.get(&format!("{}/mapping", task_path(&next, 0))).await.value();
        assert_eq!(found["Sheet"], "Texas", "as in the group's file before");
    }
}

#[tokio::test]
async fn a_workbook_of_several_groups_is_split_into_files_of_text() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let found =
        store::groups::find(&app.ctx.store.read(), domain::access::Scope::system(), group).await.expect("a group");
    let rows =
        [&["Group ID", "First Name", "Last Name", "DOB"][..], &[&found.details.group_code, "Ana", "Abel", "1/2/1980"]];
    let bytes = Workbook::of(&rows).bytes();
    client.upload(FILES, &[("isMultiGroup", "true")], ("all.xlsx", &bytes)).await.value();
    app.run_jobs().await;
    let list = client.get(&format!("{FILES}?EmployerIds={group}")).await.value();
    let part = &list["Data"][0];
    assert_eq!((&part["OriginalFileName"], &part["CompletedTasks"]), (&json!("all.csv"), &json!(1)), "{list}");
    let text = client.get(&format!("{}/download", file_path(part))).await;
    assert_eq!(text.headers["content-type"], "text/csv");
    assert!(String::from_utf8_lossy(&text.bytes).contains("Ana,Abel,1/2/1980"));
}

#[tokio::test]
async fn a_file_takes_a_workbook_in_the_place_of_its_text() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], "E-1,,Ana,,soon,,,,\n").await;
    let id = file["Id"].to_string();
    client.upload(FILES, &[("censusFileId", &id)], ("better.xlsx", &roster().bytes())).await.value();
    app.run_jobs().await;
    let done = app.processed(&client, &file).await;
    assert_eq!((&done["StatusFormatted"], &done["OriginalFileName"]), (&json!("Completed"), &json!("better.xlsx")));
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_on_the_file_and_the_program_goes_on() {
    let app = TestApp::with(|config| config.census_max_bytes = 3_000_000).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let good = roster().bytes();
    let heading = "First Name,Last Name,DOB";
    let wide: String = (0..10_000).map(|number| format!(",Column {number}")).collect();
    let endless = "x".repeat(2_500_000);
    let binary: Vec<u8> = (0..50_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let zeros = vec![0; 5_000];
    let bomb = "<c><v>1</v></c>".repeat(5_000_000);
    let bomb =
        Workbook::default().markup("Bomb", format!("<worksheet><sheetData><row>{bomb}</row></sheetData></worksheet>"));
    let bomb = bomb.bytes();
    assert!(bomb.len() < 500_000);
    for (name, content, said) in [
        ("people.csv", b"".to_vec(), "The file is empty."),
        ("people.csv", binary.clone(), "not text"),
        ("people.csv", zeros, "not text"),
        ("people.csv", endless.clone().into_bytes(), "Line 1 is longer than"),
        ("people.csv", format!("{heading}\nAna,Abel,{endless}").into_bytes(), "Line 2 is longer than"),
        ("people.csv", format!("{heading}{wide}\nAna,Abel,1/2/1980\n").into_bytes(), "more than 1000 columns"),
        ("people.csv", good.clone(), "The file is an Excel workbook, not a CSV file."),
        ("people.csv", vec![b'x'; 3_000_001], "larger than 3000000 bytes"),
        ("people.xlsx", format!("{heading}\nAna,Abel,1/2/1980\n").into_bytes(), "not an Excel workbook"),
        ("people.xlsx", binary, "not an Excel workbook"),
        ("people.xlsx", good[..good.len() - 300].to_vec(), "damaged"),
        ("people.xlsx", bomb, "unpacks to more than"),
        ("people.xlsx", roster().part("xl/vbaProject.bin", "x").bytes(), "macros"),
        ("people.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and on".to_vec(), "an old or binary Excel workbook"),
        ("people.xls", good.clone(), "Only .csv and .xlsx files can be uploaded."),
        ("people.xlsm", good.clone(), "Only .csv and .xlsx files can be uploaded."),
    ] {
        let reply = upload(&client, group, name, &content).await;
        assert_eq!(reply.error_keys(), ["File"], "{name}: {said}");
        assert!(reply.message().contains(said), "{name}: {:?} does not say {said:?}", reply.message());
    }
    assert_eq!(app.stored_files(), Vec::<String>::new());
    assert_eq!(client.get(&format!("{FILES}?EmployerIds={group}")).await.value()["TotalRecords"], 0);
    upload(&client, group, "people.xlsx", &good).await.value();
}

/// Chunks of text without end; counts how many were taken.
fn without_end(taken: Arc<AtomicUsize>) -> impl Stream<Item = std::io::Result<Bytes>> {
    let chunk = Bytes::from("Ana,Abel,1/2/1980\n".repeat(4000));
    stream::repeat_with(move || {
        taken.fetch_add(chunk.len(), Ordering::Relaxed);
        Ok(chunk.clone())
    })
}

#[tokio::test]
async fn of_a_body_without_end_no_more_is_taken_than_a_file_may_have() {
    const LIMIT: usize = 4_000_000;
    let app = TestApp::with(|config| config.census_max_bytes = LIMIT as u64).await;
    let group = app.census_group().await.to_string();
    let client = app.administrator().await;
    let taken = Arc::new(AtomicUsize::new(0));
    let body = without_end(Arc::clone(&taken));
    let reply = client.upload_streamed(FILES, &[("employerId", &group)], "people.csv", body).await;
    assert_eq!(reply.error_keys(), ["File"]);
    assert!(reply.message().contains("larger than 4000000 bytes"), "{}", reply.message());
    assert!(taken.load(Ordering::Relaxed) < LIMIT + 1_000_000, "{taken:?}");
    assert_eq!(app.stored_files(), Vec::<String>::new());
}

#[tokio::test]
async fn a_connection_that_is_cut_half_way_leaves_nothing() {
    let app = TestApp::start().await;
    let group = app.census_group().await.to_string();
    let client = app.administrator().await;
    let some = without_end(Arc::default()).take(20);
    let cut = some.chain(stream::once(async { Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)) }));
    let reply = client.upload_streamed(FILES, &[("employerId", &group)], "people.csv", cut).await;
    assert_eq!((reply.status.as_u16(), reply.message()), (400, "The upload broke off.".to_owned()));
    assert_eq!(app.stored_files(), Vec::<String>::new());
    let list = client.get(&format!("{FILES}?EmployerIds={group}")).await.value();
    assert_eq!(list["TotalRecords"], 0);
}

const UNKNOWN: &str = "Nombre,Apellido,Nacimiento,Correo,Alta\r\nAna,Abel,05/17/1984,ana@mail.example,01/02/2024\r\n\
                       Ben,Moss,01/02/1990,ben@mail.example,03/04/2023\r\n";

#[tokio::test]
async fn headings_that_nobody_knows_are_taken_in_to_be_mapped_with_suggestions_by_their_values() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = upload(&client, group, "people.csv", UNKNOWN.as_bytes()).await.value();
    app.run_jobs().await;
    let found = client.census(&file).await;
    assert_eq!((&found["StatusFormatted"], &found["ErrorCount"]), (&json!("Errors"), &json!(3)), "{found}");
    let mapping = format!("{}/mapping", task_path(&file, 0));
    let columns = client.get(&mapping).await.value()["Columns"].clone();
    let suggested: Vec<Value> =
        columns.as_array().expect("columns").iter().map(|column| column["Suggested"].clone()).collect();
    assert_eq!(suggested, [Value::Null, Value::Null, json!("DateOfBirth"), json!("Email"), Value::Null]);
    let fields = [Some("FirstName"), Some("LastName"), Some("DateOfBirth"), Some("Email"), None];
    let columns: Vec<Value> =
        fields.iter().enumerate().map(|(index, field)| json!({"Index": index, "Field": field})).collect();
    client.put(&mapping, json!({"Columns": columns})).await.value();
    app.run_jobs().await;
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let next = upload(&client, group, "people.csv", UNKNOWN.as_bytes()).await.value();
    app.run_jobs().await;
    assert_eq!(client.census(&next).await["StatusFormatted"], "Needs Attention", "remembered");
}

/// Ana and Ben are members, Dee is none; all but Ana and Cy stand below a line that says that they have left.
#[tokio::test]
async fn who_stands_below_terminated_employees_is_ended_and_not_brought_in() {
    const LIST: &str = "UniqueId,FirstName,LastName,DateOfBirth,City\nActive Employees\nE-1,Ana,Abel,05/17/1984,Troy\n,Cy,Lane,01/02/1990,Lima\n\
                        Terminated Employees\nE-2,Ben,Moss,05/17/1984,\n,Dee,Rook,03/04/1970,Lima\n";
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[("globalEffectiveDate", "07/01/2026")], LIST).await;
    app.run_jobs().await;
    app.run_task(&client, &file, 1).await;
    client.say_yes(&file).await;
    app.run_task(&client, &file, 1).await;
    let file = client.census(&file).await;
    let record = client.census_record(&file, 3).await;
    assert_eq!((&record["FirstName"], &record["Status"]), (&json!("Ben"), &json!(1)), "{record}");
    let told = (&record["Errors"][0]["Key"], &record["Errors"][0]["Severity"], &record["Errors"][0]["Message"]);
    let said = "Status is read as In-Active: the row stands below 'Terminated Employees', line 5 of the file.";
    assert_eq!(told, (&json!("Status"), &json!("Warning"), &json!(said)));

    let done = app.processed_and_confirmed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let roster = client.roster(group).await;
    assert_eq!(roster, [on_roster("Ana", 0, "Troy"), on_roster("Ben", 1, ""), on_roster("Cy", 0, "Lima")]);
}

#[tokio::test]
async fn the_sections_of_a_file_of_several_groups_stay_with_their_rows() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let found =
        store::groups::find(&app.ctx.store.read(), domain::access::Scope::system(), group).await.expect("a group");
    let code = found.details.group_code;
    let list = format!(
        "Group ID,First Name,Last Name,DOB\n{code},Ana,Abel,1/2/1980\nTerminated Employees\n{code},Ben,Moss,1/2/1981\nActive Employees\n{code},Cy,Lane,1/2/1982\n"
    );
    client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", list.as_bytes())).await.value();
    app.run_jobs().await;
    let list = client.get(&format!("{FILES}?EmployerIds={group}")).await.value();
    let held = app.processed(&client, &list["Data"][0]).await;
    assert_eq!(held["StatusFormatted"], "Needs Attention", "{held}");
    client.say_yes(&held).await;
    let part = app.processed(&client, &held).await;
    assert_eq!(part["StatusFormatted"], "Completed", "{part}");
    let names: Vec<_> = client.roster(group).await.into_iter().map(|(name, _, _)| name).collect();
    assert_eq!(names, ["Ana", "Cy"]);
}

#[tokio::test]
async fn what_is_said_of_a_heading_stands_with_the_results_of_its_task() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let list = "First Name,Last Name,DOB,Spouse Email,Spouse DOB\nAna,Abel,1/2/1980,al@demo.example,3/4/1981\n";
    let file = client.upload_census(group, &[], list).await;
    app.run_jobs().await;
    let file = client.census(&file).await;
    let said = "The columns 'Spouse DOB' hold names or dates that may be those of other people than the row's own; these people are not read. If \
                they are a family to be covered, give each of them a column for the name and one for the date of birth, such as 'Child 1 Name' \
                and 'Child 1 DOB', or a row, and upload the file again. If not, open the mapping and save it with these columns left out.";
    assert_eq!(
        (&task(&file, 0)["Warnings"], &task(&file, 0)["Errors"][0]["Error"]),
        (&json!([]), &json!(said)),
        "{file}"
    );
    assert_eq!(task(&file, 1)["Warnings"], json!([]));
}

#[tokio::test]
async fn whoever_seems_to_have_left_by_a_column_that_is_not_read_is_told() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let content = "Emp No,First Name,Last Name,DOB,Term Date\n1,Ana,Abel,5/17/1984,1/2/2020\n2,Ben,Moss,1/2/1990,\n";
    let file = upload(&client, group, "july.csv", content.as_bytes()).await.value();
    app.run_jobs().await;
    let file = app.run_task(&client, &file, 1).await;
    let validated = client.get(&task_path(&file, 1)).await.value();
    let told: Vec<&Value> =
        validated["Data"]["CensusRecords"].as_array().expect("records").iter().map(|row| &row["Errors"]).collect();
    let message = told[0][0]["Message"].as_str().unwrap_or_default();
    assert!(message.contains("'Term Date' says '1/2/2020'"), "{validated}");
    assert_eq!(told[1], &json!([]));
}
