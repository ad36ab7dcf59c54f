//! Snapshots and invoices by plan, by month, and by how they are paid.

use serde_json::{Value, json};
use store::Engine;

use crate::support::Billed;

/// The months of a page by their period ends, and how many there are in all.
fn ends(page: &Value) -> (Vec<&str>, u64) {
    let rows = page["Data"].as_array().expect("rows");
    let ends = rows.iter().filter_map(|row| row["InvoicePeriodEndDate"].as_str());
    (ends.collect(), page["TotalRecords"].as_u64().expect("a number"))
}

#[tokio::test]
async fn lists_of_bills_are_filtered_by_plan_month_and_payment_on_both_engines() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        for month in [6, 7] {
            billed.bill(month).await;
        }
        let plan = billed.plan;
        let group = billed.group;
        for list in [format!("/api/v1/billing/{group}/snapshots"), "/api/v1/invoices".to_owned()] {
            for (query, expected) in [
                ("", &["2026-07-03", "2026-06-03"][..]),
                (&*format!("PlanIds={plan}"), &["2026-07-03", "2026-06-03"]),
                ("PlanIds=98,99", &[]),
                ("BillingPeriod=2026-06-20", &["2026-06-03"]),
                ("BillingPeriod=2026-05-03", &[]),
                ("PaymentStatus=unknown&PaymentStatus=Paid", &["2026-07-03", "2026-06-03"]),
                ("PaymentStatus=Partially%20Paid", &[]),
                (
                    &*format!("PaymentStatus=Unknown&BillingPeriod=2026-07-03&PlanIds={plan}&Term=medical"),
                    &["2026-07-03"],
                ),
            ] {
                let page = billed.client.get(&format!("{list}?{query}")).await.value();
                assert_eq!(ends(&page), (expected.to_vec(), expected.len() as u64), "{list}?{query} on {engine:?}");
            }
            for (query, key) in [
                ("PaymentStatus=Late", "PaymentStatus"),
                ("BillingPeriod=June", "BillingPeriod"),
                ("PlanIds=x", "PlanIds"),
            ] {
                assert_eq!(billed.client.get(&format!("{list}?{query}")).await.error_keys(), [key], "{list}?{query}");
            }
        }
        assert_eq!(billed.client.get("/api/v1/billing/0/snapshots").await.value()["TotalRecords"], json!(2));
    }
}
