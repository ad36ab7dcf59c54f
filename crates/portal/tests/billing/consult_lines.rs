//! Lines that count consults: whose consults they count, and what is told of each.

use chrono::{TimeDelta, Utc};
use domain::access::Role;
use domain::{GroupId, MemberId};
use serde_json::{Value, json};
use store::consults::NewConsult;
use store::members::{MemberWrite, Source};
use store::{Engine, Stamp};

use crate::support::Billed;
use crate::support::consults::consult;

/// A dependent of a primary, without a billing code of its own.
async fn dependent_of(billed: &Billed, primary: MemberId) -> MemberId {
    let (ctx, group) = (&billed.app.ctx, GroupId(billed.group));
    let id = billed.app.member(group).named("Dot", "Abel").with(|of| of.member_type = "Dependent".to_owned()).create();
    let id = id.await;
    let all = store::members::page_of_group(&ctx.store.read(), group, MemberId(0), 100).await.expect("members");
    let before = all.iter().find(|member| member.id == id).expect("the dependent");
    let write = MemberWrite { before, details: before.details.clone(), primary: Some(primary), status: None };
    let tx = ctx.store.begin().await.expect("a transaction");
    let stamp = Stamp { at: ctx.now(), by: None };
    store::members::apply(&tx, &[write], Source::User, stamp).await.expect("the member is changed");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    id
}

/// Consults that began in June, each under a number of its own.
async fn consulted(billed: &Billed, of: &[(&str, Option<MemberId>, bool)]) {
    let group = GroupId(billed.group);
    let consults: Vec<_> = of
        .iter()
        .enumerate()
        .map(|(place, (number, member, is_after_hours))| {
            let plain = consult(group, *member);
            NewConsult {
                external_id: (*number).to_owned(),
                started_at: "2026-06-10T14:30:00Z".parse::<chrono::DateTime<Utc>>().expect("an instant")
                    + TimeDelta::days(place as i64),
                is_after_hours: *is_after_hours,
                ..plain
            }
        })
        .collect();
    let ctx = &billed.app.ctx;
    let tx = ctx.store.begin().await.expect("a transaction");
    store::consults::save(&tx, &consults, ctx.config.time_zone).await.expect("consults are stored");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

fn numbers(page: &Value) -> Vec<&str> {
    let rows = page["Data"].as_array().expect("rows");
    rows.iter().map(|row| row["ConsultNumber"].as_str().expect("a number")).collect()
}

/// A dependent's consult counts to the group of its primary, on the line of its primary's reference (rules.md#billable-consults).
#[tokio::test]
async fn the_consult_of_a_dependent_counts_on_the_line_of_its_primarys_reference() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::without_lines(engine).await;
        let of = |code: &str| {
            let code = code.to_owned();
            billed.app.member(GroupId(billed.group)).with(|of| of.billing_reference_id = Some(code))
        };
        let (east, west) = (of("East").create().await, of("WEST").create().await);
        let dependent = dependent_of(&billed, east).await;
        for reference in ["EAST", "WEST"] {
            let scope =
                json!({"Name": reference, "BillingType": 1, "IncludeAllMembers": false, "ReferenceId": reference});
            billed.line(scope).await;
        }
        let said = [
            ("PC-1", Some(dependent), false),
            ("PC-2", Some(west), false),
            ("PC-3", Some(east), true),
            ("PC-4", None, false),
        ];
        consulted(&billed, &said).await;
        let made = billed.bill(7).await;
        let lines = made["LineItems"].as_array().expect("lines");
        let counted: Vec<_> = lines.iter().map(|line| (&line["ReferenceId"], &line["BillableQuantity"])).collect();
        assert_eq!(counted, [(&json!("EAST"), &json!(2)), (&json!("WEST"), &json!(1))], "{engine:?}");
        let path = format!("{}/lines/{}/consults", billed.snapshot(&made["Id"]), lines[0]["Id"]);
        assert_eq!(numbers(&billed.client.get(&path).await.value()), ["PC-1", "PC-3"], "{engine:?}");
    }
}

#[tokio::test]
async fn a_consult_is_told_by_day_and_number_and_names_nobody() {
    let billed = Billed::start().await;
    let ana = billed.member("Ana", &[]).await;
    billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
    consulted(&billed, &[("PC-9", Some(ana), true), ("PC-10", Some(ana), false), ("XY-1", None, false)]).await;
    let made = billed.bill(7).await;
    let line = made["LineItems"].as_array().and_then(|lines| lines.iter().find(|line| line["BillingType"] == 1));
    let line = &line.expect("the line of consults")["Id"];
    let of_snapshot = format!("{}/lines/{line}/consults", billed.snapshot(&made["Id"]));
    let of_invoice = format!("/api/v1/invoices/{}/lines/{line}/consults", made["Id"]);
    for path in [&of_snapshot, &of_invoice] {
        let told = billed.client.get(&format!("{path}?Page=1&PerPage=2")).await.value();
        assert_eq!(
            told,
            json!({
                "Data": [
                    {"ConsultNumber": "PC-9", "ConsultDate": "2026-06-10", "IsAfterHours": true},
                    {"ConsultNumber": "PC-10", "ConsultDate": "2026-06-11", "IsAfterHours": false},
                ],
                "TotalRecords": 3,
                "TotalPages": 2,
            }),
            "{path}"
        );
        assert_eq!(numbers(&billed.client.get(&format!("{path}?Page=2&PerPage=2")).await.value()), ["XY-1"]);
        assert_eq!(numbers(&billed.client.get(&format!("{path}?Term=pc-1")).await.value()), ["PC-10"]);
        assert_eq!(billed.client.get(&path.replace(&format!("/{line}/"), "/99/")).await.status, 404);
    }
    let members = made["LineItems"].as_array().and_then(|lines| lines.iter().find(|line| line["BillingType"] == 2));
    let path = of_snapshot.replace(&format!("/{line}/"), &format!("/{}/", members.expect("the line of members")["Id"]));
    assert_eq!(billed.client.get(&path).await.value()["TotalRecords"], 0, "a line of members has none");

    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    assert_eq!(user.get(&of_invoice).await.status, 404, "invoice access is off");
    assert_eq!(user.get(&of_snapshot).await.status, 403);
}
