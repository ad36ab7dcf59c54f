//! The accounting systems of a test: the fake of each ERP account that was connected, and for the others what their configuration leads to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use connectors::Accounting;
use connectors::fake::FakeErp;
use domain::ApiServiceId;
use domain::accounts::{AccountDetails, ServiceType};
use portal::accounts::connection::Accountants;
use portal::accounts::systems::StoredAccountants;
use portal::clock::Clock;
use portal::config::Config;
use portal::context::Context;
use store::Stamp;
use store::accounts::Account;

use super::TestApp;

/// The systems by their accounts.
pub struct Books {
    fakes: Mutex<HashMap<ApiServiceId, FakeErp>>,
    stored: StoredAccountants,
}

impl Books {
    /// No fake yet.
    pub fn new(config: &Config, clock: Arc<dyn Clock>) -> Self {
        let stored = StoredAccountants::new(config, clock).expect("no sandbox is asked for");
        Self { fakes: Mutex::default(), stored }
    }

    /// Puts a system behind an account.
    pub fn connect(&self, account: ApiServiceId, erp: &FakeErp) {
        self.fakes.lock().expect("not poisoned").insert(account, erp.clone());
    }

    /// Takes the system behind an account away.
    pub fn disconnect(&self, account: ApiServiceId) {
        self.fakes.lock().expect("not poisoned").remove(&account);
    }
}

#[async_trait]
impl Accountants for Books {
    async fn of(&self, ctx: &Context, account: &Account) -> portal::error::Result<Option<Arc<dyn Accounting>>> {
        let fake = self.fakes.lock().expect("not poisoned").get(&account.id).cloned();
        match fake {
            Some(erp) => Ok(Some(Arc::new(erp))),
            None => self.stored.of(ctx, account).await,
        }
    }
}

impl TestApp {
    /// An ERP account that nothing is behind yet.
    pub async fn erp_account(&self, name: &str) -> ApiServiceId {
        let tx = self.ctx.store.begin().await.expect("a transaction");
        let stamp = Stamp { at: self.ctx.now(), by: None };
        let details = AccountDetails {
            name: name.to_owned(),
            service_type: ServiceType::QuickBooks,
            api_base_url: "https://erp.example".to_owned(),
        };
        let account = store::accounts::insert(&tx, &details, stamp).await.expect("an account");
        tx.commit_unaudited("set up by a test").await.expect("committed");
        account
    }
}
