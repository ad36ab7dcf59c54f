//! Every text of both sides once, as a number: equal texts are equal numbers, and a person is a flat row of numbers.

use std::hash::{DefaultHasher, Hasher as _};

use crate::census::keys::KeyMap;

/// A text; the default is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Word(u32);

impl Word {
    pub(super) const NONE: Self = Self(0);

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
    text: String,
    /// Where each text ends; the first is the empty one.
    ends: Vec<u32>,
    numbers: KeyMap<u32>,
}

impl Words {
    pub(super) fn new() -> Self {
        Self { text: String::new(), ends: vec![0], numbers: KeyMap::default() }
    }

    /// The number of a text, which is none when it is empty.
    pub(super) fn word(&mut self, text: &str) -> Word {
        if text.is_empty() {
            return Word::NONE;
        }
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let key = hasher.finish();
        // Two texts of a million share a key with a chance below one in ten million; looking each up would take a third of the reading.
        if let Some(&number) = self.numbers.get(&key) {
            return Word(number);
        }
        let number = u32::try_from(self.ends.len());
        let (Ok(number), Ok(end)) = (number, u32::try_from(self.text.len() + text.len())) else { return Word::NONE };
        self.text.push_str(text);
        self.ends.push(end);
        self.numbers.insert(key, number);
        Word(number)
    }

    pub(super) fn text(&self, word: Word) -> &str {
        let begin = word.place().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[begin as usize..self.ends[word.place()] as usize]
    }

    /// Forgets by what texts are found again, once all were read: it is as large as they are.
    pub(super) fn close(&mut self) {
        self.numbers = KeyMap::default();
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
