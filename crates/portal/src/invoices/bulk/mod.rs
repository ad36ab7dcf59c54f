//! Bulk actions on invoices: one confirmation, a job, and a result for each invoice (rules.md#bulk-actions).

mod http;
pub mod jobs;
mod one;
mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of bulk actions.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::EditBilling, routes!(http::start)))
        .routes(guard(Action::ViewBilling, routes!(http::detail)))
}
