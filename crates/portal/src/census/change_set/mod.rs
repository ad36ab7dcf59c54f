//! What a file would do to each member, before it is processed, and what it did afterwards (decisions C4).

mod http;
mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoint.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::ViewCensus, routes!(http::changes)))
}
