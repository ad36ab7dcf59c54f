//! The endpoint that takes consults in.

use axum::extract::State;
use axum::extract::multipart::MultipartRejection;
use domain::Invalid;
use domain::consults::Refused;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::Imported;
use super::upload::{NO_FILE, receive};
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, UploadParts, answer};

/// A file of consults as a form.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes the multipart form for the OpenAPI document; the file is read while it comes")]
pub struct ConsultsForm {
    /// One .csv file, or one .jsonl or .ndjson file with an object a line.
    #[schema(format = Binary, content_media_type = "text/csv")]
    file: String,
}

/// What came of a file of consults.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ImportedView {
    /// Rows that were read.
    rows: u64,
    /// Consults that were not known before.
    made: u64,
    /// Consults that have changed; those that were voided are among them.
    changed: u64,
    /// Consults that were known just so.
    unchanged: u64,
    /// Rows that were left out.
    refused: u64,
    /// What is wrong with the first hundred of them.
    refused_rows: Vec<RefusedRowView>,
}

/// What is wrong with a row.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RefusedRowView {
    /// The line on which it begins, from 1.
    line: u64,
    /// The field; empty when it is the row as a whole.
    key: String,
    /// What is wrong with it.
    message: String,
}

impl From<Imported> for ImportedView {
    fn from(imported: Imported) -> Self {
        let errors = |Refused { line, invalid }: Refused| {
            invalid.0.into_iter().map(move |error| RefusedRowView { line, key: error.key, message: error.message })
        };
        Self {
            rows: imported.rows,
            made: imported.made,
            changed: imported.changed,
            unchanged: imported.unchanged,
            refused: imported.refused,
            refused_rows: imported.named.into_iter().flat_map(errors).collect(),
        }
    }
}

/// Takes consults in. Those that are known are changed where they differ, so that a file may be sent again.
#[utoipa::path(
    post, path = "/consults/import", tag = "consults",
    request_body(content = ConsultsForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportedView>))
)]
pub async fn import(
    State(ctx): State<Context>,
    who: CallerOrigin,
    parts: Result<UploadParts, MultipartRejection>,
) -> Answer<ImportedView> {
    let parts = parts.map_err(|_| Invalid::field("File", NO_FILE))?;
    answer(receive(&ctx, &who, parts).await?)
}
