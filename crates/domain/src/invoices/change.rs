//! Why an invoice differs from the one of the month before, in words. What changed, and by how much, `billing::comparison` says.

use std::collections::BTreeSet;

use super::wording::{counted, shown_count};
use super::{InvoiceInput, InvoiceLine, PreviousInvoice, PreviousLine, shown_signed};
use crate::billing::BillingType;
use crate::billing::comparison::{Cause, CauseOfChange, ComparedLine, Comparison};
use crate::billing::ledger::{EntryKind, IdSet};
use crate::{MemberId, Money};

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
        steps: chained(steps(&compared(&input.lines, previous))),
        closing_label: format!("{}, this {}", input.period, if total < Money::ZERO { "credit" } else { "invoice" }),
        difference: match difference {
            Money::ZERO => format!("Same as {}", previous.period.name()),
            _ => format!("{} from {}", shown_signed(difference), previous.period.name()),
        },
    }
}

fn compared(now: &[InvoiceLine], previous: &PreviousInvoice) -> Comparison {
    let ids_now: Vec<_> = now.iter().map(|line| id_set(line.members.iter().map(|member| member.id))).collect();
    let ids_before: Vec<_> = previous.lines.iter().map(|line| id_set(line.members.iter().copied())).collect();
    let now = now.iter().zip(&ids_now).map(|(line, ids)| {
        let InvoiceLine { plan_line, kind, billing_type, rate, quantity, total, .. } = *line;
        ComparedLine { plan_line, kind, billing_type, rate, quantity, total, ids }
    });
    let before = previous.lines.iter().zip(&ids_before).map(|(line, ids)| {
        let PreviousLine { plan_line, kind, billing_type, rate, quantity, total, .. } = *line;
        ComparedLine { plan_line, kind, billing_type, rate, quantity, total, ids }
    });
    Comparison::of(&before.collect::<Vec<_>>(), &now.collect::<Vec<_>>())
}

fn id_set(members: impl Iterator<Item = MemberId>) -> IdSet {
    let ascending: BTreeSet<_> = members.map(MemberId::get).collect();
    IdSet::of(ascending)
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

/// In the order of the documents: corrections are one step, and rates come last.
fn steps(comparison: &Comparison) -> Vec<Plain> {
    let mut steps: Vec<Plain> = comparison.causes.iter().filter_map(step).collect();
    steps.extend(correction_step(comparison));
    steps.extend(comparison.find(Cause::RateChanges).map(|rates| {
        let note = (rates.amount() == Money::ZERO).then_some("No rate changed");
        ("Rates".to_owned(), note, rates.amount())
    }));
    steps
}

fn step(told: &CauseOfChange) -> Option<Plain> {
    let people = |count| counted(count, "member", "members");
    let quantities =
        |noun: &str| format!("{noun}, {} to {}", shown_count(told.before.quantity), shown_count(told.now.quantity));
    let label = match told.cause {
        // No step for zero members that joined or left, unless money moved.
        Cause::Joined if told.now.quantity == 0 && told.amount() == Money::ZERO => return None,
        Cause::Left if told.before.quantity == 0 && told.amount() == Money::ZERO => return None,
        Cause::Joined => format!("{} joined", people(told.now.quantity)),
        Cause::Left => format!("{} left", people(told.before.quantity)),
        Cause::ChangedLine => format!("{} changed plan", people(told.now.quantity)),
        Cause::Members => quantities("Members"),
        Cause::Consults => quantities("Consultations"),
        Cause::AfterHours => quantities("After-hours"),
        Cause::RateChanges | Cause::Credits | Cause::Debts => return None,
    };
    Some((label, None, told.amount()))
}

fn correction_step(comparison: &Comparison) -> Option<Plain> {
    let corrections: Vec<_> = [Cause::Credits, Cause::Debts].into_iter().filter_map(|c| comparison.find(c)).collect();
    let was: Money = corrections.iter().map(|told| told.before.amount).sum();
    let is: Money = corrections.iter().map(|told| told.now.amount).sum();
    (!corrections.is_empty()).then(|| (format!("Corrections, {was} to {is}"), None, is - was))
}

/// The members on the earlier invoice; `None` when there is none or it does not name them all.
pub(super) fn members_before(previous: Option<&PreviousInvoice>) -> Option<BTreeSet<MemberId>> {
    let charges = || {
        let lines = previous.into_iter().flat_map(|previous| &previous.lines);
        lines.filter(|line| line.billing_type == BillingType::Pepm && line.kind == EntryKind::Charge)
    };
    let is_whole = previous.is_some() && charges().all(|line| line.members.len() as i64 == line.quantity);
    is_whole.then(|| charges().flat_map(|line| line.members.iter().copied()).collect())
}
