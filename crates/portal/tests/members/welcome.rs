//! Welcome mails: by hand, with a new or reactivated member, and from census files.

use domain::access::{Role, Scope};
use domain::groups::GroupForm;
use domain::members::{MemberDetails, Status};
use domain::{GroupId, MemberId};
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, TestApp};

/// A group that sends no mails by itself, so that a test says who gets one.
async fn quiet_group(app: &TestApp) -> GroupId {
    app.group().with(|form: &mut GroupForm| form.flags.send_welcome_emails = false).create().await
}

fn mailed(address: &str) -> impl Fn(&mut MemberDetails) {
    move |details: &mut MemberDetails| details.email = Some(address.to_owned())
}

async fn send(client: &Client, group: impl std::fmt::Display, members: Value) -> crate::support::Reply {
    client
        .post(
            &format!("/api/v1/employers/{group}/members/send-welcome"),
            json!({"Employerid": 999, "EmployeeIds": members}),
        )
        .await
}

async fn eligible(client: &Client, group: GroupId) -> Value {
    client.get(&format!("/api/v1/employers/{group}/members/welcome-eligible")).await.value()
}

/// To whom mails went, in order of address.
fn receivers(app: &TestApp) -> Vec<String> {
    let to =
        |mail: &String| mail.lines().find_map(|line| line.strip_prefix("To: ")).expect("a receiver").trim().to_owned();
    let mut all: Vec<String> = app.mails().iter().map(to).collect();
    all.sort();
    all
}

/// Who was welcomed as the audit says, and by whom.
async fn audited(app: &TestApp) -> Vec<(Option<i64>, bool)> {
    let filter = Filter { subject: Some("member".to_owned()), ..Filter::default() };
    let page = domain::PageRequest { term: "member.welcome".to_owned(), ..domain::PageRequest::first(50) };
    let rows =
        store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &page).await.expect("the audit").rows;
    rows.iter().rev().map(|row| (row.subject_id, row.user.is_some())).collect()
}

#[tokio::test]
async fn active_members_with_an_address_can_be_welcomed_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = quiet_group(&app).await;
        let client = app.administrator().await;
        let ana = app.member(group).named("Ana", "Stone").with(mailed("ana@mail.example")).create().await;
        let ben = app
            .member(group)
            .named("Ben", "Abel")
            .with(mailed("ben@mail.example"))
            .then(Status::InActive, "2026-08-01");
        let ben = ben.create().await;
        app.member(group).named("Cy", "Abel").create().await;
        let gone = app
            .member(group)
            .named("Dee", "Abel")
            .with(mailed("dee@mail.example"))
            .then(Status::InActive, "2026-07-01");
        let gone = gone.create().await;
        assert_eq!(
            eligible(&client, group).await,
            json!([
                {"Id": ben, "FullName": "Ben Abel", "EmailAddress": "ben@mail.example", "WelcomeSentOn": null, "WelcomeDue": true},
                {"Id": ana, "FullName": "Ana Stone", "EmailAddress": "ana@mail.example", "WelcomeSentOn": null, "WelcomeDue": true},
            ]),
            "{engine:?}"
        );
        let sent = send(&client, group, json!([ana, ana, ben])).await.value();
        assert_eq!(sent, json!({"Sent": 2, "Skipped": 0}));
        assert_eq!(send(&client, group, json!([ben, ana])).await.value(), json!({"Sent": 0, "Skipped": 2}));
        app.run_jobs().await;
        assert_eq!(receivers(&app), ["ana@mail.example", "ben@mail.example"], "{engine:?}");
        assert!(app.mails().iter().all(|mail| mail.contains("Welcome!") && !mail.contains("http")));
        let sent = eligible(&client, group).await;
        assert_eq!(
            (&sent[0]["WelcomeSentOn"], &sent[0]["WelcomeDue"]),
            (&json!("2026-07-20T16:00:00.000Z"), &json!(false))
        );
        let member = client.get(&format!("/api/v1/employees/{ana}")).await.value();
        assert_eq!((&member["WelcomeSentOn"], &member["Version"]), (&json!("2026-07-20T16:00:00.000Z"), &json!(1)));
        assert_eq!(audited(&app).await, [(Some(ana.get()), true), (Some(ben.get()), true)]);
        let refused = send(&client, group, json!([ana, gone])).await;
        assert_eq!(refused.error_keys(), ["EmployeeIds"]);
        assert_eq!(refused.message(), "Only active members with an email address can receive a welcome email.");
    }
}

#[tokio::test]
async fn who_becomes_active_again_can_be_welcomed_again_by_hand() {
    let app = TestApp::start().await;
    let group = quiet_group(&app).await;
    let client = app.administrator().await;
    let ana = app.member(group).with(mailed("ana@mail.example")).create().await;
    send(&client, group, json!([ana])).await.value();
    let on = |day: &str| json!({"OverrideDate": true, "EffectiveDate": day});
    client.post(&format!("/api/v1/employees/{ana}/terminate"), on("2026-07-21")).await.value();
    app.travel_to("2026-07-25T16:00:00Z");
    let client = app.administrator().await;
    client.post(&format!("/api/v1/employees/{ana}/activate"), on("2026-07-25")).await.value();
    let again = eligible(&client, group).await;
    assert!(again[0]["WelcomeSentOn"].is_string() && again[0]["WelcomeDue"] == true, "{again}");
    assert_eq!(send(&client, group, json!([ana])).await.value(), json!({"Sent": 1, "Skipped": 0}));
    assert_eq!(eligible(&client, group).await[0]["WelcomeDue"], false);
    app.run_jobs().await;
    assert_eq!(receivers(&app).len(), 2);
}

/// Two people, a double click: each member gets one mail.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn wishes_at_once_send_one_mail() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = quiet_group(&app).await;
        let client = app.administrator().await;
        let mut members = Vec::new();
        for number in 0..5 {
            let member =
                app.member(group).named(&format!("P{number}"), "Abel").with(mailed(&format!("p{number}@mail.example")));
            members.push(member.create().await);
        }
        let wishes = (0..4).map(|_| send(&client, group, json!(members)));
        let replies = futures_util::future::join_all(wishes).await;
        let sent: u64 = replies.iter().map(|reply| reply.value()["Sent"].as_u64().expect("a number")).sum();
        assert_eq!(sent, 5, "{engine:?}");
        app.run_jobs().await;
        app.run_jobs().await;
        assert_eq!(receivers(&app).len(), 5, "{engine:?}");
    }
}

#[tokio::test]
async fn a_wrong_choice_is_named_and_a_foreign_group_does_not_exist() {
    let app = TestApp::start().await;
    let (group, foreign) = (quiet_group(&app).await, quiet_group(&app).await);
    let outside = app.member(foreign).with(mailed("ben@mail.example")).create().await;
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    for (members, message) in [
        (json!([]), "Select at least one member."),
        (json!(null), "Select at least one member."),
        (json!([999]), "Only active members with an email address can receive a welcome email."),
        (json!([outside]), "Only active members with an email address can receive a welcome email."),
    ] {
        let reply = send(&user, group, members.clone()).await;
        assert_eq!(
            (reply.error_keys(), reply.message()),
            (vec!["EmployeeIds".to_owned()], message.to_owned()),
            "{members}"
        );
    }
    assert_eq!(send(&user, group, json!(["x"])).await.error_keys(), ["EmployeeIds"]);
    for id in [foreign.get(), 999] {
        assert_eq!(send(&user, id, json!([outside])).await.status, 404);
        assert_eq!(user.get(&format!("/api/v1/employers/{id}/members/welcome-eligible")).await.status, 404);
    }
    store::testing::execute(&app.ctx.store, "update employer_group set status = 1").await;
    let locked = send(&user, group, json!([outside])).await;
    assert_eq!(locked.message(), "This group is in-active and member information cannot be modified.");
}

fn new(group: GroupId, first: &str) -> Value {
    json!({
        "EmployerId": group, "FirstName": first, "LastName": "Abel", "DateOfBirth": "1984-05-17",
        "EmailAddress": format!("{}@mail.example", first.to_lowercase()),
    })
}

#[tokio::test]
async fn a_new_member_is_welcomed_where_broker_or_group_say_so() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (broker, master, own, welcomed) in [
        (None, None, true, true),
        (None, None, false, false),
        (Some(true), None, false, true),
        (Some(false), Some(true), true, false),
        (None, Some(true), false, true),
        (None, Some(false), true, false),
    ] {
        let overriding = |says: Option<bool>| app.broker().with(move |form| form.overrides.send_welcome_emails = says);
        let (broker_id, master_id) = (overriding(broker).create().await, overriding(master).create().await);
        let group = app.group().of(broker_id).with(|form: &mut GroupForm| {
            form.master_broker = Some(master_id);
            form.flags.send_welcome_emails = own;
        });
        let body = json!({"BypassDuplicationCheck": true});
        let mut member = new(group.create().await, "Ana");
        member["BypassDuplicationCheck"] = body["BypassDuplicationCheck"].clone();
        let made = client.post("/api/v1/employees", member).await.value();
        assert_eq!(made["WelcomeSentOn"].is_string(), welcomed, "{broker:?} {master:?} {own}");
    }
    app.run_jobs().await;
    assert_eq!(receivers(&app).len(), 3);
}

#[tokio::test]
async fn a_member_is_welcomed_by_itself_once_when_it_is_active_and_has_an_address() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let path = |member: &Value, call: &str| format!("/api/v1/employees/{}{call}", member["Id"]);
    let on = |day: &str| json!({"OverrideDate": true, "EffectiveDate": day});
    let mut without = new(group, "Ben");
    without["EmailAddress"] = json!(null);
    let ben = client.post("/api/v1/employees", without).await.value();
    assert_eq!(ben["WelcomeSentOn"], json!(null));
    let saved = client.put(&path(&ben, ""), json!({"EmailAddress": "ben@mail.example"})).await.value();
    assert_eq!(saved["WelcomeSentOn"], json!(null), "an address alone is no reason");
    client.post(&path(&ben, "/terminate"), on("2026-07-10")).await.value();
    let again = client.post(&path(&ben, "/activate"), on("2026-07-15")).await.value();
    assert!(again["WelcomeSentOn"].is_string());
    let ana = client.post("/api/v1/employees", new(group, "Ana")).await.value();
    assert!(ana["WelcomeSentOn"].is_string());
    client.post(&path(&ana, "/terminate"), on("2026-07-20")).await.value();
    client
        .put(&path(&ana, ""), json!({"Status": 0, "OverrideDate": true, "EffectiveDate": "2026-07-20"}))
        .await
        .value();
    app.run_jobs().await;
    assert_eq!(receivers(&app), ["ana@mail.example", "ben@mail.example"]);
    let welcomed: Vec<_> = audited(&app).await.into_iter().map(|(member, _)| member).collect();
    assert_eq!(welcomed, [ben["Id"].as_i64(), ana["Id"].as_i64()]);
}

async fn settle(app: &TestApp) {
    let tx = app.ctx.store.begin().await.expect("a transaction");
    portal::jobs::enqueue(&app.ctx, &tx, &portal::members::jobs::SettleStatuses {}).await.expect("queued");
    tx.commit_unaudited("asked for by a test").await.expect("committed");
    app.run_jobs().await;
}

#[tokio::test]
async fn the_nightly_job_settles_what_is_due_and_welcomes_who_has_become_active() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, quiet) = (app.group().create().await, quiet_group(&app).await);
        let client = app.administrator().await;
        let mut later = new(group, "Ana");
        later["OverrideDate"] = json!(true);
        later["EffectiveDate"] = json!("2026-08-01");
        let ana = client.post("/api/v1/employees", later.clone()).await.value();
        later["EmployerId"] = json!(quiet);
        later["BypassDuplicationCheck"] = json!(true);
        client.post("/api/v1/employees", later).await.value();
        let ben = app.member(group).named("Ben", "Abel").with(mailed("ben@mail.example"));
        let ben = ben.then(Status::InActive, "2026-07-31").then(Status::Active, "2026-08-01").create().await;
        let before = client.get(&format!("/api/v1/employees/{ben}")).await.value();
        settle(&app).await;
        assert!(app.mails().is_empty(), "nothing is due yet");
        app.travel_to("2026-08-01T04:05:00Z");
        for _ in 0..2 {
            settle(&app).await;
            assert_eq!(
                receivers(&app),
                ["ana@mail.example"],
                "{engine:?}: Ben was active all the time but for a day nobody saw"
            );
            let stored = store::members::find_many(&app.ctx.store.read(), group, &[ben]).await.expect("members");
            let status = stored[&ben].status;
            assert_eq!((status.status, status.pending), (Status::Active, None));
        }
        let client = app.administrator().await;
        let after = client.get(&format!("/api/v1/employees/{ben}")).await.value();
        assert_eq!((&after["Version"], &after["Status"]), (&before["Version"], &json!(0)));
        assert_eq!(audited(&app).await, [(ana["Id"].as_i64(), false)]);
    }
}

#[tokio::test]
async fn a_census_file_welcomes_whom_it_makes_or_begins_again() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let gone: MemberId =
            app.member(group).named("Cy", "Moss").numbered("7").then(Status::InActive, "2026-03-01").create().await;
        let rows = "5,Primary,Ana,Abel,05/17/1984,ana@mail.example,,,\n6,Primary,Ben,Moss,01/02/1990,,,,\n\
                    7,Primary,Cy,Moss,05/17/1984,cy@mail.example,,Active,\n";
        let file = app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], rows).await;
        let done = app.processed(&client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        assert_eq!(receivers(&app), ["ana@mail.example", "cy@mail.example"], "{engine:?}");
        assert!(audited(&app).await.iter().any(|(member, _)| *member == Some(gone.get())));
        let file = app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], rows).await;
        app.processed(&client, &file).await;
        assert_eq!(receivers(&app).len(), 2, "nobody is welcomed twice");
    }
}
