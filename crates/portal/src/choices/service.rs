//! Lists that stand in the database.

use store::groups::services::Service;

use crate::context::Context;
use crate::error::Result;

/// All benefit services by name.
///
/// # Errors
/// When the database fails.
pub async fn benefit_services(ctx: &Context) -> Result<Vec<Service>> {
    Ok(store::groups::services::all(&ctx.store.read()).await?)
}
