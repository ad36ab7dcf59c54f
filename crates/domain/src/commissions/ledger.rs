//! The ledger of a commission rule: which snapshot lines a statement pays, takes back or leaves pending, and at what payout
//! (rules.md#statement-amounts, rules.md#paid-once, rules.md#clawback, rules.md#basis-paid, rules.md#adjustments).

use std::collections::{BTreeSet, HashMap};

use super::statement::{NOTHING_BILLABLE, Payout};
use crate::billing::invoice::PaymentStatus;
use crate::billing::ledger::EntryKind;
use crate::{BillingMonth, Invalid, Money, PlanLineId, SnapshotId, SnapshotLineId, StatementId};

mod adjustment;
#[cfg(test)]
mod history;
#[cfg(test)]
mod tests;

pub use adjustment::{Adjustment, AdjustmentDetails, AdjustmentForm, Holder, LONGEST_REASON, check_delete, check_once};

/// On what a rule pays (rules.md#basis-paid).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// On every line that is billed.
    Billed,
    /// On lines whose invoice is paid.
    Paid,
}

/// A line of a statement; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// A snapshot line.
    Line = 0,
    /// A credit of a month that the rule has paid out.
    Clawback = 1,
    /// An amount that a person has added.
    Adjustment = 2,
    /// The negative balance of an earlier statement.
    BroughtForward = 3,
}

impl LineKind {
    const ALL: [Self; 4] = [Self::Line, Self::Clawback, Self::Adjustment, Self::BroughtForward];

    /// The kind of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "Line",
            Self::Clawback => "Clawback",
            Self::Adjustment => "Adjustment",
            Self::BroughtForward => "BroughtForward",
        }
    }
}

/// A snapshot line as the ledger of a rule sees it. No live statement of the rule has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Billed {
    /// The line.
    pub id: SnapshotLineId,
    /// Its snapshot.
    pub snapshot: SnapshotId,
    /// The month in which the snapshot ends.
    pub period: BillingMonth,
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// The month it bills.
    pub month: BillingMonth,
    /// What it does.
    pub kind: EntryKind,
    /// How many it bills.
    pub quantity: i64,
    /// How its invoice is paid.
    pub payment: PaymentStatus,
    /// The payout at which live statements of the rule hold this plan line and month.
    pub held_at: Option<Money>,
    /// What they have paid out for it, less what they took back. Only a credit needs it.
    pub paid_out: Money,
    /// Whether live statements of the rule tell the line as pending, by itself or in their sum of earlier months.
    pub is_told: bool,
}

/// The payouts of a rule in force, of the plan lines that it has now, and those of lines that have left it.
#[derive(Debug, Clone, Default)]
pub struct Rates {
    held: HashMap<PlanLineId, Vec<(BillingMonth, Money)>>,
    departed: HashMap<PlanLineId, Vec<(BillingMonth, Money)>>,
}

impl Rates {
    /// The payouts, in any order.
    pub fn new(payouts: impl IntoIterator<Item = Payout>) -> Self {
        Self { held: by_line(payouts), departed: HashMap::new() }
    }

    /// Adds the payouts that plan lines had when they left the rule, or when the rule ended. They pay only what a statement lists as pending
    /// (rules.md#pending-of-a-line-that-left).
    pub fn with_departed(self, payouts: impl IntoIterator<Item = Payout>) -> Self {
        Self { departed: by_line(payouts), ..self }
    }

    /// The payout of a month: the latest that is set up to it, if it is above zero.
    pub fn of(&self, plan_line: PlanLineId, month: BillingMonth) -> Option<Money> {
        of_month(self.held.get(&plan_line)?, month)
    }

    /// The same of a plan line that has left.
    fn of_departed(&self, plan_line: PlanLineId, month: BillingMonth) -> Option<Money> {
        of_month(self.departed.get(&plan_line)?, month)
    }
}

fn by_line(payouts: impl IntoIterator<Item = Payout>) -> HashMap<PlanLineId, Vec<(BillingMonth, Money)>> {
    let mut rates: HashMap<PlanLineId, Vec<(BillingMonth, Money)>> = HashMap::new();
    for Payout { plan_line, from, amount } in payouts {
        rates.entry(plan_line).or_default().push((from, amount));
    }
    rates
}

fn of_month(rates: &[(BillingMonth, Money)], month: BillingMonth) -> Option<Money> {
    let set = rates.iter().filter(|(from, _)| *from <= month);
    set.max_by_key(|(from, _)| *from).map(|(_, amount)| *amount).filter(|amount| *amount > Money::ZERO)
}

/// A line of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The snapshot line.
    pub billed: Billed,
    /// [`LineKind::Line`] or [`LineKind::Clawback`].
    pub kind: LineKind,
    /// What is paid on each.
    pub payout: Money,
    /// Payout times quantity, negative for a credit.
    pub total: Money,
    /// Whether it counts now; otherwise it is pending until its invoice is paid.
    pub payable: bool,
}

/// The negative balance of an earlier statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// The statement.
    pub statement: StatementId,
    /// What it comes to, below zero.
    pub due: Money,
}

/// What a statement would say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// Its lines, payable and pending.
    pub entries: Vec<Entry>,
    /// The adjustments that it takes up.
    pub adjustments: Vec<Adjustment>,
    /// The negative balances that it takes over.
    pub open: Vec<Open>,
    /// What is still pending from earlier months, by lines that the draft does not have.
    pub pending_earlier: Money,
    /// The lines behind that.
    pub earlier: Vec<Billed>,
}

impl Draft {
    /// Takes up those of a rule's open adjustments that count in the month of the statement (rules.md#adjustments).
    #[must_use]
    pub fn with_adjustments(self, period: BillingMonth, open: impl IntoIterator<Item = Adjustment>) -> Self {
        Self { adjustments: open.into_iter().filter(|one| one.counts_in(period)).collect(), ..self }
    }

    /// The sum of the payable lines and of the adjustments (`TotalPayoutAmount`).
    pub fn total(&self) -> Money {
        self.sum(true) + self.adjusted()
    }

    /// The sum of the adjustments.
    pub fn adjusted(&self) -> Money {
        self.adjustments.iter().map(|one| one.amount).sum()
    }

    /// The sum of the pending lines.
    pub fn pending(&self) -> Money {
        self.sum(false)
    }

    /// The sum of the balances taken over, zero or below.
    pub fn brought_forward(&self) -> Money {
        self.open.iter().map(|open| open.due).sum()
    }

    /// What the payee gets.
    pub fn due(&self) -> Money {
        self.total() + self.brought_forward()
    }

    /// The lines that are told as pending: the draft's own, and those of earlier months.
    pub fn told(&self) -> impl Iterator<Item = &Billed> {
        self.entries.iter().filter(|entry| !entry.payable).map(|entry| &entry.billed).chain(&self.earlier)
    }

    /// Whether a line is payable or an adjustment taken up.
    pub fn is_payable(&self) -> bool {
        !self.adjustments.is_empty() || self.entries.iter().any(|entry| entry.payable)
    }

    /// Holds that there is something to pay or take back (rules.md#paid-once).
    ///
    /// # Errors
    /// On `BillingPeriod`; behind it what is pending.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.is_payable() {
            return Ok(());
        }
        let mut invalid = Invalid::field("BillingPeriod", NOTHING_BILLABLE);
        if !self.entries.is_empty() || self.pending_earlier != Money::ZERO {
            let pending = self.pending() + self.pending_earlier;
            invalid.add("BillingPeriod", format!("{pending} is pending until its invoices are paid."));
        }
        Err(invalid)
    }

    /// How many voided invoices it pays on; only a rule on billed invoices does.
    pub fn voided_invoices(&self) -> usize {
        let is_voided = |entry: &&Entry| entry.payable && entry.billed.payment == PaymentStatus::Voided;
        let of_lines = self.entries.iter().filter(is_voided).filter(|entry| entry.kind == LineKind::Line);
        of_lines.map(|entry| entry.billed.snapshot).collect::<BTreeSet<_>>().len()
    }

    /// What its credits take back of months that no live statement holds and that it does not charge itself, zero or below.
    pub fn credited_unpaid(&self) -> Money {
        let month = |billed: &Billed| (billed.plan_line, billed.month);
        let charges = self.entries.iter().filter(|entry| !entry.billed.kind.is_credit());
        let charged: BTreeSet<_> = charges.map(|entry| month(&entry.billed)).collect();
        let is_unpaid = |entry: &&Entry| {
            let billed = &entry.billed;
            entry.payable && billed.kind.is_credit() && billed.held_at.is_none() && !charged.contains(&month(billed))
        };
        self.entries.iter().filter(is_unpaid).map(|entry| entry.total).sum()
    }

    fn sum(&self, payable: bool) -> Money {
        self.entries.iter().filter(|entry| entry.payable == payable).map(|entry| entry.total).sum()
    }
}

/// The draft of a rule's statement of a month: from lines of snapshots that end in it, and from those of earlier months that count by now.
/// The lines keep their order.
pub fn draft(
    basis: Basis,
    rates: &Rates,
    period: BillingMonth,
    lines: impl IntoIterator<Item = Billed>,
    open: Vec<Open>,
) -> Draft {
    let mut draft = Draft { open, ..Draft::default() };
    let mut left = HashMap::new();
    for billed in lines {
        // Switched from paid invoices, a rule on billed ones still pays what it has told as pending; any other month has a statement of its own.
        if basis == Basis::Billed && billed.period < period && !billed.is_told {
            continue;
        }
        let Some(entry) = entry(basis, rates, billed, &mut left) else { continue };
        let is_earlier = entry.billed.period < period;
        if entry.billed.period == period || (is_earlier && entry.payable) {
            draft.entries.push(entry);
        } else if is_earlier {
            draft.pending_earlier += entry.total;
            draft.earlier.push(entry.billed);
        }
    }
    draft
}

/// What the draft has left to take back of what a plan line and month were paid out.
type Left = HashMap<(PlanLineId, BillingMonth), Money>;

/// What a line comes to; nothing when nothing is paid on it. A credit is a clawback when so much was paid out of its month and is `left`
/// (rules.md#clawback).
fn entry(basis: Basis, rates: &Rates, billed: Billed, left: &mut Left) -> Option<Entry> {
    let payout = payout(rates, &billed)?;
    let is_credit = billed.kind.is_credit();
    let amount = payout * billed.quantity;
    if amount == Money::ZERO {
        return None;
    }
    let mut is_clawback = false;
    let mut payable = basis == Basis::Billed || billed.payment == PaymentStatus::Paid;
    // Of credits alone is known what was paid out: what is charged of the same month stays out of the count.
    if is_credit {
        let left = left.entry((billed.plan_line, billed.month)).or_insert(billed.paid_out);
        is_clawback = amount <= *left;
        payable |= is_clawback;
        if payable {
            *left += -amount;
        }
    }
    // A voided invoice is never paid: nothing waits for it (rules.md#basis-paid).
    if !payable && billed.payment == PaymentStatus::Voided {
        return None;
    }
    let kind = if is_clawback { LineKind::Clawback } else { LineKind::Line };
    Some(Entry { billed, kind, payout, total: if is_credit { -amount } else { amount }, payable })
}

/// The payout of each unit of a line. A month in a live statement keeps its payout, also when the plan line has left the rule; so
/// what is taken back was paid, and what is charged again is paid again (rules.md#clawback). What a statement tells as pending keeps the
/// payout that the plan line had when it left.
fn payout(rates: &Rates, billed: &Billed) -> Option<Money> {
    let in_force = billed.held_at.or_else(|| rates.of(billed.plan_line, billed.month));
    in_force.or_else(|| rates.of_departed(billed.plan_line, billed.month).filter(|_| billed.is_told))
}

/// The first month whose lines a rule looks back to that pays, or has paid, on [`Basis::Paid`]: that in which it was made, of its first live
/// statement, or the first whose statement was asked for while all of it was pending.
pub fn since(
    made_in: BillingMonth,
    first_statement: Option<BillingMonth>,
    first_asked: Option<BillingMonth>,
) -> BillingMonth {
    [first_statement, first_asked].into_iter().flatten().fold(made_in, BillingMonth::min)
}

/// The days on which snapshots end that a statement of a month looks at, `since` then being the first month.
pub fn window(since: BillingMonth, period: BillingMonth) -> crate::DateRange {
    crate::DateRange { start: since.day(1), end: period.day(31) }
}
