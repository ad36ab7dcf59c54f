//! Welcome mails: who could get one, sending them by hand, and the one that goes with a new or reactivated member (rules.md#welcome-mails).

mod http;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this folder.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::EditMembers, routes!(http::eligible)))
        .routes(guard(Action::EditMembers, routes!(http::send)))
}
