//! Use cases of settings.

use domain::Invalid;
use domain::access::Role;
use domain::users::second_factor::read_roles;
use serde_json::{Value, json};
use store::settings::Security;

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What is asked of those who sign in.
///
/// # Errors
/// When the database fails.
pub async fn security(ctx: &Context) -> Result<Security> {
    Ok(store::settings::security(&ctx.store.read()).await?)
}

/// Saves which roles need a second factor; counts from the next call of each of their users.
///
/// # Errors
/// No list, a number that is no role, a stale version.
pub async fn save_security(
    ctx: &Context,
    who: &CallerOrigin,
    version: Option<i32>,
    roles: Option<&[i64]>,
) -> Result<Security> {
    who.refuse_impersonated()?;
    let given = roles.ok_or_else(|| Invalid::field("SecondFactorRoleIds", "SecondFactorRoleIds is required."))?;
    let roles = read_roles(given)?;
    let tx = ctx.store.begin().await?;
    let before = store::settings::security(&tx).await?;
    let after = store::settings::save_security(&tx, version, &roles, who.stamp(ctx)).await?;
    let entry = who.entry(ctx, "security.update", "setting");
    tx.commit(entry.with_change(&recorded(&before), &recorded(&after))).await?;
    Ok(after)
}

fn recorded(security: &Security) -> Value {
    let roles: Vec<_> = security.second_factor_roles.iter().map(|role| Role::number(*role)).collect();
    json!({ "SecondFactorRoleIds": roles })
}
