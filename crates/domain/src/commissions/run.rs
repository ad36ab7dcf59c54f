//! The run of a month over all rules: how far each rule is, and what to look at before its statement is made
//! (rules.md#commission-run).

use chrono::NaiveDate;

use crate::{BillingMonth, Invalid, Money, StatementId};

#[cfg(test)]
mod tests;

/// How far a rule is in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleState {
    /// A statement can be made.
    Ready,
    /// There is nothing to pay.
    Nothing,
    /// Its statement is made.
    Made,
    /// The bill of its statement is in the ERP.
    Billed,
    /// The bill of its statement could not be created.
    Failed,
}

impl RuleState {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ready => "Ready",
            Self::Nothing => "Nothing",
            Self::Made => "Made",
            Self::Billed => "Billed",
            Self::Failed => "Failed",
        }
    }
}

/// A live statement of a rule for the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The newest one.
    pub statement: StatementId,
    /// Whether each that has something to pay has a bill, and there is one.
    pub is_billed: bool,
    /// Whether the bill of one could not be created.
    pub has_failed: bool,
}

/// How far a rule is. What is still to be paid comes first.
pub fn state(is_payable: bool, standing: Option<Standing>) -> RuleState {
    match standing {
        _ if is_payable => RuleState::Ready,
        None => RuleState::Nothing,
        Some(standing) if standing.has_failed => RuleState::Failed,
        Some(standing) if standing.is_billed => RuleState::Billed,
        Some(_) => RuleState::Made,
    }
}

/// What a rule's month looks like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether the rule has ended: it pays on nothing new.
    pub has_ended: bool,
    /// The negative balances that no statement has taken over, and none that can be made would.
    pub left_open: Money,
    /// Whether the rule has, or had, plan lines, which need a broker.
    pub has_plans: bool,
    /// Whether the rule names a vendor.
    pub has_vendor: bool,
    /// Whether the rule names an ERP account.
    pub has_account: bool,
    /// Plan lines of the rule without any payout above zero.
    pub lines_without_payout: u64,
    /// Plan lines of the rule on which all rules together pay more than the line bills.
    pub lines_overpaid: u64,
    /// Plan lines of the rule whose groups have left its broker.
    pub lines_of_left_groups: u64,
    /// Plans of the rule that have no invoice of the month yet.
    pub plans_without_invoice: u64,
    /// Whether there is something payable, or a statement.
    pub has_amount: bool,
    /// What is pending, of the month and of earlier ones.
    pub pending: Money,
    /// What the statements of the month pay, and the one that can be made.
    pub amount: Money,
    /// What the payee gets.
    pub due: Money,
    /// What the statements of the month come to that wait for a bill, while another one can be made.
    pub unbilled_beside_ready: Money,
    /// Whether the bill of a statement could not be created, while another one can be made.
    pub has_failed_beside_ready: bool,
    /// Invoices that are not paid any more and on which statements without a bill pay.
    pub invoices_not_paid: u64,
    /// Invoices that are not paid any more and on which statements with a bill pay.
    pub billed_not_paid: u64,
    /// Invoices that were voided and on which the rule pays, as it pays on billed ones.
    pub voided_invoices: u64,
    /// What credits take back of months that no statement has paid, zero or below.
    pub credited_unpaid: Money,
    /// What the statements of the month before pay; `None` without one.
    pub last_month: Option<Money>,
    /// Whether a statement of the rule for a still earlier month was made or asked for.
    pub has_earlier: bool,
}

/// Something to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// A short name for programs.
    pub code: &'static str,
    /// The words.
    pub message: String,
}

/// What is to be looked at, the gravest first.
pub fn exceptions(facts: &Facts) -> Vec<Exception> {
    let mut found = Vec::new();
    let mut add = |is: bool, code, message: String| {
        if is {
            found.push(Exception { code, message });
        }
    };
    let Facts { amount, due, pending, left_open, .. } = *facts;
    add(facts.has_ended, "Ended", ended(left_open));
    add(due < Money::ZERO, "Negative", format!("{due} is taken back and brought forward to the next statement."));
    let invoices = |n: u64| counted(n, "invoice", "invoices");
    let are = |n: u64| if n == 1 { "is" } else { "are" };
    let n = facts.invoices_not_paid;
    let unpaid = format!(
        "A statement pays on {} that {} not paid any more: delete the statement and make it again.",
        invoices(n),
        are(n)
    );
    add(n > 0, "InvoiceNotPaid", unpaid);
    let n = facts.billed_not_paid;
    add(n > 0, "BilledNotPaid", format!("A bill pays on {} that {} not paid any more.", invoices(n), are(n)));
    let n = facts.voided_invoices;
    let (was, them) = if n == 1 { ("was", "it") } else { ("were", "them") };
    add(n > 0, "Voided", format!("{} {was} voided in the ERP, and the rule pays on {them} all the same.", invoices(n)));
    let credited = facts.credited_unpaid;
    let message = format!("{credited} is taken back for months that no statement of the rule has paid.");
    add(credited < Money::ZERO, "CreditsUnpaid", message);
    add(facts.has_failed_beside_ready, "BillFailed", "The bill of a statement could not be created.".to_owned());
    let unbilled = facts.unbilled_beside_ready;
    add(unbilled > Money::ZERO, "Unbilled", format!("A statement of the month has no bill yet: {unbilled}."));
    add(!facts.has_plans && !facts.has_ended, "NoPlans", "The rule has no billing plans.".to_owned());
    add(!facts.has_account, "NoErpAccount", "The rule has no ERP account: no bill can be created.".to_owned());
    add(!facts.has_vendor, "NoErpVendor", "The rule has no ERP vendor: no bill can be created.".to_owned());
    let lines =
        counted(facts.lines_overpaid, "plan line pays more than it bills", "plan lines pay more than they bill");
    add(facts.lines_overpaid > 0, "Overpaid", format!("{lines}."));
    let left = counted(facts.lines_of_left_groups, "plan line is of a group", "plan lines are of groups");
    let left = format!("{left} that left the broker of the rule.");
    add(facts.lines_of_left_groups > 0, "GroupLeft", left);
    let lines = counted(facts.lines_without_payout, "plan line has", "plan lines have");
    add(facts.lines_without_payout > 0, "NoPayout", format!("{lines} no payout."));
    let plans = counted(facts.plans_without_invoice, "plan has", "plans have");
    add(facts.plans_without_invoice > 0, "InvoicesMissing", format!("{plans} no invoice of the month yet."));
    let is_pending_only = !facts.has_amount && pending != Money::ZERO;
    add(is_pending_only, "PendingOnly", format!("{pending} is pending until its invoices are paid."));
    if let Some(last) = facts.last_month.filter(|last| deviates(amount, *last)) {
        let message = format!("{amount} is more than 20 % away from last month's {last}.");
        add(true, "Deviation", message);
    }
    let is_first = facts.last_month.is_none() && facts.has_earlier && !facts.has_ended && facts.has_amount;
    add(is_first, "NoLastMonth", "The month before has no statement to compare with.".to_owned());
    found
}

/// What is said of a rule that has ended and still has something open (rules.md#ended-rule).
fn ended(left_open: Money) -> String {
    let settles = "The rule has ended: it pays on nothing new and settles what is open.";
    if left_open < Money::ZERO {
        format!("{settles} {left_open} of its statements is owed by the payee.")
    } else {
        settles.to_owned()
    }
}

/// What is said of a statement that was made and pays on groups that have left the broker (rules.md#plans-of-a-rule).
pub fn made_of_left(groups: &[String]) -> String {
    let have = match groups.len() {
        0 => return String::new(),
        1 => "has",
        _ => "have",
    };
    format!("Created. {} {have} left the broker of the rule.", groups.join(", "))
}

fn counted(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// Whether an amount is more than a fifth away from another.
fn deviates(amount: Money, last: Money) -> bool {
    let away = (amount - last).cents().unsigned_abs();
    u128::from(away) * 5 > u128::from(last.cents().unsigned_abs())
}

/// The month of a run or a download: one that has begun (rules.md#bulk-csv-of-a-month).
///
/// # Errors
/// On `BillingPeriod` when it is absent or in the future.
pub fn begun(wish: Option<BillingMonth>, today: NaiveDate) -> Result<BillingMonth, Invalid> {
    match wish {
        None => Err(Invalid::field("BillingPeriod", "Billing Period is required.")),
        Some(month) if month > BillingMonth::of(today) => {
            Err(Invalid::field("BillingPeriod", "Billing Period must not be in the future."))
        }
        Some(month) => Ok(month),
    }
}
