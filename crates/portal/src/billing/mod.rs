//! Billing: plans, pricing, snapshots.

pub mod plans;
pub mod pricing;
pub mod snapshots;

use utoipa_axum::router::OpenApiRouter;

use crate::context::Context;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().merge(plans::routes()).merge(pricing::routes()).merge(snapshots::routes())
}
