//! The second factor: an authenticator app, and recovery codes for the day on which it is lost
//! (rules.md#second-factor).

mod checking;
mod http;
mod service;
mod totp;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

pub use checking::{Checked, check, forget_codes, throttle_code};
pub use service::{open_with_code, take_from};

/// The endpoints of this part.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::UseOwnAccount, routes!(http::begin, http::remove)))
        .routes(guard(Action::UseOwnAccount, routes!(http::confirm)))
        .routes(guard(Action::UseOwnAccount, routes!(http::new_recovery_codes)))
}
