//! A program with its database and its accounting system, in which cases are tried one after the other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use erp_sandbox::faults::Fault;
use erp_sandbox::{Paper, Sandbox, System};
use serde_json::{Value, json};
use store::testing::TestStore;
use store::{Engine, Store};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Handle;

use super::cases::{Case, Step};
use crate::support::program::{Program, open};

const SERVICES: &str = "/api-services";
/// Pushes after which a document must stand.
const PUSHES: usize = 12;
/// How long is waited until a call meets its failure; the answer of its push ends it too.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of a case.
pub struct Came {
    /// Whether a call met its failure.
    pub has_met: bool,
    /// How often it was pushed until it stood.
    pub pushes: usize,
    /// How often the program was killed.
    pub killed: usize,
}

/// A program and its accounting system.
pub struct Lane {
    program: Option<Program>,
    folder: TempDir,
    database: Option<TestStore>,
    sandbox: Sandbox,
    system: System,
    account: Value,
    customer: Value,
    terms: Value,
    group: Value,
    option: Value,
    plans: usize,
}

impl Lane {
    /// A program on a fresh database, with an account that leads to a system of its own.
    pub async fn start(system: System, engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(store::testing::fresh(engine).await),
        };
        let sandbox = Sandbox::new(Arc::new(|| std::time::SystemTime::now().into()));
        sandbox.stock(&["Fernwood"], &["Juniper"]);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let serving = sandbox.clone();
        tokio::spawn(async move { serving.serve(listener).await });
        let mut lane = Self {
            program: None,
            folder,
            database,
            sandbox,
            system,
            account: Value::Null,
            customer: Value::Null,
            terms: Value::Null,
            group: Value::Null,
            option: Value::Null,
            plans: 0,
        };
        tokio::task::block_in_place(|| lane.prepare(&base));
        lane
    }

    fn url(&self) -> Option<&str> {
        self.database.as_ref().map(TestStore::url)
    }

    fn program(&self) -> &Program {
        self.program.as_ref().expect("it serves")
    }

    fn call(&self, method: &str, path: &str, body: Value) -> Value {
        self.program().call(method, path, body)
    }

    fn prepare(&mut self, base: &str) {
        Program::administrator(self.folder.path(), self.url());
        self.program = Some(Program::serve_over(self.folder.path(), self.url()));
        let kind = if self.system == System::QuickBooks { "quickbooks" } else { "netsuite" };
        let account = self.call("POST", SERVICES, json!({"Name": "Books", "ServiceType": kind, "ApiBaseUrl": base}));
        self.account = account["Id"].clone();
        self.configure();
        let parties = self.call("GET", &format!("/erp/customers?ApiServiceId={}&Term=fern", self.account), Value::Null);
        self.customer = parties[0]["Id"].clone();
        let terms = self.call("GET", &format!("/erp/terms?ApiServiceId={}", self.account), Value::Null);
        self.terms = terms[0]["Id"].clone();
        let broker = self.call("POST", "/brokers", json!({"Name": "Fernwood Benefits"}));
        let group = json!({
            "Name": "Alder", "GroupId": "Alder", "BrokerId": broker["Id"], "EffectiveDate": "01/01/2020",
            "AllowManualAdds": true, "DefaultPricingGroupRate": 10,
        });
        self.group = self.call("POST", "/employers", group)["Id"].clone();
        let member = json!({
            "EmployerId": self.group, "FirstName": "Ana", "LastName": "Abel", "DateOfBirth": "05/17/1984",
            "BypassDuplicationCheck": true,
        });
        self.call("POST", "/employees", member);
        let options = self.call("GET", &format!("/billing/{}/pricing?Page=1", self.group), Value::Null);
        self.option = options["Data"][0]["Id"].clone();
    }

    fn configure(&self) {
        let account = &self.account;
        if self.system == System::NetSuite {
            let config = {
                let world = self.sandbox.world();
                let company = &world.netsuite;
                json!({
                    "ApiServiceId": account, "AccountId": company.account, "ClientId": company.client_id,
                    "ClientSecret": company.private_key, "CertificateId": company.certificate_id,
                    "PEPMItemId": company.id_of("item", "PEPM"),
                })
            };
            self.call("POST", &format!("{SERVICES}/netsuite-configs"), config);
            return;
        }
        let config = {
            let world = self.sandbox.world();
            let company = &world.quickbooks;
            json!({
                "ApiServiceId": account, "RealmId": company.realm, "ClientId": company.client_id,
                "ClientSecret": company.client_secret, "PEPMProductId": company.id_of("Item", "PEPM"),
            })
        };
        self.call("POST", &format!("{SERVICES}/configs"), config);
        let pair = self.sandbox.connect_quickbooks();
        let tokens = json!({
            "ApiServiceId": account, "AccessToken": pair.access_token, "RefreshToken": pair.refresh_token,
        });
        self.call("POST", &format!("{SERVICES}/tokens"), tokens);
    }

    /// A snapshot of a plan of its own; its path.
    fn snapshot(&mut self) -> (String, String) {
        self.plans += 1;
        let plan = json!({
            "Name": format!("Plan {}", self.plans), "BillingType": 2, "ApiServiceId": self.account,
            "ErpCustomerId": self.customer, "ErpCustomerName": "Fernwood", "ErpDefaultInvoiceTermId": self.terms,
            "SendInvoice": true, "InvoiceRecipientEmailAddresses": "ap@example.com",
        });
        let plans = format!("/billing/{}/invoices", self.group);
        let plan = self.call("POST", &plans, plan)["Id"].clone();
        let lines = format!("{plans}/{plan}/line-items");
        self.call("POST", &lines, json!({"Name": "PEPM", "BillingPricingOptionId": self.option}));
        // The member is active from today.
        let month = domain::BillingMonth::of(Program::today()).plus(1);
        let period = json!({"StartDate": month.day(1).to_string(), "EndDate": month.cut_off().to_string()});
        let snapshot = self.call("POST", &format!("{plans}/{plan}/snapshots"), period);
        (format!("/billing/{}/snapshots/{}", self.group, snapshot["Id"]), lines)
    }

    /// Tries a case until its document stands, and looks at what stands.
    pub fn run(&mut self, handle: &Handle, case: &Case) -> Came {
        let (snapshot, lines) = self.snapshot();
        let mut push = format!("{snapshot}/erp/invoice");
        if case.step == Step::Update {
            self.call("POST", &push, json!({}));
            self.call("POST", &lines, json!({"Name": "Beside", "BillingPricingOptionId": self.option}));
            self.call("POST", &format!("{snapshot}/regenerate"), json!({}));
            push = format!("{push}/line-items");
        }
        let (before, mails) = (self.sandbox.documents(self.system).len(), self.sandbox.world().mails.len());
        // Only calls about documents: the others are repeated at will.
        let path = if self.system == System::QuickBooks { "/v3/company" } else { "/record/" }.to_owned();
        let times = Some(case.times);
        self.sandbox.fail(Fault { path, after_calls: case.after_calls, times, ..Fault::always(case.failure.effect()) });
        let mut came = Came { has_met: false, pushes: 0, killed: 0 };
        let made = loop {
            assert!(
                came.pushes < PUSHES,
                "{case:?} did not succeed: {}",
                self.call("GET", &format!("{snapshot}/erp/history"), Value::Null)
            );
            came.pushes += 1;
            let left = self.left();
            if case.failure.is_kill() && left > 0 && self.killed_in(&push, left, handle) {
                came.killed += 1;
                continue;
            }
            let answer = self.program().ask("POST", &push, &json!({}));
            // A mail that surely failed is sent by the next push, alone.
            if answer["IsValid"] == true && answer["Value"]["ErpState"]["State"] != "Failed" {
                break answer["Value"].clone();
            }
            assert_ne!(answer["Errors"][0]["Key"], "ReplaceRevision", "{case:?}: nobody changed it there: {answer}");
        };
        came.has_met = self.left() < case.times;
        self.sandbox.recover();
        let expected = if case.step == Step::Update { (before, 20.0) } else { (before + 1, 10.0) };
        self.check(case, &made, &snapshot, expected, mails);
        came
    }

    /// How many more calls are to meet the failure.
    fn left(&self) -> u32 {
        self.sandbox.world().faults.first().and_then(|fault| fault.times).unwrap_or(0)
    }

    /// Pushes, and kills the program once a call has met its silence; false when the push ended before.
    fn killed_in(&mut self, push: &str, left: u32, handle: &Handle) -> bool {
        let send = self.program().prepared("POST", push, "application/json", b"{}");
        let pushing = std::thread::spawn(send);
        let begun = Instant::now();
        while self.left() == left && !pushing.is_finished() {
            assert!(begun.elapsed() < PATIENCE, "the push neither ends nor meets its failure");
            std::thread::sleep(Duration::from_millis(2));
        }
        let has_met = self.left() < left;
        if has_met {
            drop(self.program.take());
        }
        pushing.join().expect("the call ends");
        if has_met {
            handle.block_on(self.pass_three_minutes());
            self.program = Some(Program::serve_over(self.folder.path(), self.url()));
        }
        has_met
    }

    /// A person would wait three minutes: until then the lease of the killed program lasts, and a mail that was asked for counts as under way.
    async fn pass_three_minutes(&self) {
        let opened: Store;
        let store = match &self.database {
            Some(store) => store,
            None => {
                opened = open(self.folder.path()).await;
                &opened
            }
        };
        store::testing::execute(store, "delete from lease where name like 'erp of snapshot%'").await;
        let asked =
            "update erp_document set updated_at = '2026-01-01T00:00:00.000Z' where mail = 1 and mail_error is null";
        store::testing::execute(store, asked).await;
    }

    fn check(&self, case: &Case, made: &Value, snapshot: &str, (count, total): (usize, f64), mails: usize) {
        let documents = self.sandbox.documents(self.system);
        assert_eq!(documents.len(), count, "{case:?}: {made}");
        assert_eq!(made["ErpState"]["State"], "Sent", "{case:?}: {made}");
        let invoice = self.call("GET", &format!("/invoices/{}", made["Id"]), Value::Null);
        let (id, number) = (&invoice["ErpInvoiceRefId"], &invoice["InvoiceNumber"]);
        let numbered = |name: &str| documents.iter().filter(|(_, document)| document.get(name) == Some(number)).count();
        assert_eq!(numbered("DocNumber") + numbered("tranId"), 1, "{case:?}: number {number}");
        let text = |document: &Value, names: [&str; 2]| names.iter().find_map(|name| document.get(*name).cloned());
        let it = documents
            .iter()
            .find(|(paper, document)| *paper == Paper::Invoice && text(document, ["Id", "id"]).as_ref() == Some(id));
        let stands = it.and_then(|(_, document)| text(document, ["TotalAmt", "total"])).and_then(|sum| sum.as_f64());
        assert_eq!(stands, Some(total), "{case:?}: {invoice}");
        let new = self.sandbox.world().mails.len() - mails;
        assert!(new <= usize::from(case.step == Step::Create), "{case:?}: {new} mails");
        let history = self.call("GET", &format!("{snapshot}/erp/history"), Value::Null);
        assert!(history["Calls"].as_array().is_some_and(|calls| !calls.is_empty()), "{case:?}");
    }
}
