//! Everything that a report shows, made of a [`Tally`].

use std::collections::BTreeMap;

use super::bands::{self, Band};
use super::figures::{average, median, utilization};
use super::small_group::SmallGroup;
use super::tally::{Named, Tally};
use crate::DateRange;
use crate::members::Gender;
use crate::members::states::read_state;

/// Stands for a plan, a code or another text that a consult lacks (rules.md#empty-values).
pub const BLANK: &str = "(Blank)";

/// How many diagnoses and prescriptions are listed (rules.md#utilization-report).
pub const TOP: usize = 5;

/// A line of a list: a name, blank for consults without one, and how many consults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What they have in common.
    pub name: String,
    /// How many consults.
    pub count: u64,
}

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Completed consults.
    pub consults: u64,
    /// Members active at the end of the range.
    pub active_members: u64,
    /// Consults per active member, annualized: 0.5 for one of two members in a year.
    pub utilization: f64,
    /// Minutes waited, half of all longer and half shorter; none when nothing is known of them.
    pub median_wait: Option<f64>,
    /// How many consults were rated.
    pub ratings: u64,
    /// Their mean, 1 to 5; 0 without any.
    pub average_rating: f64,
    /// Mean age in years; none without consults.
    pub average_age: Option<f64>,
    /// By gender, most first.
    pub genders: Vec<Entry>,
    /// Consults of members who had one, two, three or more; then those of nobody known. So the shares of the list make up the whole.
    pub frequencies: Vec<Entry>,
    /// The most frequent ones; none when they are withheld.
    pub diagnoses: Option<Vec<Entry>>,
    /// The most frequent ones; none when they are withheld.
    pub prescriptions: Option<Vec<Entry>>,
    /// Where members would have gone instead, most first.
    pub alternatives: Vec<Entry>,
    /// How they heard of the service, most first.
    pub sources: Vec<Entry>,
    /// By age, youngest first.
    pub ages: Vec<Entry>,
    /// By quarter of the day in Eastern Time, from midnight on.
    pub call_times: Vec<Entry>,
    /// How the consults were held, most first.
    pub access: Vec<Entry>,
    /// By the full name of the state or territory, most first.
    pub regions: Vec<Entry>,
}

impl Report {
    /// The report of the consults that were counted, for a group of so many active members.
    pub fn of(tally: &Tally, active_members: u64, range: DateRange, small_group: SmallGroup) -> Self {
        let consults = tally.consults();
        let listed = |found: &[Named]| (!small_group.withholds(tally)).then(|| top(by_count(found)));
        Self {
            consults,
            active_members,
            utilization: utilization(consults, active_members, range),
            median_wait: median(&tally.waits),
            ratings: tally.ratings.values().sum(),
            average_rating: average(&tally.ratings).unwrap_or_default(),
            average_age: average(&tally.ages),
            genders: genders(tally),
            frequencies: frequencies(tally),
            diagnoses: listed(&tally.diagnoses),
            prescriptions: listed(&tally.prescriptions),
            alternatives: by_count(&tally.alternatives),
            sources: by_count(&tally.sources),
            ages: banded(bands::ages(), tally.ages.iter().map(|(years, count)| (bands::age(*years), *count))),
            call_times: banded(
                bands::call_times(),
                tally.hours.iter().map(|(hour, count)| (bands::call_time(*hour), *count)),
            ),
            access: by_count(&tally.access),
            regions: regions(tally),
        }
    }

    /// Whether diagnoses and prescriptions are withheld.
    pub const fn is_withheld(&self) -> bool {
        self.diagnoses.is_none()
    }
}

fn genders(tally: &Tally) -> Vec<Entry> {
    let name = |number: i16| Gender::from_number(number.into()).unwrap_or_default().name();
    let named: Vec<Named> =
        tally.genders.iter().map(|(number, count)| (Some(name(*number).to_owned()), *count)).collect();
    by_count(&named)
}

fn frequencies(tally: &Tally) -> Vec<Entry> {
    let consults = |(each, members): (&u64, &u64)| (bands::frequency(*each), each * members);
    let mut entries = banded(bands::frequencies(), tally.frequencies.iter().map(consults));
    let known: u64 = entries.iter().map(|entry| entry.count).sum();
    let of_nobody = tally.consults().saturating_sub(known);
    if of_nobody > 0 {
        entries.push(Entry { name: String::new(), count: of_nobody });
    }
    entries
}

fn regions(tally: &Tally) -> Vec<Entry> {
    let full = |text: &String| read_state(text).map_or_else(|| text.clone(), |state| state.name.to_owned());
    let named: Vec<Named> = tally.regions.iter().map(|(text, count)| (text.as_ref().map(full), *count)).collect();
    by_count(&named)
}

/// Every band with its count; no band at all when nothing was counted.
fn banded(bands: impl Iterator<Item = Band>, counted: impl Iterator<Item = (Band, u64)>) -> Vec<Entry> {
    let mut counts: BTreeMap<Band, u64> = BTreeMap::new();
    for (band, count) in counted {
        *counts.entry(band).or_default() += count;
    }
    if counts.is_empty() {
        return Vec::new();
    }
    bands.map(|band| Entry { name: band.to_owned(), count: counts.get(band).copied().unwrap_or(0) }).collect()
}

/// The texts with their counts, most first, then by name; what is blank or missing is one.
fn by_count(named: &[Named]) -> Vec<Entry> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for (text, count) in named {
        *counts.entry(text.as_deref().unwrap_or_default().trim()).or_default() += count;
    }
    let mut entries: Vec<Entry> =
        counts.into_iter().map(|(name, count)| Entry { name: name.to_owned(), count }).collect();
    // The order by name is kept among equals.
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.count));
    entries
}

fn top(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.truncate(TOP);
    entries
}
