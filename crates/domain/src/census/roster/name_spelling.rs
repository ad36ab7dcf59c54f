//! Which of two spellings of one name a member keeps (rules.md#spelling-of-names).

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::census::cells::word_key;
use crate::census::given_names::same_given_name;
use crate::text::{fold, one_edit_apart};

/// Whether two texts are one name: they differ at most by case, accents and signs between their letters.
pub(super) fn is_same_name(stored: &str, given: &str) -> bool {
    word_key(stored) == word_key(given)
}

/// The better-written of two spellings of one name. The given one takes the stored one's place only where it is better in one way and worse in
/// none.
pub(super) fn better_written<'a>(stored: &'a str, given: &'a str) -> &'a str {
    let (old, new) = (Writing::of(stored), Writing::of(given));
    let is_better =
        new != old && old.is_mixed <= new.is_mixed && old.has_accent <= new.has_accent && old.has_sign <= new.has_sign;
    if is_better { given } else { stored }
}

/// Whether two names are no forms of one: they have no word in common, and are neither a slip, a nickname nor an initial of each other.
pub(super) fn is_another_name(old: &str, new: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let folded = fold(text);
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (old, new) = (words(old), words(new));
    let is_initial = |one: &str, other: &str| one.chars().count() == 1 && other.starts_with(one);
    let is_form = |one: &String, other: &String| {
        one == other || is_initial(one, other) || is_initial(other, one) || same_given_name(one, other)
    };
    let is_shared = old.iter().any(|one| new.iter().any(|other| is_form(one, other)));
    !is_shared && !one_edit_apart(&old.concat(), &new.concat())
}

/// Whether a text is a name with a single letter behind it, as that of a middle name: `Karl B.`.
pub(super) fn is_with_initial(name: &str, text: &str) -> bool {
    let parts = text.trim_end_matches('.').rsplit_once(' ');
    parts.is_some_and(|(rest, letter)| {
        letter.chars().count() == 1 && letter.contains(char::is_alphabetic) && is_same_name(name, rest)
    })
}

/// Whether a text is the beginning of a name that ends within a word, as an export of fixed widths cuts it: `VANDENB`.
pub(super) fn is_cut_name(name: &str, text: &str) -> bool {
    let (name, text) = (fold(name), fold(text));
    let is_letter = |c: char| c.is_alphanumeric();
    let within = name.strip_prefix(&*text).is_some_and(|rest| rest.starts_with(is_letter));
    within && text.ends_with(is_letter) && text.chars().filter(|c| c.is_alphabetic()).count() >= FEWEST_LETTERS
}

/// A name that is cut has so many letters at least.
const FEWEST_LETTERS: usize = 3;

/// How a name is written.
#[derive(PartialEq, Eq)]
struct Writing {
    /// Whether it has capitals and small letters.
    is_mixed: bool,
    has_accent: bool,
    /// Whether it has an apostrophe or a hyphen within.
    has_sign: bool,
}

impl Writing {
    fn of(name: &str) -> Self {
        let is_sign = |c: char| "'`-\u{b4}\u{2bb}\u{2bc}\u{2010}\u{2011}\u{2018}\u{2019}".contains(c);
        // `AJ` and `Aj` are written as well as each other.
        let is_long = name.chars().filter(|c| c.is_alphabetic()).count() > 2;
        Self {
            is_mixed: !is_long || (name.contains(char::is_uppercase) && name.contains(char::is_lowercase)),
            has_accent: name.nfd().any(|c| is_combining_mark(c) || (c.is_alphabetic() && !c.is_ascii())),
            has_sign: name.trim_matches(is_sign).contains(is_sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_initial_behind_a_name_and_a_name_that_is_cut_are_told() {
        for (stored, given, has_initial) in [
            ("Karl", "KARL B", true),
            ("Ann", "Ann A.", true),
            ("Mary Ann", "MARY ANN K", true),
            ("Ann", "Ann Marie", false),
            ("Ann", "Anna B", false),
            ("Ann", "Ann 2", false),
            ("Ann", "Ann", false),
        ] {
            assert_eq!(is_with_initial(stored, given), has_initial, "{stored} {given}");
        }
        for (stored, given, is_cut) in [
            ("O'Brien", "O'BRIE", true),
            ("Vandenberg", "VANDENB", true),
            ("Anne-Marie", "ANNE-MAR", true),
            ("Garcia Lopez", "GARCIA LO", true),
            ("Garcia Lopez", "Garcia", false),
            ("Anne-Marie", "Anne", false),
            ("Garcia Lopez", "Garcia ", false),
            ("Moss", "Mo", false),
            ("Moss", "Moss", false),
            ("Moss", "Reed", false),
            ("Moss", "Mosse", false),
        ] {
            assert_eq!(is_cut_name(stored, given), is_cut, "{stored} {given}");
        }
    }

    #[test]
    fn the_better_written_of_two_spellings_stays() {
        for (stored, given, kept) in [
            ("O'Brien", "OBRIEN", "O'Brien"),
            ("O'Brien", "O\u{2019}Brien", "O'Brien"),
            ("Anne-Marie", "ANNE MARIE", "Anne-Marie"),
            ("van den Berg", "VANDENBERG", "van den Berg"),
            ("van den Berg", "Vandenberg", "van den Berg"),
            ("Garc\u{ed}a-L\u{f3}pez", "GARCIA LOPEZ", "Garc\u{ed}a-L\u{f3}pez"),
            ("Jos\u{e9}", "JOSE", "Jos\u{e9}"),
            ("JOSE", "Jos\u{e9}", "Jos\u{e9}"),
            ("OBRIEN", "O'Brien", "O'Brien"),
            ("OBRIEN", "Obrien", "Obrien"),
            ("Obrien", "O'Brien", "O'Brien"),
            ("moss", "Moss", "Moss"),
            ("Nunez", "Nun\u{303}ez", "Nun\u{303}ez"),
            ("\u{141}UKASZ", "\u{141}ukasz", "\u{141}ukasz"),
            // Better in one way and worse in another.
            ("O'BRIEN", "Obrien", "O'BRIEN"),
            ("N\u{da}\u{d1}EZ", "Nunez", "N\u{da}\u{d1}EZ"),
            ("Mcdonald", "McDonald", "Mcdonald"),
            ("Mary Ann", "Maryann", "Mary Ann"),
            ("Moss", "Moss-", "Moss"),
            ("AJ", "Aj", "AJ"),
            ("St. Clair", "St Clair", "St. Clair"),
        ] {
            assert!(is_same_name(stored, given), "{stored} {given}");
            assert_eq!(better_written(stored, given), kept, "{stored} {given}");
        }
        for (stored, given) in [("Moss", "Mosse"), ("Reed", "Reed Jr"), ("Ann", "Ann M"), ("M\u{fc}ller", "Mueller")] {
            assert!(!is_same_name(stored, given), "{stored} {given}");
        }
    }
}
