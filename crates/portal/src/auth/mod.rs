//! Signing in and one's own account: sessions, passwords, access keys (rules.md#sign-in-calls, rules.md#access-keys).

pub mod authenticate;
mod callers;
mod confirming;
mod cookie;
mod http;
mod impersonation;
pub mod jobs;
mod keys;
pub mod links;
pub mod passwords;
pub mod second_factor;
pub(crate) mod secrets;
pub mod service;
mod sources;
mod view;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::Public, routes!(http::login)))
        .routes(guard(Action::Public, routes!(http::forgot_password)))
        .routes(guard(Action::Public, routes!(http::reset_password)))
        .routes(guard(Action::UseOwnAccount, routes!(http::logout)))
        .routes(guard(Action::UseOwnAccount, routes!(http::me)))
        .routes(guard(Action::UseOwnAccount, routes!(http::change_password)))
        .routes(guard(Action::UseOwnAccount, routes!(http::confirm)))
        .routes(guard(Action::UseOwnAccount, routes!(http::sessions, http::end_sessions)))
        .routes(guard(Action::UseOwnAccount, routes!(http::end_session)))
        .routes(guard(Action::UseOwnAccount, routes!(http::keys, http::create_key)))
        .routes(guard(Action::UseOwnAccount, routes!(http::revoke_key)))
        .merge(impersonation::routes())
        .merge(second_factor::routes())
}

/// The addresses of this area that a browser goes to, outside the API.
pub fn navigation() -> OpenApiRouter<Context> {
    impersonation::navigation()
}
