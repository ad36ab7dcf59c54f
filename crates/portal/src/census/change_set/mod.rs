//! What a file would do to each member, before it is processed, and what it did afterwards (rules.md#change-set).

mod effect;
mod effect_http;
mod export;
mod http;
mod keeping;
mod primaries;
mod result_http;
mod service;

pub(super) use effect::keep_foreseen;
pub(super) use keeping::count_anew;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewCensus, routes!(http::changes)))
        .routes(guard(Action::ViewCensus, routes!(http::export)))
        .routes(guard(Action::ViewInvoices, routes!(effect_http::bill_effect)))
        .routes(guard(Action::ViewCensus, routes!(result_http::result)))
        .routes(guard(Action::EditCensus, routes!(keeping::keep_absent)))
}
