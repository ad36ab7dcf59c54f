//! How the program fares, in numbers that name nobody: requests by route and status, jobs by kind and outcome (rules.md#health).

use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio_util::sync::CancellationToken;

use crate::context::Context;

/// How often the recorder folds what it has collected; unfolded, each measurement would be kept.
const FOLD_EVERY: Duration = Duration::from_secs(5);
/// What stands in the place of the route when none was matched: the web app's own pages and files.
const NO_ROUTE: &str = "page";

static RECORDER: LazyLock<Option<PrometheusHandle>> =
    LazyLock::new(|| PrometheusBuilder::new().install_recorder().ok());

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobOutcome {
    /// It did what it is for.
    Done,
    /// It will be tried again.
    Retried,
    /// It was given up.
    Failed,
}

impl JobOutcome {
    const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Retried => "retried",
            Self::Failed => "failed",
        }
    }
}

/// Begins to record; before it nothing is counted. Calling it again does nothing.
pub fn start() {
    LazyLock::force(&RECORDER);
}

/// Everything recorded so far as Prometheus text.
pub fn text() -> String {
    RECORDER.as_ref().map(PrometheusHandle::render).unwrap_or_default()
}

/// The answer of `/metrics`: counts only, nothing of anybody.
pub fn answer() -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text()).into_response()
}

/// `/metrics` alone, for a listener of its own.
pub fn routes() -> Router {
    Router::new().route("/metrics", get(async || answer()))
}

/// Keeps the recorder small until `stop` is cancelled.
pub async fn fold(stop: CancellationToken) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(FOLD_EVERY) => {}
        }
        if let Some(recorder) = RECORDER.as_ref() {
            recorder.run_upkeep();
        }
    }
}

/// Counts a request under its route, never under its address, which may name a record.
pub async fn request(State(ctx): State<Context>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str).to_owned();
    let method = request.method().as_str().to_owned();
    let began = ctx.now();
    let response = next.run(request).await;
    let seconds = (ctx.now() - began).as_seconds_f64();
    let labels = [("method", method), ("route", route), ("status", response.status().as_u16().to_string())];
    counter!("http_requests_total", &labels).increment(1);
    histogram!("http_request_duration_seconds", &labels).record(seconds);
    response
}

/// Counts a job that has ended or is put off.
pub fn job(kind: &str, outcome: JobOutcome) {
    counter!("jobs_total", "kind" => kind.to_owned(), "outcome" => outcome.name()).increment(1);
}
