//! Billing snapshots: made, regenerated and deleted by administrators; seen by customers as invoices.

pub mod batch;
mod consults;
pub mod coverage;
pub mod erp;
mod filter;
mod ground;
mod http;
mod listing;
mod members;
pub mod service;
mod taken_back;
mod views;
mod why;

pub use consults::{ConsultData, consults_of_line};
pub use filter::BilledHow;
pub use ground::{Form, Ground, next_of_group};
pub use listing::listed_lines;
pub use members::{MembersUpTo, members_of_line};
pub use taken_back::TakenBack;
pub use views::{EmployeeData, SnapshotLineView, line_view, line_views};

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(erp::routes())
        .merge(with_csv(Action::ViewBilling, &columns::SNAPSHOTS, routes!(http::search)))
        .routes(guard(Action::ViewBilling, routes!(http::detail)))
        .routes(guard(Action::ViewBilling, routes!(members::members)))
        .routes(guard(Action::ViewBilling, routes!(consults::consults)))
        .routes(guard(Action::ViewBilling, routes!(http::of_plan)))
        .routes(guard(Action::EditBilling, routes!(http::create)))
        .routes(guard(Action::EditBilling, routes!(http::regenerate)))
        .routes(guard(Action::EditBilling, routes!(http::delete)))
        .merge(why::routes())
}
