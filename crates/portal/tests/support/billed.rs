//! A group that is billed: with a plan of one line at $10.00.

use domain::MemberId;
use domain::members::Status;
use domain::members::member::MemberDetails;
use serde_json::{Value, json};
use store::Engine;

use super::{Client, Reply, TestApp};

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
        let billed = Self::without_lines(engine).await;
        billed.line(json!({"Name": "PEPM"})).await;
        billed
    }

    /// On the engine named, with a plan that has no line yet.
    pub async fn without_lines(engine: Engine) -> Self {
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
        let plan = client.post(&plans, json!({"Name": "Medical", "BillingType": 2})).await.value()["Id"]
            .as_i64()
            .expect("an id");
        Self { app, client, group, plan }
    }

    /// A further line item, at $10.00 unless said otherwise: its id and its path.
    pub async fn line(&self, mut form: Value) -> (i64, String) {
        if form["BillingPricingOptionId"].is_null() {
            let options = store::pricing::options::ids(&self.app.ctx.store.read(), self.group.into(), false).await;
            form["BillingPricingOptionId"] = json!(options.expect("options")[0]);
        }
        let lines = self.lines();
        let id = self.client.post(&lines, form).await.value()["Id"].as_i64().expect("an id");
        (id, format!("{lines}/{id}"))
    }

    /// A further pricing option.
    pub async fn option(&self, rate: &str) -> Value {
        let form = json!({"Name": format!("At {rate}"), "Rate": rate});
        self.client.post(&format!("/api/v1/billing/{}/pricing", self.group), form).await.value()["Id"].clone()
    }

    /// Where the plan's line items are.
    pub fn lines(&self) -> String {
        format!("/api/v1/billing/{}/invoices/{}/line-items", self.group, self.plan)
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

    /// Computes a snapshot anew.
    pub async fn regenerate(&self, id: &Value) -> Reply {
        self.client.post(&format!("{}/regenerate", self.snapshot(id)), json!({})).await
    }

    /// Somebody active since January 1, 2026, with further changes if they are given.
    pub async fn member(&self, first: &str, changes: &[(Status, &str)]) -> MemberId {
        let mut member = self.app.member(self.group.into()).named(first, "Abel");
        for (status, on) in changes {
            member = member.then(*status, on);
        }
        member.create().await
    }

    /// So many members active since January 1, 2026.
    pub async fn members(&self, count: usize, vary: impl Fn(&mut MemberDetails)) -> Vec<MemberId> {
        let one = |number| self.app.member(self.group.into()).named(&format!("Ana{number}"), "Abel").with(&vary);
        self.app.create_members((1..=count).map(one).collect()).await
    }

    /// Ends a member as of a day, or begins it again: `terminate` or `activate`.
    pub async fn change(&self, member: MemberId, call: &str, on: &str) {
        let body = json!({"OverrideDate": true, "EffectiveDate": on});
        self.client.post(&format!("/api/v1/employees/{member}/{call}"), body).await.value();
    }
}

/// The wish for a month of 2026.
pub fn period(month: u32) -> Value {
    json!({"StartDate": format!("2026-{:02}-04", month - 1), "EndDate": format!("2026-{month:02}-03")})
}
