//! The endpoints of account configurations.

use axum::extract::State;
use domain::{AccountingConfigId, NetsuiteConfigId};

use super::configurations::{
    AccountingConfigInput, AccountingConfigView, NetsuiteConfigInput, NetsuiteConfigView, netsuite, quickbooks,
};
use crate::context::Context;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, answer};

/// Makes the configuration of a QuickBooks account.
#[utoipa::path(
    post, path = "/api-services/configs", tag = "accounts", request_body = AccountingConfigInput,
    responses((status = 200, body = Envelope<AccountingConfigView>))
)]
pub async fn create_quickbooks(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<AccountingConfigInput>,
) -> Answer<AccountingConfigView> {
    answer(AccountingConfigView::from(quickbooks::create(&ctx, &who, &input).await?))
}

/// Saves the configuration of a QuickBooks account.
#[utoipa::path(
    put, path = "/api-services/configs/{configId}", tag = "accounts", params(("configId" = i64, Path)),
    request_body = AccountingConfigInput, responses((status = 200, body = Envelope<AccountingConfigView>))
)]
pub async fn update_quickbooks(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<AccountingConfigId>,
    Body(input): Body<AccountingConfigInput>,
) -> Answer<AccountingConfigView> {
    answer(AccountingConfigView::from(quickbooks::update(&ctx, &who, id, &input).await?))
}

/// The client secret of a QuickBooks account; each reading is recorded.
#[utoipa::path(
    get, path = "/api-services/configs/{configId}/secret", tag = "accounts", params(("configId" = i64, Path)),
    responses((status = 200, body = Envelope<String>))
)]
pub async fn quickbooks_secret(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<AccountingConfigId>,
) -> Answer<String> {
    answer(quickbooks::secret(&ctx, &who, id).await?)
}

/// Makes the configuration of a NetSuite account. Its client secret is a private key in PEM form.
#[utoipa::path(
    post, path = "/api-services/netsuite-configs", tag = "accounts", request_body = NetsuiteConfigInput,
    responses((status = 200, body = Envelope<NetsuiteConfigView>))
)]
pub async fn create_netsuite(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<NetsuiteConfigInput>,
) -> Answer<NetsuiteConfigView> {
    answer(NetsuiteConfigView::from(netsuite::create(&ctx, &who, &input).await?))
}

/// Saves the configuration of a NetSuite account.
#[utoipa::path(
    put, path = "/api-services/netsuite-configs/{configId}", tag = "accounts", params(("configId" = i64, Path)),
    request_body = NetsuiteConfigInput, responses((status = 200, body = Envelope<NetsuiteConfigView>))
)]
pub async fn update_netsuite(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<NetsuiteConfigId>,
    Body(input): Body<NetsuiteConfigInput>,
) -> Answer<NetsuiteConfigView> {
    answer(NetsuiteConfigView::from(netsuite::update(&ctx, &who, id, &input).await?))
}

/// The private key of a NetSuite account; each reading is recorded.
#[utoipa::path(
    get, path = "/api-services/netsuite-configs/{configId}/secret", tag = "accounts",
    params(("configId" = i64, Path)), responses((status = 200, body = Envelope<String>))
)]
pub async fn netsuite_secret(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<NetsuiteConfigId>,
) -> Answer<String> {
    answer(netsuite::secret(&ctx, &who, id).await?)
}
