//! Random histories through the API: in whatever order is billed, corrected, stated, deleted, paid, set and adjusted, the statements come to what
//! is billed times the payouts in force and what is adjusted, and bills and the open balance come to the same.

use std::collections::BTreeMap;

use domain::{MemberId, Money};
use serde_json::{Value, json};
use store::Engine;

use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, Dice, on_both_engines};

on_both_engines!(statements_come_to_what_is_billed);

/// The first month of 2026 that is billed, and the last one.
const MONTHS: std::ops::RangeInclusive<u32> = 4..=8;

struct World {
    billed: Billed,
    rule: i64,
    members: Vec<MemberId>,
    active: Vec<bool>,
    snapshots: Vec<Value>,
    /// The payouts in cents by the months of 2026 from which they hold.
    payouts: BTreeMap<u32, i64>,
    dice: Dice,
}

fn cents(value: &Value) -> i64 {
    Money::parse(&format!("{:.2}", value.as_f64().expect("a number"))).expect("an amount").cents()
}

impl World {
    async fn new(engine: Engine, seed: u64) -> Self {
        let billed = Billed::on(engine).await;
        let members = billed.members(5, |_| {}).await;
        let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
        let mut dice = Dice::of(seed);
        if dice.roll(2) == 1 {
            billed.on_paid_only(rule).await;
            billed.sql("update commission_rule set created_at = '2026-01-01T16:00:00.000Z'").await;
        }
        let (active, payouts) = (vec![true; members.len()], BTreeMap::from([(1, 100)]));
        Self { billed, rule, members, active, snapshots: Vec::new(), payouts, dice }
    }

    async fn live(&self) -> Vec<Value> {
        let listed = self.billed.client.get(STATEMENTS).await.value();
        let mut live = Vec::new();
        for row in listed["Data"].as_array().expect("rows") {
            live.push(self.billed.statement(&row["Id"]).await);
        }
        live
    }

    async fn step(&mut self) {
        match self.dice.place(12) {
            0..=2 => self.bill().await,
            3 => self.correct().await,
            4 | 5 => {
                let month = 4 + self.dice.place(5) as u32;
                self.billed.state(self.rule, month).await;
            }
            6 => {
                let live = self.live().await;
                if !live.is_empty() {
                    let one = &live[self.dice.place(live.len())]["Id"];
                    self.billed.client.delete(&format!("{STATEMENTS}/{one}")).await;
                }
            }
            7 => {
                if !self.snapshots.is_empty() {
                    let which = self.dice.place(self.snapshots.len());
                    self.billed.pay(&self.snapshots[which]).await;
                }
            }
            8 => {
                if let Some(last) = self.snapshots.last() {
                    self.billed.regenerate(last).await;
                }
            }
            9 => self.set().await,
            10 => {
                let (cents, month) = (self.dice.place(1000) as i64 - 500, 4 + self.dice.place(5) as u32);
                let amount = Money::from_cents(cents).decimal();
                self.billed.adjust(self.rule, &amount, "By hand", month).await;
            }
            _ => {
                let there = self.adjustments().await;
                if !there.is_empty() {
                    let one = &there[self.dice.place(there.len())];
                    self.billed.client.delete(&format!("{}/{}", self.billed.adjustments(self.rule), one["Id"])).await;
                }
            }
        }
    }

    /// The adjustments of the rule that are not deleted.
    async fn adjustments(&self) -> Vec<Value> {
        let listed = self.billed.client.get(&self.billed.adjustments(self.rule)).await.value();
        listed.as_array().expect("adjustments").clone()
    }

    async fn bill(&mut self) {
        let month = MONTHS.start() + self.snapshots.len() as u32;
        if MONTHS.contains(&month) {
            self.snapshots.push(self.billed.bill(month).await["Id"].clone());
        }
    }

    /// Ends a member retroactively, or begins it again.
    async fn correct(&mut self) {
        let which = self.dice.place(self.members.len());
        let month = 4 + self.dice.place(4);
        let call = if self.active[which] { "terminate" } else { "activate" };
        self.active[which] = !self.active[which];
        let body = json!({"OverrideDate": true, "EffectiveDate": format!("2026-{month:02}-01")});
        self.billed.client.post(&format!("/api/v1/employees/{}/{call}", self.members[which]), body).await;
    }

    /// Sets the payout: from the month after the last one that stands in a statement, or for the whole time.
    async fn set(&mut self) {
        let payout = 50 + self.dice.place(100) as i64;
        let live = self.live().await;
        let lines = live.iter().flat_map(|one| one["TotaledLineItems"].as_array().expect("lines"));
        let counted = lines.filter(|line| line["Payable"] == true);
        let from = counted.map(|line| line["BillableMonth"].as_u64().expect("a month") as u32 + 1).max();
        match from {
            None => {
                self.payouts.clear();
                self.billed.sql("update commission_rate set superseded_at = '2026-07-20T16:00:00.000Z'").await;
            }
            Some(month) => {
                let number = domain::BillingMonth::new(2026, month).expect("a month").number();
                let replaced = "update commission_rate set superseded_at = '2026-07-20T16:00:00.000Z'";
                self.billed.sql(&format!("{replaced} where superseded_at is null and from_month = {number}")).await;
            }
        }
        let from = from.unwrap_or(1);
        self.payouts.insert(from, payout);
        self.billed.set_payout(self.rule, from, payout).await;
    }

    /// Bills and the open balance come to what the statements do, and none of their lines is there twice.
    async fn check(&self, seed: u64) -> i64 {
        let live = self.live().await;
        let total: i64 = live.iter().map(|one| cents(&one["TotalPayoutAmount"])).sum();
        let standing = live.iter().filter(|one| one["CarriedInto"].is_null());
        assert_eq!(total, standing.map(|one| cents(&one["AmountDue"])).sum::<i64>(), "seed {seed}");
        let taken_up: Vec<_> =
            live.iter().flat_map(|one| one["Adjustments"].as_array().expect("adjustments")).collect();
        let there = self.adjustments().await;
        let held = there.iter().filter(|one| !one["StatementId"].is_null());
        let held: BTreeMap<_, _> = held.map(|one| (one["Id"].to_string(), cents(&one["Amount"]))).collect();
        let said = taken_up.iter().map(|one| (one["AdjustmentId"].to_string(), cents(&one["Amount"])));
        assert_eq!((taken_up.len(), said.collect::<BTreeMap<_, _>>()), (held.len(), held), "seed {seed}");
        total
    }

    /// What everything that is billed comes to, by hand.
    async fn owed(&self) -> i64 {
        let mut owed = 0;
        for id in &self.snapshots {
            let snapshot = self.billed.client.get(&self.billed.snapshot(id)).await.value();
            for line in snapshot["LineItems"].as_array().expect("lines") {
                let month = line["BillableMonth"].as_u64().expect("a month") as u32;
                let payout = self.payouts.range(..=month).next_back().map_or(0, |(_, cents)| *cents);
                let sign = if line["IsCredit"] == true { -1 } else { 1 };
                owed += sign * payout * line["BillableQuantity"].as_i64().expect("a quantity");
            }
        }
        owed
    }
}

async fn statements_come_to_what_is_billed(engine: Engine) {
    let seeds = if engine == Engine::Sqlite { 1..=8 } else { 9..=10 };
    for seed in seeds {
        let mut world = World::new(engine, seed).await;
        for _ in 0..30 {
            world.step().await;
            world.check(seed).await;
        }
        for id in world.snapshots.clone() {
            world.billed.pay(&id).await;
        }
        for month in MONTHS {
            world.billed.state(world.rule, month).await;
        }
        let adjusted: i64 = world.adjustments().await.iter().map(|one| cents(&one["Amount"])).sum();
        assert_eq!(world.check(seed).await, world.owed().await + adjusted, "seed {seed}");
    }
}
