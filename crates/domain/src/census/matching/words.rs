//! Every text of both sides once, as a number: equal texts are equal numbers, and a person is a flat row of numbers.

use std::hash::{DefaultHasher, Hasher as _};

use super::texts::{LONGEST, Texts};

/// A text; the default is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Word(u32);

impl Word {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn of_number(number: u32) -> Self {
        Self(number)
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn number(self) -> u32 {
        self.0
    }

    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }

    /// The one that is there.
    pub(super) const fn or(self, other: Self) -> Self {
        if self.is_none() { other } else { self }
    }
}

/// The texts by number.
pub(super) struct Words {
    texts: Texts,
    table: Table,
}

impl Words {
    pub(super) fn new() -> Self {
        let mut texts = Texts::default();
        texts.push("");
        Self { texts, table: Table::default() }
    }

    /// The number of a text, which is none when it is empty. What follows its first [`LONGEST`] bytes tells nobody apart.
    pub(super) fn word(&mut self, text: &str) -> Word {
        if text.is_empty() {
            return Word::NONE;
        }
        if self.table.is_full() {
            self.enlarge();
        }
        let text = &text[..text.floor_char_boundary(LONGEST)];
        let hash = hash(text);
        if let Some(number) = self.table.find(hash) {
            return Word(number);
        }
        let number = u32::try_from(self.texts.len()).ok().filter(|number| u64::from(*number) < 1 << NUMBER_BITS);
        let Some(number) = number else { return Word::NONE };
        self.texts.push(text);
        self.table.put(hash, number);
        Word(number)
    }

    /// Makes the table anew from the texts. The old one is gone before: the two would take their room at once.
    fn enlarge(&mut self) {
        let slots = self.table.more_slots();
        self.table = Table::default();
        self.table = Table::of(slots);
        (1..self.texts.len()).for_each(|place| self.table.put(hash(self.texts.get(place)), place as u32));
    }

    pub(super) fn text(&self, word: Word) -> &str {
        self.texts.get(word.place())
    }

    /// Forgets by what texts are found again, once all were read.
    pub(super) fn close(&mut self) {
        self.table = Table::default();
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The numbers of the texts by their hashes, in eight bytes each: what is left of them beside the number, 36 bits, and the slot at which the
/// search begins tell texts apart. Two of a million are taken for one with a chance of one in ten thousand; looking each up would
/// take a third of the reading.
#[derive(Default)]
struct Table {
    slots: Vec<u64>,
    used: usize,
}

/// Bits of a slot for the number of a text.
const NUMBER_BITS: u32 = 28;
const LEAST_SLOTS: usize = 1 << 10;

impl Table {
    fn of(slots: usize) -> Self {
        Self { slots: vec![0; slots], used: 0 }
    }

    /// The slots of a larger one, by half: twice as large the tables of a million people would be mostly empty.
    fn more_slots(&self) -> usize {
        (self.slots.len() / 2 * 3).max(LEAST_SLOTS)
    }

    /// Whether four fifths are taken.
    const fn is_full(&self) -> bool {
        self.used * 5 >= self.slots.len() * 4
    }

    /// The slots to look at, from the first on: the bits of the hash that no slot holds say at what part of the table to begin.
    fn places(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let slots = self.slots.len();
        let begin = (((hash & ((1 << NUMBER_BITS) - 1)) * slots as u64) >> NUMBER_BITS) as usize;
        (begin..slots).chain(0..begin)
    }

    fn find(&self, hash: u64) -> Option<u32> {
        let held = self.places(hash).map(|place| self.slots[place]).find(|slot| *slot == 0 || is_of(*slot, hash))?;
        (held != 0).then_some((held & ((1 << NUMBER_BITS) - 1)) as u32)
    }

    fn put(&mut self, hash: u64, number: u32) {
        let free = self.places(hash).find(|place| self.slots[*place] == 0);
        if let Some(place) = free {
            self.slots[place] = (hash >> NUMBER_BITS << NUMBER_BITS) | u64::from(number);
            self.used += 1;
        }
    }
}

const fn is_of(slot: u64, hash: u64) -> bool {
    slot >> NUMBER_BITS == hash >> NUMBER_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_word_however_many_there_are() {
        let mut words = Words::new();
        let texts: Vec<String> = (0..5000).map(|at| format!("text {at}")).collect();
        let numbers: Vec<Word> = texts.iter().map(|text| words.word(text)).collect();
        for (text, number) in texts.iter().zip(numbers) {
            assert_eq!((words.word(text), words.text(number)), (number, text.as_str()));
        }
        assert!(words.word("").is_none());
    }
}
