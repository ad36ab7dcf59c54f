//! Whether the program is alive, ready, and how it fares (rules.md#health).

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::context::Context;
use crate::metering;

/// `/healthz`, `/readyz` and `/metrics`.
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

/// Prometheus text; counts only, nothing of anybody.
async fn metrics() -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metering::text()).into_response()
}
