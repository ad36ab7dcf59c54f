//! Brokers: who brings groups, and decides some of their settings. A broker administrator sees its own
//! broker; only administrators change any.

mod belonging;
mod history;
mod http;
mod input;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewBrokers, routes!(http::names)))
        .merge(with_csv(Action::ViewBrokers, &columns::BROKERS, routes!(http::search)))
        .routes(guard(Action::ViewBrokers, routes!(http::find)))
        .routes(guard(Action::ViewBrokers, routes!(http::groups)))
        .routes(guard(Action::ViewBrokers, routes!(http::users)))
        .routes(guard(Action::EditBrokers, routes!(http::create)))
        .routes(guard(Action::EditBrokers, routes!(http::update)))
        .routes(guard(Action::ViewChoices, routes!(http::period_days)))
}
