//! The sums and exceptions of a month's run for rules with several statements, with less to pay, or on paid invoices.

use connectors::Accounting as _;
use connectors::fake::FakeErp;
use serde_json::{Value, json};
use store::Engine;

use super::{codes, messages, pick, run_of};
use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines, period};

on_both_engines!(
    all_statements_of_a_month_are_billed,
    a_balance_that_the_month_has_carried_counts_once,
    a_rule_that_pays_nothing_any_more_is_named,
    what_is_made_and_what_is_ready_are_compared_together,
    an_invoice_that_is_not_paid_any_more_is_named,
    months_are_compared_with_months,
    a_charge_of_another_month_is_no_debt,
    what_was_pending_is_taken_by_a_rule_that_pays_on_what_is_billed,
);

/// A group with two billing plans of one line each.
struct TwoPlans {
    billed: Billed,
    dental: Value,
    lines: [i64; 2],
}

impl TwoPlans {
    async fn on(engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        let plans = format!("/api/v1/billing/{}/invoices", billed.group);
        let form = json!({"Name": "Dental", "BillingType": 2});
        let dental = billed.client.post(&plans, form).await.value()["Id"].clone();
        let form = json!({"Name": "Dental", "BillingPricingOptionId": billed.option("4.00").await});
        let line = billed.client.post(&format!("{plans}/{dental}/line-items"), form).await.value()["Id"].clone();
        let medical = billed.client.get(&billed.lines()).await.value()[0]["Id"].clone();
        let lines = [medical, line].map(|id| id.as_i64().expect("an id"));
        Self { billed, dental, lines }
    }

    /// Bills a month of both plans, and returns the ids of the snapshots.
    async fn bill(&self, month: u32) -> [Value; 2] {
        let path = format!("/api/v1/billing/{}/invoices/{}/snapshots", self.billed.group, self.dental);
        let medical = self.billed.bill(month).await["Id"].clone();
        [medical, self.billed.client.post(&path, period(month)).await.value()["Id"].clone()]
    }

    /// Makes the statement of one snapshot.
    async fn state(&self, rule: i64, snapshot: &Value, month: u32) -> Value {
        let path = format!("{}/commission/generate", self.billed.snapshot(snapshot));
        let form = json!({"CommissionRuleId": rule, "BillingPeriod": format!("2026-{month:02}-03")});
        self.billed.client.post(&path, form).await.value()
    }
}

async fn all_statements_of_a_month_are_billed(engine: Engine) {
    let plans = TwoPlans::on(engine).await;
    let billed = &plans.billed;
    billed.members(3, |_| {}).await;
    let account = billed.app.erp_account("Books").await;
    let erp = FakeErp::stocked(&["Fernwood"], &["Juniper"]);
    billed.app.books.connect(account, &erp);
    let vendor = erp.vendors("juni", 1).await.expect("vendors").remove(0);
    let rule = billed.rule_of("Acme", None, &[(plans.lines[0], 1, 75), (plans.lines[1], 1, 20)]).await;
    billed.pays_vendor(rule, account.get(), vendor.id.as_str()).await;
    let [medical, _] = plans.bill(7).await;
    let first = plans.state(rule, &medical, 7).await;
    // The other plan is still to be stated: the first statement is not hidden by it.
    let row = run_of(billed, rule, 7).await;
    let keys = ["State", "Amount", "StatementIds", "ToBill"];
    assert_eq!(pick(&row, keys), json!(["Ready", 0.6, [first["Id"]], 2.25]));
    let told = row["Exceptions"].as_array().expect("exceptions").iter().find(|one| one["Code"] == "Unbilled");
    let said = "A statement of the month has no bill yet: $2.25.";
    assert_eq!(told.expect("it is named")["Message"], said);
    let second = billed.state(rule, 7).await.value();
    let row = run_of(billed, rule, 7).await;
    let both = json!([second["Id"], first["Id"]]);
    assert_eq!(pick(&row, keys), json!(["Made", 2.85, both, 2.85]));
    let path = "/api/v1/commission/runs/bills";
    billed.client.post(path, json!({"StatementIds": row["StatementIds"]})).await.value();
    billed.app.run_jobs().await;
    let cents: Vec<_> = erp.documents().iter().map(|one| one.total.cents()).collect();
    assert_eq!(cents.iter().sum::<i64>(), 285, "{cents:?}");
    assert_eq!(pick(&run_of(billed, rule, 7).await, keys), json!(["Billed", 2.85, [], 0.0]));
}

async fn a_balance_that_the_month_has_carried_counts_once(engine: Engine) {
    let plans = TwoPlans::on(engine).await;
    let billed = &plans.billed;
    let members = billed.members(4, |_| {}).await;
    let rule = billed.rule_of("Acme", None, &[(plans.lines[0], 1, 200), (plans.lines[1], 7, 100)]).await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    for member in members {
        billed.change(member, "terminate", "2026-06-01").await;
    }
    for _ in 0..2 {
        billed.app.member(billed.group.into()).since("2026-07-01").create().await;
    }
    let [medical, _] = plans.bill(7).await;
    let first = plans.state(rule, &medical, 7).await;
    assert_eq!(first["AmountDue"], -4.0);
    let second = billed.state(rule, 7).await.value();
    assert_eq!(pick(&second, ["TotalPayoutAmount", "BroughtForward", "AmountDue"]), json!([2.0, -4.0, -2.0]));
    let row = run_of(billed, rule, 7).await;
    assert_eq!(pick(&row, ["Amount", "BroughtForward", "AmountDue", "ToBill"]), json!([-2.0, 0.0, -2.0, 0.0]));
    assert!(codes(&row).contains(&"Negative"), "{row}");
}

async fn a_rule_that_pays_nothing_any_more_is_named(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(4, |_| {}).await;
    let gone = billed.payout_rule("Gone", &[(1, 100)]).await;
    let zeroed = billed.payout_rule("Zeroed", &[(1, 100), (7, 0)]).await;
    let later = billed.payout_rule("Later", &[(9, 100)]).await;
    billed.bill(6).await;
    for rule in [gone, zeroed] {
        billed.state(rule, 6).await.value();
    }
    billed.leave(gone).await;
    billed.bill(7).await;
    for (rule, named) in [(gone, vec!["Deviation"]), (zeroed, vec!["NoPayout", "Deviation"]), (later, vec!["NoPayout"])]
    {
        let row = run_of(&billed, rule, 7).await;
        let found: Vec<_> = codes(&row).into_iter().filter(|code| !code.starts_with("NoErp")).collect();
        assert_eq!((&row["State"], found), (&json!("Nothing"), named), "{row}");
    }
    let row = run_of(&billed, gone, 7).await;
    let said = "$0.00 is more than 20 % away from last month's $4.00.";
    assert!(row["Exceptions"].as_array().expect("exceptions").iter().any(|one| one["Message"] == said), "{row}");
}

async fn what_is_made_and_what_is_ready_are_compared_together(engine: Engine) {
    let plans = TwoPlans::on(engine).await;
    let billed = &plans.billed;
    billed.members(5, |_| {}).await;
    let rule = billed.rule_of("Acme", None, &[(plans.lines[0], 1, 100), (plans.lines[1], 1, 100)]).await;
    plans.bill(6).await;
    billed.state(rule, 6).await.value();
    let [medical, _] = plans.bill(7).await;
    plans.state(rule, &medical, 7).await;
    let row = run_of(billed, rule, 7).await;
    let keys = ["State", "Amount", "MonthAmount", "LastMonthAmount"];
    assert_eq!(pick(&row, keys), json!(["Ready", 5.0, 10.0, 10.0]));
    assert!(!codes(&row).contains(&"Deviation"), "{row}");
}

async fn an_invoice_that_is_not_paid_any_more_is_named(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.pays_vendor(rule, billed.app.erp_account("Books").await.get(), "77").await;
    billed.on_paid_only(rule).await;
    let july = billed.bill(7).await["Id"].clone();
    billed.pay(&july).await;
    let made = billed.state_and_read(rule, 7).await;
    assert_eq!(pick(&made, ["TotalPayoutAmount", "UnpaidInvoices"]), json!([3.0, 0]));
    billed.sql(&format!("update snapshot set payment_status = 5 where id = {july}")).await;
    let path = format!("{STATEMENTS}/{}", made["Id"]);
    assert_eq!(billed.client.get(&path).await.value()["UnpaidInvoices"], 1);
    let refused = billed.client.post(&format!("{path}/bill"), json!({})).await;
    let said = "1 invoice that this statement pays on is not paid any more. Delete the statement and make it again.";
    assert_eq!((refused.error_keys(), messages(&refused)), (vec!["Invoices".to_owned()], vec![said.to_owned()]));
    let queued = billed.client.post("/api/v1/commission/runs/bills", json!({"StatementIds": [made["Id"]]})).await;
    assert_eq!(pick(&queued.value()[0], ["Outcome", "Message"]), json!(["Refused", said]));
    assert_eq!(codes(&run_of(&billed, rule, 7).await), ["InvoiceNotPaid"]);
    // The run names a bill on an unpaid invoice as well.
    let lock = "update commission_statement set locked_at = '2026-07-20T16:00:00.000Z', bill_number = '202607-1'";
    billed.sql(lock).await;
    let row = run_of(&billed, rule, 7).await;
    assert_eq!(codes(&row), ["BilledNotPaid"]);
    assert_eq!(row["Exceptions"][0]["Message"], "A bill pays on 1 invoice that is not paid any more.");
    // A rule on billed invoices asks for no payment, and says that the invoice was voided.
    billed.sql("update commission_rule set basis = 0").await;
    assert_eq!(codes(&run_of(&billed, rule, 7).await), ["Voided"]);
    let shown = billed.client.get(&path).await.value();
    assert_eq!(pick(&shown, ["UnpaidInvoices", "VoidedInvoices"]), json!([0, 1]));
}

async fn what_was_pending_is_taken_by_a_rule_that_pays_on_what_is_billed(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    let never = billed.payout_rule("Never", &[(1, 100)]).await;
    billed.on_paid_only(rule).await;
    billed.sql("update commission_rule set created_at = '2026-06-01T16:00:00.000Z'").await;
    billed.bill(6).await;
    billed.bill(7).await;
    assert_eq!(billed.state(rule, 6).await.error_keys(), ["BillingPeriod", "BillingPeriod"]);
    let path = format!("/api/v1/commission/rules/{rule}");
    billed.client.put(&path, json!({"OnPaidOnly": false})).await.value();
    assert_eq!(run_of(&billed, rule, 7).await["Amount"], 4.0);
    let made = billed.state(rule, 7).await.value();
    assert_eq!(pick(&made, ["TotalPayoutAmount", "PendingAmount", "PendingEarlier"]), json!([4.0, 0.0, 0.0]));
    assert_eq!(billed.state(never, 7).await.value()["TotalPayoutAmount"], 2.0, "it has left June to June");
}

async fn months_are_compared_with_months(engine: Engine) {
    let plans = TwoPlans::on(engine).await;
    let billed = &plans.billed;
    billed.members(5, |_| {}).await;
    let rule = billed.rule_of("Acme", None, &[(plans.lines[0], 1, 100), (plans.lines[1], 1, 100)]).await;
    for snapshot in plans.bill(6).await {
        plans.state(rule, &snapshot, 6).await;
    }
    plans.bill(7).await;
    let july = billed.state(rule, 7).await.value();
    let path = format!("{STATEMENTS}/{}/compare", july["Id"]);
    let compared = billed.client.get(&path).await.value();
    let keys = ["PreviousCount", "Count", "Before", "Now", "Difference", "Rows"];
    assert_eq!(pick(&compared, keys), json!([2, 1, 10.0, 10.0, 0.0, []]));
}

async fn a_charge_of_another_month_is_no_debt(engine: Engine) {
    let billed = Billed::without_lines(engine).await;
    // Billed one month ahead.
    let line = billed.line(json!({"Name": "Ahead", "BillingPeriod": 2})).await.0;
    let members = billed.members(3, |_| {}).await;
    let rule = billed.rule_of("Acme", None, &[(line, 1, 100)]).await;
    billed.bill(6).await;
    let june = billed.state_and_read(rule, 6).await;
    let told = |made: &Value| -> Value {
        let lines = made["TotaledLineItems"].as_array().expect("lines").iter();
        lines.map(|line| pick(line, ["BillableMonth", "IsCredit", "IsCorrection"])).collect()
    };
    assert_eq!(told(&june), json!([[7, false, false]]), "July is charged in June");
    billed.change(members[0], "terminate", "2026-07-01").await;
    billed.bill(7).await;
    let july = billed.state_and_read(rule, 7).await;
    assert_eq!(told(&july), json!([[7, true, true], [8, false, false]]));
    let first = &july["TotaledLineItems"][1];
    let why = format!(
        "{STATEMENTS}/{}/why?PlanLineId={line}&Month=8&Year=2026&SnapshotId={}",
        july["Id"], first["BillingInvoiceSnapshotId"]
    );
    assert_eq!(billed.client.get(&format!("{why}&IsCorrection=false")).await.value()[0]["Kind"], "Charge");
    assert_eq!(billed.client.get(&format!("{why}&IsCorrection=true")).await.status, 404);
}

#[tokio::test]
async fn a_month_that_was_asked_for_stays_pending_when_an_earlier_statement_is_deleted() {
    let billed = Billed::start().await;
    billed.members(5, |_| {}).await;
    // The rule is made in July.
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.on_paid_only(rule).await;
    let may = billed.bill(5).await["Id"].clone();
    let june = billed.bill(6).await["Id"].clone();
    billed.pay(&may).await;
    let first = billed.state(rule, 5).await.value()["Id"].clone();
    assert_eq!(billed.state(rule, 6).await.error_keys(), ["BillingPeriod", "BillingPeriod"]);
    billed.client.delete(&format!("{STATEMENTS}/{first}")).await.value();
    billed.bill(7).await;
    billed.pay(&june).await;
    let made = billed.state(rule, 7).await.value();
    assert_eq!(pick(&made, ["TotalPayoutAmount", "PendingAmount"]), json!([5.0, 5.0]), "June is not lost");
}
