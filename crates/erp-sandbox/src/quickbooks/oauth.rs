//! Access and refresh tokens: given out, rotated, and gone after their time.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::QuickBooks;
use crate::Sandbox;
use crate::world::unguessable;

/// The seconds that a refresh token lives: 101 days.
const REFRESH_SECONDS: i64 = 8_726_400;

/// The tokens that were given out, each with its end.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tokens {
    access: BTreeMap<String, DateTime<Utc>>,
    refresh: BTreeMap<String, DateTime<Utc>>,
}

/// A pair of tokens as it is given out.
#[derive(Debug, Clone, Serialize)]
pub struct Pair {
    token_type: &'static str,
    /// The one that calls carry.
    pub access_token: String,
    /// The seconds that it lives.
    pub expires_in: i64,
    /// The one that the next pair is asked with.
    pub refresh_token: String,
    /// The seconds that this one lives.
    pub x_refresh_token_expires_in: i64,
}

impl QuickBooks {
    /// A new pair, as a person gets it who connects the application.
    pub fn connect(&mut self, now: DateTime<Utc>) -> Pair {
        let (access_token, refresh_token) = (unguessable("qba-"), unguessable("qbr-"));
        let expires_in = self.preferences.access_token_seconds;
        self.tokens.access.retain(|_, end| *end > now);
        self.tokens.access.insert(access_token.clone(), now + TimeDelta::seconds(expires_in));
        self.tokens.refresh.insert(refresh_token.clone(), now + TimeDelta::seconds(REFRESH_SECONDS));
        let x_refresh_token_expires_in = REFRESH_SECONDS;
        Pair { token_type: "bearer", access_token, expires_in, refresh_token, x_refresh_token_expires_in }
    }

    /// The next pair in place of the one of this refresh token.
    fn refreshed(&mut self, token: &str, now: DateTime<Utc>) -> Option<Pair> {
        self.tokens.refresh.retain(|_, end| *end > now);
        let lives = now + TimeDelta::seconds(self.preferences.previous_refresh_token_seconds);
        let end = self.tokens.refresh.get_mut(token)?;
        *end = (*end).min(lives);
        Some(self.connect(now))
    }

    /// Whether an access token is good.
    pub(super) fn lets_in(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.tokens.access.get(token).is_some_and(|end| *end > now)
    }

    /// Ends all access tokens.
    pub fn expire_access_tokens(&mut self) {
        self.tokens.access.clear();
    }

    /// Ends all refresh tokens.
    pub fn expire_refresh_tokens(&mut self) {
        self.tokens.refresh.clear();
    }
}

#[derive(Debug, Deserialize)]
struct Grant {
    grant_type: String,
    #[serde(default)]
    refresh_token: String,
}

/// Gives out the next tokens.
pub async fn bearer(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    let now = sandbox.now();
    let refused = |status: StatusCode, error: &str| (status, Json(json!({ "error": error }))).into_response();
    sandbox.change(|world| {
        let company = &mut world.quickbooks;
        if basic(&headers) != Some((company.client_id.clone(), company.client_secret.clone())) {
            return refused(StatusCode::UNAUTHORIZED, "invalid_client");
        }
        let Ok(grant) = serde_urlencoded::from_bytes::<Grant>(&body) else {
            return refused(StatusCode::BAD_REQUEST, "invalid_request");
        };
        match grant.grant_type.as_str() {
            "refresh_token" => match company.refreshed(&grant.refresh_token, now) {
                Some(pair) => Json(pair).into_response(),
                None => refused(StatusCode::BAD_REQUEST, "invalid_grant"),
            },
            _ => refused(StatusCode::BAD_REQUEST, "unsupported_grant_type"),
        }
    })
}

/// A token that is given back.
#[derive(Debug, Deserialize)]
struct Revoked {
    token: String,
}

/// Ends a refresh token and all access tokens, for the application they were given to. Clients post a form or JSON.
pub async fn revoke(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    let refused = |status: StatusCode, error: &str| (status, Json(json!({ "error": error }))).into_response();
    sandbox.change(|world| {
        let company = &mut world.quickbooks;
        if basic(&headers) != Some((company.client_id.clone(), company.client_secret.clone())) {
            return refused(StatusCode::UNAUTHORIZED, "invalid_client");
        }
        let of_form = || serde_urlencoded::from_bytes::<Revoked>(&body).ok();
        let Some(Revoked { token }) = serde_json::from_slice(&body).ok().or_else(of_form) else {
            return refused(StatusCode::BAD_REQUEST, "invalid_request");
        };
        let is_known = company.tokens.refresh.remove(&token).is_some() | company.tokens.access.contains_key(&token);
        if !is_known {
            return refused(StatusCode::BAD_REQUEST, "invalid_request");
        }
        company.expire_access_tokens();
        StatusCode::OK.into_response()
    })
}

/// Where the tokens are, for clients that ask.
pub async fn discovery(headers: HeaderMap) -> Json<serde_json::Value> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let at = |path: &str| format!("http://{host}{path}");
    Json(json!({
        "issuer": at("/oauth2"),
        "authorization_endpoint": at("/connect/oauth2"),
        "token_endpoint": at("/oauth2/v1/tokens/bearer"),
        "userinfo_endpoint": at("/v1/openid_connect/userinfo"),
        "revocation_endpoint": at("/v2/oauth2/tokens/revoke"),
        "jwks_uri": at("/oauth2/jwks"),
    }))
}

fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
    let text = String::from_utf8(BASE64_STANDARD.decode(value).ok()?).ok()?;
    text.split_once(':').map(|(id, secret)| (id.to_owned(), secret.to_owned()))
}
