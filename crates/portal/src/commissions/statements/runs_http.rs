//! The endpoints of the commission run (rules.md#commission-run).

use axum::extract::State;
use domain::commissions::run::Exception;
use domain::commissions::statement::date_of;
use domain::erp::ErpState;
use domain::{CommissionRuleId, Money, StatementId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::month::{self, RunRow};
use super::running::{self, Settled};
use crate::context::Context;
use crate::http::wire::{Date, Month};
use crate::http::{Answer, Body, CallerOrigin, Dollars, Envelope, Query, answer, distinct};

/// The month of a run.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct RunQuery {
    /// The month, by itself or by any of its days.
    #[param(value_type = Option<String>)]
    billing_period: Option<Month>,
}

/// The wish for statements of a month.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RunStatementsForm {
    /// The month, by itself or by any of its days.
    billing_period: Option<Month>,
    /// At most 1,000.
    commission_rule_ids: Vec<i64>,
}

/// The wish for bills of statements.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RunBillsForm {
    /// At most 1,000.
    statement_ids: Vec<i64>,
}

/// All active rules in a month, and those that have ended with something open; those with something to look at first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CommissionRunView {
    /// The 3rd of its month.
    billing_period: Date,
    rules: Vec<RunRuleView>,
    totals: RunTotals,
}

/// A rule in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RunRuleView {
    commission_rule_id: i64,
    rule_name: String,
    payee_name: String,
    /// Whether it pays on anything new. A rule that has ended settles what is open.
    active: bool,
    /// `Ready`, `Nothing`, `Made`, `Billed` or `Failed`.
    state: &'static str,
    /// What the statement that can be made pays, or else those of the month.
    amount: Dollars,
    /// What the statements of the month pay, and the one that can be made: what is compared with last month.
    month_amount: Dollars,
    pending_amount: Dollars,
    /// What is still pending from earlier months.
    pending_earlier: Dollars,
    /// Zero or below.
    brought_forward: Dollars,
    amount_due: Dollars,
    /// Absent when there was no statement.
    last_month_amount: Option<Dollars>,
    exceptions: Vec<RunException>,
    /// The newest statement of the month.
    statement_id: Option<i64>,
    /// The statements of the month that wait for a bill, newest first.
    statement_ids: Vec<i64>,
    /// What their bills pay.
    to_bill: Dollars,
    /// Of several statements, that of one that waits for a bill.
    bill_state: Option<&'static str>,
}

/// Something to look at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RunException {
    /// `Ended`, `Negative`, `InvoiceNotPaid`, `BilledNotPaid`, `BillFailed`, `Unbilled`, `NoErpAccount`, `NoErpVendor`, `Overpaid`, `GroupLeft`,
    /// `NoPayout`, `InvoicesMissing`, `PendingOnly` or `Deviation`.
    code: &'static str,
    message: String,
}

/// The sums of a run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RunTotals {
    rules: usize,
    /// Rules with something to look at.
    exceptions: usize,
    amount: Dollars,
    pending_amount: Dollars,
    pending_earlier: Dollars,
    brought_forward: Dollars,
    amount_due: Dollars,
}

/// What came of a rule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RuleOutcome {
    commission_rule_id: i64,
    /// `Done`, `Already` or `Refused`.
    outcome: &'static str,
    message: String,
    /// The statement that was made.
    statement_id: Option<i64>,
}

/// What came of a statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementOutcome {
    statement_id: i64,
    /// `Queued`, `Already` or `Refused`.
    outcome: &'static str,
    message: String,
}

/// All active rules in a month and those that have ended with something open, with what each would pay or has paid, and what to look at.
#[utoipa::path(
    get, path = "/commission/runs", tag = "commissions", params(RunQuery),
    responses((status = 200, body = Envelope<CommissionRunView>))
)]
pub async fn month(State(ctx): State<Context>, Query(query): Query<RunQuery>) -> Answer<CommissionRunView> {
    let (period, rows) = month::run(&ctx, query.billing_period.map(|Month(month)| month)).await?;
    let sum = |of: fn(&RunRow) -> Money| Dollars(rows.iter().map(of).sum());
    let totals = RunTotals {
        rules: rows.len(),
        exceptions: rows.iter().filter(|row| !row.exceptions.is_empty()).count(),
        amount: sum(|row| row.amount),
        pending_amount: sum(|row| row.pending),
        pending_earlier: sum(|row| row.pending_earlier),
        brought_forward: sum(|row| row.brought_forward),
        amount_due: sum(|row| row.due),
    };
    let rules = rows.into_iter().map(Into::into).collect();
    answer(CommissionRunView { billing_period: date_of(period).into(), rules, totals })
}

/// Makes the statements of rules for a month. A rule with nothing left to pay stays as it is.
#[utoipa::path(
    post, path = "/commission/runs/statements", tag = "commissions", request_body = RunStatementsForm,
    responses((status = 200, body = Envelope<Vec<RuleOutcome>>))
)]
pub async fn statements(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(form): Body<RunStatementsForm>,
) -> Answer<Vec<RuleOutcome>> {
    let rules = distinct(form.commission_rule_ids, CommissionRuleId);
    let period = form.billing_period.map(|Month(month)| month);
    let settled = running::statements(&ctx, &who, period, rules).await?;
    answer(settled.into_iter().map(Into::into).collect::<Vec<_>>())
}

/// Lets the bills of statements be created in the ERP. One that has a bill stays as it is.
#[utoipa::path(
    post, path = "/commission/runs/bills", tag = "commissions", request_body = RunBillsForm,
    responses((status = 200, body = Envelope<Vec<StatementOutcome>>))
)]
pub async fn bills(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(form): Body<RunBillsForm>,
) -> Answer<Vec<StatementOutcome>> {
    let settled = running::bills(&ctx, &who, distinct(form.statement_ids, StatementId)).await?;
    answer(settled.into_iter().map(Into::into).collect::<Vec<_>>())
}

impl From<RunRow> for RunRuleView {
    fn from(row: RunRow) -> Self {
        Self {
            commission_rule_id: row.rule.id.get(),
            rule_name: row.rule.name,
            payee_name: row.rule.payee_name,
            active: row.rule.active,
            state: row.state.name(),
            amount: row.amount.into(),
            month_amount: row.month_amount.into(),
            pending_amount: row.pending.into(),
            pending_earlier: row.pending_earlier.into(),
            brought_forward: row.brought_forward.into(),
            amount_due: row.due.into(),
            last_month_amount: row.last_month.map(Into::into),
            exceptions: row.exceptions.into_iter().map(Into::into).collect(),
            statement_id: row.statement.map(StatementId::get),
            statement_ids: row.to_bill.into_iter().map(StatementId::get).collect(),
            to_bill: row.due_to_bill.into(),
            bill_state: row.bill_state.map(ErpState::name),
        }
    }
}

impl From<Exception> for RunException {
    fn from(exception: Exception) -> Self {
        Self { code: exception.code, message: exception.message }
    }
}

impl From<Settled<CommissionRuleId>> for RuleOutcome {
    fn from(settled: Settled<CommissionRuleId>) -> Self {
        Self {
            commission_rule_id: settled.id.get(),
            outcome: settled.outcome.name(),
            message: settled.message,
            statement_id: settled.statement.map(StatementId::get),
        }
    }
}

impl From<Settled<StatementId>> for StatementOutcome {
    fn from(settled: Settled<StatementId>) -> Self {
        Self { statement_id: settled.id.get(), outcome: settled.outcome.name(), message: settled.message }
    }
}
