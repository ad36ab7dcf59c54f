//! Use cases of saved views. While an administrator acts as a user, the user's views are seen and stay as they are.

use domain::lists::saved_views::{MOST_OF_A_LIST, NAME_TAKEN, SavedView, SavedViewForm, TOO_MANY};
use domain::{Invalid, SavedViewId};
use serde_json::{Value, json};
use store::lists::saved_views::{self, StoredView};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// All views of the caller, by list and name.
///
/// # Errors
/// When the database does not answer.
pub async fn list(ctx: &Context, who: &CallerOrigin) -> Result<Vec<StoredView>> {
    Ok(saved_views::of_user(&ctx.store.read(), who.user).await?)
}

/// Saves a view.
///
/// # Errors
/// [`Error::Forbidden`] while acting as somebody; wrong fields, a name that is taken, and one view more than there may be.
pub async fn create(ctx: &Context, who: &CallerOrigin, form: SavedViewForm) -> Result<StoredView> {
    who.refuse_impersonated()?;
    let view = form.check()?;
    let tx = ctx.store.begin().await?;
    let mut invalid = Invalid::none();
    let stored = saved_views::count(&tx, who.user, &view.list).await?;
    invalid.check(stored < MOST_OF_A_LIST, "Name", TOO_MANY);
    invalid.result()?;
    let id = saved_views::insert(&tx, who.user, &view, ctx.now()).await.map_err(taken)?;
    let entry = who.entry(ctx, "saved_view.create", "saved_view").on(id);
    tx.commit(entry.with_change(&json!({}), &recorded(&view))).await?;
    Ok(StoredView { id, view })
}

/// Changes a view. One that stays as it is writes nothing.
///
/// # Errors
/// [`Error::Forbidden`] while acting as somebody; [`Error::NotFound`] for a view that is not the caller's; wrong fields, and a name that
/// is taken.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: SavedViewId,
    form: impl FnOnce(&SavedView) -> SavedViewForm,
) -> Result<StoredView> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    let before = saved_views::for_changing(&tx, who.user, id).await?;
    let view = form(&before.view).check()?;
    if view == before.view {
        return Ok(before);
    }
    saved_views::update(&tx, id, &view, ctx.now()).await.map_err(taken)?;
    let entry = who.entry(ctx, "saved_view.update", "saved_view").on(id);
    tx.commit(entry.with_change(&recorded(&before.view), &recorded(&view))).await?;
    Ok(StoredView { id, view })
}

/// Deletes a view.
///
/// # Errors
/// [`Error::Forbidden`] while acting as somebody; [`Error::NotFound`] for a view that is not the caller's.
pub async fn delete(ctx: &Context, who: &CallerOrigin, id: SavedViewId) -> Result<()> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    let stored = saved_views::for_changing(&tx, who.user, id).await?;
    saved_views::delete(&tx, id).await?;
    let entry = who.entry(ctx, "saved_view.delete", "saved_view").on(id);
    Ok(tx.commit(entry.with_change(&recorded(&stored.view), &json!({}))).await?)
}

/// What the audit keeps of a view: not what it searches for, which may be a person's name.
fn recorded(view: &SavedView) -> Value {
    json!({ "List": view.list, "Name": view.name })
}

fn taken(error: store::Error) -> Error {
    if error.is_refused_by(saved_views::NAME_TAKEN) {
        return Invalid::field("Name", NAME_TAKEN).into();
    }
    error.into()
}
