//! Use cases of the look-ups. Each is a call to somebody else's system and stands in the audit trail, without what was typed (rules.md#audit-trail).

use std::sync::Arc;

use connectors::{Accounting, ConnectorError};
use domain::text::fold;
use domain::{ApiServiceId, GroupId, Invalid};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::accounts::connection::{connected, read};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// How many are suggested (rules.md#typed-suggestions).
const SUGGESTIONS: usize = 10;
/// How many customers are looked at whose names hold a new one.
const SAME_NAME: usize = 100;
/// The longest name of a customer; both systems take it.
const LONGEST_NAME: usize = 83;
/// Said when a customer is wished for no group.
const NO_GROUP: &str = "Choose the group that the customer is for.";
/// Said when the system did not answer a request for a new customer.
const CUSTOMER_UNKNOWN: &str = "The ERP gave no clear answer, so it is not known whether the customer was made. Create it again: it is looked up first and \
                                never made twice.";
/// Said where a system takes in no customers.
const TAKES_NONE: &str = "This ERP takes in no customers from here. Add the customer there, then search for it.";

/// Somebody or something that the system knows, by its id there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its id there.
    pub id: String,
    /// The name people know it by.
    pub name: String,
}

/// The customers of an account whose name contains the term.
///
/// # Errors
/// On `ApiServiceId` when no account is named; [`crate::error::Error::NotFound`] when there is none of this id; refused in words when
/// its system cannot be reached.
pub async fn customers(
    ctx: &Context,
    who: &CallerOrigin,
    account: Option<ApiServiceId>,
    term: &str,
) -> Result<Vec<Known>> {
    let erp = reach(ctx, who, account, "customers").await?;
    let found = read(erp.customers(term.trim(), SUGGESTIONS)).await.map_err(said)?;
    Ok(found.into_iter().map(|one| Known { id: one.id.0, name: one.display_name }).collect())
}

/// The customer of an account of exactly this name, made when there is none; the same request of a group never makes two.
///
/// # Errors
/// On `Name` when it is empty, on `EmployerId` when no group is named, on `ApiServiceId` as [`customers`];
/// [`crate::error::Error::NotFound`] when there is no such group; refused in words when the system does not take it.
pub async fn create_customer(
    ctx: &Context,
    who: &CallerOrigin,
    account: Option<ApiServiceId>,
    (group, name): (Option<GroupId>, &str),
) -> Result<Known> {
    let name = name.trim();
    let mut invalid = Invalid::none();
    invalid.require_line("Name", "Name", name, LONGEST_NAME);
    let Some(group) = group else {
        invalid.add("EmployerId", NO_GROUP);
        return Err(invalid.into());
    };
    invalid.result()?;
    let group = store::groups::find(&ctx.store.read(), who.scope(), group).await?.id;
    let erp = reach(ctx, who, account, "customers").await?;
    let found = read(erp.customers(name, SAME_NAME)).await.map_err(said)?;
    if let Some(known) = found.into_iter().find(|one| fold(&one.display_name) == fold(name)) {
        return Ok(Known { id: known.id.0, name: known.display_name });
    }
    let new = erp.new_customers().ok_or_else(|| Invalid::field("", TAKES_NONE))?;
    let made = new.create_customer(name, &wish_key(group, name)).await.map_err(said_of_new)?;
    let entry = who.entry(ctx, "account.create_customer", "account").on(account.unwrap_or(ApiServiceId(0)));
    let detail = json!({ "Customer": made.display_name });
    ctx.store.begin().await?.commit(entry.with_detail(detail)).await?;
    Ok(Known { id: made.id.0, name: made.display_name })
}

/// Names the wish of a group for a customer of a name. The name is a part of it: a system answers the same wish with the customer that it
/// has made first, and another name is another customer.
fn wish_key(group: GroupId, name: &str) -> String {
    let digest = Sha256::digest(fold(name).as_bytes());
    let short: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("ledgerwell-group-{group}-{short}")
}

/// The vendors of an account whose name contains the term.
///
/// # Errors
/// As [`customers`].
pub async fn vendors(
    ctx: &Context,
    who: &CallerOrigin,
    account: Option<ApiServiceId>,
    term: &str,
) -> Result<Vec<Known>> {
    let erp = reach(ctx, who, account, "vendors").await?;
    let found = read(erp.vendors(term.trim(), SUGGESTIONS)).await.map_err(said)?;
    Ok(found.into_iter().map(|one| Known { id: one.id.0, name: one.display_name }).collect())
}

/// The payment terms of an account.
///
/// # Errors
/// As [`customers`].
pub async fn terms(ctx: &Context, who: &CallerOrigin, account: Option<ApiServiceId>) -> Result<Vec<Known>> {
    let erp = reach(ctx, who, account, "terms").await?;
    let found = read(erp.terms()).await.map_err(said)?;
    Ok(found.into_iter().map(|one| Known { id: one.id.0, name: one.name }).collect())
}

/// The system behind an account, for a call to it that is written down.
///
/// # Errors
/// As [`customers`].
pub async fn reach(
    ctx: &Context,
    who: &CallerOrigin,
    account: Option<ApiServiceId>,
    what: &str,
) -> Result<Arc<dyn Accounting>> {
    let account = account.ok_or_else(|| Invalid::field("ApiServiceId", "Choose an ERP account."))?;
    let account = store::accounts::find(&ctx.store.read(), who.scope(), account).await?;
    let erp = connected(ctx, &account).await?;
    let entry = who.entry(ctx, "account.look_up", "account").on(account.id);
    ctx.store.begin().await?.commit(entry.with_detail(json!({ "What": what }))).await?;
    Ok(erp)
}

/// A failed call in words.
/// What people read of a customer that was not made, or may have been.
fn said_of_new(error: ConnectorError) -> Invalid {
    match error {
        ConnectorError::OutcomeUnknown(_) => Invalid::field("", CUSTOMER_UNKNOWN),
        other => said(other),
    }
}

fn said(error: ConnectorError) -> Invalid {
    Invalid::field("", error.to_string())
}
