//! The accounting systems of a test: one for each ERP account that was connected, and none for the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use connectors::Accounting;
use connectors::fake::FakeErp;
use domain::ApiServiceId;
use domain::accounts::{AccountDetails, ServiceType};
use portal::accounts::connection::Accountants;
use store::Stamp;
use store::accounts::Account;

use super::TestApp;

/// The systems by their accounts.
#[derive(Default)]
pub struct Books(Mutex<HashMap<ApiServiceId, FakeErp>>);

impl Books {
    /// Puts a system behind an account.
    pub fn connect(&self, account: ApiServiceId, erp: &FakeErp) {
        self.0.lock().expect("not poisoned").insert(account, erp.clone());
    }

    /// Takes the system behind an account away.
    pub fn disconnect(&self, account: ApiServiceId) {
        self.0.lock().expect("not poisoned").remove(&account);
    }
}

impl Accountants for Books {
    fn of(&self, account: &Account) -> Option<Arc<dyn Accounting>> {
        let systems = self.0.lock().expect("not poisoned");
        systems.get(&account.id).map(|erp| Arc::new(erp.clone()) as Arc<dyn Accounting>)
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
