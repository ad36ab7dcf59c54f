//! What all lists share: the views that users save by name (rules.md#saved-views), and a list as a file (rules.md#list-as-csv).

pub mod csv;
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
        .routes(guard(Action::UseOwnAccount, routes!(http::list)))
        .routes(guard(Action::UseOwnAccount, routes!(http::create)))
        .routes(guard(Action::UseOwnAccount, routes!(http::update)))
        .routes(guard(Action::UseOwnAccount, routes!(http::delete)))
}
