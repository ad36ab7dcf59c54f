//! What a statement is called, which month it is for and when it may be deleted (rules.md#ways-to-a-statement, rules.md#bill-of-a-statement).

use chrono::{Datelike as _, NaiveDate};

use crate::period::{CUT_OFF_DAY, shown_date};
use crate::{BillingMonth, FieldError, Invalid, Money, PlanLineId, StatementId};

#[cfg(test)]
mod tests;

/// What is said when nothing is left to be paid (rules.md#paid-once).
pub const NOTHING_BILLABLE: &str = "There are no billable line items for this rule and billing period.";

/// What is said when a statement with a bill is to be deleted (rules.md#bill-of-a-statement).
pub const BILLED: &str = "A bill exists in the ERP for this statement.";

/// What is said when it is not known whether a statement that is to be deleted has a bill.
const IN_DOUBT: &str = "It is not known whether the bill of this statement was created in the ERP. Choose Create Bill in ERP again: it is looked \
                        up first and never created twice.";

/// Whether a statement has a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bill {
    /// It has none.
    None,
    /// One was asked for, and the outcome is not known.
    InDoubt,
    /// It has one.
    Stands,
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

/// Checks whether a statement may be deleted (rules.md#bill-of-a-statement, rules.md#brought-forward).
///
/// # Errors
/// On no field, when a bill pays it or may pay it, or when its negative balance is brought forward.
pub fn check_delete(bill: Bill, carried_into: Option<StatementId>) -> Result<(), Invalid> {
    let mut invalid = Invalid::none();
    invalid.check(bill != Bill::Stands, "", BILLED);
    invalid.check(bill != Bill::InDoubt, "", IN_DOUBT);
    if let Some(next) = carried_into {
        invalid.add("", format!("Its negative balance is brought forward in statement {next}."));
    }
    invalid.result()
}

/// The name of a statement (rules.md#bill-of-a-statement).
pub fn name(rule: &str, period: BillingMonth) -> String {
    format!("{rule} - {period}")
}

/// What a statement is known by: the number of its bill, or its own before there is one.
pub fn number(id: StatementId, bill: Option<&str>) -> String {
    bill.map_or_else(|| format!("CS-{:06}", id.get()), str::to_owned)
}

/// The name with the number, for where another statement of the same rule and month may stand beside it.
pub fn told_apart(name: &str, id: StatementId, bill: Option<&str>) -> String {
    format!("{name} ({})", number(id, bill))
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

/// The month of a statement that is to be made: any that has passed, and those to come until the end of next year, for which snapshots can be
/// made (rules.md#ways-to-a-statement).
///
/// # Errors
/// On `BillingPeriod` when it is absent or later.
pub fn stated_month(wish: Option<BillingMonth>, today: NaiveDate) -> Result<BillingMonth, Invalid> {
    month_until_next_year("BillingPeriod", "Billing Period", wish, today)
}

/// The same for a field of another name.
///
/// # Errors
/// On `key` when it is absent or later.
pub(super) fn month_until_next_year(
    key: &str,
    label: &str,
    wish: Option<BillingMonth>,
    today: NaiveDate,
) -> Result<BillingMonth, Invalid> {
    let last = BillingMonth::new(today.year() + 1, 12);
    match wish {
        None => Err(Invalid::field(key, format!("{label} is required."))),
        Some(month) if last.is_some_and(|last| month > last) => {
            Err(Invalid::field(key, format!("{label} must not be after December {}.", today.year() + 1)))
        }
        Some(month) => Ok(month),
    }
}

/// The month of a statement of a rule: the one wished for, else the month before today's (rules.md#ways-to-a-statement).
pub fn month_or_previous(wish: Option<BillingMonth>, today: NaiveDate) -> BillingMonth {
    wish.unwrap_or_else(|| BillingMonth::of(today).plus(-1))
}

/// The date that stands for the month of a statement (rules.md#day-of-a-statement).
pub fn date_of(period: BillingMonth) -> NaiveDate {
    period.day(CUT_OFF_DAY)
}
