//! The downloads of statements (rules.md#bulk-csv-of-a-month).

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::StatementId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::csv::{self, CsvFile};
use super::service;
use crate::context::Context;
use crate::error::Error;
use crate::http::wire::Month;
use crate::http::{CallerOrigin, Path, Query, attachment};

/// The month of a download.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct MonthQuery {
    /// The month, by itself or by any of its days; none to come.
    #[param(value_type = Option<String>)]
    billing_period: Option<Month>,
}

/// A statement as CSV: a row for each payable line.
#[utoipa::path(
    get, path = "/commission/snapshots/{statementId}/csv", tag = "commissions", params(("statementId" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn one(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
) -> Result<Response, Error> {
    Ok(sent(csv::of_one(&ctx, &who, id).await?))
}

/// A statement as PDF.
#[utoipa::path(
    get, path = "/commission/snapshots/{statementId}/pdf", tag = "commissions", params(("statementId" = i64, Path)),
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>))
)]
pub async fn pdf(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
) -> Result<Response, Error> {
    let (name, bytes) = service::pdf(&ctx, &who, id).await?;
    Ok((attachment("application/pdf", &name), bytes).into_response())
}

/// All statements of a month as one CSV.
#[utoipa::path(
    get, path = "/commission/snapshots/csv", tag = "commissions", params(MonthQuery),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn of_month(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(query): Query<MonthQuery>,
) -> Result<Response, Error> {
    Ok(sent(csv::of_month(&ctx, &who, query.billing_period.map(|Month(month)| month)).await?))
}

fn sent(file: CsvFile) -> Response {
    let content = Content::from_stream(file.rows.stream());
    (attachment("text/csv; charset=utf-8", &file.name), content).into_response()
}
