//! What an accounting system knows: customers, vendors and payment terms, to choose from; and how records stand there. Administrators only.

pub mod calls;
pub mod failures;
pub mod history;
mod http;
pub mod ours;
pub mod service;
pub mod states;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewAccounts, routes!(http::customers)))
        .routes(guard(Action::EditBilling, routes!(http::create_customer)))
        .routes(guard(Action::ViewAccounts, routes!(http::vendors)))
        .routes(guard(Action::ViewAccounts, routes!(http::terms)))
}
