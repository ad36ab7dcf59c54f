//! What a run leaves behind when it ends before its invoices are asked for: the next run of the month takes it up, each invoice once.

use chrono::TimeDelta;
use connectors::fake::FakeErp;
use domain::GroupId;
use portal::billing::runs::jobs::{CreateBills, InvoiceBills};
use portal::jobs::Lane;
use serde_json::{Value, json};
use store::Engine;

use crate::support::runs::{RUNS, Runs};

const BOTH: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];

/// Plans beside each other, of one group with one member.
struct Left {
    runs: Runs,
    erp: FakeErp,
    group: GroupId,
    plans: Vec<i64>,
}

impl Left {
    async fn on(engine: Engine, plans: u32) -> Self {
        let runs = Runs::on(engine).await;
        let (account, erp) = runs.account().await;
        let (group, plan) = runs.group("Fernwood", 1).await;
        runs.join((group, plan), account, json!({"SendInvoice": false})).await;
        if plans > 1 {
            runs.multiply(plans - 1).await;
        }
        Self { runs, erp, group, plans: (1..=i64::from(plans)).collect() }
    }

    /// A run of July that is cancelled when it has asked for so many invoices, and can be asked nothing for minutes.
    async fn cancelled(&self, invoices: usize) -> Value {
        let drafted = self.runs.drafted(7).await;
        let rows = self.runs.items(&drafted["Id"], "").await;
        let plans: Vec<i64> = rows.iter().map(|row| row["PlanId"].as_i64().expect("an id")).collect();
        // Whatever the run has to make comes in the order of the plans.
        let first = self.plans.len() - plans.len() + invoices + 1;
        for snapshot in first..=self.plans.len() {
            self.runs.hold_invoice(snapshot).await;
        }
        let creating = self.runs.create(&drafted["Id"], &plans).await;
        assert_eq!(creating["State"], "Creating");
        let cancelled = self.runs.call(&drafted["Id"], "cancel", json!({})).await.value();
        assert_eq!(cancelled["Counts"]["InvoiceLeftOut"], json!(plans.len() - invoices), "{cancelled}");
        self.runs.app.pass(TimeDelta::minutes(4));
        self.runs.app.run_jobs().await;
        cancelled
    }

    fn documents(&self) -> usize {
        self.erp.documents().len()
    }

    fn snapshot(&self, id: usize) -> String {
        format!("/api/v1/billing/{}/snapshots/{id}", self.group)
    }

    async fn snapshots(&self) -> Value {
        self.runs.client.get(&format!("{}?Page=1&PerPage=1", self.snapshot(0).trim_end_matches("/0"))).await.value()
            ["TotalRecords"]
            .clone()
    }
}

fn pick<const N: usize>(of: &Value, keys: [&str; N]) -> [Value; N] {
    keys.map(|key| of[key].clone())
}

#[tokio::test]
async fn the_next_run_of_the_month_creates_the_invoices_that_were_not_asked_for() {
    for engine in BOTH {
        let left = Left::on(engine, 45).await;
        let runs = &left.runs;
        let first = left.cancelled(2).await;
        assert_eq!((left.documents(), left.snapshots().await), (2, json!(45)), "{engine:?}");
        // One more plan, which has no snapshot at all.
        let fresh = runs.plan(left.group, json!({"Name": "Dental"})).await;
        runs.line(left.group, fresh, json!({"Name": "PEPM"})).await;

        let drafted = runs.drafted(7).await;
        let keys = ["State", "Total", "DraftTotalDollars", "Created"];
        assert_eq!(pick(&drafted, keys), [json!("Drafted"), json!(44), json!(440.0), json!(0)], "{engine:?}");
        assert_eq!(left.documents(), 2, "{engine:?}: nothing is asked for before it is approved");
        let rows = runs.items(&drafted["Id"], "drafts").await;
        let row = rows.iter().find(|row| row["PlanId"] == 3).expect("a plan whose invoice was not asked for");
        let keys = ["State", "TakenUp", "SnapshotId", "DraftTotalDollars", "InvoiceState", "CreatesInvoice"];
        let told = [json!("Draft"), json!(true), json!(3), json!(10.0), json!("None"), json!(true)];
        assert_eq!(pick(row, keys), told, "{engine:?}");
        let row = rows.iter().find(|row| row["PlanId"] == fresh).expect("the plan without a snapshot");
        assert_eq!(pick(row, keys)[1..3], [json!(false), Value::Null], "{engine:?}");

        let plans: Vec<i64> = (3..=fresh).collect();
        let approved = runs.call(&drafted["Id"], "approve", json!({ "PlanIds": plans })).await.value();
        let keys = ["Approved", "ApprovedTotalDollars", "ApprovedInvoices", "ApprovedTakenUp"];
        assert_eq!(pick(&approved["Counts"], keys), [json!(44), json!(440.0), json!(43), json!(43)], "{engine:?}");
        let done = runs.create(&drafted["Id"], &plans).await;
        let keys = ["State", "Total", "Done", "Created", "CreatedTotalDollars"];
        let told = [json!("Done"), json!(44), json!(44), json!(1), json!(10.0)];
        assert_eq!(pick(&done, keys), told, "{engine:?}: the run has made one snapshot");
        let keys = ["Created", "TakenUp", "InvoiceCreated", "InvoiceLeftOut"];
        assert_eq!(pick(&done["Counts"], keys), [json!(44), json!(43), json!(43), json!(0)], "{engine:?}");
        assert_eq!((left.documents(), left.snapshots().await), (45, json!(46)), "{engine:?}");
        let before = runs.run(&first["Id"]).await;
        let keys = ["InvoiceCreated", "InvoiceLeftOut"];
        assert_eq!(pick(&before["Counts"], keys), [json!(45), json!(0)], "{engine:?}: the first run tells it too");
        let trail = runs.client.get("/api/v1/audit?Page=1&PerPage=100&Subject=snapshot").await.value();
        let lines = trail["Data"].as_array().expect("a list").iter();
        let made = lines.filter(|line| line["Action"] == "snapshot.create").count();
        assert_eq!(made, 46, "{engine:?}: each snapshot is made once");
        assert_eq!(runs.ask(7).await.error_keys(), ["BillingPeriod"], "{engine:?}: nothing is left");
    }
}

#[tokio::test]
async fn runs_that_are_cancelled_again_and_again_leave_nothing_behind_for_good() {
    for engine in BOTH {
        let left = Left::on(engine, 12).await;
        let runs = &left.runs;
        left.cancelled(3).await;
        let second = left.cancelled(4).await;
        assert_eq!((&second["Total"], &second["Created"], left.documents()), (&json!(9), &json!(0), 7), "{engine:?}");
        // One that nobody approves.
        let third = runs.drafted(7).await;
        assert_eq!(third["Total"], 5, "{engine:?}");
        let third = runs.call(&third["Id"], "cancel", json!({})).await.value();
        assert_eq!((&third["Counts"]["LeftOut"], left.documents()), (&json!(5), 7), "{engine:?}");
        let last = runs.drafted(7).await;
        let done = runs.create(&last["Id"], &left.plans[7..]).await;
        assert_eq!((&done["Counts"]["InvoiceCreated"], left.documents()), (&json!(5), 12), "{engine:?}");
        assert_eq!(left.snapshots().await, 12, "{engine:?}");
        for job in 0..2 {
            if job == 0 {
                runs.again::<CreateBills>(&last["Id"]).await;
            } else {
                runs.again::<InvoiceBills>(&last["Id"]).await;
            }
            assert_eq!((runs.run(&last["Id"]).await, left.documents()), (done.clone(), 12), "{engine:?}");
        }
    }
}

#[tokio::test]
async fn what_happens_to_a_snapshot_in_between_is_seen() {
    for engine in BOTH {
        let left = Left::on(engine, 6).await;
        let (runs, client) = (&left.runs, &left.runs.client);
        left.cancelled(0).await;
        let queued = runs.ask(7).await.value()["Id"].clone();
        client.delete(&left.snapshot(1)).await.value();
        runs.app.run_jobs().await;
        let gone = "The snapshot that an earlier run has made was deleted meanwhile. Make a new run for the plan.";
        let row = runs.items(&queued, "failed").await;
        assert_eq!((row.len(), &row[0]["Message"]), (1, &json!(gone)), "{engine:?}");

        client.delete(&left.snapshot(2)).await.value();
        client.post(&format!("{}/erp/invoice", left.snapshot(3)), json!({})).await.value();
        let changed = "update snapshot set total_cents = 1200 where id = 4";
        store::testing::execute(&runs.app.ctx.store, changed).await;
        let unwanted = "update plan set generate_invoice = false where id = 5";
        store::testing::execute(&runs.app.ctx.store, unwanted).await;
        assert_eq!(left.documents(), 1);
        let done = runs.create(&queued, &left.plans[1..]).await;
        let mut told: Vec<_> = runs.items(&queued, "").await;
        told.sort_by_key(|row| row["PlanId"].as_i64());
        let told: Vec<_> = told.iter().map(|row| pick(row, ["State", "InvoiceState", "Message"])).collect();
        let refused = |why: &str| [json!("Refused"), json!("None"), json!(why)];
        let created = [json!("Created"), json!("Created"), Value::Null];
        let amount =
            "The amount has changed since the draft: $10.00 was approved, and it is $12.00 now. Make a new run for it.";
        let none = "The plan is not to be invoiced automatically any more, and its snapshot is there already.";
        let expected = [refused(gone), refused(gone), created.clone(), refused(amount), refused(none), created];
        assert_eq!(told, expected, "{engine:?}: {done}");
        assert_eq!(left.documents(), 2, "{engine:?}: what was invoiced by hand is not invoiced again");

        let next = runs.drafted(7).await;
        let mut plans: Vec<_> =
            runs.items(&next["Id"], "").await.iter().map(|row| pick(row, ["PlanId", "TakenUp"])).collect();
        plans.sort_by_key(|row| row[0].as_i64());
        let expected = [[json!(1), json!(false)], [json!(2), json!(false)], [json!(4), json!(true)]];
        assert_eq!(
            plans, expected,
            "{engine:?}: the deleted ones are billed anew, and what has changed can be approved"
        );
    }
}

#[tokio::test]
async fn many_clicks_at_once_ask_for_each_invoice_once() {
    for engine in BOTH {
        let left = Left::on(engine, 8).await;
        let runs = &left.runs;
        left.cancelled(1).await;
        let (a, b, c) = tokio::join!(runs.ask(7), runs.ask(7), runs.ask(7));
        let replies = [a, b, c];
        let made: Vec<_> = replies.iter().filter(|reply| reply.json()["IsValid"] == json!(true)).collect();
        assert_eq!(made.len(), 1, "{engine:?}");
        let id = made[0].value()["Id"].clone();
        runs.app.run_jobs().await;
        runs.call(&id, "approve", json!({ "PlanIds": left.plans[1..] })).await.value();
        let click = || runs.call(&id, "create", json!({}));
        let (a, b) = tokio::join!(click(), click());
        assert_eq!((&a.value()["State"], &b.value()["State"]), (&json!("Creating"), &json!("Creating")));
        let paths: Vec<_> = (2..=8).map(|snapshot| format!("{}/erp/invoice", left.snapshot(snapshot))).collect();
        let by_hand = async {
            for path in &paths {
                runs.client.post(path, json!({})).await;
            }
        };
        tokio::join!(runs.app.run_jobs(), by_hand);
        runs.app.pass(TimeDelta::minutes(4));
        runs.app.run_jobs().await;
        let done = runs.run(&id).await;
        assert_eq!((&done["State"], &done["Counts"]["InvoiceCreated"]), (&json!("Done"), &json!(7)), "{engine:?}");
        assert_eq!((left.documents(), left.snapshots().await), (8, json!(8)), "{engine:?}");
    }
}

#[tokio::test]
async fn a_run_that_breaks_off_leaves_its_invoices_to_the_next() {
    for engine in BOTH {
        let left = Left::on(engine, 3).await;
        let runs = &left.runs;
        let id = runs.drafted(7).await["Id"].clone();
        runs.hold_invoice(2).await;
        runs.create(&id, &left.plans).await;
        let (store, lease) = (&runs.app.ctx.store, TimeDelta::minutes(2));
        runs.app.pass(TimeDelta::minutes(1));
        let claim = async || {
            let now = runs.app.ctx.now();
            store::queue::claim(store, Lane::Heavy as i16, "a worker that dies", now, lease).await.expect("an answer")
        };
        while let Some(claimed) = claim().await {
            runs.app.pass(lease);
            if claimed.attempt == claimed.max_attempts {
                break;
            }
        }
        runs.app.run_jobs().await;
        let failed = runs.run(&id).await;
        assert_eq!(pick(&failed, ["State", "Created"]), [json!("Failed"), json!(3)], "{engine:?}");
        assert_eq!((&failed["Counts"]["InvoiceLeftOut"], left.documents()), (&json!(1), 2), "{engine:?}");
        let next = runs.drafted(7).await;
        let done = runs.create(&next["Id"], &[2]).await;
        assert_eq!((&done["Counts"]["TakenUp"], left.documents()), (&json!(1), 3), "{engine:?}");
    }
}

#[tokio::test]
async fn a_snapshot_made_by_hand_is_not_invoiced_by_a_run() {
    let left = Left::on(Engine::Sqlite, 1).await;
    let made = format!("/api/v1/billing/{}/invoices/1/snapshots", left.group);
    left.runs.client.post(&made, json!({"StartDate": "2026-06-04", "EndDate": "2026-07-03"})).await.value();
    let nothing = left.runs.ask(7).await;
    assert_eq!(nothing.error_keys(), ["BillingPeriod"]);
    let list = left.runs.client.get(&format!("{RUNS}?Page=1")).await.value();
    assert_eq!((&list["TotalRecords"], left.documents()), (&json!(0), 0));
}
