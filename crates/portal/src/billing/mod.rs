//! Billing: plans, pricing, snapshots, and the runs that make many of them.

pub mod agent;
pub mod plans;
pub mod pricing;
pub mod runs;
pub mod snapshots;

use utoipa_axum::router::OpenApiRouter;

use crate::context::Context;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(plans::routes())
        .merge(pricing::routes())
        .merge(runs::routes())
        .merge(snapshots::routes())
}
