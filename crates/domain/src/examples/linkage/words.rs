//! Invented words: names of people, streets and towns. Given names alone are real ones, since only they have nicknames.

use super::random::Random;
use crate::census::given_names::GROUPS;

const SYLLABLES: [&str; 40] = [
    "bar", "bel", "bram", "cal", "car", "dal", "den", "dor", "el", "fen", "gar", "gil", "hal", "har", "il", "ked",
    "kel", "lan", "lor", "mar", "mel", "mor", "nar", "nel", "or", "pel", "quin", "ral", "rin", "sel", "ser", "tam",
    "tor", "ul", "vain", "vel", "war", "wyn", "yar", "zel",
];
const ENDINGS: [&str; 12] = ["by", "cott", "dale", "er", "ford", "ham", "ley", "low", "man", "ston", "wick", "worth"];

/// How many family names there are.
pub(super) const SURNAMES: usize = 9000;

/// With a capital first letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// A family name; no two numbers below [`SURNAMES`] give the same.
pub(super) fn surname(number: usize) -> String {
    // A step without a common divisor walks through all of them in no order.
    let number = number * 7919 % (40 * 40 * 12);
    capital(&[SYLLABLES[number % 40], SYLLABLES[number / 40 % 40], ENDINGS[number / 1600]].concat())
}

pub(super) fn place_name(random: &mut Random) -> String {
    capital(&[random.one(&SYLLABLES), random.one(&ENDINGS)].concat())
}

/// The given names by number, each with its other forms.
pub(super) struct GivenNames(Vec<Vec<&'static str>>);

impl GivenNames {
    pub(super) fn new() -> Self {
        Self(GROUPS.lines().map(|group| group.split(' ').collect()).collect())
    }

    /// A full name; women's and men's are not told apart.
    pub(super) fn one(&self, random: &mut Random) -> String {
        // The list is in the order of the alphabet: a step without a common divisor makes any of them common.
        let place = random.skewed(self.0.len()) * 151 % self.0.len();
        // Every fourth name is one that the list does not know.
        if random.chance(0.25) {
            return capital(&[random.one(&SYLLABLES), random.one(&["a", "en", "in", "ya", "elle", "on"])].concat());
        }
        capital(self.0[place][0])
    }

    /// Another form of a name, or itself when it has none.
    pub(super) fn other_form(&self, name: &str, random: &mut Random) -> String {
        let name = name.to_lowercase();
        let forms = self.0.iter().find(|group| group[0] == name);
        forms
            .filter(|forms| forms.len() > 1)
            .map_or_else(|| capital(&name), |forms| capital(forms[random.between(1, forms.len())]))
    }
}

/// A text with one slip of the pen: a letter wrong, missing, doubled or exchanged with its neighbour.
pub(super) fn slip(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.len() < 3 {
        return text.to_owned();
    }
    let at = random.between(1, letters.len() - 1);
    match random.below(4) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        _ => letters[at] = random.one(&["a", "e", "i", "o", "n", "r", "s", "t"]).chars().next().unwrap_or('e'),
    }
    letters.into_iter().collect()
}

/// A text with one digit wrong, or two neighbours exchanged.
pub(super) fn digit_slip(text: &str, random: &mut Random) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let digits: Vec<usize> = (0..signs.len()).filter(|at| signs[*at].is_ascii_digit()).collect();
    let Some(&at) = digits.get(random.below(digits.len())) else { return text.to_owned() };
    if random.chance(0.3) && signs.get(at + 1).is_some_and(char::is_ascii_digit) {
        signs.swap(at, at + 1);
    } else {
        signs[at] = char::from(b'0' + random.below(10) as u8);
    }
    signs.into_iter().collect()
}
