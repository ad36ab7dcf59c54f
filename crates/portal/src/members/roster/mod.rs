//! The member census: the roster of a group on a day, as a file (rules.md#roster-download).

mod file;
mod http;
mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this folder.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::ViewMembers, routes!(http::download)))
}
