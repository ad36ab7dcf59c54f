//! Rosters that are sent back as they are (rules.md#roster-download).

use domain::GroupId;

use store::Engine;

use crate::support::TestApp;
use crate::support::census::HEADING;

const NAMES: [&str; 8] = ["Alda", "Bo", "Cyrus", "Dinah", "Egon", "Fritz", "Gudrun", "Hugo"];
const LAST_NAMES: [&str; 8] = ["Abel", "Brandt", "Castillo", "Dietrich", "Evans", "Fujita", "Gonzalez", "Hoffmann"];

async fn group_of_eight(app: &TestApp) -> GroupId {
    let group = app.census_group().await;
    for (number, (name, last_name)) in NAMES.iter().zip(LAST_NAMES).enumerate() {
        app.member(group).named(name, last_name).numbered(&format!("E-{number}")).create().await;
    }
    group
}

/// The roster of today tells what is pending, and sending it back changes nothing.
#[tokio::test]
async fn a_roster_sent_back_takes_no_end_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = group_of_eight(&app).await;
        let settings = [("explicitImport", "false"), ("globalEffectiveDate", "08/01/2026")];
        let end = format!("{HEADING}E-7,Primary,Hugo,Hoffmann,05/17/1984,,,In-Active,\n");
        let file = client.upload_census(group, &settings, end).await;
        app.run_jobs().await;
        app.processed(&client, &file).await;
        let before = client.roster(group).await;
        assert_eq!(before[7].1, 2, "{engine:?}: a pending end: {before:?}");
        let roster = client.get(&format!("/api/v1/employers/{group}/census")).await;
        let text = String::from_utf8(roster.bytes).expect("UTF-8");
        assert!(text.contains("Pending In-Active"), "{text}");
        let file = client.upload_census(group, &[("explicitImport", "true")], text).await;
        app.run_jobs().await;
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{engine:?}: {done}");
        assert_eq!(client.roster(group).await, before, "{engine:?}");
    }
}
