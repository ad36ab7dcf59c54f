//! Commission rules: saved and listed, their plan lines and payout rates.

mod plans;
mod rates;
mod saving;

use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, Reply};

const RULES: &str = "/api/v1/commission/rules";

/// A group with a plan of two lines, its broker, and a rule on them.
struct Ruled {
    billed: Billed,
    broker: i64,
    lines: [i64; 2],
    rule: i64,
}

impl Ruled {
    async fn start() -> Self {
        Self::on(Engine::Sqlite).await
    }

    async fn on(engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        let second = billed.line(json!({"Name": "Vision"})).await.0;
        let first = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
        let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
        let broker = group["BrokerId"].as_i64().expect("a broker");
        let form = json!({
            "Name": "Acme", "PayeeName": "Summit Advisors", "BrokerId": broker, "BillingPlanIds": [first, second],
        });
        let rule = billed.client.post(RULES, form).await.value()["Id"].as_i64().expect("an id");
        Self { billed, broker, lines: [first, second], rule }
    }

    fn path(&self) -> String {
        format!("{RULES}/{}", self.rule)
    }

    async fn plans(&self) -> Value {
        self.billed.client.get(&format!("{}/plans", self.path())).await.value()
    }

    async fn set_plans(&self, ids: Value) -> Reply {
        let body = json!({"RuleId": self.rule, "BillingPlanIds": ids});
        self.billed.client.put(&format!("{}/plans", self.path()), body).await
    }

    /// What the first line is called in the rule.
    async fn line(&self) -> i64 {
        self.plans().await[0]["CommissionLineItemId"].as_i64().expect("an id")
    }

    async fn pay(&self, line: i64, payout: Value, from: Value) -> Reply {
        let body = json!({"Id": line, "PayoutRate": payout, "EffectiveFrom": from});
        self.billed.client.put(&format!("{}/plans/{line}", self.path()), body).await
    }

    async fn pay_many(&self, rates: Value) -> Reply {
        self.billed.client.put(&format!("{}/plans/bulk", self.path()), rates).await
    }

    async fn history(&self, line: i64) -> Value {
        self.billed.client.get(&format!("{}/plans/{line}/history", self.path())).await.value()
    }

    /// Makes the statement of a snapshot of a month of 2026.
    async fn state(&self, snapshot: &Value, month: u32) -> Value {
        let path = format!("{}/commission/generate", self.billed.snapshot(&snapshot["Id"]));
        let wish = json!({"CommissionRuleId": self.rule, "BillingPeriod": format!("2026-{month:02}-03")});
        self.billed.client.post(&path, wish).await.value()
    }

    /// How often the audit trail says an action of rules.
    async fn audited(&self, action: &str) -> usize {
        let all = self.billed.client.get("/api/v1/audit?Subject=commission_rule&PerPage=1000").await.value();
        all["Data"].as_array().expect("rows").iter().filter(|row| row["Action"] == action).count()
    }
}

fn ids(rows: &Value) -> Vec<i64> {
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| row["BillingLineItemId"].as_i64().expect("an id")).collect()
}

fn errors(reply: &Reply) -> Vec<(String, String)> {
    let body = reply.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let errors = body["Errors"].as_array().expect("errors").iter();
    errors.map(|error| (text(&error["Key"]), text(&error["Message"]))).collect()
}
