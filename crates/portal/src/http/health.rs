//! Whether the program is alive, ready, and how it fares (rules.md#health).

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

use super::extract::bearer;
use crate::context::Context;
use crate::error::Error;
use crate::metering;

/// `/healthz`, `/readyz` and, for those who have its token, `/metrics`.
pub fn routes() -> Router<Context> {
    Router::new().route("/healthz", get(async || "ok\n")).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

async fn ready(State(ctx): State<Context>) -> Response {
    match ctx.store.is_migrated().await {
        Ok(true) => "ready\n".into_response(),
        Ok(false) => (StatusCode::SERVICE_UNAVAILABLE, "the database is not migrated\n").into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
}

/// Prometheus text for those who have the token; without one set, there is no such page here.
async fn metrics(State(ctx): State<Context>, headers: HeaderMap) -> Response {
    let Some(token) = &ctx.config.metrics_token else { return Error::NotFound.into_response() };
    match bearer(&headers) {
        // Compared by their hashes: how long that takes tells nothing of the token.
        Some(shown) if Sha256::digest(shown) == Sha256::digest(token) => metering::answer(),
        _ => Error::Unauthenticated.into_response(),
    }
}
