//! The systems behind ERP accounts, made from their stored configurations and tokens; and the sandbox, where the installation has one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use connectors::netsuite::{NetSuite, NetSuiteConfig};
use connectors::quickbooks::{QuickBooks, QuickBooksConfig};
use connectors::{Accounting, BadSetting, Limits, Secret};
use domain::access::Scope;
use domain::accounts::setting_label;
use domain::{ApiServiceId, Invalid};
use erp_sandbox::Sandbox;
use store::accounts::Account;
use store::accounts::configurations::{netsuite, quickbooks};

use super::connection::Accountants;
use super::token_store::StoredTokens;
use crate::clock::Clock;
use crate::config::Config;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::sealing::{self, Place, Unopened};

/// The file of the data folder that the sandbox keeps its state in.
const SANDBOX: &str = "erp-sandbox.json";

/// The systems that configurations lead to. Each is made once for a version of its account and configuration, so that its limits hold for
/// all calls of the process.
pub struct StoredAccountants {
    made: Mutex<HashMap<ApiServiceId, Made>>,
    clock: Arc<dyn Clock>,
    sandbox: Option<Sandbox>,
}

struct Made {
    versions: (i32, i32),
    erp: Arc<dyn Accounting>,
}

impl StoredAccountants {
    /// Those of an installation, on the time of the machine.
    ///
    /// # Errors
    /// When the state of the sandbox cannot be read.
    pub fn new(config: &Config, clock: Arc<dyn Clock>) -> std::io::Result<Self> {
        let sandbox = match config.erp_sandbox {
            None => None,
            Some(_) => {
                let time = Arc::clone(&clock);
                Some(Sandbox::kept_in(&config.data_dir.join(SANDBOX), Arc::new(move || time.now()))?)
            }
        };
        Ok(Self { made: Mutex::default(), clock, sandbox })
    }

    fn known(&self, account: ApiServiceId, versions: (i32, i32)) -> Option<Arc<dyn Accounting>> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.get(&account).filter(|made| made.versions == versions).map(|made| Arc::clone(&made.erp))
    }

    fn keep(&self, account: ApiServiceId, versions: (i32, i32), erp: Arc<dyn Accounting>) -> Arc<dyn Accounting> {
        let made = Made { versions, erp: Arc::clone(&erp) };
        self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(account, made);
        erp
    }

    async fn quickbooks(&self, ctx: &Context, account: &Account) -> Result<Option<Arc<dyn Accounting>>> {
        let db = ctx.store.read();
        let Some(stored) = quickbooks::of_account(&db, account.id).await? else { return Ok(None) };
        let versions = (account.version, stored.version);
        if let Some(known) = self.known(account.id, versions) {
            return Ok(Some(known));
        }
        let sealed = quickbooks::sealed_secret(&db, Scope::system(), stored.id).await?;
        let place = Place { column: quickbooks::SECRET, row: stored.id.get() };
        let values = stored.values;
        let config = QuickBooksConfig {
            api_base_url: account.api_base_url.clone(),
            realm_id: values.realm_id.unwrap_or_default(),
            client_id: values.client_id.unwrap_or_default(),
            client_secret: opened(ctx, place, sealed)?,
            pepm_product_id: values.pepm_product_id.unwrap_or_default(),
            pepm_class_id: values.pepm_class_id.unwrap_or_default(),
            per_consult_product_id: values.per_consult_product_id.unwrap_or_default(),
            per_consult_class_id: values.per_consult_class_id.unwrap_or_default(),
            location_id: values.location_id.unwrap_or_default(),
            ap_account_id: values.ap_account_id.unwrap_or_default(),
            cost_of_revenue_commission_account_id: values.cost_of_revenue_commission_account_id.unwrap_or_default(),
            cost_of_revenue_class_id: values.cost_of_revenue_class_id.unwrap_or_default(),
            commission_bill_sales_term_id: values.commission_bill_sales_term_id.unwrap_or_default(),
            agent_id: values.agent_id.unwrap_or_default(),
            dollar_amount_id: values.dollar_amount_id.unwrap_or_default(),
        };
        let made = QuickBooks::new(config, self.tokens(ctx, account), self.time(), Limits::quickbooks());
        Ok(Some(self.keep(account.id, versions, Arc::new(made.map_err(wrong)?))))
    }

    async fn netsuite(&self, ctx: &Context, account: &Account) -> Result<Option<Arc<dyn Accounting>>> {
        let db = ctx.store.read();
        let Some(stored) = netsuite::of_account(&db, account.id).await? else { return Ok(None) };
        let versions = (account.version, stored.version);
        if let Some(known) = self.known(account.id, versions) {
            return Ok(Some(known));
        }
        let sealed = netsuite::sealed_secret(&db, Scope::system(), stored.id).await?;
        let place = Place { column: netsuite::SECRET, row: stored.id.get() };
        let values = stored.values;
        let config = NetSuiteConfig {
            api_base_url: account.api_base_url.clone(),
            account_id: values.account_id.unwrap_or_default(),
            client_id: values.client_id.unwrap_or_default(),
            private_key: opened(ctx, place, sealed)?,
            certificate_id: values.certificate_id.unwrap_or_default(),
            subsidiary_id: values.subsidiary_id.unwrap_or_default(),
            department_id: values.department_id.unwrap_or_default(),
            class_id: values.class_id.unwrap_or_default(),
            location_id: values.location_id.unwrap_or_default(),
            invoice_custom_form_id: values.invoice_custom_form_id.unwrap_or_default(),
            vendor_bill_custom_form_id: values.vendor_bill_custom_form_id.unwrap_or_default(),
            default_terms_id: values.default_terms_id.unwrap_or_default(),
            invoice_ar_account_id: values.invoice_ar_account_id.unwrap_or_default(),
            pepm_item_id: values.pepm_item_id.unwrap_or_default(),
            per_consult_item_id: values.per_consult_item_id.unwrap_or_default(),
            after_hours_item_id: values.after_hours_item_id.unwrap_or_default(),
            cost_of_revenue_commission_account_id: values.cost_of_revenue_commission_account_id.unwrap_or_default(),
            ap_account_id: values.ap_account_id.unwrap_or_default(),
            commission_bill_terms_id: values.commission_bill_terms_id.unwrap_or_default(),
        };
        let made = NetSuite::new(config, self.tokens(ctx, account), self.time(), Limits::netsuite());
        Ok(Some(self.keep(account.id, versions, Arc::new(made.map_err(wrong)?))))
    }

    fn tokens(&self, ctx: &Context, account: &Account) -> Arc<StoredTokens> {
        Arc::new(StoredTokens::new(ctx, account.id, Arc::clone(&self.clock)))
    }

    fn time(&self) -> connectors::Clock {
        let clock = Arc::clone(&self.clock);
        Arc::new(move || clock.now())
    }
}

#[async_trait]
impl Accountants for StoredAccountants {
    async fn of(&self, ctx: &Context, account: &Account) -> Result<Option<Arc<dyn Accounting>>> {
        match account.service_type.as_str() {
            "quickbooks" => self.quickbooks(ctx, account).await,
            "netsuite" => self.netsuite(ctx, account).await,
            _ => Ok(None),
        }
    }

    fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }
}

fn opened(ctx: &Context, place: Place, sealed: Option<Vec<u8>>) -> Result<Secret> {
    let Some(sealed) = sealed else { return Ok(Secret::default()) };
    let bytes = sealing::open(ctx, place, &sealed).map_err(|_| unopened())?;
    Ok(Secret::new(String::from_utf8(bytes).map_err(anyhow::Error::from)?))
}

/// The refusal that names the secret of the configuration.
fn unopened() -> Error {
    let said = format!("{}: {}", setting_label("ClientSecret"), Unopened::SAID);
    Error::Unreached(Invalid::field("ClientSecret", said))
}

fn wrong(setting: BadSetting) -> Error {
    let BadSetting { field, message } = setting;
    let called = setting_label(field);
    let said = format!("The configuration of this ERP account is not complete. {called}: {message}");
    Error::Unreached(Invalid::field(field, said))
}
