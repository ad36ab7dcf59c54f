//! Notes on a group: lists, one, saving, deleting.

use chrono::TimeDelta;
use domain::access::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::TestApp;

fn path(group: impl std::fmt::Display) -> String {
    format!("/api/v1/employers/{group}/notes")
}

fn bodies(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|row| row["Body"].as_str().expect("a body")).collect()
}

#[tokio::test]
async fn a_new_note_is_general_and_carries_its_author() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let body = json!({"NoteId": 0, "EmployerGroupId": 99, "Note": " Call first.\nThen mail. "});
    let made = client.post(&path(group), body).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "Body": "Call first.\nThen mail.",
      "CreatedBy": "Dana Reyes1",
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "EmployerGroupId": 1,
      "Id": 1,
      "Note": "Call first.\nThen mail.",
      "NoteId": 1,
      "NoteType": 0,
      "UpdatedOn": "2026-07-20T16:00:00.000Z",
      "Version": 1
    }
    "#);
    assert_eq!(client.get(&format!("{}/1", path(group))).await.value(), made);
}

#[tokio::test]
async fn a_saved_note_keeps_author_and_type_and_a_stale_save_is_refused() {
    let app = TestApp::start().await;
    let (author, editor) = (app.administrator().await, app.administrator().await);
    let group = app.group().create().await;
    author.post(&path(group), json!({"Note": "Renewal due.", "NoteType": "1"})).await.value();
    app.pass(TimeDelta::minutes(5));
    let one = format!("{}/1", path(group));
    let change = json!({"Note": "Renewal done.", "Version": 1, "NoteId": 9});
    let saved = editor.put(&one, change.clone()).await.value();
    assert_json_snapshot!(saved, @r#"
    {
      "Body": "Renewal done.",
      "CreatedBy": "Dana Reyes1",
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "EmployerGroupId": 1,
      "Id": 1,
      "Note": "Renewal done.",
      "NoteId": 1,
      "NoteType": 1,
      "UpdatedOn": "2026-07-20T16:05:00.000Z",
      "Version": 2
    }
    "#);
    let stale = author.put(&one, change).await;
    assert_eq!((stale.status.as_u16(), stale.message().contains("Dana Reyes2")), (409, true), "{}", stale.message());
    let general = author.put(&one, json!({"Note": "Renewal done.", "NoteType": 0})).await.value();
    assert_eq!((&general["NoteType"], &general["Version"]), (&json!(0), &json!(3)), "without a version it writes");
}

#[tokio::test]
async fn what_a_save_does_not_name_stays_and_one_that_changes_nothing_writes_nothing() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let stored = client.post(&path(group), json!({"Note": "Renewal due.", "NoteType": 1})).await.value();
    let one = format!("{}/1", path(group));
    for nothing in [json!({}), stored.clone(), json!({"Note": "Renewal due. ", "NoteType": null})] {
        assert_eq!(client.put(&one, nothing).await.value(), stored);
    }
    assert_eq!(client.get("/api/v1/audit?Subject=note&SubjectId=1").await.value()["TotalRecords"], 1);
    let saved = client.put(&one, json!({"NoteType": 0})).await.value();
    assert_eq!((&saved["Note"], &saved["NoteType"], &saved["Version"]), (&json!("Renewal due."), &json!(0), &json!(2)));
    assert_eq!(client.put(&one, json!({"Note": null})).await.error_keys(), ["Note"]);
}

#[tokio::test]
async fn wrong_fields_are_named_and_nothing_is_written() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    client.post(&path(group), json!({"Note": "Called."})).await.value();
    for (body, keys) in [
        (json!({}), vec!["Note"]),
        (json!({"Note": " \n "}), vec!["Note"]),
        (json!({"Note": "x".repeat(4001)}), vec!["Note"]),
        (json!({"Note": "x".repeat(10_000)}), vec!["Note"]),
        (json!({"Note": "a\u{0}"}), vec!["Note"]),
        (json!({"Note": "Called.", "NoteType": 2}), vec!["NoteType"]),
        (json!({"Note": "Called.", "NoteType": -1}), vec!["NoteType"]),
        (json!({"Note": "Called.", "NoteType": "alert"}), vec!["NoteType"]),
        (json!({"NoteType": 7}), vec!["NoteType", "Note"]),
    ] {
        assert_eq!(client.post(&path(group), body.clone()).await.error_keys(), keys, "{body}");
        let named: Vec<_> = keys.into_iter().filter(|key| body.get(key).is_some()).collect();
        if !named.is_empty() {
            assert_eq!(client.put(&format!("{}/1", path(group)), body.clone()).await.error_keys(), named, "{body}");
        }
    }
    assert_eq!(bodies(&client.get(&path(group)).await.value()), ["Called."]);
    let longest = "\u{1f4de}".repeat(4000);
    assert_eq!(client.post(&path(group), json!({"Note": longest})).await.value()["Body"], longest);
}

#[tokio::test]
async fn lists_are_newest_first_and_alerts_are_those_of_the_header() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let (group, other) = (app.group().create().await, app.group().create().await);
        for (group, note, kind) in
            [(group, "a", 1), (group, "b", 0), (other, "c", 1), (group, "d", 1), (group, "e", 1), (group, "f", 0)]
        {
            client.post(&path(group), json!({"Note": note, "NoteType": kind})).await.value();
        }
        let list = async |path: String| client.get(&path).await.value();
        assert_eq!(bodies(&list(path(group)).await), ["f", "e", "d", "b", "a"]);
        assert_eq!(bodies(&list(format!("{}/alerts", path(group))).await), ["e", "d", "a"]);
        client.call("DELETE", &format!("{}/5", path(group)), Some(json!({"NoteId": 1}))).await.json();
        client.put(&format!("{}/4", path(group)), json!({"Note": "d", "NoteType": 0})).await.value();
        assert_eq!(bodies(&list(path(group)).await), ["f", "d", "b", "a"], "the path says which one goes");
        assert_eq!(bodies(&list(format!("{}/alerts", path(group))).await), ["a"]);
    }
}

#[tokio::test]
async fn a_deleted_note_is_gone_and_a_note_of_another_group_does_not_exist() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (own, other) = (app.group().create().await, app.group().create().await);
    for group in [own, own, other] {
        client.post(&path(group), json!({"Note": "Called."})).await.value();
    }
    let deleted = client.delete(&format!("{}/1", path(own))).await;
    assert_eq!((deleted.status.as_u16(), deleted.json()["IsValid"].clone()), (200, json!(true)));
    for path in [
        format!("{}/1", path(own)),
        format!("{}/3", path(own)),
        format!("{}/2", path(other)),
        format!("{}/99", path(own)),
        format!("{}/x", path(own)),
        format!("{}/2", path(99)),
    ] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
        assert_eq!(client.put(&path, json!({"Note": "x"})).await.status, 404, "{path}");
        assert_eq!(client.delete(&path).await.status, 404, "{path}");
    }
    for path in [path(99), format!("{}/alerts", path(99))] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(client.post(&path(99), json!({"Note": "x"})).await.status, 404);
    let trail = client.get("/api/v1/audit?Subject=note&SubjectId=1&Page=1").await.value();
    let told: Vec<_> = trail["Data"].as_array().expect("a list").iter().map(|row| &row["ActionText"]).collect();
    assert_eq!(told, ["Note deleted", "Note added"]);
}

#[tokio::test]
async fn only_administrators_see_notes() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let group = app.group().of(broker).create().await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(broker), &[group]).await;
        for path in [path(group), format!("{}/alerts", path(group)), format!("{}/1", path(group))] {
            assert_eq!(client.get(&path).await.status, 403, "{role:?} {path}");
        }
        assert_eq!(client.post(&path(group), json!({})).await.status, 403, "{role:?}");
        assert_eq!(client.delete(&format!("{}/1", path(group))).await.status, 403, "{role:?}");
    }
}
