//! Snapshots: what is billed, corrected, refused, and how it is kept.

use domain::access::Role;
use domain::members::Status;
use insta::assert_json_snapshot;
use serde_json::json;
use store::Engine;

use crate::support::consults::consult;
use crate::support::{Billed, period};

#[tokio::test]
async fn a_snapshot_bills_who_is_active_on_the_third() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.member("Ben", &[(Status::InActive, "2026-07-04")]).await;
        billed.member("Cai", &[(Status::InActive, "2026-07-03")]).await;
        let made = billed.bill(7).await;
        assert_eq!(made["InvoiceTotalDollars"], json!(20.0));
        let detail = billed.client.get(&billed.snapshot(&made["Id"])).await.value();
        let line = &detail["LineItems"][0];
        assert_eq!((&line["BillableQuantity"], &line["IsCredit"]), (&json!(2), &json!(false)));
        let names: Vec<_> = line["ActiveEmployeeData"].as_array().expect("members").iter().collect();
        assert_eq!(
            (&names[0]["Employee"]["FirstName"], &names[1]["Employee"]["FirstName"]),
            (&json!("Ana"), &json!("Ben"))
        );
    }
}

#[tokio::test]
async fn a_snapshot_shows_everything_a_screen_needs() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let made = billed.bill(7).await;
    let detail = billed.client.get(&billed.snapshot(&made["Id"])).await.value();
    assert_json_snapshot!(detail, @r##"
    {
      "BillingPlan": {
        "Id": 1,
        "Name": "Medical"
      },
      "ComputedOn": "2026-07-20T16:00:00.000Z",
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "EmployerId": 1,
      "ErpInvoiceUrl": null,
      "ErpState": {
        "Color": "#6c757d",
        "IsKept": false,
        "IsMailUnknown": false,
        "Message": null,
        "ReadFailedOn": null,
        "ReadFailure": null,
        "State": "NotSent",
        "Text": "Not sent"
      },
      "Id": 1,
      "InErp": false,
      "InvoicePeriodBeginDate": "2026-06-04",
      "InvoicePeriodEndDate": "2026-07-03",
      "InvoiceTotalDollars": 10.0,
      "LineItemSnapshots": [
        {
          "ActiveEmployeeData": [
            {
              "Employee": {
                "EmployeeId": 1,
                "FirstName": "Ana",
                "LastName": "Abel"
              },
              "FilteredStatusChanges": [
                {
                  "ChangeDate": "2026-01-01",
                  "Status": 0
                }
              ]
            }
          ],
          "BillableMonth": 7,
          "BillableMonthName": "July",
          "BillableQuantity": 1,
          "BillableYear": 2026,
          "BillingType": 2,
          "EmployeeCount": 1,
          "Id": 1,
          "InActiveEmployeeData": [],
          "IsCorrection": false,
          "IsCredit": false,
          "LineItemTotalDollars": 10.0,
          "Name": "PEPM",
          "Rate": 10.0,
          "ReferenceId": null
        }
      ],
      "LineItems": [
        {
          "ActiveEmployeeData": [
            {
              "Employee": {
                "EmployeeId": 1,
                "FirstName": "Ana",
                "LastName": "Abel"
              },
              "FilteredStatusChanges": [
                {
                  "ChangeDate": "2026-01-01",
                  "Status": 0
                }
              ]
            }
          ],
          "BillableMonth": 7,
          "BillableMonthName": "July",
          "BillableQuantity": 1,
          "BillableYear": 2026,
          "BillingType": 2,
          "EmployeeCount": 1,
          "Id": 1,
          "InActiveEmployeeData": [],
          "IsCorrection": false,
          "IsCredit": false,
          "LineItemTotalDollars": 10.0,
          "Name": "PEPM",
          "Rate": 10.0,
          "ReferenceId": null
        }
      ],
      "OutOfDate": false,
      "OutsideLookBack": [],
      "PaymentStatusColor": "#6c757d",
      "PaymentStatusText": "Unknown",
      "PreviousTotalDollars": null
    }
    "##);
}

/// Two members ended retroactively come out as credits of the months billed for them (rules.md#credits-and-debts).
#[tokio::test]
async fn a_retroactive_end_is_credited_in_the_next_snapshot() {
    let billed = Billed::start().await;
    billed.app.travel_to("2026-06-04T16:00:00Z");
    for first in ["Ana", "Ben", "Cai"] {
        billed.member(first, &[]).await;
    }
    assert_eq!(billed.bill(5).await["InvoiceTotalDollars"], json!(30.0));
    assert_eq!(billed.bill(6).await["InvoiceTotalDollars"], json!(30.0));
    billed.app.travel_to("2026-06-20T16:00:00Z");
    end_retroactively(&billed, "Ben", "2026-05-01").await;
    billed.app.travel_to("2026-07-04T16:00:00Z");
    let july = billed.bill(7).await;
    assert_eq!(july["InvoiceTotalDollars"], json!(0.0), "two members, less two months of one");
    let lines: Vec<_> = july["LineItems"].as_array().expect("lines").iter().collect();
    let facts: Vec<_> = lines
        .iter()
        .map(|line| (line["BillableMonth"].clone(), line["IsCredit"].clone(), line["LineItemTotalDollars"].clone()))
        .collect();
    assert_eq!(
        facts,
        [
            (json!(7), json!(false), json!(20.0)),
            (json!(5), json!(true), json!(-10.0)),
            (json!(6), json!(true), json!(-10.0)),
        ]
    );
    let detail = billed.client.get(&billed.snapshot(&july["Id"])).await.value();
    let credited = &detail["LineItems"][1]["InActiveEmployeeData"][0];
    assert_eq!(credited["Employee"]["FirstName"], "Ben");
    assert_eq!(credited["FilteredStatusChanges"][0], json!({"Status": 1, "ChangeDate": "2026-05-01"}));
}

async fn end_retroactively(billed: &Billed, first: &str, on: &str) {
    let ctx = &billed.app.ctx;
    let page = domain::PageRequest { term: first.to_owned(), ..domain::PageRequest::first(5) };
    let group = billed.group.into();
    let tx = ctx.store.begin().await.expect("a transaction");
    let found = store::members::search(&tx, domain::access::Scope::system(), Some(group), &page).await;
    let member = found.expect("a search").rows.remove(0).member;
    let timelines = store::members::timelines(&tx, &[member.id]).await.expect("a timeline");
    let day = on.parse().expect("a date of the test");
    let status = timelines[&member.id].change(Status::InActive, day, ctx.today()).expect("a change");
    let details = member.details.clone();
    let write = store::members::MemberWrite { before: &member, details, primary: None, status: Some(status) };
    let stamp = store::Stamp { at: ctx.now(), by: None };
    store::members::apply(&tx, &[write], store::members::Source::User, stamp).await.expect("applied");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

#[tokio::test]
async fn a_month_is_billed_once_however_often_it_is_clicked() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let path = billed.snapshots();
        let click = || billed.client.post(&path, period(7));
        let (a, b, c, d) = tokio::join!(click(), click(), click(), click());
        let made = [a, b, c, d].into_iter().filter(|reply| reply.json()["IsValid"] == json!(true)).count();
        assert_eq!(made, 1, "{engine:?}");
        let again = click().await;
        assert_eq!(again.error_keys(), ["StartDate"]);
        assert_eq!(again.message(), "A snapshot already exists for this plan and billing period.");
    }
}

#[tokio::test]
async fn wrong_periods_and_plans_are_named_and_change_nothing() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let refused = async |path: &str, body: serde_json::Value| {
            let reply = billed.client.post(path, body).await;
            (reply.error_keys(), reply.message())
        };
        let path = billed.snapshots();
        for (start, end, said) in [
            ("2026-07-03", "2026-07-03", "The billing period must end after it begins."),
            ("2026-07-04", "2026-07-03", "The billing period must end after it begins."),
            ("2027-07-04", "2026-07-03", "The billing period must end after it begins."),
            ("2026-05-01", "2026-07-03", "The billing period must end at most 62 days after it begins."),
            ("0001-01-01", "2026-07-03", "The billing period must end at most 62 days after it begins."),
        ] {
            let found = refused(&path, json!({"StartDate": start, "EndDate": end})).await;
            assert_eq!(found, (vec!["StartDate".to_owned()], said.to_owned()), "{engine:?}: {start} to {end}");
        }
        for body in [
            json!({}),
            json!({"StartDate": "2026-06-04"}),
            json!({"StartDate": "02/30/2026", "EndDate": "2026-07-03"}),
            json!({"StartDate": "soon", "EndDate": "2026-07-03"}),
        ] {
            assert_eq!(refused(&path, body.clone()).await.0, ["StartDate"], "{engine:?}: {body}");
        }
        let none = format!("/api/v1/billing/{}/invoices/0/snapshots", billed.group);
        let of_plan = |said: &str| (vec!["InvoiceId".to_owned()], said.to_owned());
        assert_eq!(refused(&none, period(7)).await, of_plan("Please select a billing plan."));
        let plan = format!("/api/v1/billing/{}/invoices/{}", billed.group, billed.plan);
        for (change, said) in [
            (json!({"Name": "Medical", "Active": false}), "This billing plan is not active. Set it active to bill it."),
            (
                json!({"Name": "Medical", "Active": true, "ExpirationDate": "2026-06-03"}),
                "This billing plan expires before the billing period begins. Set a later expiration date to bill it.",
            ),
        ] {
            billed.client.put(&plan, change).await.value();
            assert_eq!(refused(&path, period(7)).await, of_plan(said), "{engine:?}");
        }
        assert_eq!(billed.client.get(&path).await.value(), json!([]), "{engine:?}");
        let trail = billed.client.get("/api/v1/audit?Page=1&Subject=snapshot").await.value();
        assert_eq!(trail["TotalRecords"], 0, "{engine:?}");
        assert_eq!(billed.client.get(&billed.lines()).await.value()[0]["IsBilled"], false, "{engine:?}");
        billed.client.put(&plan, json!({"Name": "Medical", "ExpirationDate": "2026-06-04"})).await.value();
        assert_eq!(billed.bill(7).await["InvoiceTotalDollars"], json!(10.0), "{engine:?}: its last period");
    }
}

/// Once billed, the plan goes on to its end: what is there is still computed anew and deleted.
#[tokio::test]
async fn a_plan_that_has_ended_keeps_what_it_has_billed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let july = billed.bill(7).await["Id"].clone();
        let plan = format!("/api/v1/billing/{}/invoices/{}", billed.group, billed.plan);
        let ended = json!({"Name": "Medical", "Active": false, "ExpirationDate": "2026-06-30"});
        billed.client.put(&plan, ended).await.value();
        let next = billed.client.post(&billed.snapshots(), period(8)).await;
        assert_eq!(next.error_keys(), ["InvoiceId", "InvoiceId"], "{engine:?}: not active, and expired");
        billed.member("Ben", &[]).await;
        assert_eq!(billed.regenerate(&july).await.value()["InvoiceTotalDollars"], json!(20.0), "{engine:?}");
        billed.client.delete(&billed.snapshot(&july)).await.value();
    }
}

/// A slip of the year would stand at the head of every list, and before the plan's next snapshot in the order of deleting. What is there
/// already is computed anew however old it is.
#[tokio::test]
async fn only_months_of_the_last_this_and_the_next_year_are_billed_one_by_one() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut billed = Billed::on(engine).await;
        let ask = async |billed: &Billed, start: &str, end: &str| {
            billed.client.post(&billed.snapshots(), json!({"StartDate": start, "EndDate": end})).await
        };
        let far = "The billing period must lie in the years 2025 to 2027.";
        for (start, end) in [
            ("2024-11-04", "2024-12-03"),
            ("2027-12-04", "2028-01-03"),
            ("2126-06-04", "2126-07-03"),
            ("1900-02-04", "1900-03-03"),
            ("9999-02-04", "9999-03-03"),
        ] {
            let refused = ask(&billed, start, end).await;
            assert_eq!(
                (refused.error_keys(), refused.message()),
                (vec!["StartDate".to_owned()], far.to_owned()),
                "{end}"
            );
        }
        for (start, end) in [("2024-12-04", "2025-01-03"), ("2027-11-04", "2027-12-03")] {
            assert_eq!(ask(&billed, start, end).await.value()["InvoicePeriodEndDate"], end, "{engine:?}");
        }
        let latest = billed.client.get(&billed.snapshots()).await.value()[0]["Id"].clone();

        // New Year in business time.
        billed.app.travel_to("2029-01-01T04:59:00Z");
        billed.client = billed.app.administrator().await;
        assert_eq!(ask(&billed, "2029-12-04", "2030-01-03").await.error_keys(), ["StartDate"], "{engine:?}");
        billed.app.travel_to("2029-01-01T05:00:00Z");
        ask(&billed, "2029-12-04", "2030-01-03").await.value();
        assert_eq!(ask(&billed, "2027-09-04", "2027-10-03").await.error_keys(), ["StartDate"], "{engine:?}");
        let newest = billed.client.get(&billed.snapshots()).await.value()[0]["Id"].clone();
        billed.client.delete(&billed.snapshot(&newest)).await.value();
        assert_eq!(billed.regenerate(&latest).await.value()["Id"], latest, "{engine:?}");
    }
}

#[tokio::test]
async fn only_the_latest_snapshot_can_be_deleted_and_a_deleted_one_is_gone() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let june = billed.bill(6).await["Id"].clone();
    let july = billed.bill(7).await["Id"].clone();
    let refused = billed.client.delete(&billed.snapshot(&june)).await;
    assert!(refused.message().contains("Delete the snapshot of July 2026 first"), "{}", refused.message());
    billed.client.delete(&billed.snapshot(&july)).await.value();
    assert_eq!(billed.client.get(&billed.snapshot(&july)).await.status, 404);
    assert_eq!(billed.client.delete(&billed.snapshot(&july)).await.status, 404);
    let list = format!("/api/v1/billing/{}/snapshots", billed.group);
    assert_eq!(billed.client.get(&list).await.value()["TotalRecords"], 1);
    assert_eq!(billed.bill(7).await["InvoiceTotalDollars"], json!(10.0), "the month can be billed again");
}

#[tokio::test]
async fn regenerating_takes_todays_histories_and_keeps_the_number() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let made = billed.bill(7).await;
    billed.member("Ben", &[]).await;
    let again = billed.client.post(&format!("{}/regenerate", billed.snapshot(&made["Id"])), json!({})).await.value();
    assert_eq!((&again["Id"], &again["InvoiceTotalDollars"]), (&made["Id"], &json!(20.0)));
}

#[tokio::test]
async fn later_edits_do_not_alter_a_snapshot() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let made = billed.bill(7).await;
    let before = billed.client.get(&billed.snapshot(&made["Id"])).await.value();
    let plan = format!("/api/v1/billing/{}/invoices/{}", billed.group, billed.plan);
    billed.app.pass(chrono::TimeDelta::minutes(1));
    billed.client.put(&plan, json!({"Name": "Renamed"})).await.value();
    end_retroactively(&billed, "Ana", "2026-05-01").await;
    assert_eq!(billed.client.get(&billed.snapshot(&made["Id"])).await.value(), before);
}

#[tokio::test]
async fn snapshots_of_another_group_do_not_exist_and_others_than_administrators_see_none() {
    let billed = Billed::start().await;
    let made = billed.bill(7).await["Id"].clone();
    let other = billed.app.group().create().await.get();
    assert_eq!(billed.client.get(&format!("/api/v1/billing/{other}/snapshots/{made}")).await.status, 404);
    assert_eq!(billed.client.get("/api/v1/billing/99/snapshots").await.status, 404);
    let foreign = format!("/api/v1/billing/{other}/invoices/{}/snapshots", billed.plan);
    assert_eq!(billed.client.post(&foreign, period(8)).await.status, 404);
    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    assert_eq!(user.get(&billed.snapshot(&made)).await.status, 403);
}

/// Type, period and scope of a line item are fixed as long as an undeleted snapshot has billed it, and no longer (rules.md#fixed-once-billed).
#[tokio::test]
async fn a_line_is_fixed_as_long_as_an_undeleted_snapshot_has_billed_it() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let line = format!("/api/v1/billing/{}/invoices/{}/line-items", billed.group, billed.plan);
        let is_billed = async || billed.client.get(&line).await.value()[0]["IsBilled"].clone();
        let june = billed.bill(6).await["Id"].clone();
        let july = billed.bill(7).await["Id"].clone();
        billed.client.delete(&billed.snapshot(&july)).await.value();
        assert_eq!(is_billed().await, json!(true), "{engine:?}: June has billed it");
        billed.client.delete(&billed.snapshot(&june)).await.value();
        assert_eq!(is_billed().await, json!(false), "{engine:?}");
        let (_, path) = billed.line(json!({"Name": "Second"})).await;
        let july = billed.bill(7).await["Id"].clone();
        assert_eq!(is_billed().await, json!(true), "{engine:?}");
        billed.client.delete(&billed.snapshot(&july)).await.value();
        let drivers = json!({"IncludeAllMembers": false, "ReferenceId": "Drivers", "Name": "Second", "BillingPricingOptionId": 1});
        billed.client.put(&path, drivers).await.value();
    }
}

/// A consult that was billed is known to be wherever and whenever it is by now (rules.md#billable-consults).
#[tokio::test]
async fn a_billed_consult_that_turns_out_to_be_elsewhere_or_long_ago_is_still_corrected() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for change in [
            "update consult set group_id=2 where id=1",
            "update consult set started_at='2029-06-20T16:00:00.000Z', state=1 where id=1",
            "update consult set started_at='2021-06-20T16:00:00.000Z', state=1 where id=1",
        ] {
            let billed = Billed::without_lines(engine).await;
            billed.app.group().create().await;
            billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
            let consults = [(); 2].map(|()| consult(billed.group.into(), None));
            billed.app.consulted(consults.to_vec()).await;
            assert_eq!(billed.bill(7).await["InvoiceTotalDollars"], json!(20.0), "{engine:?}");
            store::testing::execute(&billed.app.ctx.store, change).await;
            assert_eq!(billed.bill(8).await["InvoiceTotalDollars"], json!(-10.0), "{engine:?} {change}");
        }
    }
}
