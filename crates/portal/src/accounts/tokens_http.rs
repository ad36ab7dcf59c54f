//! The endpoints of API tokens.

use axum::extract::State;
use domain::accounts::TokenForm;
use domain::{ApiServiceId, ApiTokenId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::expiry::TokenExpiryView;
use super::tokens::{self, OpenedToken, Shown};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::{Date, Instant};
use crate::http::{Answer, Body, CallerOrigin, Envelope, Given, List, Paging, Path, Query, answer};

/// Tokens in the list, without their texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TokenRow {
    id: i64,
    api_service_id: i64,
    api_service_name: String,
    /// Absent where the vendor has not told it.
    access_token_expiration: Option<Instant>,
    refresh_token_expiration: Option<Instant>,
    last_refresh: Option<Instant>,
    /// Whether the account uses these: of several, those that were made last.
    is_used: bool,
    /// Where they are used and have expired or will within a week.
    expiry: Option<TokenExpiryView>,
    version: i32,
}

/// Tokens with their texts, for the editor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TokenView {
    #[serde(flatten)]
    row: TokenRow,
    access_token: String,
    refresh_token: String,
}

/// Tokens as typed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct TokenInput {
    #[schema(value_type = Option<i64>)]
    api_service_id: Given<i64>,
    /// Blank or absent keeps the stored one.
    access_token: Option<String>,
    /// Blank or absent keeps the stored one.
    refresh_token: Option<String>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

impl TokenInput {
    fn form(&self, stored: Option<ApiServiceId>) -> TokenForm {
        TokenForm {
            api_service: self.api_service_id.id(stored).map(ApiServiceId),
            access_token: self.access_token.clone().unwrap_or_default(),
            refresh_token: self.refresh_token.clone().unwrap_or_default(),
        }
    }
}

/// Which tokens are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct TokensOf {
    /// Those that end on this day or earlier; a refresh token gives new access tokens until its own end.
    expires_by: Option<Date>,
}

/// A page of the tokens.
#[utoipa::path(
    get, path = "/api-services/tokens/search", tag = "accounts", params(PagingQuery, TokensOf),
    responses((status = 200, body = Envelope<List<TokenRow>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<TokensOf>,
    Paging(request): Paging,
) -> Answer<List<TokenRow>> {
    answer(tokens::search(&ctx, &who, of.expires_by.map(|day| day.0), &request).await?)
}

/// Tokens with their texts; each reading is recorded.
#[utoipa::path(
    get, path = "/api-services/tokens/{tokenId}", tag = "accounts", params(("tokenId" = i64, Path)),
    responses((status = 200, body = Envelope<TokenView>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<ApiTokenId>) -> Answer<TokenView> {
    answer(TokenView::from(tokens::read(&ctx, &who, id).await?))
}

/// Makes the tokens of an account.
#[utoipa::path(
    post, path = "/api-services/tokens", tag = "accounts", request_body = TokenInput,
    responses((status = 200, body = Envelope<TokenRow>))
)]
pub async fn create(State(ctx): State<Context>, who: CallerOrigin, Body(input): Body<TokenInput>) -> Answer<TokenRow> {
    answer(TokenRow::from(tokens::create(&ctx, &who, &input.form(None)).await?))
}

/// Saves tokens.
#[utoipa::path(
    put, path = "/api-services/tokens/{tokenId}", tag = "accounts", params(("tokenId" = i64, Path)),
    request_body = TokenInput, responses((status = 200, body = Envelope<TokenRow>))
)]
pub async fn update(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<ApiTokenId>,
    Body(input): Body<TokenInput>,
) -> Answer<TokenRow> {
    let saved = tokens::update(&ctx, &who, id, input.version, |account| input.form(Some(account))).await?;
    answer(TokenRow::from(saved))
}

impl From<Shown> for TokenRow {
    fn from(Shown { token, expiry }: Shown) -> Self {
        Self {
            id: token.id.get(),
            api_service_id: token.account.get(),
            api_service_name: token.account_name,
            access_token_expiration: token.access_expires_at.map(Into::into),
            refresh_token_expiration: token.refresh_expires_at.map(Into::into),
            last_refresh: token.last_refresh_at.map(Into::into),
            is_used: token.is_used,
            expiry: expiry.map(Into::into),
            version: token.version,
        }
    }
}

impl From<OpenedToken> for TokenView {
    fn from(opened: OpenedToken) -> Self {
        Self { row: opened.shown.into(), access_token: opened.access_token, refresh_token: opened.refresh_token }
    }
}
