//! Invoices: snapshots as customers see them. Others than administrators see those of groups with invoice access (rules.md#invoice-access).

mod archive;
pub mod bulk;
mod document;
mod earlier;
mod http;
mod members;
mod of_member;
pub mod service;
mod sums;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

pub use document::sender;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(with_csv(Action::ViewInvoices, &columns::INVOICES, routes!(http::search)))
        .routes(guard(Action::ViewInvoices, routes!(http::archive)))
        .routes(guard(Action::ViewInvoices, routes!(sums::sums)))
        .routes(guard(Action::ViewInvoices, routes!(http::detail)))
        .routes(guard(Action::ViewInvoices, routes!(members::members)))
        .routes(guard(Action::ViewInvoices, routes!(of_member::bills)))
        .routes(guard(Action::ViewInvoices, routes!(members::consults)))
        .routes(guard(Action::ViewInvoices, routes!(http::pdf)))
        .routes(guard(Action::EditBilling, routes!(http::mark_commission)))
        .merge(bulk::routes())
}
