//! Use cases of contacts.

use domain::contacts::{ContactDetails, ContactForm};
use domain::{ContactId, GroupId};
use serde_json::json;
use store::contacts::{self, Contact};

use super::history::recorded;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// All contacts of a group, active ones first.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope.
pub async fn list(ctx: &Context, who: &CallerOrigin, group: GroupId) -> Result<Vec<Contact>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    Ok(contacts::of_group(&db, who.scope(), group).await?)
}

/// One contact of a group.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope or has no such contact.
pub async fn find(ctx: &Context, who: &CallerOrigin, group: GroupId, id: ContactId) -> Result<Contact> {
    Ok(contacts::find(&ctx.store.read(), who.scope(), group, id).await?)
}

/// Makes a contact.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope; wrong fields.
pub async fn create(ctx: &Context, who: &CallerOrigin, group: GroupId, form: &ContactForm) -> Result<Contact> {
    let tx = ctx.store.begin().await?;
    store::groups::require(&tx, who.scope(), group).await?;
    let details = form.check()?;
    let id = contacts::insert(&tx, group, &details, who.stamp(ctx)).await?;
    let contact = contacts::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "contact.create", "contact").on(id).in_group(group);
    tx.commit(entry.with_change(&json!({}), &recorded(&contact.details))).await?;
    Ok(contact)
}

/// Saves a contact. `form` makes what was posted into a form, given the contact as it is. A save that changes nothing writes nothing.
///
/// # Errors
/// As [`find`]; wrong fields; a stale version.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, ContactId),
    version: Option<i32>,
    form: impl FnOnce(&ContactDetails) -> ContactForm,
) -> Result<Contact> {
    let tx = ctx.store.begin().await?;
    let before = contacts::for_changing(&tx, who.scope(), group, id, version).await?;
    let details = form(&before.details).check()?;
    if details == before.details {
        return Ok(before);
    }
    contacts::update(&tx, id, version, &details, who.stamp(ctx)).await?;
    let after = contacts::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "contact.update", "contact").on(id).in_group(group);
    tx.commit(entry.with_change(&recorded(&before.details), &recorded(&after.details))).await?;
    Ok(after)
}
