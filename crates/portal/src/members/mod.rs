//! Members of employer groups (`employees` on the wire): the list, one, making and saving one, their status, welcome
//! mails, and the roster as a file.

pub(crate) mod history;
mod http;
mod input;
pub mod jobs;
mod roster;
pub mod service;
mod status;
pub mod views;
pub mod welcome;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(with_csv(Action::ViewMembers, &columns::MEMBERS, routes!(http::search)))
        .routes(guard(Action::ViewMembers, routes!(http::find)))
        .routes(guard(Action::ViewMembers, routes!(http::family)))
        .routes(guard(Action::ViewMembers, routes!(http::neighbours)))
        .routes(guard(Action::EditMembers, routes!(http::create)))
        .routes(guard(Action::EditMembers, routes!(http::update)))
        .merge(status::routes())
        .merge(welcome::routes())
        .merge(roster::routes())
}
