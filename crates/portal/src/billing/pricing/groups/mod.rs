//! Pricing groups; for administrators, but for the list that the member editor of every role needs (rules.md#scope).

mod http;
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
        .routes(guard(Action::ViewPricingChoices, routes!(http::choices)))
        .merge(with_csv(Action::ViewBilling, &columns::PRICING_GROUPS, routes!(http::search)))
        .routes(guard(Action::ViewBilling, routes!(http::find)))
        .routes(guard(Action::EditBilling, routes!(http::create)))
        .routes(guard(Action::EditBilling, routes!(http::update)))
}
