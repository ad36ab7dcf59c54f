//! The accounting system of the demonstration, where the installation has a stand-in for one: an ERP account, the plans that lead to it,
//! and the invoices of the last months, older ones paid.

use connectors::{DocumentKind, DocumentRef, ErpId};
use domain::accounts::{AccountDetails, ServiceType};
use domain::billing::plan::PlanForm;
use domain::{ApiServiceId, SnapshotId};

use super::history::Filled;
use super::words::GROUPS;
use crate::accounts::connection::read;
use crate::billing::plans::service as plans;
use crate::billing::snapshots::erp::service::{create_invoice, sync};
use crate::config::Accounting;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// How the account is called.
const ACCOUNT: &str = "Demonstration Books";
/// The months back from which invoices are in the account.
const SHOWN: i32 = 5;
/// The months after which they are paid.
const PAID_AFTER: i32 = 2;

/// Makes the account.
pub async fn account(ctx: &Context, who: &CallerOrigin) -> Result<Option<ApiServiceId>> {
    if ctx.config.accounting != Accounting::Local {
        return Ok(None);
    }
    let tx = ctx.store.begin().await?;
    let books = AccountDetails {
        name: ACCOUNT.to_owned(),
        service_type: ServiceType::QuickBooks,
        api_base_url: "https://erp.example".to_owned(),
    };
    let account = store::accounts::insert(&tx, &books, who.stamp(ctx)).await?;
    tx.commit_unaudited("demonstration data").await?;
    Ok(Some(account))
}

/// Leads the plan of a group to its customer in the account, who has its name there.
pub async fn join(ctx: &Context, who: &CallerOrigin, filled: &Filled, number: u64) -> Result<()> {
    let Some(erp) = filled.account.and_then(|account| ctx.accountants.stand_in(account)) else { return Ok(()) };
    let Some((name, _)) = GROUPS.get(number as usize) else { return Ok(()) };
    let customers = read(connectors::Accounting::customers(&erp, name, 1)).await.map_err(anyhow::Error::from)?;
    let terms = read(connectors::Accounting::terms(&erp)).await.map_err(anyhow::Error::from)?;
    let terms = terms.into_iter().find(|terms| terms.name == "Net 30").map(|terms| terms.id.0).unwrap_or_default();
    let Some(customer) = customers.into_iter().next() else { return Ok(()) };
    let form = |stored: &domain::billing::plan::PlanDetails| PlanForm {
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

/// Creates the invoice of a snapshot of the last months, but of the newest ones; older ones are paid and synced.
pub async fn invoice(
    ctx: &Context,
    who: &CallerOrigin,
    filled: &Filled,
    id: SnapshotId,
    months_ago: i32,
) -> Result<()> {
    let Some(erp) = filled.account.and_then(|account| ctx.accountants.stand_in(account)) else { return Ok(()) };
    if !(1..=SHOWN).contains(&months_ago) {
        return Ok(());
    }
    let plan = plans::find(ctx, who, filled.group, filled.plan).await?;
    if plan.details.account.is_none_or(|account| account.customer.is_none()) {
        return Ok(());
    }
    let made = create_invoice(ctx, who, filled.group, id).await?;
    let Some(erp_id) = made.erp_ref_id.filter(|_| months_ago >= PAID_AFTER) else { return Ok(()) };
    let at = DocumentRef { kind: DocumentKind::Invoice, id: ErpId(erp_id) };
    // What has no line, or is a credit, is not paid.
    if erp.record_payment(&at, made.total).is_ok() {
        sync(ctx, who, filled.group, id).await?;
    }
    Ok(())
}
