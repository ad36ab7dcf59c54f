//! What stays open when a plan line leaves a rule, a rule ends or gets another broker, and a snapshot is to be deleted.

use domain::commissions::statement::NOTHING_BILLABLE;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use super::{codes, messages, pick, run_of};
use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines};

on_both_engines!(
    a_rule_that_has_ended_settles_what_is_open,
    a_correction_of_a_month_holds_none_of_its_charges,
    a_balance_of_a_rule_that_has_ended_is_shown,
    what_was_asked_for_is_paid_after_the_line_has_left,
    what_was_not_asked_for_is_not_paid_after_the_line_has_left,
    what_was_billed_after_the_end_is_not_paid,
    what_a_later_statement_repeats_as_pending_outlives_the_first,
    what_an_answer_has_told_of_earlier_months_is_paid,
    what_an_answer_for_one_snapshot_has_told_is_paid,
    what_an_answer_of_a_rule_that_has_ended_tells_outlives_a_deleted_statement,
    what_no_statement_has_told_of_earlier_months_is_not_paid,
    what_was_told_before_the_making_of_a_rule_outlives_a_deleted_statement,
    what_is_told_as_pending_keeps_its_snapshot,
    what_a_sum_of_earlier_months_tells_keeps_its_snapshot,
    what_is_open_keeps_broker_and_account,
    what_an_answer_has_told_keeps_broker_and_account,
    what_is_told_of_a_month_to_come_keeps_the_account,
    a_switch_to_billed_invoices_takes_only_what_was_told,
    switching_there_and_back_looks_back_no_further,
);

const RULES: &str = "/api/v1/commission/rules";

/// A rule on paid invoices that looks back to May.
async fn on_paid(billed: &Billed) -> i64 {
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.on_paid_only(rule).await;
    billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    rule
}

async fn end(billed: &Billed, rule: i64) {
    billed.client.put(&format!("{RULES}/{rule}"), json!({"Active": false})).await.value();
}

async fn rules_of_run(billed: &Billed, month: u32) -> usize {
    let run = billed.client.get(&format!("/api/v1/commission/runs?BillingPeriod=2026-{month:02}-03")).await.value();
    run["Rules"].as_array().expect("rules").len()
}

async fn a_rule_that_has_ended_settles_what_is_open(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(3, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.bill(5).await;
    billed.state(rule, 5).await.value();
    end(&billed, rule).await;
    assert_eq!(rules_of_run(&billed, 6).await, 0, "nothing of it is open");
    billed.change(members[0], "terminate", "2026-05-01").await;
    billed.bill(6).await;
    let shown = run_of(&billed, rule, 6).await;
    assert_eq!(pick(&shown, ["Active", "State", "Amount"]), json!([false, "Ready", -1.0]));
    assert_eq!(codes(&shown)[..2], ["Ended", "Negative"]);
    let made = billed.state_and_read(rule, 6).await;
    let line = &made["TotaledLineItems"];
    assert_eq!(line.as_array().expect("lines").len(), 1, "nothing is paid on June");
    assert_eq!(pick(&line[0], ["Kind", "TotalDollars"]), json!(["Clawback", -1.0]));
    billed.bill(7).await;
    let refused = billed.state(rule, 7).await;
    assert_eq!(refused.error_keys(), ["CommissionRuleId"]);
    assert_eq!(messages(&refused), ["This commission rule is not active. Choose another one."]);
}

/// A debt of May in the bill of June is paid. What was billed for May itself is then paid no more, once the rule has ended or the line has left.
async fn a_correction_of_a_month_holds_none_of_its_charges(engine: Engine) {
    for has_left in [false, true] {
        let billed = Billed::on(engine).await;
        billed.members(2, |_| {}).await;
        let late = billed.member("Late", &[(Status::InActive, "2026-04-01")]).await;
        let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
        billed.bill(5).await;
        billed.change(late, "activate", "2026-05-01").await;
        billed.bill(6).await;
        assert_eq!(billed.state(rule, 6).await.value()["TotalPayoutAmount"], 4.0, "three of June, and a debt of May");
        if has_left {
            leave(&billed, rule).await
        } else {
            end(&billed, rule).await
        }
        let refused = billed.state(rule, 5).await;
        let said = if has_left { NOTHING_BILLABLE } else { "This commission rule is not active. Choose another one." };
        assert_eq!(messages(&refused), [said], "May was never stated");
        billed.change(late, "terminate", "2026-05-01").await;
        billed.bill(7).await;
        let taken = billed.state(rule, 7).await.value();
        assert_eq!(taken["TotalPayoutAmount"], -2.0, "the debt of May and the charge of June are taken back");
    }
}

async fn a_balance_of_a_rule_that_has_ended_is_shown(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let may = billed.bill(5).await["Id"].clone();
    billed.pay(&may).await;
    billed.state(rule, 5).await.value();
    billed.change(members[0], "terminate", "2026-05-01").await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    end(&billed, rule).await;
    let shown = run_of(&billed, rule, 7).await;
    assert_eq!(codes(&shown)[0], "Ended");
    let said = shown["Exceptions"][0]["Message"].as_str().expect("a message");
    assert!(said.ends_with("−$1.00 of its statements is owed by the payee."), "{said}");
    // June is told as pending, and is paid by the ended rule; the balance is brought forward.
    billed.sql("update snapshot set payment_status = 3").await;
    let july = billed.state(rule, 7).await.value();
    assert_eq!(pick(&july, ["TotalPayoutAmount", "BroughtForward", "AmountDue"]), json!([1.0, -1.0, 0.0]));
    assert_eq!(rules_of_run(&billed, 7).await, 1, "it has a statement of the month");
    assert_eq!(rules_of_run(&billed, 4).await, 0);
}

async fn what_was_asked_for_is_paid_after_the_line_has_left(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let may = billed.bill(5).await["Id"].clone();
    let june = billed.bill(6).await["Id"].clone();
    for month in [5, 6] {
        let said = messages(&billed.state(rule, month).await);
        assert_eq!(said[0], NOTHING_BILLABLE);
    }
    billed.bill(7).await;
    billed.client.put(&format!("{RULES}/{rule}/plans"), json!({"RuleId": rule, "BillingPlanIds": []})).await.value();
    for snapshot in [&may, &june] {
        billed.pay(snapshot).await;
    }
    billed.sql("update snapshot set payment_status = 3").await;
    let made = billed.state_and_read(rule, 7).await;
    let months = made["TotaledLineItems"].as_array().expect("lines").iter().map(|line| line["BillableMonth"].clone());
    assert_eq!(months.collect::<Vec<_>>(), [json!(5), json!(6)], "July was not asked for");
    assert_eq!(made["TotalPayoutAmount"], 4.0);
}

/// June was asked for by a rule of July, so May is none of its months.
async fn what_was_not_asked_for_is_not_paid_after_the_line_has_left(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.on_paid_only(rule).await;
    let may = billed.bill(5).await["Id"].clone();
    let june = billed.bill(6).await["Id"].clone();
    assert_eq!(messages(&billed.state(rule, 6).await)[0], NOTHING_BILLABLE);
    billed.client.put(&format!("{RULES}/{rule}/plans"), json!({"RuleId": rule, "BillingPlanIds": []})).await.value();
    billed.pay(&may).await;
    assert_eq!(messages(&billed.state(rule, 5).await)[0], NOTHING_BILLABLE, "May was not asked for");
    billed.pay(&june).await;
    billed.sql("update snapshot set payment_status = 3").await;
    let made = billed.state(rule, 6).await.value();
    assert_eq!(made["TotalPayoutAmount"], 2.0, "June was");
}

/// A statement of an ended rule that still tells something as pending lets the rule pay on nothing that was billed since its end.
async fn what_was_billed_after_the_end_is_not_paid(engine: Engine) {
    let mut billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    billed.sql("update commission_rule set created_at = '2026-04-01T16:00:00.000Z'").await;
    billed.bill(4).await;
    let may = billed.bill(5).await["Id"].clone();
    billed.pay(&may).await;
    assert_eq!(billed.state(rule, 5).await.value()["TotalPayoutAmount"], 2.0);
    end(&billed, rule).await;
    billed.app.travel_to("2026-07-21T16:00:00Z");
    billed.client = billed.app.administrator().await;
    let june = billed.bill(6).await["Id"].clone();
    billed.adjust(rule, "1", "Bonus", 6).await.value();
    let july = billed.state(rule, 7).await.value();
    assert_eq!(pick(&july, ["TotalPayoutAmount", "PendingEarlier"]), json!([1.0, 2.0]), "April is still pending");
    billed.pay(&june).await;
    let refused = billed.state(rule, 7).await;
    assert_eq!(messages(&refused)[0], "This commission rule is not active. Choose another one.", "June was never told");
}

async fn leave(billed: &Billed, rule: i64) {
    billed.client.put(&format!("{RULES}/{rule}/plans"), json!({"RuleId": rule, "BillingPlanIds": []})).await.value();
}

async fn pay_all(billed: &Billed) {
    billed.sql("update snapshot set payment_status = 3").await;
}

/// Makes a statement of an adjustment, so that what is pending does not hold it up.
async fn stated(billed: &Billed, rule: i64, month: u32) -> Value {
    billed.adjust(rule, "1", "Bonus", month).await.value();
    billed.state(rule, month).await.value()
}

async fn delete(billed: &Billed, statement: &Value) {
    billed.client.delete(&format!("{STATEMENTS}/{}", statement["Id"])).await.value();
}

async fn what_a_later_statement_repeats_as_pending_outlives_the_first(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    billed.bill(5).await;
    let first = stated(&billed, rule, 6).await;
    leave(&billed, rule).await;
    let second = stated(&billed, rule, 7).await;
    assert_eq!(pick(&second, ["TotalPayoutAmount", "PendingEarlier"]), json!([1.0, 2.0]));
    delete(&billed, &first).await;
    pay_all(&billed).await;
    let paid = billed.state(rule, 7).await.value();
    assert_eq!(paid["TotalPayoutAmount"], 3.0, "May, and the bonus of the deleted statement");
}

async fn what_an_answer_has_told_of_earlier_months_is_paid(engine: Engine) {
    for is_ended in [false, true] {
        let billed = Billed::on(engine).await;
        billed.members(2, |_| {}).await;
        let rule = on_paid(&billed).await;
        billed.bill(5).await;
        billed.bill(6).await;
        let said = messages(&billed.state(rule, 7).await);
        assert_eq!(said[1], "$4.00 is pending until its invoices are paid.", "July is not billed");
        if is_ended {
            end(&billed, rule).await
        } else {
            leave(&billed, rule).await
        }
        pay_all(&billed).await;
        assert_eq!(billed.state(rule, 7).await.value()["TotalPayoutAmount"], 4.0, "ended: {is_ended}");
    }
}

async fn what_an_answer_for_one_snapshot_has_told_is_paid(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let may = billed.bill(5).await["Id"].clone();
    let of_one = format!("{}/commission/generate", billed.snapshot(&may));
    let wish = json!({"CommissionRuleId": rule, "BillingPeriod": "2026-05-03"});
    let said = messages(&billed.client.post(&of_one, wish).await);
    assert_eq!(said[1], "$2.00 is pending until its invoices are paid.");
    leave(&billed, rule).await;
    pay_all(&billed).await;
    assert_eq!(billed.state(rule, 6).await.value()["TotalPayoutAmount"], 2.0);
}

async fn what_an_answer_of_a_rule_that_has_ended_tells_outlives_a_deleted_statement(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    billed.bill(5).await;
    let first = stated(&billed, rule, 5).await;
    assert_eq!(pick(&first, ["TotalPayoutAmount", "PendingAmount"]), json!([1.0, 2.0]));
    end(&billed, rule).await;
    let said = messages(&billed.state(rule, 6).await);
    assert_eq!(said[1], "$2.00 is pending until its invoices are paid.");
    delete(&billed, &first).await;
    pay_all(&billed).await;
    assert_eq!(billed.state(rule, 6).await.value()["TotalPayoutAmount"], 3.0, "what was told and the bonus");
}

async fn what_no_statement_has_told_of_earlier_months_is_not_paid(engine: Engine) {
    for is_ended in [false, true] {
        let billed = Billed::on(engine).await;
        billed.members(2, |_| {}).await;
        let rule = on_paid(&billed).await;
        billed.sql("update commission_rule set created_at = '2026-06-01T16:00:00.000Z'").await;
        billed.bill(4).await;
        billed.bill(6).await;
        let july = billed.bill(7).await["Id"].clone();
        billed.pay(&july).await;
        let made = billed.state(rule, 7).await.value();
        assert_eq!(pick(&made, ["TotalPayoutAmount", "PendingEarlier"]), json!([2.0, 2.0]), "June is told");
        if is_ended {
            end(&billed, rule).await
        } else {
            leave(&billed, rule).await
        }
        pay_all(&billed).await;
        assert!(billed.state(rule, 4).await.json()["IsValid"] == false, "April was never told, ended: {is_ended}");
        assert_eq!(billed.state(rule, 7).await.value()["TotalPayoutAmount"], 2.0, "June was");
    }
}

/// The rule is of July; its statement of May and what it told since let it look back.
async fn what_was_told_before_the_making_of_a_rule_outlives_a_deleted_statement(engine: Engine) {
    for leaves in [true, false] {
        let billed = Billed::on(engine).await;
        billed.members(2, |_| {}).await;
        let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
        billed.on_paid_only(rule).await;
        billed.bill(5).await;
        billed.bill(6).await;
        let first = stated(&billed, rule, 5).await;
        assert_eq!(pick(&first, ["TotalPayoutAmount", "PendingAmount"]), json!([1.0, 2.0]));
        if leaves {
            let said = messages(&billed.state(rule, 6).await);
            assert_eq!(said[1], "$4.00 is pending until its invoices are paid.");
            leave(&billed, rule).await;
        } else {
            assert_eq!(stated(&billed, rule, 6).await["PendingEarlier"], 2.0);
        }
        delete(&billed, &first).await;
        pay_all(&billed).await;
        let made = billed.state(rule, 7).await.value();
        assert_eq!(made["TotalPayoutAmount"], 5.0, "May, June and the bonus, leaves: {leaves}");
    }
}

async fn what_is_told_as_pending_keeps_its_snapshot(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let may = billed.bill(5).await["Id"].clone();
    billed.pay(&may).await;
    let june = billed.bill(6).await["Id"].clone();
    let statement = billed.state(rule, 6).await.value()["Id"].clone();
    let said = billed.client.delete(&billed.snapshot(&june)).await.message();
    assert!(said.ends_with("tells it as pending. Regenerate it instead."), "{said}");
    billed.regenerate(&june).await.value();
    billed.client.delete(&format!("{STATEMENTS}/{statement}")).await.value();
    billed.client.delete(&billed.snapshot(&june)).await.value();
}

async fn what_a_sum_of_earlier_months_tells_keeps_its_snapshot(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let june = billed.bill(6).await["Id"].clone();
    let bonus = stated(&billed, rule, 7).await;
    assert_eq!(pick(&bonus, ["TotalPayoutAmount", "PendingEarlier"]), json!([1.0, 2.0]));
    let said = billed.client.delete(&billed.snapshot(&june)).await.message();
    assert!(said.ends_with("tells it as pending. Regenerate it instead."), "{said}");
    delete(&billed, &bonus).await;
    billed.client.delete(&billed.snapshot(&june)).await.value();
}

/// Plans are billed ahead: what is told of August in July keeps the account too.
async fn what_is_told_of_a_month_to_come_keeps_the_account(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let (books, ledgers) = (billed.app.erp_account("Books").await, billed.app.erp_account("Ledgers").await);
    billed.pays_vendor(rule, books.get(), "77").await;
    billed.bill(8).await;
    assert_eq!(messages(&billed.state(rule, 8).await)[1], "$2.00 is pending until its invoices are paid.");
    let refused = billed.client.put(&format!("{RULES}/{rule}"), json!({"ApiServiceId": ledgers})).await;
    assert_eq!(refused.error_keys(), ["ApiServiceId"]);
    assert!(refused.message().starts_with("$2.00 is pending with the earlier ERP account."), "{}", refused.message());
}

/// May was told by an answer, and June was not.
async fn a_switch_to_billed_invoices_takes_only_what_was_told(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    billed.bill(5).await;
    assert_eq!(messages(&billed.state(rule, 5).await)[1], "$2.00 is pending until its invoices are paid.");
    billed.bill(6).await;
    billed.bill(7).await;
    billed.client.put(&format!("{RULES}/{rule}"), json!({"OnPaidOnly": false})).await.value();
    assert_eq!(run_of(&billed, rule, 7).await["Amount"], 4.0);
    assert_eq!(billed.state(rule, 7).await.value()["TotalPayoutAmount"], 4.0, "July and May");
    assert_eq!(billed.state(rule, 6).await.value()["TotalPayoutAmount"], 2.0, "June has a statement of its own");
}

/// The rule is of July. A statement of May that is deleted leaves no trace of how far it looked back.
async fn switching_there_and_back_looks_back_no_further(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.on_paid_only(rule).await;
    let may = billed.bill(5).await["Id"].clone();
    billed.pay(&may).await;
    let stated = billed.state(rule, 5).await.value();
    let path = format!("{RULES}/{rule}");
    billed.client.put(&path, json!({"OnPaidOnly": false})).await.value();
    delete(&billed, &stated).await;
    billed.client.put(&path, json!({"OnPaidOnly": true})).await.value();
    let later = billed.state(rule, 7).await;
    assert_eq!(messages(&later), [NOTHING_BILLABLE]);
}

async fn what_is_open_keeps_broker_and_account(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(2, |_| {}).await;
    let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
    let broker = domain::BrokerId(group["BrokerId"].as_i64().expect("a broker"));
    let form = json!({"Name": "Otter Benefits"});
    let other = billed.client.post("/api/v1/brokers", form).await.value()["Id"].as_i64().expect("an id");
    let lines = billed.client.get(&billed.lines()).await.value();
    let rule = billed.rule_of("Acme", Some(broker), &[(lines[0]["Id"].as_i64().expect("an id"), 1, 100)]).await;
    let (books, ledgers) = (billed.app.erp_account("Books").await, billed.app.erp_account("Ledgers").await);
    billed.pays_vendor(rule, books.get(), "77").await;
    let path = format!("{RULES}/{rule}");
    let refused = async |change: Value| {
        let reply = billed.client.put(&path, change).await;
        (reply.error_keys(), reply.message())
    };
    billed.bill(5).await;
    let may = billed.state(rule, 5).await.value()["Id"].clone();
    let (keys, said) = refused(json!({"BrokerId": other})).await;
    assert_eq!(keys, ["BrokerId"]);
    assert!(said.starts_with("$2.00 has no bill yet with the earlier broker."), "{said}");
    // The account may be put right before the bill is made.
    billed.client.put(&path, json!({"ApiServiceId": ledgers})).await.value();
    billed.pays_vendor(rule, books.get(), "77").await;
    billed
        .sql(&format!("update commission_statement set locked_at = '2026-07-20T16:00:00.000Z' where id = {may}"))
        .await;
    for member in members {
        billed.change(member, "terminate", "2026-05-01").await;
    }
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    let (keys, said) = refused(json!({"BrokerId": other, "ApiServiceId": ledgers})).await;
    assert_eq!(keys, ["BrokerId", "ApiServiceId"], "{said}");
    assert!(said.starts_with("−$2.00 is brought forward with the earlier broker."), "{said}");
    billed.client.put(&path, json!({"Name": "Acme 2027"})).await.value();
}

/// Nothing but an answer has told what is pending; once it is stated, the rule may pay through another account.
async fn what_an_answer_has_told_keeps_broker_and_account(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = on_paid(&billed).await;
    let (books, ledgers) = (billed.app.erp_account("Books").await, billed.app.erp_account("Ledgers").await);
    billed.pays_vendor(rule, books.get(), "77").await;
    let path = format!("{RULES}/{rule}");
    billed.bill(5).await;
    billed.client.put(&path, json!({"ApiServiceId": ledgers})).await.value();
    billed.pays_vendor(rule, books.get(), "77").await;
    let said = messages(&billed.state(rule, 5).await);
    assert_eq!(said[1], "$2.00 is pending until its invoices are paid.");
    let refused = billed.client.put(&path, json!({"ApiServiceId": ledgers})).await;
    assert_eq!(refused.error_keys(), ["ApiServiceId"]);
    assert!(refused.message().starts_with("$2.00 is pending with the earlier ERP account."), "{}", refused.message());
    pay_all(&billed).await;
    let refused = billed.client.put(&path, json!({"ApiServiceId": ledgers})).await;
    assert_eq!(refused.error_keys(), ["ApiServiceId"], "paid by the customer, and not stated yet");
    billed.state(rule, 5).await.value();
    billed.client.put(&path, json!({"ApiServiceId": ledgers})).await.value();
}
