//! Commission statements as the wire carries them.

use chrono::{DateTime, Utc};
use domain::access::{Action, Caller};
use domain::commissions::payout::net;
use domain::commissions::statement::date_of;
use domain::commissions::totals::{StatementLine, totals};
use domain::erp::ErpState;
use domain::invoices::Sender;
use domain::{BillingMonth, Money, StatementId};
use serde::Serialize;
use store::commissions::statements::{Adjusted, Brought, StatementRow};
use store::erp_documents::Newest;
use utoipa::ToSchema;

use super::making::MadeStatement;
use super::service::Statement;
use crate::context::Context;
use crate::erp::states::ErpStateView;
use crate::http::Dollars;
use crate::http::wire::{Date, Instant};
use crate::invoices::sender;

/// A commission statement in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementRowView {
    id: i64,
    name: String,
    payee_name: String,
    commission_rule_id: i64,
    rule_name: String,
    /// The 3rd of its month.
    billing_period: Date,
    /// The sum of its lines and adjustments; negative when more is taken back than paid.
    total_payout_amount: Dollars,
    /// The negative balance of earlier statements that it takes over; zero or below.
    brought_forward: Dollars,
    /// `TotalPayoutAmount` and `BroughtForward`: what a bill pays.
    amount_due: Dollars,
    /// What waits for invoices to be paid; not in the total.
    pending_amount: Dollars,
    /// What was still pending from earlier months when it was made; not in the total, and in no line.
    pending_earlier: Dollars,
    /// Whether a bill of it exists in the ERP, or may have arrived there: then it cannot be deleted.
    has_bill: bool,
    bill_number: Option<String>,
    /// How its bill stands: `Queued`, `Sent`, `Failed`, `Changed` or `Deleted`; absent when none was ever wished for, and for who may
    /// not see commission rules.
    bill_state: Option<&'static str>,
    created_on: Instant,
    /// The same as `CreatedOn`.
    created_at: Instant,
}

/// A commission statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementView {
    #[serde(flatten)]
    row: StatementRowView,
    /// The vendor that its bill was made out to, or else that of the rule; absent for who may not see commission rules.
    erp_vendor_id: Option<String>,
    /// The groups that it pays on and that have left the broker of its rule since; none once it has a bill.
    groups_left: Vec<String>,
    /// How many invoices it pays on that are not paid any more, where its rule pays on paid invoices: it gets no bill. Zero for who may not
    /// see commission rules.
    unpaid_invoices: u64,
    /// How many voided invoices it pays on, where its rule pays on billed invoices. Zero for who may not see commission rules.
    voided_invoices: u64,
    /// The part of `TotalPayoutAmount` that is of invoices of earlier months.
    payable_from_earlier: Dollars,
    /// Its lines; pending ones are not payable.
    totaled_line_items: Vec<StatementTotalView>,
    /// Its adjustments; each is part of `TotalPayoutAmount`.
    adjustments: Vec<StatementAdjustmentView>,
    /// Where `BroughtForward` comes from.
    brought_forward_from: Vec<BroughtForwardView>,
    /// The statement that takes over its own negative balance, if one does.
    carried_into: Option<NamedStatement>,
    /// How its bill stands in the ERP, with the reason of a failure; absent when none was ever wished for, and for who may not see
    /// commission rules.
    erp_state: Option<ErpStateView>,
    /// Who pays, as its printed page says.
    sender: SenderView,
}

/// A statement that was just made. It may have tens of thousands of lines, which its own address gives.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MadeStatementView {
    #[serde(flatten)]
    row: StatementRowView,
    /// The groups that it pays on and that have left the broker of its rule since.
    groups_left: Vec<String>,
}

/// The company that pays a statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SenderView {
    name: String,
    /// The lines of its address; none where the settings do not name the whole of it.
    address: Vec<String>,
    email: Option<String>,
    phone: Option<String>,
}

/// What a statement pays on a line of an invoice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementTotalView {
    employer_id: i64,
    employer_name: String,
    billing_plan_name: String,
    plan_line_id: i64,
    /// The plan line by the name it had.
    billing_line_item_name: String,
    reference_id: Option<String>,
    billable_month_name: &'static str,
    /// 1 to 12.
    billable_month: u32,
    billable_year: i32,
    billing_invoice_snapshot_id: i64,
    /// The invoice in the ERP, if it is there; absent for who may not see commission rules.
    billing_invoice_quickbooks_id: Option<String>,
    /// The number of the invoice, as it is printed.
    invoice_number: String,
    /// The date of the invoice in the ERP, if it is there.
    invoice_date: Option<Date>,
    /// Whether the caller may open the invoice.
    can_view_invoice: bool,
    /// Of the invoice, as of now.
    payment_status_text: &'static str,
    payment_status_color: &'static str,
    commission_payout_rate: Dollars,
    /// Absent when not all were billed alike.
    billing_line_item_rate: Option<Dollars>,
    /// `BillingLineItemRate` less `CommissionPayoutRate`; below zero when more is paid out than is billed.
    net_rate: Option<Dollars>,
    quantity: i64,
    /// Negative for a credit.
    total_dollars: Dollars,
    is_credit: bool,
    /// Whether it corrects what was billed or not billed before; otherwise it is charged as its plan line is, whichever month it bills.
    is_correction: bool,
    /// `Line`, or `Clawback` for a credit of a month that was paid out.
    kind: &'static str,
    /// Whether it counts in `TotalPayoutAmount`; otherwise it is pending.
    payable: bool,
    /// Whether its invoice is of a month before that of the statement.
    is_of_earlier_month: bool,
}

/// An amount that a person has added to what a rule pays, as it stands in a statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementAdjustmentView {
    adjustment_id: i64,
    /// Why.
    reason: String,
    /// The 3rd of the month from which it counts.
    month: Date,
    /// Negative for what it takes off.
    amount: Dollars,
    /// Who added it; absent for who may not see commission rules.
    added_by: Option<String>,
    added_on: Instant,
}

/// A negative balance of an earlier statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BroughtForwardView {
    statement_id: i64,
    name: String,
    /// Below zero.
    amount: Dollars,
}

/// A statement by its name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct NamedStatement {
    statement_id: i64,
    name: String,
}

impl StatementRowView {
    /// The statement for a caller, with its bill as it stands at `now`. What the ERP calls things is for administrators
    /// (rules.md#statements-of-a-broker).
    pub fn of(row: StatementRow, who: &Caller, now: DateTime<Utc>) -> Self {
        Self {
            id: row.id.get(),
            commission_rule_id: row.rule.get(),
            billing_period: date_of(row.period).into(),
            total_payout_amount: row.total.into(),
            brought_forward: row.brought_forward.into(),
            amount_due: row.due().into(),
            pending_amount: row.pending.into(),
            has_bill: row.has_bill,
            pending_earlier: row.pending_earlier.into(),
            bill_state: row.bill_state(now).map(ErpState::name).filter(|_| who.may(Action::ViewCommissions)),
            created_on: row.created_at.into(),
            created_at: row.created_at.into(),
            bill_number: row.bill_number,
            name: row.name,
            payee_name: row.payee_name,
            rule_name: row.rule_name,
        }
    }
}

impl StatementView {
    /// As [`StatementRowView::of`], with the company of the settings as its sender.
    pub fn of(ctx: &Context, statement: Statement, who: &Caller) -> Self {
        let now = ctx.now();
        let sees_erp = who.may(Action::ViewCommissions);
        let period = statement.row.period;
        let open = statement.open_invoices;
        let line = |line: StatementLine| StatementTotalView {
            can_view_invoice: open.contains(&line.snapshot),
            ..StatementTotalView::of(line, period, sees_erp)
        };
        let is_earlier = |line: &&StatementLine| line.payable && line.invoice_month < statement.row.period;
        let earlier: Money = statement.lines.iter().filter(is_earlier).map(|line| line.total).sum();
        Self {
            payable_from_earlier: earlier.into(),
            erp_vendor_id: statement.row.erp_vendor_id.clone().filter(|_| sees_erp),
            unpaid_invoices: if sees_erp { statement.invoices_not_paid } else { 0 },
            voided_invoices: if sees_erp { statement.invoices_voided } else { 0 },
            groups_left: if sees_erp { statement.groups_left } else { Vec::new() },
            totaled_line_items: totals(statement.lines).into_iter().map(line).collect(),
            adjustments: statement.adjustments.into_iter().map(|one| adjustment(one, sees_erp)).collect(),
            brought_forward_from: statement.brought.into_iter().map(Into::into).collect(),
            carried_into: statement.carried_into.map(Into::into),
            erp_state: statement.bill.filter(|_| sees_erp).map(|bill| bill_state(Some(&bill), now)),
            row: StatementRowView::of(statement.row, who, now),
            sender: sender(ctx).into(),
        }
    }
}

impl MadeStatementView {
    /// As [`StatementRowView::of`].
    pub fn of(made: MadeStatement, who: &Caller, now: DateTime<Utc>) -> Self {
        Self { row: StatementRowView::of(made.row, who, now), groups_left: made.groups_left }
    }
}

impl From<Sender> for SenderView {
    fn from(sender: Sender) -> Self {
        let Sender { name, address, email, phone, .. } = sender;
        Self { name, address, email, phone }
    }
}

/// An adjustment of a statement; who of the staff has added it is for administrators.
fn adjustment(Adjusted { id, line, added_by, added_at }: Adjusted, sees_staff: bool) -> StatementAdjustmentView {
    StatementAdjustmentView {
        adjustment_id: id.get(),
        reason: line.reason,
        month: date_of(line.month).into(),
        amount: line.amount.into(),
        added_by: sees_staff.then_some(added_by),
        added_on: added_at.into(),
    }
}

/// How a bill stands in the ERP. A bill has no mail, and nothing of its statement changes after it is sent.
pub fn bill_state(bill: Option<&Newest>, now: DateTime<Utc>) -> ErpStateView {
    ErpStateView::of(bill, false, false, now)
}

impl StatementTotalView {
    /// A line of a statement of a month; the id of its invoice in the ERP only for who sees that.
    fn of(line: StatementLine, period: BillingMonth, sees_erp: bool) -> Self {
        Self {
            invoice_number: line.shown_number(),
            invoice_date: line.invoiced_on.map(Into::into),
            can_view_invoice: false,
            employer_id: line.group.get(),
            employer_name: line.employer_name,
            billing_plan_name: line.plan_name,
            plan_line_id: line.plan_line.get(),
            billing_line_item_name: line.line_name,
            reference_id: line.reference_id,
            billable_month_name: line.month.name(),
            billable_month: line.month.month(),
            billable_year: line.month.year(),
            billing_invoice_snapshot_id: line.snapshot.get(),
            billing_invoice_quickbooks_id: line.erp_ref_id.filter(|_| sees_erp),
            payment_status_text: line.payment.text(),
            payment_status_color: line.payment.color(),
            commission_payout_rate: line.payout.into(),
            net_rate: line.rate.map(|rate| net(rate, line.payout, []).into()),
            billing_line_item_rate: line.rate.map(Into::into),
            quantity: line.quantity,
            total_dollars: line.total.into(),
            is_credit: line.is_credit,
            is_correction: line.is_correction,
            kind: line.kind.name(),
            payable: line.payable,
            is_of_earlier_month: line.invoice_month < period,
        }
    }
}

impl From<Brought> for BroughtForwardView {
    fn from(brought: Brought) -> Self {
        Self { statement_id: brought.from.get(), name: brought.name, amount: brought.amount.into() }
    }
}

impl From<(StatementId, String)> for NamedStatement {
    fn from((id, name): (StatementId, String)) -> Self {
        Self { statement_id: id.get(), name }
    }
}
