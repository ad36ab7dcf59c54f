//! What a person should look at before a draft is approved (rules.md#exceptions-of-a-run): a first bill, an amount of zero or far from last
//! month's, a period that is not over, a missing or foreign ERP customer, unfinished census files, and members on no line item or on two.

use chrono::NaiveDate;

use crate::Money;
use crate::billing::snapshot::{LineTerms, Reference};
use crate::period::shown_date;

/// By how much a draft may differ from last month's snapshot, in percent of that.
const USUAL_CHANGE_PERCENT: i128 = 20;

/// Something to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exception {
    /// Nothing is billed.
    ZeroAmount,
    /// The amount is more than 20 % above or below last month's.
    Changed,
    /// The plan is to be invoiced and has no ERP account or customer.
    NoErpCustomer,
    /// Active members of the group are on no line item.
    MembersOnNoLine,
    /// Active members of the group are on more than one line item, at least one of them of this plan.
    MembersOnTwoLines,
    /// The period was not over when the draft was computed.
    PeriodNotOver,
    /// The ERP customer is another group's, by one of its plans or by its name.
    CustomerOfAnotherGroup,
    /// Census files of the group are not finished.
    UnfinishedCensus,
    /// The plan was not billed before, so that there is nothing to compare with.
    FirstBill,
}

impl Exception {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::ZeroAmount,
        Self::Changed,
        Self::NoErpCustomer,
        Self::MembersOnNoLine,
        Self::MembersOnTwoLines,
        Self::PeriodNotOver,
        Self::CustomerOfAnotherGroup,
        Self::UnfinishedCensus,
        Self::FirstBill,
    ];

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ZeroAmount => "ZeroAmount",
            Self::Changed => "Changed",
            Self::NoErpCustomer => "NoErpCustomer",
            Self::MembersOnNoLine => "MembersOnNoLine",
            Self::MembersOnTwoLines => "MembersOnTwoLines",
            Self::PeriodNotOver => "PeriodNotOver",
            Self::CustomerOfAnotherGroup => "CustomerOfAnotherGroup",
            Self::UnfinishedCensus => "UnfinishedCensus",
            Self::FirstBill => "FirstBill",
        }
    }

    /// Its bit in the stored number.
    pub const fn bit(self) -> i32 {
        1 << self as i32
    }

    /// What people read of it.
    pub fn text(self, facts: &DraftFacts) -> String {
        match self {
            Self::ZeroAmount => "The amount is zero.".to_owned(),
            Self::Changed => changed(facts.total, facts.previous.unwrap_or(Money::ZERO)),
            Self::NoErpCustomer => "No ERP account or customer.".to_owned(),
            Self::MembersOnNoLine => members(facts.coverage.on_no_line, "on no line"),
            Self::MembersOnTwoLines => members(facts.coverage.on_two_lines, "on more than one line"),
            Self::PeriodNotOver => {
                format!(
                    "The period was not over: it ends on {}, and members may still change.",
                    shown_date(facts.last_day)
                )
            }
            Self::CustomerOfAnotherGroup => match &facts.customer_of {
                Some(group) => format!("The ERP customer is that of {group}."),
                None => "The ERP customer is that of another group.".to_owned(),
            },
            Self::UnfinishedCensus => unfinished(facts.unfinished_files),
            Self::FirstBill => "This is the first bill of the plan.".to_owned(),
        }
    }
}

fn members(count: u32, place: &str) -> String {
    if count == 1 { format!("1 active member is {place}.") } else { format!("{count} active members are {place}.") }
}

fn unfinished(files: u32) -> String {
    if files == 1 {
        "1 census file of the group was not finished.".to_owned()
    } else {
        format!("{files} census files of the group were not finished.")
    }
}

fn changed(total: Money, previous: Money) -> String {
    let word = if total > previous { "more" } else { "less" };
    if previous == Money::ZERO {
        return format!("Last month was {previous}.");
    }
    let difference = i128::from((total - previous).cents()).abs();
    // In tenths of a percent, rounded to the nearest.
    let base = i128::from(previous.cents()).abs();
    let tenths = (difference * 1000 + base / 2) / base;
    format!("{}.{} % {word} than last month ({previous}).", tenths / 10, tenths % 10)
}

/// Members of a group in the month of a run, by how many line items count them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Those whom no line item of the group counts.
    pub on_no_line: u32,
    /// Those whom more than one line item per employee and month counts, at least one of them of the plan.
    pub on_two_lines: u32,
}

/// What exceptions are found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFacts {
    /// The total of the draft.
    pub total: Money,
    /// That of last month's snapshot, if there is one.
    pub previous: Option<Money>,
    /// Whether the plan is to be invoiced (rules.md#generated-invoices) and leads to nobody in an ERP.
    pub lacks_customer: bool,
    /// Whom the group's line items count.
    pub coverage: Coverage,
    /// The last day of the period.
    pub last_day: NaiveDate,
    /// Whether that day was over. A snapshot that is there already is not asked.
    pub is_over: bool,
    /// Another group whose customer in the ERP it is.
    pub customer_of: Option<String>,
    /// Census files of the group that were not finished; none for a snapshot that is there already.
    pub unfinished_files: u32,
    /// Whether the plan has no bill of an earlier month.
    pub is_first: bool,
}

/// The exceptions of a draft as bits, none of them set when there is nothing to look at.
pub fn exceptions(facts: &DraftFacts) -> i32 {
    let holds = |exception: Exception| match exception {
        Exception::ZeroAmount => facts.total == Money::ZERO,
        Exception::Changed => facts.previous.is_some_and(|previous| is_unusual(facts.total, previous)),
        Exception::NoErpCustomer => facts.lacks_customer,
        Exception::MembersOnNoLine => facts.coverage.on_no_line > 0,
        Exception::MembersOnTwoLines => facts.coverage.on_two_lines > 0,
        Exception::PeriodNotOver => !facts.is_over,
        Exception::CustomerOfAnotherGroup => facts.customer_of.is_some(),
        Exception::UnfinishedCensus => facts.unfinished_files > 0,
        Exception::FirstBill => facts.is_first,
    };
    Exception::ALL.into_iter().filter(|exception| holds(*exception)).map(Exception::bit).sum()
}

fn is_unusual(total: Money, previous: Money) -> bool {
    let difference = i128::from(total.cents()) - i128::from(previous.cents());
    difference.abs() * 100 > i128::from(previous.cents()).abs() * USUAL_CHANGE_PERCENT
}

/// Whom the line items of a group count: for each of `plans`, of which each is the line items that bill it. `active` are the primaries of
/// the group who are active at the cut-off of the month, counted by their reference; plans know references by the same numbers.
///
/// An active primary should be on a line item of any kind, and on one per employee and month at most.
pub fn coverage(active: &[(Reference, u32)], plans: &[Vec<LineTerms>]) -> Vec<Coverage> {
    let mut found = vec![Coverage::default(); plans.len()];
    let mut on_no_line = 0;
    for (reference, members) in active {
        let counts = |line: &&LineTerms| !line.is_deleted && line.scope.includes(*reference);
        let is_monthly = |line: &&LineTerms| counts(line) && !line.billing_type.counts_consults();
        let monthly: usize = plans.iter().map(|plan| plan.iter().filter(is_monthly).count()).sum();
        if monthly == 0 && !plans.iter().flatten().any(|line| counts(&line)) {
            on_no_line += members;
        }
        if monthly > 1 {
            let of = plans.iter().zip(&mut found).filter(|(plan, _)| plan.iter().any(|line| is_monthly(&line)));
            of.for_each(|(_, found)| found.on_two_lines += members);
        }
    }
    for found in &mut found {
        found.on_no_line = on_no_line;
    }
    found
}

#[cfg(test)]
mod tests;
