//! The endpoints of the plan lines of commission rules (rules.md#plans-of-a-rule, rules.md#net-of-a-line).

use axum::extract::State;
use domain::commissions::payout::{BEGINNING, Rate, Timeline};
use domain::commissions::statement::date_of;
use domain::{BrokerId, CommissionRuleId, PlanLineId, RuleLineId};
use serde::{Deserialize, Serialize};
use store::commissions::rules::rates::OtherPayouts;
use utoipa::ToSchema;

use super::plans::{self, PlanRow};
use crate::context::Context;
use crate::http::wire::Date;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Path, Posted, answer};

/// The plan lines that a rule is to pay on.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RulePlansInput {
    /// Not needed: the id in the path counts.
    #[serde(rename = "RuleId")]
    _rule: Option<i64>,
    /// Exactly the plan lines, by their `BillingLineItemId`.
    billing_plan_ids: Option<Vec<i64>>,
}

/// A plan line with what is paid on it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PlanRowView {
    /// What the line is called in the rule; 0 for one that may be chosen.
    commission_line_item_id: i64,
    employer_id: i64,
    employer_name: String,
    /// How many active members the group has.
    employer_member_count: i64,
    broker_name: String,
    billing_plan_name: String,
    billing_line_item_id: i64,
    billing_line_item_name: String,
    /// What is billed for each.
    billing_line_item_rate: Dollars,
    /// What the rule pays now on each that is billed.
    commission_payout_rate: Dollars,
    /// From which month it does; absent from the beginning.
    effective_from: Option<Date>,
    /// What the rule pays next; absent when nothing else is set.
    next_payout_rate: Option<Dollars>,
    /// From which month it does.
    next_effective_from: Option<Date>,
    /// All payouts of the rule, by the month from which each holds.
    payout_rates: Vec<TimedRateView>,
    /// From which month another payout holds when none is named; absent when it holds from the beginning.
    default_effective_from: Option<Date>,
    /// What other rules pay on it now.
    additional_commission: Vec<AdditionalCommissionView>,
    /// Who is paid on it by other rules in some month, rule by rule.
    additional_payees: Vec<AdditionalPayeeView>,
    /// What all payouts leave of the rate now; negative when they come to more.
    net_rate: Dollars,
    /// Whether all payouts come to more than the rate in some month from now on.
    overpaid: bool,
    /// The first such month.
    overpaid_from: Option<Date>,
    /// What is to be said of a line that could not be chosen any more.
    note: Option<&'static str>,
    invoice_line_item: InvoiceLineItemView,
}

/// A payout that holds until the next one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TimedRateView {
    payout_rate: Dollars,
    /// The month from which it holds; absent from the beginning.
    effective_from: Option<Date>,
}

/// What another rule pays on a plan line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AdditionalCommissionView {
    commission_payout_rate: Dollars,
    payee_name: String,
}

/// Whom another rule pays on a plan line, and how much by month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AdditionalPayeeView {
    payee_name: String,
    /// Its payouts, by the month from which each holds.
    payout_rates: Vec<TimedRateView>,
}

/// The line item of a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceLineItemView {
    billing_plan: BillingPlanView,
}

/// The plan of a line item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BillingPlanView {
    employer_id: i64,
}

/// The plan lines of a commission rule, by group and plan.
#[utoipa::path(
    get, path = "/commission/rules/{ruleId}/plans", operation_id = "rule_plans", tag = "commissions",
    params(("ruleId" = i64, Path)), responses((status = 200, body = Envelope<Vec<PlanRowView>>))
)]
pub async fn of_rule(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CommissionRuleId>,
) -> Answer<Vec<PlanRowView>> {
    answer(views(plans::of_rule(&ctx, &who, id).await?))
}

/// The plan lines that a commission rule of the broker may pay on: those of its groups, also as master broker.
#[utoipa::path(
    get, path = "/brokers/{brokerId}/billing-plans", operation_id = "broker_plans", tag = "commissions",
    params(("brokerId" = i64, Path)), responses((status = 200, body = Envelope<Vec<PlanRowView>>))
)]
pub async fn of_broker(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BrokerId>,
) -> Answer<Vec<PlanRowView>> {
    answer(views(plans::of_broker(&ctx, &who, id).await?))
}

/// Makes exactly these plan lines those of a commission rule.
#[utoipa::path(
    put, path = "/commission/rules/{ruleId}/plans", operation_id = "set_rule_plans", tag = "commissions",
    params(("ruleId" = i64, Path)), request_body = RulePlansInput,
    responses((status = 200, body = Envelope<Vec<PlanRowView>>))
)]
pub async fn set(
    who: CallerOrigin,
    Path(id): Path<CommissionRuleId>,
    posted: Posted<RulePlansInput>,
) -> Answer<Vec<PlanRowView>> {
    posted
        .save(|ctx, input| async move {
            let wanted = input.billing_plan_ids.map(|ids| ids.into_iter().map(PlanLineId).collect());
            answer(views(plans::set(&ctx, &who, id, wanted.as_ref()).await?))
        })
        .await
}

fn views(rows: Vec<PlanRow>) -> Vec<PlanRowView> {
    rows.into_iter().map(PlanRowView::from).collect()
}

impl From<PlanRow> for PlanRowView {
    fn from(row: PlanRow) -> Self {
        let line = row.line;
        let additional = |(payee_name, payout): (String, domain::Money)| AdditionalCommissionView {
            commission_payout_rate: payout.into(),
            payee_name,
        };
        let date = |month| Date::from(date_of(month));
        Self {
            next_payout_rate: row.next.map(|rate| rate.payout.into()),
            next_effective_from: row.next.map(|rate| date(rate.from)),
            payout_rates: timed(&row.timeline),
            overpaid_from: row.overpaid_from.map(date),
            commission_line_item_id: line.id.map_or(0, RuleLineId::get),
            employer_id: line.group.get(),
            employer_name: line.group_name,
            employer_member_count: row.members,
            broker_name: line.broker_name,
            billing_plan_name: line.plan_name,
            billing_line_item_id: line.held.plan_line.get(),
            billing_line_item_name: line.name,
            billing_line_item_rate: line.rate.into(),
            commission_payout_rate: row.payout.into(),
            effective_from: row.from.map(|month| date_of(month).into()),
            default_effective_from: row.default_from.map(|month| date_of(month).into()),
            additional_commission: row.others.into_iter().map(additional).collect(),
            additional_payees: row.payees.into_iter().map(AdditionalPayeeView::from).collect(),
            net_rate: row.net.into(),
            overpaid: row.overpaid_from.is_some(),
            note: row.note,
            invoice_line_item: InvoiceLineItemView { billing_plan: BillingPlanView { employer_id: line.group.get() } },
        }
    }
}

impl From<OtherPayouts> for AdditionalPayeeView {
    fn from(other: OtherPayouts) -> Self {
        Self { payout_rates: timed(&other.timeline), payee_name: other.payee_name }
    }
}

fn timed(timeline: &Timeline) -> Vec<TimedRateView> {
    let view = |rate: &Rate| TimedRateView {
        payout_rate: rate.payout.into(),
        effective_from: (rate.from != BEGINNING).then(|| date_of(rate.from).into()),
    };
    timeline.rates().iter().map(view).collect()
}
