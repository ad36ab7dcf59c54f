//! Lines that count consults: whose consults they count, and what is told of each.

use chrono::{DateTime, TimeDelta, Utc};
use domain::access::Role;
use domain::invoices::InvoiceDocument;
use domain::{GroupId, MemberId, SnapshotId};
use serde_json::{Value, json};
use store::consults::NewConsult;
use store::members::{MemberWrite, Source};
use store::{Engine, Stamp};

use crate::support::Billed;
use crate::support::consults::consult;

/// A dependent of a primary, with a billing code of its own if one is given.
async fn dependent_of(billed: &Billed, primary: MemberId, code: Option<&str>) -> MemberId {
    let (ctx, group) = (&billed.app.ctx, GroupId(billed.group));
    let code = code.map(str::to_owned);
    let dependent = billed.app.member(group).named("Dot", "Abel").with(|of| {
        (of.member_type, of.billing_reference_id) = ("Dependent".to_owned(), code);
    });
    let id = dependent.create().await;
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
    let on = |(place, (number, member, is_after_hours)): (usize, &(&str, Option<MemberId>, bool))| {
        consult_on(billed, number, *member, (10 + place as u32, *is_after_hours))
    };
    save(billed, &of.iter().enumerate().map(on).collect::<Vec<_>>()).await;
}

/// A consult of a day of June under this number, after hours or not.
fn consult_on(
    billed: &Billed,
    number: &str,
    member: Option<MemberId>,
    (day, is_after_hours): (u32, bool),
) -> NewConsult {
    let began = "2026-05-31T14:30:00Z".parse::<DateTime<Utc>>().expect("an instant");
    NewConsult {
        external_id: number.to_owned(),
        started_at: began + TimeDelta::days(day.into()),
        is_after_hours,
        ..consult(GroupId(billed.group), member)
    }
}

async fn save(billed: &Billed, consults: &[NewConsult]) {
    let ctx = &billed.app.ctx;
    let tx = ctx.store.begin().await.expect("a transaction");
    store::consults::save(&tx, consults, ctx.config.time_zone, ctx.now()).await.expect("consults are stored");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

fn numbers(page: &Value) -> Vec<&str> {
    let rows = page["Data"].as_array().expect("rows");
    rows.iter().map(|row| row["ConsultNumber"].as_str().expect("a number")).collect()
}

/// A dependent's consult counts on the line of its primary's reference whatever its own is, and on that of its own where the primary has
/// none (rules.md#billable-consults).
#[tokio::test]
async fn the_consult_of_a_dependent_counts_on_the_line_of_its_primarys_reference() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::without_lines(engine).await;
        let of = |code: &str| {
            let code = code.to_owned();
            billed.app.member(GroupId(billed.group)).with(|of| of.billing_reference_id = Some(code))
        };
        let (east, west) = (of("East").create().await, of("WEST").create().await);
        let dependent = dependent_of(&billed, east, Some("West")).await;
        let unreferred = billed.app.member(GroupId(billed.group)).create().await;
        let own = dependent_of(&billed, unreferred, Some("WEST")).await;
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
            ("PC-5", Some(own), false),
        ];
        consulted(&billed, &said).await;
        let made = billed.bill(7).await;
        let lines = made["LineItems"].as_array().expect("lines");
        let counted: Vec<_> = lines.iter().map(|line| (&line["ReferenceId"], &line["BillableQuantity"])).collect();
        assert_eq!(counted, [(&json!("EAST"), &json!(2)), (&json!("WEST"), &json!(2))], "{engine:?}");
        for (line, expected) in lines.iter().zip([["PC-1", "PC-3"], ["PC-2", "PC-5"]]) {
            let path = format!("{}/lines/{}/consults", billed.snapshot(&made["Id"]), line["Id"]);
            assert_eq!(numbers(&billed.client.get(&path).await.value()), expected, "{engine:?}");
        }
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

async fn printed(billed: &Billed, id: &Value) -> InvoiceDocument {
    let (who, id) = (billed.app.staff().await, SnapshotId(id.as_i64().expect("an id")));
    portal::invoices::service::document(&billed.app.ctx, who, id, None, None).await.expect("a document")
}

/// What a consult is by now changes no bill that has counted it, in no reader (rules.md#frozen-snapshot).
#[tokio::test]
async fn a_bill_keeps_its_consults_as_they_were_when_it_was_computed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::without_lines(engine).await;
        billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
        billed.line(json!({"Name": "After-hours", "BillingType": 3})).await;
        save(&billed, &[consult_on(&billed, "PC-1", None, (10, true))]).await;
        let june = billed.bill(7).await;
        billed.app.pass(TimeDelta::minutes(10));
        save(&billed, &[consult_on(&billed, "PC-1", None, (12, false))]).await;
        let as_billed = json!([{"ConsultNumber": "PC-1", "ConsultDate": "2026-06-10", "IsAfterHours": true}]);
        for line in june["LineItems"].as_array().expect("lines") {
            for of in [billed.snapshot(&june["Id"]), format!("/api/v1/invoices/{}", june["Id"])] {
                let told = billed.client.get(&format!("{of}/lines/{}/consults", line["Id"])).await.value();
                assert_eq!(told["Data"], as_billed, "{engine:?}");
            }
        }
        let lists = printed(&billed, &june["Id"]).await.appendix.expect("an appendix").consults;
        let told: Vec<_> =
            lists.iter().flat_map(|list| &list.consults).map(|one| (one.on.as_str(), one.hours)).collect();
        assert_eq!(told, [("06/10/2026", "After hours"); 2], "{engine:?}");

        billed.app.pass(TimeDelta::minutes(10));
        let august = billed.bill(8).await;
        let lines = august["LineItems"].as_array().expect("lines");
        let credit = lines.iter().find(|line| line["IsCredit"] == true).expect("the fee is taken back");
        let path = format!("{}/lines/{}/consults", billed.snapshot(&august["Id"]), credit["Id"]);
        let by_now = json!([{"ConsultNumber": "PC-1", "ConsultDate": "2026-06-12", "IsAfterHours": false}]);
        assert_eq!(billed.client.get(&path).await.value()["Data"], by_now, "{engine:?}");
        let correction = &printed(&billed, &august["Id"]).await.corrections[0];
        assert_eq!(correction.note, Some("billed, no longer counted"));
    }
}
