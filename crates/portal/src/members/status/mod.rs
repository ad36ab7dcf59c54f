//! The status of a member as people change it: ended, begun again, or what is pending taken back
//! (rules.md#status-actions, rules.md#first-three-days, rules.md#status-history).

mod http;
mod service;
pub mod settling;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this folder.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::EditMembers, routes!(http::activate)))
        .routes(guard(Action::EditMembers, routes!(http::terminate)))
        .routes(guard(Action::EditMembers, routes!(http::undo)))
}
