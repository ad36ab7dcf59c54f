//! A token for a signed assertion. There is no refresh token: each time the assertion is signed anew.

use async_trait::async_trait;
use chrono::TimeDelta;
use reqwest::{Client, Url};

use super::assertion::{Claims, SigningKey};
use super::fault::judge_token;
use crate::Result;
use crate::error::{ConnectorError, VendorAnswer};
use crate::granted;
use crate::settings::Clock;
use crate::tokens::{Grant, Tokens};
use crate::transport::{Caller, Known, Limits};

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// How long an assertion is good; the vendor allows up to an hour.
const GOOD_FOR: TimeDelta = TimeDelta::minutes(5);

/// Asks for tokens as the integration of the account.
pub(super) struct AssertionGrant {
    pub(super) client: Client,
    /// The secrets of the account, which no answer repeats.
    pub(super) known: Known,
    pub(super) address: Url,
    pub(super) client_id: String,
    pub(super) certificate_id: String,
    pub(super) key: SigningKey,
    pub(super) clock: Clock,
    pub(super) limits: Limits,
}

#[async_trait]
impl Grant for AssertionGrant {
    fn can_replace(&self, _: Option<&Tokens>) -> bool {
        true
    }

    async fn next(&self, _: Option<&Tokens>) -> Result<Tokens> {
        let now = (self.clock)();
        let claims = Claims {
            iss: &self.client_id,
            scope: ["rest_webservices"],
            aud: self.address.as_str(),
            iat: now.timestamp(),
            exp: (now + GOOD_FOR).timestamp(),
        };
        let assertion = self.key.signed(&self.certificate_id, &claims).map_err(|error| {
            ConnectorError::NewCredentials(VendorAnswer::saying(format!("the private key cannot sign: {error}")))
        })?;
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", ASSERTION),
            ("client_assertion", assertion.as_str()),
        ];
        let ask = || self.client.post(self.address.clone()).header("Accept", "application/json").form(&form);
        let body = Caller::plain(&self.limits, &self.known, ask, |answer| judge_token(answer, now)).await?;
        Ok(Tokens {
            access: granted::token(&body, "access_token").unwrap_or_default(),
            access_ends: Some(granted::end(&body, "expires_in", now).unwrap_or(now + TimeDelta::hours(1))),
            refresh: None,
            refresh_ends: None,
            refreshed_at: Some(now),
        })
    }
}
