//! Keys of 64 bits stand for texts and people, so that facts across a million rows fit into memory.
//!
//! Equal keys of names mean equal letters and digits after folding: case, accents, blanks and punctuation do not count. Two
//! different people of a file of a million share a key with a chance below one in ten million.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash, Hasher};

use chrono::NaiveDate;

use crate::census::cells::word_key;
use crate::text::fold;

/// The key of an id or a code, in which every sign counts; `space` keeps keys of different kinds apart.
pub fn id_key(space: u8, id: &str) -> u64 {
    key((space, fold(id.trim())))
}

/// The key of a first and last name.
pub fn name_key(first: &str, last: &str) -> u64 {
    key((word_key(first), word_key(last)))
}

/// The key of a person: first name, last name and date of birth.
pub fn person_key(first: &str, last: &str, born: NaiveDate) -> u64 {
    key((word_key(first), word_key(last), born))
}

/// The key of anything.
pub(in crate::census) fn key(of: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(of)
}

/// A map by keys that are hashes already.
pub type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<Through>>;

/// Passes a key through as its own hash.
#[derive(Default)]
pub struct Through(u64);

impl Hasher for Through {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_blanks_and_punctuation_do_not_count() {
        for (one, other) in [
            ("O'Rourke", "O\u{2019}ROURKE"),
            ("St. Germain", "st germain"),
            ("José Ángel", "Jose Angel"),
            ("Hye-jin", "HyeJin"),
        ] {
            let born = NaiveDate::from_ymd_opt(1980, 1, 1).unwrap();
            assert_eq!(person_key(one, "", born), person_key(other, "", born), "{one}");
        }
        assert_ne!(id_key(0, "a"), id_key(1, "a"));
    }

    #[test]
    fn letters_do_not_wander_between_names() {
        let born = NaiveDate::from_ymd_opt(1980, 1, 1).unwrap();
        assert_ne!(person_key("Ann", "Abel", born), person_key("Anna", "bel", born));
        assert_ne!(person_key("Ann", "Abel", born), person_key("Ann", "Abel", born.succ_opt().unwrap()));
    }
}
