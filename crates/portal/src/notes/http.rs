//! The endpoints of notes. What is sent as `Note` is read as `Body` (rules.md#save-names).

use axum::extract::State;
use domain::notes::{NoteDetails, NoteForm, NoteType};
use domain::{GroupId, NoteId};
use serde::{Deserialize, Serialize};
use store::notes::Note;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::wire::Instant;
use crate::http::{Answer, CallerOrigin, Envelope, Given, Nothing, Path, Posted, answer, done};

/// A note as typed. Of one that exists, fields that are absent stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct NoteInput {
    /// 0 general, 1 alert; a new note is general.
    note_type: Option<i64>,
    /// The text, at most 4,000 characters.
    #[schema(value_type = Option<String>)]
    note: Given<String>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

impl NoteInput {
    /// The form to check; `stored` is the note as it is when one is being edited.
    fn form(&self, stored: Option<&NoteDetails>) -> NoteForm {
        let now = stored.map_or_else(NoteType::default, |stored| stored.note_type);
        NoteForm {
            note_type: self.note_type.unwrap_or(now.number().into()),
            body: self.note.text(stored.map(|stored| &stored.body)),
        }
    }
}

/// A note on a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct NoteView {
    id: i64,
    /// The same as `Id`.
    note_id: i64,
    employer_group_id: i64,
    /// 0 general, 1 alert.
    note_type: i16,
    body: String,
    /// The same as `Body`.
    note: String,
    created_on: Instant,
    /// The full name of its author.
    created_by: String,
    updated_on: Instant,
    version: i32,
}

/// All notes of a group, newest first.
#[utoipa::path(
    get, path = "/employers/{employerId}/notes", tag = "notes", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<NoteView>>))
)]
pub async fn list(State(ctx): State<Context>, who: CallerOrigin, Path(group): Path<GroupId>) -> Answer<Vec<NoteView>> {
    views(service::list(&ctx, &who, group, None).await?)
}

/// The notes that the group's header shows, newest first.
#[utoipa::path(
    get, path = "/employers/{employerId}/notes/alerts", tag = "notes", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<NoteView>>))
)]
pub async fn alerts(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
) -> Answer<Vec<NoteView>> {
    views(service::list(&ctx, &who, group, Some(NoteType::Alert)).await?)
}

/// One note.
#[utoipa::path(
    get, path = "/employers/{employerId}/notes/{noteId}", tag = "notes",
    params(("employerId" = i64, Path), ("noteId" = i64, Path)),
    responses((status = 200, body = Envelope<NoteView>))
)]
pub async fn find(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, NoteId)>,
) -> Answer<NoteView> {
    answer(service::find(&ctx, &who, group, id).await?)
}

/// Makes a note.
#[utoipa::path(
    post, path = "/employers/{employerId}/notes", tag = "notes", params(("employerId" = i64, Path)),
    request_body = NoteInput, responses((status = 200, body = Envelope<NoteView>))
)]
pub async fn create(who: CallerOrigin, Path(group): Path<GroupId>, posted: Posted<NoteInput>) -> Answer<NoteView> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, group, &input.form(None)).await?) }).await
}

/// Saves a note.
#[utoipa::path(
    put, path = "/employers/{employerId}/notes/{noteId}", tag = "notes",
    params(("employerId" = i64, Path), ("noteId" = i64, Path)), request_body = NoteInput,
    responses((status = 200, body = Envelope<NoteView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(ids): Path<(GroupId, NoteId)>,
    posted: Posted<NoteInput>,
) -> Answer<NoteView> {
    posted
        .save(|ctx, input| async move {
            answer(service::update(&ctx, &who, ids, input.version, |stored| input.form(Some(stored))).await?)
        })
        .await
}

/// Deletes a note; a body is not needed, the path says which.
#[utoipa::path(
    delete, path = "/employers/{employerId}/notes/{noteId}", tag = "notes",
    params(("employerId" = i64, Path), ("noteId" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, NoteId)>,
) -> Answer<Nothing> {
    service::delete(&ctx, &who, group, id).await?;
    done()
}

fn views(notes: Vec<Note>) -> Answer<Vec<NoteView>> {
    answer(notes.into_iter().map(NoteView::from).collect::<Vec<_>>())
}

impl From<Note> for NoteView {
    fn from(note: Note) -> Self {
        let (_, author) = note.author;
        Self {
            id: note.id.get(),
            note_id: note.id.get(),
            employer_group_id: note.group.get(),
            note_type: note.details.note_type.number(),
            body: note.details.body.clone(),
            note: note.details.body,
            created_on: note.created_at.into(),
            created_by: author,
            updated_on: note.updated_at.into(),
            version: note.version,
        }
    }
}
