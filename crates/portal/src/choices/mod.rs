//! Lists that hold nothing of anybody: states, regions, roles, benefit services.

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
        .routes(guard(Action::ViewChoices, routes!(http::states)))
        .routes(guard(Action::ViewChoices, routes!(http::regions)))
        .routes(guard(Action::ViewChoices, routes!(http::roles)))
        .routes(guard(Action::ViewChoices, routes!(http::benefit_services)))
}
