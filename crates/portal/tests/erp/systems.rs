//! Both systems behind their accounts as the settings store them: configuration, sealed secret and tokens, over the wire to the sandbox.

use std::sync::Arc;

use chrono::TimeDelta;
use erp_sandbox::faults::{Effect, Fault, When};
use erp_sandbox::{Paper, Sandbox, System};
use serde_json::{Value, json};
use store::Engine;
use tokio::net::TcpListener;

use crate::support::{Billed, on_both_engines};

pub(super) const SERVICES: &str = "/api/v1/api-services";

/// A billed group whose plan leads to a customer of a system of the sandbox.
pub(super) struct Connected {
    pub(super) billed: Billed,
    pub(super) sandbox: Sandbox,
    pub(super) system: System,
    pub(super) account: i64,
}

impl Connected {
    pub(super) async fn to(system: System, engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.member("Ben", &[]).await;
        let clock = Arc::clone(&billed.app.ctx.clock);
        let sandbox = Sandbox::new(Arc::new(move || clock.now()));
        sandbox.stock(&["Fernwood"], &["Juniper"]);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let serving = sandbox.clone();
        tokio::spawn(async move { serving.serve(listener).await });
        let kind = if system == System::QuickBooks { "quickbooks" } else { "netsuite" };
        let form = json!({"Name": "Books", "ServiceType": kind, "ApiBaseUrl": base});
        let account = billed.client.post(SERVICES, form).await.value()["Id"].as_i64().expect("an id");
        let this = Self { billed, sandbox, system, account };
        this.configure().await;
        this
    }

    async fn configure(&self) {
        let client = &self.billed.client;
        let (path, config) = match self.system {
            System::QuickBooks => ("configs", self.quickbooks()),
            System::NetSuite => ("netsuite-configs", self.netsuite()),
        };
        client.post(&format!("{SERVICES}/{path}"), config).await.value();
        if self.system == System::QuickBooks {
            let pair = self.sandbox.connect_quickbooks();
            let tokens = json!({
                "ApiServiceId": self.account, "AccessToken": pair.access_token, "RefreshToken": pair.refresh_token,
            });
            client.post(&format!("{SERVICES}/tokens"), tokens).await.value();
        }
    }

    fn quickbooks(&self) -> Value {
        let world = self.sandbox.world();
        let company = &world.quickbooks;
        json!({
            "ApiServiceId": self.account, "RealmId": company.realm, "ClientId": company.client_id,
            "ClientSecret": company.client_secret, "PEPMProductId": company.id_of("Item", "PEPM"),
        })
    }

    fn netsuite(&self) -> Value {
        let world = self.sandbox.world();
        let account = &world.netsuite;
        json!({
            "ApiServiceId": self.account, "AccountId": account.account, "ClientId": account.client_id,
            "ClientSecret": account.private_key, "CertificateId": account.certificate_id,
            "PEPMItemId": account.id_of("item", "PEPM"),
        })
    }

    pub(super) async fn plan(&self) {
        let client = &self.billed.client;
        let account = self.account;
        let known = client.get(&format!("/api/v1/erp/customers?ApiServiceId={account}&Term=fern")).await.value();
        assert_eq!(known[0]["DisplayName"], "Fernwood", "{known}");
        let form = json!({
            "Name": "Medical", "ApiServiceId": account, "ErpCustomerId": known[0]["Id"],
            "ErpCustomerName": "Fernwood",
        });
        let path = format!("/api/v1/billing/{}/invoices/{}", self.billed.group, self.billed.plan);
        client.put(&path, form).await.value();
    }

    pub(super) async fn create(&self, id: &Value) -> crate::support::Reply {
        self.billed.client.post(&format!("{}/erp/invoice", self.billed.snapshot(id)), json!({})).await
    }
}

/// Created although its first answer is lost, paid over there, and synced.
async fn an_invoice_goes_through(system: System, engine: Engine) {
    let this = Connected::to(system, engine).await;
    this.plan().await;
    let id = this.billed.bill(7).await["Id"].clone();
    this.sandbox.fail(Fault::of_writes(Effect::Drop { when: When::After }).once());
    let made = this.create(&id).await.value();
    assert_eq!((&made["InErp"], &made["PaymentStatusText"]), (&json!(true), &json!("Open")), "{engine:?}: {made}");
    this.create(&id).await.value();
    let documents = this.sandbox.documents(system);
    assert_eq!(documents.len(), 1, "{engine:?}");
    let document = &documents[0].1;
    let erp_id = document.get("Id").or_else(|| document.get("id")).and_then(Value::as_str).expect("an id").to_owned();
    this.sandbox.pay(system, Paper::Invoice, &erp_id, 2000).expect("so much is open");
    let synced =
        this.billed.client.post(&format!("{}/sync-status", this.billed.snapshot(&id)), json!({})).await.value();
    assert_eq!(synced["PaymentStatusText"], "Paid", "{engine:?}: {synced}");
}

async fn an_invoice_goes_through_quickbooks(engine: Engine) {
    an_invoice_goes_through(System::QuickBooks, engine).await;
}

async fn an_invoice_goes_through_netsuite(engine: Engine) {
    an_invoice_goes_through(System::NetSuite, engine).await;
}

/// What the vendor gives is stored sealed, with its ends, before it is used.
async fn tokens_are_refreshed_and_kept_sealed(engine: Engine) {
    let this = Connected::to(System::QuickBooks, engine).await;
    this.plan().await;
    let client = &this.billed.client;
    let listed = async || client.get(&format!("{SERVICES}/tokens/search?Page=1")).await.value()["Data"][0].clone();
    let first = listed().await;
    assert!(first["LastRefresh"].is_null() && first["AccessTokenExpiration"].is_null(), "{engine:?}: as entered");
    let texts = client.get(&format!("{SERVICES}/tokens/{}", first["Id"])).await.value();
    this.billed.app.pass(TimeDelta::hours(2));
    let again = this.billed.app.administrator().await;
    let terms = again.get(&format!("/api/v1/erp/terms?ApiServiceId={}", this.account)).await.value();
    assert_eq!(terms.as_array().map(Vec::len), Some(4), "{engine:?}: {terms}");
    let later = again.get(&format!("{SERVICES}/tokens/{}", first["Id"])).await.value();
    assert_ne!(later["RefreshToken"], texts["RefreshToken"], "{engine:?}: rotated");
    assert!(!later["LastRefresh"].is_null() && !later["RefreshTokenExpiration"].is_null(), "{engine:?}: {later}");
    let bytes = if engine == Engine::Sqlite { this.billed.app.bytes().await } else { Vec::new() };
    let token = later["RefreshToken"].as_str().expect("a text").as_bytes();
    assert!(!bytes.windows(token.len()).any(|window| window == token), "{engine:?}: the token stands open");
}

/// A configuration that cannot work is told by the name of its field, and one that is saved anew is used at once.
async fn a_configuration_that_is_not_complete_is_told(engine: Engine) {
    let this = Connected::to(System::QuickBooks, engine).await;
    let client = &this.billed.client;
    let account = client.get(&format!("{SERVICES}/{}", this.account)).await.value();
    let path = format!("{SERVICES}/configs/{}", account["QuickbooksConfigs"][0]["Id"]);
    let terms = async || client.get(&format!("/api/v1/erp/terms?ApiServiceId={}", this.account)).await;
    client.put(&path, json!({"RealmId": ""})).await.value();
    let told = String::from_utf8_lossy(&terms().await.bytes).into_owned();
    assert!(told.contains("Realm ID"), "{engine:?}: {told}");
    client.put(&path, json!({"RealmId": this.sandbox.world().quickbooks.realm.clone()})).await.value();
    assert_eq!(terms().await.value().as_array().map(Vec::len), Some(4));
}

/// The fields that lead to another company, before and after the first document.
async fn an_account_with_documents_stays_with_its_company(engine: Engine) {
    for system in [System::QuickBooks, System::NetSuite] {
        let this = Connected::to(system, engine).await;
        this.plan().await;
        let client = &this.billed.client;
        let service = format!("{SERVICES}/{}", this.account);
        let stored = client.get(&service).await.value();
        let (list, path, field, spelled) = match system {
            System::QuickBooks => ("QuickbooksConfigs", "configs", "RealmId", None),
            System::NetSuite => ("NetSuiteConfigs", "netsuite-configs", "AccountId", Some("tstdrv0000001")),
        };
        let config = &stored[list][0];
        let path = format!("{SERVICES}/{path}/{}", config["Id"]);
        let own = config[field].clone();
        let base = stored["ApiBaseUrl"].as_str().expect("an address").to_owned();
        client.put(&path, json!({ field: "999" })).await.value();
        client.put(&path, json!({ field: own })).await.value();
        client.put(&service, json!({ "ApiBaseUrl": "https://other.example" })).await.value();
        client.put(&service, json!({ "ApiBaseUrl": base })).await.value();

        let id = this.billed.bill(7).await["Id"].clone();
        this.create(&id).await.value();
        for other in ["999", ""] {
            let refused = client.put(&path, json!({ field: other, "LocationId": "" })).await;
            assert_eq!(refused.error_keys(), [field], "{engine:?} {system:?}");
            assert!(refused.message().contains("stays as it is"), "{}", refused.message());
        }
        for elsewhere in ["https://other.example", "http://127.0.0.1:1"] {
            let refused = client.put(&service, json!({ "ApiBaseUrl": elsewhere })).await;
            assert_eq!(refused.error_keys(), ["ApiBaseUrl"], "{engine:?} {system:?}");
        }
        let spelled = spelled.map_or(own, |spelled| json!(spelled));
        client.put(&path, json!({ field: spelled, "LeadingInvoiceNumber": "EG-" })).await.value();
        client.put(&service, json!({ "Name": "Renamed", "ApiBaseUrl": format!("{base}/") })).await.value();
        this.create(&id).await.value();
        assert_eq!(this.sandbox.documents(system).len(), 1, "{engine:?}");
    }
}

on_both_engines!(
    an_account_with_documents_stays_with_its_company,
    an_invoice_goes_through_quickbooks,
    an_invoice_goes_through_netsuite,
    tokens_are_refreshed_and_kept_sealed,
    a_configuration_that_is_not_complete_is_told,
);
