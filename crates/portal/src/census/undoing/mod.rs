//! Undoing a processed file: what it would come to, asking for it, and the job that does it (`domain::census::undo`).

mod chunk;
mod http;
pub mod jobs;
mod run;
mod service;

pub(super) use service::until;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::AdministerCensus, routes!(http::preview)))
        .routes(guard(Action::AdministerCensus, routes!(http::members)))
        .routes(guard(Action::AdministerCensus, routes!(http::undo)))
}
