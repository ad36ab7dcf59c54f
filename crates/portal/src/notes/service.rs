//! Use cases of notes.

use domain::notes::{NoteDetails, NoteForm, NoteType};
use domain::{GroupId, NoteId};
use serde_json::{Value, json};
use store::notes::{self, Note};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// The notes of a group, newest first; of one type only when it is given.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope.
pub async fn list(ctx: &Context, who: &CallerOrigin, group: GroupId, only: Option<NoteType>) -> Result<Vec<Note>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    Ok(notes::of_group(&db, who.scope(), group, only).await?)
}

/// One note of a group.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope or has no such note.
pub async fn find(ctx: &Context, who: &CallerOrigin, group: GroupId, id: NoteId) -> Result<Note> {
    Ok(notes::find(&ctx.store.read(), who.scope(), group, id).await?)
}

/// Makes a note; the caller is its author.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope; wrong fields.
pub async fn create(ctx: &Context, who: &CallerOrigin, group: GroupId, form: &NoteForm) -> Result<Note> {
    let tx = ctx.store.begin().await?;
    store::groups::require(&tx, who.scope(), group).await?;
    let details = form.check()?;
    let id = notes::insert(&tx, group, &details, who.user, ctx.now()).await?;
    let note = notes::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "note.create", "note").on(id).in_group(group);
    tx.commit(entry.with_change(&json!({}), &recorded(&note.details))).await?;
    Ok(note)
}

/// Saves a note. `form` makes what was posted into a form, given the note as it is. A save that changes nothing writes nothing.
///
/// # Errors
/// As [`find`]; wrong fields; a stale version.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    (group, id): (GroupId, NoteId),
    version: Option<i32>,
    form: impl FnOnce(&NoteDetails) -> NoteForm,
) -> Result<Note> {
    let tx = ctx.store.begin().await?;
    let before = notes::for_changing(&tx, who.scope(), group, id, version).await?;
    let details = form(&before.details).check()?;
    if details == before.details {
        return Ok(before);
    }
    notes::update(&tx, id, version, &details, who.stamp(ctx)).await?;
    let after = notes::find(&tx, who.scope(), group, id).await?;
    let entry = who.entry(ctx, "note.update", "note").on(id).in_group(group);
    tx.commit(entry.with_change(&recorded(&before.details), &recorded(&after.details))).await?;
    Ok(after)
}

/// Deletes a note.
///
/// # Errors
/// As [`find`].
pub async fn delete(ctx: &Context, who: &CallerOrigin, group: GroupId, id: NoteId) -> Result<()> {
    let tx = ctx.store.begin().await?;
    let note = notes::find(&tx, who.scope(), group, id).await?;
    notes::delete(&tx, id, who.stamp(ctx)).await?;
    let entry = who.entry(ctx, "note.delete", "note").on(id).in_group(group);
    Ok(tx.commit(entry.with_change(&recorded(&note.details), &json!({}))).await?)
}

/// What the audit keeps of a note.
fn recorded(note: &NoteDetails) -> Value {
    json!({ "NoteType": note.note_type.number(), "Note": note.body })
}
