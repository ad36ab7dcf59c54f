//! Many people in little room: what a value takes of a page is what its largest does, and a column that nobody fills takes nothing.

use super::profile::Profile;

/// Values of a person.
pub(super) const COLUMNS: usize = 19;
/// People of a page: so many that its heads do not count, and few enough for values near each other to be told by small numbers.
const A_PAGE: usize = 256;
/// The widest value, in bits: it is read with the bits before it in eight bytes.
const WIDEST: u32 = 56;

/// One side, packed. People are read by their places; the last page is open until all are in.
#[derive(Default)]
pub(super) struct Shelf {
    pages: Vec<Page>,
    open: Vec<Profile>,
}

/// Values as the difference from the least of their column that is not 0, counted from 1; 0 stays 0.
struct Page {
    people: usize,
    columns: [Column; COLUMNS],
    /// Bits of a person.
    stride: usize,
    /// With eight bytes more than there are bits for, so that each value is read at once.
    bytes: Box<[u8]>,
}

#[derive(Clone, Copy, Default)]
struct Column {
    /// Where it begins among the bits of a person.
    at: u32,
    /// The bits of a value, all of them set.
    mask: u64,
    /// One less than the least value.
    below: u64,
}

/// A person on a shelf: reads the values that are asked for and no others.
#[derive(Clone, Copy)]
pub(super) struct Shelved<'a> {
    page: &'a Page,
    begin: usize,
}

impl Shelved<'_> {
    pub(super) fn value(self, column: usize) -> u64 {
        self.page.value(self.begin, self.page.columns[column])
    }
}

impl Shelf {
    pub(super) fn len(&self) -> usize {
        self.pages.len() * A_PAGE + self.open.len() - self.pages.last().map_or(0, |page| A_PAGE - page.people)
    }

    pub(super) fn push(&mut self, person: Profile) {
        self.open.push(person);
        if self.open.len() == A_PAGE {
            self.close();
        }
    }

    /// Packs who came last, once all are in.
    pub(super) fn close(&mut self) {
        if !self.open.is_empty() {
            self.pages.push(Page::of(&self.open));
            self.open.clear();
        }
    }

    /// The person at a place of a closed shelf.
    pub(super) fn get(&self, place: usize) -> Profile {
        self.pages[place / A_PAGE].get(place % A_PAGE)
    }

    /// The same, to be asked for a few values.
    pub(super) fn at(&self, place: usize) -> Shelved<'_> {
        let page = &self.pages[place / A_PAGE];
        Shelved { page, begin: place % A_PAGE * page.stride }
    }

    /// All people of a closed shelf.
    pub(super) fn iter(&self) -> impl Iterator<Item = Profile> + '_ {
        self.pages.iter().flat_map(|page| (0..page.people).map(|place| page.get(place)))
    }

    /// Changes people of a closed shelf; `change` tells whether it did.
    pub(super) fn change(&mut self, mut change: impl FnMut(&mut Profile) -> bool) {
        for page in &mut self.pages {
            let mut people: Vec<Profile> = (0..page.people).map(|place| page.get(place)).collect();
            let changed = people.iter_mut().fold(false, |changed, person| change(person) | changed);
            if changed {
                *page = Page::of(&people);
            }
        }
    }
}

impl Page {
    fn of(people: &[Profile]) -> Self {
        let values: Vec<[u64; COLUMNS]> = people.iter().map(Profile::values).collect();
        let mut columns = [Column::default(); COLUMNS];
        let mut stride = 0;
        for (at, column) in columns.iter_mut().enumerate() {
            let of_all = || values.iter().map(|values| values[at]).filter(|value| *value != 0);
            let Some(least) = of_all().min() else { continue };
            let most = of_all().max().unwrap_or(least);
            let width = (u64::BITS - (most - least + 1).leading_zeros()).min(WIDEST);
            *column = Column { at: stride, mask: (1 << width) - 1, below: least - 1 };
            stride += width;
        }
        let stride = stride as usize;
        let mut bytes = vec![0; (people.len() * stride).div_ceil(8) + 8].into_boxed_slice();
        for (person, values) in values.iter().enumerate() {
            for (column, value) in columns.iter().zip(values).filter(|(_, value)| **value != 0) {
                put(&mut bytes, person * stride + column.at as usize, value - column.below);
            }
        }
        Self { people: people.len(), columns, stride, bytes }
    }

    fn get(&self, place: usize) -> Profile {
        let begin = place * self.stride;
        Profile::of_values(self.columns.map(|column| self.value(begin, column)))
    }

    fn value(&self, begin: usize, column: Column) -> u64 {
        let bit = begin + column.at as usize;
        let eight = self.bytes[bit / 8..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
        match eight >> (bit % 8) & column.mask {
            0 => 0,
            value => value + column.below,
        }
    }
}

fn put(bytes: &mut [u8], bit: usize, value: u64) {
    let shifted = (value << (bit % 8)).to_le_bytes();
    bytes[bit / 8..].iter_mut().zip(shifted).for_each(|(byte, part)| *byte |= part);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn what_is_put_on_the_shelf_is_found_there(
            people in prop::collection::vec(prop::collection::vec(0..u64::from(u32::MAX), 11), 0..600),
        ) {
            let person = |values: &Vec<u64>| {
                let mut all = [0; COLUMNS];
                // Both ways at once: small numbers and none at all, and large ones.
                for (at, value) in values.iter().enumerate() {
                    all[at] = if value % 3 == 0 { 0 } else { value >> (3 * at) };
                }
                all[13] = values[0] % 1_000_000_000_000_000;
                Profile::of_values(all)
            };
            let mut shelf = Shelf::default();
            people.iter().for_each(|values| shelf.push(person(values)));
            shelf.close();
            prop_assert_eq!(shelf.len(), people.len());
            for (place, values) in people.iter().enumerate() {
                prop_assert_eq!(shelf.get(place).values(), person(values).values());
            }
            shelf.change(|one| { one.family += 7; one.family % 2 == 0 });
            prop_assert_eq!(shelf.iter().count(), people.len());
        }
    }
}
