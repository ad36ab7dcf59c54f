//! Commissions: the rules that pay payees for what is billed, and the statements made by them.

mod http;
pub mod rules;
pub mod service;
mod statements_http;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(rules::routes())
        .routes(guard(Action::EditCommissions, routes!(http::generate)))
        .routes(guard(Action::ViewCommissions, routes!(statements_http::of_snapshot)))
        .routes(guard(Action::EditCommissions, routes!(statements_http::delete)))
}
