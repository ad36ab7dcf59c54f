//! Why a plan is not in a run: each is named with its reason, so that a run is not taken for the whole month when it is not (rules.md#plans-not-in-a-run).

use chrono::NaiveDate;

use crate::period::shown_date;
use crate::{BillingMonth, DateRange};

/// Why a plan is not in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotIncluded {
    /// Its snapshot of the month was there already.
    HasSnapshot,
    /// It is not active.
    InActive,
    /// It expires before its period of the month begins.
    Expired,
    /// The run was automatic, and the plan is billed by hand.
    ByHand,
    /// It was not to be billed when the run began, and is now.
    Later,
}

/// How a plan stands that is not in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outside {
    /// Whether it has a snapshot of the month.
    pub has_snapshot: bool,
    /// Whether it is active.
    pub active: bool,
    /// The last day on which a period of it may begin.
    pub expires_on: Option<NaiveDate>,
    /// Its period of the month.
    pub period: DateRange,
    /// Whether the automatic run bills it.
    pub generates_invoice: bool,
}

impl NotIncluded {
    /// The first reason that holds, for an automatic run or another.
    pub fn of(plan: Outside, is_automatic: bool) -> Self {
        match plan {
            Outside { has_snapshot: true, .. } => Self::HasSnapshot,
            Outside { active: false, .. } => Self::InActive,
            Outside { expires_on: Some(expires), period, .. } if expires < period.start => Self::Expired,
            Outside { generates_invoice: false, .. } if is_automatic => Self::ByHand,
            _ => Self::Later,
        }
    }

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HasSnapshot => "HasSnapshot",
            Self::InActive => "InActive",
            Self::Expired => "Expired",
            Self::ByHand => "ByHand",
            Self::Later => "Later",
        }
    }

    /// What people read of it.
    pub fn text(self, month: BillingMonth, plan: Outside) -> String {
        match self {
            Self::HasSnapshot => format!("The plan has its snapshot of {month} already."),
            Self::InActive => "The plan is not active.".to_owned(),
            Self::Expired => {
                let expired = plan.expires_on.map(shown_date).unwrap_or_default();
                format!("The plan expired on {expired}, before its period began on {}.", shown_date(plan.period.start))
            }
            Self::ByHand => {
                "The plan does not generate invoices, so that automatic runs leave it to a person.".to_owned()
            }
            Self::Later => {
                "The plan was not to be billed when the run began. The next run of the month bills it.".to_owned()
            }
        }
    }
}

/// How many plans there is nothing to bill of, by why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NothingToBill {
    /// Active ones with a snapshot of the month.
    pub with_snapshot: u64,
    /// Active ones without.
    pub expired: u64,
    /// Others without.
    pub inactive: u64,
}

impl NothingToBill {
    /// What is said of a run that would have no plan.
    pub fn text(self, month: BillingMonth) -> String {
        let told = [
            (self.with_snapshot, "1 plan has its snapshot already", "plans have their snapshot already"),
            (self.expired, "1 plan has expired", "plans have expired"),
            (self.inactive, "1 plan is not active", "plans are not active"),
        ];
        let parts: Vec<String> = told
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| if count == 1 { one.to_owned() } else { format!("{count} {many}") })
            .collect();
        let why = if parts.is_empty() { "there is no billing plan".to_owned() } else { parts.join(", ") };
        format!("There is nothing to bill for {month}: {why}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_is_told() {
        let month = BillingMonth::new(2026, 7).expect("a month");
        let plan = Outside {
            has_snapshot: false,
            active: true,
            expires_on: None,
            period: month.window(),
            generates_invoice: true,
        };
        let expired = Outside { expires_on: NaiveDate::from_ymd_opt(2026, 6, 3), ..plan };
        let by_hand = Outside { generates_invoice: false, ..plan };
        for (plan, is_automatic, reason, text) in [
            (
                Outside { has_snapshot: true, active: false, ..plan },
                false,
                "HasSnapshot",
                "The plan has its snapshot of July 2026 already.",
            ),
            (Outside { active: false, ..expired }, false, "InActive", "The plan is not active."),
            (expired, false, "Expired", "The plan expired on 06/03/2026, before its period began on 06/04/2026."),
            (
                Outside { expires_on: NaiveDate::from_ymd_opt(2026, 6, 4), ..plan },
                false,
                "Later",
                "The plan was not to be billed when the run began. The next run of the month bills it.",
            ),
            (
                by_hand,
                true,
                "ByHand",
                "The plan does not generate invoices, so that automatic runs leave it to a person.",
            ),
            (
                by_hand,
                false,
                "Later",
                "The plan was not to be billed when the run began. The next run of the month bills it.",
            ),
        ] {
            let found = NotIncluded::of(plan, is_automatic);
            assert_eq!((found.name(), found.text(month, plan)), (reason, text.to_owned()));
        }
    }

    #[test]
    fn nothing_to_bill_is_told_by_why() {
        let month = BillingMonth::new(2026, 7).expect("a month");
        for (with_snapshot, expired, inactive, why) in [
            (0, 0, 0, "there is no billing plan"),
            (1, 0, 0, "1 plan has its snapshot already"),
            (11, 2, 1, "11 plans have their snapshot already, 2 plans have expired, 1 plan is not active"),
        ] {
            let nothing = NothingToBill { with_snapshot, expired, inactive };
            assert_eq!(nothing.text(month), format!("There is nothing to bill for July 2026: {why}."));
        }
    }
}
