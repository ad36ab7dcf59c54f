//! Several groups that are billed together: a broker's, each with a plan of one line at $10.00.

use std::cell::OnceCell;

use chrono::TimeDelta;
use connectors::fake::FakeErp;
use domain::{ApiServiceId, BrokerId, GroupId, Money};
use serde_json::{Value, json};
use store::Engine;

use super::{Client, Reply, TestApp};

/// Where the runs are.
pub const RUNS: &str = "/api/v1/billing-runs";

/// The groups and their administrator.
pub struct Runs {
    /// The application.
    pub app: TestApp,
    /// Its administrator.
    pub client: Client,
    /// The broker of the groups.
    pub broker: BrokerId,
    /// The id of the customer in the account.
    customer: OnceCell<String>,
}

impl Runs {
    /// On the engine named, without any group.
    pub async fn on(engine: Engine) -> Self {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let broker = app.broker().create().await;
        Self { app, client, broker, customer: OnceCell::new() }
    }

    /// On SQLite.
    pub async fn start() -> Self {
        Self::on(Engine::Sqlite).await
    }

    /// A group with so many members active since January 1, 2026, and its plan.
    pub async fn group(&self, name: &str, members: usize) -> (GroupId, i64) {
        let rate = |form: &mut domain::groups::GroupForm| {
            form.default_pricing_group_rate = Some(Money::from_cents(1000));
        };
        let group = self.app.group().named(name).of(self.broker).with(rate).create().await;
        let one = |number| self.app.member(group).named(&format!("Ana{number}"), "Abel");
        self.app.create_members((1..=members).map(one).collect()).await;
        let plan = self.plan(group, json!({"Name": "Medical"})).await;
        self.line(group, plan, json!({"Name": "PEPM"})).await;
        (group, plan)
    }

    /// A further plan, without lines.
    pub async fn plan(&self, group: GroupId, mut form: Value) -> i64 {
        form["BillingType"] = json!(2);
        let made = self.client.post(&format!("/api/v1/billing/{group}/invoices"), form).await.value();
        made["Id"].as_i64().expect("an id")
    }

    /// A line of a plan at $10.00.
    pub async fn line(&self, group: GroupId, plan: i64, mut form: Value) {
        let options = store::pricing::options::ids(&self.app.ctx.store.read(), group, false).await;
        form["BillingPricingOptionId"] = json!(options.expect("options")[0]);
        self.client.post(&format!("/api/v1/billing/{group}/invoices/{plan}/line-items"), form).await.value();
    }

    /// An ERP account with a customer for everybody.
    pub async fn account(&self) -> (ApiServiceId, FakeErp) {
        let account = self.app.erp_account("Books").await;
        let erp = FakeErp::stocked(&["Fernwood", "Cedar", "Alder"], &[]);
        self.app.books.connect(account, &erp);
        let customers = connectors::Accounting::customers(&erp, "fern", 1).await.expect("customers");
        self.customer.set(customers[0].id.as_str().to_owned()).expect("one account a test");
        (account, erp)
    }

    /// Leads a plan to the account's customer.
    pub async fn join(&self, (group, plan): (GroupId, i64), account: ApiServiceId, but: Value) {
        let customer = self.customer.get().map_or("1", String::as_str);
        let mut form = json!({
            "Name": "Medical", "BillingType": 2, "ApiServiceId": account, "ErpCustomerId": customer, "ErpCustomerName": "Fernwood",
            "InvoiceRecipientEmailAddresses": "ap@example.com",
        });
        form.as_object_mut().expect("a form").extend(but.as_object().expect("fields").clone());
        self.client.put(&format!("/api/v1/billing/{group}/invoices/{plan}"), form).await.value();
    }

    /// Asks for the run of a month of 2026.
    pub async fn ask(&self, month: u32) -> Reply {
        self.client.post(RUNS, json!({"BillingPeriod": format!("2026-{month:02}-03")})).await
    }

    /// A run whose drafts are computed.
    pub async fn drafted(&self, month: u32) -> Value {
        let run = self.ask(month).await.value();
        self.app.run_jobs().await;
        self.run(&run["Id"]).await
    }

    /// A run as it is.
    pub async fn run(&self, id: &Value) -> Value {
        self.client.get(&format!("{RUNS}/{id}")).await.value()
    }

    /// Its plans.
    pub async fn items(&self, id: &Value, filter: &str) -> Vec<Value> {
        let path = format!("{RUNS}/{id}/items?Page=1&PerPage=100&Filter={filter}");
        self.client.get(&path).await.value()["Data"].as_array().expect("a list").clone()
    }

    /// Something is done with it: `approve`, `create`, `cancel`.
    pub async fn call(&self, id: &Value, call: &str, body: Value) -> Reply {
        self.client.post(&format!("{RUNS}/{id}/{call}"), body).await
    }

    /// Approves these plans and lets them be created.
    pub async fn create(&self, id: &Value, plans: &[i64]) -> Value {
        self.call(id, "approve", json!({"PlanIds": plans})).await.value();
        self.call(id, "create", json!({})).await.value();
        self.app.run_jobs().await;
        self.run(id).await
    }

    /// The snapshots of a group, as their totals.
    pub async fn totals(&self, group: GroupId) -> Vec<Value> {
        let list = self.client.get(&format!("/api/v1/billing/{group}/snapshots?Page=1")).await.value();
        list["Data"].as_array().expect("a list").iter().map(|row| row["InvoiceTotalDollars"].clone()).collect()
    }

    /// What the audit trail says of runs, oldest first.
    pub async fn actions(&self) -> Vec<String> {
        let trail = self.client.get("/api/v1/audit?Page=1&Subject=billing_run&OrderBy=Id").await.value();
        let rows = trail["Data"].as_array().expect("a list").iter();
        rows.map(|row| row["Action"].as_str().expect("an action").replace("billing_run.", "")).collect()
    }

    /// Somebody is about to create the invoice of a snapshot, and holds it for three minutes: as after a crash in the middle of the call.
    pub async fn hold_invoice(&self, snapshot: usize) {
        let (ctx, lease) = (&self.app.ctx, format!("erp of snapshot {snapshot}"));
        let until = ctx.now() + TimeDelta::minutes(3);
        let tx = ctx.store.begin().await.expect("a transaction");
        store::leases::take(&tx, &lease, "a program that ended", ctx.now(), until).await.expect("taken");
        tx.commit_unaudited("set up by a test").await.expect("committed");
    }

    /// So many further plans beside each that is there, with the same lines.
    pub async fn multiply(&self, by: u32) {
        multiply(&self.app.ctx.store, by).await;
    }

    /// A job is queued once more, as when the program ended before it could note that the job is done.
    pub async fn again<J: portal::jobs::Job>(&self, run: &Value) {
        let job: J = serde_json::from_value(json!({ "run": run })).expect("a job");
        let tx = self.app.ctx.store.begin().await.expect("a transaction");
        portal::jobs::enqueue(&self.app.ctx, &tx, &job).await.expect("queued");
        tx.commit_unaudited("asked for by a test").await.expect("committed");
        self.app.run_jobs().await;
    }
}

/// So many further plans beside each that is there, with the same lines.
pub async fn multiply(store: &store::Store, by: u32) {
    let plans = format!(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < {by}) \
         insert into plan (group_id, name, name_key, api_service_id, erp_customer_id, generate_invoice, send_invoice, \
         created_at, updated_at) \
         select group_id, name, name_key, api_service_id, erp_customer_id, generate_invoice, send_invoice, \
         created_at, updated_at from plan, n"
    );
    store::testing::execute(store, &plans).await;
    let lines = "insert into plan_line (group_id, plan_id, name, billing_type, billing_period, pricing_option_id, \
                 created_at, updated_at) \
                 select p.group_id, p.id, l.name, l.billing_type, l.billing_period, l.pricing_option_id, \
                 p.created_at, p.updated_at from plan p join plan_line l on l.group_id = p.group_id \
                 where not exists (select 1 from plan_line own where own.plan_id = p.id)";
    store::testing::execute(store, lines).await;
}
