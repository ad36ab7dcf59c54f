//! What a statement is called, which month it is for and when it may be deleted (rules.md#ways-to-a-statement, rules.md#bill-of-a-statement).

use chrono::NaiveDate;

use crate::period::{CUT_OFF_DAY, shown_date};
use crate::{BillingMonth, FieldError, Invalid, Money, PlanLineId, StatementId};

#[cfg(test)]
mod tests;

/// What is said when nothing is left to be paid (rules.md#paid-once).
pub const NOTHING_BILLABLE: &str = "There are no billable line items for this rule and billing period.";

/// What is said when a statement with a bill is to be deleted (rules.md#bill-of-a-statement).
pub const BILLED: &str = "A bill exists in the ERP for this statement.";

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
/// On no field, when a bill pays it, or when its negative balance is brought forward.
pub fn check_delete(has_bill: bool, carried_into: Option<StatementId>) -> Result<(), Invalid> {
    let mut invalid = Invalid::none();
    invalid.check(!has_bill, "", BILLED);
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

/// The month of a statement of a rule: the one wished for, else the month before today's (rules.md#ways-to-a-statement).
pub fn month_or_previous(wish: Option<BillingMonth>, today: NaiveDate) -> BillingMonth {
    wish.unwrap_or_else(|| BillingMonth::of(today).plus(-1))
}

/// The date that stands for the month of a statement (rules.md#day-of-a-statement).
pub fn date_of(period: BillingMonth) -> NaiveDate {
    period.day(CUT_OFF_DAY)
}
