//! The endpoints of the daily mail of what waits: one's own setting.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::digest;
use crate::context::Context;
use crate::http::{Answer, Body, CallerOrigin, Envelope, answer};

/// Whether the caller is mailed once a day what waits.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct WorkDigest {
    /// Off unless the user has turned it on.
    is_wanted: bool,
}

/// Whether one is mailed once a day what waits.
#[utoipa::path(get, path = "/work-digest", tag = "work queue", responses((status = 200, body = Envelope<WorkDigest>)))]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin) -> Answer<WorkDigest> {
    answer(WorkDigest { is_wanted: digest::is_wanted(&ctx, &who).await? })
}

/// Turns one's own daily mail of what waits on or off.
#[utoipa::path(
    put, path = "/work-digest", tag = "work queue", request_body = WorkDigest,
    responses((status = 200, body = Envelope<WorkDigest>))
)]
pub async fn set(State(ctx): State<Context>, who: CallerOrigin, Body(input): Body<WorkDigest>) -> Answer<WorkDigest> {
    digest::set(&ctx, &who, input.is_wanted).await?;
    answer(input)
}
