//! Ending a group: the group, its members, its counters and its audit trail in one step.

use std::time::Instant;

use domain::access::{Role, Scope};
use domain::members::Status;
use domain::members::status::Timeline;
use domain::{GroupId, MemberId};
use serde_json::{Value, json};
use store::members::{NewMember, NewSpan, Source};
use store::{Engine, Stamp};

use crate::support::{Client, TestApp, day};

fn path(group: impl std::fmt::Display) -> String {
    format!("/api/v1/employers/{group}")
}

async fn terminate(client: &Client, group: GroupId) -> Value {
    client.post(&format!("{}/terminate", path(group)), json!({})).await.value()
}

async fn count(client: &Client, group: GroupId) -> (i64, i64) {
    let count = client.get(&format!("{}/members/count", path(group))).await.value();
    (count["ActiveMembers"].as_i64().expect("a number"), count["InActiveMembers"].as_i64().expect("a number"))
}

async fn timeline(app: &TestApp, member: MemberId) -> Timeline {
    let found = store::members::timelines(&app.ctx.store.read(), &[member]).await.expect("timelines");
    found.into_values().next().unwrap_or_default()
}

#[tokio::test]
async fn all_members_end_by_the_rule_of_dates_and_what_was_pending_is_cancelled() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for (now, end, active_now) in
            [("2026-07-20T16:00:00Z", "2026-08-01", 3), ("2026-07-02T16:00:00Z", "2026-07-02", 0)]
        {
            let app = TestApp::on(engine).await;
            app.travel_to(now);
            let client = app.administrator().await;
            let (group, other) = (app.group().create().await, app.group().create().await);
            let active = app.member(group).named("Ana", "Abel").create().await;
            let ending = app.member(group).named("Bo", "Abel").then(Status::InActive, "2026-10-01").create().await;
            let gone = app.member(group).named("Cy", "Abel").then(Status::InActive, "2026-03-01").create().await;
            let coming = app
                .member(group)
                .named("Di", "Abel")
                .then(Status::InActive, "2026-03-01")
                .then(Status::Active, "2026-09-01")
                .create()
                .await;
            let soon = app.member(group).named("Ed", "Abel").then(Status::InActive, "2026-08-01").create().await;
            let stranger = app.member(other).create().await;

            let ended = terminate(&client, group).await;
            assert_eq!(
                (&ended["Status"], &ended["StatusName"], &ended["Version"]),
                (&json!(1), &json!("In-Active"), &json!(2))
            );
            assert_eq!(ended["TerminationDate"], json!(&now[..10]));
            assert_eq!(ended, client.get(&path(group)).await.value());
            for (member, until) in
                [(active, end), (ending, end), (gone, "2026-03-01"), (coming, "2026-03-01"), (soon, end)]
            {
                let timeline = timeline(&app, member).await;
                let last = timeline.changes().last().expect("a change");
                assert_eq!((last.status, last.effective_on), (Status::InActive, day(until)), "{member} on {engine:?}");
            }
            assert!(timeline(&app, stranger).await.is_active_on(day("2030-01-01")));
            assert_eq!(count(&client, group).await, (active_now, 5 - active_now), "{engine:?} {now}");
            app.travel_to("2026-09-15T16:00:00Z");
            let client = app.administrator().await;
            assert_eq!(count(&client, group).await, (0, 5), "no job was needed");
            assert_eq!(count(&client, other).await, (1, 0));
        }
    }
}

#[tokio::test]
async fn the_group_and_each_member_say_in_their_history_what_happened() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let active = app.member(group).named("Ana", "Abel").create().await;
    app.member(group).named("Bo", "Abel").then(Status::InActive, "2026-10-01").create().await;
    let gone = app.member(group).named("Cy", "Abel").then(Status::InActive, "2026-03-01").create().await;
    terminate(&client, group).await;
    let history = async |subject: &str, id: i64| {
        let trail = client.get(&format!("/api/v1/audit?Subject={subject}&SubjectId={id}&Page=1")).await.value();
        trail["Data"].as_array().expect("a list").clone()
    };
    let told = |entry: &Value| {
        let change = |change: &Value| format!("{}: {} > {}", change["Field"], change["Before"], change["After"]);
        let changes: Vec<String> = entry["Changes"].as_array().expect("changes").iter().map(change).collect();
        format!("{} {}", entry["ActionText"], changes.join(", ")).replace('"', "")
    };
    assert_eq!(
        told(&history("group", group.get()).await[0]),
        "Group terminated MembersEnded: null > 2, PendingChangesCancelled: null > 1, Status: Active > In-Active, \
         TerminationDate: null > 07/20/2026"
    );
    let of_member = history("member", active.get()).await;
    assert_eq!(
        told(&of_member[0]),
        "Member terminated EffectiveDate: null > 08/01/2026, Status: Active > Pending In-Active"
    );
    assert_eq!((&of_member[0]["Cause"], &of_member[0]["CauseId"]), (&json!("group"), &json!(group)));
    assert_eq!(history("member", gone.get()).await, Vec::<Value>::new(), "nothing happened to who was gone");
}

#[tokio::test]
async fn ending_a_group_twice_is_once() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().with(|form| form.termination_on = Some(day("2026-12-31"))).create().await;
    app.member(group).create().await;
    let first = terminate(&client, group).await;
    assert_eq!(first["TerminationDate"], "2026-12-31", "one that was set stays");
    app.travel_to("2026-08-20T16:00:00Z");
    let client = app.administrator().await;
    assert_eq!(terminate(&client, group).await, first);
    let trail = client.get("/api/v1/audit?Term=terminated&Page=1").await.value();
    assert_eq!(trail["TotalRecords"], 2, "one of the group, one of the member");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_end_a_group_at_once_end_it_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.group().create().await;
        for number in 0..30 {
            app.member(group).numbered(&format!("U{number}")).create().await;
        }
        let twin = client.twin();
        let (one, other) = tokio::join!(terminate(&client, group), terminate(&twin, group));
        assert_eq!((&one, &one["Version"]), (&other, &json!(2)));
        let trail = client.get("/api/v1/audit?Term=terminated&Page=1").await.value();
        assert_eq!(trail["TotalRecords"], 31, "{engine:?}");
        assert_eq!(count(&client, group).await, (30, 0));
        let drifted = store::counts::upkeep::drifted(&app.ctx.store.read(), app.ctx.today()).await.expect("an answer");
        assert!(drifted.is_empty(), "{drifted:?}");
    }
}

/// Whoever comes at the same moment comes before the end or after it, never into the middle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_added_to_a_group_while_it_ends_and_no_save_serves_it_again() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let (adding, saving) = (client.twin(), client.twin());
        for number in 0..4 {
            let group = app.group().create().await;
            fill(&app, group, 200).await;
            let person = json!({
                "EmployerId": group, "FirstName": format!("Ana {number}"), "LastName": "Abel", "DateOfBirth": "1984-05-17"
            });
            let mut posted = client.get(&path(group)).await.value();
            posted["Version"] = Value::Null;
            posted["Status"] = Value::Null;
            let address = path(group);
            let (_, added, saved) = tokio::join!(
                terminate(&client, group),
                adding.post("/api/v1/employees", person),
                saving.put(&address, posted)
            );
            assert_eq!(client.get(&address).await.value()["Status"], 1, "{engine:?}");
            assert_eq!(saved.status, 200);
            let added = added.json();
            match added["IsValid"] == true {
                true => {
                    let member = MemberId(added["Value"]["Id"].as_i64().expect("an id"));
                    let ended = timeline(&app, member).await.changes().last().map(|change| change.status);
                    assert_eq!(ended, Some(Status::InActive), "added before the end, on {engine:?}");
                }
                false => assert_eq!(
                    added["FirstErrorMessage"],
                    "This group is in-active and member information cannot be modified."
                ),
            }
        }
        let drifted = store::counts::upkeep::drifted(&app.ctx.store.read(), app.ctx.today()).await.expect("an answer");
        assert!(drifted.is_empty(), "{drifted:?}");
    }
}

#[tokio::test]
async fn a_group_that_begins_later_ends_on_its_first_day() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().with(|form| form.effective_on = Some(day("2027-01-01"))).create().await;
    assert_eq!(terminate(&client, group).await["TerminationDate"], "2027-01-01");
}

#[tokio::test]
async fn an_ended_group_stays_readable_and_its_settings_may_be_saved() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().create().await;
    let group = app.group().of(broker).named("Mill").create().await;
    app.member(group).create().await;
    terminate(&client, group).await;
    let (_, manager) = app.user(Role::AccountManager, Some(broker), &[group]).await;
    for path in [
        path(group),
        format!("{}/members/count", path(group)),
        format!("/api/v1/employees/search?GroupId={group}&Page=1"),
        "/api/v1/employees/1".to_owned(),
    ] {
        assert_eq!(manager.get(&path).await.status, 200, "{path}");
    }
    let mut posted = client.get(&path(group)).await.value();
    posted["Name"] = json!("Old Mill");
    let saved = client.put(&path(group), posted.clone()).await.value();
    assert_eq!(
        (&saved["Name"], &saved["Status"], &saved["TerminationDate"]),
        (&json!("Old Mill"), &json!(1), &json!("2026-07-20"))
    );
    posted["Status"] = Value::Null;
    posted["Version"] = Value::Null;
    assert_eq!(client.put(&path(group), posted.clone()).await.value()["Status"], 1, "what is not said stays");
    posted["Status"] = json!(0);
    posted["BringBackMembers"] = json!(false);
    let again = client.put(&path(group), posted).await.value();
    assert_eq!((&again["Status"], &again["TerminationDate"]), (&json!(0), &Value::Null), "served again");
}

#[tokio::test]
async fn only_administrators_end_groups_and_an_unknown_one_is_none() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let group = app.group().of(broker).create().await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(broker), &[group]).await;
        assert_eq!(client.post(&format!("{}/terminate", path(group)), json!({})).await.status, 403, "{role:?}");
    }
    let client = app.administrator().await;
    for unknown in ["99", "0", "x"] {
        assert_eq!(client.post(&format!("{}/terminate", path(unknown)), json!({})).await.status, 404);
    }
    assert_eq!(client.get(&path(group)).await.value()["Status"], 0);
}

/// Not a measure of speed, only of its order: a statement a member would take minutes.
#[tokio::test]
async fn a_large_group_ends_in_one_call() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app.group().create().await;
        fill(&app, group, LARGE).await;
        let begun = Instant::now();
        terminate(&client, group).await;
        println!("{LARGE} members on {engine:?}: {:?}", begun.elapsed());
        app.travel_to("2026-08-01T16:00:00Z");
        let client = app.administrator().await;
        assert_eq!(count(&client, group).await, (0, i64::try_from(LARGE).expect("a number")));
        let scope = Scope::system();
        let one = store::members::find(&app.ctx.store.read(), scope, MemberId(1)).await.expect("a member");
        assert_eq!(one.member.version, 2);
    }
}

const LARGE: usize = 3000;

pub async fn fill(app: &TestApp, group: GroupId, members: usize) {
    let made = Stamp { at: app.ctx.now(), by: Some(app.staff().await.user) };
    app.member(group).create().await;
    let example = store::members::page_of_group(&app.ctx.store.read(), group, MemberId(0), 1).await.expect("a member");
    let details = &example[0].details;
    let span =
        NewSpan { status: Status::Active, effective_on: day("2026-01-01"), recorded: made, source: Source::Creation };
    let member = |_| NewMember {
        group,
        details: details.clone(),
        primary: None,
        link: app.ctx.randomness.guid(),
        made,
        spans: vec![span],
    };
    let new: Vec<NewMember> = (1..members).map(member).collect();
    let tx = app.ctx.store.begin().await.expect("a transaction");
    store::members::insert_many(&tx, &new, app.ctx.today()).await.expect("members are made");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}
