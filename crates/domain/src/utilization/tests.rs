//! The rules of the report as tables of cases, and the whole against a clerk who counts by hand.

mod clerk;

use chrono::NaiveDate;
use proptest::prelude::*;

use super::examples::{Consult, any_consult, consult, tally};
use super::*;
use crate::DateRange;
use crate::Invalid;

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

fn range(start: &str, end: &str) -> DateRange {
    DateRange { start: day(start), end: day(end) }
}

fn july() -> ReportFilter {
    ReportForm { start: Some(day("2026-07-01")), end: Some(day("2026-07-31")), ..ReportForm::default() }
        .check(day("2026-07-20"))
        .expect("a filter")
}

fn shown(entries: &[Entry]) -> Vec<(&str, u64)> {
    entries.iter().map(|entry| (entry.name.as_str(), entry.count)).collect()
}

fn report(consults: &[Consult]) -> Report {
    Report::of(&tally(consults, &july()), 20, july().range, SmallGroup::default())
}

/// Consults of members numbered from 0, alike but for what `vary` makes of each.
fn consults(count: u8, vary: impl Fn(u8, &mut Consult)) -> Vec<Consult> {
    let make = |number| {
        let mut one = consult(number);
        vary(number, &mut one);
        one
    };
    (0..count).map(make).collect()
}

#[test]
fn utilization_is_annualized_consults_per_active_member() {
    for (consults, members, days, percent) in [
        (486, 1974, range("2026-01-01", "2026-07-31"), "42.39"),
        (431, 1902, range("2025-01-01", "2025-07-31"), "39.01"),
        (7, 24, range("2026-01-01", "2026-07-31"), "50.22"),
        (10, 10, range("2026-01-01", "2026-12-31"), "100.00"),
        (1, 100, range("2026-07-01", "2026-07-01"), "365.00"),
        (5, 0, range("2026-07-01", "2026-07-31"), "0.00"),
        (0, 50, range("2026-07-01", "2026-07-31"), "0.00"),
    ] {
        assert_eq!(format!("{:.2}", utilization(consults, members, days) * 100.0), percent, "{consults} of {members}");
    }
}

#[test]
fn the_median_wait_lies_in_the_middle() {
    for (waits, middle) in [
        (&[][..], None),
        (&[7], Some(7.0)),
        (&[9, 1], Some(5.0)),
        (&[3, 4], Some(3.5)),
        (&[1, 2, 90], Some(2.0)),
        (&[5, 5, 5, 8], Some(5.0)),
        (&[0, 0, 6, 6], Some(3.0)),
    ] {
        let consults = consults(waits.len() as u8, |number, one| one.wait = Some(waits[usize::from(number)]));
        assert_eq!(report(&consults).median_wait, middle, "{waits:?}");
    }
}

#[test]
fn ratings_are_averaged_over_those_who_rated() {
    let none = report(&consults(3, |_, _| ()));
    assert_eq!((none.ratings, none.average_rating), (0, 0.0));
    let rated = report(&consults(4, |number, one| one.rating = (number > 0).then_some(2 + i16::from(number))));
    assert_eq!((rated.ratings, rated.average_rating), (3, 4.0));
    for (average, percent) in [(0.0, 0.0), (1.0, 20.0), (4.7, 94.0), (5.0, 100.0), (9.0, 100.0)] {
        assert!((star_percent(average) - percent).abs() < 1e-9, "{average}");
    }
}

#[test]
fn shares_are_of_the_total_consults() {
    for (count, total, percent) in [(291, 486, "59.9"), (1, 3, "33.3"), (0, 5, "0.0"), (5, 5, "100.0"), (0, 0, "0.0")] {
        assert_eq!(format!("{:.1}", share_percent(count, total)), percent, "{count} of {total}");
    }
}

#[test]
fn ages_fall_into_seven_bands() {
    for (age, band) in [
        (0, "0-17"),
        (17, "0-17"),
        (18, "18-25"),
        (25, "18-25"),
        (26, "26-35"),
        (35, "26-35"),
        (36, "36-45"),
        (45, "36-45"),
        (46, "46-55"),
        (55, "46-55"),
        (56, "56-64"),
        (64, "56-64"),
        (65, "65+"),
        (104, "65+"),
    ] {
        let ages = report(&consults(1, |_, one| one.age = age)).ages;
        assert_eq!(ages.len(), 7, "every band stands in the list");
        assert!(ages.iter().all(|entry| entry.count == u64::from(entry.name == band)), "{age}: {ages:?}");
    }
    assert_eq!(report(&consults(2, |number, one| one.age = 30 + i16::from(number))).average_age, Some(30.5));
    assert_eq!((report(&[]).ages, report(&[]).average_age), (vec![], None));
}

#[test]
fn call_times_are_quarters_of_the_day() {
    for (hour, band) in [
        (0, "12-6 AM"),
        (5, "12-6 AM"),
        (6, "6 AM-12 PM"),
        (11, "6 AM-12 PM"),
        (12, "12-6 PM"),
        (17, "12-6 PM"),
        (18, "6 PM-12 AM"),
        (23, "6 PM-12 AM"),
    ] {
        let times = report(&consults(1, |_, one| one.hour = hour)).call_times;
        assert!(times.iter().all(|entry| entry.count == u64::from(entry.name == band)), "{hour}: {times:?}");
    }
}

#[test]
fn use_frequency_counts_consults_by_how_many_their_member_had() {
    let of = |members: &[Option<u8>]| {
        let consults: Vec<_> = members.iter().map(|member| Consult { member: *member, ..consult(0) }).collect();
        report(&consults).frequencies
    };
    let members = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5].map(Some);
    let all = [("1 consult", 1), ("2 consults", 2), ("3 consults", 3), ("4 or more", 9)];
    assert_eq!(shown(&of(&members)), all);
    let some = [("1 consult", 1), ("2 consults", 0), ("3 consults", 0), ("4 or more", 0), ("", 2)];
    assert_eq!(shown(&of(&[None, Some(1), None])), some, "those of nobody known stand apart");
}

#[test]
fn texts_are_sorted_by_count_and_name_and_blanks_are_one() {
    let sources = ["Web", "", "App", "Web", "App", "Flyer", " "];
    let found = report(&consults(8, |number, one| {
        one.source = sources.get(usize::from(number)).map(|text| (*text).to_owned());
    }));
    assert_eq!(shown(&found.sources), [("", 3), ("App", 2), ("Web", 2), ("Flyer", 1)]);
}

#[test]
fn states_go_by_their_full_names() {
    let regions = ["oh", "Ohio", "OH", "Ontario", "IN"];
    let found = report(&consults(6, |number, one| {
        one.region = regions.get(usize::from(number)).map(|text| (*text).to_owned());
    }));
    assert_eq!(shown(&found.regions), [("Ohio", 3), ("", 1), ("Indiana", 1), ("Ontario", 1)]);
}

#[test]
fn genders_go_by_their_names() {
    let found = report(&consults(7, |number, one| one.gender = [2, 1, 2, 0, 3, 3, 9][usize::from(number)]));
    assert_eq!(shown(&found.genders), [("Unknown", 3), ("Female", 2), ("Male", 1), ("Other", 1)]);
}

#[test]
fn five_diagnoses_and_prescriptions_are_listed() {
    let found = report(&consults(12, |number, one| {
        one.diagnoses =
            ["Acne", "Gout", "Cold"].iter().take(1 + usize::from(number % 3)).map(|&text| text.into()).collect();
        one.prescriptions = [format!("Remedy {}", number % 6)].into();
    }));
    assert_eq!(shown(&found.diagnoses.expect("listed")), [("Acne", 12), ("Gout", 8), ("Cold", 4)]);
    let five = [("Remedy 0", 2), ("Remedy 1", 2), ("Remedy 2", 2), ("Remedy 3", 2), ("Remedy 4", 2)];
    assert_eq!(shown(&found.prescriptions.expect("listed")), five);
}

/// Numbers of members who consulted, taken in and left out by a filter, and whether the lists are withheld.
#[test]
fn the_lists_of_small_groups_are_withheld() {
    for (taken, left_out, withheld) in [
        (0, 0, false),
        (1, 0, true),
        (10, 0, true),
        (11, 0, false),
        (10, 400, true),
        (400, 11, false),
        // What is left out could be had by subtraction.
        (400, 10, true),
        (400, 1, true),
        (0, 10, false),
    ] {
        let tally = Tally {
            genders: [(2, taken)].into(),
            frequencies: [(1, taken)].into(),
            left_out: LeftOut { consults: left_out, members: left_out },
            ..Tally::default()
        };
        assert_eq!(SmallGroup::default().withholds(&tally), withheld, "{taken} {left_out}");
    }
}

#[test]
fn many_consults_of_few_or_of_nobody_known_are_withheld() {
    for (frequencies, left_out, withheld) in [
        (vec![(30, 10)], LeftOut::default(), true),
        (vec![], LeftOut::default(), true),
        (vec![(27, 11)], LeftOut::default(), false),
        (vec![(27, 11)], LeftOut { consults: 3, members: 0 }, true),
    ] {
        let frequencies = frequencies.into_iter().collect();
        let tally = Tally { genders: [(1, 300)].into(), frequencies, left_out, ..Tally::default() };
        assert_eq!(SmallGroup::default().withholds(&tally), withheld, "{tally:?}");
    }
    assert_eq!(SmallGroup::default().members(), 11);
    assert!(!SmallGroup::below(1).withholds(&tally(&[consult(0)], &july())));
}

#[test]
fn what_a_report_is_asked_for_is_checked() {
    let today = day("2026-07-20");
    let form =
        |start: &str, end: &str| ReportForm { start: Some(day(start)), end: Some(day(end)), ..ReportForm::default() };
    let many = (0..=MOST_CHOICES).map(|number| number.to_string()).collect::<Vec<_>>();
    for (form, errors) in [
        (ReportForm::default(), ""),
        (form("2017-01-01", "2017-01-01"), ""),
        (form("2026-01-01", "2027-12-31"), ""),
        (form("2016-12-31", "2026-01-01"), "StartDate: Start Date must not be before 01/01/2017."),
        (
            form("2016-01-01", "2016-12-31"),
            "StartDate: Start Date must not be before 01/01/2017.; EndDate: End Date must not be before 01/01/2017.",
        ),
        (form("2026-02-01", "2026-01-31"), "EndDate: End Date must not be before Start Date."),
        (form("2026-02-01", "9999-12-31"), "EndDate: End Date must lie before the year 2200."),
        (
            ReportForm { regions: vec!["OH".into(), "Ontario".into()], ..ReportForm::default() },
            "Regions: Regions must be states or territories.",
        ),
        (
            ReportForm { plans: many.clone(), codes: many, ..ReportForm::default() },
            "InsurancePlans: Insurance Plans must be at most 500.; GroupCodes: Group Codes must be at most 500.",
        ),
    ] {
        let found = form.clone().check(today).err().unwrap_or_else(Invalid::none);
        assert_eq!(found.to_string(), errors, "{form:?}");
    }
}

#[test]
fn a_filter_holds_each_choice_once_and_defaults_to_this_year() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let form = ReportForm {
        plans: texts(&["Gold", " Gold ", "(Blank)", ""]),
        regions: texts(&["36", "oh", "Indiana"]),
        ..ReportForm::default()
    };
    let filter = form.check(day("2026-07-20")).expect("a filter");
    assert_eq!(filter.range, range("2026-01-01", "2026-07-20"));
    assert_eq!(filter.plans, ["", "Gold"]);
    let regions: Vec<_> = filter.regions.iter().map(|state| state.abbreviation).collect();
    assert_eq!(regions, ["IN", "OH"], "Ohio is the 36th of the list");
    assert!(filter.is_narrowed() && !july().is_narrowed());
    assert_eq!(filter.on(july().range), ReportFilter { range: july().range, ..filter });
}

#[test]
fn the_prior_range_is_the_same_days_a_year_earlier() {
    for (now, prior) in [
        (range("2026-01-01", "2026-07-31"), Some(range("2025-01-01", "2025-07-31"))),
        (range("2024-02-29", "2024-02-29"), Some(range("2023-02-28", "2023-02-28"))),
        (range("2025-08-01", "2026-07-31"), Some(range("2024-08-01", "2025-07-31"))),
        (range("2025-07-31", "2026-07-31"), None),
        (range("2018-01-01", "2018-01-01"), Some(range("2017-01-01", "2017-01-01"))),
        (range("2017-12-31", "2018-06-30"), None),
    ] {
        assert_eq!(prior_range(now), prior, "{now:?}");
    }
}

#[test]
fn the_latest_months_end_today() {
    let months = latest_months(day("2026-03-20"));
    let expected = [
        range("2026-03-01", "2026-03-20"),
        range("2026-02-01", "2026-02-28"),
        range("2026-01-01", "2026-01-31"),
        range("2025-12-01", "2025-12-31"),
        range("2025-11-01", "2025-11-30"),
    ];
    assert_eq!(months, expected);
    assert_eq!(latest_months(day("2026-07-31"))[0], range("2026-07-01", "2026-07-31"));
}

fn any_filter() -> impl Strategy<Value = ReportForm> {
    let some = |choices: &'static [&'static str]| prop::sample::subsequence(choices, 0..=choices.len());
    let texts = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    (0..40_u64, 0..40_u64, some(&["Gold", ""]), some(&["A-1", "B"]), some(&["OH", "IN"])).prop_map(
        move |(start, length, plans, codes, regions)| {
            let first = day("2026-06-01") + chrono::Days::new(start);
            ReportForm {
                start: Some(first),
                end: Some(first + chrono::Days::new(length)),
                plans: texts(plans),
                codes: texts(codes),
                regions: texts(regions),
            }
        },
    )
}

fn any_consults() -> impl Strategy<Value = Vec<Consult>> {
    prop::collection::vec(any::<u64>().prop_map(any_consult), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_report_says_what_the_clerk_counts(
        consults in any_consults(),
        form in any_filter(),
        members in 0..50_u64,
        below in 1..20_u32,
    ) {
        let filter = form.check(day("2026-07-20")).expect("a filter");
        let found = Report::of(&tally(&consults, &filter), members, filter.range, SmallGroup::below(below));
        clerk::check(&found, &consults, &filter, members, below);
    }

    /// Whoever asks for less never learns of fewer members than the threshold: neither from a list nor from the difference of two.
    #[test]
    fn no_filter_tells_of_a_few_members(
        consults in any_consults(),
        form in any_filter(),
        below in 2..20_u32,
    ) {
        let filter = form.check(day("2026-07-20")).expect("a filter");
        let whole = ReportFilter { plans: vec![], codes: vec![], regions: vec![], ..filter.clone() };
        let small_group = SmallGroup::below(below);
        let is_listed = |filter: &ReportFilter| {
            let report = Report::of(&tally(&consults, filter), 9, filter.range, small_group);
            !report.is_withheld() && report.consults > 0
        };
        let few = |members: usize| members < below as usize;
        let (taken, left) = clerk::members_taken_and_left(&consults, &filter);
        if is_listed(&filter) {
            prop_assert!(!few(taken.len()));
            if is_listed(&whole) && clerk::leaves_consults_out(&consults, &filter) {
                prop_assert!(!few(left.len()), "the difference tells of {}", left.len());
            }
        }
    }
}
