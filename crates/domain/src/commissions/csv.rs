//! Statements as CSV (rules.md#bulk-csv-of-a-month): a row for each payable total and each adjustment, so that the rows of a statement sum
//! to its `TotalPayoutAmount`.

use super::totals::{AdjustmentLine, StatementLine};
use crate::{BillingMonth, Money};

/// The columns.
pub const HEADING: [&str; 14] = [
    "Statement",
    "Payee",
    "Rule",
    "Billing Period",
    "Employer",
    "Plan",
    "Reference",
    "Billable Month",
    "Quantity",
    "Billing Rate",
    "Payout Rate",
    "Total",
    "Credit",
    "Payment Status",
];

/// What the rows of a statement have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvHead {
    /// The name of the statement.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// What the rule was called.
    pub rule_name: String,
    /// The month it is for.
    pub period: BillingMonth,
}

/// The cells of a row, in the order of [`HEADING`].
pub fn cells(head: &CsvHead, line: &StatementLine) -> [String; 14] {
    [
        head.name.clone(),
        head.payee_name.clone(),
        head.rule_name.clone(),
        head.period.to_string(),
        line.employer_name.clone(),
        line.plan_name.clone(),
        line.reference_id.clone().unwrap_or_default(),
        line.month.to_string(),
        line.quantity.to_string(),
        line.rate.map(Money::decimal).unwrap_or_default(),
        line.payout.decimal(),
        line.total.decimal(),
        if line.is_credit { "Yes" } else { "No" }.to_owned(),
        line.payment.text().to_owned(),
    ]
}

/// The same of an adjustment: it is of no employer, its reason stands as its reference, and no invoice pays it.
pub fn adjustment_cells(head: &CsvHead, line: &AdjustmentLine) -> [String; 14] {
    let none = String::new;
    [
        head.name.clone(),
        head.payee_name.clone(),
        head.rule_name.clone(),
        head.period.to_string(),
        none(),
        none(),
        line.reason.clone(),
        line.month.to_string(),
        none(),
        none(),
        none(),
        line.amount.decimal(),
        if line.amount < Money::ZERO { "Yes" } else { "No" }.to_owned(),
        none(),
    ]
}
