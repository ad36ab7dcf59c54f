//! The numbers of a billing run agree with each other and with its plans, whatever is done with it and in whichever order.

use chrono::TimeDelta;
use connectors::fake::{Call, FakeErp, Fault};
use serde_json::{Value, json};
use store::Engine;

use crate::support::Dice;
use crate::support::runs::{RUNS, Runs};

/// A run at random: of some groups whose plans want an invoice or not, of which some are approved, taken back and created, while the ERP
/// fails now and then, until it ends or is cancelled.
struct Story {
    runs: Runs,
    dice: Dice,
    seed: u64,
    erp: FakeErp,
    plans: Vec<i64>,
    id: Value,
}

impl Story {
    async fn begin(engine: Engine, seed: u64) -> Self {
        let runs = Runs::on(engine).await;
        let mut dice = Dice::of(seed);
        let (account, erp) = runs.account().await;
        let mut plans = Vec::new();
        for number in 0..2 + dice.roll(4) {
            let plan = runs.group(&format!("Group {number}"), dice.roll(3) as usize).await;
            match dice.roll(6) {
                0 => {}
                1 => runs.join(plan, account, json!({"GenerateInvoice": false})).await,
                2 => runs.join(plan, account, json!({"ErpCustomerId": null, "ErpCustomerName": null})).await,
                _ => runs.join(plan, account, json!({})).await,
            }
            plans.push(plan.1);
        }
        let id = runs.ask(7).await.value()["Id"].clone();
        Self { runs, dice, seed, erp, plans, id }
    }

    /// Every number that is told of the run, held against its plans one by one.
    async fn agrees(&self) -> Value {
        let run = self.runs.run(&self.id).await;
        let list = self.runs.client.get(RUNS).await.value()["Data"][0].clone();
        let told = format!("seed {}: {run}", self.seed);
        for key in ["State", "Total", "Done", "Created"] {
            assert_eq!(run[key], list[key], "{key} in the list, {told}");
        }
        let number = |of: &Value| of.as_u64().unwrap_or_else(|| panic!("a number, {told}"));
        let counted = |key: &str| number(&run["Counts"][key]);
        let items = self.runs.items(&self.id, "").await;
        let states = ["Queued", "Draft", "Approved", "Created", "Refused", "LeftOut"];
        for state in states {
            let of_state = items.iter().filter(|item| item["State"] == state).count() as u64;
            assert_eq!(counted(state), of_state, "{state}, {told}");
        }
        for state in ["Waiting", "Created", "Refused", "LeftOut"] {
            let of_state = items.iter().filter(|item| item["InvoiceState"] == state).count() as u64;
            assert_eq!(counted(&format!("Invoice{state}")), of_state, "invoices {state}, {told}");
        }
        let (total, done) = (number(&run["Total"]), number(&run["Done"]));
        assert_eq!(states.into_iter().map(counted).sum::<u64>(), total, "{told}");
        let taken_up =
            |state| items.iter().filter(|item| item["State"] == state && item["TakenUp"] == true).count() as u64;
        let by_state = (counted("ApprovedTakenUp"), counted("TakenUp"));
        assert_eq!(by_state, (taken_up("Approved"), taken_up("Created")), "{told}");
        let made = counted("Created") - counted("TakenUp");
        assert_eq!((items.len() as u64, number(&run["Created"])), (total, made), "{told}");
        let todo = match run["State"].as_str() {
            Some("Drafting") => counted("Queued"),
            Some("Creating") => counted("Approved"),
            _ => 0,
        };
        assert_eq!(done, total - todo, "{told}");
        for (filter, rows) in [
            ("created", counted("Created")),
            ("failed", counted("Refused") + counted("InvoiceRefused")),
            ("leftout", counted("LeftOut") + counted("InvoiceLeftOut")),
        ] {
            assert_eq!(self.runs.items(&self.id, filter).await.len() as u64, rows, "{filter}, {told}");
        }
        run
    }

    fn some(&mut self) -> Vec<i64> {
        let dice = &mut self.dice;
        self.plans.iter().copied().filter(|_| dice.roll(3) > 0).collect()
    }

    async fn perhaps_cancel(&mut self) -> bool {
        let cancels = self.dice.roll(4) == 0;
        if cancels {
            let run = self.runs.call(&self.id, "cancel", json!({})).await;
            assert_eq!(run.json()["Value"]["State"], "Cancelled", "seed {}: {}", self.seed, run.json());
            self.agrees().await;
        }
        cancels
    }

    /// Somebody holds the invoices of some snapshots, and the ERP fails for one.
    async fn disturb(&mut self) {
        for snapshot in 1..=self.plans.len() {
            if self.dice.roll(4) == 0 {
                self.runs.hold_invoice(snapshot).await;
            }
        }
        if self.dice.roll(2) == 0 {
            self.erp.fail_next(Call::CreateInvoice, Fault::busy());
        }
    }

    /// A run, and perhaps invoices by hand; then the next run of the month, which takes up what the first has left behind.
    async fn tell(mut self) {
        self.tell_run().await;
        if self.dice.roll(2) == 0 {
            self.create_the_rest().await;
        }
        self.runs.call(&self.id, "cancel", json!({})).await;
        self.agrees().await;
        self.runs.app.pass(TimeDelta::minutes(4));
        self.runs.app.run_jobs().await;
        let next = self.runs.ask(7).await.json();
        if next["IsValid"] == true {
            self.id = next["Value"]["Id"].clone();
            self.tell_run().await;
            self.create_the_rest().await;
        }
        assert!(self.erp.documents().len() <= self.plans.len(), "seed {}: a plan is invoiced twice", self.seed);
    }

    async fn tell_run(&mut self) {
        self.agrees().await;
        if self.perhaps_cancel().await {
            return;
        }
        self.runs.app.run_jobs().await;
        self.agrees().await;
        for call in ["approve", "withdraw", "approve"] {
            let plans = self.some();
            self.runs.call(&self.id, call, json!({ "PlanIds": plans })).await;
            self.agrees().await;
        }
        if self.perhaps_cancel().await || self.agrees().await["Counts"]["Approved"] == 0 {
            return;
        }
        self.runs.call(&self.id, "create", json!({})).await.value();
        self.agrees().await;
        if self.perhaps_cancel().await {
            return;
        }
        self.disturb().await;
        self.runs.app.run_jobs().await;
        let waits = self.agrees().await["State"] == "Creating";
        if !(waits && self.perhaps_cancel().await) {
            self.runs.app.pass(TimeDelta::minutes(4));
            self.runs.app.run_jobs().await;
        }
        self.agrees().await;
    }

    /// What has no invoice gets one by hand, and the run tells it.
    async fn create_the_rest(&self) {
        self.runs.app.pass(TimeDelta::minutes(4));
        for item in self.runs.items(&self.id, "created").await {
            let path = format!("/api/v1/billing/{}/snapshots/{}", item["EmployerGroup"]["Id"], item["SnapshotId"]);
            let made = self.runs.client.post(&format!("{path}/erp/invoice"), json!({})).await.json()["IsValid"] == true;
            let rows = self.runs.items(&self.id, "created").await;
            let row = rows.iter().find(|row| row["PlanId"] == item["PlanId"]).expect("the plan");
            if made {
                let told = (&row["InvoiceState"], &row["InvoiceMessage"]);
                assert_eq!(told, (&json!("Created"), &Value::Null), "seed {}", self.seed);
            } else {
                assert_ne!(row["InvoiceState"], "Created", "seed {}", self.seed);
            }
            self.agrees().await;
        }
    }
}

#[tokio::test]
async fn the_numbers_of_a_run_agree_in_every_state() {
    for seed in 1..=24 {
        Story::begin(Engine::Sqlite, seed).await.tell().await;
    }
}

#[tokio::test]
async fn they_do_on_postgres_too() {
    for seed in 101..=103 {
        Story::begin(Engine::Postgres, seed).await.tell().await;
    }
}

#[tokio::test]
async fn an_invoice_that_was_never_asked_for_is_left_out_and_no_failure() {
    let runs = Runs::start().await;
    let (account, _) = runs.account().await;
    let held = runs.group("Alder", 1).await;
    runs.join(held, account, json!({})).await;
    let run = runs.drafted(7).await;
    let id = &run["Id"];
    runs.hold_invoice(1).await;
    runs.create(id, &[held.1]).await;
    let cancelled = runs.call(id, "cancel", json!({})).await.value();
    let counts = ["Created", "Refused", "InvoiceRefused", "InvoiceLeftOut"].map(|key| cancelled["Counts"][key].clone());
    assert_eq!(counts, [1, 0, 0, 1]);
    let row = runs.items(id, "leftout").await.remove(0);
    assert_eq!((&row["InvoiceState"], &row["InvoiceStateText"]), (&json!("LeftOut"), &json!("Left out")));
    assert!(row["InvoiceMessage"].as_str().expect("a reason").starts_with("The run was cancelled"), "{row}");
}
