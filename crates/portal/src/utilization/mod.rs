//! The utilization report of a group (rules.md#utilization-report), open to everybody who sees the group.

mod document;
mod http;
mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewReports, routes!(http::report)))
        .routes(guard(Action::ViewReports, routes!(http::months)))
}

/// The address that a browser goes to: the page's own and `/pdf` (rules.md#utilization-report).
pub fn navigation() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::ViewReports, routes!(http::pdf)))
}
