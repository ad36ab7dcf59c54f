//! Which consults a report is about: the days, and the plans, codes and regions it is narrowed to.

use std::collections::BTreeSet;

use chrono::{Datelike, Months, NaiveDate};

use super::report::BLANK;
use crate::members::states::{STATES, State, read_state};
use crate::period::{is_plausible, shown_date};
use crate::{BillingMonth, DateRange, Invalid};

/// The earliest day of a report (rules.md#utilization-report).
pub const EARLIEST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2017, 1, 1).expect("a day of the calendar");

/// The most plans, codes or regions that a report may be narrowed to.
pub const MOST_CHOICES: usize = 500;

/// What is asked for, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportForm {
    /// The first day; the first of this year when absent.
    pub start: Option<NaiveDate>,
    /// The last day; today when absent.
    pub end: Option<NaiveDate>,
    /// Insurance plans; all when empty. Blank, or `(Blank)`, is that of consults without one.
    pub plans: Vec<String>,
    /// Group codes, as plans.
    pub codes: Vec<String>,
    /// States and territories by number, abbreviation or name; all when empty.
    pub regions: Vec<String>,
}

/// What a report is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFilter {
    /// From the first day to the last, both included.
    pub range: DateRange,
    /// Insurance plans, each once; blank for consults without one. Empty for all.
    pub plans: Vec<String>,
    /// Group codes, as plans.
    pub codes: Vec<String>,
    /// States and territories, each once. Empty for all.
    pub regions: Vec<State>,
}

impl ReportForm {
    /// The filter, with its defaults: from the start of this year to today.
    ///
    /// # Errors
    /// On `StartDate` or `EndDate` for a day before [`EARLIEST_DAY`] or that nobody can mean, on `EndDate` when it is before the start;
    /// on the name of a list that has too many choices, and on `Regions` for what is none.
    pub fn check(self, today: NaiveDate) -> Result<ReportFilter, Invalid> {
        let mut invalid = Invalid::none();
        let range = DateRange {
            start: self.start.unwrap_or_else(|| today.with_ordinal(1).unwrap_or(today)),
            end: self.end.unwrap_or(today),
        };
        check_range(range, &mut invalid);
        let plans = chosen("InsurancePlans", "Insurance Plans", self.plans, &mut invalid);
        let codes = chosen("GroupCodes", "Group Codes", self.codes, &mut invalid);
        let regions = chosen("Regions", "Regions", self.regions, &mut invalid);
        let states: Vec<State> =
            STATES.into_iter().filter(|state| regions.iter().any(|region| names(region, *state))).collect();
        let are_known = regions.iter().all(|region| states.iter().any(|state| names(region, *state)));
        invalid.check(are_known, "Regions", "Regions must be states or territories.");
        invalid.or(ReportFilter { range, plans, codes, regions: states })
    }
}

impl ReportFilter {
    /// Whether consults of the range are left out.
    pub fn is_narrowed(&self) -> bool {
        !(self.plans.is_empty() && self.codes.is_empty() && self.regions.is_empty())
    }

    /// The same of other days.
    pub fn on(&self, range: DateRange) -> Self {
        Self { range, ..self.clone() }
    }
}

/// The same days a year earlier, for comparison; none when reports do not reach back so far, or the range is longer than a year and
/// would be compared with itself.
pub fn prior_range(range: DateRange) -> Option<DateRange> {
    let before = |day: NaiveDate| day.checked_sub_months(Months::new(12));
    let prior = DateRange { start: before(range.start)?, end: before(range.end)? };
    (prior.start >= EARLIEST_DAY && !prior.overlaps(range)).then_some(prior)
}

/// The current month up to today and the four before, newest first (rules.md#widgets).
pub fn latest_months(today: NaiveDate) -> [DateRange; 5] {
    let current = BillingMonth::of(today);
    [0, 1, 2, 3, 4].map(|ago| {
        let month = current.plus(-ago);
        let range = DateRange { start: month.day(1), end: month.day(31) };
        DateRange { end: range.end.min(today), ..range }
    })
}

fn check_range(range: DateRange, invalid: &mut Invalid) {
    let earliest = shown_date(EARLIEST_DAY);
    for (key, label, day) in [("StartDate", "Start Date", range.start), ("EndDate", "End Date", range.end)] {
        invalid.check(day >= EARLIEST_DAY, key, format!("{label} must not be before {earliest}."));
        invalid.check(day < EARLIEST_DAY || is_plausible(day), key, format!("{label} must lie before the year 2200."));
    }
    let in_order = range.end >= range.start || range.end < EARLIEST_DAY;
    invalid.check(in_order, "EndDate", "End Date must not be before Start Date.");
}

/// The choices of a list, each once.
fn chosen(key: &str, label: &str, choices: Vec<String>, invalid: &mut Invalid) -> Vec<String> {
    let trimmed = choices.iter().map(|choice| choice.trim());
    let distinct: BTreeSet<&str> = trimmed.map(|choice| if choice == BLANK { "" } else { choice }).collect();
    invalid.check(distinct.len() <= MOST_CHOICES, key, format!("{label} must be at most {MOST_CHOICES}."));
    distinct.into_iter().map(str::to_owned).collect()
}

/// Whether a text is the number, abbreviation or name of a state; regions are numbered by their place in the list, from 1.
fn names(text: &str, state: State) -> bool {
    let by_number = text.parse::<usize>().ok().and_then(|number| STATES.get(number.checked_sub(1)?).copied());
    by_number.or_else(|| read_state(text)) == Some(state)
}
