//! A statement beside the one before: why they differ, in rows that sum to the difference (rules.md#statement-comparison).

use std::collections::BTreeMap;

use super::ledger::LineKind;
use super::totals::StatementLine;
use crate::{Money, PlanLineId};

#[cfg(test)]
mod tests;

/// Why a row differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The plan line was not in the statement before.
    NewLine,
    /// The plan line is not in the statement any more.
    Left,
    /// The plan line is billed and waits until its invoice is paid.
    Pending,
    /// The plan line waited in the statement before.
    NoLongerPending,
    /// More or fewer are billed.
    Quantity,
    /// Another payout is in force.
    Rate,
    /// Other credits.
    Credits,
    /// Other credits of months that were paid out.
    Clawback,
    /// Other adjustments.
    Adjustments,
    /// Another negative balance is taken over.
    BroughtForward,
}

impl Reason {
    /// The words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NewLine => "New line",
            Self::Left => "Left",
            Self::Pending => "Pending",
            Self::NoLongerPending => "No longer pending",
            Self::Quantity => "Quantity",
            Self::Rate => "Rate",
            Self::Credits => "Credits",
            Self::Clawback => "Clawback",
            Self::Adjustments => "Adjustments",
            Self::BroughtForward => "Brought forward",
        }
    }
}

/// A row of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The group; empty for adjustments and a balance brought forward.
    pub employer_name: String,
    /// The plan; empty for adjustments and a balance brought forward.
    pub plan_name: String,
    /// Why.
    pub reason: Reason,
    /// What it came to in the statement before.
    pub before: Money,
    /// What it comes to now.
    pub now: Money,
}

/// All rows, by group and plan; what is alike is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The rows.
    pub rows: Vec<Difference>,
    /// What the payee gets now, less what the payee got before.
    pub difference: Money,
}

/// What statements of a rule say together that are to be compared: those of a month.
#[derive(Debug, Clone, Default)]
pub struct Compared {
    /// Their lines.
    pub lines: Vec<StatementLine>,
    /// The sum of the adjustments that they take up.
    pub adjusted: Money,
    /// The negative balances that they take over, but for those of one another.
    pub brought_forward: Money,
}

/// What is not taken back, of one plan line in one statement.
#[derive(Debug, Clone, Copy, Default)]
struct Given {
    quantity: i64,
    amount: Money,
    payout: Money,
    /// Whether all of it is paid at one payout.
    is_even: bool,
    is_there: bool,
}

impl Given {
    fn add(&mut self, line: &StatementLine) {
        self.is_even = !self.is_there || (self.is_even && self.payout == line.payout);
        self.is_there = true;
        self.payout = line.payout;
        self.quantity += line.quantity;
        self.amount += line.total;
    }
}

#[derive(Debug, Default)]
struct PlanLine {
    employer_name: String,
    plan_name: String,
    given: [Given; 2],
    credits: [Money; 2],
    clawback: [Money; 2],
    waits: [bool; 2],
}

impl PlanLine {
    fn rows(self) -> Vec<Difference> {
        let [before, now] = self.given;
        let mut rows = Vec::new();
        let mut add = |reason, before: Money, now: Money| {
            if before != now {
                let (employer_name, plan_name) = (self.employer_name.clone(), self.plan_name.clone());
                rows.push(Difference { employer_name, plan_name, reason, before, now });
            }
        };
        match (before.is_there, now.is_there) {
            (false, _) if self.waits[0] => add(Reason::NoLongerPending, Money::ZERO, now.amount),
            (false, _) => add(Reason::NewLine, Money::ZERO, now.amount),
            (true, false) if self.waits[1] => add(Reason::Pending, before.amount, Money::ZERO),
            (true, false) => add(Reason::Left, before.amount, Money::ZERO),
            (true, true) if before.is_even && now.is_even => {
                let at_old_payout = before.payout * now.quantity;
                add(Reason::Quantity, before.amount, at_old_payout);
                add(Reason::Rate, at_old_payout, now.amount);
            }
            (true, true) if before.quantity == now.quantity => add(Reason::Rate, before.amount, now.amount),
            (true, true) => add(Reason::Quantity, before.amount, now.amount),
        }
        add(Reason::Credits, self.credits[0], self.credits[1]);
        add(Reason::Clawback, self.clawback[0], self.clawback[1]);
        rows
    }
}

/// Compares the statements of two months of a rule; without one before, all is new.
pub fn compare(before: &Compared, now: &Compared) -> Comparison {
    let mut plan_lines: BTreeMap<PlanLineId, PlanLine> = BTreeMap::new();
    for (place, statement) in [before, now].into_iter().enumerate() {
        for line in &statement.lines {
            let of = plan_lines.entry(line.plan_line).or_default();
            (of.employer_name, of.plan_name) = (line.employer_name.clone(), line.plan_name.clone());
            if !line.payable {
                of.waits[place] |= !line.is_credit;
                continue;
            }
            match (line.kind, line.is_credit) {
                (LineKind::Clawback, _) => of.clawback[place] += line.total,
                (_, true) => of.credits[place] += line.total,
                (_, false) => of.given[place].add(line),
            }
        }
    }
    let mut rows: Vec<Difference> = plan_lines.into_values().flat_map(PlanLine::rows).collect();
    rows.sort_by(|a, b| (&a.employer_name, &a.plan_name, a.reason).cmp(&(&b.employer_name, &b.plan_name, b.reason)));
    for (reason, before, now) in [
        (Reason::Adjustments, before.adjusted, now.adjusted),
        (Reason::BroughtForward, before.brought_forward, now.brought_forward),
    ] {
        if before != now {
            rows.push(Difference { employer_name: String::new(), plan_name: String::new(), reason, before, now });
        }
    }
    let difference = rows.iter().map(|row| row.now - row.before).sum();
    Comparison { rows, difference }
}
