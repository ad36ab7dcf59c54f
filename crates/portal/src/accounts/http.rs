//! The endpoints of ERP accounts. Paths say `api-services`.

use axum::extract::State;
use domain::accounts::ServiceType;
use domain::{ApiServiceId, PageRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::configurations::{AccountingConfigView, NetsuiteConfigView};
use super::expiry::TokenExpiryView;
use super::input::AccountInput;
use super::service::{self, Configured, Listed};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{Answer, Body, CallerOrigin, Envelope, List, Paging, Path, Query, answer};

/// An ERP account in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AccountListRow {
    id: i64,
    name: String,
    /// `quickbooks` or `netsuite`.
    service_type: String,
    api_base_url: String,
    /// Its tokens, where they have expired or will within a week.
    token_expiry: Option<TokenExpiryView>,
    version: i32,
}

/// An ERP account with its configuration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AccountView {
    id: i64,
    name: String,
    /// `quickbooks` or `netsuite`.
    service_type: String,
    api_base_url: String,
    /// The configuration of a QuickBooks account: one or none.
    quickbooks_configs: Vec<AccountingConfigView>,
    /// The configuration of a NetSuite account: one or none.
    #[serde(rename = "NetSuiteConfigs")]
    netsuite_configs: Vec<NetsuiteConfigView>,
    /// Its tokens, where they have expired or will within a week.
    token_expiry: Option<TokenExpiryView>,
    version: i32,
}

/// A system as a choice.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TypeChoice {
    name: &'static str,
    value: &'static str,
}

/// Which accounts are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct AccountFilter {
    /// Only those of this type.
    service_type: Option<String>,
}

/// All ERP accounts, for selectors.
#[utoipa::path(
    get, path = "/api-services", tag = "accounts",
    responses((status = 200, body = Envelope<List<AccountListRow>>))
)]
pub async fn all(State(ctx): State<Context>, who: CallerOrigin) -> Answer<List<AccountListRow>> {
    let request = PageRequest::first(PageRequest::MOST_PER_PAGE);
    answer(service::search(&ctx, &who, None, &request).await?)
}

/// A page of the ERP accounts.
#[utoipa::path(
    get, path = "/api-services/search", tag = "accounts", params(PagingQuery, AccountFilter),
    responses((status = 200, body = Envelope<List<AccountListRow>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Paging(request): Paging,
    Query(filter): Query<AccountFilter>,
) -> Answer<List<AccountListRow>> {
    answer(service::search(&ctx, &who, filter.service_type.as_deref(), &request).await?)
}

/// The systems that an account can lead to.
#[utoipa::path(
    get, path = "/api-services/types", tag = "accounts",
    responses((status = 200, body = Envelope<Vec<TypeChoice>>))
)]
pub async fn types() -> Answer<Vec<TypeChoice>> {
    answer(ServiceType::ALL.map(|kind| TypeChoice { name: kind.name(), value: kind.value() }).to_vec())
}

/// One account with its configuration, without its secret.
#[utoipa::path(
    get, path = "/api-services/{id}", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<AccountView>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<ApiServiceId>) -> Answer<AccountView> {
    answer(AccountView::from(service::find(&ctx, &who, id).await?))
}

/// Makes an account.
#[utoipa::path(
    post, path = "/api-services", tag = "accounts", request_body = AccountInput,
    responses((status = 200, body = Envelope<AccountView>))
)]
pub async fn create(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<AccountInput>,
) -> Answer<AccountView> {
    answer(AccountView::from(service::create(&ctx, &who, &input.form(None)).await?))
}

/// Saves an account.
#[utoipa::path(
    put, path = "/api-services/{id}", tag = "accounts", params(("id" = i64, Path)), request_body = AccountInput,
    responses((status = 200, body = Envelope<AccountView>))
)]
pub async fn update(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<ApiServiceId>,
    Body(input): Body<AccountInput>,
) -> Answer<AccountView> {
    let saved = service::update(&ctx, &who, id, input.version, |stored| input.form(Some(stored))).await?;
    answer(AccountView::from(saved))
}

impl From<Configured> for AccountView {
    fn from(found: Configured) -> Self {
        Self {
            id: found.account.id.get(),
            name: found.account.name,
            service_type: found.account.service_type,
            api_base_url: found.account.api_base_url,
            quickbooks_configs: found.quickbooks.map(Into::into).into_iter().collect(),
            netsuite_configs: found.netsuite.map(Into::into).into_iter().collect(),
            token_expiry: found.expiry.map(Into::into),
            version: found.account.version,
        }
    }
}

impl From<Listed> for AccountListRow {
    fn from(Listed { account, expiry }: Listed) -> Self {
        Self {
            id: account.id.get(),
            name: account.name,
            service_type: account.service_type,
            api_base_url: account.api_base_url,
            token_expiry: expiry.map(Into::into),
            version: account.version,
        }
    }
}
