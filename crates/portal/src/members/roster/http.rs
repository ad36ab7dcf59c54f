//! The download of a roster (groups section 7).

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate};
use chrono_tz::Tz;
use domain::period::read_date;
use domain::{GroupId, Invalid};
use serde::Deserialize;
use tokio_util::io::ReaderStream;
use utoipa::IntoParams;

use super::service::{self, Wish};
use crate::clock::day_in;
use crate::context::Context;
use crate::error::Error;
use crate::http::attachment::attachment;
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
    let day = query.end_date.map(|text| day(&text, ctx.config.time_zone)).transpose()?;
    let file = service::download(&ctx, &who, group, Wish { day, status: query.status }).await?;
    let content = Content::from_stream(ReaderStream::new(file.content));
    Ok((attachment("text/csv; charset=utf-8", &file.name), content).into_response())
}

/// The day of a date, or in business time that of an instant: browsers send the end of a day as one.
fn day(text: &str, zone: Tz) -> Result<NaiveDate, Invalid> {
    if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
        return Ok(day_in(zone, instant.to_utc()));
    }
    let date = text.split_once('T').map_or(text, |(date, _)| date);
    let unread = "EndDate could not be read: a date such as 07/31/2026 is expected.";
    read_date(date).ok_or_else(|| Invalid::field("EndDate", unread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_day_is_that_day_wherever_it_is_written() {
        for (text, read) in [
            ("2026-07-31", Some("2026-07-31")),
            ("07/31/2026", Some("2026-07-31")),
            ("2026-07-31T23:59:59", Some("2026-07-31")),
            ("2026-07-31T23:59:59.999-04:00", Some("2026-07-31")),
            ("2026-08-01T03:59:59.999Z", Some("2026-07-31")),
            ("2026-07-31T23:59:59 04:00", Some("2026-07-31")),
            ("2026-02-30", None),
            ("soon", None),
        ] {
            let found = day(text, chrono_tz::America::New_York).ok().map(|day| day.to_string());
            assert_eq!(found.as_deref(), read, "{text}");
        }
    }
}
