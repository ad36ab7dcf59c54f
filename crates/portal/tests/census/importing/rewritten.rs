//! Files that give many members other names, and rosters that are sent back as they are (rules.md#many-other-values, rules.md#roster-download).

use domain::GroupId;
use domain::members::member::MemberDetails;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{HEADING, UNSEEN, file_path};
use crate::support::day;
use crate::support::{Client, TestApp};

const NAMES: [&str; 8] = ["Alda", "Bo", "Cyrus", "Dinah", "Egon", "Fritz", "Gudrun", "Hugo"];
const LAST_NAMES: [&str; 8] = ["Abel", "Brandt", "Castillo", "Dietrich", "Evans", "Fujita", "Gonzalez", "Hoffmann"];
const ASKED: &str = "A question about this file is not answered.";

/// A mail of each, so that the person of an id is known by more than the name.
fn mail(name: &str) -> String {
    format!("{}@example.com", name.to_lowercase())
}

/// The year of birth of each.
fn born(number: usize) -> usize {
    1960 + 3 * number
}

async fn group_of_eight(app: &TestApp) -> GroupId {
    let group = app.census_group().await;
    for (number, (name, last_name)) in NAMES.iter().zip(LAST_NAMES).enumerate() {
        let member = app.member(group).named(name, last_name).numbered(&format!("E-{number}"));
        let told = |details: &mut MemberDetails| {
            details.email = Some(mail(name));
            details.date_of_birth = day(&format!("{}-05-17", born(number)));
        };
        member.with(told).create().await;
    }
    group
}

/// The eight as rows, with the first names of those `moved` rows below.
fn rows(moved: usize) -> String {
    let names = NAMES.iter().cycle().skip(moved);
    let all = NAMES.iter().zip(LAST_NAMES).enumerate().zip(names);
    let row = |((number, (own, last_name)), name): ((usize, (&&str, &str)), &&str)| {
        format!("E-{number},Primary,{name},{last_name},05/17/{},{},,,\n", born(number), mail(own))
    };
    all.map(row).collect()
}

async fn inspected(app: &TestApp, client: &Client, group: GroupId, rows: &str) -> Value {
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
    let file = client.upload_census(group, &settings, format!("{HEADING}{rows}")).await;
    app.run_jobs().await;
    app.processed_once(client, &file).await
}

/// A column that has moved by a row renames everybody.
#[tokio::test]
async fn a_file_that_renames_many_members_waits_for_a_yes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = group_of_eight(&app).await;
        let right = inspected(&app, &client, group, &rows(0)).await;
        assert_eq!((&right["Questions"], &right["WaitsFor"]), (&json!([]), &json!(UNSEEN)), "{engine:?}: {right}");
        let held = inspected(&app, &client, group, &rows(1)).await;
        let question = &held["Questions"][0];
        assert_eq!(
            (&question["Kind"], &question["Question"], &held["WaitsFor"]),
            (
                &json!("Rewritten"),
                &json!("Of the 8 members whom this file names several get another value: First Name 8. Is that right?"),
                &json!(ASKED)
            ),
            "{engine:?}: {held}"
        );
        client.look_at_changes(&held).await;
        let path = format!("{}/questions/{}", file_path(&held), question["Id"]);
        assert_eq!(client.put(&path, json!({"Answer": false})).await.value()["Questions"][0]["Holds"], true);
        let names = |roster: Vec<(String, i64, String)>| roster.into_iter().map(|(name, ..)| name).collect::<Vec<_>>();
        assert_eq!(names(client.roster(group).await), NAMES, "{engine:?}");
        client.put(&path, json!({"Answer": true})).await.value();
        let again = app.run_task(&client, &held, 2).await;
        assert_eq!(again["Questions"][0]["Answer"], true, "the same question keeps its answer: {again}");
        let done = app.processed(&client, &again).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{engine:?}: {done}");
    }
}

/// The roster of today tells what is pending, and sending it back changes nothing.
#[tokio::test]
async fn a_roster_sent_back_takes_no_end_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = group_of_eight(&app).await;
        let settings = [("explicitImport", "false"), ("globalEffectiveDate", "08/01/2026")];
        let end = format!("{HEADING}E-7,Primary,Hugo,Hoffmann,05/17/{},,,In-Active,\n", born(7));
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
