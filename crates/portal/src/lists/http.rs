//! The endpoints of saved views: a user's own only.

use axum::extract::State;
use domain::SavedViewId;
use domain::lists::saved_views::{SavedView, SavedViewForm};
use serde::{Deserialize, Serialize};
use store::lists::saved_views::StoredView;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Given, Nothing, Path, Posted, answer, done};

/// A view as it is saved. Of one that exists, fields that are absent stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct SavedViewInput {
    /// The key of the list, such as `groups`; a view stays with its list.
    #[schema(value_type = Option<String>)]
    list: Given<String>,
    /// At most 60 characters.
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    /// The search parameters of the page, such as `q=harbor&sort=Name`.
    #[schema(value_type = Option<String>)]
    query: Given<String>,
}

impl SavedViewInput {
    /// The form to check; `stored` is the view as it is when one is being changed.
    fn form(&self, stored: Option<&SavedView>) -> SavedViewForm {
        SavedViewForm {
            list: stored.map_or_else(|| self.list.text(None), |view| view.list.clone()),
            name: self.name.text(stored.map(|view| &view.name)),
            query: self.query.text(stored.map(|view| &view.query)),
        }
    }
}

/// A view of a list that the caller has saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SavedViewView {
    id: i64,
    list: String,
    name: String,
    query: String,
}

/// All views that the caller has saved, by list and name.
#[utoipa::path(
    get, path = "/saved-views", tag = "lists", responses((status = 200, body = Envelope<Vec<SavedViewView>>))
)]
pub async fn list(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Vec<SavedViewView>> {
    let views = service::list(&ctx, &who).await?;
    answer(views.into_iter().map(SavedViewView::from).collect::<Vec<_>>())
}

/// Saves a view of a list.
#[utoipa::path(
    post, path = "/saved-views", tag = "lists", request_body = SavedViewInput,
    responses((status = 200, body = Envelope<SavedViewView>))
)]
pub async fn create(who: CallerOrigin, posted: Posted<SavedViewInput>) -> Answer<SavedViewView> {
    posted
        .save(|ctx, input| async move {
            let view = service::create(&ctx, &who, input.form(None)).await?;
            answer(SavedViewView::from(view))
        })
        .await
}

/// Changes the name of a view, or what it shows.
#[utoipa::path(
    put, path = "/saved-views/{savedViewId}", tag = "lists", params(("savedViewId" = i64, Path)),
    request_body = SavedViewInput, responses((status = 200, body = Envelope<SavedViewView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(id): Path<SavedViewId>,
    posted: Posted<SavedViewInput>,
) -> Answer<SavedViewView> {
    posted
        .save(|ctx, input| async move {
            let view = service::update(&ctx, &who, id, |stored| input.form(Some(stored))).await?;
            answer(SavedViewView::from(view))
        })
        .await
}

/// Deletes a view.
#[utoipa::path(
    delete, path = "/saved-views/{savedViewId}", tag = "lists", params(("savedViewId" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<SavedViewId>) -> Answer<Nothing> {
    service::delete(&ctx, &who, id).await?;
    done()
}

impl From<StoredView> for SavedViewView {
    fn from(StoredView { id, view: SavedView { list, name, query } }: StoredView) -> Self {
        Self { id: id.get(), list, name, query }
    }
}
