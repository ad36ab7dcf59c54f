//! Files that end half of a group, or name less than half of it, wait for a yes however small the group is (rules.md#small-groups).

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, HEADING, UNSEEN, file_path, task};
use crate::support::{Client, TestApp};

/// Members of a group, numbered from 0.
async fn members(app: &TestApp, group: GroupId, count: usize) {
    for number in 0..count {
        app.member(group).named(&first_name(number), "Abel").numbered(&format!("E-{number}")).create().await;
    }
}

/// Rows of members by their numbers.
/// A name for each number, by letters alone.
fn first_name(number: usize) -> String {
    let letter = |place: usize| char::from(b"abcdefghijklmnopqrstuvwxyz"[place % 26]);
    format!("P{}{}", letter(number / 26), letter(number))
}

fn rows(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers
        .into_iter()
        .map(|number| format!("E-{number},Primary,{},Abel,05/17/1984,,,,\n", first_name(number)))
        .collect()
}

async fn inspected(app: &TestApp, client: &Client, group: GroupId, explicit: &str, rows: &str) -> Value {
    let settings = [("explicitImport", explicit), ("globalEffectiveDate", "07/01/2026")];
    let file = client.upload_census(group, &settings, format!("{HEADING}{rows}")).await;
    app.run_jobs().await;
    app.processed_once(client, &file).await
}

async fn active(client: &Client, group: GroupId) -> usize {
    client.roster(group).await.iter().filter(|(_, status, _)| *status == 0).count()
}

/// A wrong file ended four of five members: below the usual five, and yet nearly all.
#[tokio::test]
async fn a_file_that_ends_half_of_a_small_group_waits() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        for (count, named, waits) in [
            (
                5,
                1,
                Some("This file would end 4 of 5 active members. An administrator has to confirm that number first."),
            ),
            (
                4,
                2,
                Some("This file would end 2 of 4 active members. An administrator has to confirm that number first."),
            ),
            (5, 3, None),
        ] {
            let group = app.census_group().await;
            members(&app, group, count).await;
            let held = inspected(&app, &client, group, "true", &rows(0..named)).await;
            assert_eq!(held["WaitsFor"], waits.unwrap_or(UNSEEN), "{engine:?}: {held}");
            assert_eq!(
                (&held["Questions"], &held["ReadyForProcessing"]),
                (&json!([]), &json!(waits.is_none())),
                "{held}"
            );
            if waits.is_some() {
                client.confirm_endings(&held).await;
            }
            let done = app.processed(&client, &held).await;
            assert_eq!(done["StatusFormatted"], "Completed", "{done}");
            assert_eq!(active(&client, group).await, named, "{engine:?}");
        }
        // The only member, ended by the status of its row in a file that ends no absent members.
        let group = app.census_group().await;
        members(&app, group, 1).await;
        let held = inspected(&app, &client, group, "false", "E-0,Primary,P0,Abel,05/17/1984,,,In-Active,\n").await;
        let waits = "This file would end 1 of 1 active members. An administrator has to confirm that number first.";
        assert_eq!(held["WaitsFor"], waits, "{engine:?}: {held}");
        assert_eq!(active(&client, group).await, 1, "{engine:?}");
    }
}

/// A file of another group names no member of this one, and makes all its people members.
#[tokio::test]
async fn a_file_that_names_less_than_half_of_a_group_asks_whose_it_is() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        members(&app, group, 5).await;
        let client = app.administrator().await;
        let strangers = "S-1,Primary,Uma,Quist,02/03/1971,,,,\nS-2,Primary,Otto,Zander,09/09/1966,,,,\n";
        let held = inspected(&app, &client, group, "false", &format!("{}{strangers}", rows(0..2))).await;
        let question = &held["Questions"][0];
        assert_eq!(
            question["Question"],
            "This file names 2 of the 5 active members of this group. Is it this group's file?"
        );
        assert_eq!((&question["Kind"], &question["Holds"]), (&json!("FewNamed"), &json!(true)), "{held}");
        assert_eq!(held["WaitsFor"], "A question about this file is not answered.", "{held}");
        let listed = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
        assert_eq!(listed["TotalRecords"], 0, "{engine:?}");
        client.look_at_changes(&held).await;
        let path = format!("{}/questions/{}", file_path(&held), question["Id"]);
        // A no does not let it go on; the same question outlives another inspection with its answer.
        assert_eq!(client.put(&path, json!({"Answer": false})).await.value()["Questions"][0]["Holds"], true);
        let refused = client.post(&format!("{FILES}/process"), json!({"FileIds": [held["Id"]]})).await;
        assert_eq!(refused.message(), "You did not select any files eligible for processing.");
        client.put(&path, json!({"Answer": true})).await.value();
        let again = app.run_task(&client, &held, 3).await;
        assert_eq!((&again["Questions"][0]["Answer"], &again["WaitsFor"]), (&json!(true), &json!(UNSEEN)), "{again}");
        let done = app.processed(&client, &again).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(active(&client, group).await, 7, "{engine:?}");
        // Every role that may work on files may answer.
        let (_, broker) = app.user(Role::GroupUser, None, &[group]).await;
        let file = inspected(&app, &broker, group, "false", strangers).await;
        assert_eq!(
            file["Questions"][0]["Question"].as_str().map(|text| &text[..36]),
            Some("This file names 2 of the 7 active me")
        );
        broker.say_whose(&file).await;
        assert_eq!(broker.census(&file).await["WaitsFor"], UNSEEN, "{engine:?}");
    }
}

/// Half of the group is named, the group is empty, or only its employees are asked for: nothing is asked.
#[tokio::test]
async fn a_file_that_may_be_the_groups_is_not_asked_about() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let empty = app.census_group().await;
        for explicit in ["false", "true"] {
            let first = inspected(&app, &client, empty, explicit, &rows(0..3)).await;
            assert_eq!((&first["Questions"], &first["WaitsFor"]), (&json!([]), &json!(UNSEEN)), "{engine:?}: {first}");
        }
        let half = app.census_group().await;
        members(&app, half, 4).await;
        let file = inspected(&app, &client, half, "false", &rows(0..2)).await;
        assert_eq!((&file["Questions"], &file["WaitsFor"]), (&json!([]), &json!(UNSEEN)), "{engine:?}: {file}");
        // Dependents of a group whose files hold none are not missed.
        let employees = app.group().with(|form| form.flags.process_dependents = false).create().await;
        members(&app, employees, 2).await;
        for name in ["Kit", "Kim", "Kay"] {
            app.member(employees)
                .named(name, "Abel")
                .with(|details| details.member_type = "Dependent".to_owned())
                .create()
                .await;
        }
        let file = inspected(&app, &client, employees, "false", &rows(0..2)).await;
        assert_eq!((&file["Questions"], &file["WaitsFor"]), (&json!([]), &json!(UNSEEN)), "{engine:?}: {file}");
        assert_eq!(task(&file, 3)["Data"]["Summary"]["ActiveMembers"], 5, "{file}");
    }
}
