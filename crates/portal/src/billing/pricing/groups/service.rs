//! Use cases of pricing groups.

use domain::billing::pricing::{PricingGroupContext, PricingGroupDetails, PricingGroupForm};
use domain::{GroupId, Invalid, Page, PageRequest, PricingGroupId};
use serde_json::{Value, json};
use store::pricing::groups::{self, CODE_TAKEN, PricingGroup};
use store::pricing::options;
use store::{Stamp, Tx};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// All pricing groups of a group by name.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn all(ctx: &Context, who: &CallerOrigin, group: GroupId) -> Result<Vec<PricingGroup>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    Ok(groups::all(&db, who.scope(), group).await?)
}

/// A page of a group's pricing groups.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    request: &PageRequest,
) -> Result<Page<PricingGroup>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    Ok(groups::search(&db, who.scope(), group, request).await?)
}

/// One pricing group of a group.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, group: GroupId, id: PricingGroupId) -> Result<PricingGroup> {
    Ok(groups::find(&ctx.store.read(), who.scope(), group, id).await?)
}

/// Makes a pricing group; the first of a group becomes its default.
///
/// # Errors
/// Wrong fields; a code that is taken in the group.
pub async fn create(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    form: &PricingGroupForm,
) -> Result<PricingGroup> {
    let tx = ctx.store.begin().await?;
    store::groups::require(&tx, who.scope(), group).await?;
    store::groups::lock(&tx, group).await?;
    let stamp = who.stamp(ctx);
    let details = check(&tx, group, form, None).await?;
    make_way(&tx, group, &details, false, stamp).await?;
    let id = groups::insert(&tx, group, &details, stamp).await.map_err(taken)?;
    let made = groups::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "pricing_group.create", "pricing_group").on(id).in_group(group);
    tx.commit(entry.with_change(&json!({}), &recorded(&made.details))).await?;
    Ok(made)
}

/// Saves a pricing group. `form` makes what was posted into a form, given the pricing group as it is. A save that changes nothing writes
/// nothing.
///
/// # Errors
/// Wrong fields, among them taking the default away; a code that is taken in the group; a stale version.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, PricingGroupId),
    version: Option<i32>,
    form: impl FnOnce(&PricingGroupDetails) -> PricingGroupForm,
) -> Result<PricingGroup> {
    let tx = ctx.store.begin().await?;
    let stamp = who.stamp(ctx);
    let before = groups::for_changing(&tx, who.scope(), group, id, version).await?;
    let details = check(&tx, group, &form(&before.details), Some(&before)).await?;
    if details == before.details {
        return Ok(before);
    }
    make_way(&tx, group, &details, before.details.is_default, stamp).await?;
    groups::update(&tx, id, version, &details, stamp).await.map_err(taken)?;
    let after = groups::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "pricing_group.update", "pricing_group").on(id).in_group(group);
    tx.commit(entry.with_change(&recorded(&before.details), &recorded(&after.details))).await?;
    Ok(after)
}

async fn check(
    tx: &Tx,
    group: GroupId,
    form: &PricingGroupForm,
    stored: Option<&PricingGroup>,
) -> Result<PricingGroupDetails> {
    let context = PricingGroupContext {
        options: &options::ids(tx, group, false).await?,
        // An archived option may stay, but not become the default's.
        stored_option: stored.filter(|_| !form.is_default).map(|stored| stored.details.pricing_option),
        is_default: stored.is_some_and(|stored| stored.details.is_default),
        has_default: groups::default_of(tx, group).await?.is_some(),
    };
    Ok(form.check(context)?)
}

/// A new default takes the place of the one there is, in the same transaction (rules.md#pricing-groups).
async fn make_way(
    tx: &Tx,
    group: GroupId,
    details: &PricingGroupDetails,
    was_default: bool,
    stamp: Stamp,
) -> Result<()> {
    if details.is_default && !was_default {
        groups::clear_default(tx, group, stamp).await?;
    }
    Ok(())
}

fn taken(error: store::Error) -> Error {
    if error.is_refused_by(CODE_TAKEN) {
        return Invalid::field("Code", "Another pricing group of this group has this code.").into();
    }
    error.into()
}

/// What the audit keeps of a pricing group.
fn recorded(group: &PricingGroupDetails) -> Value {
    json!({
        "Name": group.name,
        "Code": group.code,
        "PricingOptionId": group.pricing_option,
        "IsDefault": group.is_default,
        "EnableImplicitDependentPricing": group.implicit_dependent_pricing,
        "PrimaryMatchSuccessThreshold": group.primary_match_threshold,
        "DependentMatchSuccessThreshold": group.dependent_match_threshold,
    })
}
