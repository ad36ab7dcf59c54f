//! What only a whole side shows: dates and ids that stand for nothing, and ZIP codes that lost their zeros.

use std::collections::HashMap;
use std::hash::Hash;

use super::profile::People;
use super::shelf::Shelf;
use super::words::{Word, Words};

/// A date that so many of a side share tells nobody apart; triplets do.
const SHARED_BY: usize = 4;
/// In a large side it is the date of one in so many: about a hundred times the commonest real one.
const ONE_IN: usize = 200;

impl People {
    /// Takes away what a side shows to be no evidence, and mends what it shows to be damaged.
    pub(super) fn mend(&mut self) {
        for side in [&mut self.rows, &mut self.members] {
            side.close();
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
fn forget_stand_in_dates(side: &mut Shelf) {
    let most = SHARED_BY.max(side.len() / ONE_IN);
    let mut counts = counted(side.iter().filter_map(|person| person.born));
    counts.retain(|_, count| *count > most);
    if !counts.is_empty() {
        side.change(|person| person.born.take_if(|born| counts.contains_key(born)).is_some());
    }
}

/// Where most ZIP codes have five digits, those of three and four have lost their zeros in a spreadsheet; elsewhere they are foreign.
fn restore_zeros(side: &mut Shelf, words: &mut Words) {
    let counts = counted(side.iter().map(|person| person.zip).filter(|zip| !zip.is_none()));
    let whole: usize = counts.iter().filter(|(zip, _)| digits(words.text(**zip)) == 5).map(|(_, count)| count).sum();
    if whole * 2 <= counts.values().sum() {
        return;
    }
    let mut lost: Vec<Word> = counts.into_keys().filter(|zip| matches!(digits(words.text(*zip)), 3 | 4)).collect();
    lost.sort_unstable();
    let restored: HashMap<Word, Word> =
        lost.into_iter().map(|zip| (zip, words.word(&format!("{:0>5}", words.text(zip))))).collect();
    if !restored.is_empty() {
        side.change(|person| restored.get(&person.zip).map(|zip| person.zip = *zip).is_some());
    }
}

/// Of how many digits a text is; 0 when it is not of digits.
fn digits(text: &str) -> usize {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.len() } else { 0 }
}

/// A unique id that a side gives to several people, such as an employee's on all of a family, names none of them.
fn forget_shared_ids(rows: &mut Shelf, members: &mut Shelf) {
    let mut shared: Vec<Word> = [&*rows, &*members].into_iter().flat_map(given_to_several).collect();
    shared.sort_unstable();
    if shared.is_empty() {
        return;
    }
    for side in [rows, members] {
        side.change(|person| {
            let is_shared = shared.binary_search(&person.unique_id).is_ok();
            if is_shared {
                person.other_id = person.other_id.or(person.unique_id);
                person.unique_id = Word::NONE;
            }
            is_shared
        });
    }
}

fn given_to_several(side: &Shelf) -> Vec<Word> {
    let mut ids: Vec<Word> = side.iter().map(|person| person.unique_id).filter(|id| !id.is_none()).collect();
    ids.sort_unstable();
    ids.chunk_by(|one, other| one == other).filter(|people| people.len() > 1).map(|people| people[0]).collect()
}
