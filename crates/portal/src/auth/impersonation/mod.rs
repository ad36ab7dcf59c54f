//! Acting as somebody else (rules.md#impersonation): a session of its own beside the administrator's, which is put aside and given back.
//!
//! The administrator's token is kept nowhere meanwhile: the row of the new session names the row of the one put aside, and stopping
//! gives that one a new token.

mod http;
mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

pub use service::current;

/// The endpoints under `/api/v1`.
pub fn routes() -> OpenApiRouter<Context> {
    // Who is past the half hour is nobody any more and still gets his own session back: by the token of the session, not by rights.
    OpenApiRouter::new().routes(guard(Action::Public, routes!(http::stop)))
}

/// The address that a browser goes to.
pub fn navigation() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::Impersonate, routes!(http::start)))
}
