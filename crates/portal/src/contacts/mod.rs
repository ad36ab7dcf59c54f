//! Contacts of a group. Only administrators see them.

mod history;
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
        .routes(guard(Action::ViewContacts, routes!(http::list)))
        .routes(guard(Action::ViewContacts, routes!(http::find)))
        .routes(guard(Action::EditContacts, routes!(http::create)))
        .routes(guard(Action::EditContacts, routes!(http::update)))
}
