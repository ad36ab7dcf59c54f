//! Members: making one and saving one.

use domain::GroupId;
use domain::access::{Role, Scope};
use domain::groups::GroupForm;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;
use store::audit::{Filter, Row};

use crate::support::{Client, TestApp};

const MEMBERS: &str = "/api/v1/employees";
const LOCKED: &str = "This group is in-active and member information cannot be modified.";
const BY_HAND: &str = "Members of this group may not be added by hand.";

/// A body that is valid in a group.
fn body(group: GroupId) -> Value {
    json!({
        "EmployerId": group, "FirstName": "Ana", "LastName": "Abel", "DateOfBirth": "05/17/1984", "Gender": 2,
        "EmailAddress": "ana@mail.example", "MobilePhone": "(614) 555-0142", "HomePhone": "", "AddressLine1": "12 Orchard Lane",
        "City": "Dayton", "State": "Ohio", "ZipCode": "45402", "Status": 0, "EmployerProvidedId": "E-17",
    })
}

/// The body with other values.
fn with(mut body: Value, more: Value) -> Value {
    for (key, value) in more.as_object().expect("an object") {
        body[key] = value.clone();
    }
    body
}

async fn made(client: &Client, body: Value) -> Value {
    client.post(MEMBERS, body).await.value()
}

fn path(member: &Value) -> String {
    format!("{MEMBERS}/{}", member["Id"])
}

/// What is audited of members but for welcome mails, the newest first.
async fn audited(app: &TestApp) -> Vec<Row> {
    let filter = Filter { subject: Some("member".to_owned()), ..Filter::default() };
    let page = domain::PageRequest::first(50);
    let found = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &page).await.expect("the audit");
    found.rows.into_iter().filter(|row| row.action != "member.welcome").collect()
}

/// Ends a group without its members, as nothing but the database can.
async fn end_group(app: &TestApp, group: GroupId) {
    store::testing::execute(&app.ctx.store, &format!("update employer_group set status = 1 where id = {group}")).await;
}

#[tokio::test]
async fn a_new_member_is_active_from_today_and_stands_in_the_list() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let member = made(&client, with(body(group), json!({"Status": 1}))).await;
    for (key, value) in [
        ("Status", json!(0)),
        ("PlanName", json!("Family Plan")),
        ("MemberType", json!("Primary")),
        ("State", json!("OH")),
        ("MobilePhone", json!("(614) 555-0142")),
        ("HomePhone", json!(null)),
        ("DateOfBirth", json!("1984-05-17")),
        ("Version", json!(1)),
    ] {
        assert_eq!(member[key], value, "{key}");
    }
    assert!(member["PricingGroup"]["Id"].is_number(), "the group's default");
    let change = &member["StatusHistory"][0];
    assert_eq!((&change["EffectiveDate"], &change["Status"]), (&json!("2026-07-20"), &json!(0)));
    assert_eq!(change["CreatedBy"], "Dana Reyes1");
    assert_eq!(client.get(&path(&member)).await.value(), member);
    let counted = client.get(&format!("/api/v1/employers/{group}/members/count")).await.value();
    assert_eq!((&counted["TotalMembers"], &counted["ActiveMembers"]), (&json!(1), &json!(1)));
    let found = client.get(&format!("{MEMBERS}/search?GroupId={group}&Term=orchard")).await.value();
    assert_eq!(found["TotalRecords"], 1);
    let row = &audited(&app).await[0];
    assert_eq!((row.action.as_str(), row.group), ("member.create", Some(group)));
    let after = &row.detail.as_ref().expect("a detail")["after"];
    assert_eq!((&after["LastName"], &after["Status"]), (&json!("Abel"), &json!("Active")));
    assert_eq!(after["EffectiveDate"], "2026-07-20");
}

#[tokio::test]
async fn each_wrong_field_is_named_and_nothing_is_made() {
    let app = TestApp::start().await;
    let (group, foreign) = (app.group().create().await, app.group().create().await);
    let client = app.administrator().await;
    let other = made(&client, with(body(foreign), json!({"FirstName": "Other"}))).await;
    let elsewhere =
        client.get(&format!("/api/v1/billing/{foreign}/pricing-groups-list")).await.value()[0]["Id"].clone();
    let long = "x".repeat(10_000);
    for (wrong, key) in [
        (json!({"FirstName": " "}), "FirstName"),
        (json!({"FirstName": null}), "FirstName"),
        (json!({"FirstName": long}), "FirstName"),
        (json!({"LastName": ""}), "LastName"),
        (json!({"LastName": "\u{e9}".repeat(101)}), "LastName"),
        (json!({"LastName": "a\u{0}b"}), "LastName"),
        (json!({"DateOfBirth": null}), "DateOfBirth"),
        (json!({"DateOfBirth": "1899-12-31"}), "DateOfBirth"),
        (json!({"DateOfBirth": "2026-07-21"}), "DateOfBirth"),
        (json!({"DateOfBirth": "2026-02-30"}), "DateOfBirth"),
        (json!({"EmailAddress": "ana@"}), "EmailAddress"),
        (json!({"EmailAddress": format!("{long}@mail.example")}), "EmailAddress"),
        (json!({"MobilePhone": "555-0142"}), "MobilePhone"),
        (json!({"HomePhone": "(614) 555-01422"}), "HomePhone"),
        (json!({"Gender": 4}), "Gender"),
        (json!({"Gender": "male"}), "Gender"),
        (json!({"AddressLine1": long}), "AddressLine1"),
        (json!({"AddressLine2": long}), "AddressLine2"),
        (json!({"City": "x".repeat(101)}), "City"),
        (json!({"State": "Ontario"}), "State"),
        (json!({"ZipCode": "4540"}), "ZipCode"),
        (json!({"Status": 4}), "Status"),
        (json!({"PlanName": "Gold"}), "PlanName"),
        (json!({"MemberType": "Cousin"}), "MemberType"),
        (json!({"OtherMemberId": long}), "OtherMemberId"),
        (json!({"EmployerProvidedId": long}), "EmployerProvidedId"),
        (json!({"BillingReferenceId": long}), "BillingReferenceId"),
        (json!({"PricingGroupId": elsewhere}), "PricingGroupId"),
        (json!({"PricingGroupId": 999}), "PricingGroupId"),
        (json!({"MemberType": "Dependent", "PrimaryEmployeeId": 999}), "PrimaryEmployeeId"),
        (json!({"MemberType": "Dependent", "PrimaryEmployeeId": other["Id"]}), "PrimaryEmployeeId"),
        (json!({"OverrideDate": true}), "EffectiveDate"),
        (json!({"OverrideDate": true, "EffectiveDate": "0206-05-01"}), "EffectiveDate"),
        (json!({"EmployerId": 0}), "EmployerId"),
    ] {
        let reply = client.post(MEMBERS, with(body(group), wrong.clone())).await;
        assert_eq!(reply.error_keys(), [key], "{}", wrong.to_string().chars().take(80).collect::<String>());
    }
    let all = client.post(MEMBERS, json!({"EmployerId": group})).await;
    assert_eq!(all.error_keys(), ["FirstName", "LastName", "DateOfBirth"]);
    assert_eq!(client.get(&format!("{MEMBERS}/search?GroupId={group}")).await.value()["TotalRecords"], 0);
}

#[tokio::test]
async fn names_of_any_script_are_kept_as_they_are() {
    let app = TestApp::on(Engine::Postgres).await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    for (first, last) in [
        ("Zo\u{eb}", "\u{141}ukasz"),
        ("\u{5c71}\u{7530}", "\u{592a}\u{90ce}"),
        ("O'Neil", "=1+1"),
        ("Ana \u{1f600}", "%_a"),
    ] {
        let named = json!({"FirstName": first, "LastName": last, "EmployerProvidedId": null});
        let member = made(&client, with(body(group), named)).await;
        assert_eq!((&member["FirstName"], &member["LastName"]), (&json!(first), &json!(last)));
        assert_eq!(client.get(&path(&member)).await.value()["FullName"], format!("{first} {last}"));
    }
}

#[tokio::test]
async fn an_administrator_may_enter_a_member_with_its_real_day_and_others_may_not() {
    let app = TestApp::start().await;
    let group = app.group().with(|form: &mut GroupForm| form.flags.allow_manual_adds = true).create().await;
    let staff = app.administrator().await;
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    for (client, wish, effective, status) in [
        (&staff, json!({"OverrideDate": true, "EffectiveDate": "02/01/2025"}), "2025-02-01", 0),
        (&staff, json!({"OverrideDate": true, "EffectiveDate": "2026-09-01T23:59:59"}), "2026-09-01", 3),
        (&staff, json!({"OverrideDate": false, "EffectiveDate": "2025-02-01"}), "2026-07-20", 0),
        (&user, json!({"OverrideDate": true, "EffectiveDate": "2025-02-01"}), "2026-07-20", 0),
        (&user, json!({"OverrideDate": true}), "2026-07-20", 0),
    ] {
        let more = with(wish.clone(), json!({"EmployerProvidedId": null, "BypassDuplicationCheck": true}));
        let member = made(client, with(body(group), more)).await;
        let change = &member["StatusHistory"][0];
        assert_eq!((&change["EffectiveDate"], &member["Status"]), (&json!(effective), &json!(status)), "{wish}");
    }
}

#[tokio::test]
async fn the_same_person_is_warned_of_in_any_group_and_the_same_id_is_refused_in_its_own() {
    let app = TestApp::start().await;
    let (group, other) = (app.group().create().await, app.group().create().await);
    let client = app.administrator().await;
    app.member(group).numbered("E-17").then(Status::InActive, "2026-03-01").create().await;
    for (group, more, keys) in [
        (other, json!({}), vec!["BypassDuplicationCheck"]),
        (other, json!({"FirstName": " ANA  "}), vec!["BypassDuplicationCheck"]),
        (group, json!({}), vec!["BypassDuplicationCheck", "EmployerProvidedId"]),
        (group, json!({"BypassDuplicationCheck": true, "EmployerProvidedId": "e-17 "}), vec!["EmployerProvidedId"]),
        (group, json!({"DateOfBirth": "1984-05-18"}), vec!["EmployerProvidedId"]),
    ] {
        assert_eq!(client.post(MEMBERS, with(body(group), more.clone())).await.error_keys(), keys, "{more}");
    }
    let warned = client.post(MEMBERS, body(other)).await;
    assert_eq!(
        warned.message(),
        "It appears this member already exists in our system and has triggered a duplication warning. If this is not a duplicate member, you can bypass this warning by checking the box below and submitting again."
    );
    let member = made(&client, with(body(other), json!({"BypassDuplicationCheck": true}))).await;
    let saved = client.put(&path(&member), json!({"City": "Lima"})).await.value();
    assert_eq!(saved["City"], "Lima", "a save that leaves the person alone is not warned again");
    let ben = made(&client, with(body(other), json!({"FirstName": "Ben", "EmployerProvidedId": "E-18"}))).await;
    for (change, key) in [
        (json!({"FirstName": "Ana"}), "BypassDuplicationCheck"),
        (json!({"EmployerProvidedId": "E-17"}), "EmployerProvidedId"),
    ] {
        assert_eq!(client.put(&path(&ben), change).await.error_keys(), [key]);
    }
}

#[tokio::test]
async fn a_dependent_knows_its_primary_and_repeats_no_id() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let primary = made(&client, body(group)).await;
    let child = json!({"FirstName": "Cy", "MemberType": "dependent", "PrimaryEmployeeId": primary["Id"]});
    let child = made(&client, with(body(group), child)).await;
    assert_eq!((&child["PrimaryEmployeeId"], &child["EmployerProvidedId"]), (&primary["Id"], &json!(null)));
    assert_eq!(child["MemberType"], "Dependent");
    let kept = client.put(&path(&child), json!({"City": "Lima"})).await.value();
    assert_eq!(kept["PrimaryEmployeeId"], primary["Id"]);
    for (member, change, key) in [
        (&primary, json!({"MemberType": "Dependent"}), "MemberType"),
        (&child, json!({"PrimaryEmployeeId": child["Id"]}), "PrimaryEmployeeId"),
    ] {
        assert_eq!(client.put(&path(member), change).await.error_keys(), [key]);
    }
    let alone = client.put(&path(&child), json!({"PrimaryEmployeeId": 0})).await.value();
    assert_eq!(alone["PrimaryEmployeeId"], json!(null));
}

#[tokio::test]
async fn a_save_keeps_what_it_does_not_name_and_empties_what_is_blank() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let member = made(&client, body(group)).await;
    let saved =
        client.put(&path(&member), json!({"EmployeeId": 999, "City": "Lima", "EmailAddress": "", "version": 1})).await;
    let saved = saved.value();
    let differs: Vec<_> = saved
        .as_object()
        .expect("a member")
        .iter()
        .filter(|(key, value)| member[key.as_str()] != **value)
        .map(|(key, _)| key.as_str())
        .collect();
    assert_eq!(differs, ["City", "EmailAddress", "Version"]);
    assert_eq!((&saved["City"], &saved["EmailAddress"], &saved["Version"]), (&json!("Lima"), &json!(null), &json!(2)));
    let detail = audited(&app).await[0].detail.clone();
    assert_eq!(
        detail,
        Some(json!({
            "before": {"City": "Dayton", "EmailAddress": "ana@mail.example"},
            "after": {"City": "Lima", "EmailAddress": null},
        }))
    );
    let again = client.put(&path(&member), saved.clone()).await.value();
    assert_eq!(again, saved, "what was read can be sent back and changes nothing");
    assert_eq!(audited(&app).await.len(), 2);
    let moved = client.put(&path(&member), json!({"EmployerId": app.group().create().await})).await;
    assert_eq!(moved.error_keys(), ["EmployerId"]);
}

#[tokio::test]
async fn of_two_people_who_save_the_same_member_the_second_is_told_who_and_when() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let (first, second) = (app.administrator().await, app.administrator().await);
    let member = made(&first, body(group)).await;
    first.put(&path(&member), json!({"City": "Lima", "Version": 1})).await.value();
    let late = second.put(&path(&member), json!({"City": "Troy", "Version": 1})).await;
    assert_eq!(late.status, 409);
    assert_eq!(
        late.message(),
        "This record was changed by Dana Reyes1 on 07/20/2026 16:00 UTC. Reload it, then save again."
    );
    assert_eq!(first.get(&path(&member)).await.value()["City"], "Lima");
    let knowingly = second.put(&path(&member), json!({"City": "Troy"})).await.value();
    assert_eq!((&knowingly["City"], &knowingly["Version"]), (&json!("Troy"), &json!(3)));
}

#[tokio::test]
async fn saving_the_editor_changes_the_status_by_the_rule_of_days() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    let member = made(&client, body(group)).await;
    let ending = client.put(&path(&member), json!({"Status": 1})).await.value();
    assert_eq!((&ending["Status"], &ending["PendingOn"]), (&json!(2), &json!("2026-08-01")));
    let detail = audited(&app).await[0].detail.clone();
    assert_eq!(
        detail,
        Some(json!({
            "before": {"Status": "Active", "EffectiveDate": null},
            "after": {"Status": "Pending In-Active", "EffectiveDate": "2026-08-01"},
        }))
    );
    let same = client.put(&path(&member), json!({"Status": 1, "City": "Lima"})).await.value();
    assert_eq!((&same["Status"], &same["City"]), (&json!(2), &json!("Lima")));
    let refused = client.put(&path(&member), json!({"Status": 0})).await;
    assert_eq!(
        (refused.error_keys(), refused.message()),
        (vec!["Status".to_owned()], "Undo the pending status change first.".to_owned())
    );
    let other = made(&client, with(body(group), json!({"FirstName": "Ben", "EmployerProvidedId": "E-18"}))).await;
    let back_dated = json!({"Status": 1, "OverrideDate": true, "EffectiveDate": "2026-07-25"});
    assert_eq!(client.put(&path(&other), back_dated).await.value()["PendingOn"], "2026-07-25");
}

#[tokio::test]
async fn members_of_a_group_that_is_not_served_stay_as_they_are() {
    let app = TestApp::start().await;
    let group = app.group().with(|form: &mut GroupForm| form.flags.allow_manual_adds = true).create().await;
    let client = app.administrator().await;
    let member = made(&client, body(group)).await;
    end_group(&app, group).await;
    for reply in [
        client.post(MEMBERS, json!({"EmployerId": group})).await,
        client.put(&path(&member), json!({"FirstName": ""})).await,
        client.put(&path(&member), json!({"City": "Lima", "Version": 7})).await,
    ] {
        assert_eq!((reply.error_keys(), reply.message()), (vec![String::new()], LOCKED.to_owned()));
    }
    assert_eq!(client.get(&path(&member)).await.value(), member);
}

#[tokio::test]
async fn others_than_administrators_add_members_where_the_group_allows_it_and_save_them_everywhere_in_scope() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let closed = app.group().of(broker).create().await;
    let open = app.group().of(broker).with(|form: &mut GroupForm| form.flags.allow_manual_adds = true).create().await;
    let foreign = app.group().create().await;
    let inside = app.member(closed).create().await;
    let outside = app.member(foreign).named("Ben", "Abel").create().await;
    for (role, broker) in
        [(Role::BrokerAdministrator, Some(broker)), (Role::AccountManager, Some(broker)), (Role::GroupUser, None)]
    {
        let (_, client) = app.user(role, broker, &[closed, open]).await;
        let refused = client.post(MEMBERS, body(closed)).await;
        assert_eq!((refused.error_keys(), refused.message()), (vec![String::new()], BY_HAND.to_owned()), "{role:?}");
        let more = json!({"FirstName": role.name(), "EmployerProvidedId": null});
        assert_eq!(made(&client, with(body(open), more)).await["EmployerId"], json!(open));
        assert_eq!(client.post(MEMBERS, body(foreign)).await.status, 404, "{role:?}");
        let saved = client.put(&format!("{MEMBERS}/{inside}"), json!({"City": role.name()})).await.value();
        assert_eq!(saved["City"], role.name());
        assert_eq!(client.put(&format!("{MEMBERS}/{outside}"), json!({"City": "Lima"})).await.status, 404, "{role:?}");
        let may_add = |group: GroupId| {
            let client = &client;
            async move { client.get(&format!("/api/v1/employers/{group}")).await.value()["MayAddMembers"].clone() }
        };
        assert_eq!((may_add(open).await, may_add(closed).await), (json!(true), json!(false)), "{role:?}");
    }
    let staff = app.administrator().await;
    assert_eq!(staff.post(MEMBERS, body(GroupId(999))).await.status, 404);
    assert_eq!(staff.put(&format!("{MEMBERS}/999"), json!({})).await.status, 404);
    assert_eq!(app.nobody().post(MEMBERS, body(open)).await.status, 401);
}

/// A double click and two people at once: one of them makes the member, the other is warned.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_person_added_twice_at_once_is_made_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().create().await;
        let client = app.administrator().await;
        let body = with(body(group), json!({"EmployerProvidedId": null}));
        let replies = futures_util::future::join_all((0..4).map(|_| client.post(MEMBERS, body.clone()))).await;
        let made = replies.iter().filter(|reply| reply.json()["IsValid"] == true).count();
        assert_eq!(made, 1, "{engine:?}");
        assert!(replies.iter().all(|reply| reply.status == 200), "{engine:?}");
    }
}

/// Without a version each save is written, and none is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn saves_at_once_without_a_version_wait_for_each_other() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().create().await;
        let client = app.administrator().await;
        let member = path(&made(&client, body(group)).await);
        let changes = [json!({"City": "Lima"}), json!({"ZipCode": "45801"}), json!({"AddressLine2": "Unit 4"})];
        let replies =
            futures_util::future::join_all(changes.into_iter().map(|change| client.put(&member, change))).await;
        assert!(replies.iter().all(|reply| reply.status == 200), "{engine:?}");
        let saved = client.get(&member).await.value();
        assert_eq!(
            [&saved["City"], &saved["ZipCode"], &saved["AddressLine2"]],
            ["Lima", "45801", "Unit 4"],
            "{engine:?}"
        );
        assert_eq!(saved["Version"], 4);
    }
}
