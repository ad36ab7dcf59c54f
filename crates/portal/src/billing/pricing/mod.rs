//! What a group pays: pricing options (named rates) and pricing groups (coded sets of members that use them).
//!
//! Both lock the group's row before they decide, so that its default pricing group never points at an archived option and is
//! always exactly one (rules.md#pricing-groups, rules.md#pricing-fields, rules.md#guarded-by-the-schema).

pub mod groups;
pub mod options;

use utoipa_axum::router::OpenApiRouter;

use crate::context::Context;

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new().merge(groups::routes()).merge(options::routes())
}
