//! Tokens that are about to expire, as answers tell of them.

use domain::accounts::TokenExpiry;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::wire::Instant;

/// Tokens that have expired, or will within a week (rules.md#tokens-about-to-expire).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TokenExpiryView {
    /// When they end.
    at: Instant,
    /// The whole days that are left; 0 in the last one and afterwards.
    days: i64,
    /// Whether they have ended.
    is_over: bool,
    /// The same in words.
    text: String,
}

impl From<TokenExpiry> for TokenExpiryView {
    fn from(expiry: TokenExpiry) -> Self {
        Self { at: expiry.at.into(), days: expiry.days, is_over: expiry.is_over, text: expiry.words() }
    }
}
