//! How a file was understood: shown to a person before anything comes of it (rules.md#reading-of-a-file).

mod http;
mod service;
mod views;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::ViewCensus, routes!(http::layout)))
}
