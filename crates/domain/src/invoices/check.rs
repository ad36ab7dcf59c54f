//! The proof that an invoice document adds up: lines to sums, sums to the total, parts to the total, steps to the total.

use std::fmt;

use super::appendix::{Appendix, Place};
use super::{Change, DocumentLine, InvoiceDocument};
use crate::Money;
use crate::billing::BillingType;

/// Everything in a document that does not add up; one sentence each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct OutOfBalance(pub Vec<String>);

impl fmt::Display for OutOfBalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    fn equal(&mut self, what: &str, found: Money, expected: Money) {
        self.that(found == expected, || format!("{what} is {found}, not {expected}."));
    }

    fn that(&mut self, holds: bool, sentence: impl FnOnce() -> String) {
        if !holds {
            self.0.push(sentence());
        }
    }
}

impl InvoiceDocument {
    /// Proves that every sum on the document is the sum of what stands above it.
    ///
    /// # Errors
    /// All that is out of balance, so that one look at the message shows the whole trouble.
    pub fn check(&self) -> Result<(), OutOfBalance> {
        let mut findings = Findings::default();
        self.charges.iter().chain(&self.corrections).for_each(|line| check_line(line, &mut findings));
        let sum = |lines: &[DocumentLine]| lines.iter().map(|line| line.amount).sum();
        findings.equal("The sum of charges", self.charges_total, sum(&self.charges));
        findings.equal("The sum of corrections", self.net_corrections, sum(&self.corrections));
        findings.equal("The total", self.total, self.charges_total + self.net_corrections);
        if let Some(settlement) = self.settlement {
            findings.equal("The balance", settlement.balance, self.total + settlement.paid);
            findings.that(settlement.paid < Money::ZERO, || format!("What was paid is {}.", settlement.paid));
        }
        self.check_change(&mut findings);
        if let Some(appendix) = &self.appendix {
            self.check_appendix(appendix, &mut findings);
        }
        if findings.0.is_empty() { Ok(()) } else { Err(OutOfBalance(findings.0)) }
    }

    fn check_change(&self, findings: &mut Findings) {
        let Change::Steps { previous, steps, .. } = &self.change else { return };
        let mut at = Money::ZERO;
        for step in steps {
            findings.equal(&format!("The step '{}'", step.label), step.from + step.amount, step.to);
            findings.equal(&format!("The start of '{}'", step.label), step.from, at);
            at = step.to;
        }
        findings.equal("The earlier total with its steps", *previous + at, self.total);
    }

    fn check_appendix(&self, appendix: &Appendix, findings: &mut Findings) {
        findings.equal("The sum of the parts", appendix.parts.iter().map(|part| part.amount).sum(), self.total);
        findings.equal("The total of the parts", appendix.total, self.total);
        findings.equal("Corrections in the appendix", appendix.net_corrections, self.net_corrections);
        let groups = appendix.corrections.iter();
        findings.equal("The sum of corrected groups", groups.map(|group| group.amount).sum(), self.net_corrections);
        for group in &appendix.corrections {
            findings.equal(&group.title, group.each * group.quantity, group.amount);
            let entries = group.members.len() as i64;
            let expected = if group.billing_type == BillingType::Pepm { group.quantity } else { 0 };
            findings.that(entries == expected, || format!("{} lists {entries} of {}.", group.title, group.count));
            let consults = group.consults.len() as i64;
            let is_whole = consults == 0 || (expected == 0 && consults == group.quantity);
            findings.that(is_whole, || format!("{} lists {consults} of {}.", group.title, group.count));
        }
        for part in &appendix.parts {
            let (title, rate, entries, amount) = match part.place {
                Place::List(place) => {
                    let list = &appendix.lists[place];
                    (&list.title, list.rate, list.members.len(), list.amount)
                }
                Place::Consults(place) => {
                    let list = &appendix.consults[place];
                    (&list.title, list.rate, list.consults.len(), list.amount)
                }
                Place::Corrections | Place::Nowhere => continue,
            };
            findings.equal(title, rate * entries as i64, part.amount);
            findings.equal(title, amount, part.amount);
        }
    }
}

fn check_line(line: &DocumentLine, findings: &mut Findings) {
    let plain = line.rate * line.quantity;
    let expected = if line.kind.is_credit() { -plain } else { plain };
    let what = || format!("{} of {}", line.name, line.month);
    findings.that(line.quantity >= 0, || format!("{} has the quantity {}.", what(), line.quantity));
    findings.equal(&what(), line.amount, expected);
}
