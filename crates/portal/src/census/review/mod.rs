//! Rows beside the members they may be: what speaks for each, and who is not whom. What a person denies is remembered for the group's
//! next files.

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
    OpenApiRouter::new()
        .routes(guard(Action::ViewCensus, routes!(http::review)))
        .routes(guard(Action::EditCensus, routes!(http::not_same)))
}
