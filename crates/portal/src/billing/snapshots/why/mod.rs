//! "Why this amount?": a snapshot beside the plan's snapshot before it, and who stands behind each difference (beyond 4).
//!
//! Snapshots are frozen, so an answer stays the same until one of the two is regenerated. Members come in pages; who had a consult is
//! never said.

mod bills;
mod export;
mod former;
mod http;
mod rows;
mod service;
mod views;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewBilling, routes!(http::why)))
        .routes(guard(Action::ViewBilling, routes!(http::members)))
        .routes(guard(Action::ViewBilling, routes!(http::export)))
}
