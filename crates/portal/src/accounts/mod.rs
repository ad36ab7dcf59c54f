//! ERP accounts ("API services"): the accounts, their configurations and their OAuth tokens. Administrators only. Secrets are stored
//! sealed, stand in no list, and are read by calls of their own, which the audit records.
//! [`connection`] leads from an account to the system behind it.

mod configurations;
mod configurations_http;
pub mod connection;
mod doctor;
mod doctor_http;
mod expiry;
mod http;
mod input;
mod refreshing;
pub mod sandbox;
pub mod service;
pub mod systems;
mod token_store;
mod tokens;
mod tokens_http;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewAccounts, routes!(http::all)))
        .merge(with_csv(Action::ViewAccounts, &columns::ACCOUNTS, routes!(http::search)))
        .routes(guard(Action::ViewAccounts, routes!(http::types)))
        .routes(guard(Action::ViewAccounts, routes!(http::find)))
        .routes(guard(Action::EditAccounts, routes!(http::create)))
        .routes(guard(Action::EditAccounts, routes!(http::update)))
        .routes(guard(Action::EditAccounts, routes!(doctor_http::refresh)))
        .routes(guard(Action::EditAccounts, routes!(doctor_http::test)))
        .routes(guard(Action::EditAccounts, routes!(configurations_http::create_quickbooks)))
        .routes(guard(Action::EditAccounts, routes!(configurations_http::update_quickbooks)))
        .routes(guard(Action::ReadSecrets, routes!(configurations_http::quickbooks_secret)))
        .routes(guard(Action::EditAccounts, routes!(configurations_http::create_netsuite)))
        .routes(guard(Action::EditAccounts, routes!(configurations_http::update_netsuite)))
        .routes(guard(Action::ReadSecrets, routes!(configurations_http::netsuite_secret)))
        .merge(with_csv(Action::ViewAccounts, &columns::TOKENS, routes!(tokens_http::search)))
        .routes(guard(Action::ReadSecrets, routes!(tokens_http::find)))
        .routes(guard(Action::EditAccounts, routes!(tokens_http::create)))
        .routes(guard(Action::EditAccounts, routes!(tokens_http::update)))
}
