//! Consults for tests, and what a tally of them is by plain counting: the measure for the query of the store.

pub mod cases;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};

use super::{LeftOut, Named, ReportFilter, Tally};
use crate::members::states::read_state;

/// A consult.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consult {
    /// The day in business time.
    pub on: NaiveDate,
    /// The hour of it.
    pub hour: i16,
    /// Who consulted, by a number of the test.
    pub member: Option<u8>,
    /// Whether it took place.
    pub is_completed: bool,
    /// Number of the gender.
    pub gender: i16,
    /// Years.
    pub age: i16,
    /// Minutes.
    pub wait: Option<i32>,
    /// 1 to 5.
    pub rating: Option<i16>,
    /// Insurance plan.
    pub plan: Option<String>,
    /// Group code.
    pub code: Option<String>,
    /// State, by name or abbreviation.
    pub region: Option<String>,
    /// How the member heard of the service.
    pub source: Option<String>,
    /// How it was held.
    pub access: Option<String>,
    /// Where the member would have gone.
    pub alternative: Option<String>,
    /// What was found.
    pub diagnoses: BTreeSet<String>,
    /// What was prescribed.
    pub prescriptions: BTreeSet<String>,
}

/// A consult of July 1, 2026, at nine, of the member numbered so; nothing else is known of it.
pub fn consult(member: u8) -> Consult {
    Consult {
        on: NaiveDate::from_ymd_opt(2026, 7, 1).expect("a day of the calendar"),
        hour: 9,
        member: Some(member),
        is_completed: true,
        gender: 2,
        age: 40,
        wait: None,
        rating: None,
        plan: None,
        code: None,
        region: None,
        source: None,
        access: None,
        alternative: None,
        diagnoses: BTreeSet::new(),
        prescriptions: BTreeSet::new(),
    }
}

/// Any consult of June or July 2026: always the same of the same seed.
pub fn any_consult(seed: u64) -> Consult {
    let mut draw = Draw(seed);
    let on = NaiveDate::from_ymd_opt(2026, 6, 1).expect("a day of the calendar") + Days::new(draw.below(61));
    Consult {
        on,
        hour: draw.below(24) as i16,
        member: draw.maybe(9).then(|| draw.below(30) as u8),
        is_completed: draw.maybe(9),
        gender: draw.below(4) as i16,
        age: draw.below(99) as i16,
        wait: draw.maybe(7).then(|| draw.below(40) as i32),
        rating: draw.maybe(5).then(|| 1 + draw.below(5) as i16),
        plan: draw.text(&["Gold", "Silver", ""]),
        code: draw.text(&["A-1", "A-2", "B"]),
        region: draw.text(&["OH", "Ohio", "IN", "Ontario"]),
        source: draw.text(&["App", "Phone"]),
        access: draw.text(&["Video", "Call"]),
        alternative: draw.text(&["Urgent care", "Nothing"]),
        diagnoses: draw.texts(&["Cough", "Cold", "Flu", "Rash", "Acne", "Gout", "Pain"]),
        prescriptions: draw.texts(&["Balm", "Syrup", "Rest"]),
    }
}

/// Numbers that look random (SplitMix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    /// True so often of ten.
    fn maybe(&mut self, of_ten: u64) -> bool {
        self.below(10) < of_ten
    }

    fn text(&mut self, choices: &[&str]) -> Option<String> {
        self.maybe(8).then(|| choices[self.below(choices.len() as u64) as usize].to_owned())
    }

    fn texts(&mut self, choices: &[&str]) -> BTreeSet<String> {
        (0..self.below(3)).map(|_| choices[self.below(choices.len() as u64) as usize].to_owned()).collect()
    }
}

/// Whether a filter takes a consult, its day and its state aside.
pub fn is_wanted(filter: &ReportFilter, consult: &Consult) -> bool {
    let is_of = |chosen: &[String], text: &Option<String>| {
        chosen.is_empty() || chosen.iter().any(|one| one == text.as_deref().unwrap_or_default())
    };
    let state = consult.region.as_deref().and_then(read_state);
    let is_there = filter.regions.is_empty() || state.is_some_and(|state| filter.regions.contains(&state));
    is_of(&filter.plans, &consult.plan) && is_of(&filter.codes, &consult.code) && is_there
}

/// The tally of consults, counted one by one.
pub fn tally(consults: &[Consult], filter: &ReportFilter) -> Tally {
    let of_range: Vec<&Consult> =
        consults.iter().filter(|one| one.is_completed && filter.range.contains(one.on)).collect();
    let (wanted, others): (Vec<&Consult>, Vec<&Consult>) = of_range.into_iter().partition(|one| is_wanted(filter, one));
    let members: BTreeMap<Option<u8>, u64> = counts(wanted.iter().map(|one| one.member));
    let left: BTreeSet<u8> = others.iter().filter_map(|one| one.member).collect();
    Tally {
        genders: counts(wanted.iter().map(|one| one.gender)),
        ages: counts(wanted.iter().map(|one| one.age)),
        hours: counts(wanted.iter().map(|one| one.hour)),
        waits: counts(wanted.iter().filter_map(|one| one.wait)),
        ratings: counts(wanted.iter().filter_map(|one| one.rating)),
        frequencies: counts(members.iter().filter(|(member, _)| member.is_some()).map(|(_, consults)| *consults)),
        sources: named(wanted.iter().map(|one| one.source.clone())),
        access: named(wanted.iter().map(|one| one.access.clone())),
        alternatives: named(wanted.iter().map(|one| one.alternative.clone())),
        regions: named(wanted.iter().map(|one| one.region.clone())),
        diagnoses: named(wanted.iter().flat_map(|one| one.diagnoses.iter().cloned().map(Some))),
        prescriptions: named(wanted.iter().flat_map(|one| one.prescriptions.iter().cloned().map(Some))),
        left_out: LeftOut { consults: others.len() as u64, members: left.len() as u64 },
    }
}

fn counts<T: Ord>(values: impl Iterator<Item = T>) -> BTreeMap<T, u64> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

fn named(texts: impl Iterator<Item = Option<String>>) -> Vec<Named> {
    counts(texts).into_iter().collect()
}
