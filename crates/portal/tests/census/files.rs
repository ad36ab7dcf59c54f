//! Census files: uploads, tasks in their order, lists, and who sees what.

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};

use crate::support::census::{FILES, file_path, task_path};
use crate::support::{Client, TestApp};

const GOOD: &str =
    "FirstName,LastName,DateOfBirth,Email\r\nAna,Reyes,05/17/1984,ana@mail.example\r\nBo,Lund,1990-01-02,\r\n";
const WRONG: &str = "FirstName,LastName,DateOfBirth\r\nAna,Reyes,05/17/1984\r\nBo,,soon\r\n";

#[tokio::test]
async fn an_upload_is_mapped_by_itself_and_then_waits_for_a_person() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], GOOD).await;
    assert_eq!(file["StatusFormatted"], "Queued");
    assert_eq!(file["OriginalFileName"], "people.csv");
    app.run_jobs().await;
    let file = client.census(&file).await;
    assert_eq!(file["StatusFormatted"], "Needs Attention");
    assert_eq!((&file["CompletedTasks"], &file["NextTask"]["TaskName"]), (&json!(1), &json!("Validate Data")));
    assert_eq!(file["LastCompletedTask"]["Data"]["TotalRecords"], 2);
    assert_eq!(file["ReadyForProcessing"], true);
}

#[tokio::test]
async fn validating_counts_the_records_with_errors_and_says_what_is_wrong() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], WRONG).await;
    app.run_jobs().await;
    app.run_task(&client, &file, 1).await;
    let task = client.get(&format!("{}?Filter=errors&Page=1", task_path(&file, 1))).await.value();
    assert_eq!(task["CompletedWithErrors"], true);
    assert_eq!(task["Data"]["TotalRecords"], 2);
    assert_eq!(task["Data"]["RecordsWithErrorsCount"], 1);
    let records = task["Data"]["CensusRecords"].as_array().expect("records");
    assert_eq!(records.len(), 1);
    let keys: Vec<_> =
        records[0]["Errors"].as_array().expect("errors").iter().map(|error| error["Key"].clone()).collect();
    assert_eq!(keys, ["LastName", "DateOfBirth"]);
}

#[tokio::test]
async fn a_task_waits_for_the_ones_before_it() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], GOOD).await;
    app.run_jobs().await;
    let reply = client.post(&format!("{}/run", task_path(&file, 2)), json!({})).await;
    assert_eq!(reply.error_keys(), [""]);
    assert_eq!(reply.message(), "A previous task has not been completed.");
}

#[tokio::test]
async fn what_is_no_census_is_refused_on_the_file_and_leaves_nothing() {
    let app = TestApp::with(|config| (config.census_max_bytes, config.census_max_rows) = (2000, 30)).await;
    let group = app.group().create().await.to_string();
    let client = app.administrator().await;
    let rows = "Ana,Reyes,05/17/1984\r\n".repeat(200);
    let too_large = format!("FirstName,LastName,DateOfBirth\r\n{rows}");
    for (name, content, said) in [
        ("people.txt", GOOD.as_bytes(), "Only .csv and .xlsx files can be uploaded."),
        ("people.csv", b"".as_slice(), "The file is empty."),
        ("people.csv", b"a,b,c\r\n1,2,3\r\n", "no usable heading"),
        ("people.csv", b"FirstName,LastName,DateOfBirth\r\n", "no "),
        ("people.csv", b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00", ""),
        ("people.csv", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", ""),
        ("people.csv", too_large.as_bytes(), ""),
        ("", b"", "You must select a file."),
    ] {
        let reply = client.upload(FILES, &[("employerId", &group)], (name, content)).await;
        assert_eq!(reply.error_keys(), ["File"], "{name}");
        assert!(reply.message().contains(said), "{name}: {}", reply.message());
    }
    for fields in [&[][..], &[("employerId", "odd")], &[("employerId", &group), ("globalEffectiveDate", "soon")]] {
        let reply = client.upload(FILES, fields, ("people.csv", GOOD.as_bytes())).await;
        assert!(!reply.error_keys().is_empty(), "{fields:?}");
    }
    let list = client.get(&format!("{FILES}?EmployerIds={group}&Page=1")).await.value();
    assert_eq!(list["TotalRecords"], 0);
    assert_eq!(app.stored_files(), Vec::<String>::new());
    let in_two_days = app.ctx.now() + chrono::TimeDelta::days(2);
    let announced = store::stored_files::due(&app.ctx.store.read(), in_two_days, 9).await.expect("an answer");
    assert!(announced.is_empty(), "{announced:?}");
}

#[tokio::test]
async fn a_refused_upload_leaves_the_file_that_it_was_to_replace() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], GOOD).await;
    app.run_jobs().await;
    let before = client.census(&file).await;
    let id = file["Id"].to_string();
    let reply = client.upload(FILES, &[("censusFileId", &id)], ("people.csv", b"a,b\r\n1,2\r\n")).await;
    assert_eq!(reply.error_keys(), ["File"]);
    assert_eq!(client.get(&format!("{FILES}/{id}")).await.value(), before);
    assert_eq!(client.get(&format!("{FILES}/{id}/download")).await.bytes, GOOD.as_bytes());
    assert_eq!(app.stored_files().len(), 1);
}

#[tokio::test]
async fn replaced_content_goes_with_the_next_tidying() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], WRONG).await;
    app.run_jobs().await;
    let id = file["Id"].to_string();
    client.replace_census(&file, GOOD).await;
    app.run_jobs().await;
    assert_eq!(app.stored_files().len(), 2);
    for _ in 0..2 {
        app.tidy_up().await;
        assert_eq!(app.stored_files().len(), 1);
    }
    assert_eq!(client.get(&format!("{FILES}/{id}/download")).await.bytes, GOOD.as_bytes());
}

#[tokio::test]
async fn others_than_administrators_end_nobody_and_see_their_own_groups_only() {
    let app = TestApp::start().await;
    let (mine, foreign) = (app.group().create().await, app.group().create().await);
    let (_, user) = app.user(Role::GroupUser, None, &[mine]).await;
    let fields = [("EmployerId", mine.to_string()), ("ExplicitImport", "true".to_owned())];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    let file = user.upload(FILES, &fields, ("people.csv", GOOD.as_bytes())).await.value();
    assert_eq!(file["ExplicitImport"], false);
    assert_eq!(file["EffectiveExplicitImport"], false);
    assert_eq!(user.delete(&file_path(&file)).await.status, 403);

    let hidden = app.administrator().await.upload_census(foreign, &[], GOOD).await;
    assert_eq!(user.get(&format!("{FILES}/{}", hidden["Id"])).await.status, 404);
    let id = foreign.to_string();
    assert_eq!(user.upload(FILES, &[("employerId", &id)], ("people.csv", GOOD.as_bytes())).await.status, 404);
    assert_eq!(user.get(&format!("{FILES}?Page=1")).await.value()["TotalRecords"], 1);
}

#[tokio::test]
async fn the_original_comes_back_as_it_was_and_a_deleted_file_is_gone() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], GOOD).await;
    app.run_jobs().await;
    let path = file_path(&file);
    assert_eq!(client.get(&format!("{path}/download")).await.bytes, GOOD.as_bytes());
    assert_eq!(client.delete(&path).await.status, 200);
    assert_eq!(client.get(&path).await.status, 404);
    assert_eq!(client.get(&format!("{FILES}?Page=1")).await.value()["TotalRecords"], 0);
}

#[tokio::test]
async fn a_file_of_several_groups_becomes_one_for_each_and_names_the_unknown() {
    let app = TestApp::start().await;
    let (first, second) = (app.group().create().await, app.group().create().await);
    let client = app.administrator().await;
    let code = async |group: GroupId| {
        client.get(&format!("/api/v1/employers/{group}")).await.value()["GroupId"].as_str().expect("a code").to_owned()
    };
    let (one, two) = (code(first).await, code(second).await);
    let content = format!(
        "GroupId,FirstName,LastName,DateOfBirth\r\n{one},Ana,Reyes,05/17/1984\r\n{two},Bo,Lund,1990-01-02\r\n\
         99999,Cy,Moss,1991-01-02\r\n"
    );
    let file = client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", content.as_bytes())).await.value();
    app.run_jobs().await;
    let file = client.census(&file).await;
    assert_eq!(file["StatusFormatted"], "Errors");
    assert_eq!(file["ReadyForProcessing"], false);
    for group in [first, second] {
        let list = client.get(&format!("{FILES}?EmployerIds={group}&Page=1")).await.value();
        assert_eq!(list["TotalRecords"], 1);
        assert_eq!(list["Data"][0]["ParentFileId"], file["Id"]);
        assert_eq!(list["Data"][0]["LastCompletedTask"]["Data"]["TotalRecords"], 1);
    }
}

#[tokio::test]
async fn a_new_upload_replaces_the_content_and_starts_over() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], WRONG).await;
    app.run_jobs().await;
    let id = file["Id"].to_string();
    let again = client.replace_census(&file, GOOD).await;
    assert_eq!((&again["Id"], &again["Name"]), (&file["Id"], &file["Name"]));
    assert_eq!(again["OriginalFileName"], "better.csv");
    assert_eq!(again["StatusFormatted"], "Queued");
    app.run_jobs().await;
    assert_eq!(client.get(&format!("{FILES}/{id}/download")).await.bytes, GOOD.as_bytes());
}

/// Headings that tell nothing of themselves.
const ODD: &str = "Vorname,Nachname,Tag,Ort\r\nAna,Reyes,05/17/1984,Dayton\r\nBo,Lund,1990-01-02,Troy\r\n";
/// The same with two headings that are known, so that the file is taken in.
const HALF_KNOWN: &str = "First Name,Nachname,Tag,City\r\nAna,Reyes,05/17/1984,Dayton\r\nBo,Lund,1990-01-02,Troy\r\n";

fn all_columns() -> Value {
    json!([
        {"Index": 0, "Field": "FirstName"},
        {"Index": 1, "Field": "LastName"},
        {"Index": 2, "Field": "DateOfBirth"},
        {"Index": 3, "Field": null},
    ])
}

#[tokio::test]
async fn columns_are_mapped_by_hand_and_remembered_for_the_group() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], HALF_KNOWN).await;
    app.run_jobs().await;
    let broken = client.census(&file).await;
    assert_eq!(broken["StatusFormatted"], "Errors", "{broken}");
    let mapping = format!("{}/mapping", task_path(&file, 0));
    let found = client.get(&mapping).await.value();
    assert_eq!((&found["HeadingLine"], &found["Missing"]), (&json!(1), &json!(["Last Name", "Date of Birth"])));
    let column = json!({"Index": 3, "Heading": "City", "Field": "City", "How": "Known", "Family": null, "Values": ["Dayton", "Troy"], "Suggested": null});
    assert_eq!(found["Columns"][3], column);

    client.put(&mapping, json!({"Columns": all_columns()})).await.value();
    app.run_jobs().await;
    let mended = client.census(&file).await;
    assert_eq!((&mended["StatusFormatted"], &mended["HasErrors"]), (&json!("Needs Attention"), &json!(false)));
    // A run by hand keeps what was asked for.
    app.run_task(&client, &file, 0).await;
    assert_eq!(client.get(&mapping).await.value()["Columns"][1]["Field"], "LastName");

    let next = client.upload_census(group, &[], HALF_KNOWN).await;
    app.run_jobs().await;
    let next = client.census(&next).await;
    assert_eq!(next["StatusFormatted"], "Needs Attention", "remembered: {next}");
    let remembered = client.get(&format!("{}/mapping", task_path(&next, 0))).await.value();
    assert_eq!(remembered["Columns"][1]["How"], "Remembered");
    let other = client.upload_census(app.group().create().await, &[], HALF_KNOWN).await;
    app.run_jobs().await;
    assert_eq!(client.census(&other).await["HasErrors"], true, "another group");
}

#[tokio::test]
async fn nobody_but_administrators_sets_the_headings_of_everybodys_files() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let (_, theirs) = app.user(Role::GroupUser, None, &[group]).await;
    let administrator = app.administrator().await;
    let code = administrator.get(&format!("/api/v1/employers/{group}")).await.value()["GroupId"].clone();
    let content = format!(
        "GroupId,FirstName,LastName,DateOfBirth\r\n{},Ana,Reyes,05/17/1984\r\n",
        code.as_str().expect("a code")
    );
    let exchanged = json!({"Columns": [{"Index": 1, "Field": "LastName"}, {"Index": 2, "Field": "FirstName"}]});
    let how = async |client: &Client| {
        let upload = async || client.upload(FILES, &[("isMultiGroup", "true")], ("all.csv", content.as_bytes())).await;
        let file = upload().await.value();
        app.run_jobs().await;
        client.put(&format!("{}/mapping", task_path(&file, 5)), exchanged.clone()).await.value();
        app.run_jobs().await;
        let next = upload().await.value();
        app.run_jobs().await;
        administrator.get(&format!("{}/mapping", task_path(&next, 5))).await.value()["Columns"][1]["How"].clone()
    };
    assert_eq!(how(&theirs).await, "Known", "for the file at hand, and no other");
    assert_eq!(how(&administrator).await, "Remembered");
}

#[tokio::test]
async fn a_mapping_that_cannot_be_is_refused() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], HALF_KNOWN).await;
    app.run_jobs().await;
    let mapping = format!("{}/mapping", task_path(&file, 0));
    for (what, columns) in [
        ("an unknown field", json!([{"Index": 0, "Field": "Shoe"}])),
        ("a column that is not there", json!([{"Index": 9, "Field": "City"}])),
        ("a field twice", json!([{"Index": 1, "Field": "City"}, {"Index": 3, "Field": "City"}])),
        ("required ones left out", json!([{"Index": 1, "Field": "LastName"}])),
    ] {
        let keys = client.put(&mapping, json!({"Columns": columns})).await.error_keys();
        assert!(keys.iter().all(|key| key == "Columns"), "{what}: {keys:?}");
    }
    let far = client.put(&mapping, json!({"HeadingLine": 50, "Columns": all_columns()})).await;
    assert_eq!(far.error_keys(), ["HeadingLine"]);
    assert_eq!(client.get(&format!("{mapping}?HeadingLine=3")).await.error_keys(), ["HeadingLine"]);
    assert_eq!(client.get(&format!("{}/mapping", task_path(&file, 1))).await.status, 404);
    let (_, stranger) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.get(&mapping).await.status, 404);
    assert_eq!(stranger.put(&mapping, json!({"Columns": all_columns()})).await.status, 404);
}

#[tokio::test]
async fn a_heading_line_is_pointed_at_by_hand() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let content = format!("First Name,Last Name,DOB,City\r\n{ODD}");
    let file = client.upload_census(group, &[], &content).await;
    app.run_jobs().await;
    let mapping = format!("{}/mapping", task_path(&file, 0));
    assert_eq!(client.get(&mapping).await.value()["HeadingLine"], 1);
    let seen = client.get(&format!("{mapping}?HeadingLine=2")).await.value();
    assert_eq!((&seen["Columns"][0]["Heading"], &seen["AskedHeadingLine"]), (&json!("Vorname"), &json!(2)));
    client.put(&mapping, json!({"HeadingLine": 2, "Columns": all_columns(), "Remember": false})).await.value();
    app.run_jobs().await;
    let file = client.census(&file).await;
    assert_eq!(file["LastCompletedTask"]["Data"]["TotalRecords"], 2, "{file}");
}

#[tokio::test]
async fn headings_that_only_the_group_knows_are_taken_in_once_they_are_remembered() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let id = group.to_string();
    let file = client.upload(FILES, &[("employerId", &id)], ("people.csv", ODD.as_bytes())).await.value();
    app.run_jobs().await;
    assert_eq!(client.census(&file).await["HasErrors"], true, "nobody has said what they mean");
    let mapping = format!("{}/mapping", task_path(&file, 0));
    client.put(&mapping, json!({"Columns": all_columns()})).await.value();
    let next = client.upload_census(group, &[], ODD).await;
    app.run_jobs().await;
    assert_eq!(client.census(&next).await["StatusFormatted"], "Needs Attention");
}
