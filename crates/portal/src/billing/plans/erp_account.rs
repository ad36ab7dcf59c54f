//! The customer and the terms that a plan names have to be known in its ERP account (rules.md#plan-fields). The customer is kept under its
//! name there; terms have an id only.

use connectors::{Customer, CustomerId};
use domain::billing::plan::PlanAccount;
use domain::{ApiServiceId, Invalid};

use crate::accounts::connection::read;
use crate::context::Context;
use crate::erp::service::reach;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// What is asked for.
struct Asked<'a> {
    customer: Option<CustomerId>,
    terms: Option<&'a str>,
}

/// What the ERP said of that. What it was not asked for, or gave no answer to, passes.
struct Said {
    is_customer: bool,
    customer: Option<Customer>,
    are_terms: bool,
}

/// The ERP account as a save stores it. It is asked for what the save changes; what was saved before stays, whatever has become of it
/// there. The customer gets the account's own name, whatever was sent, so that a plan never shows another one than its invoices go to; one
/// that was saved and is now called otherwise is asked for as well, as it may have been renamed. While the account is not connected or
/// does not answer nothing is refused: a plan can be kept while its ERP is down, and whoever creates an invoice is told
/// (rules.md#generated-invoices). Somebody else's system takes its time, so no transaction may be open.
///
/// # Errors
/// On `ErpCustomerId` and `ErpDefaultInvoiceTermId`.
pub(super) async fn settled(
    ctx: &Context,
    who: &CallerOrigin,
    saved: Option<&PlanAccount>,
    wanted: Option<PlanAccount>,
) -> Result<Option<PlanAccount>> {
    let Some(mut account) = wanted else { return Ok(None) };
    let saved = saved.filter(|saved| saved.api_service == account.api_service);
    let named = account.customer.as_ref();
    let stored = saved.and_then(|saved| saved.customer.as_ref());
    let stored = stored.filter(|stored| named.is_some_and(|named| named.id == stored.id));
    let named = named.filter(|named| stored.is_none_or(|stored| named.is_called_otherwise(stored)));
    let terms = account.terms_id.as_deref();
    let asked = Asked {
        customer: named.map(|named| CustomerId::from(named.id.as_str())),
        terms: terms.filter(|_| terms != saved.and_then(|saved| saved.terms_id.as_deref())),
    };
    let said = ask(ctx, who, account.api_service, &asked).await?;
    let mut invalid = Invalid::none();
    invalid.check(stored.is_some() || said.is_customer, "ErpCustomerId", "The ERP account has no such customer.");
    invalid.check(said.are_terms, "ErpDefaultInvoiceTermId", "The ERP account has no such terms.");
    let name = said.customer.map(|customer| customer.display_name).or(stored.map(|stored| stored.name.clone()));
    if let Some((customer, name)) = account.customer.as_mut().zip(name) {
        customer.name = name;
    }
    Ok(invalid.or(Some(account))?)
}

async fn ask(ctx: &Context, who: &CallerOrigin, account: ApiServiceId, asked: &Asked<'_>) -> Result<Said> {
    let nothing = Said { is_customer: true, customer: None, are_terms: true };
    if asked.customer.is_none() && asked.terms.is_none() {
        return Ok(nothing);
    }
    let erp = match reach(ctx, who, Some(account), "customer and terms of a plan").await {
        // There is no such account, which the rules of the plan itself say, or it is not connected.
        Err(Error::NotFound | Error::Invalid(_) | Error::Unreached(_) | Error::Throttled { .. }) => return Ok(nothing),
        reached => reached?,
    };
    let customer = async {
        let Some(id) = &asked.customer else { return (true, None) };
        read(erp.customer(id)).await.map_or((true, None), |found| (found.is_some(), found))
    };
    let are_terms = async {
        let Some(id) = asked.terms else { return true };
        read(erp.terms()).await.map_or(true, |known| known.iter().any(|one| one.id.as_str() == id))
    };
    let ((is_customer, customer), are_terms) = tokio::join!(customer, are_terms);
    Ok(Said { is_customer, customer, are_terms })
}
