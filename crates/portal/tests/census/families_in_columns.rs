//! Files that hold a family in the row of its employee (rules.md#families-in-columns).

use domain::GroupId;
use serde_json::{Value, json};
use store::Engine;

use super::parts::{parts, split};
use crate::support::census::{file_path, task, task_path};
use crate::support::{Client, TestApp};

const HEADING: &str =
    "Emp ID,Last Name,First Name,DOB,City,Spouse First,Spouse Last,Spouse DOB,Child 1 Name,Child 1 DOB\n";
const FAMILIES: &str =
    "1,Moss,Ann,1/2/1980,Dayton,Karl,Brandt,2/2/1980,Ida,3/3/2010\n2,Reed,Tom,1/3/1980,Troy,,,,Max Reed,5/5/2014\n";

/// First name, last name and city of each member, with the first name of its employee, by first name.
async fn roster(client: &Client, group: GroupId) -> Vec<[String; 4]> {
    let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
    let rows = list["Data"].as_array().expect("rows");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let employee = |row: &Value| rows.iter().find(|other| other["Id"] == row["PrimaryEmployeeId"]);
    let first = |row: &Value| text(&row["FirstName"]);
    let member = |row: &Value| {
        [first(row), text(&row["LastName"]), text(&row["City"]), employee(row).map_or_else(String::new, first)]
    };
    rows.iter().map(member).collect()
}

/// The number by which a file names a group.
async fn code(client: &Client, group: GroupId) -> String {
    let found = client.get(&format!("/api/v1/employers/{group}")).await.value();
    found["GroupId"].as_str().expect("a number").to_owned()
}

/// A template that has lost the columns of the second child says nothing about second children.
#[tokio::test]
async fn a_file_without_the_columns_of_a_child_asks_before_it_ends_any() {
    let heading = "Emp ID,Last Name,First Name,DOB,Spouse Name,Spouse DOB,Child 1 Name,Child 1 DOB";
    let families = [
        ("1,Moss,Ann,1/2/1980,Karl Brandt,2/2/1980,Ida Moss,3/3/2010", ",Leo Moss,4/4/2012"),
        ("2,Reed,Tom,1/3/1980,,,Max Reed,5/5/2014", ",,"),
        ("3,Hale,Eve,1/4/1980,,,,", ",,"),
    ];
    let whole: String = families.iter().map(|(row, child)| format!("{row}{child}\n")).collect();
    let whole = format!("{heading},Child 2 Name,Child 2 DOB\n{whole}");
    let rows: String = families.iter().map(|(row, _)| format!("{row}\n")).collect();
    let without = format!("{heading}\n{rows}");
    let blank: String = families.iter().map(|(row, _)| format!("{row},,\n")).collect();
    let blank = format!("{heading},Child 2 Name,Child 2 DOB\n{blank}");
    let explicit = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.census_group().await;
        let first = client.upload_census(group, &explicit, &whole).await;
        app.run_jobs().await;
        let first = app.processed(&client, &first).await;
        assert_eq!((&first["StatusFormatted"], &first["Questions"]), (&json!("Completed"), &json!([])), "{first}");
        let file = client.upload_census(group, &explicit, &without).await;
        app.run_jobs().await;
        let held = app.processed(&client, &file).await;
        let asked = "This file has no columns for Child 2, or blank ones, which an earlier file had filled. 1 dependent of an \
                     employee who stays is not named. Keep this dependent?";
        assert_eq!(held["Questions"][0]["Question"], asked, "{engine:?}: {held}");
        let answer = format!("{}/questions/{}", file_path(&held), held["Questions"][0]["Id"]);
        let kept = client.put(&answer, json!({"Answer": true})).await.value();
        assert_eq!(task(&kept, 3)["Data"]["Summary"]["Absent"], 0, "{kept}");
        let done = app.processed(&client, &kept).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let leo = client.get(&format!("/api/v1/employees/search?GroupId={group}&Term=Leo")).await.value();
        assert_eq!(leo["Data"][0]["Status"], 0, "{engine:?}: {leo}");
        // A month later the columns are there and blank, and the child is still there.
        let next = client.upload_census(group, &explicit, &blank).await;
        app.run_jobs().await;
        let next = app.processed(&client, &next).await;
        assert_eq!(next["Questions"][0]["Question"], asked, "{engine:?}: {next}");
    }
}

#[tokio::test]
async fn each_person_of_a_row_becomes_a_member_and_the_same_file_changes_nothing() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.census_group().await;
        let content = format!("{HEADING}{FAMILIES}");
        let file = client.upload_census(group, &[], &content).await;
        app.run_jobs().await;
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let members = roster(&client, group).await;
        let expected = [
            ["Ann", "Moss", "Dayton", ""],
            ["Ida", "Moss", "Dayton", "Ann"],
            ["Karl", "Brandt", "Dayton", "Ann"],
            ["Max", "Reed", "Troy", "Tom"],
            ["Tom", "Reed", "Troy", ""],
        ];
        assert_eq!(members, expected.map(|member| member.map(str::to_owned)), "{engine:?}");

        let again = client
            .upload_census(group, &[("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")], &content)
            .await;
        app.run_jobs().await;
        let again = app.processed(&client, &again).await;
        let summary = &task(&again, 4)["Data"]["Summary"];
        assert_eq!(
            (&summary["Created"], &summary["Updated"], &summary["Terminated"]),
            (&json!(0), &json!(0), &json!(0)),
            "{again}"
        );
        assert_eq!(roster(&client, group).await, members, "{engine:?}");
    }
}

/// The line of a family is written once, with what is wrong with each of its people.
#[tokio::test]
async fn the_failed_people_of_a_row_share_its_line() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let rows = FAMILIES.replace("2/2/1980", "soon").replace("3/3/2010", "later");
    let file = client.upload_census(group, &[], format!("{HEADING}{rows}")).await;
    app.run_jobs().await;
    let file = app.run_task(&client, &file, 1).await;
    assert_eq!(task(&file, 1)["State"], "Errors", "{file}");
    let reply = client.get(&format!("{}/failures", task_path(&file, 1))).await;
    let text = String::from_utf8(reply.bytes.to_vec()).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[1].matches("Date of Birth").count(), 2, "{lines:?}");
    assert!(lines[1].ends_with("1,Moss,Ann,1/2/1980,Dayton,Karl,Brandt,soon,Ida,later"), "{lines:?}");
}

#[tokio::test]
async fn a_family_is_left_out_once_a_person_says_so() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let file = client.upload_census(group, &[], format!("{HEADING}{FAMILIES}")).await;
    app.run_jobs().await;
    let file = client.census(&file).await;
    let mapping = format!("{}/mapping", task_path(&file, 0));
    let shown = client.get(&mapping).await.value();
    let columns = shown["Columns"].as_array().expect("columns");
    let labels: Vec<&str> = columns.iter().filter_map(|column| column["Family"].as_str()).collect();
    let spouse = ["Spouse: First Name", "Spouse: Last Name", "Spouse: Date of Birth"];
    assert_eq!(labels, [&spouse[..], &["Child 1: Full Name", "Child 1: Date of Birth"]].concat());
    let choice = |column: &Value| match column["Family"].as_str() {
        Some(label) if label.starts_with("Spouse") => json!({"Index": column["Index"], "Field": null}),
        Some(_) => json!({"Index": column["Index"], "Field": "Family"}),
        None => json!({"Index": column["Index"], "Field": column["Field"]}),
    };
    let chosen: Vec<Value> = columns.iter().map(choice).collect();
    client.put(&mapping, json!({"Remember": false, "Columns": chosen})).await.value();
    app.run_jobs().await;
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let names: Vec<String> = roster(&client, group).await.into_iter().map(|[first, ..]| first).collect();
    assert_eq!(names, ["Ann", "Ida", "Max", "Tom"]);
}

#[tokio::test]
async fn a_file_of_several_groups_gives_each_person_a_row_in_the_file_of_its_group() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (first, second) = (app.census_group().await, app.census_group().await);
    let (code, other) = (code(&client, first).await, code(&client, second).await);
    let rows: Vec<String> =
        FAMILIES.lines().zip([&code, &other]).map(|(line, group)| format!("{group},{line}\n")).collect();
    split(&app, &client, &format!("Group ID,{HEADING}{}", rows.concat())).await;
    for (group, expected) in [(first, vec!["Ann", "Ida", "Karl"]), (second, vec!["Max", "Tom"])] {
        let part = parts(&client, group).await.remove(0);
        let done = app.processed(&client, &part).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let members = roster(&client, group).await;
        assert_eq!(members.iter().map(|[name, ..]| name.as_str()).collect::<Vec<_>>(), expected);
        let employee = if group == first { "Ann" } else { "Tom" };
        assert!(members.iter().all(|[name, _, _, of]| name == employee || of == employee), "{members:?}");
    }
}
