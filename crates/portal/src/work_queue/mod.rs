//! The work queue of the start page (rules.md#work-queue): what waits for the caller, of each kind its number, its amount and the first items.

mod digest;
mod digest_http;
mod http;
pub mod jobs;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewWorkQueue, routes!(http::all)))
        .routes(guard(Action::ViewWorkQueue, routes!(http::of_kind)))
        .routes(guard(Action::UseOwnAccount, routes!(digest_http::find, digest_http::set)))
}
