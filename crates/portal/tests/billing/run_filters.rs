//! The plans of a billing run by what is to be looked at, and how many of each kind there are.

use serde_json::{Value, json};
use store::Engine;

use crate::support::Billed;

#[tokio::test]
async fn exceptions_are_counted_and_listed_by_kind_on_both_engines() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        // Nobody is a member yet, and the plan leads to no customer.
        let billed = Billed::on(engine).await;
        let run = billed.client.post("/api/v1/billing-runs", json!({"BillingPeriod": "2026-07-03"})).await.value();
        billed.app.run_jobs().await;
        let path = format!("/api/v1/billing-runs/{}", run["Id"]);
        let counts = billed.client.get(&path).await.value()["Counts"].clone();
        let kinds: Vec<&Value> =
            counts["ByException"].as_array().expect("a list").iter().map(|one| &one["Kind"]).collect();
        assert!(kinds.contains(&&json!("ZeroAmount")), "{counts}");
        assert_eq!(counts["ApprovedInvoices"], 0);
        let total = async |query: &str| {
            let page = billed.client.get(&format!("{path}/items?{query}")).await.value();
            assert_eq!(page["Data"].as_array().map(|rows| rows.len() as u64), page["TotalRecords"].as_u64());
            page["TotalRecords"].clone()
        };
        assert_eq!(total("Exception=zeroamount").await, 1);
        assert_eq!(total("Exception=Changed").await, 0);
        assert_eq!(total("Exception=ZeroAmount&Filter=approved").await, 0);
        assert_eq!(total("Exception=").await, 1);
        for (query, key) in [("Exception=Odd", "Exception"), ("Filter=odd", "Filter")] {
            assert_eq!(billed.client.get(&format!("{path}/items?{query}")).await.error_keys(), [key], "{query}");
        }
        let of_month = async |month: &str| {
            billed.client.get(&format!("/api/v1/billing-runs?BillingPeriod={month}")).await.value()["TotalRecords"]
                .clone()
        };
        assert_eq!((of_month("2026-07-03").await, of_month("2026-06").await), (json!(1), json!(0)));
        let row = billed.client.get(&format!("{path}/items")).await.value()["Data"][0].clone();
        assert_eq!(row["CreatesInvoice"], false);
    }
}
