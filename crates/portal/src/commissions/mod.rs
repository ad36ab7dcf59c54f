//! Commissions: the rules that pay payees for what is billed, and the statements made by them.

pub mod bills;
pub mod rules;
pub mod statements;

use utoipa_axum::router::OpenApiRouter;

use crate::context::Context;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().merge(rules::routes()).merge(statements::routes())
}
