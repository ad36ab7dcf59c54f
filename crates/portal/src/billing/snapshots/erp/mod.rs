//! Snapshots in the accounting system: created there as an invoice once, updated, and asked how much of it is paid (rules.md#credit-memo,
//! rules.md#changing-calls-by-get, rules.md#invoice-numbers, rules.md#payment-status, rules.md#erp-accounts).
//!
//! What is wished for is written before it is sent; while a call is on its way no transaction is open. A call whose outcome is not known is
//! looked up before anything is sent again.

pub mod ageing;
mod arriving;
mod comparing;
mod copying;
mod creating;
mod crediting;
mod http;
mod invoice_call;
pub mod jobs;
mod keeping;
mod leaving;
pub mod many;
mod order;
pub mod service;
mod settling;
pub mod states;
pub mod sweeping;
mod syncing;
mod updating;
mod words;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::EditBilling, routes!(http::create_invoice)))
        .routes(guard(Action::EditBilling, routes!(http::update_invoice)))
        .routes(guard(Action::EditBilling, routes!(http::sync_line_items)))
        .routes(guard(Action::EditBilling, routes!(http::differences)))
        .routes(guard(Action::EditBilling, routes!(http::keep)))
        .routes(guard(Action::EditBilling, routes!(http::settle_mail)))
        .routes(guard(Action::ViewBilling, routes!(http::history)))
        .routes(guard(Action::ViewBilling, routes!(http::failed_reads)))
        .routes(guard(Action::EditBilling, routes!(http::sync_status, http::get_status)))
        .routes(guard(Action::EditBilling, routes!(http::get_status_of_plan)))
        .routes(guard(Action::EditBilling, routes!(http::regenerate)))
}
