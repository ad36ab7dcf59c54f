//! A group that is billed: with a plan of one line at $10.00.

use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use super::{Client, TestApp};

/// A group with a plan of one line at $10.00, its administrator, and the paths to both.
pub struct Billed {
    /// The application.
    pub app: TestApp,
    /// Its administrator.
    pub client: Client,
    /// The group.
    pub group: i64,
    /// The plan.
    pub plan: i64,
}

impl Billed {
    /// On SQLite.
    pub async fn start() -> Self {
        Self::on(Engine::Sqlite).await
    }

    /// On the engine named.
    pub async fn on(engine: Engine) -> Self {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let group = app
            .group()
            .named("Fernwood")
            .with(|form| {
                form.default_pricing_group_rate = Some(domain::Money::from_cents(1000));
                form.flags.process_dependents = true;
            })
            .create()
            .await
            .get();
        let plans = format!("/api/v1/billing/{group}/invoices");
        let plan = client.post(&plans, json!({"Name": "Medical"})).await.value()["Id"].as_i64().expect("an id");
        let billed = Self { app, client, group, plan };
        billed.line(json!({"Name": "PEPM"})).await;
        billed
    }

    /// A further line item at $10.00: its id and its path.
    pub async fn line(&self, mut form: Value) -> (i64, String) {
        let options = store::pricing::options::ids(&self.app.ctx.store.read(), self.group.into(), false).await;
        form["BillingPricingOptionId"] = json!(options.expect("options")[0]);
        let lines = format!("/api/v1/billing/{}/invoices/{}/line-items", self.group, self.plan);
        let id = self.client.post(&lines, form).await.value()["Id"].as_i64().expect("an id");
        (id, format!("{lines}/{id}"))
    }

    /// Where the plan's snapshots are.
    pub fn snapshots(&self) -> String {
        format!("/api/v1/billing/{}/invoices/{}/snapshots", self.group, self.plan)
    }

    /// Where one of them is.
    pub fn snapshot(&self, id: &Value) -> String {
        format!("/api/v1/billing/{}/snapshots/{id}", self.group)
    }

    /// Bills a month of 2026.
    pub async fn bill(&self, month: u32) -> Value {
        self.client.post(&self.snapshots(), period(month)).await.value()
    }

    /// Somebody active from a day, until another if one is given.
    pub async fn member(&self, first: &str, changes: &[(Status, &str)]) {
        let mut member = self.app.member(self.group.into()).named(first, "Abel");
        for (status, on) in changes {
            member = member.then(*status, on);
        }
        member.create().await;
    }
}

/// The wish for a month of 2026.
pub fn period(month: u32) -> Value {
    json!({"StartDate": format!("2026-{:02}-04", month - 1), "EndDate": format!("2026-{month:02}-03")})
}
