//! Use cases of ERP accounts.

use domain::accounts::{AccountDetails, AccountForm, ServiceType, TokenExpiry, company_stays, leads_elsewhere};
use domain::{ApiServiceId, Invalid, Page, PageRequest};
use serde_json::{Value, json};
use store::Db;
use store::accounts::configurations::{netsuite, quickbooks};
use store::accounts::tokens::{self, Token};
use store::accounts::{self, Account, NAME_TAKEN};

use super::configurations::{StoredNetsuite, StoredQuickbooks};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// An account with its configuration, if it has one.
#[derive(Debug, Clone)]
pub struct Configured {
    /// The account.
    pub account: Account,
    /// The configuration of a QuickBooks account.
    pub quickbooks: Option<StoredQuickbooks>,
    /// The configuration of a NetSuite account.
    pub netsuite: Option<StoredNetsuite>,
    /// Its tokens, where they are about to expire.
    pub expiry: Option<TokenExpiry>,
}

/// An account in a list.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The account.
    pub account: Account,
    /// Its tokens, where they are about to expire.
    pub expiry: Option<TokenExpiry>,
}

/// A page of the ERP accounts, of one type if named.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    service_type: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Listed>> {
    let view = ctx.store.view().await?;
    let page = accounts::search(&view, who.scope(), service_type, request).await?;
    let ids: Vec<_> = page.rows.iter().map(|account| account.id).collect();
    let tokens = tokens::used_by(&view, &ids).await?;
    let expiry = |id| tokens.iter().find(|token| token.account == id).and_then(|token| expiry_of(ctx, token));
    Ok(page.map(|account| Listed { expiry: expiry(account.id), account }))
}

/// The expiry of tokens, as of now.
pub fn expiry_of(ctx: &Context, token: &Token) -> Option<TokenExpiry> {
    token.ends()?.expiry(ctx.now())
}

/// One account with its configuration.
///
/// # Errors
/// [`Error::NotFound`] when the caller may not see it.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: ApiServiceId) -> Result<Configured> {
    let view = ctx.store.view().await?;
    let account = accounts::find(&view, who.scope(), id).await?;
    configured(ctx, &view, account).await
}

async fn configured(ctx: &Context, db: &impl Db, account: Account) -> Result<Configured> {
    let quickbooks = quickbooks::of_account(db, account.id).await?;
    let netsuite = netsuite::of_account(db, account.id).await?;
    let expiry = tokens::of_account(db, account.id).await?.and_then(|token| expiry_of(ctx, &token));
    Ok(Configured { account, quickbooks, netsuite, expiry })
}

/// Makes an account.
///
/// # Errors
/// Wrong fields, a name that is taken.
pub async fn create(ctx: &Context, who: &CallerOrigin, form: &AccountForm) -> Result<Configured> {
    let details = form.check(None)?;
    let tx = ctx.store.begin().await?;
    let id = accounts::insert(&tx, &details, who.stamp(ctx)).await.map_err(taken)?;
    let account = accounts::find(&tx, who.scope(), id).await?;
    let entry = who.entry(ctx, "api_service.create", "api_service").on(id);
    tx.commit(entry.with_change(&json!({}), &recorded(&details))).await?;
    Ok(Configured { account, quickbooks: None, netsuite: None, expiry: None })
}

/// Saves an account. `form` makes what was posted into a form, given the account as it is. A save that changes nothing writes nothing.
///
/// # Errors
/// [`Error::NotFound`], a stale version, wrong fields, a name that is taken, another server although documents were made.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: ApiServiceId,
    version: Option<i32>,
    form: impl FnOnce(&Account) -> AccountForm,
) -> Result<Configured> {
    let tx = ctx.store.begin().await?;
    let before = accounts::for_changing(&tx, who.scope(), id, version).await?;
    let must_stay = accounts::is_in_use(&tx, id).await?;
    let details = form(&before).check(ServiceType::from_value(&before.service_type).filter(|_| must_stay))?;
    let own_sandbox = ctx.config.erp_sandbox.map(|address| address.port());
    let leaves = leads_elsewhere(&before.api_base_url, &details.api_base_url, own_sandbox);
    if leaves && accounts::has_documents(&tx, id).await? {
        return Err(company_stays("ApiBaseUrl").into());
    }
    if recorded(&details) == recorded_account(&before) {
        return configured(ctx, &tx, before).await;
    }
    let after = accounts::update(&tx, id, version, &details, who.stamp(ctx)).await.map_err(taken)?;
    let saved = configured(ctx, &tx, after).await?;
    let entry = who.entry(ctx, "api_service.update", "api_service").on(id);
    tx.commit(entry.with_change(&recorded_account(&before), &recorded(&details))).await?;
    Ok(saved)
}

/// The values of an account for the audit, under their names on the wire.
fn recorded(details: &AccountDetails) -> Value {
    json!({
        "Name": details.name, "ServiceType": details.service_type.value(), "ApiBaseUrl": details.api_base_url,
    })
}

fn recorded_account(account: &Account) -> Value {
    json!({ "Name": account.name, "ServiceType": account.service_type, "ApiBaseUrl": account.api_base_url })
}

fn taken(error: store::Error) -> Error {
    if error.is_refused_by(NAME_TAKEN) {
        return Invalid::field("Name", "An API service with this name exists.").into();
    }
    error.into()
}
