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
                ("BillingPeriod=2026-06", &["2026-06-03"]),
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
        let snapshots = format!("/api/v1/billing/{group}/snapshots");
        for (query, found) in
            [("NotSent", 2), ("notsent&ErpStates=Failed", 2), ("Sent", 0), ("NotSent&BillingPeriod=2026-06", 1)]
        {
            let page = billed.client.get(&format!("{snapshots}?ErpStates={query}")).await.value();
            assert_eq!(page["TotalRecords"], found, "{query} on {engine:?}");
        }
        assert_eq!(billed.client.get(&format!("{snapshots}?ErpStates=Lost")).await.error_keys(), ["ErpStates"]);
    }
}

/// One set of words finds a bill in both lists (rules.md#search-and-order).
#[tokio::test]
async fn a_term_finds_the_same_bills_in_both_lists_on_both_engines() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.bill(6).await;
        billed.bill(7).await;
        let group = billed.group;
        for (of_one, of_all) in [
            (format!("/api/v1/billing/{group}/snapshots?"), "/api/v1/billing/0/snapshots?".to_owned()),
            (format!("/api/v1/invoices?EmployerId={group}&"), "/api/v1/invoices?".to_owned()),
        ] {
            for (term, expected) in [
                ("medical", &["2026-07-03", "2026-06-03"][..]),
                ("MEDI%20june", &["2026-06-03"]),
                ("000002", &["2026-07-03"]),
                ("2%20medical", &["2026-07-03", "2026-06-03"]),
                ("July%202026", &["2026-07-03"]),
                ("unknown", &["2026-07-03", "2026-06-03"]),
                ("dental", &[]),
            ] {
                for list in [&of_one, &of_all] {
                    let page = billed.client.get(&format!("{list}Term={term}")).await.value();
                    let found = (expected.to_vec(), expected.len() as u64);
                    assert_eq!(ends(&page), found, "{list}Term={term} on {engine:?}");
                }
            }
            for (list, found) in [(&of_one, 0), (&of_all, 2)] {
                let page = billed.client.get(&format!("{list}Term=fernwood")).await.value();
                assert_eq!(page["TotalRecords"], found, "{list}: a group's name where groups are listed");
            }
        }
    }
}

#[tokio::test]
async fn a_snapshot_says_what_its_plan_was_billed_before_on_both_engines() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let first = billed.bill(4).await;
        assert_eq!(first["PreviousTotalDollars"], Value::Null, "{engine:?}");
        billed.member("Bo", &[]).await;
        let next = billed.bill(7).await;
        assert_eq!(next["PreviousTotalDollars"], 10.0, "{engine:?}: of the one before, however long ago");
        let previous = |rows: &Value| -> Vec<Value> {
            rows.as_array().expect("rows").iter().map(|row| row["PreviousTotalDollars"].clone()).collect()
        };
        let page = billed.client.get(&format!("/api/v1/billing/{}/snapshots", billed.group)).await.value();
        assert_eq!(previous(&page["Data"]), [json!(10.0), Value::Null], "{engine:?}");
        let of_plan = billed.client.get(&billed.snapshots()).await.value();
        assert_eq!(previous(&of_plan), [json!(10.0), Value::Null], "{engine:?}");
        let shown = billed.client.get(&billed.snapshot(&next["Id"])).await.value();
        assert_eq!(shown["PreviousTotalDollars"], 10.0, "{engine:?}");
    }
}
