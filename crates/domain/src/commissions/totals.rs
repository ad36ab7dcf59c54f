//! The lines of a statement as they are shown: those of one snapshot, plan line, billable month, direction and kind are one
//! (rules.md#statement-amounts).

use chrono::NaiveDate;

use super::ledger::LineKind;
use crate::billing::invoice::{PaymentStatus, plain_number};
use crate::{BillingMonth, GroupId, Money, PlanLineId, SnapshotId};

#[cfg(test)]
mod tests;

/// A line of a statement as it was made, with the payment status of its invoice as of now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    /// What it is.
    pub kind: LineKind,
    /// The snapshot that it pays on.
    pub snapshot: SnapshotId,
    /// The group that was billed.
    pub group: GroupId,
    /// The plan line that was billed.
    pub plan_line: PlanLineId,
    /// The month that was billed.
    pub month: BillingMonth,
    /// Whether it takes back.
    pub is_credit: bool,
    /// Whether it corrects what was billed or not billed before; otherwise it is charged as its plan line is, also for another month than
    /// that of the statement.
    pub is_correction: bool,
    /// The month of its invoice.
    pub invoice_month: BillingMonth,
    /// Whether it counts; otherwise it is pending.
    pub payable: bool,
    /// How many are billed.
    pub quantity: i64,
    /// What each was billed at; `None` when not all were billed alike.
    pub rate: Option<Money>,
    /// What is paid on each.
    pub payout: Money,
    /// Payout times quantity, negative for a credit.
    pub total: Money,
    /// The name of the group.
    pub employer_name: String,
    /// The name of the plan.
    pub plan_name: String,
    /// The name of the plan line.
    pub line_name: String,
    /// The reference that chose members.
    pub reference_id: Option<String>,
    /// Whether and how the invoice is paid now.
    pub payment: PaymentStatus,
    /// The invoice in the ERP.
    pub erp_ref_id: Option<String>,
    /// The number of the invoice there.
    pub invoice_number: Option<String>,
    /// The date of the invoice there.
    pub invoiced_on: Option<NaiveDate>,
}

/// An adjustment as it stands in a statement (rules.md#adjustments).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdjustmentLine {
    /// Why.
    pub reason: String,
    /// The month from which it counts.
    pub month: BillingMonth,
    /// What it adds, negative for what it takes off.
    pub amount: Money,
}

impl StatementLine {
    /// The number of its invoice: that in the ERP, or the one it would be printed with.
    pub fn shown_number(&self) -> String {
        self.invoice_number.clone().unwrap_or_else(|| plain_number(self.snapshot))
    }

    /// The word before it; a charge has none.
    pub fn word(&self) -> Option<&'static str> {
        match (self.kind, self.is_credit, self.is_correction) {
            (LineKind::Clawback, _, _) => Some("Clawback"),
            (_, true, _) => Some("Credit"),
            (_, false, true) => Some("Debt"),
            (_, false, false) => None,
        }
    }

    /// Takes in the next line if both are shown as one, else gives it back.
    fn join(&mut self, next: Self) -> Option<Self> {
        let key =
            |line: &Self| (line.snapshot, line.plan_line, line.month, line.is_credit, line.is_correction, line.payable);
        if key(self) != key(&next) {
            return Some(next);
        }
        self.quantity += next.quantity;
        self.total += next.total;
        self.rate = self.rate.filter(|rate| Some(*rate) == next.rate);
        None
    }
}

/// Joins lines that come one by one and stand side by side where they are shown as one.
#[derive(Debug, Default)]
pub struct Joining(Option<StatementLine>);

impl Joining {
    /// Takes the next line; gives the one before once it is whole.
    pub fn push(&mut self, next: StatementLine) -> Option<StatementLine> {
        let Some(current) = &mut self.0 else {
            self.0 = Some(next);
            return None;
        };
        let next = current.join(next)?;
        self.0.replace(next)
    }

    /// Gives the last one.
    pub fn end(self) -> Option<StatementLine> {
        self.0
    }
}

/// The lines as they are shown, in their order.
pub fn totals(lines: impl IntoIterator<Item = StatementLine>) -> Vec<StatementLine> {
    let mut joining = Joining::default();
    let mut totals: Vec<_> = lines.into_iter().filter_map(|line| joining.push(line)).collect();
    totals.extend(joining.end());
    totals
}
