//! The fix grid: what is wrong with the rows of a file by kind, many rows corrected at once, and the rows that failed as a file.

mod failures;
mod ground;
mod http;
mod listing;
mod same_person;
mod service;
mod setting_aside;
mod views;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewCensus, routes!(http::findings)))
        .routes(guard(Action::ViewCensus, routes!(http::finding_records)))
        .routes(guard(Action::EditCensus, routes!(http::fix_records)))
        .routes(guard(Action::EditCensus, routes!(http::replace_value)))
        .routes(guard(Action::EditCensus, routes!(http::skip_records)))
        .routes(guard(Action::ViewCensus, routes!(http::failures)))
        .routes(guard(Action::ViewCensus, routes!(http::same_people)))
        .routes(guard(Action::EditCensus, routes!(http::choose_row)))
}
