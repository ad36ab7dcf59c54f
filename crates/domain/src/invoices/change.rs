//! Why an invoice differs from the one of the month before, in steps that add up exactly.

use std::collections::{BTreeMap, BTreeSet};

use super::wording::{counted, shown_count};
use super::{InvoiceInput, InvoiceLine, PreviousInvoice, PreviousLine, shown_signed};
use crate::billing::BillingType;
use crate::billing::ledger::EntryKind;
use crate::{MemberId, Money, PlanLineId};

/// The comparison with the month before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// There is an invoice to compare with: its total and the steps give this total.
    Steps {
        /// The month and number of the earlier invoice.
        previous_label: String,
        /// Its total.
        previous: Money,
        /// What happened, in the order it is told.
        steps: Vec<ChangeStep>,
        /// The month of this invoice.
        closing_label: String,
        /// The difference in words.
        difference: String,
    },
    /// There is none; the sentence says so.
    Nothing(String),
}

/// One step from the earlier total to this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeStep {
    /// What happened.
    pub label: String,
    /// Said in place of a bar, where there is nothing to draw.
    pub note: Option<&'static str>,
    /// By how much it changed the total.
    pub amount: Money,
    /// The distance from the earlier total before the step.
    pub from: Money,
    /// The distance from the earlier total after the step.
    pub to: Money,
}

/// What was charged for one member: the plan lines and the sum of their rates.
#[derive(Default, PartialEq, Eq)]
struct Charged {
    lines: BTreeSet<PlanLineId>,
    amount: Money,
}

type Roll = BTreeMap<MemberId, Charged>;

pub(super) fn compare(input: &InvoiceInput) -> Change {
    let Some(previous) = &input.previous else {
        let before = input.period.plus(-1);
        return Change::Nothing(format!(
            "No comparison: this plan has no invoice for {before} that is still in force."
        ));
    };
    let total: Money = input.lines.iter().map(|line| line.total).sum();
    let difference = total - previous.total;
    Change::Steps {
        previous_label: format!("{}, {}", previous.period, previous.number),
        previous: previous.total,
        steps: chained(steps(&input.lines, previous)),
        closing_label: format!("{}, this {}", input.period, if total < Money::ZERO { "credit" } else { "invoice" }),
        difference: match difference {
            Money::ZERO => format!("Same as {}", previous.period.name()),
            _ => format!("{} from {}", shown_signed(difference), previous.period.name()),
        },
    }
}

/// A step before it has its place: label, note, amount.
type Plain = (String, Option<&'static str>, Money);

fn chained(plain: Vec<Plain>) -> Vec<ChangeStep> {
    let mut at = Money::ZERO;
    let place = |(label, note, amount): Plain| {
        let from = at;
        at += amount;
        ChangeStep { label, note, amount, from, to: at }
    };
    plain.into_iter().map(place).collect()
}

fn steps(now: &[InvoiceLine], before: &PreviousInvoice) -> Vec<Plain> {
    let mut steps = Vec::new();
    let (mut rates, mut has_rates) = (Money::ZERO, false);
    if let (Some(old), Some(new)) = (roll_before(&before.lines), roll_now(now)) {
        has_rates = !old.is_empty() || !new.is_empty();
        rates = member_steps(&old, &new, &mut steps);
    } else {
        steps.extend(counted_step("Members", BillingType::Pepm, now, &before.lines));
    }
    steps.extend(counted_step("Consultations", BillingType::PerConsultation, now, &before.lines));
    steps.extend(counted_step("After-hours", BillingType::AfterHours, now, &before.lines));
    steps.extend(correction_step(now, &before.lines));
    if has_rates {
        let note = (rates == Money::ZERO).then_some("No rate changed");
        steps.push(("Rates".to_owned(), note, rates));
    }
    steps
}

/// Who joined, left and moved to another line; what remains is due to changed rates and is handed back.
fn member_steps(old: &Roll, new: &Roll, steps: &mut Vec<Plain>) -> Money {
    let joined: Vec<Money> = new.iter().filter(|(id, _)| !old.contains_key(id)).map(|(_, c)| c.amount).collect();
    let left: Vec<Money> = old.iter().filter(|(id, _)| !new.contains_key(id)).map(|(_, c)| c.amount).collect();
    let (mut moved, mut moved_by, mut rates) = (0, Money::ZERO, Money::ZERO);
    for (was, is) in old.iter().filter_map(|(id, was)| Some((was, new.get(id)?))) {
        if was.lines == is.lines {
            rates += is.amount - was.amount;
        } else {
            moved += 1;
            moved_by += is.amount - was.amount;
        }
    }
    let people = |count: usize| counted(count as i64, "member", "members");
    if !old.is_empty() || !new.is_empty() {
        steps.push((format!("{} joined", people(joined.len())), None, joined.into_iter().sum()));
        steps.push((format!("{} left", people(left.len())), None, -left.into_iter().sum::<Money>()));
    }
    if moved > 0 {
        steps.push((format!("{} changed plan", people(moved)), None, moved_by));
    }
    rates
}

/// A step told by its quantities, such as `Consultations, 71 to 63`; none when neither invoice has such lines.
fn counted_step(noun: &str, of: BillingType, now: &[InvoiceLine], before: &[PreviousLine]) -> Option<Plain> {
    let new: Vec<_> = now.iter().filter(|line| line.billing_type == of && line.kind == EntryKind::Charge).collect();
    let old: Vec<_> = before.iter().filter(|line| line.billing_type == of && line.kind == EntryKind::Charge).collect();
    if new.is_empty() && old.is_empty() {
        return None;
    }
    let was: i64 = old.iter().map(|line| line.quantity).sum();
    let is: i64 = new.iter().map(|line| line.quantity).sum();
    let amount = new.iter().map(|line| line.total).sum::<Money>() - old.iter().map(|line| line.total).sum();
    Some((format!("{noun}, {} to {}", shown_count(was), shown_count(is)), None, amount))
}

fn correction_step(now: &[InvoiceLine], before: &[PreviousLine]) -> Option<Plain> {
    let new: Vec<_> = now.iter().filter(|line| line.kind != EntryKind::Charge).map(|line| line.total).collect();
    let old: Vec<_> = before.iter().filter(|line| line.kind != EntryKind::Charge).map(|line| line.total).collect();
    if new.is_empty() && old.is_empty() {
        return None;
    }
    let (was, is): (Money, Money) = (old.into_iter().sum(), new.into_iter().sum());
    Some((format!("Corrections, {was} to {is}"), None, is - was))
}

/// Who was charged for what; `None` when a line does not name all of its members.
fn roll<'a>(lines: impl Iterator<Item = (PlanLineId, i64, Money, Vec<&'a MemberId>)>) -> Option<Roll> {
    let mut roll = Roll::new();
    for (plan_line, quantity, rate, members) in lines {
        if members.len() as i64 != quantity {
            return None;
        }
        for id in members {
            let charged = roll.entry(*id).or_default();
            charged.lines.insert(plan_line);
            charged.amount += rate;
        }
    }
    Some(roll)
}

fn roll_now(lines: &[InvoiceLine]) -> Option<Roll> {
    let charges = lines.iter().filter(|line| line.billing_type == BillingType::Pepm && line.kind == EntryKind::Charge);
    roll(charges.map(|l| (l.plan_line, l.quantity, l.rate, l.members.iter().map(|m| &m.id).collect())))
}

fn roll_before(lines: &[PreviousLine]) -> Option<Roll> {
    let charges = lines.iter().filter(|line| line.billing_type == BillingType::Pepm && line.kind == EntryKind::Charge);
    roll(charges.map(|l| (l.plan_line, l.quantity, l.rate, l.members.iter().collect())))
}

/// The members on the earlier invoice; `None` when there is none or it does not name them all.
pub(super) fn members_before(previous: Option<&PreviousInvoice>) -> Option<BTreeSet<MemberId>> {
    Some(roll_before(&previous?.lines)?.into_keys().collect())
}
