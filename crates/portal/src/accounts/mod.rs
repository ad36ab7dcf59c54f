//! ERP accounts ("API services"), as selectors and lists show them. Administrators only; no secret is read here.
//! [`connection`] leads from an account to the system behind it.

pub mod connection;
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
        .routes(guard(Action::ViewAccounts, routes!(http::all)))
        .routes(guard(Action::ViewAccounts, routes!(http::search)))
}
