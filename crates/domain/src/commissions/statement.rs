//! A statement from what was billed: payout times quantity, line by line, negative for credits (rules.md#statement-amounts).

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::period::{CUT_OFF_DAY, shown_date};
use crate::{BillingMonth, FieldError, Invalid, Money, PlanLineId, SnapshotId, SnapshotLineId, StatementId};

#[cfg(test)]
mod tests;

/// What is said when nothing is left to be paid (rules.md#paid-once).
pub const NOTHING_BILLABLE: &str = "There are no billable line items for this rule and billing period.";

/// What is said when a statement with a bill is to be deleted (rules.md#bill-of-a-statement).
pub const BILLED: &str = "A bill exists in the ERP for this statement.";

/// A line of a snapshot as a statement sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilledLine {
    /// The line.
    pub id: SnapshotLineId,
    /// Its snapshot.
    pub snapshot: SnapshotId,
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// The month it bills.
    pub month: BillingMonth,
    /// Whether it gives money back.
    pub is_credit: bool,
    /// How many it bills.
    pub quantity: i64,
    /// What each was billed at.
    pub rate: Money,
    /// The reference that chose members.
    pub reference_id: Option<String>,
}

/// What a rule pays on a plan line, from a month until the next one that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payout {
    /// The plan line.
    pub plan_line: PlanLineId,
    /// The first month.
    pub from: BillingMonth,
    /// What is paid on each that is billed.
    pub amount: Money,
}

/// A line of a statement: the billed line with the payout of its month, as of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    /// What it pays on.
    pub billed: BilledLine,
    /// What is paid on each.
    pub payout: Money,
    /// Payout times quantity, negative for a credit.
    pub total: Money,
}

/// Lines of a statement that are shown as one: of a snapshot, line, month and direction (rules.md#statement-amounts).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// The first of them.
    pub first: StatementLine,
    /// What each was billed at; `None` when not all were billed alike.
    pub rate: Option<Money>,
    /// How many are billed in all.
    pub quantity: i64,
    /// The sum, negative for credits.
    pub total: Money,
}

/// The lines of a statement: those of plan lines on which something is paid, but for those that stand in another statement of the rule.
/// What is paid is that of the month a line bills, so that a credit takes back what was paid for its month.
///
/// # Errors
/// On `BillingPeriod` when none is left.
pub fn statement(
    billed: Vec<BilledLine>,
    payouts: &[Payout],
    elsewhere: &BTreeSet<SnapshotLineId>,
) -> Result<Vec<StatementLine>, Invalid> {
    let line = |billed: BilledLine| {
        let payout = payout_of(payouts, billed.plan_line, billed.month);
        let amount = payout * billed.quantity;
        StatementLine { payout, total: if billed.is_credit { -amount } else { amount }, billed }
    };
    let left = billed.into_iter().filter(|billed| !elsewhere.contains(&billed.id)).map(line);
    let lines: Vec<_> = left.filter(|line| line.total != Money::ZERO).collect();
    if lines.is_empty() { Err(Invalid::field("BillingPeriod", NOTHING_BILLABLE)) } else { Ok(lines) }
}

/// The statement of a rule that has the lines of a snapshot already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earlier<'a> {
    /// Its id.
    pub id: StatementId,
    /// Its name.
    pub name: &'a str,
    /// The day on which it was made.
    pub made_on: NaiveDate,
}

/// What is said beside [`NOTHING_BILLABLE`] when the lines stand in a statement of the rule: in which.
pub fn already_in(earlier: Earlier<'_>) -> FieldError {
    let Earlier { id, name, made_on } = earlier;
    let message = format!("Statement {id}, {name}, made on {}, has them already.", shown_date(made_on));
    FieldError { key: "CommissionRuleId".to_owned(), message }
}

/// Checks whether a statement may be deleted (rules.md#bill-of-a-statement).
///
/// # Errors
/// On no field, when a bill pays it.
pub fn check_delete(has_bill: bool) -> Result<(), Invalid> {
    if has_bill { Err(Invalid::field("", BILLED)) } else { Ok(()) }
}

/// What is paid on a plan line for a month: the latest that is set up to it; nothing before the first.
fn payout_of(payouts: &[Payout], plan_line: PlanLineId, month: BillingMonth) -> Money {
    let set = payouts.iter().filter(|payout| payout.plan_line == plan_line && payout.from <= month);
    set.max_by_key(|payout| payout.from).map_or(Money::ZERO, |payout| payout.amount)
}

/// The lines as they are shown, in their order.
pub fn totals(lines: &[StatementLine]) -> Vec<Total> {
    let mut places = BTreeMap::new();
    let mut totals: Vec<Total> = Vec::new();
    for line in lines {
        let billed = &line.billed;
        let place = places.entry((billed.snapshot, billed.plan_line, billed.month, billed.is_credit));
        let place = *place.or_insert_with(|| {
            let rate = Some(billed.rate);
            totals.push(Total { first: line.clone(), rate, quantity: 0, total: Money::ZERO });
            totals.len() - 1
        });
        let total = &mut totals[place];
        total.quantity += billed.quantity;
        total.total += line.total;
        total.rate = total.rate.filter(|rate| *rate == billed.rate);
    }
    totals
}

/// The name of a statement (rules.md#bill-of-a-statement).
pub fn name(rule: &str, period: BillingMonth) -> String {
    format!("{rule} - {period}")
}

/// The month that a statement of one snapshot is for: the snapshot's own (rules.md#ways-to-a-statement). The day does not matter.
///
/// # Errors
/// On `BillingPeriod` when it is absent or another month.
pub fn period_of(wish: Option<NaiveDate>, of_snapshot: BillingMonth) -> Result<BillingMonth, Invalid> {
    match wish.map(BillingMonth::of) {
        None => Err(Invalid::field("BillingPeriod", "Billing Period is required.")),
        Some(month) if month == of_snapshot => Ok(month),
        Some(_) => {
            let message = format!("This snapshot bills {of_snapshot}: choose that month.");
            Err(Invalid::field("BillingPeriod", message))
        }
    }
}

/// The date that stands for the month of a statement (rules.md#day-of-a-statement).
pub fn date_of(period: BillingMonth) -> NaiveDate {
    period.day(CUT_OFF_DAY)
}
