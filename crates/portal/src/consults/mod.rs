//! Consults of the patient platform: taken in from files, again and again without harm (rules.md#consults,
//! rules.md#commands).

mod batches;
mod http;
mod naming;
pub mod service;
mod upload;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::{guard, streamed};

/// Where files of consults are uploaded; the router gives these calls more time than others.
pub const UPLOAD_PATH: &str = "/api/v1/consults/import";

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().routes(guard(Action::ImportConsults, streamed(routes!(http::import))))
}
