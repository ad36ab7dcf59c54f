//! Commissions: the rules that pay payees for what is billed, and the statements made by them.

mod http;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewCommissions, routes!(http::rules)))
        .routes(guard(Action::EditCommissions, routes!(http::generate)))
}
