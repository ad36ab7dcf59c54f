//! The accounting systems of the demonstration, where the installation has the ERP sandbox: an account in each of its two systems, the
//! plans that lead to them, and the invoices of the last months, older ones paid.

use connectors::Accounting;
use domain::accounts::{AccountDetails, AccountingConfig, NetsuiteConfig, ServiceType};
use domain::billing::plan::{PlanDetails, PlanForm};
use domain::{ApiServiceId, SnapshotId};
use erp_sandbox::{Paper, Sandbox, System};
use store::accounts::configurations::{netsuite, quickbooks};
use store::accounts::tokens::{self, ACCESS_TOKEN, REFRESH_TOKEN, Refreshed, SealedTokens};
use store::{Stamp, Tx};

use super::history::Filled;
use super::words::GROUPS;
use crate::accounts::connection::{connected, read};
use crate::billing::plans::service as plans;
use crate::billing::snapshots::erp::service::{create_invoice, sync};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::sealing::{self, Place};

/// How the accounts are called.
const QUICKBOOKS: &str = "Demonstration Books";
const NETSUITE: &str = "Demonstration NetSuite";
/// Every so many groups is billed through NetSuite.
const NETSUITE_EVERY: u64 = 4;
/// The months back from which invoices are in the account.
pub const SHOWN: i32 = 5;
/// The months after which they are paid.
const PAID_AFTER: i32 = 2;

/// The accounts of the demonstration.
#[derive(Debug, Clone, Copy)]
pub struct Accounts {
    quickbooks: ApiServiceId,
    netsuite: ApiServiceId,
}

impl Accounts {
    /// The account of a group, by its number.
    pub fn of_group(self, number: u64) -> ApiServiceId {
        if number % NETSUITE_EVERY == NETSUITE_EVERY - 1 { self.netsuite } else { self.quickbooks }
    }
}

/// Makes the accounts, with all that leads to the sandbox.
pub async fn accounts(ctx: &Context, who: &CallerOrigin) -> Result<Option<Accounts>> {
    let (Some(sandbox), Some(address)) = (ctx.accountants.sandbox(), ctx.config.erp_sandbox) else { return Ok(None) };
    let (tx, stamp) = (ctx.store.begin().await?, who.stamp(ctx));
    let base = format!("http://{address}");
    let account =
        |name: &str, service_type| AccountDetails { name: name.to_owned(), service_type, api_base_url: base.clone() };
    let books = store::accounts::insert(&tx, &account(QUICKBOOKS, ServiceType::QuickBooks), stamp).await?;
    configure_quickbooks(ctx, &tx, sandbox, books, stamp).await?;
    let suite = store::accounts::insert(&tx, &account(NETSUITE, ServiceType::NetSuite), stamp).await?;
    configure_netsuite(ctx, &tx, sandbox, suite, stamp).await?;
    tx.commit_unaudited("demonstration data").await?;
    Ok(Some(Accounts { quickbooks: books, netsuite: suite }))
}

async fn configure_quickbooks(
    ctx: &Context,
    tx: &Tx,
    sandbox: &Sandbox,
    account: ApiServiceId,
    stamp: Stamp,
) -> Result<()> {
    let (config, secret) = {
        let world = sandbox.world();
        let company = &world.quickbooks;
        let id = |entity: &str, name: &str| company.id_of(entity, name);
        let config = AccountingConfig {
            realm_id: Some(company.realm.clone()),
            client_id: Some(company.client_id.clone()),
            leading_invoice_number: Some("LW-".to_owned()),
            pepm_class_id: id("Class", "Memberships"),
            pepm_product_id: id("Item", "PEPM"),
            per_consult_product_id: id("Item", "Per Consult"),
            per_consult_class_id: id("Class", "Consultations"),
            cost_of_revenue_commission_account_id: id("Account", "Commissions"),
            cost_of_revenue_class_id: id("Class", "Cost of Revenue"),
            ap_account_id: id("Account", "Accounts Payable"),
            commission_bill_sales_term_id: id("Term", "Net 30"),
            location_id: id("Department", "Head Office"),
            ..AccountingConfig::default()
        };
        (config, company.client_secret.clone())
    };
    let row = quickbooks::insert(tx, account, &config, stamp).await?;
    let place = Place { column: quickbooks::SECRET, row: row.get() };
    quickbooks::set_secret(tx, row, sealing::seal(ctx, place, secret.as_bytes())).await?;
    let pair = sandbox.connect_quickbooks();
    let row = tokens::insert(tx, account, stamp).await?;
    let seal = |column, text: &str| Some(sealing::seal(ctx, Place { column, row: row.get() }, text.as_bytes()));
    let texts = SealedTokens {
        access_token: seal(ACCESS_TOKEN, &pair.access_token),
        refresh_token: seal(REFRESH_TOKEN, &pair.refresh_token),
    };
    let given_at = sandbox.now();
    let end = |seconds| Some(given_at + chrono::TimeDelta::seconds(seconds));
    let new = Refreshed {
        texts,
        access_expires_at: end(pair.expires_in),
        refresh_expires_at: end(pair.x_refresh_token_expires_in),
    };
    Ok(tokens::refreshed(tx, row, new, Stamp { at: given_at, ..stamp }).await?)
}

async fn configure_netsuite(
    ctx: &Context,
    tx: &Tx,
    sandbox: &Sandbox,
    account: ApiServiceId,
    stamp: Stamp,
) -> Result<()> {
    let (config, key) = {
        let world = sandbox.world();
        let suite = &world.netsuite;
        let id = |kind: &str, name: &str| suite.id_of(kind, name);
        let config = NetsuiteConfig {
            account_id: Some(suite.account.clone()),
            client_id: Some(suite.client_id.clone()),
            certificate_id: Some(suite.certificate_id.clone()),
            subsidiary_id: id("subsidiary", "Sandbox Company"),
            subsidiary_legal_name: Some("Sandbox Company".to_owned()),
            department_id: id("department", "Operations"),
            class_id: id("classification", "Memberships"),
            location_id: id("location", "Head Office"),
            leading_invoice_number: Some("NS-".to_owned()),
            invoice_custom_form_id: id("customForm", "Invoice"),
            default_terms_id: id("term", "Net 30"),
            invoice_ar_account_id: id("account", "Accounts Receivable"),
            pepm_item_id: id("item", "PEPM"),
            per_consult_item_id: id("item", "Per Consult"),
            after_hours_item_id: id("item", "After Hours"),
            cost_of_revenue_commission_account_id: id("account", "Commissions"),
            ap_account_id: id("account", "Accounts Payable"),
            commission_bill_terms_id: id("term", "Net 30"),
            vendor_bill_custom_form_id: id("customForm", "Vendor Bill"),
        };
        (config, suite.private_key.clone())
    };
    let row = netsuite::insert(tx, account, &config, stamp).await?;
    let place = Place { column: netsuite::SECRET, row: row.get() };
    Ok(netsuite::set_secret(tx, row, sealing::seal(ctx, place, key.as_bytes())).await?)
}

/// Leads the plan of a group to its customer in the account, who has its name there.
pub async fn join(ctx: &Context, who: &CallerOrigin, filled: &Filled) -> Result<()> {
    let Some(id) = filled.account else { return Ok(()) };
    let group = store::groups::find(&ctx.store.read(), who.scope(), filled.group).await?;
    let Some((name, _)) = GROUPS.iter().find(|(name, _)| *name == group.details.name) else { return Ok(()) };
    let erp = erp(ctx, who, id).await?;
    let customers = read(erp.customers(name, 1)).await.map_err(anyhow::Error::from)?;
    let terms = read(erp.terms()).await.map_err(anyhow::Error::from)?;
    let terms = terms.into_iter().find(|terms| terms.name == "Net 30").map(|terms| terms.id.0).unwrap_or_default();
    let Some(customer) = customers.into_iter().next() else { return Ok(()) };
    let form = |stored: &PlanDetails| PlanForm {
        name: stored.name.clone(),
        api_service: filled.account,
        erp_customer_id: customer.id.0.clone(),
        erp_customer_name: customer.display_name.clone(),
        erp_terms_id: terms.clone(),
        recipients: stored.recipients.join(", "),
        billing_type: Some(stored.billing_type.number().into()),
        ..PlanForm::default()
    };
    plans::update(ctx, who, (filled.group, filled.plan), None, form).await.map(drop)
}

async fn erp(ctx: &Context, who: &CallerOrigin, id: ApiServiceId) -> Result<std::sync::Arc<dyn Accounting>> {
    let account = store::accounts::find(&ctx.store.read(), who.scope(), id).await?;
    connected(ctx, &account).await
}

/// The vendor of a name in an account, by its id and name there.
pub async fn vendor(
    ctx: &Context,
    who: &CallerOrigin,
    account: ApiServiceId,
    name: &str,
) -> Result<Option<(String, String)>> {
    let known = read(erp(ctx, who, account).await?.vendors(name, 1)).await.map_err(anyhow::Error::from)?;
    Ok(known.into_iter().next().map(|vendor| (vendor.id.0, vendor.display_name)))
}

/// Creates the invoice of a snapshot of the last months, but of the newest ones; older ones are paid and synced.
pub async fn invoice(
    ctx: &Context,
    who: &CallerOrigin,
    filled: &Filled,
    id: SnapshotId,
    months_ago: i32,
) -> Result<()> {
    let (Some(sandbox), Some(account)) = (ctx.accountants.sandbox(), filled.account) else { return Ok(()) };
    if !(1..=SHOWN).contains(&months_ago) {
        return Ok(());
    }
    let plan = plans::find(ctx, who, filled.group, filled.plan).await?;
    if plan.details.account.is_none_or(|account| account.customer.is_none()) {
        return Ok(());
    }
    let made = create_invoice(ctx, who, filled.group, id).await?;
    let Some(erp_id) = made.erp_ref_id.filter(|_| months_ago >= PAID_AFTER) else { return Ok(()) };
    let account = store::accounts::find(&ctx.store.read(), who.scope(), account).await?;
    let is_netsuite = account.service_type == ServiceType::NetSuite.value();
    let system = if is_netsuite { System::NetSuite } else { System::QuickBooks };
    // What has no line, or is a credit, is not paid.
    if sandbox.pay(system, Paper::Invoice, &erp_id, made.total.cents()).is_ok() {
        sync(ctx, who, filled.group, id).await?;
    }
    Ok(())
}
