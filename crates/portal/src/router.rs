//! The one router of the program, the same in production and in tests.

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, Request};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa::openapi::path::Paths;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::auth::authenticate::authenticate;
use crate::context::Context;
use crate::error::Error;
use crate::http::request_id::NewRequestId;
use crate::http::{health, pages, security};

/// The largest JSON body; uploads set their own limit.
const BODY_LIMIT: usize = 2 * 1024 * 1024;
/// A call that takes longer is given up; long work runs as a job.
const TIME_LIMIT: Duration = Duration::from_secs(60);

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
        .merge(crate::auth::routes())
        .merge(crate::billing::routes())
        .merge(crate::brokers::routes())
        .merge(crate::census::routes())
        .merge(crate::choices::routes())
        .merge(crate::groups::routes())
        .merge(crate::invoices::routes())
        .merge(crate::members::routes());
    OpenApiRouter::with_openapi(Document::openapi()).nest("/api/v1", api)
}

/// The OpenAPI document, generated from the handlers.
pub fn api_document() -> utoipa::openapi::OpenApi {
    let (_, mut document) = areas().split_for_parts();
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    document.info.license = None;
    name_operations(&mut document.paths);
    let components = document.components.get_or_insert_default();
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("ledgerwell_session")));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("session", cookie);
    components.add_security_scheme("access_key", bearer);
    document
}

/// Names every operation after its method and path: handlers of different areas share names such as `search`, and the types
/// made for clients need a name of their own each.
fn name_operations(paths: &mut Paths) {
    for (path, item) in &mut paths.paths {
        let words: Vec<_> = path.split(['/', '{', '}', '-']).filter(|word| !word.is_empty()).skip(2).collect();
        let operations = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("delete", &mut item.delete),
            ("patch", &mut item.patch),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                operation.operation_id = Some(format!("{method}_{}", words.join("_")));
            }
        }
    }
}

/// The program's router over `ctx`.
pub fn router(ctx: Context) -> Router {
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
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, TIME_LIMIT));
    api.merge(health::routes()).fallback(pages::serve).layer(shared).with_state(ctx)
}

/// The log line of a request: no query string, since names may stand in it (decisions G21).
fn span<B>(request: &Request<B>) -> tracing::Span {
    let id = request.extensions().get::<tower_http::request_id::RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok()).unwrap_or_default();
    tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Error::Internal(anyhow::anyhow!("panic: {}", message.unwrap_or("without a message"))).into_response()
}
