//! Dependents and their primaries on the way from a file to the roster (rules.md#dependents-and-primaries).

use serde_json::{Value, json};
use store::Engine;

use crate::support::TestApp;
use crate::support::census::{task, task_path};

/// Two employees and the first one's child, whom a plain list names below the second one.
#[tokio::test]
async fn a_matched_dependent_keeps_its_primary_unless_the_file_ties_it_to_another() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let family = "E-1,Primary,Ana,Abel,05/17/1984,,Dayton,,F1\nE-2,Primary,Ben,Moss,01/02/1990,,Troy,,F2\n\
                      E-3,Dependent,Kit,Abel,02/03/2010,,Dayton,,F1\n";
        let settings = [("globalEffectiveDate", "07/01/2026")];
        let first = app.uploaded(&client, group, &settings, family).await;
        app.processed(&client, &first).await;
        let kits = async || -> Value {
            let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
            json!([list["Data"][0]["Id"], list["Data"][1]["Id"], list["Data"][2]["PrimaryEmployeeId"]])
        };
        let before = kits().await;
        assert_eq!(before[2], before[0], "{engine:?}");

        let plain = app.uploaded(&client, group, &[], &family.replace(",F1", ",").replace(",F2", ",")).await;
        let plain = app.processed(&client, &plain).await;
        assert_eq!((&plain["StatusFormatted"], kits().await), (&json!("Completed"), before.clone()), "{engine:?}");

        let tied = app.uploaded(&client, group, &[], &family.replace("2010,,Dayton,,F1", "2010,,Dayton,,F2")).await;
        let tied = app.run_tasks(&client, &tied, 1..=3).await;
        let changes = async |number: i64| {
            let page = client.get(&format!("{}/changes?Kind=Update", task_path(&tied, number))).await.value();
            let rows = page["Data"].as_array().expect("rows").clone();
            rows.into_iter().find(|row| row["FirstName"] == "Kit").expect("the child")["Changes"].clone()
        };
        let named = json!([{"Field": "PrimaryEmployeeId", "Label": "Primary", "Old": "Ana Abel", "New": "Ben Moss"}]);
        assert_eq!(changes(3).await, named, "{engine:?}");
        let question = &tied["Questions"][0];
        let asked = "These values replace stored ones: line 4 Kit Abel becomes a dependent of another employee. Are they right?";
        assert_eq!((&question["Question"], &question["Holds"]), (&json!(asked), &json!(true)), "{engine:?}: {tied}");
        let answer = format!("/api/v1/census/files/{}/questions/{}", tied["Id"], question["Id"]);
        client.put(&answer, json!({"Answer": true})).await.value();
        app.processed(&client, &tied).await;
        let after = kits().await;
        assert_eq!((&after[2], changes(4).await), (&after[1], named), "{engine:?}");
    }
}

/// Whose dependent somebody becomes is seen before the import, as what is read of the row is.
#[tokio::test]
async fn a_new_dependent_is_told_with_the_employee_it_gets() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let family = "E-1,Primary,Ana,Abel,05/17/1984,,Dayton,,F1\nE-3,Dependent,Kit,Moss,02/03/2010,,Dayton,,F1\n";
    let file = app.uploaded(&client, group, &[], family).await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    let employees = async |number: i64| -> Vec<Value> {
        let page = client.get(&format!("{}/changes?Kind=Create", task_path(&file, number))).await.value();
        let changes =
            page["Data"].as_array().expect("rows").iter().flat_map(|row| row["Changes"].as_array().expect("changes"));
        changes.filter(|change| change["Field"] == "PrimaryEmployeeId").cloned().collect()
    };
    let told = [json!({"Field": "PrimaryEmployeeId", "Label": "Primary", "Old": null, "New": "Ana Abel"})];
    assert_eq!(employees(3).await, told);
    app.processed(&client, &file).await;
    assert_eq!(employees(4).await, told);
}

/// What the inspection promises, the import does: nobody is made below an employee who was left out after the match, and whoever is a member
/// keeps the employee that the roster names.
#[tokio::test]
async fn dependents_of_an_employee_who_is_left_out_after_the_match_are_decided_without_him() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let family = "E-1,Primary,Ana,Abel,05/17/1984,,Dayton,,F1\nE-2,Dependent,Kit,Abel,02/03/2010,,Dayton,,F1\n\
                      E-3,Dependent,Lea,Abel,04/05/2012,,Dayton,,F1\n";
        let first = app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], family).await;
        app.processed(&client, &first).await;

        let other = "E-1,Primary,Wolfgang,Thorne,07/07/1977,,Troy,,F1\nE-2,Dependent,Kit,Abel,02/03/2010,,Toledo,,F1\n\
                     E-3,Dependent,Lea,Abel,04/05/2012,,Dayton,,F1\n,Dependent,Mia,Abel,11/02/2025,,Dayton,,F1\n";
        let file = app.uploaded(&client, group, &[], other).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        let row = json!({"RecordNumber": 1, "Skip": true});
        client.put(&format!("{}/skip", task_path(&file, 2)), row).await.value();
        let mia = client.census_record(&file, 4).await["Errors"][0]["Message"].clone();
        let waits = "The employee of this dependent was set aside or is no member. Choose a member or skip this row.";
        assert_eq!(mia, waits, "{engine:?}");
        let row = json!({"RecordNumber": 4, "Skip": true});
        client.put(&format!("{}/skip", task_path(&file, 2)), row).await.value();
        let file = app.run_task(&client, &file, 3).await;
        let summary = &task(&file, 3)["Data"]["Summary"];
        let promised = ["Create", "Update", "Unchanged"].map(|what| summary[what].clone());
        assert_eq!(promised, [0, 1, 1].map(|count| json!(count)), "{engine:?} {summary}");
        let page = client.get(&format!("{}/changes?Kind=Update", task_path(&file, 3))).await.value();
        let changed = page["Data"][0]["Changes"].as_array().expect("changes").clone();
        assert_eq!(changed.iter().map(|change| &change["Field"]).collect::<Vec<_>>(), ["City"], "{engine:?}");
        let file = app.processed(&client, &file).await;
        let done = &task(&file, 4)["Data"]["Summary"];
        let did = ["Created", "Updated", "Unchanged"].map(|what| done[what].clone());
        assert_eq!(did, promised, "{engine:?} {file}");
    }
}

/// The pricing group that counts is the one that the employee is in, whether the file says so or not.
#[tokio::test]
async fn a_new_dependent_needs_a_code_where_its_employees_pricing_group_asks_for_one() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let form = json!({"Name": "Exec", "PricingOptionId": 2, "EnableImplicitDependentPricing": false});
    let made = client.post(&format!("/api/v1/billing/{group}/pricing-groups"), form).await.value();
    let code = made["Code"].as_str().expect("a code").to_owned();
    let imported = async |code: &str, more: &str| -> Value {
        let csv = format!(
            "UniqueId,MemberType,FirstName,LastName,DateOfBirth,FamilyId,PricingGroupCode\n\
             E-1,Primary,Ana,Abel,05/17/1984,F1,{code}\n{more}"
        );
        let file = client.upload_census(group, &[], csv).await;
        app.run_jobs().await;
        app.processed(&client, &file).await
    };
    assert_eq!(imported(&code, "").await["StatusFormatted"], "Completed");
    let held = imported("", "E-2,Dependent,Kit,Abel,02/03/2010,F1,\n").await;
    let why = client.census_record(&held, 2).await["Errors"][0]["Message"].clone();
    assert!(why.as_str().is_some_and(|why| why.starts_with("Pricing Group Code is required")), "{held}");
    assert_eq!(client.roster(group).await.len(), 1);
    let fixed = json!({"Record": {"RecordNumber": 2, "PricingGroupCode": code}});
    client.put(&format!("{}/record", task_path(&held, 1)), fixed).await.value();
    assert_eq!(app.processed(&client, &held).await["StatusFormatted"], "Completed");
    assert_eq!(client.roster(group).await.len(), 2);
}

/// A default that asks for codes says nothing of an employee who is in another pricing group already.
#[tokio::test]
async fn a_new_dependent_takes_the_pricing_group_that_its_employee_is_in() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let groups = format!("/api/v1/billing/{group}/pricing-groups");
    let form = json!({"Name": "Exec", "PricingOptionId": 2, "EnableImplicitDependentPricing": true});
    let exec = client.post(&groups, form).await.value()["Code"].as_str().expect("a code").to_owned();
    let form =
        json!({"Name": "Floor", "PricingOptionId": 2, "EnableImplicitDependentPricing": false, "IsDefault": true});
    client.post(&groups, form).await.value();
    let imported = async |rows: String| -> Value {
        let csv = format!("UniqueId,MemberType,FirstName,LastName,DateOfBirth,FamilyId,PricingGroupCode\n{rows}");
        let file = client.upload_census(group, &[], csv).await;
        app.run_jobs().await;
        app.processed(&client, &file).await
    };
    let ana = "E-1,Primary,Ana,Abel,05/17/1984,F1,";
    assert_eq!(imported(format!("{ana}{exec}\n")).await["StatusFormatted"], "Completed");
    let done = imported(format!("{ana}\nE-2,Dependent,Kit,Abel,02/03/2010,F1,\n")).await;
    assert_eq!((&done["StatusFormatted"], client.roster(group).await.len()), (&json!("Completed"), 2), "{done}");
    let new = "E-3,Primary,Ben,Moss,01/02/1990,F2,\nE-4,Dependent,Max,Moss,02/03/2012,F2,\n";
    let held = imported(new.to_owned()).await;
    let why = client.census_record(&held, 2).await["Errors"][0]["Message"].clone();
    assert!(why.as_str().is_some_and(|why| why.starts_with("Pricing Group Code is required")), "{held}");
    assert_eq!(client.roster(group).await.len(), 3, "the employee only, who is in the default group");
}

/// Dependents in sections of their own belong to the employee of their name; whom the roster gives to another, the name alone does not move.
#[tokio::test]
async fn dependents_below_their_own_headings_wait_where_no_number_ties_them() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let family = "E-2,Primary,Ben,Moss,01/02/1990,,Troy,,F2\n,Dependent,Kit,Abel,02/03/2010,,Troy,,F2\n";
        let first = app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], family).await;
        app.processed(&client, &first).await;

        let sections = "Employees\nName,DOB\n\"Abel, Ana\",05/17/1984\n\"Moss, Ben\",01/02/1990\n\nSpouses\nName,DOB\n\"Abel, Tom\",03/04/1979\n\n\
                        Children\nName,DOB\n\"Abel, Kit\",02/03/2010\n\"Fox, Una\",02/03/2012\n";
        let file = client.upload_census(group, &[], sections).await;
        app.run_jobs().await;
        let file = app.run_task(&client, &client.census(&file).await, 1).await;
        for number in 3..=5 {
            let record = client.census_record(&file, number).await;
            let said = record["Errors"].as_array().expect("what is said").iter().map(|said| said["Message"].clone());
            let waits = "There is no employee for this dependent in the file.";
            assert!(said.into_iter().any(|said| said == waits), "{record}");
            let row = json!({"RecordNumber": number, "Skip": true});
            client.put(&format!("{}/skip", task_path(&file, 1)), row).await.value();
        }
        let file = app.processed(&client, &file).await;
        assert_eq!(file["StatusFormatted"], "Completed", "{engine:?} {file}");
        let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
        let of = |name: &str, key: &str| {
            let rows = list["Data"].as_array().expect("rows");
            rows.iter().find(|row| row["FirstName"] == name).map_or(Value::Null, |row| row[key].clone())
        };
        assert_eq!(list["Data"].as_array().map(Vec::len), Some(3), "{engine:?} {list}");
        assert_eq!(of("Kit", "PrimaryEmployeeId"), of("Ben", "Id"), "{engine:?}");
    }
}
