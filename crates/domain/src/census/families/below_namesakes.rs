//! Dependents whose only tie to the employee above is the last name (rules.md#dependents-and-primaries).
//!
//! Where other employees share the name, the home decides. Else the order of the rows decides, if the file is sorted by families. It is when
//! every dependent whose last name only one employee has stands below that employee.

use super::homes::{Found, Home};
use super::place::Place;
use super::{CrossRows, Late, Primary, Waiting, orphan_of_several};
use crate::census::cells::keys::KeyMap;

/// The fewest families of unshared last names that prove a file to be sorted by families.
const FEWEST_FAMILIES: usize = 5;

/// A dependent that was linked to the employee above.
#[derive(Debug, Clone, Copy)]
pub(super) struct Below {
    place: Place,
    above: Primary,
    home: Option<Home>,
    needs_code: bool,
    by_relationship: bool,
    is_stored: bool,
}

impl Below {
    pub(super) const fn of(one: &Waiting, above: Primary) -> Self {
        Self {
            place: one.place,
            above,
            home: one.home,
            needs_code: one.needs_code,
            by_relationship: one.by_relationship,
            is_stored: one.is_stored,
        }
    }
}

/// Counts the employees of a file by last name, and records their possible dependents.
#[derive(Debug, Default)]
pub(super) struct BelowNamesakes {
    employees: KeyMap<u8>,
    /// The last name of each dependent, and the number of the employee of that name above it; 0 without one.
    seen: Vec<(u64, u32)>,
    linked: Vec<Below>,
    is_of_families: bool,
}

impl BelowNamesakes {
    /// Counts an employee under its last name.
    pub(super) fn add_employee(&mut self, home: &Home) {
        let count = self.employees.entry(home.last_name()).or_default();
        *count = count.saturating_add(1);
    }

    /// Records a dependent, with the number of the employee above it if the two share a last name.
    pub(super) fn see(&mut self, home: &Home, above: Option<u32>) {
        self.seen.push((home.last_name(), above.unwrap_or_default()));
    }

    /// Records a dependent that was linked to the employee above.
    pub(super) fn link(&mut self, one: Below) {
        self.linked.push(one);
    }

    fn are_several(&self, home: &Home) -> bool {
        self.employees.get(&home.last_name()).is_some_and(|employees| *employees > 1)
    }

    /// Whether every dependent whose last name only one employee has stands below that employee, in at least [`FEWEST_FAMILIES`] families.
    fn shows_families(&self) -> bool {
        let of_one = || self.seen.iter().filter(|(name, _)| self.employees.get(name) == Some(&1));
        let mut employees: Vec<u32> = of_one().map(|(_, above)| *above).collect();
        employees.dedup();
        employees.len() >= FEWEST_FAMILIES && !employees.contains(&0)
    }
}

impl CrossRows {
    /// Corrects the links to the employee above, once the whole file is read.
    pub(super) fn told_below_namesakes(&mut self) -> Vec<Late> {
        self.namesakes.is_of_families = self.namesakes.shows_families();
        let linked = std::mem::take(&mut self.namesakes.linked);
        linked.iter().filter(|one| !one.is_stored).flat_map(|one| self.told_below_namesake(one)).collect()
    }

    fn told_below_namesake(&self, one: &Below) -> Vec<Late> {
        let late = |issue| Late::told(one.place.number, issue);
        match one.home.map_or(Found::One(one.above), |home| self.below_namesake(&home, one.above)) {
            Found::One(primary) if primary.number == one.above.number => Vec::new(),
            Found::One(primary) => {
                let moved = Late { primary_row: Some(primary.number), by_order: true, ..late(None) };
                let code = self.missing_code((one.place, one.needs_code), primary);
                std::iter::once(moved).chain(code.map(|issue| late(Some(issue)))).collect()
            }
            Found::Several | Found::Nobody => {
                let issue = orphan_of_several(one.place, one.by_relationship);
                vec![Late { drop_primary: true, ..late(Some(issue)) }]
            }
        }
    }

    /// Finds the employee of a dependent that stands below an employee of its last name. The homes must be sorted.
    pub(super) fn below_namesake(&self, home: &Home, above: Primary) -> Found<Primary> {
        if !self.namesakes.are_several(home) {
            return Found::One(above);
        }
        match self.homes.find(home, &self.households) {
            Found::One(primary) => Found::One(primary),
            _ if self.namesakes.is_of_families => Found::One(above),
            _ => Found::Several,
        }
    }
}
