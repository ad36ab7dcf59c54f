//! The endpoints of commission rules (rules.md#commission-rule-fields, rules.md#creation-time).

use axum::extract::State;
use domain::{ApiServiceId, BrokerId, CommissionRuleId};
use serde::{Deserialize, Serialize};
use store::commissions::rules::RuleRow;
use utoipa::{IntoParams, ToSchema};

use super::input::RuleInput;
use super::plans_http::PlanRowView;
use super::service::{self, WholeRule};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Instant;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Posted, Query, answer};

/// A commission rule in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CommissionRuleRow {
    id: i64,
    name: String,
    payee_name: String,
    /// How many groups it pays on.
    group_count: u64,
    broker_id: Option<i64>,
    broker_name: Option<String>,
    /// The ERP account that gets its bills.
    api_service_id: Option<i64>,
    /// The vendor who is paid there.
    erp_vendor_id: Option<String>,
    erp_vendor_name: Option<String>,
    /// What ends the numbers of its bills.
    bill_number_suffix: Option<String>,
    /// Whether administrators of the broker read its billed statements.
    broker_reads: bool,
    /// Whether it pays only on invoices that are paid.
    on_paid_only: bool,
    /// Whether statements are still made by it.
    active: bool,
    created_on: Instant,
    /// The same as `CreatedOn`.
    created_at: Instant,
}

/// A commission rule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CommissionRuleView {
    #[serde(flatten)]
    row: CommissionRuleRow,
    /// The plan lines it pays on.
    billing_plan_ids: Vec<i64>,
    version: i32,
}

/// A commission rule with what it pays on its plan lines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct DetailedRuleView {
    #[serde(flatten)]
    rule: CommissionRuleView,
    line_item_rules: Vec<PlanRowView>,
}

/// Which rules are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct RulesOf {
    /// Those that are active, or that have ended; all when absent.
    active: Option<bool>,
}

/// A page of the commission rules.
#[utoipa::path(
    get, path = "/commission/rules", tag = "commissions", params(RulesOf, PagingQuery),
    responses((status = 200, body = Envelope<List<CommissionRuleRow>>))
)]
pub async fn rules(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<RulesOf>,
    Paging(request): Paging,
) -> Answer<List<CommissionRuleRow>> {
    answer(service::search(&ctx, &who, of.active, &request).await?)
}

/// One commission rule.
#[utoipa::path(
    get, path = "/commission/rules/{ruleId}", operation_id = "find_rule", tag = "commissions",
    params(("ruleId" = i64, Path)), responses((status = 200, body = Envelope<CommissionRuleView>))
)]
pub async fn find(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CommissionRuleId>,
) -> Answer<CommissionRuleView> {
    answer(CommissionRuleView::from(service::find(&ctx, &who, id).await?))
}

/// One commission rule with its plan lines.
#[utoipa::path(
    get, path = "/commission/rules/{ruleId}/detailed", tag = "commissions", params(("ruleId" = i64, Path)),
    responses((status = 200, body = Envelope<DetailedRuleView>))
)]
pub async fn detailed(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CommissionRuleId>,
) -> Answer<DetailedRuleView> {
    let (rule, lines) = service::detailed(&ctx, &who, id).await?;
    let line_item_rules = lines.into_iter().map(PlanRowView::from).collect();
    answer(DetailedRuleView { rule: rule.into(), line_item_rules })
}

/// Makes a commission rule.
#[utoipa::path(
    post, path = "/commission/rules", operation_id = "create_rule", tag = "commissions", request_body = RuleInput,
    responses((status = 200, body = Envelope<CommissionRuleView>))
)]
pub async fn create(who: CallerOrigin, posted: Posted<RuleInput>) -> Answer<CommissionRuleView> {
    posted
        .save(|ctx, input| async move {
            let made = service::create(&ctx, &who, &input.form(None), input.plan_lines()).await?;
            answer(CommissionRuleView::from(made))
        })
        .await
}

/// Saves a commission rule.
#[utoipa::path(
    put, path = "/commission/rules/{ruleId}", operation_id = "update_rule", tag = "commissions",
    params(("ruleId" = i64, Path)), request_body = RuleInput,
    responses((status = 200, body = Envelope<CommissionRuleView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(id): Path<CommissionRuleId>,
    posted: Posted<RuleInput>,
) -> Answer<CommissionRuleView> {
    posted
        .save(|ctx, input| async move {
            let lines = input.plan_lines();
            let saved =
                service::update(&ctx, &who, id, input.version, lines, |stored| input.form(Some(stored))).await?;
            answer(CommissionRuleView::from(saved))
        })
        .await
}

impl From<RuleRow> for CommissionRuleRow {
    fn from(RuleRow { rule, broker_name, groups }: RuleRow) -> Self {
        Self {
            id: rule.id.get(),
            name: rule.name,
            payee_name: rule.payee_name,
            group_count: groups,
            broker_id: rule.broker.map(BrokerId::get),
            broker_name,
            api_service_id: rule.api_service.map(ApiServiceId::get),
            erp_vendor_id: rule.erp_vendor_id,
            erp_vendor_name: rule.erp_vendor_name,
            bill_number_suffix: rule.bill_number_suffix,
            broker_reads: rule.broker_reads,
            on_paid_only: rule.on_paid_only,
            active: rule.active,
            created_on: rule.created_at.into(),
            created_at: rule.created_at.into(),
        }
    }
}

impl From<WholeRule> for CommissionRuleView {
    fn from(WholeRule { row, plan_lines }: WholeRule) -> Self {
        let version = row.rule.version;
        Self { row: row.into(), billing_plan_ids: plan_lines.into_iter().map(|line| line.get()).collect(), version }
    }
}
