//! The endpoints of adjustments (rules.md#adjustments).

use axum::extract::State;
use domain::commissions::ledger::AdjustmentForm;
use domain::commissions::statement::date_of;
use domain::{AdjustmentId, CommissionRuleId};
use serde::{Deserialize, Serialize};
use store::commissions::rules::adjustments::AdjustmentRow;
use utoipa::ToSchema;

use super::adjustments;
use crate::context::Context;
use crate::http::wire::{Date, Instant, Month};
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Nothing, Path, Posted, answer, done};

/// An adjustment as typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct AdjustmentInput {
    /// From -99999.99 to 99999.99, and not zero; `$` and commas between thousands do not matter.
    #[schema(value_type = Option<Dollars>)]
    amount: String,
    /// In one line of at most 200 characters; the payee reads it.
    reason: String,
    /// The first month whose statement takes it up, by itself or by any of its days.
    month: Option<Month>,
}

/// An amount that a person has added to what a rule pays.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AdjustmentView {
    id: i64,
    /// Negative for what it takes off.
    amount: Dollars,
    reason: String,
    /// The 3rd of the first month whose statement takes it up.
    month: Date,
    /// Who added it.
    added_by: String,
    added_on: Instant,
    /// The statement that has it: then it cannot be deleted.
    statement_id: Option<i64>,
    statement_name: Option<String>,
    /// Whether that statement has a bill in the ERP.
    is_billed: bool,
}

/// The adjustments of a commission rule, newest first.
#[utoipa::path(
    get, path = "/commission/rules/{ruleId}/adjustments", operation_id = "adjustments", tag = "commissions",
    params(("ruleId" = i64, Path)), responses((status = 200, body = Envelope<Vec<AdjustmentView>>))
)]
pub async fn of_rule(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(rule): Path<CommissionRuleId>,
) -> Answer<Vec<AdjustmentView>> {
    let found = adjustments::of_rule(&ctx, &who, rule).await?;
    answer(found.into_iter().map(AdjustmentView::from).collect::<Vec<_>>())
}

/// Adds an adjustment to a commission rule: its next statement of the month or a later one takes it up.
#[utoipa::path(
    post, path = "/commission/rules/{ruleId}/adjustments", operation_id = "add_adjustment", tag = "commissions",
    params(("ruleId" = i64, Path)), request_body = AdjustmentInput,
    responses((status = 200, body = Envelope<AdjustmentView>))
)]
pub async fn add(
    who: CallerOrigin,
    Path(rule): Path<CommissionRuleId>,
    posted: Posted<AdjustmentInput>,
) -> Answer<AdjustmentView> {
    posted
        .save(|ctx, input| async move {
            let added = adjustments::add(&ctx, &who, rule, &input.into()).await?;
            answer(AdjustmentView::from(added))
        })
        .await
}

/// Deletes an adjustment that stands in no statement.
#[utoipa::path(
    delete, path = "/commission/rules/{ruleId}/adjustments/{adjustmentId}", operation_id = "delete_adjustment",
    tag = "commissions", params(("ruleId" = i64, Path), ("adjustmentId" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((rule, id)): Path<(CommissionRuleId, AdjustmentId)>,
) -> Answer<Nothing> {
    adjustments::delete(&ctx, &who, rule, id).await?;
    done()
}

impl From<AdjustmentInput> for AdjustmentForm {
    fn from(AdjustmentInput { amount, reason, month }: AdjustmentInput) -> Self {
        Self { amount, reason, month: month.map(|Month(month)| month) }
    }
}

impl From<AdjustmentRow> for AdjustmentView {
    fn from(AdjustmentRow { id, details, added_by, added_at, holder }: AdjustmentRow) -> Self {
        Self {
            id: id.get(),
            amount: details.amount.into(),
            reason: details.reason,
            month: date_of(details.month).into(),
            added_by,
            added_on: added_at.into(),
            statement_id: holder.as_ref().map(|holder| holder.statement.get()),
            is_billed: holder.as_ref().is_some_and(|holder| holder.is_locked),
            statement_name: holder.map(|holder| holder.name),
        }
    }
}
