//! Users: the list, one, and saving one (rules.md#who-changes-users). Who may change what of whom stands in
//! `domain::users::rights`.

mod addresses;
mod history;
mod http;
pub mod service;
mod view;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(with_csv(Action::ViewUsers, &columns::USERS, routes!(http::search)))
        .routes(guard(Action::ViewUsers, routes!(http::find)))
        .routes(guard(Action::AddUsers, routes!(http::create)))
        .routes(guard(Action::EditUsers, routes!(http::update)))
        .routes(guard(Action::AddUsers, routes!(http::send_password_reset)))
        .routes(guard(Action::Public, routes!(http::confirm_address)))
        .routes(guard(Action::ResetSecondFactor, routes!(http::reset_second_factor)))
}
