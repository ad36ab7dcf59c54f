//! The endpoints of one's own second factor.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, Enrolment};
use crate::context::Context;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Nothing, answer, done};

/// One's own password.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct OwnPassword {
    password: String,
}

/// A code of the authenticator app.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct OwnCode {
    code: String,
}

/// One's own password and a code of the app, or a recovery code.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct OwnPasswordAndCode {
    password: String,
    code: String,
}

/// A secret to be taken into an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SecondFactorSecret {
    /// To be typed, in base 32.
    secret: String,
    /// The same with its names, as a link.
    uri: String,
    /// The link as a picture: the text of an SVG.
    qr_code: String,
}

/// Codes that each replace the app once; the only answer that holds them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

impl From<Enrolment> for SecondFactorSecret {
    fn from(enrolment: Enrolment) -> Self {
        Self { secret: enrolment.secret, uri: enrolment.address, qr_code: enrolment.picture }
    }
}

impl From<Vec<String>> for RecoveryCodes {
    fn from(recovery_codes: Vec<String>) -> Self {
        Self { recovery_codes }
    }
}

/// Makes a secret for an authenticator app. It counts once a code has confirmed it.
#[utoipa::path(
    post, path = "/auth/second-factor", tag = "auth", request_body = OwnPassword,
    responses((status = 200, body = Envelope<SecondFactorSecret>))
)]
pub async fn begin(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<OwnPassword>,
) -> Answer<SecondFactorSecret> {
    answer(service::begin(&ctx, &who, &input.password).await?)
}

/// Turns the second factor on and ends one's other sessions.
#[utoipa::path(
    post, path = "/auth/second-factor/confirm", tag = "auth", request_body = OwnCode,
    responses((status = 200, body = Envelope<RecoveryCodes>))
)]
pub async fn confirm(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<OwnCode>,
) -> Answer<RecoveryCodes> {
    answer(service::confirm(&ctx, &who, &input.code).await?)
}

/// Turns the second factor off.
#[utoipa::path(
    delete, path = "/auth/second-factor", tag = "auth", request_body = OwnPasswordAndCode,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn remove(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<OwnPasswordAndCode>,
) -> Answer<Nothing> {
    service::remove(&ctx, &who, &input.password, &input.code).await?;
    done()
}

/// Gives new recovery codes in place of the old ones.
#[utoipa::path(
    post, path = "/auth/second-factor/recovery-codes", tag = "auth", request_body = OwnPasswordAndCode,
    responses((status = 200, body = Envelope<RecoveryCodes>))
)]
pub async fn new_recovery_codes(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<OwnPasswordAndCode>,
) -> Answer<RecoveryCodes> {
    answer(service::new_recovery_codes(&ctx, &who, &input.password, &input.code).await?)
}
