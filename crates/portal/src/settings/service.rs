//! Use cases of settings.

use chrono::Days;
use domain::Invalid;
use domain::access::Role;
use domain::users::second_factor::read_roles;
use serde_json::{Value, json};
use store::settings::{Billing, Security};

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
/// No list, a number that is no role, a stale version; without a confirmation of the last ten minutes.
pub async fn save_security(
    ctx: &Context,
    who: &CallerOrigin,
    version: Option<i32>,
    roles: Option<&[i64]>,
) -> Result<Security> {
    who.refuse_impersonated()?;
    let given = roles.ok_or_else(|| Invalid::field("SecondFactorRoleIds", "Second Factor Roles is required."))?;
    let roles = read_roles(given)?;
    who.require_confirmed(ctx)?;
    let tx = ctx.store.begin().await?;
    let before = store::settings::security(&tx).await?;
    let after = store::settings::save_security(&tx, version, &roles, who.stamp(ctx)).await?;
    let entry = who.entry(ctx, "security.update", "setting");
    tx.commit(entry.with_change(&recorded(&before), &recorded(&after))).await?;
    Ok(after)
}

/// How months are billed.
///
/// # Errors
/// When the database fails.
pub async fn billing(ctx: &Context) -> Result<Billing> {
    Ok(store::settings::billing(&ctx.store.read()).await?)
}

/// Saves whether months are billed by themselves (rules.md#automatic-billing), beginning with periods that end today.
///
/// # Errors
/// No answer, a stale version.
pub async fn save_billing(
    ctx: &Context,
    who: &CallerOrigin,
    version: Option<i32>,
    automatic_run: Option<bool>,
) -> Result<Billing> {
    let wanted = automatic_run.ok_or_else(|| Invalid::field("AutomaticRun", "Automatic Run is required."))?;
    let tx = ctx.store.begin().await?;
    let before = store::settings::lock_billing(&tx).await?;
    let yesterday = ctx.today() - Days::new(1);
    let after = store::settings::save_billing(&tx, version, wanted, yesterday, who.stamp(ctx)).await?;
    let told = |billing: &Billing| json!({ "AutomaticRun": billing.automatic_run });
    let entry = who.entry(ctx, "billing_settings.update", "setting");
    tx.commit(entry.with_change(&told(&before), &told(&after))).await?;
    Ok(after)
}

fn recorded(security: &Security) -> Value {
    let roles: Vec<_> = security.second_factor_roles.iter().map(|role| Role::number(*role)).collect();
    json!({ "SecondFactorRoleIds": roles })
}
