//! The endpoints of payout rates (rules.md#payout-rates).

use axum::extract::State;
use domain::commissions::payout::{BEGINNING, Standing};
use domain::commissions::statement::date_of;
use domain::{BillingMonth, CommissionRuleId, Invalid, RuleLineId};
use serde::{Deserialize, Serialize};
use store::commissions::rules::rates::PastRate;
use utoipa::ToSchema;

use super::plans_http::PlanRowView;
use super::rates::{self, RateWish};
use crate::context::Context;
use crate::http::wire::{Date, Instant, Month};
use crate::http::{Answer, Body, CallerOrigin, Dollars, Envelope, Path, answer};

/// A payout rate as typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct PayoutRateInput {
    /// The line of the rule, by its `CommissionLineItemId`; for one rate the id in the path counts.
    #[schema(value_type = i64)]
    id: String,
    /// From 0 to 99999.99; `$` and commas between thousands do not matter.
    #[schema(value_type = Dollars)]
    payout_rate: String,
    /// The month from which it holds, by any of its days, until the next one that is set. When absent it holds from the first month
    /// without a statement, for good. At the earliest January 2000, at the latest the month in ten years.
    #[schema(value_type = Option<Month>)]
    effective_from: String,
}

/// A payout rate that was set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PastRateView {
    id: i64,
    payout_rate: Dollars,
    /// The month from which it holds; absent from the beginning.
    effective_from: Option<Date>,
    /// Who set it.
    set_by: String,
    set_on: Instant,
    /// When another one took its place, or its line left the rule; absent otherwise.
    replaced_on: Option<Instant>,
    /// `Scheduled`, `InForce`, `Ended` when a later one is in force, or `Replaced`.
    standing: &'static str,
}

/// Sets the payout rate of a plan line.
#[utoipa::path(
    put, path = "/commission/rules/{ruleId}/plans/{lineItemId}", operation_id = "set_payout_rate", tag = "commissions",
    params(("ruleId" = i64, Path), ("lineItemId" = i64, Path)), request_body = PayoutRateInput,
    responses((status = 200, body = Envelope<PlanRowView>))
)]
pub async fn set(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((rule, line)): Path<(CommissionRuleId, RuleLineId)>,
    Body(input): Body<PayoutRateInput>,
) -> Answer<PlanRowView> {
    answer(PlanRowView::from(rates::set(&ctx, &who, rule, line, &input.wish()).await?))
}

/// Sets the payout rates of many plan lines, all or none; the errors of the third one stand at `[2].PayoutRate`, `[2].EffectiveFrom` and
/// `[2].Id`.
#[utoipa::path(
    put, path = "/commission/rules/{ruleId}/plans/bulk", operation_id = "set_payout_rates", tag = "commissions",
    params(("ruleId" = i64, Path)), request_body = Vec<PayoutRateInput>,
    responses((status = 200, body = Envelope<Vec<PlanRowView>>))
)]
pub async fn set_bulk(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(rule): Path<CommissionRuleId>,
    Body(inputs): Body<Vec<PayoutRateInput>>,
) -> Answer<Vec<PlanRowView>> {
    let wishes: Vec<RateWish> = inputs.iter().map(PayoutRateInput::wish).collect();
    let saved = rates::set_all(&ctx, &who, rule, &wishes).await?;
    answer(saved.into_iter().map(PlanRowView::from).collect::<Vec<_>>())
}

/// The payout rates of a plan line that were ever set in the rule, the latest first.
#[utoipa::path(
    get, path = "/commission/rules/{ruleId}/plans/{lineItemId}/history", operation_id = "payout_rate_history",
    tag = "commissions", params(("ruleId" = i64, Path), ("lineItemId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<PastRateView>>))
)]
pub async fn history(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((rule, line)): Path<(CommissionRuleId, RuleLineId)>,
) -> Answer<Vec<PastRateView>> {
    let found = rates::history(&ctx, &who, rule, line).await?;
    answer(found.into_iter().map(PastRateView::from).collect::<Vec<_>>())
}

impl PayoutRateInput {
    fn wish(&self) -> RateWish {
        RateWish {
            line: self.id.trim().parse().ok().map(RuleLineId),
            payout: self.payout_rate.clone(),
            from: month(&self.effective_from),
        }
    }
}

/// The month of a text; blank for none.
fn month(text: &str) -> Result<Option<BillingMonth>, Invalid> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let read: Result<Month, serde_json::Error> = serde_json::from_value(text.into());
    let said = |error| Invalid::field("EffectiveFrom", format!("Effective From could not be read: {error}."));
    read.map(|Month(month)| Some(month)).map_err(said)
}

impl From<(PastRate, Standing)> for PastRateView {
    fn from((past, standing): (PastRate, Standing)) -> Self {
        let from = past.rate.from;
        Self {
            id: past.id,
            payout_rate: past.rate.payout.into(),
            effective_from: (from != BEGINNING).then(|| date_of(from).into()),
            set_by: past.set_by,
            set_on: past.set_at.into(),
            replaced_on: past.replaced_at.or(past.removed_at).map(Into::into),
            standing: standing.name(),
        }
    }
}
