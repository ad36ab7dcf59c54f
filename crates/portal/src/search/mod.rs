//! The search of everything (rules.md#global-search): what a typed text finds in the caller's scope, and the names of what was opened last.

mod http;
pub mod kinds;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::Search, routes!(http::search)))
        .routes(guard(Action::Search, routes!(http::opened)))
}
