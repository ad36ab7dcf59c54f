//! The endpoints of announcements.

use axum::extract::State;
use domain::UserId;

use super::service;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Path, answer};

/// Whether the caller has put an announcement away.
#[utoipa::path(
    get, path = "/users/{userId}/announcements/{announcementNo}", tag = "announcements",
    params(("userId" = i64, Path), ("announcementNo" = i64, Path)),
    responses((status = 200, body = Envelope<bool>))
)]
pub async fn is_acknowledged(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((user, number)): Path<(UserId, i64)>,
) -> Answer<bool> {
    answer(service::is_acknowledged(&ctx, &who, user, number).await?)
}

/// Puts an announcement away.
#[utoipa::path(
    post, path = "/users/{userId}/announcements/{announcementNo}", tag = "announcements",
    params(("userId" = i64, Path), ("announcementNo" = i64, Path)),
    responses((status = 200, body = Envelope<bool>))
)]
pub async fn acknowledge(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((user, number)): Path<(UserId, i64)>,
) -> Answer<bool> {
    answer(service::acknowledge(&ctx, &who, user, number).await?)
}
