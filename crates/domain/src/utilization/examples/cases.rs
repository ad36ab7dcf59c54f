//! Printed reports to vary in tests, made of invented consults.

use chrono::{DateTime, Months, NaiveDate, Utc};

use super::{Consult, any_consult, consult, is_wanted, tally};
use crate::groups::MemberSource;
use crate::invoices::Sender;
use crate::utilization::{Period, Report, ReportFilter, ReportForm, ReportSource, SmallGroup, prior_range};
use crate::{BillingMonth, GroupId};

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the example")
}

/// June and July 2026.
fn summer() -> ReportFilter {
    let form = ReportForm { start: Some(day("2026-06-01")), end: Some(day("2026-07-31")), ..ReportForm::default() };
    form.check(day("2026-08-03")).expect("the example is valid")
}

fn period(consults: &[Consult], filter: &ReportFilter, members: u64) -> Period {
    let report = Report::of(&tally(consults, filter), members, filter.range, SmallGroup::default());
    let (first, last) = (BillingMonth::of(filter.range.start), BillingMonth::of(filter.range.end));
    let counts = |one: &&Consult| one.is_completed && filter.range.contains(one.on) && is_wanted(filter, one);
    let of_month = |month: BillingMonth| {
        let consults = consults.iter().filter(counts).filter(|one| BillingMonth::of(one.on) == month).count();
        (month, consults as u64)
    };
    Period { report, months: (0..=last.since(first)).map(|step| of_month(first.plus(step))).collect() }
}

fn source(consults: &[Consult], filter: ReportFilter) -> ReportSource {
    let made_at: DateTime<Utc> = "2026-08-03T14:00:00Z".parse().expect("an instant of the example");
    ReportSource {
        group: GroupId(7),
        name: "Calder & Finch Manufacturing, Inc.".to_owned(),
        since: day("2022-01-01"),
        member_source: MemberSource::GroupPortal,
        sender: Sender {
            name: "Fernhollow Health".to_owned(),
            legal_name: "Fernhollow Health, LLC".to_owned(),
            address: vec![],
            email: None,
            phone: None,
        },
        made_at,
        made_on: day("2026-08-03"),
        small_group: SmallGroup::default(),
        now: period(consults, &filter, 197),
        before: None,
        filter,
    }
}

/// Many consults, beside those of the year before.
pub fn compared() -> ReportSource {
    let now: Vec<Consult> = (0..480).map(any_consult).collect();
    let earlier = |seed| {
        let one = any_consult(seed);
        Consult { on: one.on - Months::new(12), ..one }
    };
    let earlier: Vec<Consult> = (1000..1400).map(earlier).collect();
    let filter = summer();
    let prior = filter.on(prior_range(filter.range).expect("there is a year before"));
    ReportSource { before: Some(period(&earlier, &prior, 190)), ..source(&now, filter) }
}

/// Seven consults of five members of a young group with a long name, narrowed to a plan and two codes.
pub fn small_group() -> ReportSource {
    let consults: Vec<Consult> = (0..7).map(|number| Consult { wait: Some(6), ..consult(number % 5) }).collect();
    let form = ReportForm {
        plans: vec![String::new()],
        codes: vec!["RLS-01".to_owned(), "RLS-02".to_owned(), String::new()],
        regions: vec!["OH".to_owned()],
        ..ReportForm::default()
    };
    let range = summer().range;
    let filter = ReportForm { start: Some(range.start), end: Some(range.end), ..form };
    let filter = filter.check(day("2026-08-03")).expect("the example is valid");
    let consults: Vec<Consult> =
        consults.into_iter().map(|one| Consult { region: Some("OH".to_owned()), ..one }).collect();
    ReportSource {
        name: "Retired Lakeshore Stevedores and Warehouse Workers Supplemental Health & Welfare Trust".to_owned(),
        since: day("2026-02-01"),
        member_source: MemberSource::PatientPlatform,
        ..source(&consults, filter)
    }
}

/// Nobody consulted.
pub fn empty() -> ReportSource {
    source(&[], summer())
}

/// Every list longer than fits, over more months than fit.
pub fn many() -> ReportSource {
    let text = |what: &str, number: u8| Some(format!("{what} number {number} with a rather long name"));
    let make = |number: u8| Consult {
        on: day("2024-08-15") + Months::new(u32::from(number % 24)),
        source: text("Source", number % 20),
        access: text("Access", number % 11),
        alternative: text("Place", number % 9),
        region: Some(crate::members::states::STATES[usize::from(number % 59)].name.to_owned()),
        diagnoses: text("Diagnosis", number % 7).into_iter().collect(),
        ..consult(number)
    };
    let consults: Vec<Consult> = (0..240).map(make).collect();
    let form = ReportForm { start: Some(day("2024-08-01")), end: Some(day("2026-07-31")), ..ReportForm::default() };
    source(&consults, form.check(day("2026-08-03")).expect("the example is valid"))
}

/// All of them by name.
pub fn cases() -> Vec<(&'static str, ReportSource)> {
    vec![("compared", compared()), ("small-group", small_group()), ("empty", empty()), ("many", many())]
}
