//! Commission rules of a billed group, and their statements.

use domain::commissions::statement::Payout;
use domain::{BillingMonth, BrokerId, Money, PlanLineId, UserId};
use serde_json::{Value, json};
use store::Stamp;
use store::commissions::rules::{self, NewRule};

use super::{Billed, Reply};

/// Where statements are.
pub const STATEMENTS: &str = "/api/v1/commission/snapshots";

impl Billed {
    /// A rule that pays so many cents on the plan's first line from months of 2026.
    pub async fn payout_rule(&self, name: &str, payouts: &[(u32, i64)]) -> i64 {
        let lines = self.client.get(&self.lines()).await.value();
        let line = lines[0]["Id"].as_i64().expect("an id");
        let payouts: Vec<_> = payouts.iter().map(|(month, cents)| (line, *month, *cents)).collect();
        self.rule_of(name, None, &payouts).await
    }

    /// A rule of a broker that pays on plan lines so many cents from months of 2026.
    pub async fn rule_of(&self, name: &str, broker: Option<BrokerId>, payouts: &[(i64, u32, i64)]) -> i64 {
        let payout = |(line, month, cents): &(i64, u32, i64)| Payout {
            plan_line: PlanLineId(*line),
            from: BillingMonth::new(2026, *month).expect("a month"),
            amount: Money::from_cents(*cents),
        };
        let payouts = payouts.iter().map(payout).collect();
        let new = NewRule { name: name.to_owned(), payee_name: "Summit Advisors".to_owned(), broker, payouts };
        let tx = self.app.ctx.store.begin().await.expect("a transaction");
        let stamp = Stamp { at: self.app.ctx.now(), by: Some(UserId(1)) };
        let rule = rules::insert(&tx, &new, UserId(1), stamp).await.expect("a rule");
        tx.commit_unaudited("set up by a test").await.expect("committed");
        rule.get()
    }

    /// Sets the payout of a rule on all its lines from a month of 2026.
    pub async fn set_payout(&self, rule: i64, month: u32, cents: i64) {
        let from = BillingMonth::new(2026, month).expect("a month").number();
        self.sql(&format!(
            "insert into commission_rate (rule_line_id, from_month, payout_cents, set_by, set_at) \
             select id, {from}, {cents}, 1, '2026-07-20T16:00:00.000Z' from commission_rule_line where rule_id = {rule}"
        ))
        .await;
    }

    /// Lets a rule pay only on invoices that are paid.
    pub async fn on_paid_only(&self, rule: i64) {
        self.sql(&format!("update commission_rule set basis = 1 where id = {rule}")).await;
    }

    /// Takes all plan lines out of a rule.
    pub async fn leave(&self, rule: i64) {
        self.sql(&format!(
            "update commission_rule_line set removed_at = '2026-07-20T16:00:00.000Z' where rule_id = {rule}"
        ))
        .await;
    }

    /// Has the customer pay an invoice.
    pub async fn pay(&self, snapshot: &Value) {
        self.sql(&format!("update snapshot set payment_status = 3 where id = {snapshot}")).await;
    }

    /// Runs a statement, for what no call does.
    pub async fn sql(&self, sql: &str) {
        store::testing::execute(&self.app.ctx.store, sql).await;
    }

    /// Where the adjustments of a rule are.
    pub fn adjustments(&self, rule: i64) -> String {
        format!("/api/v1/commission/rules/{rule}/adjustments")
    }

    /// Adds an adjustment to a rule, as of a month of 2026.
    pub async fn adjust(&self, rule: i64, amount: &str, reason: &str, month: u32) -> Reply {
        let form = json!({"Amount": amount, "Reason": reason, "Month": format!("2026-{month:02}")});
        self.client.post(&self.adjustments(rule), form).await
    }

    /// Makes the statement of a rule for a month of 2026.
    pub async fn state(&self, rule: i64, month: u32) -> Reply {
        let form = json!({"CommissionRuleId": rule, "BillingPeriod": format!("2026-{month:02}-03")});
        self.client.post(STATEMENTS, form).await
    }

    /// Makes the statement of a rule for a month of 2026, and reads it with its lines.
    pub async fn state_and_read(&self, rule: i64, month: u32) -> Value {
        let made = self.state(rule, month).await.value();
        self.statement(&made["Id"]).await
    }

    /// One statement.
    pub async fn statement(&self, id: &Value) -> Value {
        self.client.get(&format!("{STATEMENTS}/{id}")).await.value()
    }

    /// Lets a rule pay a vendor of an ERP account.
    pub async fn pays_vendor(&self, rule: i64, account: i64, vendor: &str) {
        self.sql(&format!(
            "update commission_rule set api_service_id = {account}, erp_vendor_id = '{vendor}', \
             bill_number_suffix = 'ACME' where id = {rule}"
        ))
        .await;
    }
}
