//! The endpoints that call the system behind an account because a person asks for it.

use axum::Json;
use axum::extract::State;
use domain::ApiServiceId;
use serde::Serialize;
use utoipa::ToSchema;

use super::doctor::{self, Examined};
use super::refreshing;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Nothing, Path, done};

/// What a test of the connection has found. What is wrong stands in `Errors`, by field.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ConnectionTest {
    /// Whether the system let us in.
    is_signed_in: bool,
    /// The fields that name something there, each with what it is called.
    named: Vec<TestedField>,
    /// The fields that cannot be looked up there, each with why.
    unknown: Vec<TestedField>,
}

/// A field of the account or its configuration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TestedField {
    /// Its name on the wire.
    key: &'static str,
    /// What is said of it.
    text: String,
}

/// Asks the system of an account for new tokens.
#[utoipa::path(
    post, path = "/api-services/{id}/refresh-token", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn refresh(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<ApiServiceId>) -> Answer<Nothing> {
    refreshing::refresh(&ctx, &who, id).await?;
    done()
}

/// Signs in to the system of an account and looks up what its settings name; valid when nothing is wrong.
#[utoipa::path(
    post, path = "/api-services/{id}/test", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<ConnectionTest>))
)]
pub async fn test(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<ApiServiceId>,
) -> Answer<ConnectionTest> {
    let Examined { is_signed_in, named, unknown, problems } = doctor::examine(&ctx, &who, id).await?;
    let fields =
        |all: Vec<(&'static str, String)>| all.into_iter().map(|(key, text)| TestedField { key, text }).collect();
    let found = ConnectionTest { is_signed_in, named: fields(named), unknown: fields(unknown) };
    Ok(Json(Envelope::judged(found, problems)))
}
