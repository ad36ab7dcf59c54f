//! The clerk: goes through the consults one by one for each figure, and knows nothing of tallies.

use std::collections::{BTreeMap, BTreeSet};

use crate::members::Gender;
use crate::members::states::read_state;
use crate::utilization::examples::{Consult, is_wanted};
use crate::utilization::{Entry, Report, ReportFilter};

fn of_range<'a>(consults: &'a [Consult], filter: &'a ReportFilter) -> impl Iterator<Item = &'a Consult> {
    consults.iter().filter(|one| one.is_completed && filter.range.start <= one.on && one.on <= filter.range.end)
}

/// Members who had a consult that the filter takes, and one that it leaves out.
pub fn members_taken_and_left(consults: &[Consult], filter: &ReportFilter) -> (BTreeSet<u8>, BTreeSet<u8>) {
    let who = |taken: bool| of_range(consults, filter).filter(move |one| is_wanted(filter, one) == taken);
    (who(true).filter_map(|one| one.member).collect(), who(false).filter_map(|one| one.member).collect())
}

/// Whether the filter leaves any consult of the range out.
pub fn leaves_consults_out(consults: &[Consult], filter: &ReportFilter) -> bool {
    of_range(consults, filter).any(|one| !is_wanted(filter, one))
}

/// Compares a report with what the clerk finds.
pub fn check(found: &Report, consults: &[Consult], filter: &ReportFilter, members: u64, below: u32) {
    let all: Vec<&Consult> = of_range(consults, filter).filter(|one| is_wanted(filter, one)).collect();
    let total = all.len();
    assert_eq!((found.consults, found.active_members), (total as u64, members));
    let days = (filter.range.end - filter.range.start).num_days() + 1;
    let expected = if members == 0 { 0.0 } else { total as f64 * 365.0 / (members as f64 * days as f64) };
    assert!((found.utilization - expected).abs() < 1e-9);
    check_averages(found, &all);
    check_lists(found, &all);
    let (taken, left) = members_taken_and_left(consults, filter);
    let few = |members: &BTreeSet<u8>| members.len() < below as usize;
    let withheld = total > 0 && (few(&taken) || (leaves_consults_out(consults, filter) && few(&left)));
    assert_eq!((found.is_withheld(), found.prescriptions.is_none()), (withheld, withheld));
}

fn check_averages(found: &Report, all: &[&Consult]) {
    let mut waits: Vec<i32> = all.iter().filter_map(|one| one.wait).collect();
    waits.sort_unstable();
    let middle = |at: usize| f64::from(waits[at]);
    let median = match waits.len() {
        0 => None,
        count if count % 2 == 1 => Some(middle(count / 2)),
        count => Some((middle(count / 2 - 1) + middle(count / 2)) / 2.0),
    };
    assert_eq!(found.median_wait, median);
    let ratings: Vec<f64> = all.iter().filter_map(|one| one.rating.map(f64::from)).collect();
    let mean = if ratings.is_empty() { 0.0 } else { ratings.iter().sum::<f64>() / ratings.len() as f64 };
    assert_eq!(found.ratings, ratings.len() as u64);
    assert!((found.average_rating - mean).abs() < 1e-9);
    let age = (!all.is_empty()).then(|| all.iter().map(|one| f64::from(one.age)).sum::<f64>() / all.len() as f64);
    assert_eq!(found.average_age.is_some(), age.is_some());
    assert!(found.average_age.zip(age).is_none_or(|(found, expected)| (found - expected).abs() < 1e-9));
}

fn check_lists(found: &Report, all: &[&Consult]) {
    let own = |text: &Option<String>| text.clone().unwrap_or_default();
    same(
        &found.genders,
        all.iter().map(|one| Gender::from_number(one.gender.into()).expect("a gender").name().to_owned()),
    );
    same(&found.sources, all.iter().map(|one| own(&one.source)));
    same(&found.access, all.iter().map(|one| own(&one.access)));
    same(&found.alternatives, all.iter().map(|one| own(&one.alternative)));
    let region = |text: &str| read_state(text).map_or(text.to_owned(), |state| state.name.to_owned());
    same(&found.regions, all.iter().map(|one| region(&own(&one.region))));
    same(&found.ages, all.iter().map(|one| age_band(one.age).to_owned()));
    same(&found.call_times, all.iter().map(|one| quarter(one.hour).to_owned()));
    let had = |member: u8| all.iter().filter(|one| one.member == Some(member)).count();
    let often = |one: &&Consult| match one.member.map(had) {
        None => "",
        Some(1) => "1 consult",
        Some(2) => "2 consults",
        Some(3) => "3 consults",
        Some(_) => "4 or more",
    };
    same(&found.frequencies, all.iter().map(often).map(str::to_owned));
    let diagnoses: Vec<String> = all.iter().flat_map(|one| one.diagnoses.iter().cloned()).collect();
    top(found.diagnoses.as_deref(), &diagnoses);
    let prescriptions: Vec<String> = all.iter().flat_map(|one| one.prescriptions.iter().cloned()).collect();
    top(found.prescriptions.as_deref(), &prescriptions);
}

fn age_band(age: i16) -> &'static str {
    match age {
        ..18 => "0-17",
        18..26 => "18-25",
        26..36 => "26-35",
        36..46 => "36-45",
        46..56 => "46-55",
        56..65 => "56-64",
        _ => "65+",
    }
}

fn quarter(hour: i16) -> &'static str {
    ["12-6 AM", "6 AM-12 PM", "12-6 PM", "6 PM-12 AM"][usize::try_from(hour / 6).expect("an hour")]
}

fn tallied(texts: impl Iterator<Item = String>) -> BTreeMap<String, u64> {
    texts.fold(BTreeMap::new(), |mut counts, text| {
        *counts.entry(text).or_default() += 1;
        counts
    })
}

/// The entries are those texts, whatever their order; bands that nobody is in aside.
fn same(entries: &[Entry], texts: impl Iterator<Item = String>) {
    let found: BTreeMap<String, u64> =
        entries.iter().filter(|entry| entry.count > 0).map(|entry| (entry.name.clone(), entry.count)).collect();
    assert_eq!(found, tallied(texts));
}

fn top(entries: Option<&[Entry]>, texts: &[String]) {
    let Some(entries) = entries else { return };
    let mut expected: Vec<(String, u64)> = tallied(texts.iter().cloned()).into_iter().collect();
    expected.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
    expected.truncate(5);
    let found: Vec<(String, u64)> = entries.iter().map(|entry| (entry.name.clone(), entry.count)).collect();
    assert_eq!(found, expected);
}
