//! What only a whole side shows: dates and ids that stand for nothing, and ZIP codes that lost their zeros.

use std::collections::HashMap;
use std::hash::Hash;

use super::profile::{People, Profile};
use super::words::{Word, Words};

/// A date that so many of a side share tells nobody apart; triplets do.
const SHARED_BY: usize = 4;
/// In a large side it is the date of one in so many: about a hundred times the commonest real one.
const ONE_IN: usize = 200;

impl People {
    /// Takes away what a side shows to be no evidence, and mends what it shows to be damaged.
    pub(super) fn mend(&mut self) {
        for side in [&mut self.rows, &mut self.members] {
            forget_stand_in_dates(side);
            restore_zeros(side, &mut self.words);
        }
        forget_shared_ids(&mut self.rows, &mut self.members);
    }
}

fn counted<T: Eq + Hash>(values: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// A file full of one date, whatever it is, does not know those dates.
fn forget_stand_in_dates(side: &mut [Profile]) {
    let most = SHARED_BY.max(side.len() / ONE_IN);
    let counts = counted(side.iter().filter_map(|person| person.born));
    for person in side {
        person.born = person.born.filter(|born| counts.get(born).is_none_or(|count| *count <= most));
    }
}

/// Where most ZIP codes have five digits, those of three and four have lost their zeros in a spreadsheet; elsewhere they are foreign.
fn restore_zeros(side: &mut [Profile], words: &mut Words) {
    let all = side.iter().filter(|person| !person.zip.is_none()).count();
    let whole = side.iter().filter(|person| person.zip_digits == 5).count();
    if whole * 2 <= all {
        return;
    }
    for person in side.iter_mut().filter(|person| matches!(person.zip_digits, 3 | 4)) {
        let padded = format!("{:0>5}", words.text(person.zip));
        person.zip = words.word(&padded);
    }
}

/// A unique id that a side gives to several people, such as an employee's on all of a family, names none of them.
fn forget_shared_ids(rows: &mut [Profile], members: &mut [Profile]) {
    let mut shared: Vec<Word> = [&*rows, &*members].into_iter().flat_map(given_to_several).collect();
    shared.sort_unstable();
    let is_shared = |id: &Word| shared.binary_search(id).is_ok();
    for person in rows.iter_mut().chain(members) {
        if is_shared(&person.unique_id) {
            person.other_id = person.other_id.or(person.unique_id);
            person.unique_id = Word::NONE;
        }
    }
}

fn given_to_several(side: &[Profile]) -> Vec<Word> {
    let mut ids: Vec<Word> = side.iter().map(|person| person.unique_id).filter(|id| !id.is_none()).collect();
    ids.sort_unstable();
    ids.chunk_by(|one, other| one == other).filter(|people| people.len() > 1).map(|people| people[0]).collect()
}
