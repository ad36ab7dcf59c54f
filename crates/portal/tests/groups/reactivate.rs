//! Serving a group again that had ended: what becomes of the members that ended with it.

use domain::GroupId;
use domain::access::Role;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Client, Reply, TestApp, day};

fn path(group: GroupId) -> String {
    format!("/api/v1/employers/{group}")
}

async fn terminate(client: &Client, group: GroupId) {
    client.post(&format!("{}/terminate", path(group)), json!({})).await.value();
}

async fn foreseen(client: &Client, group: GroupId) -> (Value, Value) {
    let found = client.get(&format!("{}/reactivation", path(group))).await.value();
    (found["EndedMembers"].clone(), found["EffectiveDate"].clone())
}

/// Saves the group as the editor does, served again, with what is said about its members.
async fn serve_again(client: &Client, group: GroupId, said: Value) -> Reply {
    let mut posted = client.get(&path(group)).await.value();
    posted["Status"] = json!(0);
    for (key, value) in said.as_object().expect("fields") {
        posted[key] = value.clone();
    }
    client.put(&path(group), posted).await
}

async fn counters_are_right(app: &TestApp) {
    let drifted = store::counts::upkeep::drifted(&app.ctx.store.read(), app.ctx.today()).await.expect("an answer");
    assert!(drifted.is_empty(), "{drifted:?}");
}

#[tokio::test]
async fn a_person_decides_what_becomes_of_the_members_and_the_termination_date_goes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        app.travel_to("2026-07-02T16:00:00Z");
        let client = app.administrator().await;
        let group = app.group().create().await;
        let active = app.member(group).named("Ana", "Abel").create().await;
        let leaving = app.member(group).named("Bo", "Abel").then(Status::InActive, "2026-09-15").create().await;
        let gone = app.member(group).named("Cy", "Abel").then(Status::InActive, "2026-03-01").create().await;
        assert_eq!(foreseen(&client, group).await.0, 0, "no member has ended with a group that is served");
        app.travel_to("2026-07-02T16:10:00Z");
        terminate(&client, group).await;
        app.travel_to("2026-07-20T16:00:00Z");
        let client = app.administrator().await;
        assert_eq!(foreseen(&client, group).await, (json!(2), json!("2026-08-01")));

        let unsaid = serve_again(&client, group, json!({"Name": ""})).await;
        assert_eq!(unsaid.error_keys(), ["Name", "BringBackMembers"], "all errors at once");
        let early = json!({"BringBackMembers": true, "MembersEffectiveDate": "1999-01-01"});
        assert_eq!(serve_again(&client, group, early).await.error_keys(), ["MembersEffectiveDate"]);
        assert_eq!(client.get(&path(group)).await.value()["Status"], 1, "nothing was saved");
        assert_eq!(app.standing(active).await, "A2026-01-01 I2026-07-02");

        let back = json!({"BringBackMembers": true, "MembersEffectiveDate": "07/10/2026"});
        let served = serve_again(&client, group, back).await.value();
        assert_eq!((&served["Status"], &served["TerminationDate"]), (&json!(0), &Value::Null));
        assert_eq!(app.standing(active).await, "A2026-01-01 I2026-07-02 A2026-07-10", "{engine:?}");
        assert_eq!(app.standing(leaving).await, "A2026-01-01 I2026-07-02 A2026-07-10 I2026-09-15", "{engine:?}");
        assert_eq!(app.standing(gone).await, "A2026-01-01 I2026-03-01");
        let count = client.get(&format!("{}/members/count", path(group))).await.value();
        assert_eq!((&count["ActiveMembers"], &count["InActiveMembers"]), (&json!(2), &json!(1)));
        assert_eq!(foreseen(&client, group).await.0, 0);
        counters_are_right(&app).await;
    }
}

#[tokio::test]
async fn members_may_stay_ended_and_a_second_end_is_about_its_own_only() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let first = app.member(group).named("Ana", "Abel").create().await;
    app.travel_to("2026-07-20T16:10:00Z");
    terminate(&client, group).await;
    app.travel_to("2026-08-10T16:00:00Z");
    let client = app.administrator().await;
    let left = serve_again(&client, group, json!({"BringBackMembers": false})).await.value();
    assert_eq!((&left["Status"], &left["TerminationDate"]), (&json!(0), &Value::Null));
    assert_eq!(app.standing(first).await, "A2026-01-01 I2026-08-01");

    let second = app.member(group).named("Bo", "Abel").create().await;
    app.travel_to("2026-08-10T16:10:00Z");
    terminate(&client, group).await;
    assert_eq!(foreseen(&client, group).await.0, 1, "who was left ended is not asked about again");
    app.travel_to("2026-08-20T16:00:00Z");
    let client = app.administrator().await;
    let undone = serve_again(&client, group, json!({"BringBackMembers": true})).await;
    assert_eq!(undone.value()["Status"], 0);
    assert_eq!(app.standing(second).await, "A2026-01-01", "brought back before the end had come: no gap");
    assert_eq!(app.standing(first).await, "A2026-01-01 I2026-08-01");
    counters_are_right(&app).await;
}

#[tokio::test]
async fn the_history_says_who_came_back_with_the_group() {
    let app = TestApp::start().await;
    app.travel_to("2026-07-02T16:00:00Z");
    let client = app.administrator().await;
    let group = app.group().create().await;
    let member = app.member(group).create().await;
    let short = app.member(group).named("Bo", "Abel").then(Status::InActive, "2026-07-15").create().await;
    app.travel_to("2026-07-02T16:10:00Z");
    terminate(&client, group).await;
    app.travel_to("2026-07-20T16:00:00Z");
    let client = app.administrator().await;
    serve_again(&client, group, json!({"BringBackMembers": true, "MembersEffectiveDate": "2026-07-20"})).await.value();
    let history = async |subject: &str, id: i64| {
        let trail = client.get(&format!("/api/v1/audit?Subject={subject}&SubjectId={id}&Page=1")).await.value();
        let entry = trail["Data"][0].clone();
        let change = |change: &Value| format!("{}: {} > {}", change["Field"], change["Before"], change["After"]);
        let changes: Vec<String> = entry["Changes"].as_array().expect("changes").iter().map(change).collect();
        format!("{} {}", entry["ActionText"], changes.join(", ")).replace('"', "")
    };
    assert_eq!(
        history("group", group.get()).await,
        "Group made Active again MembersBroughtBack: null > 1, MembersLeftEnded: null > 1, Status: In-Active > Active, \
         TerminationDate: 07/02/2026 > null"
    );
    assert_eq!(
        history("member", member.get()).await,
        "Member activated EffectiveDate: null > 07/20/2026, Status: In-Active > Active"
    );
    assert_eq!(app.standing(short).await, "A2026-01-01 I2026-07-02", "its own end has come meanwhile");
}

#[tokio::test]
async fn a_group_without_members_is_served_again_unasked_and_others_ask_nothing() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let group = app.group().of(broker).with(|form| form.termination_on = Some(day("2026-12-31"))).create().await;
    let client = app.administrator().await;
    terminate(&client, group).await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, other) = app.user(role, Some(broker), &[group]).await;
        assert_eq!(other.get(&format!("{}/reactivation", path(group))).await.status, 403, "{role:?}");
    }
    assert_eq!(client.get("/api/v1/employers/99/reactivation").await.status, 404);
    let typed = serve_again(&client, group, json!({"TerminationDate": "2027-06-30"})).await.value();
    assert_eq!((&typed["Status"], &typed["TerminationDate"]), (&json!(0), &json!("2027-06-30")), "a new date stays");
}
