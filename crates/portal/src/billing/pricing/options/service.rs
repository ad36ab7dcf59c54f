//! Use cases of pricing options.

use domain::billing::pricing::{OptionDetails, OptionForm, StoredOption};
use domain::{GroupId, Page, PageRequest, PricingOptionId};
use serde_json::{Value, json};
use store::pricing::options::{self, PricingOption};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A page of a group's options.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    archived: bool,
    request: &PageRequest,
) -> Result<Page<PricingOption>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    Ok(options::search(&db, who.scope(), group, archived, request).await?)
}

/// One option of a group.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when it is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, group: GroupId, id: PricingOptionId) -> Result<PricingOption> {
    Ok(options::find(&ctx.store.read(), who.scope(), group, id).await?)
}

/// Makes an option.
///
/// # Errors
/// Wrong fields.
pub async fn create(ctx: &Context, who: &CallerOrigin, group: GroupId, form: &OptionForm) -> Result<PricingOption> {
    let tx = ctx.store.begin().await?;
    store::groups::require(&tx, who.scope(), group).await?;
    let details = form.check(None)?;
    let id = options::insert(&tx, group, &details, who.stamp(ctx)).await?;
    let option = options::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "pricing_option.create", "pricing_option").on(id).in_group(group);
    tx.commit(entry.with_change(&json!({}), &recorded(&option.details))).await?;
    Ok(option)
}

/// Saves an option. `form` makes what was posted into a form, given the option as it is. A save that changes nothing writes nothing.
///
/// # Errors
/// Wrong fields, among them a rate that was billed and archiving what the default pricing group uses; a stale version.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, PricingOptionId),
    version: Option<i32>,
    form: impl FnOnce(&OptionDetails) -> OptionForm,
) -> Result<PricingOption> {
    let tx = ctx.store.begin().await?;
    let before = options::for_changing(&tx, who.scope(), group, id, version).await?;
    let stored = StoredOption { rate: before.details.rate, is_billed: before.is_billed, is_default: before.is_default };
    let details = form(&before.details).check(Some(stored))?;
    if details == before.details {
        return Ok(before);
    }
    options::update(&tx, id, version, &details, who.stamp(ctx)).await?;
    let after = options::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "pricing_option.update", "pricing_option").on(id).in_group(group);
    tx.commit(entry.with_change(&recorded(&before.details), &recorded(&after.details))).await?;
    Ok(after)
}

/// What the audit keeps of an option.
fn recorded(option: &OptionDetails) -> Value {
    json!({ "Name": option.name, "Rate": option.rate.decimal(), "IsArchived": option.is_archived })
}
