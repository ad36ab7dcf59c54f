//! The download of a roster.

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::GroupId;
use serde::Deserialize;
use tokio_util::io::ReaderStream;
use utoipa::IntoParams;

use super::service::{self, Wish};
use crate::context::Context;
use crate::error::Error;
use crate::http::attachment::attachment;
use crate::http::wire::read_day;
use crate::http::{CallerOrigin, Path, Query};

/// Which roster is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct RosterQuery {
    /// The day, or a moment of it; today when absent.
    end_date: Option<String>,
    /// 0 Active, 1 In-Active; all when absent.
    status: Option<i64>,
    /// Of no meaning: the id of the path counts.
    employer_id: Option<i64>,
}

/// The members of a group as they were on a day, in the columns of the census template.
#[utoipa::path(
    get, path = "/employers/{employerId}/census", tag = "members", params(("employerId" = i64, Path), RosterQuery),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn download(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    Query(query): Query<RosterQuery>,
) -> Result<Response, Error> {
    let day = query.end_date.map(|text| read_day("EndDate", &text, ctx.config.time_zone)).transpose()?;
    let file = service::download(&ctx, &who, group, Wish { day, status: query.status }).await?;
    let content = Content::from_stream(ReaderStream::new(file.content));
    Ok((attachment("text/csv; charset=utf-8", &file.name), content).into_response())
}
