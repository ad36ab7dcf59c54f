//! The customer and the terms that a plan names have to be known in its ERP account (billing section 2).

use connectors::CustomerId;
use domain::Invalid;
use domain::billing::plan::PlanAccount;

use crate::accounts::connection::read;
use crate::context::Context;
use crate::erp::service::reach;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Asks the ERP account for what a save changes. What was saved before stays, whatever has become of it there. While the account is not
/// connected or does not answer nothing is refused: a plan can be kept while its ERP is down, and whoever creates an invoice is told
/// (decisions A9). Somebody else's system takes its time, so no transaction may be open.
///
/// # Errors
/// On `ErpCustomerId` and `ErpDefaultInvoiceTermId`.
pub(super) async fn check(
    ctx: &Context,
    who: &CallerOrigin,
    saved: Option<&PlanAccount>,
    wanted: Option<&PlanAccount>,
) -> Result<()> {
    let Some(wanted) = wanted else { return Ok(()) };
    let saved = saved.filter(|saved| saved.api_service == wanted.api_service);
    let (customer, terms) = (customer_of(Some(wanted)), terms_of(Some(wanted)));
    let customer = customer.filter(|_| customer != customer_of(saved)).map(CustomerId::from);
    let terms = terms.filter(|_| terms != terms_of(saved));
    if customer.is_none() && terms.is_none() {
        return Ok(());
    }
    let erp = match reach(ctx, who, Some(wanted.api_service), "customer and terms of a plan").await {
        // There is no such account, which the rules of the plan itself say, or it is not connected.
        Err(Error::NotFound | Error::Invalid(_)) => return Ok(()),
        reached => reached?,
    };
    let is_customer = async {
        let Some(id) = &customer else { return true };
        !matches!(read(erp.customer(id)).await, Ok(None))
    };
    let are_terms = async {
        let Some(id) = terms else { return true };
        read(erp.terms()).await.map_or(true, |known| known.iter().any(|one| one.id.as_str() == id))
    };
    let (is_customer, are_terms) = tokio::join!(is_customer, are_terms);
    let mut invalid = Invalid::none();
    invalid.check(is_customer, "ErpCustomerId", "The ERP account has no such customer.");
    invalid.check(are_terms, "ErpDefaultInvoiceTermId", "The ERP account has no such terms.");
    Ok(invalid.or(())?)
}

fn customer_of(account: Option<&PlanAccount>) -> Option<&str> {
    Some(account?.customer.as_ref()?.id.as_str())
}

fn terms_of(account: Option<&PlanAccount>) -> Option<&str> {
    account?.terms_id.as_deref()
}
