//! The same list processed twice: the second one ends as done already, without an error on any row.

use domain::GroupId;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, on_roster, task, task_path};
use crate::support::{Client, TestApp, on_both_engines};

on_both_engines!(
    the_same_list_processed_twice_at_once_is_done_already,
    a_list_that_says_otherwise_still_waits_for_a_person,
);

const ROSTER: &str = "E-1,Primary,Ana,Abel,05/17/1984,,Dayton,,F1\nE-2,Primary,Ben,Moss,01/02/1990,,Troy,,F2\n";
/// Ana has moved, Ben has left, Cy is new with a child; so is Dot, without an id.
const LIST: &str = "E-1,Primary,Ana,Abel,05/17/1984,,Lima,,F1\nE-2,Primary,Ben,Moss,01/02/1990,,Troy,Inactive,F2\n\
                    E-3,Primary,Cy,Lund,03/04/1991,,Troy,,F3\n,Dependent,Kit,Lund,02/03/2015,,Troy,,F3\n\
                    ,Primary,Dot,Reed,06/07/1992,,Troy,,F4\n";

/// A day that has come, and one that has not.
const DAYS: [&str; 2] = [COME, "08/15/2026"];
const COME: &str = "07/01/2026";

async fn inspected(app: &TestApp, client: &Client, group: GroupId, from: &str, rows: &str) -> Value {
    let file = app.uploaded(client, group, &[("globalEffectiveDate", from)], rows).await;
    app.run_tasks(client, &file, 1..=3).await
}

/// A group with members, and two lists of a day that were inspected before either was processed; both are processed.
async fn both(engine: Engine, from: &str, one: &str, other: &str) -> (TestApp, Client, GroupId, [Value; 2]) {
    let app = TestApp::on(engine).await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let first = inspected(&app, &client, group, COME, ROSTER).await;
    app.processed(&client, &first).await;
    let files = [inspected(&app, &client, group, from, one).await, inspected(&app, &client, group, from, other).await];
    for file in &files {
        client.confirm_endings(file).await;
        client.look_at_changes(file).await;
    }
    client.post(&format!("{FILES}/process"), json!({"FileIds": [files[0]["Id"], files[1]["Id"]]})).await.value();
    app.run_jobs().await;
    let files = [client.census(&files[0]).await, client.census(&files[1]).await];
    (app, client, group, files)
}

async fn the_same_list_processed_twice_at_once_is_done_already(engine: Engine) {
    for from in DAYS {
        done_already(engine, from).await;
    }
}

async fn done_already(engine: Engine, from: &str) {
    let (app, client, group, files) = both(engine, from, LIST, LIST).await;
    for file in &files {
        assert_eq!(
            (&file["StatusFormatted"], &file["HasErrors"]),
            (&json!("Completed"), &json!(false)),
            "{engine:?}: {file}"
        );
    }
    // Still to leave, and still to start.
    let (left, new) = if from == COME { (1, 0) } else { (2, 3) };
    let roster = [
        on_roster("Ana", 0, "Lima"),
        on_roster("Ben", left, "Troy"),
        on_roster("Cy", new, "Troy"),
        on_roster("Dot", new, "Troy"),
        on_roster("Kit", new, "Troy"),
    ];
    assert_eq!(client.roster(group).await, roster, "{engine:?}: each once");
    // What both were to do was done once, and each tells what it has done.
    let mut told = 0;
    for file in &files {
        let changes = client.get(&format!("{}/changes", task_path(file, 3))).await.value();
        let done = ["Created", "Updated", "Reactivated", "Terminated"]
            .map(|name| task(file, 4)["Data"]["Summary"][name].as_i64().unwrap_or_default());
        assert_eq!(changes["TotalRecords"], done.iter().sum::<i64>(), "{engine:?}: {changes}");
        told += done.iter().sum::<i64>();
    }
    assert_eq!(told, 5, "{engine:?}");
    let again = inspected(&app, &client, group, from, LIST).await;
    let again = app.processed(&client, &again).await;
    assert_eq!(again["HasErrors"], false, "{engine:?}: {again}");
    assert_eq!(client.roster(group).await, roster);
}

async fn a_list_that_says_otherwise_still_waits_for_a_person(engine: Engine) {
    let other = LIST.replace("Lima", "Xenia").replace("06/07/1992,,Troy", "06/07/1992,,Xenia");
    for from in DAYS {
        let (_app, client, group, files) = both(engine, from, LIST, &other).await;
        assert!(files.iter().any(|file| file["HasErrors"] == true), "{engine:?} {from}: {files:?}");
        let names: Vec<String> = client.roster(group).await.into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["Ana", "Ben", "Cy", "Dot", "Kit"], "{engine:?} {from}: nobody twice");
    }
}
