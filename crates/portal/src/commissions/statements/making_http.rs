//! The endpoints that make statements (rules.md#ways-to-a-statement).

use axum::extract::State;
use domain::commissions::statement::date_of;
use domain::{CommissionRuleId, GroupId, SnapshotId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::making;
use super::views::MadeStatementView;
use crate::context::Context;
use crate::http::wire::Month;
use crate::http::{Answer, Body, CallerOrigin, Envelope, OptionalBody, Path, answer};

/// The wish for a statement.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct StatementForm {
    commission_rule_id: Option<i64>,
    /// The month, by itself or by any of its days; sent as its 3rd.
    billing_period: Option<Month>,
    /// Of no meaning: the rule is known by its id.
    rule_name: Option<String>,
}

impl StatementForm {
    fn rule(&self) -> Option<CommissionRuleId> {
        self.commission_rule_id.filter(|id| *id != 0).map(CommissionRuleId)
    }
}

/// The wish for a statement of a rule.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RuleStatementForm {
    /// The month, by itself or by any of its days; the previous month when absent.
    billing_period: Option<Month>,
}

/// Makes the statement of a rule for a month.
#[utoipa::path(
    post, path = "/commission/snapshots", tag = "commissions", request_body = StatementForm,
    responses((status = 200, body = Envelope<MadeStatementView>))
)]
pub async fn create(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(form): Body<StatementForm>,
) -> Answer<MadeStatementView> {
    let period = form.billing_period.map(|Month(month)| month);
    answer(MadeStatementView::of(making::of_month(&ctx, &who, form.rule(), period).await?, &who, ctx.now()))
}

/// Makes the statement of a rule for a month, the previous one unless another is named.
#[utoipa::path(
    post, path = "/commission/rules/{ruleId}/snapshots/generate", tag = "commissions", params(("ruleId" = i64, Path)),
    request_body = RuleStatementForm, responses((status = 200, body = Envelope<MadeStatementView>))
)]
pub async fn of_rule(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(rule): Path<CommissionRuleId>,
    OptionalBody(form): OptionalBody<RuleStatementForm>,
) -> Answer<MadeStatementView> {
    let period = form.billing_period.map(|Month(month)| month);
    answer(MadeStatementView::of(making::of_rule(&ctx, &who, rule, period).await?, &who, ctx.now()))
}

/// Makes the commission statement of a snapshot by a rule.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/commission/generate", tag = "commissions",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)), request_body = StatementForm,
    responses((status = 200, body = Envelope<MadeStatementView>))
)]
pub async fn of_snapshot(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(of): Path<(GroupId, SnapshotId)>,
    Body(form): Body<StatementForm>,
) -> Answer<MadeStatementView> {
    let day = form.billing_period.map(|Month(month)| date_of(month));
    answer(MadeStatementView::of(making::of_snapshot(&ctx, &who, of, form.rule(), day).await?, &who, ctx.now()))
}
