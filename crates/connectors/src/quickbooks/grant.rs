//! The next tokens for the refresh token.

use async_trait::async_trait;
use chrono::TimeDelta;
use reqwest::{Client, Url};

use super::fault::judge_tokens;
use crate::Result;
use crate::error::{ConnectorError, VendorAnswer};
use crate::granted;
use crate::secret::Secret;
use crate::settings::Clock;
use crate::tokens::{Grant, Tokens};
use crate::transport::{Caller, Known, Limits};

/// Asks for tokens as the application of the account.
pub(super) struct RefreshGrant {
    pub(super) client: Client,
    /// The secrets of the account, which no answer repeats.
    pub(super) known: Known,
    pub(super) address: Url,
    pub(super) client_id: String,
    pub(super) client_secret: Secret,
    pub(super) clock: Clock,
    pub(super) limits: Limits,
}

fn refresh_token(tokens: Option<&Tokens>) -> Option<&Secret> {
    tokens.and_then(|tokens| tokens.refresh.as_ref()).filter(|token| !token.reveal().is_empty())
}

#[async_trait]
impl Grant for RefreshGrant {
    fn can_replace(&self, current: Option<&Tokens>) -> bool {
        refresh_token(current).is_some()
    }

    async fn next(&self, current: Option<&Tokens>) -> Result<Tokens> {
        let Some(refresh) = refresh_token(current) else {
            let said = "This account has no refresh token: connect it, or enter its tokens.";
            return Err(ConnectorError::NewCredentials(VendorAnswer::saying(said)));
        };
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh.reveal())];
        let ask = || {
            let call = self.client.post(self.address.clone());
            let call = call.basic_auth(&self.client_id, Some(self.client_secret.reveal()));
            call.header("Accept", "application/json").form(&form)
        };
        let body = Caller::plain(&self.limits, &self.known, ask, judge_tokens).await?;
        let now = (self.clock)();
        Ok(Tokens {
            access: granted::token(&body, "access_token").unwrap_or_default(),
            access_ends: Some(granted::end(&body, "expires_in", now).unwrap_or(now + TimeDelta::hours(1))),
            // One that gives no other keeps the old.
            refresh: granted::token(&body, "refresh_token").or_else(|| Some(refresh.clone())),
            refresh_ends: granted::end(&body, "x_refresh_token_expires_in", now)
                .or(current.and_then(|tokens| tokens.refresh_ends)),
            refreshed_at: Some(now),
        })
    }
}
