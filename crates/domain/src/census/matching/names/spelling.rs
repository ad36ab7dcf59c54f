//! How alike two texts are, however they are written.

use crate::text::one_edit_apart;
use strsim::{jaro_winkler, osa_distance};

use crate::text::fold;

/// The most bytes of a text that are compared.
const LONGEST: usize = 100;

/// Writes the plain form of a text: lower case, without accents, apostrophes and dots gone, every other sign a blank, one blank
/// between words. What follows the first [`LONGEST`] bytes tells nobody apart and would take its time to compare.
pub(in crate::census::matching) fn plain(text: &str, plain: &mut String) {
    plain.clear();
    let text = &text[..text.floor_char_boundary(LONGEST)];
    if text.is_ascii() {
        text.chars().for_each(|letter| push(letter.to_ascii_lowercase(), plain));
    } else {
        fold(text).chars().for_each(|letter| push(letter, plain));
    }
    if plain.ends_with(' ') {
        plain.pop();
    }
}

fn push(letter: char, plain: &mut String) {
    if letter.is_alphanumeric() {
        plain.push(letter);
    } else if !matches!(letter, '\'' | '.' | '`' | '\u{2018}' | '\u{2019}' | '\u{b4}')
        && !plain.is_empty()
        && !plain.ends_with(' ')
    {
        plain.push(' ');
    }
}

/// How alike two texts are, the most alike first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::census::matching) enum Likeness {
    Same,
    /// One letter wrong, missing, too many or exchanged with its neighbour, or all but the same.
    Close,
    /// Two letters wrong, or one begins the other.
    Similar,
    Weak,
    Other,
}

/// The least letters of a name in which one wrong letter leaves it recognizable.
const ONE_IN: usize = 3;
/// The same for two wrong letters.
const TWO_IN: usize = 5;

/// How alike two plain texts are. The bounds are those that record linkage uses for names (Winkler's 0.92 and 0.88).
pub(in crate::census::matching) fn likeness(one: &str, other: &str) -> Likeness {
    if one == other {
        return Likeness::Same;
    }
    // The measure of Jaro is not quite the same both ways: a fixed order makes it so.
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if short.len() >= ONE_IN && one_edit_apart(one, other) {
        return Likeness::Close;
    }
    if !shares_letters(one, other) {
        return Likeness::Other;
    }
    let close = jaro_winkler(one, other);
    let begins = short.len() >= ONE_IN && long.starts_with(short);
    // Five letters of which two are wrong still have a measure of 0.73.
    let two_edits =
        || close > 0.7 && short.len() >= TWO_IN && long.len() - short.len() <= 2 && osa_distance(one, other) <= 2;
    if close >= 0.92 {
        Likeness::Close
    } else if close >= 0.87 || begins || two_edits() {
        Likeness::Similar
    } else if close >= 0.75 {
        Likeness::Weak
    } else {
        Likeness::Other
    }
}

/// Whether at least half of the letters of the shorter text stand in the other: without them no two texts are alike, and most
/// pairs end here.
fn shares_letters(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.bytes().fold(0_u64, |letters, byte| letters | 1 << (byte & 63));
    let (one, other) = (letters(one), letters(other));
    let fewer = one.count_ones().min(other.count_ones());
    (one & other).count_ones() * 2 >= fewer
}

/// Whether the numbers differ by one digit, or by two neighbours that have changed places.
pub(in crate::census::matching) fn digit_apart(one: u64, other: u64) -> bool {
    let mut difference = one.abs_diff(other);
    while difference != 0 && difference.is_multiple_of(10) {
        difference /= 10;
    }
    // One digit differs by up to 9 of its place, two neighbours by up to 81 of the lower; all else needs no closer look.
    difference <= 81 && one_edit_apart(&one.to_string(), &other.to_string())
}

/// How many sounds a code holds.
const SOUNDS: u32 = 5;

/// What a name sounds like: its first five different consonants, alike ones taken together, and a vowel at the beginning.
/// 0 for a name without any.
pub(in crate::census::matching) fn sound(name: &str) -> u32 {
    let mut code = 0_u32;
    let mut last = 0;
    let mut count = 0;
    for letter in name.bytes() {
        let class = match letter {
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' if code == 0 => 1,
            b'c' | b'q' | b'x' | b'k' => 2,
            b'z' | b's' => 3,
            b'v' | b'f' => 4,
            b'g' | b'j' => 5,
            b'd' | b't' => 6,
            b'b' | b'p' => 7,
            b'm' | b'n' => 8,
            b'l' => 9,
            b'r' => 10,
            b'h' | b'w' if code == 0 => 11,
            b'0'..=b'9' => 12,
            letter if !letter.is_ascii() => 13,
            _ => 0,
        };
        if class != 0 && class != last && count < SOUNDS {
            code = code << 4 | class;
            count += 1;
            last = class;
        }
    }
    code
}

/// Whether two names differ as a pen slips and no parent names a child: two neighbours exchanged, a letter doubled, or a sign that is no letter.
pub(in crate::census::matching) fn is_slip_of_the_pen(one: &str, other: &str) -> bool {
    if one.chars().chain(other.chars()).any(|letter| !letter.is_alphabetic()) {
        return true;
    }
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let (short, long): (Vec<char>, Vec<char>) = (short.chars().collect(), long.chars().collect());
    let at = short.iter().zip(&long).take_while(|(one, other)| one == other).count();
    let rest = |letters: &[char], skipped: usize| letters.get(at + skipped..).unwrap_or_default().to_vec();
    if short.len() == long.len() {
        let is_turned = short.get(at) == long.get(at + 1) && short.get(at + 1) == long.get(at);
        return at == short.len() || (is_turned && rest(&short, 2) == rest(&long, 2));
    }
    let is_doubled = at > 0 && long.get(at) == long.get(at - 1);
    long.len() == short.len() + 1 && is_doubled && rest(&long, 1) == rest(&short, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanged_and_doubled_letters_are_slips_of_the_pen() {
        for (one, other, is_slip) in [
            ("mracus", "marcus", true),
            ("filip", "fillip", true),
            ("anna", "ana", true),
            ("er1k", "erik", true),
            ("kira", "kira", true),
            ("kiara", "kira", false),
            ("maya", "mara", false),
            ("erik", "erick", false),
            ("jon", "jo", false),
            ("abcd", "badc", false),
        ] {
            assert_eq!(
                (is_slip_of_the_pen(one, other), is_slip_of_the_pen(other, one)),
                (is_slip, is_slip),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn signs_case_and_accents_do_not_count() {
        for (text, wanted) in [
            ("  O'Brien-Smith,  Jr. ", "obrien smith jr"),
            ("JOSÉ  Ñuñez", "jose nunez"),
            ("St. Mary\u{2019}s", "st marys"),
            ("...", ""),
            ("王 小明", "王 小明"),
        ] {
            let mut found = String::new();
            plain(text, &mut found);
            assert_eq!(found, wanted);
        }
    }

    #[test]
    fn names_are_alike_by_degrees() {
        for (one, other, wanted) in [
            ("maria", "maria", Likeness::Same),
            ("jon", "jno", Likeness::Close),
            ("catherine", "catherina", Likeness::Close),
            ("samantha", "sam", Likeness::Similar),
            ("osfoeld", "oldfield", Likeness::Weak),
            ("ann", "bob", Likeness::Other),
            ("", "bob", Likeness::Other),
        ] {
            assert_eq!(likeness(one, other), wanted, "{one} {other}");
            assert_eq!(likeness(other, one), wanted, "{other} {one}");
        }
    }

    #[test]
    fn numbers_differ_by_a_slip() {
        for (one, other, slip) in [
            (6_145_550_142, 6_145_550_143, true),
            (6_145_550_142, 6_145_550_124, true),
            (6_145_550_142, 6_145_550_199, false),
            (1000, 999, false),
        ] {
            assert_eq!(digit_apart(one, other), slip, "{one} {other}");
        }
    }

    #[test]
    fn what_sounds_alike_has_one_code() {
        for (one, other) in [("katherine", "catharine"), ("isaac", "izak"), ("meier", "meyer"), ("smith", "smyth")] {
            assert_eq!(sound(one), sound(other), "{one} {other}");
        }
        assert_ne!(sound("smith"), sound("jones"));
        assert_eq!(sound(""), 0);
    }
}
