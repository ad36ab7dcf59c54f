//! The printed statement: what is payable now, what waits, what comes from earlier statements, then the lines by employer and invoice.

use chrono::{DateTime, NaiveDate, Utc};

use super::statement::{name, number};
use super::totals::{AdjustmentLine, StatementLine};
use crate::billing::invoice::PaymentStatus;
use crate::invoices::{OutOfBalance, Sender, shown_count};
use crate::period::shown_date;
use crate::{BillingMonth, Invalid, Money, StatementId};

#[cfg(any(test, feature = "examples"))]
pub mod examples;
#[cfg(test)]
mod tests;

/// The most lines of a printed statement.
pub const MOST_PRINTED: usize = 10_000;

/// What a statement is printed from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementInput {
    /// The statement.
    pub id: StatementId,
    /// Who is paid.
    pub payee_name: String,
    /// What the rule was called.
    pub rule_name: String,
    /// The month it is for.
    pub period: BillingMonth,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// The day of that.
    pub made_on: NaiveDate,
    /// Who prints it.
    pub sender: Sender,
    /// The sum of the payable lines and of the adjustments, as stored.
    pub total: Money,
    /// The sum of the pending lines, as stored.
    pub pending: Money,
    /// What was still pending from earlier months, as stored.
    pub pending_earlier: Money,
    /// The negative balances that it takes over, with the names of their statements.
    pub brought: Vec<(String, Money)>,
    /// The number of its bill.
    pub bill_number: Option<String>,
    /// Its totals, invoice by invoice.
    pub lines: Vec<StatementLine>,
    /// The adjustments that it has taken up.
    pub adjustments: Vec<AdjustmentLine>,
}

/// A statement as printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementDocument {
    /// What it is called.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// What the rule was called.
    pub rule_name: String,
    /// The month it is for.
    pub period: BillingMonth,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// The day of that.
    pub created: String,
    /// Who prints it.
    pub sender: Sender,
    /// What stands over the large figure.
    pub caption: &'static str,
    /// What the payee gets.
    pub due: Money,
    /// The sum of the payable lines and of the adjustments.
    pub total: Money,
    /// The part of it that is of invoices of earlier months.
    pub total_earlier: Money,
    /// The sum of the pending lines.
    pub pending: Money,
    /// What was still pending from earlier months.
    pub pending_earlier: Money,
    /// The negative balances that it takes over.
    pub brought: Vec<(String, Money)>,
    /// The sum of those.
    pub brought_forward: Money,
    /// What it is known by: the number of its bill, or its own.
    pub number: String,
    /// The payable lines of invoices of the month, invoice by invoice.
    pub invoices: Vec<InvoicePart>,
    /// Those of invoices of earlier months, which were pending and are paid by now.
    pub released: Vec<InvoicePart>,
    /// How many of them there are, and of how many employers.
    pub released_counted: String,
    /// The adjustments, after the lines.
    pub adjustments: Vec<AdjustmentLine>,
    /// The sum of those.
    pub adjusted: Money,
    /// How many lines there are and of how many employers, and how many adjustments.
    pub counted: String,
    /// The pending lines, invoice by invoice (rules.md#printed-statement).
    pub waiting: Vec<InvoicePart>,
    /// How many of them there are, and of how many employers.
    pub waiting_counted: String,
}

/// The lines of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoicePart {
    /// The employer.
    pub employer_name: String,
    /// The number of the invoice, or what stands for it.
    pub number: String,
    /// The date of the invoice, if it is in the ERP.
    pub date: Option<String>,
    /// Whether and how it is paid.
    pub status: PaymentStatus,
    /// The sum of its lines here.
    pub amount: Money,
    /// Its lines.
    pub lines: Vec<PartLine>,
}

/// A line of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartLine {
    /// `Clawback` or `Credit` for what is taken back, `Debt` for what was not billed before.
    pub word: Option<&'static str>,
    /// The plan line.
    pub name: String,
    /// The month it bills.
    pub month: BillingMonth,
    /// How many are billed.
    pub quantity: i64,
    /// What each was billed at.
    pub rate: Option<Money>,
    /// What is paid on each.
    pub payout: Money,
    /// Payout times quantity, negative for a credit.
    pub total: Money,
}

impl StatementDocument {
    /// The document of a statement.
    pub fn of(input: StatementInput) -> Self {
        let brought_forward = input.brought.iter().map(|(_, amount)| *amount).sum();
        let due = input.total + brought_forward;
        let (payable, pending): (Vec<_>, Vec<_>) = input.lines.into_iter().partition(|line| line.payable);
        let (earlier, own): (Vec<_>, Vec<_>) = payable.into_iter().partition(|line| line.invoice_month < input.period);
        let (invoices, released, waiting) = (parts(&own), parts(&earlier), parts(&pending));
        Self {
            name: name(&input.rule_name, input.period),
            payee_name: input.payee_name,
            rule_name: input.rule_name,
            period: input.period,
            made_at: input.made_at,
            created: shown_date(input.made_on),
            sender: input.sender,
            caption: if due < Money::ZERO { "Brought forward to the next statement" } else { "Payable now" },
            due,
            total: input.total,
            total_earlier: earlier.iter().map(|line| line.total).sum(),
            pending: input.pending,
            pending_earlier: input.pending_earlier,
            brought: input.brought,
            brought_forward,
            number: number(input.id, input.bill_number.as_deref()),
            counted: with_adjustments(counted(&invoices), invoices.len(), input.adjustments.len()),
            adjusted: input.adjustments.iter().map(|line| line.amount).sum(),
            adjustments: input.adjustments,
            invoices,
            released_counted: counted(&released),
            released,
            waiting_counted: counted(&waiting),
            waiting,
        }
    }

    /// Holds that the lines come to the amounts.
    ///
    /// # Errors
    /// When they do not: nothing is printed that does not add up.
    pub fn check(&self) -> Result<(), OutOfBalance> {
        let sum =
            |parts: &[InvoicePart]| -> Money { parts.iter().flat_map(|part| &part.lines).map(|line| line.total).sum() };
        let payable = sum(&self.invoices) + sum(&self.released) + self.adjusted;
        let found = [("payable", payable, self.total), ("pending", sum(&self.waiting), self.pending)];
        let wrong = found.iter().filter(|(_, sum, said)| sum != said);
        let told: Vec<_> = wrong.map(|(what, sum, said)| format!("The {what} lines are {sum}, not {said}.")).collect();
        if told.is_empty() { Ok(()) } else { Err(OutOfBalance(told)) }
    }

    /// Holds that it is not too long to be laid out: that takes memory by the line (rules.md#printed-statement).
    ///
    /// # Errors
    /// On no field.
    pub fn check_length(&self) -> Result<(), Invalid> {
        let of_parts = self.invoices.iter().chain(&self.released).chain(&self.waiting).map(|part| part.lines.len());
        let lines = of_parts.sum::<usize>() + self.adjustments.len();
        if lines <= MOST_PRINTED {
            return Ok(());
        }
        let shown = |count: usize| shown_count(i64::try_from(count).unwrap_or(i64::MAX));
        let said = format!(
            "This statement has {} lines, and a PDF holds {} at most. Download the CSV instead.",
            shown(lines),
            shown(MOST_PRINTED)
        );
        Err(Invalid::field("", said))
    }

    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{} ({}).pdf", self.name, self.number)
    }
}

/// The lines by invoice; they come invoice by invoice.
fn parts(lines: &[StatementLine]) -> Vec<InvoicePart> {
    let mut parts: Vec<InvoicePart> = Vec::new();
    for invoice in lines.chunk_by(|a, b| a.snapshot == b.snapshot) {
        let Some(first) = invoice.first() else { continue };
        parts.push(InvoicePart {
            employer_name: first.employer_name.clone(),
            number: first.shown_number(),
            date: first.invoiced_on.map(shown_date),
            status: first.payment,
            amount: invoice.iter().map(|line| line.total).sum(),
            lines: invoice.iter().map(part_line).collect(),
        });
    }
    parts
}

fn part_line(line: &StatementLine) -> PartLine {
    let name = if line.line_name.is_empty() { &line.plan_name } else { &line.line_name };
    PartLine {
        word: line.word(),
        name: name.clone(),
        month: line.month,
        quantity: line.quantity,
        rate: line.rate,
        payout: line.payout,
        total: line.total,
    }
}

fn counted(invoices: &[InvoicePart]) -> String {
    let lines: usize = invoices.iter().map(|part| part.lines.len()).sum();
    let mut employers: Vec<&str> = invoices.iter().map(|part| part.employer_name.as_str()).collect();
    employers.sort_unstable();
    employers.dedup();
    format!("{} from {}", plural(lines, "line"), plural(employers.len(), "employer"))
}

/// The count of lines with that of the adjustments; one that is zero is left out beside the other.
fn with_adjustments(lines: String, invoices: usize, adjustments: usize) -> String {
    match (invoices, adjustments) {
        (_, 0) => lines,
        (0, count) => plural(count, "adjustment"),
        (_, count) => format!("{lines}, {}", plural(count, "adjustment")),
    }
}

fn plural(n: usize, what: &str) -> String {
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    if n == 1 { format!("1 {what}") } else { format!("{} {what}s", shown_count(n)) }
}
