//! Commission rules: which payee is paid how much on which plan lines, and what is adjusted by hand; for administrators.

mod adjustments;
mod adjustments_http;
mod erp_vendor;
mod http;
mod input;
pub mod plans;
mod plans_http;
pub mod rates;
mod rates_http;
pub mod service;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    let view = Action::ViewCommissions;
    let edit = Action::EditCommissions;
    OpenApiRouter::new()
        .merge(with_csv(view, &columns::RULES, routes!(http::rules)))
        .routes(guard(edit, routes!(http::create)))
        .routes(guard(view, routes!(http::find)))
        .routes(guard(edit, routes!(http::update)))
        .routes(guard(view, routes!(http::detailed)))
        .routes(guard(view, routes!(plans_http::of_rule)))
        .routes(guard(edit, routes!(plans_http::set)))
        .routes(guard(view, routes!(plans_http::of_broker)))
        // Before the path with an id, as `bulk` is none.
        .routes(guard(edit, routes!(rates_http::set_bulk)))
        .routes(guard(edit, routes!(rates_http::set)))
        .routes(guard(view, routes!(rates_http::history)))
        .routes(guard(view, routes!(adjustments_http::of_rule)))
        .routes(guard(edit, routes!(adjustments_http::add)))
        .routes(guard(edit, routes!(adjustments_http::delete)))
}
