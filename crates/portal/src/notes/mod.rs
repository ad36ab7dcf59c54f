//! Notes on a group, and those among them that its header shows. Only administrators see them.

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
        .routes(guard(Action::ViewNotes, routes!(http::list)))
        .routes(guard(Action::ViewNotes, routes!(http::alerts)))
        .routes(guard(Action::ViewNotes, routes!(http::find)))
        .routes(guard(Action::EditNotes, routes!(http::create)))
        .routes(guard(Action::EditNotes, routes!(http::update)))
        .routes(guard(Action::EditNotes, routes!(http::delete)))
}
