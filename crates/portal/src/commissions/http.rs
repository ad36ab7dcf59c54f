//! The endpoint that makes the statement of a snapshot (rules.md#statement-amounts, rules.md#ways-to-a-statement,
//! rules.md#creation-time).

use axum::extract::State;
use domain::commissions::statement::{Total, date_of, name, totals};
use domain::{CommissionRuleId, GroupId, SnapshotId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, Statement};
use crate::context::Context;
use crate::http::wire::{Date, Instant, Month};
use crate::http::{Answer, Body, CallerOrigin, Dollars, Envelope, Path, answer};

/// The wish for the statement of a snapshot.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct StatementForm {
    commission_rule_id: Option<i64>,
    /// The month that the snapshot bills, by itself or by any of its days; sent as its 3rd.
    billing_period: Option<Month>,
}

/// A commission statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementView {
    id: i64,
    name: String,
    payee_name: String,
    erp_vendor_id: Option<String>,
    /// The 3rd of its month.
    billing_period: Date,
    /// Negative when more is taken back than paid.
    total_payout_amount: Dollars,
    created_on: Instant,
    commission_rule_id: i64,
    rule_name: String,
    totaled_line_items: Vec<StatementTotalView>,
}

/// What a statement pays on a line of an invoice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementTotalView {
    employer_name: String,
    billing_plan_name: String,
    reference_id: Option<String>,
    billable_month_name: &'static str,
    billable_year: i32,
    billing_invoice_snapshot_id: i64,
    /// The invoice in the ERP, if it is there.
    billing_invoice_quickbooks_id: Option<String>,
    payment_status_text: &'static str,
    payment_status_color: &'static str,
    commission_payout_rate: Dollars,
    /// Absent when not all were billed alike.
    billing_line_item_rate: Option<Dollars>,
    quantity: i64,
    /// Negative for a credit.
    total_dollars: Dollars,
    is_credit: bool,
}

/// Makes the commission statement of a snapshot by a rule.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/commission/generate", tag = "commissions",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)), request_body = StatementForm,
    responses((status = 200, body = Envelope<StatementView>))
)]
pub async fn generate(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(of): Path<(GroupId, SnapshotId)>,
    Body(form): Body<StatementForm>,
) -> Answer<StatementView> {
    let rule = form.commission_rule_id.filter(|id| *id != 0).map(CommissionRuleId);
    answer(service::generate(&ctx, &who, of, rule, form.billing_period.map(|Month(month)| date_of(month))).await?)
}

impl From<Statement> for StatementView {
    fn from(made: Statement) -> Self {
        let total: domain::Money = made.lines.iter().map(|line| line.total).sum();
        Self {
            id: made.id.get(),
            name: name(&made.rule.name, made.period),
            payee_name: made.rule.payee_name.clone(),
            erp_vendor_id: made.rule.erp_vendor_id.clone(),
            billing_period: date_of(made.period).into(),
            total_payout_amount: total.into(),
            created_on: made.created_at.into(),
            commission_rule_id: made.rule.id.get(),
            rule_name: made.rule.name.clone(),
            totaled_line_items: totals(&made.lines).into_iter().map(|total| total_view(&made, total)).collect(),
        }
    }
}

fn total_view(made: &Statement, total: Total) -> StatementTotalView {
    let (snapshot, first) = (&made.snapshot, total.first);
    StatementTotalView {
        employer_name: made.employer_name.clone(),
        billing_plan_name: snapshot.plan_name.clone(),
        reference_id: first.billed.reference_id,
        billable_month_name: first.billed.month.name(),
        billable_year: first.billed.month.year(),
        billing_invoice_snapshot_id: snapshot.id.get(),
        billing_invoice_quickbooks_id: snapshot.erp_ref_id.clone(),
        payment_status_text: snapshot.payment.text(),
        payment_status_color: snapshot.payment.color(),
        commission_payout_rate: first.payout.into(),
        billing_line_item_rate: total.rate.map(Into::into),
        quantity: total.quantity,
        total_dollars: total.total.into(),
        is_credit: first.billed.is_credit,
    }
}
