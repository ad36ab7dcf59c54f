//! Tokens for a signed assertion: the client credentials of OAuth 2.0.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::NetSuite;
use crate::Sandbox;
use crate::world::unguessable;

/// Where tokens are asked for.
const PATH: &str = "/services/rest/auth/oauth2/v1/token";
const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

#[derive(Debug, Deserialize)]
struct Grant {
    grant_type: String,
    #[serde(default)]
    client_assertion_type: String,
    #[serde(default)]
    client_assertion: String,
}

#[derive(Debug, Deserialize)]
struct Header {
    alg: String,
    kid: String,
}

#[derive(Debug, Deserialize)]
struct Claims {
    iss: String,
    scope: Value,
    aud: String,
    iat: i64,
    exp: i64,
}

/// Gives out a token.
pub async fn token(State(sandbox): State<Sandbox>, headers: HeaderMap, body: Bytes) -> Response {
    let now = sandbox.now();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default().to_owned();
    sandbox.change(|world| {
        let account = &mut world.netsuite;
        match account.granted(&body, &host, now) {
            Ok(()) => {
                let token = unguessable("nst-");
                let lives = account.preferences.token_seconds;
                account.tokens.retain(|_, end| *end > now);
                account.tokens.insert(token.clone(), now + TimeDelta::seconds(lives));
                let answer = json!({ "access_token": token, "expires_in": lives.to_string(), "token_type": "bearer" });
                Json(answer).into_response()
            }
            Err(error) => (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response(),
        }
    })
}

impl NetSuite {
    /// Whether a token is good.
    pub(super) fn lets_in(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.tokens.get(token).is_some_and(|end| *end > now)
    }

    fn granted(&self, body: &[u8], host: &str, now: DateTime<Utc>) -> Result<(), &'static str> {
        let grant: Grant = serde_urlencoded::from_bytes(body).map_err(|_| "invalid_request")?;
        if grant.grant_type != "client_credentials" || grant.client_assertion_type != ASSERTION {
            return Err("invalid_request");
        }
        let (signed, signature) = grant.client_assertion.rsplit_once('.').ok_or("invalid_request")?;
        let (head, payload) = signed.split_once('.').ok_or("invalid_request")?;
        let head: Header = part(head).ok_or("invalid_request")?;
        let claims: Claims = part(payload).ok_or("invalid_request")?;
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).map_err(|_| "invalid_request")?;
        if claims.iss != self.client_id {
            return Err("unauthorized_client");
        }
        let own = Some(&self.public_key).filter(|_| head.kid == self.certificate_id);
        let key = own.or_else(|| self.certificates_of_callers.get(&head.kid));
        let is_ours = key.is_some_and(|key| key.signed(&head.alg, signed.as_bytes(), &signature));
        let is_asked = claims.scope.to_string().contains("rest_webservices");
        let is_here = claims.aud.split_once("://").is_some_and(|(_, rest)| rest == format!("{host}{PATH}"));
        let is_now = claims.iat <= now.timestamp() + 60 && claims.exp > now.timestamp();
        let is_short = claims.exp - claims.iat <= 3600;
        if is_ours && is_asked && is_here && is_now && is_short { Ok(()) } else { Err("invalid_grant") }
    }
}

fn part<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}
