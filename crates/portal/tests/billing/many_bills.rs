//! Bills of many plans, computed and written together as a run does.

use domain::access::Scope;
use domain::{BillingMonth, DateRange, GroupId, PlanId, SnapshotId};
use portal::billing::snapshots::Form;
use portal::billing::snapshots::batch::{Draft, compute_batch, write_batch};
use serde_json::{Value, json};
use store::{Engine, Stamp};

use crate::support::Billed;

fn july() -> DateRange {
    BillingMonth::new(2026, 7).expect("a month").window()
}

/// A group with the plan it has and two further ones.
async fn three_plans(engine: Engine) -> (Billed, Vec<(GroupId, PlanId, DateRange)>) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let mut plans = vec![PlanId(billed.plan)];
    for name in ["Dental", "Vision"] {
        let form = json!({"Name": name, "BillingType": 2});
        let made = billed.client.post(&format!("/api/v1/billing/{}/invoices", billed.group), form).await.value();
        plans.push(PlanId(made["Id"].as_i64().expect("an id")));
    }
    let plans = plans.into_iter().map(|plan| (billed.group.into(), plan, july())).collect();
    (billed, plans)
}

async fn drafts(billed: &Billed, plans: &[(GroupId, PlanId, DateRange)]) -> Vec<Draft> {
    let drafted =
        compute_batch(&billed.app.ctx, Scope::system(), plans, Form::Quickest).await.expect("they are computed");
    drafted.into_iter().map(|drafted| drafted.outcome.expect("a draft")).collect()
}

/// The snapshots, or what is said instead.
async fn written(billed: &Billed, drafts: Vec<Draft>) -> Vec<Result<SnapshotId, String>> {
    let ctx = &billed.app.ctx;
    let stamp = Stamp { at: ctx.now(), by: None };
    let tx = ctx.store.begin().await.expect("a transaction");
    let written = write_batch(&tx, Scope::system(), stamp, &drafts).await.expect("an outcome of each");
    tx.commit_unaudited("snapshots of a test").await.expect("they are committed");
    written.into_iter().map(|(_, made)| made.map_err(|invalid| invalid.to_string())).collect()
}

#[tokio::test]
async fn a_plan_that_changed_meanwhile_is_left_out_and_the_others_are_written() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (billed, plans) = three_plans(engine).await;
        let drafts = drafts(&billed, &plans).await;
        let totals: Vec<_> = drafts.iter().map(|draft| draft.computed.total().decimal()).collect();
        assert_eq!(totals, ["30.00", "0.00", "0.00"], "{engine:?}");
        let path = format!("/api/v1/billing/{}/invoices/{}", billed.group, plans[1].1);
        billed.client.put(&path, json!({"Name": "Teeth", "BillingType": 2})).await.value();
        billed.bill(7).await;
        let written = written(&billed, drafts).await;
        let exists = "StartDate: A snapshot already exists for this plan and billing period.";
        assert_eq!(written[0], Err(exists.to_owned()), "{engine:?}");
        let changed =
            "The plan, its line items or another of its snapshots have changed meanwhile. Make a new run for it.";
        assert!(written[1].as_ref().is_err_and(|said| said.ends_with(changed)), "{engine:?}: {written:?}");
        let id = written[2].as_ref().expect("a snapshot");
        let found: Value = billed.client.get(&billed.snapshot(&json!(id))).await.value();
        assert_eq!(found["InvoiceTotalDollars"], json!(0.0), "{engine:?}");
    }
}

#[tokio::test]
async fn a_bill_that_cannot_be_says_why_and_holds_no_other_back() {
    let (billed, mut plans) = three_plans(Engine::Sqlite).await;
    billed.bill(7).await;
    let path = format!("/api/v1/billing/{}/invoices/{}", billed.group, plans[1].1);
    billed.client.put(&path, json!({"Name": "Dental", "BillingType": 2, "Active": false})).await.value();
    plans.push((billed.group.into(), PlanId(99), july()));
    let drafted =
        compute_batch(&billed.app.ctx, Scope::system(), &plans, Form::Quickest).await.expect("an outcome of each");
    let said: Vec<_> = drafted
        .into_iter()
        .map(|drafted| drafted.outcome.map_or_else(|why| why.to_string(), |_| String::new()))
        .collect();
    let exists = "StartDate: A snapshot already exists for this plan and billing period.";
    assert_eq!(said[..3], [exists, "InvoiceId: This billing plan is not active. Set it active to bill it.", ""]);
    assert!(said[3].ends_with("The plan is no longer there."), "{}", said[3]);
    assert!(written(&billed, Vec::new()).await.is_empty());
}

#[tokio::test]
async fn the_next_bill_goes_on_from_the_one_before_until_the_ledger_was_touched() {
    let (billed, plans) = three_plans(Engine::Sqlite).await;
    let first = &plans[..1];
    assert!(!drafts(&billed, first).await[0].goes_on, "nothing was billed before");
    let june = billed.bill(6).await["Id"].clone();
    assert!(drafts(&billed, first).await[0].goes_on);
    billed.bill(5).await;
    assert!(!drafts(&billed, first).await[0].goes_on, "an earlier month was billed last");
    billed.regenerate(&june).await.value();
    assert!(drafts(&billed, first).await[0].goes_on);
    billed.client.delete(&billed.snapshot(&june)).await.value();
    assert!(!drafts(&billed, first).await[0].goes_on, "one was deleted last");
}
