//! The automatic monthly run (rules.md#automatic-billing): off until somebody wants it, and then once for each period
//! that ends.

use serde_json::{Value, json};
use store::Engine;

use crate::support::runs::{RUNS, Runs};

const SETTINGS: &str = "/api/v1/settings/billing";

impl Runs {
    async fn automatic(&self) {
        portal::jobs::schedule::define(&self.app.ctx).await.expect("schedules");
        self.client.put(SETTINGS, json!({"AutomaticRun": true})).await.value();
    }

    /// A night later somebody signs in anew.
    async fn night(&mut self, instant: &str) {
        self.app.travel_to(instant);
        self.app.run_jobs().await;
        self.client = self.app.administrator().await;
    }

    async fn all(&self) -> Vec<Value> {
        let list = self.client.get(&format!("{RUNS}?Page=1&OrderBy=Id")).await.value();
        list["Data"].as_array().expect("a list").clone()
    }
}

#[tokio::test]
async fn it_is_off_until_it_is_switched_on() {
    let mut runs = Runs::start().await;
    runs.group("Fernwood", 1).await;
    portal::jobs::schedule::define(&runs.app.ctx).await.expect("schedules");
    runs.night("2026-08-04T06:30:00Z").await;
    assert!(runs.all().await.is_empty());
    let settings = |on: bool, version: u32| json!({"AutomaticRun": on, "RemitToMissing": null, "Version": version});
    assert_eq!(runs.client.get(SETTINGS).await.value(), settings(false, 0));
    assert_eq!(runs.client.put(SETTINGS, json!({})).await.error_keys(), ["AutomaticRun"]);
    let saved = runs.client.put(SETTINGS, json!({"AutomaticRun": true, "Version": 0})).await.value();
    assert_eq!(saved, settings(true, 1));
    let stale = runs.client.put(SETTINGS, json!({"AutomaticRun": false, "Version": 0})).await;
    assert_eq!(stale.status, 409);
    let trail = runs.client.get("/api/v1/audit?Page=1&Subject=setting").await.value();
    assert_eq!(trail["Data"][0]["Action"], "billing_settings.update");
    runs.night("2026-08-05T06:30:00Z").await;
    assert!(runs.all().await.is_empty(), "what ended before is not made up for");
}

#[tokio::test]
async fn the_night_after_a_period_ends_its_plans_are_billed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut runs = Runs::on(engine).await;
        let (account, erp) = runs.account().await;
        let billed = runs.group("Alder", 2).await;
        let by_hand = runs.group("Birch", 1).await;
        runs.join(billed, account, json!({})).await;
        runs.join(by_hand, account, json!({"GenerateInvoice": false})).await;
        let other = runs.app.broker().with(|form| form.invoice_period_end_day = Some(20)).create().await;
        let first = std::mem::replace(&mut runs.broker, other);
        let later = runs.group("Cedar", 1).await;
        runs.broker = first;
        runs.automatic().await;

        // The server was down on the first nights.
        runs.night("2026-08-06T13:00:00Z").await;
        let august = runs.all().await;
        let told: Vec<_> = august.iter().map(|run| (run["BillableMonth"].clone(), run["State"].clone())).collect();
        assert_eq!(told, [(json!(7), json!("Done")), (json!(8), json!("Done"))], "{engine:?}");
        let keys = ["IsAutomatic", "CreatedBy", "Created", "CreatedTotalDollars"];
        assert_eq!(keys.map(|key| august[1][key].clone()), [json!(true), json!(null), json!(1), json!(20.0)]);
        assert_eq!(runs.totals(billed.0).await, [json!(20.0)], "{engine:?}");
        assert!(runs.totals(by_hand.0).await.is_empty(), "{engine:?}: only plans that generate invoices");
        assert_eq!(
            runs.totals(later.0).await,
            [json!(10.0)],
            "{engine:?}: July ended on the 20th, after it was switched on"
        );
        assert_eq!(erp.documents().len(), 1, "{engine:?}");
        let trail = runs.client.get("/api/v1/audit?Page=1&Subject=snapshot").await.value();
        assert!(trail["Data"].as_array().expect("a list").iter().all(|row| row["User"].is_null()), "{trail}");

        let id = runs.items(&august[1]["Id"], "created").await[0]["SnapshotId"].clone();
        assert_eq!(runs.items(&august[1]["Id"], "created").await.len(), 1);
        runs.night("2026-08-07T06:30:00Z").await;
        assert_eq!(runs.all().await.len(), 2, "{engine:?}: each period once");
        assert_eq!(id, runs.items(&august[1]["Id"], "created").await[0]["SnapshotId"]);
    }
}

#[tokio::test]
async fn what_a_person_deletes_does_not_come_back() {
    let mut runs = Runs::start().await;
    let (group, _) = runs.group("Alder", 1).await;
    runs.automatic().await;
    runs.night("2026-08-04T06:30:00Z").await;
    let run = runs.all().await.remove(0);
    let id = runs.items(&run["Id"], "created").await[0]["SnapshotId"].clone();
    runs.client.delete(&format!("/api/v1/billing/{group}/snapshots/{id}")).await.value();
    for night in ["2026-08-05T06:30:00Z", "2026-08-06T06:30:00Z"] {
        runs.night(night).await;
    }
    assert_eq!((runs.all().await.len(), runs.totals(group).await.len()), (1, 0));
}

#[tokio::test]
async fn it_waits_for_a_run_by_hand() {
    let mut runs = Runs::start().await;
    let (group, _) = runs.group("Alder", 1).await;
    runs.automatic().await;
    let by_hand = runs.drafted(8).await;
    runs.night("2026-08-04T06:30:00Z").await;
    assert_eq!(runs.all().await.len(), 1, "a person is at it");
    runs.call(&by_hand["Id"], "cancel", json!({})).await.value();
    runs.night("2026-08-05T06:30:00Z").await;
    let told: Vec<_> = runs.all().await.iter().map(|run| (run["IsAutomatic"].clone(), run["State"].clone())).collect();
    assert_eq!(told, [(json!(false), json!("Cancelled")), (json!(true), json!("Done"))]);
    assert_eq!(runs.totals(group).await, [json!(10.0)]);
}
