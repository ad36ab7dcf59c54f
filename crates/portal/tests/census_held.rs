//! Rows and files that are held back: who is not ended by that, what a person may still decide, and what an import that is asked for
//! twice says and does.

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

/// Uploads rows with settings, and runs them up to a task.
async fn run_to(
    app: &TestApp,
    client: &Client,
    group: GroupId,
    (settings, rows, last): (&[(&str, &str)], &str, i64),
) -> Value {
    let mut file = app.uploaded(client, group, settings, rows).await;
    for number in 1..=last {
        file = app.run_task(client, &file, number).await;
    }
    file
}

const EXPLICIT: [(&str, &str); 2] = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];

fn summary<'a>(file: &'a Value, number: i64, name: &str) -> &'a Value {
    &task(file, number)["Data"]["Summary"][name]
}

/// Two rows, of which one was applied and the other waits since somebody has changed its member.
async fn imported_in_part(app: &TestApp, client: &Client, group: GroupId) -> Value {
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    let rows = "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-2,,Ben,Moss,05/17/1984,,Troy,,\n";
    let file = run_to(app, client, group, (&[], rows, 2)).await;
    app.move_member_to(group, "Ben", "Lima").await;
    let held = app.processed(client, &file).await;
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Troy"), on_roster("Ben", 0, "Lima")], "{held}");
    held
}
