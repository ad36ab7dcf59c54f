//! How a file was understood, as a person sees it before anything comes of it (rules.md#reading-of-a-file).

use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, task_path};
use crate::support::{Client, TestApp};

const ROWS: &str = "Roster of Harborline\n\
    Name,DOB,Relationship,Family ID,SSN,Shirt\n\
    \"Moss, Ann\",05/17/1984,EE,1,900-12-3456,L\n\
    \"Moss, Karl\",01/30/1982,SP,1,,M\n\
    Terminated Employees,,,,,\n\
    \"Reed, Tom\",02/28/1971,EE,2,,L\n";

async fn layout_of(client: &Client, file: &Value) -> Value {
    client.get(&format!("{}/layout", file_path(file))).await.value()
}

#[tokio::test]
async fn a_file_shows_how_it_was_understood_once_its_columns_are_mapped() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.census_group().await;
        let file = client.upload_census(group, &[], ROWS).await;
        assert_eq!(layout_of(&client, &file).await, json!({"MadeOn": null, "Layout": null}), "{engine:?}");
        app.run_jobs().await;
        let found = layout_of(&client, &file).await;
        assert!(found["MadeOn"].is_string(), "{found}");
        let layout = &found["Layout"];
        assert_eq!((&layout["HeadingLine"], &layout["Rows"]), (&json!(2), &json!(3)), "{layout}");
        let name = &layout["Columns"][0];
        let column = ["Heading", "Field", "Label", "How", "Whose"].map(|key| name[key].clone());
        assert_eq!(column, ["Name", "FullName", "Full Name", "Known", "Person"].map(Value::from), "{name}");
        let karl = &layout["People"][1];
        assert_eq!((&karl["Line"], &karl["PrimaryLine"], &karl["IsDependent"]), (&json!(4), &json!(3), &json!(true)));
        assert_eq!(karl["Values"][0], json!({"Field": "FirstName", "Label": "First Name", "Value": "Karl"}), "{karl}");
        assert_eq!(layout["People"][0]["Cells"][4], "***-**-3456");
        assert!(!layout.to_string().contains("900-12-3456"));
        assert_eq!(layout["Families"]["Ties"][0]["By"], "FamilyId", "{layout}");
        assert_eq!(layout["LeftOut"][0]["Examples"][0], json!({"Line": 1, "Text": "Roster of Harborline"}));
        // The file asks at once, and the answer stands at the section.
        let mapped = client.census(&file).await;
        assert_eq!((&layout["Questions"], &layout["Sections"][0]["Answer"]), (&json!([]), &Value::Null), "{layout}");
        let question = format!("{}/questions/{}", file_path(&file), mapped["Questions"][0]["Id"]);
        client.put(&question, json!({"Answer": true})).await.value();
        assert_eq!(layout_of(&client, &file).await["Layout"]["Sections"][0]["Answer"], true, "{engine:?}");
        let validated = app.run_task(&client, &mapped, 1).await;
        assert_eq!(validated["Questions"][0]["Answer"], true, "the answer outlives the reading of the rows");
        assert_eq!(client.census_record(&file, 3).await["Status"], 1, "{engine:?}");

        let (_, stranger) = app.user(Role::GroupUser, None, &[app.census_group().await]).await;
        assert_eq!(stranger.get(&format!("{}/layout", file_path(&file))).await.status, 404);
        let (_, own) = app.user(Role::GroupUser, None, &[group]).await;
        assert_eq!(own.get(&format!("{}/layout", file_path(&file))).await.status, 200);
    }
}

#[tokio::test]
async fn another_mapping_makes_another_layout_and_new_content_forgets_it() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let file = client.upload_census(group, &[], ROWS).await;
    app.run_jobs().await;
    let file = client.census(&file).await;
    let columns = json!([
        {"Index": 0, "Field": "FullName"}, {"Index": 1, "Field": "DateOfBirth"}, {"Index": 2, "Field": "Relationship"},
        {"Index": 3, "Field": "UniqueId"}, {"Index": 4, "Field": null}, {"Index": 5, "Field": null},
    ]);
    let mapping = format!("{}/mapping", task_path(&file, 0));
    client.put(&mapping, json!({"Columns": columns, "Remember": false})).await.value();
    app.run_jobs().await;
    let layout = &layout_of(&client, &file).await["Layout"];
    let how: Vec<_> = [3, 4].map(|place: usize| layout["Columns"][place]["How"].clone()).to_vec();
    assert_eq!(how, ["ByHand", "ByHand"], "{layout}");
    assert_eq!(layout["Columns"][3]["Field"], "UniqueId");
    assert_eq!(layout["People"][0]["Cells"][4], "***-**-3456", "a number that is not read is hidden too");
    client.replace_census(&file, ROWS).await;
    assert_eq!(layout_of(&client, &file).await["Layout"], Value::Null);
}

#[tokio::test]
async fn a_layout_is_asked_for_by_a_number() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (id, status) in [("0", 404), ("999", 404), ("x", 404)] {
        assert_eq!(client.get(&format!("{FILES}/{id}/layout")).await.status, status, "{id}");
    }
}

/// Names and dates of which the file does not tell the order.
const UNSURE: &str = "Name,DOB,City\nOKORO CHIDIMMA,13/02/1980,Waco\nVOLKOV ZARINKA,03/04/1981,Waco\n";

#[tokio::test]
async fn an_order_that_the_file_does_not_tell_is_asked_once_and_remembered_for_the_group() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.census_group().await;
        let file = client.upload_census(group, &[], UNSURE).await;
        app.run_jobs().await;
        let layout = layout_of(&client, &file).await["Layout"].clone();
        let questions = layout["Questions"].as_array().expect("questions");
        let asked: Vec<_> = questions.iter().map(|open| (open["About"].clone(), open["By"].clone())).collect();
        assert_eq!(asked, [("Dates".into(), "Order".into()), ("Names".into(), "Order".into())], "{layout}");
        let file = client.census(&file).await;
        assert_eq!(file["StatusFormatted"], "Errors", "nothing comes of it before that is said");

        let mapping = format!("{}/mapping", task_path(&file, 0));
        for (orders, message) in [
            (json!(["Sideways"]), "There is no order 'Sideways'."),
            (json!(["DayFirst", "MonthFirst"]), "Date of Birth can have one order only."),
        ] {
            assert_eq!(client.put(&mapping, json!({"Orders": orders})).await.message(), message);
        }
        client.put(&mapping, json!({"Orders": ["DayFirst", "LastFirst"]})).await.value();
        app.run_jobs().await;
        let layout = layout_of(&client, &file).await["Layout"].clone();
        assert_eq!(layout["Questions"], json!([]), "{layout}");
        assert_eq!((&layout["Dates"]["Order"], &layout["Names"]["Order"]), (&json!("DayFirst"), &json!("LastFirst")));
        let file = app.run_task(&client, &client.census(&file).await, 1).await;
        let zarinka = client.census_record(&file, 2).await;
        let read = ["FirstName", "LastName", "DateOfBirth"].map(|key| zarinka[key].clone());
        assert_eq!(read, ["ZARINKA", "VOLKOV", "1981-04-03"].map(Value::from), "{zarinka}");

        let next = client.upload_census(group, &[], UNSURE).await;
        app.run_jobs().await;
        let layout = layout_of(&client, &next).await["Layout"].clone();
        assert_eq!(layout["Questions"], json!([]), "the next file asks nothing: {layout}");
        assert_eq!(layout["Dates"]["Why"], "An earlier file of the group was read so.");
        let others = client.upload_census(app.census_group().await, &[], UNSURE).await;
        app.run_jobs().await;
        assert_eq!(layout_of(&client, &others).await["Layout"]["Questions"].as_array().map(Vec::len), Some(2));
    }
}
