//! Billing plans and their line items; for administrators.

mod erp_account;
mod http;
mod lines_http;
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
        .merge(with_csv(Action::ViewBilling, &columns::PLANS, routes!(http::search)))
        .routes(guard(Action::ViewBilling, routes!(http::find)))
        .routes(guard(Action::EditBilling, routes!(http::create)))
        .routes(guard(Action::EditBilling, routes!(http::update)))
        .routes(guard(Action::ViewBilling, routes!(http::billing_periods)))
        .routes(guard(Action::ViewPricingChoices, routes!(http::billing_codes)))
        .routes(guard(Action::ViewBilling, routes!(lines_http::list)))
        .routes(guard(Action::EditBilling, routes!(lines_http::create)))
        .routes(guard(Action::EditBilling, routes!(lines_http::update, lines_http::delete)))
}
