//! The lines of a statement.

use chrono::NaiveDate;
use domain::billing::invoice::PaymentStatus;
use domain::billing::ledger::EntryKind;
use domain::commissions::ledger::LineKind;
use domain::commissions::totals::StatementLine;
use domain::{BillingMonth, GroupId, Money, PlanLineId, SnapshotId, StatementId};
use serde::Deserialize;

use super::ordered_rows::read;
use crate::error::damaged;
use crate::{Db, Result};

/// A negative balance that stands in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    /// The statement it comes from.
    pub from: StatementId,
    /// What that is called.
    pub name: String,
    /// How much, below zero.
    pub amount: Money,
}

/// The columns of a [`Row`], in its order.
pub(super) const COLUMNS: &[&str] = &[
    "statement_id",
    "kind",
    "snapshot_id",
    "group_id",
    "plan_line_id",
    "billable_month",
    "credit",
    "billed_kind",
    "period_month",
    "counts",
    "quantity",
    "rate_cents",
    "payout_cents",
    "total_cents",
    "employer_name",
    "plan_name",
    "line_name",
    "reference_id",
    "payment_status",
    "erp_ref_id",
    "doc_number",
    "txn_on",
];

/// What they are of `commission_line c` and `snapshot s`.
pub(super) const FIELDS: &str = "c.statement_id, c.kind, c.snapshot_id, s.group_id, c.plan_line_id, c.billable_month, \
     case when c.is_credit then 1 else 0 end as credit, c.billed_kind, s.period_month, case when c.payable then 1 else 0 end as counts, \
     c.quantity, c.rate_cents, c.payout_cents, c.total_cents, c.employer_name, c.plan_name, c.line_name, c.reference_id, \
     s.payment_status, s.erp_ref_id, s.doc_number, s.txn_on";

/// A line as it is read.
#[derive(Deserialize)]
pub(super) struct Row {
    pub(super) statement: i64,
    kind: i16,
    snapshot: i64,
    group: i64,
    plan_line: i64,
    month: i32,
    credit: i16,
    billed_kind: i16,
    invoice_month: i32,
    counts: i16,
    quantity: i64,
    rate: i64,
    payout: i64,
    total: i64,
    employer_name: String,
    plan_name: String,
    line_name: String,
    reference_id: Option<String>,
    payment: i16,
    erp_ref_id: Option<String>,
    invoice_number: Option<String>,
    invoiced_on: Option<NaiveDate>,
}

/// The lines of a statement that pay on snapshot lines, in their order. The statement was found in scope.
///
/// # Errors
/// When the database does not answer.
pub async fn lines(db: &impl Db, id: StatementId) -> Result<Vec<StatementLine>> {
    let query = format!(
        "select {FIELDS} from commission_line c join snapshot s on s.id = c.snapshot_id \
         where c.statement_id = $1 and c.kind in (0,1) order by c.id"
    );
    let rows: Vec<Row> = read(db, COLUMNS, &query, vec![id.get().into()]).await?;
    rows.into_iter().map(line).collect()
}

/// A line as it stands in its statement.
pub(super) fn line(row: Row) -> Result<StatementLine> {
    Ok(StatementLine {
        kind: LineKind::from_number(row.kind).ok_or_else(|| damaged("the kind of a line"))?,
        snapshot: SnapshotId(row.snapshot),
        group: GroupId(row.group),
        plan_line: PlanLineId(row.plan_line),
        month: BillingMonth::from_number(row.month),
        is_credit: row.credit == 1,
        is_correction: row.billed_kind != EntryKind::Charge.number(),
        invoice_month: BillingMonth::from_number(row.invoice_month),
        payable: row.counts == 1,
        quantity: row.quantity,
        rate: Some(Money::from_cents(row.rate)),
        payout: Money::from_cents(row.payout),
        total: Money::from_cents(row.total),
        employer_name: row.employer_name,
        plan_name: row.plan_name,
        line_name: row.line_name,
        reference_id: row.reference_id,
        payment: PaymentStatus::from_number(row.payment).ok_or_else(|| damaged("a payment status"))?,
        erp_ref_id: row.erp_ref_id,
        invoice_number: row.invoice_number,
        invoiced_on: row.invoiced_on,
    })
}

/// The negative balances that a statement has taken over.
///
/// # Errors
/// When the database does not answer.
pub async fn brought(db: &impl Db, id: StatementId) -> Result<Vec<Brought>> {
    let query = "select c.brought_from, p.name, c.total_cents from commission_line c \
                 join commission_statement p on p.id = c.brought_from where c.statement_id = $1 order by c.id";
    let columns = ["brought_from", "name", "total_cents"];
    let rows: Vec<(i64, String, i64)> = read(db, &columns, query, vec![id.get().into()]).await?;
    let brought = |(from, name, cents)| Brought { from: StatementId(from), name, amount: Money::from_cents(cents) };
    Ok(rows.into_iter().map(brought).collect())
}
