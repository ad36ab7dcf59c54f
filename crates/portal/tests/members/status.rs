//! The status of a member: ending it, beginning it again, and taking back what is pending.

use domain::GroupId;
use domain::access::{Role, Scope};
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, TestApp};

const LOCKED: &str = "This group is in-active and member information cannot be modified.";

async fn change(client: &Client, member: impl std::fmt::Display, call: &str, body: Value) -> crate::support::Reply {
    client.post(&format!("/api/v1/employees/{member}/{call}"), body).await
}

/// The status, the day of a pending one, and the history as `A2026-01-01 (I2026-08-01)`, cancelled changes in brackets.
fn told(member: &Value) -> (i64, Value, String) {
    let mut words = Vec::new();
    for change in member["StatusHistory"].as_array().expect("a history") {
        let letter = if ["Active", "Pending Active"].contains(&change["StatusName"].as_str().expect("a name")) {
            'A'
        } else {
            'I'
        };
        let word = format!("{letter}{}", change["EffectiveDate"].as_str().expect("a day"));
        words.push(if change["IsCancelled"] == true { format!("({word})") } else { word });
    }
    (member["Status"].as_i64().expect("a status"), member["PendingOn"].clone(), words.join(" "))
}

async fn active_counted(client: &Client, group: GroupId) -> Value {
    client.get(&format!("/api/v1/employers/{group}/members/count")).await.value()["ActiveMembers"].clone()
}

#[tokio::test]
async fn a_change_waits_for_next_month_after_the_third_and_is_taken_back() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let id = app.member(group).create().await;
    let ended = change(&client, id, "terminate", json!({"EmployeeId": 999})).await.value();
    assert_eq!(told(&ended), (2, json!("2026-08-01"), "I2026-08-01 A2026-01-01".to_owned()));
    assert_eq!(active_counted(&client, group).await, 1);
    for call in ["terminate", "activate"] {
        let refused = change(&client, id, call, json!({})).await;
        assert_eq!(refused.message(), "Undo the pending status change first.", "{call}");
        assert_eq!(refused.error_keys(), ["Status"]);
    }
    let undone = change(&client, id, "status/undo", json!({})).await.value();
    assert_eq!(told(&undone), (0, json!(null), "(I2026-08-01) A2026-01-01".to_owned()));
    let nothing = change(&client, id, "status/undo", json!({})).await;
    assert_eq!(
        (nothing.error_keys(), nothing.message()),
        (vec!["Status".to_owned()], "There is no status change to undo.".to_owned())
    );
    let already = change(&client, id, "activate", json!({})).await;
    assert_eq!(already.error_keys(), ["EffectiveDate"]);
}

#[tokio::test]
async fn the_first_three_days_count_at_once() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let id = app.member(group).create().await;
    app.travel_to("2026-08-04T03:59:00Z");
    let client = app.administrator().await;
    let ended = change(&client, id, "terminate", json!({})).await.value();
    assert_eq!(told(&ended), (1, json!(null), "I2026-08-03 A2026-01-01".to_owned()), "it is still the 3rd in New York");
    assert_eq!(active_counted(&client, group).await, 0);
    app.travel_to("2026-08-04T04:01:00Z");
    let client = app.administrator().await;
    let begun = change(&client, id, "activate", json!({})).await.value();
    assert_eq!(told(&begun), (3, json!("2026-09-01"), "A2026-09-01 I2026-08-03 A2026-01-01".to_owned()));
}

#[tokio::test]
async fn only_an_administrator_overrides_the_day_and_forces_an_undo() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let staff = app.administrator().await;
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    let past = json!({"OverrideDate": true, "EffectiveDate": "2026-05-01T00:00:00", "ForceUndo": true});
    for (client, call, body, expected) in [
        (&user, "terminate", past.clone(), "I2026-08-01 A2026-01-01"),
        (&staff, "terminate", past, "I2026-05-01 A2026-01-01"),
        (&staff, "terminate", json!({"OverrideDate": true, "EffectiveDate": "10/15/2026"}), "I2026-10-15 A2026-01-01"),
        (&staff, "terminate", json!({"EffectiveDate": "2026-05-01"}), "I2026-08-01 A2026-01-01"),
        (
            &staff,
            "terminate",
            json!({"OverrideDate": true, "EffectiveDate": "2025-12-01"}),
            "I2025-12-01 (A2026-01-01)",
        ),
        (&staff, "terminate", json!({"OverrideDate": true}), "EffectiveDate"),
        (&staff, "terminate", json!({"OverrideDate": true, "EffectiveDate": "1800-01-01"}), "EffectiveDate"),
        (&staff, "terminate", json!({"OverrideDate": true, "EffectiveDate": "2026-02-30"}), "EffectiveDate"),
        (&user, "status/undo", json!({"ForceUndo": true}), "Status"),
        (&staff, "status/undo", json!({"ForceUndo": true}), "I2026-07-20 A2026-01-01"),
    ] {
        let id = app.member(group).create().await;
        let reply = change(client, id, call, body.clone()).await;
        let found = match reply.json()["IsValid"] == true {
            true => told(&reply.value()).2,
            false => reply.error_keys().join(" "),
        };
        assert_eq!(found, expected, "{call} {body}");
    }
}

#[tokio::test]
async fn a_pending_member_is_what_the_day_makes_of_it_without_any_job() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let id = app.member(group).then(Status::InActive, "2026-08-01").then(Status::Active, "2026-08-02").create().await;
    for (now, status, pending, active) in [
        ("2026-07-20T16:00:00Z", 2, json!("2026-08-01"), 1),
        ("2026-08-01T04:00:00Z", 3, json!("2026-08-02"), 0),
        ("2026-08-02T04:00:00Z", 0, json!(null), 1),
    ] {
        app.travel_to(now);
        let client = app.administrator().await;
        let member = client.get(&format!("/api/v1/employees/{id}")).await.value();
        assert_eq!((&member["Status"], &member["PendingOn"]), (&json!(status), &pending), "{now}");
        let list = client.get(&format!("/api/v1/employees/search?GroupId={group}")).await.value();
        assert_eq!(list["Data"][0]["Status"], status, "{now}");
        assert_eq!(active_counted(&client, group).await, active, "{now}");
    }
    drop(client);
}

#[tokio::test]
async fn a_status_is_changed_in_scope_in_served_groups_and_on_the_version_that_was_read() {
    let app = TestApp::start().await;
    let (group, foreign) = (app.group().create().await, app.group().create().await);
    let (id, other) = (app.member(group).create().await, app.member(foreign).named("Ben", "Abel").create().await);
    let staff = app.administrator().await;
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    for call in ["terminate", "activate", "status/undo"] {
        for missing in [other.get(), 999] {
            assert_eq!(change(&user, missing, call, json!({})).await.status, 404, "{call}");
        }
        assert_eq!(change(&staff, id, call, json!({"Version": 7})).await.status, 409, "{call}");
        assert_eq!(change(&app.nobody(), id, call, json!({})).await.status, 401, "{call}");
    }
    let ended = change(&user, id, "terminate", json!({"Version": 1})).await.value();
    assert_eq!(ended["Version"], 2);
    let late = change(&staff, id, "status/undo", json!({"Version": 1})).await;
    assert_eq!(late.status, 409);
    assert!(late.message().starts_with("This record was changed by Dana Reyes2 on 07/20/2026"), "{}", late.message());
    store::testing::execute(&app.ctx.store, "update employer_group set status = 1").await;
    for call in ["terminate", "activate", "status/undo"] {
        let refused = change(&staff, id, call, json!({})).await;
        assert_eq!((refused.error_keys(), refused.message()), (vec![String::new()], LOCKED.to_owned()), "{call}");
    }
}

#[tokio::test]
async fn the_audit_says_from_which_status_to_which_and_from_when() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let id = app.member(group).create().await;
    change(&client, id, "terminate", json!({})).await.value();
    change(&client, id, "status/undo", json!({})).await.value();
    change(&client, id, "terminate", json!({"OverrideDate": true, "EffectiveDate": "2026-05-01"})).await.value();
    change(&client, id, "activate", json!({})).await.value();
    let filter = Filter { subject: Some("member".to_owned()), subject_id: Some(id.get()), ..Filter::default() };
    let page = domain::PageRequest::first(50);
    let rows =
        store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &page).await.expect("the audit").rows;
    let told: Vec<_> = rows
        .iter()
        .rev()
        .map(|row| {
            assert_eq!(row.group, Some(group));
            let detail = row.detail.clone().expect("a detail");
            let side =
                |side: &str| format!("{} {}", detail[side]["Status"], detail[side]["EffectiveDate"]).replace('"', "");
            format!("{}: {} to {}", row.action, side("before"), side("after"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "member.terminate: Active null to Pending In-Active 2026-08-01",
            "member.undo: Pending In-Active 2026-08-01 to Active null",
            "member.terminate: Active null to In-Active 2026-05-01",
            "member.activate: In-Active null to Pending Active 2026-08-01",
        ]
    );
}

/// Of several people who end a member at once, one does.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_member_ended_several_times_at_once_ends_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().create().await;
        let client = app.administrator().await;
        let id = app.member(group).create().await;
        let calls = (0..4).map(|_| change(&client, id, "terminate", json!({})));
        let replies = futures_util::future::join_all(calls).await;
        assert_eq!(replies.iter().filter(|reply| reply.json()["IsValid"] == true).count(), 1, "{engine:?}");
        assert!(replies.iter().all(|reply| reply.status == 200), "{engine:?}");
        let member = client.get(&format!("/api/v1/employees/{id}")).await.value();
        assert_eq!(told(&member).2, "I2026-08-01 A2026-01-01", "{engine:?}");
    }
}
