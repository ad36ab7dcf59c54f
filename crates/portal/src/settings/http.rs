//! The endpoints of settings.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::settings::{Billing, Security};
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::{Answer, Body, CallerOrigin, Envelope, answer};

/// What is to be asked of those who sign in.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct SecurityInput {
    /// The roles whose users need a second factor; an empty list for none, but never nothing.
    second_factor_role_ids: Option<Vec<i64>>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

/// What is asked of those who sign in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SecurityView {
    /// The roles whose users need a second factor.
    second_factor_role_ids: Vec<i16>,
    version: i32,
}

impl From<Security> for SecurityView {
    fn from(security: Security) -> Self {
        let roles = security.second_factor_roles.into_iter();
        Self { second_factor_role_ids: roles.map(|role| role.number()).collect(), version: security.version }
    }
}

/// What is asked of those who sign in.
#[utoipa::path(
    get, path = "/settings/security", tag = "settings",
    responses((status = 200, body = Envelope<SecurityView>))
)]
pub async fn security(State(ctx): State<Context>) -> Answer<SecurityView> {
    answer(service::security(&ctx).await?)
}

/// Saves what is asked of those who sign in.
#[utoipa::path(
    put, path = "/settings/security", tag = "settings", request_body = SecurityInput,
    responses((status = 200, body = Envelope<SecurityView>))
)]
pub async fn save_security(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<SecurityInput>,
) -> Answer<SecurityView> {
    answer(service::save_security(&ctx, &who, input.version, input.second_factor_role_ids.as_deref()).await?)
}

/// How months are to be billed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct BillingSettingsInput {
    /// Whether they are billed by themselves.
    automatic_run: Option<bool>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

/// How months are billed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BillingSettingsView {
    /// Whether they are billed by themselves, in the night after the last day of a broker's period.
    automatic_run: bool,
    /// Names the start-up settings that invoices lack for the sender, the remit-to address or a contact; absent when none is missing.
    remit_to_missing: Option<String>,
    version: i32,
}

impl BillingSettingsView {
    fn of(ctx: &Context, billing: Billing) -> Self {
        Self {
            automatic_run: billing.automatic_run,
            remit_to_missing: ctx.config.sender.is_to_be_set(),
            version: billing.version,
        }
    }
}

/// How months are billed.
#[utoipa::path(
    get, path = "/settings/billing", tag = "settings",
    responses((status = 200, body = Envelope<BillingSettingsView>))
)]
pub async fn billing(State(ctx): State<Context>) -> Answer<BillingSettingsView> {
    answer(BillingSettingsView::of(&ctx, service::billing(&ctx).await?))
}

/// Saves how months are billed.
#[utoipa::path(
    put, path = "/settings/billing", tag = "settings", request_body = BillingSettingsInput,
    responses((status = 200, body = Envelope<BillingSettingsView>))
)]
pub async fn save_billing(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<BillingSettingsInput>,
) -> Answer<BillingSettingsView> {
    let saved = service::save_billing(&ctx, &who, input.version, input.automatic_run).await?;
    answer(BillingSettingsView::of(&ctx, saved))
}
