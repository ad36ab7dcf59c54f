//! The endpoints of ERP accounts. Paths say `api-services`.

use axum::extract::State;
use domain::PageRequest;
use serde::{Deserialize, Serialize};
use store::accounts::Account;
use utoipa::{IntoParams, ToSchema};

use super::service;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Query, answer};

/// An ERP account in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AccountListRow {
    id: i64,
    name: String,
    /// `quickbooks` or `netsuite`.
    service_type: String,
    api_base_url: String,
    version: i32,
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

impl From<Account> for AccountListRow {
    fn from(account: Account) -> Self {
        Self {
            id: account.id.get(),
            name: account.name,
            service_type: account.service_type,
            api_base_url: account.api_base_url,
            version: account.version,
        }
    }
}
