//! Whether the program is alive, ready, and how it fares (decisions H8).

use std::sync::LazyLock;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::context::Context;

static METRICS: LazyLock<Option<PrometheusHandle>> = LazyLock::new(|| PrometheusBuilder::new().install_recorder().ok());

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
    let text = METRICS.as_ref().map(PrometheusHandle::render).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
