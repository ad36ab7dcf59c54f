//! Commission rules: which payee is paid how much on which plan lines; for administrators.

mod http;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::ViewCommissions, routes!(http::rules)))
}
