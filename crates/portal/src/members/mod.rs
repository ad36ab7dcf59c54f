//! Members of employer groups (`employees` on the wire): the list, one, making and saving one, and their status.

mod history;
mod http;
mod input;
pub mod service;
mod status;
pub mod views;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewMembers, routes!(http::search)))
        .routes(guard(Action::ViewMembers, routes!(http::find)))
        .routes(guard(Action::EditMembers, routes!(http::create)))
        .routes(guard(Action::EditMembers, routes!(http::update)))
        .merge(status::routes())
}
