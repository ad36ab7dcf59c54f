//! The audit trail as a list, and as the history of a record (rules.md#audit-trail). Only administrators see it.

mod http;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    with_csv(Action::ViewAudit, &columns::AUDIT, routes!(http::search))
}
