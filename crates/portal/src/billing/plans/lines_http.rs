//! The endpoints of line items.

use axum::extract::State;
use domain::billing::line::LineForm;
use domain::{GroupId, PlanId, PlanLineId, PricingOptionId};
use serde::{Deserialize, Serialize};
use store::plans::lines::PlanLine;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Nothing, Path, Posted, answer, done};

/// A line item as posted. What is absent stays as it is when a line is saved again.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct LineInput {
    name: String,
    /// 1 per consultation, 2 PEPM, 3 after-hours; the plan's when absent from a new line.
    billing_type: Option<i64>,
    /// The place in the list of billing periods.
    billing_period: Option<i64>,
    billing_pricing_option_id: Option<i64>,
    /// All members when absent from a new line.
    include_all_members: Option<bool>,
    ignore_credits_and_debts: Option<bool>,
    reference_id: String,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

impl From<&LineInput> for LineForm {
    fn from(input: &LineInput) -> Self {
        Self {
            name: input.name.clone(),
            billing_type: input.billing_type,
            billing_period: input.billing_period,
            pricing_option: input.billing_pricing_option_id.map(PricingOptionId),
            include_all_members: input.include_all_members,
            ignore_credits_and_debts: input.ignore_credits_and_debts,
            reference_id: input.reference_id.clone(),
        }
    }
}

/// A line item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LineView {
    id: i64,
    billing_invoice_id: i64,
    invoice_id: i64,
    name: String,
    billing_type: i16,
    billing_period: i16,
    billing_pricing_option_id: i64,
    include_all_members: bool,
    ignore_credits_and_debts: bool,
    reference_id: Option<String>,
    /// The rate of its pricing option now.
    rate: Dollars,
    /// Whether a snapshot has billed it: type, period and members stay as they are.
    is_billed: bool,
    version: i32,
}

impl From<PlanLine> for LineView {
    fn from(line: PlanLine) -> Self {
        let include_all_members = line.item.include_all_members();
        Self {
            id: line.id.get(),
            billing_invoice_id: line.plan.get(),
            invoice_id: line.plan.get(),
            name: line.item.name,
            billing_type: line.item.billing_type.number(),
            billing_period: line.item.billing_period.number(),
            billing_pricing_option_id: line.item.pricing_option.get(),
            include_all_members,
            ignore_credits_and_debts: line.item.ignore_credits_and_debts,
            reference_id: line.item.reference_id,
            rate: line.rate.into(),
            is_billed: line.is_billed,
            version: line.version,
        }
    }
}

/// The line items of a plan.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/{invoiceId}/line-items", operation_id = "list_lines", tag = "plans",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<LineView>>))
)]
pub async fn list(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, plan)): Path<(GroupId, PlanId)>,
) -> Answer<Vec<LineView>> {
    let lines = service::list_lines(&ctx, &who, group, plan).await?;
    answer(lines.into_iter().map(LineView::from).collect::<Vec<_>>())
}

/// Adds a line item.
#[utoipa::path(
    post, path = "/billing/{employerId}/invoices/{invoiceId}/line-items", operation_id = "create_line", tag = "plans",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path)), request_body = LineInput,
    responses((status = 200, body = Envelope<LineView>))
)]
pub async fn create(
    who: CallerOrigin,
    Path(path): Path<(GroupId, PlanId)>,
    posted: Posted<LineInput>,
) -> Answer<LineView> {
    posted
        .save(
            |ctx, input| async move { answer(service::create_line(&ctx, &who, path, &LineForm::from(&input)).await?) },
        )
        .await
}

/// Saves a line item.
#[utoipa::path(
    put, path = "/billing/{employerId}/invoices/{invoiceId}/line-items/{lineItemId}", operation_id = "update_line",
    tag = "plans", params(("employerId" = i64, Path), ("invoiceId" = i64, Path), ("lineItemId" = i64, Path)),
    request_body = LineInput, responses((status = 200, body = Envelope<LineView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(path): Path<(GroupId, PlanId, PlanLineId)>,
    posted: Posted<LineInput>,
) -> Answer<LineView> {
    posted
        .save(|ctx, input| async move {
            answer(service::update_line(&ctx, &who, path, input.version, &LineForm::from(&input)).await?)
        })
        .await
}

/// Deletes a line item; snapshots keep their copies.
#[utoipa::path(
    delete, path = "/billing/{employerId}/invoices/{invoiceId}/line-items/{lineItemId}", operation_id = "delete_line",
    tag = "plans", params(("employerId" = i64, Path), ("invoiceId" = i64, Path), ("lineItemId" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(path): Path<(GroupId, PlanId, PlanLineId)>,
) -> Answer<Nothing> {
    service::delete_line(&ctx, &who, path).await?;
    done()
}
