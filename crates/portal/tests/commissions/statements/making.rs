//! Making statements, and what they say.

use domain::commissions::statement::NOTHING_BILLABLE;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use store::Engine;

use super::{messages, pick};
use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines};

on_both_engines!(
    a_month_makes_one_statement_of_all_its_invoices,
    many_clicks_make_one_statement_of_a_month,
    a_negative_balance_is_deleted_or_brought_forward,
    a_statement_is_explained_line_by_line,
    a_statement_is_compared_with_the_one_before,
    a_made_statement_keeps_what_it_says,
    statements_are_found_and_sorted,
);

#[tokio::test]
async fn what_is_wrong_is_named_by_its_field() {
    let billed = Billed::start().await;
    billed.members(1, |_| {}).await;
    billed.bill(7).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let sleeping = billed.payout_rule("Sleeping", &[(1, 75)]).await;
    billed.sql(&format!("update commission_rule set active = {} where id = {sleeping}", "0")).await;
    let unbrokered = billed.rule_of("Unbrokered", None, &[]).await;
    let july = "2026-07-03";
    for (form, keys, message) in [
        (json!({}), vec!["CommissionRuleId", "BillingPeriod"], "Commission Rule is required."),
        (json!({"CommissionRuleId": rule}), vec!["BillingPeriod"], "Billing Period is required."),
        (
            json!({"CommissionRuleId": 0, "BillingPeriod": july}),
            vec!["CommissionRuleId"],
            "Commission Rule is required.",
        ),
        (
            json!({"CommissionRuleId": 999, "BillingPeriod": july}),
            vec!["CommissionRuleId"],
            "There is no such commission rule.",
        ),
        (
            json!({"CommissionRuleId": sleeping, "BillingPeriod": july}),
            vec!["CommissionRuleId"],
            "This commission rule is not active. Choose another one.",
        ),
        (
            json!({"CommissionRuleId": unbrokered, "BillingPeriod": july}),
            vec!["BrokerId", "BillingPeriod"],
            "The commission rule has no broker. Choose one and its billing plans.",
        ),
        (json!({"CommissionRuleId": rule, "BillingPeriod": "2026-06-03"}), vec!["BillingPeriod"], NOTHING_BILLABLE),
    ] {
        let reply = billed.client.post(STATEMENTS, form).await;
        let keys: Vec<_> = keys.into_iter().map(str::to_owned).collect();
        assert_eq!((reply.error_keys(), reply.message()), (keys, message.to_owned()));
    }
    let generate = |rule: i64| format!("/api/v1/commission/rules/{rule}/snapshots/generate");
    assert_eq!(billed.client.post(&generate(999), json!({})).await.status, 404);
    let june = billed.client.post(&generate(rule), json!({})).await;
    assert_eq!(june.message(), NOTHING_BILLABLE, "the month before is June");
    let bare = billed.client.call("POST", &generate(rule), None).await;
    assert_eq!(bare.message(), NOTHING_BILLABLE, "without a body as well");
    let made = billed.client.post(&generate(rule), json!({"BillingPeriod": "2026-07-31"})).await.value();
    assert_eq!(pick(&made, ["BillingPeriod", "TotalPayoutAmount"]), json!(["2026-07-03", 0.75]));
    assert_eq!(billed.client.get(&format!("{STATEMENTS}/999")).await.status, 404);
    assert_eq!(billed.client.get(&format!("{STATEMENTS}/999/compare")).await.status, 404);
}

async fn a_month_makes_one_statement_of_all_its_invoices(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let first = billed.bill(7).await["Id"].clone();
    let plans = format!("/api/v1/billing/{}/invoices", billed.group);
    let dental = billed.client.post(&plans, json!({"Name": "Dental", "BillingType": 2})).await.value()["Id"].clone();
    let option = billed.option("4.00").await;
    let line = billed
        .client
        .post(&format!("{plans}/{dental}/line-items"), json!({"Name": "Dental", "BillingPricingOptionId": option}))
        .await
        .value()["Id"]
        .as_i64()
        .expect("an id");
    let path = format!("{plans}/{dental}/snapshots");
    let second = billed.client.post(&path, crate::support::period(7)).await.value()["Id"].clone();
    let medical = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
    let rule = billed.rule_of("Acme", None, &[(medical, 1, 75), (line, 1, 20)]).await;
    let made = billed.state_and_read(rule, 7).await;
    assert_eq!(pick(&made, ["TotalPayoutAmount", "AmountDue", "PendingAmount"]), json!([2.85, 2.85, 0.0]));
    let lines: Vec<_> = made["TotaledLineItems"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| pick(line, ["BillingPlanName", "BillingInvoiceSnapshotId", "Quantity", "TotalDollars"]))
        .collect();
    assert_eq!(json!(lines), json!([["Dental", second, 3, 0.6], ["Medical", first, 3, 2.25]]));
    for snapshot in [&first, &second] {
        let invoice = billed.client.get(&format!("/api/v1/invoices/{snapshot}")).await.value();
        assert_eq!(invoice["CommissionStatusText"], "Unpaid");
    }
    billed.client.delete(&format!("{STATEMENTS}/{}", made["Id"])).await.value();
    for snapshot in [&first, &second] {
        let invoice = billed.client.get(&format!("/api/v1/invoices/{snapshot}")).await.value();
        assert_eq!(invoice["CommissionStatusText"], "None");
    }
    let of_one = format!("{}/commission/generate", billed.snapshot(&second));
    let form = json!({"CommissionRuleId": rule, "BillingPeriod": "2026-07-03"});
    assert_eq!(billed.client.post(&of_one, form).await.value()["TotalPayoutAmount"], 0.6);
    let rest = billed.state(rule, 7).await.value();
    assert_eq!(rest["TotalPayoutAmount"], 2.25, "what the other statement has is left out");
}

async fn many_clicks_make_one_statement_of_a_month(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    billed.bill(7).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let replies = join_all((0..4).map(|_| billed.state(rule, 7))).await;
    let made = replies.iter().filter(|reply| reply.json()["IsValid"] == true).count();
    let refused = replies.iter().filter(|reply| reply.message() == NOTHING_BILLABLE).count();
    assert_eq!((made, refused), (1, 3));
}

async fn a_negative_balance_is_deleted_or_brought_forward(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(5, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    for member in members {
        billed.change(member, "terminate", "2026-06-01").await;
    }
    billed.bill(7).await;
    for _ in 0..3 {
        billed.app.member(billed.group.into()).since("2026-08-01").create().await;
    }
    billed.bill(8).await;
    for _ in 0..15 {
        let july = format!("{STATEMENTS}/{}", billed.state(rule, 7).await.value()["Id"]);
        // Both at once: whichever comes second sees the other.
        let (deleted, august) = join(billed.client.delete(&july), billed.state(rule, 8)).await;
        let (is_deleted, august) = (deleted.json()["IsValid"] == true, august.value());
        assert_eq!(august["BroughtForward"], if is_deleted { 0.0 } else { -5.0 });
        billed.client.delete(&format!("{STATEMENTS}/{}", august["Id"])).await.value();
        if !is_deleted {
            billed.client.delete(&july).await.value();
        }
    }
}

async fn a_statement_is_explained_line_by_line(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(4, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    billed.change(members[0], "terminate", "2026-06-01").await;
    let july = billed.bill(7).await["Id"].clone();
    let made = billed.state_and_read(rule, 7).await;
    let credit = &made["TotaledLineItems"][1];
    let path = format!("{STATEMENTS}/{}/why", made["Id"]);
    let query = format!("{path}?PlanLineId={}&Month=6&Year=2026&IsCredit=true&SnapshotId={july}", credit["PlanLineId"]);
    let why = billed.client.get(&query).await.value();
    let keys = ["Kind", "Quantity", "CommissionPayoutRate", "TotalDollars", "SnapshotId", "EmployerId"];
    assert_eq!(pick(&why[0], keys), json!(["Credit", 1, 0.75, -0.75, july, billed.group]));
    assert_eq!(why.as_array().map(Vec::len), Some(1));
    assert!(why[0]["Reason"].as_str().is_some_and(|reason| reason.contains("credited")), "{why}");
    let refused = billed.client.get(&path).await;
    assert_eq!(refused.error_keys(), ["PlanLineId", "Month", "SnapshotId"]);
    assert_eq!(billed.client.get(&query.replace("Month=6", "Month=5")).await.status, 404);
    assert_eq!(billed.client.get(&query.replace(&format!("/{}/", made["Id"]), "/999/")).await.status, 404);
}

async fn a_statement_is_compared_with_the_one_before(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(4, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.bill(6).await;
    let first = billed.state(rule, 6).await.value();
    let compared = billed.client.get(&format!("{STATEMENTS}/{}/compare", first["Id"])).await.value();
    assert_eq!((&compared["Previous"], &compared["Difference"]), (&Value::Null, &json!(3.0)));
    billed.set_payout(rule, 7, 100).await;
    billed.change(members[0], "terminate", "2026-06-01").await;
    billed.bill(7).await;
    let made = billed.state(rule, 7).await.value();
    let compared = billed.client.get(&format!("{STATEMENTS}/{}/compare", made["Id"])).await.value();
    assert_eq!(pick(&compared["Previous"], ["Id", "AmountDue"]), json!([first["Id"], 3.0]));
    let keys = ["EmployerName", "PlanName", "Reason", "Before", "Now", "Difference"];
    let rows: Vec<_> = compared["Rows"].as_array().expect("rows").iter().map(|row| pick(row, keys)).collect();
    assert_eq!(
        json!(rows),
        json!([
            ["Fernwood", "Medical", "Quantity", 3.0, 2.25, -0.75],
            ["Fernwood", "Medical", "Rate", 2.25, 3.0, 0.75],
            ["Fernwood", "Medical", "Clawback", 0.0, -0.75, -0.75],
        ])
    );
    assert_eq!(compared["Difference"], -0.75);
}

async fn a_made_statement_keeps_what_it_says(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let snapshot = billed.bill(7).await["Id"].clone();
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let made = billed.state_and_read(rule, 7).await;
    billed.sql("update commission_rule set name = 'Renamed', payee_name = 'Other'").await;
    billed.sql("update employer_group set name = 'Renamed'").await;
    billed.pay(&snapshot).await;
    let mut expected = made.clone();
    expected["TotaledLineItems"][0]["PaymentStatusText"] = json!("Paid");
    let mut found = billed.statement(&made["Id"]).await;
    found["TotaledLineItems"][0]["PaymentStatusColor"] = expected["TotaledLineItems"][0]["PaymentStatusColor"].clone();
    assert_eq!(found, expected);
}

async fn statements_are_found_and_sorted(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let (acme, beacon) = (billed.payout_rule("Acme", &[(1, 75)]).await, billed.payout_rule("Beacon", &[(1, 25)]).await);
    for month in [6, 7] {
        billed.bill(month).await;
        billed.app.pass(chrono::TimeDelta::minutes(1));
        let payee = if month == 6 { "Acme, Inc." } else { "Summit Advisors" };
        billed.sql(&format!("update commission_rule set payee_name = '{payee}' where id = {acme}")).await;
        billed.state(acme, month).await.value();
        billed.app.pass(chrono::TimeDelta::minutes(1));
        billed.state(beacon, month).await.value();
    }
    let names = async |query: &str| {
        let found = billed.client.get(&format!("{STATEMENTS}{query}")).await.value();
        let rows = found["Data"].as_array().expect("rows").iter();
        rows.map(|row| row["Name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    let newest = ["Beacon - July 2026", "Acme - July 2026", "Beacon - June 2026", "Acme - June 2026"];
    assert_eq!(names("").await, newest);
    assert_eq!(names("?Term=june%20beac").await, ["Beacon - June 2026"]);
    let third = billed.client.get(&format!("{STATEMENTS}?Term=July%20Acme")).await.value()["Data"][0]["Id"].clone();
    let number = format!("CS-{:06}", third.as_i64().expect("an id"));
    assert_eq!(names(&format!("?Term={number}")).await, ["Acme - July 2026"], "by the number that it carries");
    assert_eq!(names(&format!("?Term={}", &number[3..])).await, ["Acme - July 2026"]);
    assert_eq!(names("?Term=CS-999999").await, Vec::<String>::new());
    let hits = billed.client.get(&format!("/api/v1/search?Term={number}")).await.value()["Hits"].clone();
    assert_eq!(
        pick(&hits[0], ["Kind", "Id", "Details"]),
        json!(["Statement", third, [number, "Summit Advisors", "$1.50"]])
    );
    billed
        .sql(&format!("update commission_statement set bill_number = '202607-{third}-ACME' where id = {third}"))
        .await;
    assert_eq!(names(&format!("?Term=202607-{third}-acme")).await, ["Acme - July 2026"], "by that of its bill");
    assert_eq!(names("?BillingPeriod=2026-06-03").await, ["Beacon - June 2026", "Acme - June 2026"]);
    let payees = billed.client.get(&format!("{STATEMENTS}/payees")).await.value();
    assert_eq!(payees, json!(["Acme, Inc.", "Summit Advisors"]));
    assert_eq!(names("?Payees=Acme,%20Inc.").await, ["Acme - June 2026"], "a comma belongs to a name");
    assert_eq!(names("?BillingPeriod=2026-06-03&Payees=Acme,%20Inc.&Payees=Summit%20Advisors").await.len(), 2);
    assert_eq!(names("?Payees=Nobody").await, Vec::<String>::new());
    assert_eq!(names("?BillingPeriod=2026-06-03&BillStates=NotSent").await.len(), 2);
    assert_eq!(names("?BillStates=Sent&BillStates=failed").await, Vec::<String>::new());
    assert_eq!(billed.client.get(&format!("{STATEMENTS}?BillStates=Lost")).await.error_keys(), ["BillStates"]);
    assert_eq!(names("?Page=2&PerPage=3").await, ["Acme - June 2026"]);
    assert_eq!(
        names("?OrderBy=TotalPayoutAmount&Page=1&PerPage=2").await,
        ["Beacon - June 2026", "Beacon - July 2026"]
    );
    assert_eq!(names("?OrderBy=Name&OrderDesc=true&Page=1&PerPage=1").await, ["Beacon - June 2026"]);
    assert_eq!(billed.client.get(&format!("{STATEMENTS}?Page=0")).await.error_keys(), ["Page"]);
}

#[tokio::test]
async fn a_month_with_nothing_but_pending_lines_says_how_much_waits() {
    let billed = Billed::start().await;
    billed.members(2, |_| {}).await;
    let snapshot = billed.bill(7).await["Id"].clone();
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.on_paid_only(rule).await;
    let refused = billed.state(rule, 7).await;
    assert_eq!(messages(&refused), [NOTHING_BILLABLE, "$1.50 is pending until its invoices are paid."]);
    assert_ne!(billed.regenerate(&snapshot).await.json()["IsValid"], false, "a pending line holds nothing");
    billed.pay(&snapshot).await;
    assert_eq!(billed.state(rule, 7).await.value()["TotalPayoutAmount"], 1.5);
}

#[tokio::test]
async fn a_month_before_the_rule_was_made_is_paid_later_once_its_statement_was_asked_for() {
    let billed = Billed::start().await;
    billed.members(5, |_| {}).await;
    // The rule is made in July.
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.on_paid_only(rule).await;
    let may = billed.bill(5).await["Id"].clone();
    let june = billed.bill(6).await["Id"].clone();
    billed.bill(7).await;
    let said = [NOTHING_BILLABLE, "$5.00 is pending until its invoices are paid."];
    for _ in 0..2 {
        assert_eq!(messages(&billed.state(rule, 6).await), said);
    }
    let history = billed.client.get("/api/v1/audit?Subject=commission_rule").await.value();
    let kept =
        history["Data"].as_array().expect("rows").iter().filter(|row| row["Action"] == "commission_rule.await_payment");
    assert_eq!(kept.count(), 1, "it is kept once");
    let run = billed.client.get("/api/v1/commission/runs?BillingPeriod=2026-07").await.value();
    assert_eq!(pick(&run["Rules"][0], ["PendingAmount", "PendingEarlier"]), json!([5.0, 5.0]));
    assert_eq!(pick(&run["Totals"], ["PendingAmount", "PendingEarlier"]), json!([5.0, 5.0]));
    billed.pay(&may).await;
    billed.pay(&june).await;
    let made = billed.state_and_read(rule, 7).await;
    assert_eq!(pick(&made, ["TotalPayoutAmount", "PendingAmount", "PendingEarlier"]), json!([5.0, 5.0, 0.0]));
    let months = made["TotaledLineItems"].as_array().expect("lines").iter().map(|line| &line["BillableMonth"]);
    assert_eq!(json!(months.collect::<Vec<_>>()), json!([6, 7]), "May was not asked for");
}
