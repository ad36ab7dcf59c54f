//! What the reader of a file must not decide in silence: who is a row, whose name comes first, whose dependent somebody is.

use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::census::{task, task_path};

const ROSTER: &str = "Name,Date of Birth,Employee ID,Zip,Phone\n";

/// Given names, so that the file tells which name comes first.
const GIVEN: [&str; 12] =
    ["Ann", "Mary", "John", "Paul", "Susan", "Robert", "Linda", "James", "Karen", "David", "Laura", "Peter"];

/// A row that cannot be read never looks like an absence (rules.md#unreadable-row), whatever the name of its person.
#[tokio::test]
async fn a_member_whose_name_reads_like_a_total_is_not_ended() {
    for row in ["Count Basie,,707777,02139,", "Total Maria,,707777,,", "Max,,707777,,"] {
        let app = TestApp::start().await;
        let group = app.census_group().await;
        let mut csv = ROSTER.to_owned();
        for (number, given) in GIVEN.iter().enumerate() {
            app.member(group).named(given, "Bee").numbered(&format!("E-{number}")).create().await;
            csv.push_str(&format!("{given} Bee,05/17/1984,E-{number},,\n"));
        }
        app.member(group).named("Count", "Basie").numbered("707777").create().await;
        let client = app.administrator().await;
        let settings = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
        let file = client.upload_census(group, &settings, format!("{csv}{row}\n")).await;
        app.run_jobs().await;
        let file = app.processed(&client, &file).await;
        assert_eq!(
            (&file["StatusFormatted"], &task(&file, 1)["State"]),
            (&json!("Errors"), &json!("Errors")),
            "{file}"
        );
        let statuses: Vec<_> = client.roster(group).await.into_iter().map(|(_, status, _)| status).collect();
        assert_eq!(statuses, [0; 13], "{row}");
        let record = client.census_record(&file, 13).await;
        assert_eq!(record["UniqueId"], "707777", "{record}");
    }
}

const FAMILIES: &str =
    "DOE JOHN,05/17/1984,EE\nDOE JANE,03/02/1985,SP\nDOE MARY,01/09/2012,CH\nROE PAUL,02/03/1979,EE\n";

/// What is inferred from the values is inferred by the mapping that a person has made, too (rules.md#census-columns).
#[tokio::test]
async fn names_that_are_mapped_by_hand_have_the_order_that_a_person_says() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let expected = ["Jane Doe", "John Doe", "Mary Doe", "Paul Roe"];
    let named = async |group| -> Vec<String> {
        let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
        let rows = list["Data"].as_array().expect("rows").iter();
        rows.map(|row| format!("{} {}", row["FirstName"], row["LastName"]).replace('"', "")).collect()
    };
    for (heading, is_known) in [("Name", true), ("Nom complet", false)] {
        let group = app.census_group().await;
        for remembered in [false, true] {
            let file = client.upload_census(group, &[], format!("{heading},DOB,Relationship\n{FAMILIES}")).await;
            app.run_jobs().await;
            if !is_known && !remembered {
                let by_hand = json!({"Columns": [{"Index": 0, "Field": "FullName"}, {"Index": 1, "Field": "DateOfBirth"}, {"Index": 2, "Field": "Relationship"}]});
                client.put(&format!("{}/mapping", task_path(&file, 0)), by_hand).await.value();
                app.run_jobs().await;
            }
            if !remembered {
                let order = json!({"Orders": ["LastFirst"]});
                client.put(&format!("{}/mapping", task_path(&file, 0)), order).await.value();
                app.run_jobs().await;
            }
            let done = app.processed(&client, &file).await;
            assert_eq!(done["StatusFormatted"], "Completed", "{heading}: {done}");
            let found: Vec<String> = named(group).await.iter().map(|name| name.to_lowercase()).collect();
            assert_eq!(found, expected.map(str::to_lowercase), "{heading}, remembered: {remembered}");
        }
    }
}

const LETTERS: &str = "DOE,JOHN,05/17/1984,E\nDOE,JANE,03/02/1985,S\nDOE,MARY,01/09/2012,C\nROE,PAUL,02/03/1979,E\nROE,ANNA,02/05/1979,S\n";

/// Letters such as `E` and `S` may be kinds of employment: a person says once that they are relationships, and the group's next files are read
/// so. What a person leaves out stays so (rules.md#census-columns).
#[tokio::test]
async fn letters_are_read_by_a_mapping_made_by_hand() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let names = [json!({"Index": 0, "Field": "LastName"}), json!({"Index": 1, "Field": "FirstName"})];
    let as_the_screen = [json!({"Index": 2, "Field": "DateOfBirth"}), json!({"Index": 3, "Field": null})];
    let letters = json!({"Index": 3, "Field": "Relationship"});
    let all_columns = [&names[..], &as_the_screen[..1], std::slice::from_ref(&letters)].concat();
    for columns in [[&names[..], &[letters]].concat(), all_columns] {
        let group = app.census_group().await;
        for how in ["ByHand", "Remembered"] {
            let file = client.upload_census(group, &[], format!("Apellido,Nombre,DOB,Type\n{LETTERS}")).await;
            app.run_jobs().await;
            let mapping = format!("{}/mapping", task_path(&file, 0));
            if how == "ByHand" {
                let asked = client.get(&mapping).await.value();
                assert_eq!(asked["Columns"][3]["Field"], json!(null), "nothing is guessed: {asked}");
                client.put(&mapping, json!({"Columns": columns, "Remember": true})).await.value();
                app.run_jobs().await;
            }
            let read = client.get(&mapping).await.value();
            let told = &read["Columns"][3];
            assert_eq!((&told["Field"], &told["How"]), (&json!("Relationship"), &json!(how)), "{read}");
            let valid = app.run_task(&client, &file, 1).await;
            assert_eq!(task(&valid, 1)["Data"]["RecordsWithErrorsCount"], 0, "{valid}");
            let record = client.census_record(&valid, 2).await;
            assert_eq!(record["Relationship"], "SP", "{record}");
        }
        // Shown as a relationship and left out, it is a decision.
        let file = client.upload_census(group, &[], format!("Apellido,Nombre,DOB,Type\n{LETTERS}")).await;
        app.run_jobs().await;
        let mapping = format!("{}/mapping", task_path(&file, 0));
        for _ in 0..2 {
            let all = [&names[..], &as_the_screen[..]].concat();
            client.put(&mapping, json!({"Columns": all, "Remember": false})).await.value();
            app.run_jobs().await;
            let read = client.get(&mapping).await.value();
            assert_eq!(read["Columns"][3]["Field"], json!(null), "{read}");
        }
    }
}

/// A column that may hold a family stops the file until a person leaves it out, and stops the next files no more.
#[tokio::test]
async fn a_column_that_may_hold_a_family_is_left_out_by_a_person() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.census_group().await;
    let stops = |file: &Value| task(file, 0)["State"] == "Errors";
    let upload = async |heading: &str, group| {
        let csv = format!("First Name,Last Name,DOB,{heading}\nAnn,Archer,05/17/1984,Mary Poe\n");
        let file = client.upload_census(group, &[], csv).await;
        app.run_jobs().await;
        client.census(&file).await
    };
    let leave_out = async |file: &Value| {
        let fields = [json!("FirstName"), json!("LastName"), json!("DateOfBirth"), json!(null)];
        let columns: Vec<_> =
            (0..).zip(fields).map(|(index, field): (u32, Value)| json!({"Index": index, "Field": field})).collect();
        client
            .put(&format!("{}/mapping", task_path(file, 0)), json!({"Columns": columns, "Remember": true}))
            .await
            .value();
        app.run_jobs().await;
        client.census(file).await
    };
    let file = upload("Zusatz", group).await;
    assert!(stops(&file), "{file}");
    assert!(!stops(&leave_out(&file).await), "a person has decided");
    assert!(!stops(&upload("Zusatz", group).await), "and is not asked again");
    let family = upload("Dependent #1 Name", group).await;
    assert!(stops(&family) && !stops(&leave_out(&family).await), "so is a family, once a person says it");
}

/// Sorted by name, a list says nothing of whose dependent somebody is (rules.md#dependents-and-primaries): a person chooses.
#[tokio::test]
async fn a_dependent_below_a_stranger_waits_until_a_person_chooses_the_employee() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let csv = "Last Name,First Name,DOB,Relationship\nZzadams,Ann,05/17/1984,Employee\nZzbaker,Cara,01/09/2012,Child\n\
               Zzbaker,Dan,02/03/1979,Employee\n";
    let file = client.upload_census(group, &[], csv).await;
    app.run_jobs().await;
    let held = app.processed(&client, &file).await;
    assert_eq!((&held["StatusFormatted"], &task(&held, 1)["State"]), (&json!("Errors"), &json!("Errors")), "{held}");
    let cara = client.census_record(&held, 2).await;
    let said = cara["Errors"][0]["Message"].as_str().unwrap_or_default();
    assert!(said.starts_with("Nothing but the order of the rows says"), "{cara}");
    assert_eq!((&cara["PrimaryRecordNumber"], client.roster(group).await.len()), (&json!(null), 0));
    let chosen = json!({"Record": {"RecordNumber": 2, "PrimaryRecordNumber": 3}});
    client.put(&format!("{}/record", task_path(&held, 1)), chosen).await.value();
    let done = app.processed(&client, &held).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.census_record(&done, 2).await["PrimaryRecordNumber"], 3);
    assert_eq!(client.roster(group).await.len(), 3);
}

/// People in columns without a name or a birth date do not vanish: the file stops at Map Data and names the columns.
#[tokio::test]
async fn a_file_with_people_in_columns_who_cannot_be_read_stops_at_map_data() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let heading = "First Name,Last Name,DOB,Spouse First,Spouse DOB,Child 1 Name,Dependent 2 Name";
    for (row, stops) in [("Ann,Bee,05/17/1984,Bo,03/02/1985,Cy,", true), ("Ann,Bee,05/17/1984,,N/A,,", false)] {
        let group = app.census_group().await;
        let file = client.upload_census(group, &[], format!("{heading}\n{row}\n")).await;
        app.run_jobs().await;
        let done = if stops { client.census(&file).await } else { app.processed(&client, &file).await };
        if !stops {
            assert_eq!(done["StatusFormatted"], "Completed", "{row}: {done}");
            continue;
        }
        assert_eq!(
            (&done["StatusFormatted"], &task(&done, 0)["State"]),
            (&json!("Errors"), &json!("Errors")),
            "{done}"
        );
        let said = task(&done, 0)["Errors"].to_string();
        assert!(said.contains("The columns 'Child 1 Name' hold names"), "the empty one holds none: {said}");
        assert_eq!((task(&done, 1)["State"].as_str(), client.roster(group).await.len()), (Some("NotRun"), 0));
    }
}
