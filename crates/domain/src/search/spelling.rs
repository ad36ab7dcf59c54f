//! Spellings of names: what is left of a name without its signs, and the keys under which a name is found in spite of one slip
//! (rules.md#slips-in-names).
//!
//! Two words are one slip apart when one letter is wrong, missing, too many or exchanged with its neighbour. Such words share a key: both
//! are left with the same letters when the right one is taken out of each. Keys are made of the beginning of a word only, so that a long
//! name has no more of them than a short one.

use std::collections::BTreeSet;

use strsim::osa_distance;

use crate::census::matching::other_forms;

/// The letters of a word that its keys are made of.
const HEAD: usize = 7;
/// A shorter word with one wrong letter could be anything.
const LEAST_WITH_SLIP: usize = 3;
/// A shorter part of a name is not looked for by itself.
const LEAST_PART: usize = 2;

/// The letters and digits of a folded text.
pub fn plain(folded: &str) -> String {
    folded.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The words of a folded name without their signs, and all of them as one: `o'neil` is `oneil`, `smith-jones` also `smith` and `jones`.
pub fn parts(name: &str) -> BTreeSet<String> {
    let is_apostrophe = |letter: char| matches!(letter, '\'' | '\u{2018}' | '\u{2019}' | '`' | '\u{b4}' | '.');
    let words = name.split(|letter: char| !letter.is_alphanumeric() && !is_apostrophe(letter));
    let words = words.chain(std::iter::once(name)).map(plain);
    words.filter(|word| word.chars().count() >= LEAST_PART).collect()
}

/// The keys of a plain word: its beginning, and that with each of its letters left out.
pub fn keys(word: &str) -> BTreeSet<String> {
    let head: Vec<char> = word.chars().take(HEAD).collect();
    let without =
        |place: usize| head.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, letter)| *letter).collect();
    let mut keys = BTreeSet::from([head.iter().collect()]);
    if head.len() >= LEAST_WITH_SLIP {
        keys.extend((0..head.len()).map(without));
    }
    keys
}

/// The key that every word has: its beginning.
pub fn first_key(word: &str) -> String {
    word.chars().take(HEAD).collect()
}

/// The keys of a folded name: those of each of its parts.
pub fn keys_of_name(name: &str) -> BTreeSet<String> {
    parts(name).iter().flat_map(|part| keys(part)).collect()
}

/// The keys under which the names stand that a plain word may mean: those of the word, and of the given names that it is a form of.
pub fn keys_meant(word: &str) -> BTreeSet<String> {
    keys(word).into_iter().chain(other_forms(word).map(first_key)).collect()
}

/// Whether two different plain words are one slip apart.
pub fn one_slip(one: &str, other: &str) -> bool {
    let (first, second) = (one.chars().count(), other.chars().count());
    let may_be = first.max(second) >= LEAST_WITH_SLIP && first.abs_diff(second) <= 1;
    may_be && osa_distance(one, other) == 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_is_found_by_each_of_its_words_and_by_all_as_one() {
        for (name, wanted) in [
            ("steele", &["steele"][..]),
            ("o'neil", &["oneil"]),
            ("o\u{2019}neil", &["oneil"]),
            ("smith-jones", &["jones", "smith", "smithjones"]),
            ("de la cruz", &["cruz", "de", "delacruz", "la"]),
            ("st. john", &["john", "st", "stjohn"]),
            ("li", &["li"]),
            ("j", &[]),
            ("\u{1f600}", &[]),
            ("", &[]),
        ] {
            assert_eq!(parts(name).iter().map(String::as_str).collect::<Vec<_>>(), wanted, "{name}");
        }
    }

    #[test]
    fn one_slip_is_one_letter_wrong_missing_too_many_or_exchanged() {
        for (one, other, is_slip) in [
            ("steele", "stele", true),
            ("stele", "steele", true),
            ("steele", "steela", true),
            ("steele", "steeel", true),
            ("jonh", "john", true),
            ("teh", "the", true),
            ("lee", "le", true),
            ("le", "lee", true),
            ("le", "li", false),
            ("steele", "steele", false),
            ("steele", "stale", false),
            ("john", "joan", true),
            ("john", "mary", false),
            ("\u{438}\u{432}\u{430}\u{43d}", "\u{438}\u{432}\u{43d}", true),
            ("", "", false),
        ] {
            assert_eq!(one_slip(one, other), is_slip, "{one} {other}");
        }
    }

    #[test]
    fn a_long_name_has_few_keys() {
        assert_eq!(keys("wolfeschlegelsteinhausen").len(), 8);
        assert_eq!(keys("li").len(), 1);
        assert!(keys_of_name("smith-jones").contains(&first_key("smithjones")));
    }

    proptest! {
        #[test]
        fn words_one_slip_apart_share_a_key(word in "[a-d]{3,12}", place in 0_usize..12, kind in 0..4, letter in "[a-d]") {
            let mut letters: Vec<char> = word.chars().collect();
            let place = place % letters.len();
            let letter = letter.chars().next().expect("a letter");
            match kind {
                0 => letters[place] = letter,
                1 => drop(letters.remove(place)),
                2 => letters.insert(place, letter),
                _ if place + 1 < letters.len() => letters.swap(place, place + 1),
                _ => {}
            }
            let other: String = letters.iter().collect();
            if one_slip(&word, &other) {
                prop_assert!(!keys(&word).is_disjoint(&keys(&other)), "{} {}", word, other);
            }
        }
    }
}
