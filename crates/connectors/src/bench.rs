//! The sandbox as a system under test, for both vendors.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use domain::Money;
use erp_sandbox::faults::{Effect, Fault, When};
use erp_sandbox::{Paper, Sandbox, System};
use tokio::task::JoinHandle;

use crate::contract::{Bench, Trouble};
use crate::document::DocumentKind;
use crate::netsuite::{NetSuite, NetSuiteConfig};
use crate::quickbooks::{QuickBooks, QuickBooksConfig};
use crate::{Accounting, Clock, CustomerId, DocumentRef, Limits, MemoryTokens, Secret, TermId, Tokens, VendorId};

/// A sandbox on a socket of its own, and the connector of one of its systems.
pub(crate) struct SandboxBench {
    pub(crate) sandbox: Sandbox,
    pub(crate) tokens: Arc<MemoryTokens>,
    pub(crate) base: String,
    system: System,
    accounting: Box<dyn Accounting>,
    server: JoinHandle<()>,
}

impl Drop for SandboxBench {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Noon of the 3rd of July 2026, and never later.
pub(crate) fn clock() -> Clock {
    Arc::new(now)
}

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_783_080_000, 0).expect("a time of the calendar")
}

/// Limits under which a test does not wait.
pub(crate) fn limits() -> Limits {
    Limits { tries: 3, first_wait: Duration::from_millis(1), answer: 1 << 20, ..Limits::default() }
}

/// The same where answers may stay away.
fn impatient() -> Limits {
    Limits { attempt: Duration::from_millis(250), ..limits() }
}

impl SandboxBench {
    pub(crate) async fn quickbooks() -> Self {
        Self::quickbooks_within(limits()).await
    }

    /// One whose connector soon gives up on an answer.
    pub(crate) async fn impatient_quickbooks() -> Self {
        Self::quickbooks_within(impatient()).await
    }

    async fn quickbooks_within(limits: Limits) -> Self {
        let (sandbox, base, server) = served().await;
        let config = quickbooks_config(&sandbox, &base);
        let pair = sandbox.connect_quickbooks();
        let tokens = Tokens {
            access: Secret::new(pair.access_token),
            access_ends: Some(now() + TimeDelta::seconds(pair.expires_in)),
            refresh: Some(Secret::new(pair.refresh_token)),
            refresh_ends: None,
            refreshed_at: None,
        };
        let tokens = Arc::new(MemoryTokens::holding(Some(tokens)));
        let made = QuickBooks::new(config, tokens.clone(), clock(), limits).expect("good settings");
        Self { sandbox, tokens, base, system: System::QuickBooks, accounting: Box::new(made), server }
    }

    pub(crate) async fn netsuite() -> Self {
        Self::netsuite_within(limits()).await
    }

    /// One whose connector soon gives up on an answer.
    pub(crate) async fn impatient_netsuite() -> Self {
        Self::netsuite_within(impatient()).await
    }

    async fn netsuite_within(limits: Limits) -> Self {
        let (sandbox, base, server) = served().await;
        let config = netsuite_config(&sandbox, &base);
        let tokens = Arc::new(MemoryTokens::default());
        let made = NetSuite::new(config, tokens.clone(), clock(), limits).expect("good settings");
        Self { sandbox, tokens, base, system: System::NetSuite, accounting: Box::new(made), server }
    }

    fn effect(&self, trouble: Trouble) -> Effect {
        match trouble {
            Trouble::Busy => Effect::Status { status: 429, when: When::Before, retry_after: None },
            Trouble::CredentialsRefused => Effect::Expired,
            Trouble::RequestLost => Effect::Drop { when: When::Before },
            Trouble::AnswerLost => Effect::Drop { when: When::After },
        }
    }
}

async fn served() -> (Sandbox, String, JoinHandle<()>) {
    let sandbox = Sandbox::new(clock());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a socket");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let serving = sandbox.clone();
    let server = tokio::spawn(async move { serving.serve(listener).await.expect("the socket holds") });
    (sandbox, base, server)
}

pub(crate) fn quickbooks_config(sandbox: &Sandbox, base: &str) -> QuickBooksConfig {
    let world = sandbox.world();
    let company = &world.quickbooks;
    let id = |entity: &str, name: &str| company.id_of(entity, name).expect("it is in stock");
    QuickBooksConfig {
        api_base_url: base.to_owned(),
        realm_id: company.realm.clone(),
        client_id: company.client_id.clone(),
        client_secret: Secret::new(company.client_secret.clone()),
        pepm_product_id: id("Item", "PEPM"),
        pepm_class_id: id("Class", "Memberships"),
        per_consult_product_id: id("Item", "Per Consult"),
        per_consult_class_id: id("Class", "Consultations"),
        location_id: id("Department", "Head Office"),
        ap_account_id: id("Account", "Accounts Payable"),
        cost_of_revenue_commission_account_id: id("Account", "Commissions"),
        cost_of_revenue_class_id: id("Class", "Cost of Revenue"),
        agent_id: "1".to_owned(),
        dollar_amount_id: "2".to_owned(),
        commission_bill_sales_term_id: String::new(),
    }
}

pub(crate) fn netsuite_config(sandbox: &Sandbox, base: &str) -> NetSuiteConfig {
    let world = sandbox.world();
    let account = &world.netsuite;
    let id = |kind: &str, name: &str| account.id_of(kind, name).expect("it is in stock");
    NetSuiteConfig {
        api_base_url: base.to_owned(),
        account_id: account.account.clone(),
        client_id: account.client_id.clone(),
        private_key: Secret::new(account.private_key.clone()),
        certificate_id: account.certificate_id.clone(),
        subsidiary_id: id("subsidiary", "Sandbox Company"),
        department_id: id("department", "Operations"),
        class_id: id("classification", "Memberships"),
        location_id: id("location", "Head Office"),
        invoice_custom_form_id: id("customForm", "Invoice"),
        vendor_bill_custom_form_id: id("customForm", "Vendor Bill"),
        invoice_ar_account_id: id("account", "Accounts Receivable"),
        pepm_item_id: id("item", "PEPM"),
        per_consult_item_id: id("item", "Per Consult"),
        after_hours_item_id: id("item", "After Hours"),
        cost_of_revenue_commission_account_id: id("account", "Commissions"),
        ap_account_id: id("account", "Accounts Payable"),
        default_terms_id: String::new(),
        commission_bill_terms_id: String::new(),
    }
}

fn paper(kind: DocumentKind) -> Paper {
    match kind {
        DocumentKind::Invoice => Paper::Invoice,
        DocumentKind::CreditMemo => Paper::CreditMemo,
        DocumentKind::Bill => Paper::Bill,
    }
}

#[async_trait]
impl Bench for SandboxBench {
    fn accounting(&self) -> &dyn Accounting {
        &*self.accounting
    }

    async fn add_customer(&self, display_name: &str) -> CustomerId {
        CustomerId(self.sandbox.add_customer(self.system, display_name))
    }

    async fn add_vendor(&self, display_name: &str) -> VendorId {
        VendorId(self.sandbox.add_vendor(self.system, display_name))
    }

    async fn add_term(&self, name: &str, due_days: Option<u16>) -> TermId {
        TermId(self.sandbox.add_term(self.system, name, due_days))
    }

    async fn pay(&self, at: &DocumentRef, amount: Money) {
        self.sandbox.pay(self.system, paper(at.kind), at.id.as_str(), amount.cents()).expect("so much is open");
    }

    async fn void(&self, at: &DocumentRef) {
        self.sandbox.void(self.system, paper(at.kind), at.id.as_str()).expect("it exists");
    }

    async fn delete(&self, at: &DocumentRef) {
        self.sandbox.delete(self.system, paper(at.kind), at.id.as_str()).expect("it exists");
    }

    async fn edit(&self, at: &DocumentRef) {
        let (system, memo) = (self.system, "Please pay by cheque");
        self.sandbox.edit_memo(system, paper(at.kind), at.id.as_str(), memo).expect("it exists");
    }

    async fn document_count(&self) -> usize {
        self.sandbox.documents(self.system).len()
    }

    async fn mails(&self) -> Vec<Vec<String>> {
        self.sandbox.world().mails.iter().map(|mail| mail.recipients.clone()).collect()
    }

    async fn fail(&self, trouble: Trouble) {
        self.sandbox.fail(Fault::always(self.effect(trouble)));
    }

    async fn fail_writes(&self, trouble: Trouble) {
        self.sandbox.fail(Fault::of_writes(self.effect(trouble)));
    }

    async fn recover(&self) {
        self.sandbox.recover();
    }
}
