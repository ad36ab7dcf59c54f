//! Whom an explicit file ends for being absent.

use domain::GroupId;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{file_path, task};
use crate::support::{Client, TestApp};

/// Uploads rows as an explicit file from a day on, and runs them as far as they go.
async fn imported(app: &TestApp, client: &Client, group: GroupId, from: &str, rows: &str) -> Value {
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", from)];
    let file = app.uploaded(client, group, &settings, rows).await;
    app.processed(client, &file).await
}

/// Only who is leaving already is left alone (decisions C8); who is to be active later would be billed although nobody names them.
#[tokio::test]
async fn an_explicit_file_ends_absent_members_who_are_still_to_begin() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").since("2026-09-01").create().await;
        let back = app.member(group).named("Cy", "Lane").numbered("E-3").then(Status::InActive, "2026-03-01");
        back.then(Status::Active, "2026-10-01").create().await;
        app.member(group).named("Dee", "Rook").numbered("E-4").then(Status::InActive, "2026-09-01").create().await;
        let client = app.administrator().await;
        let statuses =
            async || -> Vec<i64> { client.roster(group).await.into_iter().map(|(_, status, _)| status).collect() };
        assert_eq!(statuses().await, [0, 3, 3, 2]);
        let file = imported(&app, &client, group, "07/01/2026", "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
        assert_eq!(file["StatusFormatted"], "Completed", "{file}");
        assert_eq!(task(&file, 3)["Data"]["Summary"]["Absent"], 2, "{file}");
        assert_eq!(task(&file, 4)["Data"]["Summary"]["Terminated"], 2, "{file}");
        assert_eq!(statuses().await, [0, 1, 1, 2], "{engine:?}");
        client.post(&format!("{}/undo", file_path(&file)), json!({})).await.value();
        app.run_jobs().await;
        assert_eq!(statuses().await, [0, 3, 3, 2], "{engine:?}: undone");
    }
}

/// Ended on a day behind its beginning, a member is left alone by the next file.
#[tokio::test]
async fn who_is_to_begin_and_to_end_later_is_ended_once() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").since("2026-09-01").create().await;
    let client = app.administrator().await;
    for ended in [1, 0] {
        let file = imported(&app, &client, group, "11/01/2026", "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
        let absent = &task(&file, 3)["Data"]["Summary"]["Absent"];
        assert_eq!((&file["StatusFormatted"], absent), (&json!("Completed"), &json!(ended)), "{file}");
    }
}
