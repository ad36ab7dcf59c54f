//! The one router of the program, the same in production and in tests.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, Method, Request};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::auth::authenticate::authenticate;
use crate::context::Context;
use crate::error::Error;
use crate::http::request_id::NewRequestId;
use crate::http::{health, pages, security};
use crate::metering;

/// The largest JSON body; uploads set their own limit.
const BODY_LIMIT: usize = 2 * 1024 * 1024;
/// A call that takes longer is given up; long work runs as a job.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// An upload may take longer: the largest census file over a line of half a megabit a second (docs/operations.md).
const UPLOAD_TIME_LIMIT: Duration = Duration::from_secs(30 * 60);

/// Where files are uploaded.
const UPLOADS: [&str; 2] = [crate::census::UPLOAD_PATH, crate::consults::UPLOAD_PATH];

/// What the OpenAPI document says of the whole.
#[derive(OpenApi)]
#[openapi(info(
    title = "Ledgerwell",
    description = "Every answer is an envelope with IsValid, Errors, FirstErrorMessage and Value. Sign in with the session cookie \
                   or with an access key as bearer token. Each operation names its action as x-action."
))]
struct Document;

/// All areas.
fn areas() -> OpenApiRouter<Context> {
    let api = OpenApiRouter::new()
        .merge(crate::accounts::routes())
        .merge(crate::announcements::routes())
        .merge(crate::audit::routes())
        .merge(crate::auth::routes())
        .merge(crate::billing::routes())
        .merge(crate::brokers::routes())
        .merge(crate::census::routes())
        .merge(crate::choices::routes())
        .merge(crate::commissions::routes())
        .merge(crate::consults::routes())
        .merge(crate::contacts::routes())
        .merge(crate::erp::routes())
        .merge(crate::groups::routes())
        .merge(crate::invoices::routes())
        .merge(crate::lists::routes())
        .merge(crate::members::routes())
        .merge(crate::notes::routes())
        .merge(crate::search::routes())
        .merge(crate::settings::routes())
        .merge(crate::users::routes())
        .merge(crate::utilization::routes())
        .merge(crate::work_queue::routes());
    let pages = crate::auth::navigation().merge(crate::utilization::navigation());
    OpenApiRouter::with_openapi(Document::openapi()).nest("/api/v1", api).merge(pages)
}

/// The OpenAPI document, generated from the handlers.
pub fn api_document() -> utoipa::openapi::OpenApi {
    let (_, document) = areas().split_for_parts();
    crate::api_document::complete(document)
}

/// The program's router over `ctx`.
pub fn router(ctx: Context) -> Router {
    metering::start();
    let (api, _) = areas().split_for_parts();
    let request_id = HeaderName::from_static("x-request-id");
    let api = api
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn_with_state(ctx.clone(), authenticate))
        .method_not_allowed_fallback(async || Error::MethodNotAllowed);
    let shared = ServiceBuilder::new()
        .layer(SetRequestIdLayer::new(request_id.clone(), NewRequestId::new(ctx.clone())))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(PropagateRequestIdLayer::new(request_id))
        .layer(from_fn(security::harden))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(ctx.clone(), metering::request))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(in_time));
    api.merge(health::routes()).fallback(pages::serve).layer(shared).with_state(ctx)
}

/// Gives a call up that takes too long. What it has not committed did not happen.
async fn in_time(request: Request<Body>, next: Next) -> Response {
    let limit = time_limit(request.method(), request.uri().path());
    within(limit, next.run(request)).await
}

async fn within(limit: Duration, answer: impl Future<Output = Response>) -> Response {
    tokio::time::timeout(limit, answer).await.unwrap_or_else(|_| Error::TooSlow.into_response())
}

fn time_limit(method: &Method, path: &str) -> Duration {
    if *method == Method::POST && UPLOADS.contains(&path) { UPLOAD_TIME_LIMIT } else { TIME_LIMIT }
}

/// The log line of a request: no query string, since names may stand in it (rules.md#personal-data-in-logs).
fn span<B>(request: &Request<B>) -> tracing::Span {
    let id = request.extensions().get::<tower_http::request_id::RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok()).unwrap_or_default();
    tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Error::Internal(anyhow::anyhow!("panic: {}", message.unwrap_or("without a message"))).into_response()
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn only_uploads_may_take_long() {
        for (method, path, limit) in [
            (Method::POST, crate::census::UPLOAD_PATH, UPLOAD_TIME_LIMIT),
            (Method::POST, crate::consults::UPLOAD_PATH, UPLOAD_TIME_LIMIT),
            (Method::GET, crate::census::UPLOAD_PATH, TIME_LIMIT),
            (Method::POST, "/api/v1/census/files/process", TIME_LIMIT),
            (Method::POST, "/api/v1/brokers", TIME_LIMIT),
        ] {
            assert_eq!(time_limit(&method, path), limit, "{method} {path}");
        }
    }

    #[tokio::test]
    async fn what_takes_too_long_is_given_up() {
        let answer = within(Duration::ZERO, std::future::pending()).await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        let answer = within(TIME_LIMIT, async { StatusCode::OK.into_response() }).await;
        assert_eq!(answer.status(), StatusCode::OK);
    }
}
