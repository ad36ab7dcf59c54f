//! Settings that administrators change while the program runs.

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
        .routes(guard(Action::ViewSecurity, routes!(http::security)))
        .routes(guard(Action::EditSecurity, routes!(http::save_security)))
        .routes(guard(Action::ViewBilling, routes!(http::billing)))
        .routes(guard(Action::EditBilling, routes!(http::save_billing)))
}
