//! Commission statements: made, listed, explained, compared and deleted; and the run of a month (rules.md#commissions-of-a-month).

mod csv;
mod files_http;
mod http;
pub(super) mod making;
mod making_http;
mod month;
mod running;
mod runs_http;
pub mod service;
mod views;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this folder.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(with_csv(Action::ViewStatements, &columns::STATEMENTS, routes!(http::search)))
        .routes(guard(Action::ViewStatements, routes!(http::payees)))
        .routes(guard(Action::ViewStatements, routes!(http::detail)))
        .routes(guard(Action::ViewStatements, routes!(files_http::one)))
        .routes(guard(Action::ViewStatements, routes!(files_http::pdf)))
        .routes(guard(Action::ViewCommissions, routes!(files_http::of_month)))
        .routes(guard(Action::ViewCommissions, routes!(http::of_snapshot)))
        .routes(guard(Action::ViewCommissions, routes!(http::why)))
        .routes(guard(Action::ViewCommissions, routes!(http::compare)))
        .routes(guard(Action::ViewCommissions, routes!(http::history)))
        .routes(guard(Action::EditCommissions, routes!(http::delete)))
        .routes(guard(Action::EditCommissions, routes!(http::bill)))
        .routes(guard(Action::EditCommissions, routes!(http::keep_bill)))
        .routes(guard(Action::EditCommissions, routes!(making_http::create)))
        .routes(guard(Action::EditCommissions, routes!(making_http::of_rule)))
        .routes(guard(Action::EditCommissions, routes!(making_http::of_snapshot)))
        .routes(guard(Action::ViewCommissions, routes!(runs_http::month)))
        .routes(guard(Action::EditCommissions, routes!(runs_http::statements)))
        .routes(guard(Action::EditCommissions, routes!(runs_http::bills)))
}
