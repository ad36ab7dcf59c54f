//! Dependents and their primaries on the way from a file to the roster (decisions C6).

use serde_json::{Value, json};
use store::Engine;

use crate::support::TestApp;
use crate::support::census::task_path;

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

        let mut tied = app.uploaded(&client, group, &[], &family.replace("2010,,Dayton,,F1", "2010,,Dayton,,F2")).await;
        for number in 1..=3 {
            tied = app.run_task(&client, &tied, number).await;
        }
        let changes = async |number: i64| {
            let page = client.get(&format!("{}/changes?Kind=Update", task_path(&tied, number))).await.value();
            let rows = page["Data"].as_array().expect("rows").clone();
            rows.into_iter().find(|row| row["FirstName"] == "Kit").expect("the child")["Changes"].clone()
        };
        let named = json!([{"Field": "PrimaryEmployeeId", "Label": "Primary", "Old": "Ana Abel", "New": "Ben Moss"}]);
        assert_eq!(changes(3).await, named, "{engine:?}");
        app.processed(&client, &tied).await;
        let after = kits().await;
        assert_eq!((&after[2], changes(4).await), (&after[1], named), "{engine:?}");
    }
}
