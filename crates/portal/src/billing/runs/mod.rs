//! Billing runs: the snapshots of a month for all groups at once. Drafts first, then a person approves, then they are created and
//! invoiced, with an outcome for each plan; the automatic run does the same by itself (rules.md#generated-invoices).
//!
//! Each step is a job. What it has committed stays, whatever happens to it: a run that is taken up again goes on with the plans that
//! have no outcome yet, and one that is cancelled keeps what it has made.

mod automatic;
mod creating;
mod drafting;
mod http;
mod invoicing;
pub mod jobs;
mod opening;
mod service;
mod step;
mod taking_up;
mod views;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// Plans that are computed and written together.
const PLANS_A_BATCH: usize = 50;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(with_csv(Action::ViewBilling, &columns::RUNS, routes!(http::search)))
        .routes(guard(Action::ViewBilling, routes!(http::detail)))
        .merge(with_csv(Action::ViewBilling, &columns::RUN_ITEMS, routes!(http::items)))
        .merge(with_csv(Action::ViewBilling, &columns::NOT_INCLUDED, routes!(http::not_included)))
        .routes(guard(Action::EditBilling, routes!(http::start)))
        .routes(guard(Action::EditBilling, routes!(http::approve)))
        .routes(guard(Action::EditBilling, routes!(http::withdraw)))
        .routes(guard(Action::EditBilling, routes!(http::create)))
        .routes(guard(Action::EditBilling, routes!(http::cancel)))
}
