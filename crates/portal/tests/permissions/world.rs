//! Two brokers with a group each, every kind of record in both groups, and one user of each role who belongs to the first.

use std::collections::BTreeMap;

use domain::access::{Role, Scope};
use domain::commissions::ledger::Draft;
use domain::commissions::payout::BEGINNING;
use domain::commissions::statement::Payout;
use domain::{ApiServiceId, BillingMonth, BrokerId, CommissionRuleId, GroupId, Money, PlanLineId, SnapshotId, UserId};
use serde_json::{Value, json};
use store::commissions::rules::{self, NewRule};
use store::commissions::statements::{self, NewStatement};
use store::snapshots::erp::InErp;
use store::{Engine, Stamp};

use crate::support::{Client, TestApp};

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// Of the product's company.
    Administrator,
    /// Of the first broker.
    BrokerAdministrator,
    /// Of the first broker, with the first group.
    AccountManager,
    /// With the first group.
    GroupUser,
    /// Not signed in.
    Nobody,
}

/// Ids by what a path calls them.
type Records = BTreeMap<&'static str, i64>;

/// Everything the matrix needs.
pub struct World {
    app: TestApp,
    own: Records,
    foreign: Records,
    cookies: BTreeMap<Caller, String>,
    keys: BTreeMap<Caller, i64>,
    views: BTreeMap<Caller, i64>,
    sessions: BTreeMap<Caller, i64>,
    users: BTreeMap<Caller, UserId>,
    stranger: UserId,
}

const CENSUS: &[u8] =
    b"UniqueId,FirstName,LastName,DateOfBirth\n7001,Maren,Abernathy,04/17/1983\n7002,Joel,,11/02/1971\n\
      Terminated Employees,,,\n7003,Kit,Moss,01/02/1990\n";

impl World {
    /// Makes it through the API, as an administrator would.
    pub async fn make(engine: Engine) -> Self {
        let app = TestApp::on(engine).await;
        let (administrator_id, administrator) = app.user(Role::Administrator, None, &[]).await;
        let own = records(&app, &administrator, "One", "10001").await;
        let foreign = records(&app, &administrator, "Two", "10002").await;
        app.run_jobs().await;
        let (broker, groups) = (Some(BrokerId(own["brokerId"])), [GroupId(own["employerId"])]);
        let mut clients = BTreeMap::from([(Caller::Administrator, administrator)]);
        let mut users = BTreeMap::from([(Caller::Administrator, administrator_id)]);
        for (caller, role, groups) in [
            (Caller::BrokerAdministrator, Role::BrokerAdministrator, &[][..]),
            (Caller::AccountManager, Role::AccountManager, &groups),
            (Caller::GroupUser, Role::GroupUser, &groups),
        ] {
            let (id, client) = app.user(role, broker, groups).await;
            users.insert(caller, id);
            clients.insert(caller, client);
        }
        let elsewhere = Some(BrokerId(foreign["brokerId"]));
        let stranger = app.user(Role::AccountManager, elsewhere, &[GroupId(foreign["employerId"])]).await.0;
        let mut keys = BTreeMap::new();
        let mut views = BTreeMap::new();
        let mut cookies = BTreeMap::new();
        let mut sessions = BTreeMap::new();
        for (caller, client) in &clients {
            let key = client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
            keys.insert(*caller, key["Id"].as_i64().expect("an id"));
            let view = client.post("/api/v1/saved-views", json!({"List": "groups", "Name": "Mine"})).await.value();
            views.insert(*caller, view["Id"].as_i64().expect("an id"));
            let own = client.get("/api/v1/auth/sessions").await.value();
            sessions.insert(*caller, own[0]["Id"].as_i64().expect("an id"));
            cookies.insert(*caller, client.cookie().expect("signed in").to_owned());
        }
        Self { app, own, foreign, cookies, keys, views, sessions, users, stranger }
    }

    /// The application that has it all.
    pub fn app(&self) -> &TestApp {
        &self.app
    }

    /// The caller as a client of `app`.
    pub fn client(&self, app: &TestApp, caller: Caller) -> Client {
        app.nobody().with_cookie(self.cookies.get(&caller).map(String::as_str))
    }

    /// The address of an operation with the caller's own or somebody else's records; `None` when it names no record that could be
    /// somebody else's.
    pub fn path(&self, template: &str, caller: Caller, foreign: bool) -> Option<String> {
        let mut path = template.to_owned();
        let mut names_record = false;
        while let Some(start) = path.find('{') {
            let end = start + path[start..].find('}').expect("a closed parameter");
            let name = path[start + 1..end].to_owned();
            let id = self.id(template, &name, caller, foreign);
            // A kind of work is no record of anybody.
            names_record |= name != "kind";
            path.replace_range(start..=end, &id);
        }
        if template.ends_with("/pdf") {
            let records = if foreign { &self.foreign } else { &self.own };
            path = format!("{path}?InvoiceId={}&EmployerId={}", records["snapshotId"], records["employerId"]);
        }
        (names_record || !foreign).then_some(path)
    }

    /// What an operation is sent: nothing, but for those that name a record in their body, which otherwise would not be found.
    pub fn body(template: &str) -> Value {
        match template.rsplit('/').next() {
            Some("match") => json!({"RecordNumber": 1}),
            Some("same-person") => json!({"RecordNumber": 2}),
            Some("skip") => json!({"RecordNumber": 2}),
            Some("record") => json!({"Record": {"RecordNumber": 2}}),
            Some("records") => json!({"Records": [{"RecordNumber": 2}]}),
            Some("skip-records") => json!({"RecordNumbers": [2]}),
            Some("replace") => json!({"Kind": "missing_required", "Field": "LastName", "To": "Moss"}),
            _ => json!({}),
        }
    }

    fn id(&self, template: &str, name: &str, caller: Caller, foreign: bool) -> String {
        let records = if foreign { &self.foreign } else { &self.own };
        let kept_by =
            [("/auth/keys/", &self.keys), ("/auth/sessions/", &self.sessions), ("/saved-views/", &self.views)];
        for (of, kept) in kept_by {
            if template.contains(of) {
                let whose = if foreign { Caller::Administrator } else { caller };
                return kept.get(&whose).copied().unwrap_or_default().to_string();
            }
        }
        if name == "userId" {
            let own = self.users.get(&caller).filter(|_| !foreign);
            return own.unwrap_or(&self.stranger).to_string();
        }
        if ["/api/v1/users/", "/user/"].iter().any(|of| template.starts_with(of)) && name == "id" {
            return self.user(caller, foreign).to_string();
        }
        let kind = match (template, name) {
            (_, "announcementNo") => return "1".to_owned(),
            ("/api/v1/work-queue/{kind}", _) => return "overdue".to_owned(),
            (_, "erpInvoiceRefId") => return "0".to_owned(),
            (path, "id" | "employerId") if path.starts_with("/api/v1/employers/") => "employerId",
            (path, "id") if path.starts_with("/api/v1/billing/") => "employerId",
            (path, "id") if path.starts_with("/api/v1/brokers/") => "brokerId",
            (path, "id" | "fileId") if path.starts_with("/api/v1/census/") => "fileId",
            (path, "taskId") if ["/match", "/review", "/not-same"].iter().any(|call| path.ends_with(call)) => {
                "matchTaskId"
            }
            (path, "taskId")
                if ["/changes", "/bill-effect", "/absent", "/seen"].iter().any(|call| path.ends_with(call)) =>
            {
                "inspectTaskId"
            }
            (path, "taskId")
                if ["/findings", "/findings/records", "/records", "/replace", "/failures", "/same-person"]
                    .iter()
                    .any(|call| path.ends_with(call)) =>
            {
                "validateTaskId"
            }
            (path, "id" | "employeeId") if path.starts_with("/api/v1/employees/") => "employeeId",
            (path, "lineItemId") if path.starts_with("/api/v1/commission/") => "ruleLineId",
            (path, "id") if path.starts_with("/api/v1/invoices/") => "snapshotId",
            (path, "id") if path.starts_with("/api/v1/api-services/") => "apiServiceId",
            (path, "configId") if path.contains("/netsuite-configs/") => "netsuiteConfigId",
            (_, other) => other,
        };
        let found = records.get(kind);
        found
            .unwrap_or_else(|| {
                panic!("the permission matrix has no record for {{{name}}} of {template}: add it to world.rs")
            })
            .to_string()
    }

    /// The account manager for those who administer it, oneself for the others, or somebody of another broker.
    fn user(&self, caller: Caller, foreign: bool) -> UserId {
        let whose = if caller == Caller::GroupUser { caller } else { Caller::AccountManager };
        if foreign { self.stranger } else { self.users[&whose] }
    }
}

/// One broker with a group and everything in it.
async fn records(app: &TestApp, client: &Client, name: &str, code: &str) -> Records {
    let mut records = Records::new();
    let id = |value: &Value| value["Id"].as_i64().expect("an id");
    let broker = client.post("/api/v1/brokers", json!({"Name": format!("Broker {name}")})).await.value();
    records.insert("brokerId", id(&broker));
    let group = json!({
        "Name": format!("Group {name}"), "GroupId": code, "BrokerId": id(&broker), "EffectiveDate": "2024-01-01",
        "EnableInvoiceAccess": true,
    });
    let group = id(&client.post("/api/v1/employers", group).await.value());
    records.insert("employerId", group);

    add_accounts(client, name, &mut records).await;

    let contact = json!({"FirstName": "Ines", "LastName": "Marsh"});
    let contact = client.post(&format!("/api/v1/employers/{group}/contacts"), contact).await.value();
    records.insert("contactId", id(&contact));
    let note = json!({"Note": "Called.", "NoteType": 1});
    records.insert("noteId", id(&client.post(&format!("/api/v1/employers/{group}/notes"), note).await.value()));

    let billing = format!("/api/v1/billing/{group}");
    let db = app.ctx.store.read();
    let options = store::pricing::options::ids(&db, GroupId(group), false).await.expect("options");
    records.insert("pricingId", options[0].get());
    let page = domain::PageRequest::first(1);
    let groups =
        store::pricing::groups::search(&db, Scope::system(), GroupId(group), &page).await.expect("pricing groups");
    records.insert("pricingGroupId", groups.rows[0].id.get());
    let plan =
        id(&client.post(&format!("{billing}/invoices"), json!({"Name": "Medical", "BillingType": 2})).await.value());
    records.insert("invoiceId", plan);
    let line = json!({"Name": "PEPM", "BillingType": 2, "BillingPricingOptionId": records["pricingId"]});
    let line = client.post(&format!("{billing}/invoices/{plan}/line-items"), line).await.value();
    records.insert("lineItemId", id(&line));
    let period = json!({"StartDate": "2026-06-04", "EndDate": "2026-07-03"});
    let snapshot = client.post(&format!("{billing}/invoices/{plan}/snapshots"), period).await.value();
    records.insert("snapshotId", id(&snapshot));
    send(app, &records).await;
    // A run is nobody's and of a month; each has one of its own.
    let month = if name == "One" { "2026-08-03" } else { "2026-06-03" };
    records.insert("runId", id(&client.post("/api/v1/billing-runs", json!({"BillingPeriod": month})).await.value()));
    let bulk = json!({"Action": "Sync", "InvoiceIds": [records["snapshotId"]]});
    records.insert("bulkActionId", id(&client.post("/api/v1/invoices/bulk-actions", bulk).await.value()));
    records.insert("lineId", id(&snapshot["LineItems"][0]));
    let rule = add_rule(app, id(&broker), records["lineItemId"]).await;
    records.insert("ruleId", rule.get());
    let ids = rules::lines::ids_of(&app.ctx.store.read(), rule).await.expect("lines");
    records.insert("ruleLineId", ids.values().next().expect("a line").get());
    records.insert("statementId", add_statement(app, rule).await);
    let adjustment = json!({"Amount": 250, "Reason": "Bonus", "Month": "2026-07"});
    let adjustment = client.post(&format!("/api/v1/commission/rules/{rule}/adjustments"), adjustment).await.value();
    records.insert("adjustmentId", id(&adjustment));

    records.insert("employeeId", app.member(GroupId(group)).create().await.get());
    if has_census() {
        add_census(app, client, group, &mut records).await;
    }
    records
}

/// Lets the snapshot stand in the ERP, as a group user sees no others.
async fn send(app: &TestApp, records: &Records) {
    let tx = app.ctx.store.begin().await.expect("a transaction");
    let document = InErp {
        account: ApiServiceId(records["apiServiceId"]),
        erp_id: "8".to_owned(),
        url: None,
        number: format!("{:06}", records["snapshotId"]),
        txn_on: app.ctx.today(),
        due_on: None,
        terms_name: None,
        sent: None,
        memo: String::new(),
        out_of_date: false,
    };
    let stamp = Stamp { at: app.ctx.now(), by: None };
    store::snapshots::erp::enter(&tx, SnapshotId(records["snapshotId"]), &document, stamp).await.expect("entered");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

/// An ERP account of each system, each with its configuration, and tokens.
async fn add_accounts(client: &Client, name: &str, records: &mut Records) {
    let services = "/api/v1/api-services";
    for (kind, configs, key) in
        [("quickbooks", "configs", "configId"), ("netsuite", "netsuite-configs", "netsuiteConfigId")]
    {
        let body = json!({"Name": format!("{name} {kind}"), "ServiceType": kind, "ApiBaseUrl": "https://erp.example"});
        let service = client.post(services, body).await.value()["Id"].clone();
        records.insert("apiServiceId", service.as_i64().expect("an id"));
        let config = client.post(&format!("{services}/{configs}"), json!({"ApiServiceId": service})).await.value();
        records.insert(key, config["Id"].as_i64().expect("an id"));
    }
    let body = json!({"ApiServiceId": records["apiServiceId"], "AccessToken": "token"});
    let token = client.post(&format!("{services}/tokens"), body).await.value();
    records.insert("tokenId", token["Id"].as_i64().expect("an id"));
}

/// A commission rule of the broker that pays on a plan line.
async fn add_rule(app: &TestApp, broker: i64, line: i64) -> CommissionRuleId {
    let payout = Payout { plan_line: PlanLineId(line), from: BEGINNING, amount: Money::from_cents(100) };
    let rule = NewRule {
        name: "Acme".to_owned(),
        payee_name: "Summit Advisors".to_owned(),
        broker: Some(BrokerId(broker)),
        payouts: vec![payout],
    };
    let tx = app.ctx.store.begin().await.expect("a transaction");
    let stamp = Stamp { at: app.ctx.now(), by: None };
    let rule = rules::insert(&tx, &rule, UserId(1), stamp).await.expect("a rule");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    rule
}

/// A commission statement of a rule that has a bill.
async fn add_statement(app: &TestApp, rule: CommissionRuleId) -> i64 {
    let tx = app.ctx.store.begin().await.expect("a transaction");
    let stamp = Stamp { at: app.ctx.now(), by: None };
    let rule = rules::find(&tx, Scope::system(), rule).await.expect("the rule");
    let draft = Draft::default();
    let statement = NewStatement { rule: &rule, period: BillingMonth::of(app.ctx.today()), draft: &draft };
    let statement = statements::insert(&tx, &statement, stamp).await.expect("a statement");
    statements::seal(&tx, statement, "202607-1", stamp).await.expect("it has a bill");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    statement.get()
}

fn has_census() -> bool {
    portal::api_document().paths.paths.contains_key("/api/v1/census/files")
}

async fn add_census(app: &TestApp, client: &Client, group: i64, records: &mut Records) {
    let group = group.to_string();
    let fields = [("employerId", group.as_str()), ("isMultiGroup", "false")];
    let file = client.upload("/api/v1/census/files", &fields, ("census.csv", CENSUS)).await.value();
    let id = file["Id"].as_i64().expect("an id");
    records.insert("fileId", id);
    app.run_jobs().await;
    let detail = client.get(&format!("/api/v1/census/files/{id}")).await.value();
    let task = |number: usize| detail["Tasks"][number]["Id"].as_i64().expect("a task");
    client.post(&format!("/api/v1/census/files/{id}/tasks/{}/run", task(1)), json!({})).await.value();
    app.run_jobs().await;
    let read = client.get(&format!("/api/v1/census/files/{id}")).await.value();
    records.insert("questionId", read["Questions"][0]["Id"].as_i64().expect("a question"));
    records.extend([
        ("taskId", task(0)),
        ("validateTaskId", task(1)),
        ("matchTaskId", task(2)),
        ("inspectTaskId", task(3)),
    ]);
}
