//! Whether a town is one person's: in a roster that is spread over a country it may be, in one of a town and its neighbours never.

use std::collections::HashMap;

use super::profile::{People, Profile};
use super::words::Word;

/// The towns of a region are nobody's own where more than one in so many of the others live there.
const OTHERS_ONE_IN: usize = 50;
/// The digits of a ZIP code that name the region.
const REGION_DIGITS: usize = 3;

/// How many members live in each region.
pub(super) struct Towns<'a> {
    people: &'a People,
    regions: HashMap<&'a str, usize>,
}

impl<'a> Towns<'a> {
    pub(super) fn of(people: &'a People) -> Self {
        let mut regions = HashMap::new();
        for region in people.members.iter().filter_map(|member| region(people, member.zip)) {
            *regions.entry(region).or_insert(0) += 1;
        }
        Self { people, regions }
    }

    /// Whether hardly any other member lives near this one.
    pub(super) fn is_remote(&self, member: &Profile) -> bool {
        let neighbours = region(self.people, member.zip).and_then(|region| self.regions.get(region));
        neighbours.is_some_and(|count| (count - 1) * OTHERS_ONE_IN <= self.people.members.len())
    }
}

fn region(people: &People, zip: Word) -> Option<&str> {
    people.words.text(zip).get(..REGION_DIGITS)
}
