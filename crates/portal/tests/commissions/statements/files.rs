//! Statements as CSV and PDF.

use serde_json::json;
use store::Engine;

use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines};

on_both_engines!(
    a_statement_is_downloaded_as_csv,
    a_month_is_downloaded_as_one_csv,
    statements_of_one_name_are_told_apart,
);

const HEADING: &str = "\u{feff}Statement,Payee,Rule,Billing Period,Employer,Plan,Reference,Billable Month,Quantity,Billing Rate,\
                       Payout Rate,Total,Credit,Payment Status";

async fn a_statement_is_downloaded_as_csv(engine: Engine) {
    let billed = Billed::on(engine).await;
    let members = billed.members(3, |_| {}).await;
    billed.sql(&format!("update employer_group set name = '=Fern' where id = {}", billed.group)).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    billed.change(members[0], "terminate", "2026-06-01").await;
    billed.bill(7).await;
    let made = billed.state(rule, 7).await.value();
    let reply = billed.client.get(&format!("{STATEMENTS}/{}/csv", made["Id"])).await;
    assert_eq!(reply.headers["content-disposition"], "attachment; filename=\"Acme - July 2026 (CS-000002).csv\"");
    let text = String::from_utf8(reply.bytes).expect("UTF-8");
    let rows: Vec<_> = text.split_terminator("\r\n").collect();
    assert_eq!(
        rows,
        [
            HEADING,
            "Acme - July 2026,Summit Advisors,Acme,July 2026,'=Fern,Medical,,July 2026,2,10.00,0.75,1.50,No,Unknown",
            "Acme - July 2026,Summit Advisors,Acme,July 2026,'=Fern,Medical,,June 2026,1,10.00,0.75,-0.75,Yes,Unknown",
        ]
    );
    let history = billed.client.get("/api/v1/audit?Subject=commission_statement").await.value();
    let told = history["Data"].as_array().expect("rows").iter();
    assert_eq!(told.filter(|row| row["Action"] == "commission_statement.export").count(), 1);
    assert_eq!(billed.client.get(&format!("{STATEMENTS}/999/csv")).await.status, 404);
}

async fn a_month_is_downloaded_as_one_csv(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    billed.bill(7).await;
    for name in ["Acme", "Beacon", "Cedar"] {
        let rule = billed.payout_rule(name, &[(1, 75)]).await;
        billed.state(rule, 7).await.value();
    }
    billed.client.delete(&format!("{STATEMENTS}/2")).await.value();
    for month in ["2026-07", "2026-07-03", "2026-07-31"] {
        let reply = billed.client.get(&format!("{STATEMENTS}/csv?BillingPeriod={month}")).await;
        assert_eq!(reply.headers["content-disposition"], "attachment; filename=\"commission statements 2026-07.csv\"");
        let text = String::from_utf8(reply.bytes).expect("UTF-8");
        let names: Vec<_> = text.split_terminator("\r\n").map(|row| row.split(',').next().expect("a cell")).collect();
        assert_eq!(names, ["\u{feff}Statement", "Acme - July 2026", "Cedar - July 2026"]);
    }
    let empty = billed.client.get(&format!("{STATEMENTS}/csv?BillingPeriod=2026-06")).await;
    assert_eq!(String::from_utf8(empty.bytes).expect("UTF-8"), format!("{HEADING}\r\n"));
    for (query, message) in [
        ("?BillingPeriod=2026-08-03", "Billing Period must not be in the future."),
        ("", "Billing Period is required."),
    ] {
        let refused = billed.client.get(&format!("{STATEMENTS}/csv{query}")).await;
        assert_eq!((refused.error_keys(), refused.message()), (vec!["BillingPeriod".to_owned()], message.to_owned()));
    }
}

/// A rule has two statements of a month: each file and each row says which.
async fn statements_of_one_name_are_told_apart(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.bill(7).await;
    let first = billed.state(rule, 7).await.value()["Id"].clone();
    let plans = format!("/api/v1/billing/{}/invoices", billed.group);
    let dental = billed.client.post(&plans, json!({"Name": "Dental", "BillingType": 2})).await.value()["Id"].clone();
    let option = billed.option("4.00").await;
    let form = json!({"Name": "Dental", "BillingPricingOptionId": option});
    let line = billed.client.post(&format!("{plans}/{dental}/line-items"), form).await.value()["Id"].clone();
    billed.client.post(&format!("{plans}/{dental}/snapshots"), crate::support::period(7)).await.value();
    billed.sql(&format!("insert into commission_rule_line (rule_id, plan_line_id) values ({rule}, {line})")).await;
    billed.set_payout(rule, 2, 50).await;
    let second = billed.state(rule, 7).await.value()["Id"].clone();
    let text = |reply: crate::support::Reply| String::from_utf8(reply.bytes).expect("UTF-8");
    let csv = text(billed.client.get(&format!("{STATEMENTS}/csv?BillingPeriod=2026-07")).await);
    let names: Vec<_> = csv.lines().skip(1).map(|row| row.split(',').next().expect("a cell").to_owned()).collect();
    assert_eq!(names, ["Acme - July 2026 (CS-000001)", "Acme - July 2026 (CS-000002)"]);
    for (id, number) in [(first, "CS-000001"), (second, "CS-000002")] {
        for kind in ["csv", "pdf"] {
            let reply = billed.client.get(&format!("{STATEMENTS}/{id}/{kind}")).await;
            let name = format!("attachment; filename=\"Acme - July 2026 ({number}).{kind}\"");
            assert_eq!(reply.headers["content-disposition"].to_str().expect("a text"), name);
        }
    }
}

#[tokio::test]
async fn a_statement_is_downloaded_as_pdf() {
    let billed = Billed::start().await;
    billed.members(3, |_| {}).await;
    billed.bill(7).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let made = billed.state(rule, 7).await.value();
    let reply = billed.client.get(&format!("{STATEMENTS}/{}/pdf", made["Id"])).await;
    assert_eq!(reply.headers["content-type"], json!("application/pdf").as_str().expect("a text"));
    assert!(reply.bytes.starts_with(b"%PDF-"));
    assert_eq!(billed.client.get(&format!("{STATEMENTS}/999/pdf")).await.status, 404);
}
