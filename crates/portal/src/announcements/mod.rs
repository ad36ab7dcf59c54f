//! Announcements, and who has put them away (rules.md#recent-updates).

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
        .routes(guard(Action::UseOwnAccount, routes!(http::is_acknowledged)))
        .routes(guard(Action::UseOwnAccount, routes!(http::acknowledge)))
}
