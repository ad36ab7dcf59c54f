//! Commission rules to choose from, and the statement of a snapshot (rules.md#commissions-of-a-month).

use domain::access::Role;
use domain::commissions::statement::{NOTHING_BILLABLE, Payout};
use domain::{BillingMonth, BrokerId, Money, PlanLineId, UserId};
use futures_util::future::join_all;
use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::commissions::rules::{self, NewRule};
use store::{Engine, Stamp};

use crate::support::{Billed, on_both_engines};

on_both_engines!(
    a_snapshot_makes_one_statement_a_rule,
    many_clicks_make_one_statement,
    a_credit_takes_back_what_its_month_paid,
    a_deleted_statement_lets_its_snapshot_go,
    a_statement_is_deleted_once,
);

/// A rule that pays so many cents on the plan's lines from months of 2026.
async fn rule(billed: &Billed, name: &str, payouts: &[(u32, i64)]) -> i64 {
    let lines = billed.client.get(&billed.lines()).await.value();
    let line = PlanLineId(lines[0]["Id"].as_i64().expect("an id"));
    let payout = |(month, cents): &(u32, i64)| Payout {
        plan_line: line,
        from: BillingMonth::new(2026, *month).expect("a month"),
        amount: Money::from_cents(*cents),
    };
    let payouts = payouts.iter().map(payout).collect();
    let new = NewRule { name: name.to_owned(), payee_name: "Summit Advisors".to_owned(), broker: None, payouts };
    let tx = billed.app.ctx.store.begin().await.expect("a transaction");
    let stamp = Stamp { at: billed.app.ctx.now(), by: Some(UserId(1)) };
    let rule = rules::insert(&tx, &new, UserId(1), stamp).await.expect("a rule");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    rule.get()
}

fn path(billed: &Billed, snapshot: &Value) -> String {
    format!("{}/commission/generate", billed.snapshot(&snapshot["Id"]))
}

fn wish(rule: i64, month: u32) -> Value {
    json!({"CommissionRuleId": rule, "BillingPeriod": format!("2026-{month:02}-03")})
}

async fn status(billed: &Billed, snapshot: &Value) -> Value {
    billed.client.get(&format!("/api/v1/invoices/{}", snapshot["Id"])).await.value()["CommissionStatusText"].clone()
}

async fn a_snapshot_makes_one_statement_a_rule(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let snapshot = billed.bill(7).await;
    assert_eq!(status(&billed, &snapshot).await, "None");
    let first = rule(&billed, "Acme", &[(1, 75)]).await;
    let second = rule(&billed, "Other", &[(7, 25)]).await;
    let made = billed.client.post(&path(&billed, &snapshot), wish(first, 7)).await.value();
    assert_eq!(made["TotalPayoutAmount"], 2.25);
    let made = billed.statement(&made["Id"]).await;
    allow_duplicates! {
        assert_json_snapshot!(made, @r##"
{
  "Adjustments": [],
  "AmountDue": 2.25,
  "BillNumber": null,
  "BillState": null,
  "BillingPeriod": "2026-07-03",
  "BroughtForward": 0.0,
  "BroughtForwardFrom": [],
  "CarriedInto": null,
  "CommissionRuleId": 1,
  "CreatedAt": "2026-07-20T16:00:00.000Z",
  "CreatedOn": "2026-07-20T16:00:00.000Z",
  "ErpState": null,
  "ErpVendorId": null,
  "GroupsLeft": [],
  "HasBill": false,
  "Id": 1,
  "Name": "Acme - July 2026",
  "PayableFromEarlier": 0.0,
  "PayeeName": "Summit Advisors",
  "PendingAmount": 0.0,
  "PendingEarlier": 0.0,
  "RuleName": "Acme",
  "Sender": {
    "Address": [
      "410 Almanac Street",
      "Columbus, OH 43215"
    ],
    "Email": "billing@fernhollow.example",
    "Name": "Fernhollow Health, LLC",
    "Phone": "(614) 555-0142"
  },
  "TotalPayoutAmount": 2.25,
  "TotaledLineItems": [
    {
      "BillableMonth": 7,
      "BillableMonthName": "July",
      "BillableYear": 2026,
      "BillingInvoiceQuickbooksId": null,
      "BillingInvoiceSnapshotId": 1,
      "BillingLineItemName": "PEPM",
      "BillingLineItemRate": 10.0,
      "BillingPlanName": "Medical",
      "CanViewInvoice": true,
      "CommissionPayoutRate": 0.75,
      "EmployerId": 1,
      "EmployerName": "Fernwood",
      "InvoiceDate": null,
      "InvoiceNumber": "000001",
      "IsCorrection": false,
      "IsCredit": false,
      "IsOfEarlierMonth": false,
      "Kind": "Line",
      "NetRate": 9.25,
      "Payable": true,
      "PaymentStatusColor": "#6c757d",
      "PaymentStatusText": "Unknown",
      "PlanLineId": 1,
      "Quantity": 3,
      "ReferenceId": null,
      "TotalDollars": 2.25
    }
  ],
  "UnpaidInvoices": 0,
  "VoidedInvoices": 0
}
"##);
    }
    assert_eq!(status(&billed, &snapshot).await, "Unpaid");
    let again = billed.client.post(&path(&billed, &snapshot), wish(first, 7)).await;
    assert_eq!(again.message(), NOTHING_BILLABLE);
    assert_eq!(
        again.json()["Errors"][1],
        json!({"Key": "CommissionRuleId", "Message": "Statement 1, Acme - July 2026, made on 07/20/2026, has them already."})
    );
    let other = billed.client.post(&path(&billed, &snapshot), wish(second, 7)).await.value();
    assert_eq!((&other["TotalPayoutAmount"], &other["RuleName"]), (&json!(0.75), &json!("Other")));
    let history = billed.client.get("/api/v1/audit?Subject=commission_statement").await.value();
    assert_eq!(history["TotalRecords"], 2, "{history}");
    let kept = billed.regenerate(&snapshot["Id"]).await;
    assert_ne!(kept.message(), "", "what a statement stands on is not computed anew");
}

async fn many_clicks_make_one_statement(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let snapshot = billed.bill(7).await;
    let rule = rule(&billed, "Acme", &[(1, 75)]).await;
    let path = path(&billed, &snapshot);
    let clicks = (0..4).map(|_| billed.client.post(&path, wish(rule, 7)));
    let replies = join_all(clicks).await;
    let made = replies.iter().filter(|reply| reply.json()["IsValid"] == true).count();
    assert_eq!(made, 1);
    let refused = replies.iter().filter(|reply| reply.message() == NOTHING_BILLABLE).count();
    assert_eq!(refused, 3);
}

fn statements(billed: &Billed, snapshot: &Value) -> String {
    format!("{}/commission/statements", billed.snapshot(&snapshot["Id"]))
}

/// Why a statement was not deleted; nothing when it was.
async fn deleted(billed: &Billed, statement: &Value) -> String {
    billed.client.delete(&format!("/api/v1/commission/snapshots/{statement}")).await.message()
}

async fn a_deleted_statement_lets_its_snapshot_go(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let snapshot = billed.bill(7).await;
    let (first, second) = (rule(&billed, "Acme", &[(1, 75)]).await, rule(&billed, "Other", &[(7, 25)]).await);
    let one = billed.client.post(&path(&billed, &snapshot), wish(first, 7)).await.value()["Id"].clone();
    let other = billed.client.post(&path(&billed, &snapshot), wish(second, 7)).await.value()["Id"].clone();
    let refused = billed.client.delete(&billed.snapshot(&snapshot["Id"])).await.message();
    assert!(refused.ends_with("Delete the statement first."), "{refused}");
    let listed = billed.client.get(&statements(&billed, &snapshot)).await.value();
    allow_duplicates! {
        assert_json_snapshot!(listed[1], @r#"
        {
          "AmountDue": 2.25,
          "BillNumber": null,
          "BillState": null,
          "BillingPeriod": "2026-07-03",
          "BroughtForward": 0.0,
          "CommissionRuleId": 1,
          "CreatedAt": "2026-07-20T16:00:00.000Z",
          "CreatedOn": "2026-07-20T16:00:00.000Z",
          "HasBill": false,
          "Id": 1,
          "Name": "Acme - July 2026",
          "PayeeName": "Summit Advisors",
          "PendingAmount": 0.0,
          "PendingEarlier": 0.0,
          "RuleName": "Acme",
          "TotalPayoutAmount": 2.25
        }
        "#);
    }
    assert_eq!(deleted(&billed, &one).await, "");
    assert_eq!(status(&billed, &snapshot).await, "Unpaid", "another statement uses it");
    assert_eq!(deleted(&billed, &other).await, "");
    assert_eq!(status(&billed, &snapshot).await, "None");
    assert_eq!(billed.client.get(&statements(&billed, &snapshot)).await.value(), json!([]));
    billed.member("Late", &[]).await;
    let anew = billed.regenerate(&snapshot["Id"]).await.value();
    assert_eq!(anew["InvoiceTotalDollars"], 40.0, "the advice has helped");
    let again = billed.client.post(&path(&billed, &snapshot), wish(first, 7)).await.value();
    assert_eq!(again["TotalPayoutAmount"], 3.0, "and its lines are free for another statement");
    let history = billed.client.get("/api/v1/audit?Subject=snapshot").await.value();
    let told = history["Data"].as_array().expect("rows").iter();
    assert_eq!(told.filter(|row| row["Action"] == "snapshot.delete_statement").count(), 2, "{history}");
}

async fn a_statement_is_deleted_once(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(1, |_| {}).await;
    let snapshot = billed.bill(7).await;
    let rule = rule(&billed, "Acme", &[(1, 75)]).await;
    let statement = billed.client.post(&path(&billed, &snapshot), wish(rule, 7)).await.value()["Id"].clone();
    let mark = format!("{}/commission/status", billed.snapshot(&snapshot["Id"]));
    billed.client.post(&mark, json!({"CommissionStatus": "Paid"})).await.value();
    let path = format!("/api/v1/commission/snapshots/{statement}");
    let clicks = join_all((0..4).map(|_| billed.client.delete(&path))).await;
    assert_eq!(clicks.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(clicks.iter().filter(|reply| reply.status == 404).count(), 3);
    assert_eq!(status(&billed, &snapshot).await, "Paid", "what was marked as paid stays (rules.md#commission-status)");
}

#[tokio::test]
async fn a_statement_with_a_bill_stays() {
    let billed = Billed::start().await;
    billed.members(1, |_| {}).await;
    let snapshot = billed.bill(7).await;
    let rule = rule(&billed, "Acme", &[(1, 75)]).await;
    let statement = billed.client.post(&path(&billed, &snapshot), wish(rule, 7)).await.value()["Id"].clone();
    let account = billed.app.erp_account("Books").await.get();
    let bill = format!(
        "insert into erp_document (api_service_id, kind, local_id, generation, state, request_key, created_at, updated_at) \
         values ({account}, 2, {statement}, 1, 2, 'bill-1', '2026-07-20T16:00:00.000Z', '2026-07-20T16:00:00.000Z')"
    );
    store::testing::execute(&billed.app.ctx.store, &bill).await;
    assert_eq!(deleted(&billed, &statement).await, "A bill exists in the ERP for this statement.");
    let listed = billed.client.get(&statements(&billed, &snapshot)).await.value();
    assert_eq!(listed[0]["HasBill"], true);
    let refused = billed.regenerate(&snapshot["Id"]).await.message();
    assert!(refused.ends_with("Create the next snapshot: it credits or charges what has changed since."), "{refused}");
    let gone = "update erp_document set state = 6 where kind = 2";
    store::testing::execute(&billed.app.ctx.store, gone).await;
    assert_eq!(deleted(&billed, &statement).await, "", "its bill was deleted there");
}

#[tokio::test]
async fn statements_are_the_administrators() {
    let billed = Billed::start().await;
    billed.members(1, |_| {}).await;
    let snapshot = billed.bill(7).await;
    let rule = rule(&billed, "Acme", &[(1, 75)]).await;
    let statement = billed.client.post(&path(&billed, &snapshot), wish(rule, 7)).await.value()["Id"].clone();
    let delete = format!("/api/v1/commission/snapshots/{statement}");
    let (_, broker) = billed.app.user(Role::BrokerAdministrator, Some(BrokerId(1)), &[]).await;
    assert_eq!(broker.delete(&delete).await.status, 403);
    assert_eq!(broker.get(&statements(&billed, &snapshot)).await.status, 403);
    assert_eq!(billed.client.delete("/api/v1/commission/snapshots/999").await.status, 404);
    let unseen = statements(&billed, &json!({"Id": 999}));
    assert_eq!(billed.client.get(&unseen).await.status, 404);
}

async fn a_credit_takes_back_what_its_month_paid(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(2, |_| {}).await;
    billed.bill(5).await;
    for member in members {
        billed.change(member, "terminate", "2026-05-01").await;
    }
    let snapshot = billed.bill(6).await;
    let mark = format!("{}/commission/status", billed.snapshot(&snapshot["Id"]));
    billed.client.post(&mark, json!({"CommissionStatus": "Paid"})).await.value();
    let rule = rule(&billed, "Acme", &[(1, 75), (6, 90)]).await;
    let made = billed.client.post(&path(&billed, &snapshot), wish(rule, 6)).await.value();
    let made = billed.statement(&made["Id"]).await;
    assert_eq!(made["TotalPayoutAmount"], -1.5);
    let total = &made["TotaledLineItems"][0];
    assert_eq!(
        json!([total["BillableMonthName"], total["Quantity"], total["CommissionPayoutRate"], total["IsCredit"]]),
        json!(["May", 2, 0.75, true])
    );
    assert_eq!(status(&billed, &snapshot).await, "Paid", "what was marked by hand stays");
}

#[tokio::test]
async fn what_is_wrong_is_named_by_its_field() {
    let billed = Billed::start().await;
    billed.members(1, |_| {}).await;
    let snapshot = billed.bill(7).await;
    let rule = rule(&billed, "Acme", &[(1, 75)]).await;
    let path = path(&billed, &snapshot);
    for (form, keys, message) in [
        (json!({}), vec!["BillingPeriod", "CommissionRuleId"], "Billing Period is required."),
        (wish(0, 7), vec!["CommissionRuleId"], "Commission Rule is required."),
        (wish(999, 7), vec!["CommissionRuleId"], "There is no such commission rule."),
        (wish(rule, 6), vec!["BillingPeriod"], "This snapshot bills July 2026: choose that month."),
    ] {
        let reply = billed.client.post(&path, form).await;
        assert_eq!(
            (reply.error_keys(), reply.message()),
            (keys.into_iter().map(str::to_owned).collect(), message.to_owned())
        );
    }
    let unseen = path.replace(&format!("snapshots/{}", snapshot["Id"]), "snapshots/999");
    assert_eq!(billed.client.post(&unseen, wish(rule, 7)).await.status, 404);
    let (_, broker) = billed.app.user(Role::BrokerAdministrator, Some(BrokerId(1)), &[]).await;
    assert_eq!(broker.post(&path, wish(rule, 7)).await.status, 403);
    assert_eq!(broker.get("/api/v1/commission/rules").await.status, 403);
}

#[tokio::test]
async fn rules_are_found_by_name_and_payee() {
    let billed = Billed::start().await;
    rule(&billed, "Beta", &[]).await;
    rule(&billed, "Acme", &[(1, 75)]).await;
    let names = async |query: &str| {
        let found = billed.client.get(&format!("/api/v1/commission/rules{query}")).await.value();
        let rows = found["Data"].as_array().expect("rows").iter();
        rows.map(|row| row["Name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("").await, ["Beta", "Acme"], "by id");
    assert_eq!(names("?Term=summit%20bet").await, ["Beta"]);
    assert_eq!(names("?Term=nobody").await, [""; 0]);
    assert_eq!(names("?OrderBy=Name").await, ["Acme", "Beta"]);
}
