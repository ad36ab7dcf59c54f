//! The utilization report: what it says, to whom, and what it never tells of a few people.

use std::sync::Arc;

use connectors::patient_platform::fake::{Call, FakePlatform};
use connectors::patient_platform::{Eligibility, GroupSync, PatientPlatform, SyncKey};
use domain::access::{Role, Scope};
use domain::consults::About;
use domain::members::Status;
use domain::utilization::SmallGroup;
use domain::{GroupId, MemberId};
use serde_json::{Value, json};
use store::Engine;
use store::consults::NewConsult;
use uuid::Uuid;

use crate::support::consults::consult;
use crate::support::{Client, Reply, TestApp, day};

fn path(group: GroupId) -> String {
    format!("/api/v1/employers/{group}/reports/utilization")
}

async fn post(client: &Client, group: GroupId, body: Value) -> Reply {
    client.post(&path(group), body).await
}

/// So many members of a group, active since the beginning of 2026.
async fn members(app: &TestApp, group: GroupId, count: usize) -> Vec<MemberId> {
    let mut members = Vec::new();
    for number in 0..count {
        members.push(app.member(group).named(&format!("Ana{number}"), "Abel").create().await);
    }
    members
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// A consult of each member for a cough, filed under a plan.
fn coughs(group: GroupId, members: &[MemberId], plan: &str) -> Vec<NewConsult> {
    let about = About { plan: text(plan), diagnoses: vec!["Cough".to_owned()], ..About::default() };
    members.iter().map(|member| NewConsult { about: about.clone(), ..consult(group, Some(*member)) }).collect()
}

/// One consult of which everything is known, one of which little is, and some that do not count.
fn some_consults(group: GroupId, members: &[MemberId]) -> Vec<NewConsult> {
    let known = NewConsult {
        started_at: "2026-06-30T22:15:00Z".parse().expect("an instant"),
        rating: Some(4),
        wait_minutes: Some(12),
        gender: 1,
        age: 61,
        about: About {
            region: text("OH"),
            plan: text("Gold"),
            code: text("A-1"),
            source: text("Mobile app"),
            access: text("Video"),
            alternative: text("Urgent care"),
            diagnoses: vec!["Rash".to_owned(), "Cough".to_owned()],
            prescriptions: vec!["Balm".to_owned()],
        },
        ..consult(group, Some(members[0]))
    };
    let plain = || consult(group, None);
    let mut consults = coughs(group, members, "Silver");
    consults.push(NewConsult { is_completed: false, ..plain() });
    consults.push(NewConsult { started_at: "2026-08-01T04:00:00Z".parse().expect("an instant"), ..plain() });
    consults.extend([known, plain()]);
    consults
}

#[tokio::test]
async fn a_report_counts_what_its_consults_have_in_common() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, other) = (app.group().create().await, app.group().create().await);
        let own = members(&app, group, 11).await;
        let stranger = members(&app, other, 1).await;
        app.member(group).then(Status::InActive, "2026-07-15").create().await;
        app.consulted(some_consults(group, &own)).await;
        app.consulted(coughs(other, &stranger, "Bronze")).await;
        let client = app.administrator().await;
        let body = json!({"StartDate": "2026-06-01", "EndDate": "2026-07-31"});
        let breakdown = json!({
            "MemberUtilization": 13.0 / 11.0 * 365.0 / 61.0,
            "Genders": {"Female": 12, "Male": 1},
            "MemberFrequency": {"1 consult": 10, "2 consults": 2, "3 consults": 0, "4 or more": 0, "": 1},
            "TopDiagnoses": {"Cough": 12, "Rash": 1},
            "TopPrescriptions": {"Balm": 1},
            "AlternativeCareOptions": {"": 12, "Urgent care": 1},
            "Sources": {"": 12, "Mobile app": 1},
            "Ages": {"0-17": 0, "18-25": 0, "26-35": 0, "36-45": 12, "46-55": 0, "56-64": 1, "65+": 0},
            "AverageAge": (40.0 * 12.0 + 61.0) / 13.0,
            "CallTimes": {"12-6 AM": 0, "6 AM-12 PM": 12, "12-6 PM": 0, "6 PM-12 AM": 1},
            "Access": {"": 12, "Video": 1},
            "ConsultRegions": {"": 12, "Ohio": 1},
        });
        let mut expected = json!({
            "StartDate": "2026-06-01",
            "EndDate": "2026-07-31",
            "InsurancePlans": ["", "Gold", "Silver"],
            "GroupCodes": ["", "A-1"],
            "TotalMemberCount": 11,
            "Consults": {
                "TotalConsults": 13,
                "MedianWaitTime": 5.0,
                "ProviderRatingVisitCount": 1,
                "AverageProviderSatisfaction": 4.0,
                "IsWithheld": false,
                "WithheldBelow": 11,
            },
        });
        for (name, value) in breakdown.as_object().expect("fields") {
            expected[name] = value.clone();
            expected["Consults"][name] = value.clone();
        }
        let found = post(&client, group, body).await;
        assert_eq!(found.value(), expected, "{engine:?}");
        let body = String::from_utf8(found.bytes).expect("text");
        assert!(body.contains(r#"{"0-17":0,"18-25":0,"26-35":0"#), "bands stand in their order: {body}");
    }
}

#[tokio::test]
async fn without_consults_a_report_is_empty_and_covers_this_year() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    app.member(group).create().await;
    let client = app.administrator().await;
    let report = post(&client, group, json!({})).await.value();
    assert_eq!((&report["StartDate"], &report["EndDate"]), (&json!("2026-01-01"), &json!("2026-07-20")));
    assert_eq!((&report["TotalMemberCount"], &report["InsurancePlans"]), (&json!(1), &json!([])));
    let consults = &report["Consults"];
    assert_eq!(consults["IsWithheld"], false, "there is nothing to withhold");
    for (name, value) in [
        ("TotalConsults", json!(0)),
        ("MedianWaitTime", Value::Null),
        ("AverageProviderSatisfaction", json!(0.0)),
        ("MemberUtilization", json!(0.0)),
        ("AverageAge", Value::Null),
        ("Ages", json!({})),
        ("MemberFrequency", json!({})),
        ("TopDiagnoses", json!({})),
    ] {
        assert_eq!(consults[name], value, "{name}");
    }
}

#[tokio::test]
async fn a_report_is_narrowed_to_plans_codes_and_regions() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let own = members(&app, group, 1).await;
    app.consulted(some_consults(group, &own)).await;
    let client = app.administrator().await;
    for (narrowed, consults) in [
        (json!({}), 3),
        (json!({"InsurancePlans": ["Gold"]}), 1),
        (json!({"insurancePlans": "Gold"}), 1),
        (json!({"InsurancePlans": ["", "Gold"]}), 2),
        (json!({"InsurancePlans": ["(Blank)"]}), 1),
        (json!({"InsurancePlans": ["Bronze"]}), 0),
        (json!({"GroupCodes": ["A-1", ""]}), 3),
        (json!({"GroupCodes": ["A-1"], "InsurancePlans": ["Silver"]}), 0),
        (json!({"Regions": [36]}), 1),
        (json!({"Regions": ["ohio", "TX"]}), 1),
        (json!({"Regions": ["TX"]}), 0),
        (json!({"StartDate": "2026-07-01"}), 2),
        (json!({"EndDate": "2026-06-30T23:59:59.999-04:00"}), 1),
        (json!({"StartDate": "2026-06-30T04:00:00Z", "EndDate": "06/30/2026"}), 1),
        (json!({"GroupId": "A-7"}), 3),
    ] {
        let report = post(&client, group, narrowed.clone()).await.value();
        assert_eq!(report["Consults"]["TotalConsults"], consults, "{narrowed}");
    }
}

#[tokio::test]
async fn wrong_dates_and_choices_are_errors_of_their_fields() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    for (body, keys) in [
        (json!({"StartDate": "2016-12-31"}), &["StartDate"][..]),
        (json!({"StartDate": "soon", "EndDate": "2026-02-30"}), &["StartDate", "EndDate"]),
        (json!({"StartDate": "2026-06-02", "EndDate": "2026-06-01"}), &["EndDate"]),
        (json!({"StartDate": "2027-01-01"}), &["EndDate"]),
        (json!({"EndDate": "9999-12-31"}), &["EndDate"]),
        (json!({"Regions": ["Ontario"]}), &["Regions"]),
        (json!({"Regions": [0]}), &["Regions"]),
        (json!({"InsurancePlans": {}, "GroupCodes": [[]]}), &["GroupCodes", "InsurancePlans"]),
        (json!({"InsurancePlans": vec!["x"; 3], "GroupCodes": (0..501).collect::<Vec<_>>()}), &["GroupCodes"]),
    ] {
        assert_eq!(post(&client, group, body.clone()).await.error_keys(), keys, "{body}");
    }
    let early = post(&client, group, json!({"StartDate": "2016-12-31"})).await;
    assert_eq!(early.message(), "Start Date must not be before 01/01/2017.");
}

#[tokio::test]
async fn everybody_who_sees_the_group_sees_its_reports_and_nobody_else() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let (group, other) = (app.group().of(broker).create().await, app.group().create().await);
    for (role, broker, groups) in [
        (Role::BrokerAdministrator, Some(broker), &[][..]),
        (Role::AccountManager, Some(broker), &[group]),
        (Role::GroupUser, None, &[group]),
    ] {
        let (_, client) = app.user(role, broker, groups).await;
        for (group, status) in [(group, 200), (other, 404), (GroupId(99), 404)] {
            let wrong = json!({"StartDate": "2016-12-31"});
            assert_eq!(post(&client, group, json!({})).await.status, status, "{role:?} {group}");
            assert_eq!(post(&client, group, wrong).await.status, status, "{role:?} {group}");
            assert_eq!(client.get(&format!("{}/months", path(group))).await.status, status, "{role:?} {group}");
        }
    }
    assert_eq!(post(&app.nobody(), group, json!({})).await.status, 401);
}

/// Eleven members consulted under Gold, three under Silver.
async fn two_plans(app: &TestApp) -> GroupId {
    let group = app.group().create().await;
    let own = members(app, group, 14).await;
    app.consulted(coughs(group, &own[..11], "Gold")).await;
    app.consulted(coughs(group, &own[11..], "Silver")).await;
    group
}

#[tokio::test]
async fn diagnoses_of_a_few_are_withheld_and_cannot_be_had_by_subtraction() {
    let app = TestApp::start().await;
    let group = two_plans(&app).await;
    let client = app.administrator().await;
    for (body, is_withheld, diagnoses) in [
        (json!({}), false, json!({"Cough": 14})),
        (json!({"InsurancePlans": ["Gold", "Silver"]}), false, json!({"Cough": 14})),
        (json!({"InsurancePlans": ["Silver"]}), true, json!({})),
        // With it and the report without a filter, that of Silver would be known.
        (json!({"InsurancePlans": ["Gold"]}), true, json!({})),
        (json!({"StartDate": "2025-07-01", "EndDate": "2025-07-31"}), false, json!({})),
    ] {
        let consults = post(&client, group, body.clone()).await.value()["Consults"].clone();
        assert_eq!((&consults["IsWithheld"], &consults["TopDiagnoses"]), (&json!(is_withheld), &diagnoses), "{body}");
    }
}

#[tokio::test]
async fn the_threshold_is_a_setting() {
    let app = TestApp::with(|config| config.small_group = SmallGroup::below(15)).await;
    let group = two_plans(&app).await;
    let report = post(&app.administrator().await, group, json!({})).await.value();
    assert_eq!((&report["Consults"]["IsWithheld"], &report["Consults"]["WithheldBelow"]), (&json!(true), &json!(15)));
    assert_eq!((&report["TopDiagnoses"], &report["TopPrescriptions"]), (&json!({}), &json!({})));
}

fn counted_by_the_platform(form: &mut domain::groups::GroupForm) {
    form.utilization_member_source = 1;
}

#[tokio::test]
async fn the_platform_counts_members_where_the_group_says_so() {
    let platform = Arc::<FakePlatform>::default();
    let app = TestApp::beside(Engine::Sqlite, platform.clone()).await;
    let group = app.group().with(counted_by_the_platform).create().await;
    members(&app, group, 3).await;
    let found = store::groups::find(&app.ctx.store.read(), Scope::system(), group).await.expect("the group");
    let sync = GroupSync { key: SyncKey(Uuid::from_u128(1)), group: found.global_link, on: day("2026-07-20") };
    let covered = |number| Eligibility {
        member: Uuid::from_u128(number),
        plan: "Family Plan".to_owned(),
        is_primary: true,
        from: day("2026-07-01"),
        until: None,
    };
    platform.begin(&sync).await.expect("begun");
    platform.push(sync.key, 0, &(0..5).map(covered).collect::<Vec<_>>()).await.expect("taken");
    platform.finish(sync.key).await.expect("finished");
    let client = app.administrator().await;
    for (end, members) in [("2026-07-20", 5), ("2026-06-30", 0)] {
        assert_eq!(post(&client, group, json!({"EndDate": end})).await.value()["TotalMemberCount"], members, "{end}");
    }
}

#[tokio::test]
async fn a_platform_that_does_not_count_is_said_so_and_one_without_members_is_not_asked_for_them() {
    let app = TestApp::beside(Engine::Sqlite, Arc::new(FakePlatform::failing(Call::Count))).await;
    let group = app.group().with(counted_by_the_platform).create().await;
    let reply = post(&app.administrator().await, group, json!({})).await;
    assert_eq!(reply.error_keys(), [""]);
    assert_eq!(
        reply.message(),
        "The patient platform did not say how many members are active. Try again in a few minutes."
    );
    let app = TestApp::start().await;
    let group = app.group().with(counted_by_the_platform).create().await;
    members(&app, group, 3).await;
    assert_eq!(post(&app.administrator().await, group, json!({})).await.value()["TotalMemberCount"], 3);
}

#[tokio::test]
async fn the_overview_shows_five_months() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().create().await;
        let own = members(&app, group, 4).await;
        app.member(group).then(Status::InActive, "2026-06-30").create().await;
        let on = |instant: &str| NewConsult {
            started_at: instant.parse().expect("an instant"),
            ..consult(group, Some(own[0]))
        };
        let instants = ["2026-03-01T05:00:00Z", "2026-05-31T12:00:00Z", "2026-07-01T04:00:00Z", "2026-07-20T12:00:00Z"];
        app.consulted(instants.map(on).into()).await;
        app.consulted(vec![on("2026-03-01T04:59:59Z")]).await;
        let months = app.administrator().await.get(&format!("{}/months", path(group))).await.value();
        let month = |name: &str, days: (&str, &str), consults: u64, utilization: f64| {
            json!({
                "Name": name, "StartDate": days.0, "EndDate": days.1, "TotalConsults": consults,
                "MemberUtilization": utilization,
            })
        };
        let expected = json!([
            month("July 2026", ("2026-07-01", "2026-07-20"), 2, 2.0 / 4.0 * 365.0 / 20.0),
            month("June 2026", ("2026-06-01", "2026-06-30"), 0, 0.0),
            month("May 2026", ("2026-05-01", "2026-05-31"), 1, 1.0 / 5.0 * 365.0 / 31.0),
            month("April 2026", ("2026-04-01", "2026-04-30"), 0, 0.0),
            month("March 2026", ("2026-03-01", "2026-03-31"), 1, 1.0 / 5.0 * 365.0 / 31.0),
        ]);
        assert_eq!(months, expected, "{engine:?}");
    }
}

#[tokio::test]
async fn a_report_is_downloaded_as_a_file_of_its_group_and_days() {
    let app = TestApp::start().await;
    let group = app.group().named("Calder & Finch").create().await;
    let own = members(&app, group, 12).await;
    app.consulted(coughs(group, &own, "Gold, large")).await;
    let earlier = |mut consult: NewConsult| {
        consult.started_at = "2025-07-01T14:30:00Z".parse().expect("an instant");
        consult
    };
    app.consulted(coughs(group, &own, "Gold, large").into_iter().map(earlier).collect()).await;
    let address = format!("/employers/{group}/reports/utilization/pdf");
    let client = app.administrator().await;
    let query = "StartDate=2026-07-01&EndDate=2026-07-31&InsurancePlans=Gold%2C+large&Regions=";
    let pdf = client.get(&format!("{address}?{query}")).await;
    assert_eq!(pdf.status, 200);
    assert_eq!(pdf.headers["content-type"], "application/pdf");
    let name = "attachment; filename=\"utilization-calder-finch-2026-07-01-2026-07-31.pdf\"";
    assert_eq!(pdf.headers["content-disposition"], name);
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    assert_eq!(client.get(&address).await.status, 200, "this year up to today");
    assert_eq!(client.get(&format!("{address}?StartDate=2016-01-01")).await.error_keys(), ["StartDate"]);
    let (_, stranger) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.get(&address).await.status, 404);
    assert_eq!(app.nobody().get(&address).await.status, 401);
}
