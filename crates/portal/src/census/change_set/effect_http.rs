//! The endpoint of what a file does to the next bills. Amounts are for those who may see billing (rules.md#scope).

use axum::extract::State;
use domain::census::bill_effect::Share;
use domain::census::changes::Outcome;
use domain::{CensusFileId, CensusTaskId, Money};
use serde::Serialize;
use utoipa::ToSchema;

use super::effect::{self, PlanEffect};
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Path, answer};

/// What members to whom the same happens do to a bill.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct EffectShareView {
    /// `Create`, `Update`, `Reactivate` or `Terminate`.
    kind: &'static str,
    /// How many members, billed or not.
    members: u32,
    /// Credits and debts of earlier months included.
    amount: Dollars,
}

/// What a file does to the next bill of a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PlanEffectView {
    plan_name: String,
    /// `December 2026`.
    billing_month: String,
    /// The bill's total without the file.
    before: Dollars,
    /// Its total with the file.
    after: Dollars,
    difference: Dollars,
    /// The part of the difference that is credits and debts of earlier months.
    corrections: Dollars,
    /// The part of the difference that is consults.
    consults: Dollars,
    /// How many charges of members the bill has without the file.
    charged_before: u64,
    /// How many with it.
    charged_after: u64,
    shares: Vec<EffectShareView>,
}

/// What a file does to the next bills of its group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BillEffectView {
    /// False when nothing can be foreseen: the file is not inspected, or is being processed already.
    is_foreseen: bool,
    before: Dollars,
    after: Dollars,
    difference: Dollars,
    /// By plan; plans that are not active have no next bill.
    plans: Vec<PlanEffectView>,
}

impl From<(Outcome, Share)> for EffectShareView {
    fn from((outcome, share): (Outcome, Share)) -> Self {
        Self { kind: outcome.name(), members: share.members, amount: share.amount.into() }
    }
}

impl From<PlanEffect> for PlanEffectView {
    fn from(PlanEffect { plan, effect }: PlanEffect) -> Self {
        Self {
            plan_name: plan,
            billing_month: effect.period.to_string(),
            before: effect.before.into(),
            after: effect.after.into(),
            difference: effect.difference().into(),
            corrections: effect.corrections.into(),
            consults: effect.consults.into(),
            charged_before: effect.charged_before,
            charged_after: effect.charged_after,
            shares: effect.shares.into_iter().map(EffectShareView::from).collect(),
        }
    }
}

impl From<Option<Vec<PlanEffect>>> for BillEffectView {
    fn from(effects: Option<Vec<PlanEffect>>) -> Self {
        let is_foreseen = effects.is_some();
        let effects = effects.unwrap_or_default();
        let sum = |of: fn(&PlanEffect) -> Money| -> Money { effects.iter().map(of).sum() };
        let (before, after) = (sum(|plan| plan.effect.before), sum(|plan| plan.effect.after));
        Self {
            is_foreseen,
            before: before.into(),
            after: after.into(),
            difference: (after - before).into(),
            plans: effects.into_iter().map(PlanEffectView::from).collect(),
        }
    }
}

/// What a file would do to the next bill of each plan of its group, to the cent.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/bill-effect", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)),
    responses((status = 200, body = Envelope<BillEffectView>))
)]
pub async fn bill_effect(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
) -> Answer<BillEffectView> {
    answer(BillEffectView::from(effect::effect(&ctx, &who, ids).await?))
}
