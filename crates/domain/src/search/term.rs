//! What a person types into the search: words, birth dates in any usual way of writing, and telephone numbers
//! (rules.md#global-search).

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::spelling::plain;
use crate::members::search::words;
use crate::text::search_words;

/// The most letters of a typed text that are read; nothing that is looked for is longer.
const MOST_LETTERS: usize = 200;
/// The most words of a typed text that are read.
const MOST_WORDS: usize = 6;

/// A typed text, read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Term {
    /// Its words, at most six; a hit has every one of them.
    pub words: Vec<Word>,
    /// Whether it has more words, which are not looked for.
    pub has_more_words: bool,
}

/// A word of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Folded.
    pub text: String,
    /// Its letters and digits.
    pub plain: String,
    /// The days that it may name.
    pub days: BTreeSet<NaiveDate>,
    /// The ten digits of the telephone number that it names.
    pub phone: Option<String>,
}

impl Term {
    /// Reads a typed text. What lies behind the first 200 letters or six words is not looked at.
    pub fn read(typed: &str) -> Self {
        let typed: String = typed.chars().take(MOST_LETTERS).collect();
        let folded = search_words(&typed);
        let (mut read, mut between): (Vec<Word>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut rest = &folded[..];
        while let Some((first, behind)) = rest.split_first() {
            let spoken = rest.get(..3).map(|three| days(&three.join(" "))).filter(|days| !days.is_empty());
            if let Some(days) = spoken {
                read.extend(plainly(&between));
                between.clear();
                read.push(Word { days, ..Word::of(rest[..3].join(" ")) });
                rest = &rest[3..];
            } else {
                between.push(first);
                rest = behind;
            }
        }
        read.extend(plainly(&between));
        let has_more_words = read.len() > MOST_WORDS;
        read.truncate(MOST_WORDS);
        Self { words: read, has_more_words }
    }

    /// The words as one folded text, for lists that are searched by their own rules.
    pub fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

impl Word {
    fn of(text: String) -> Self {
        Self { plain: plain(&text), days: BTreeSet::new(), phone: None, text }
    }
}

/// Words that are no day in several words.
fn plainly(between: &[&str]) -> Vec<Word> {
    let read = words(&between.join(" ")).into_iter();
    read.map(|word| Word { days: days(&word.text), phone: word.phone, ..Word::of(word.text) }).collect()
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The days that a folded text may name: `2/3/1980`, `2-3-80`, `1980-02-03`, `03.02.1980`, `19800203`, `02031980`, `feb 3 1980`,
/// `3 february 1980`. The month is read first where both readings are days, unless dots part the numbers: then both are meant. A year of two
/// digits is one of either century.
pub fn days(text: &str) -> BTreeSet<NaiveDate> {
    let text = text.trim_end_matches('.');
    let parts: Vec<&str> = text.split(['/', '-', '.', ' ']).filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [digits] if digits.len() == 8 && is_number(digits) => {
            let (year_first, year_last) = (&digits[..4], &digits[4..]);
            let first = dates(year_first, &digits[4..6], &digits[6..]);
            if first.is_empty() { dates(year_last, &digits[..2], &digits[2..4]) } else { first }
        }
        [year, month, day] if year.len() == 4 && parts.iter().all(|part| is_number(part)) => dates(year, month, day),
        [first, second, year] if parts.iter().all(|part| is_number(part)) => {
            let (month_first, day_first) = (dates(year, first, second), dates(year, second, first));
            match text.contains('.') {
                true => month_first.into_iter().chain(day_first).collect(),
                false if month_first.is_empty() => day_first,
                false => month_first,
            }
        }
        [first, second, year] => spoken(first, second, year),
        _ => BTreeSet::new(),
    }
}

/// A day whose month is a word: its name, or the first three letters of it or more.
fn spoken(first: &str, second: &str, year: &str) -> BTreeSet<NaiveDate> {
    let named = |word: &str| MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(word));
    let (month, day) = match (named(first), named(second)) {
        (Some(month), None) => (month, second),
        (None, Some(month)) => (month, first),
        _ => return BTreeSet::new(),
    };
    let day = day.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    dates(year, &(month + 1).to_string(), day)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn dates(year: &str, month: &str, day: &str) -> BTreeSet<NaiveDate> {
    let is_short = |text: &str| is_number(text) && text.len() <= 2;
    let numbers = (year.parse::<i32>(), month.parse(), day.parse());
    let (true, true, (Ok(year_number), Ok(month), Ok(day))) = (is_short(month), is_short(day), numbers) else {
        return BTreeSet::new();
    };
    let years = match year.len() {
        4 if is_number(year) => vec![year_number],
        2 if is_number(year) => vec![1900 + year_number, 2000 + year_number],
        _ => Vec::new(),
    };
    years.into_iter().filter_map(|year| NaiveDate::from_ymd_opt(year, month, day)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_day_is_read_in_any_usual_way_of_writing() {
        for (text, wanted) in [
            ("2/3/1980", &["1980-02-03"][..]),
            ("02/03/1980", &["1980-02-03"]),
            ("2-3-1980", &["1980-02-03"]),
            ("1980-02-03", &["1980-02-03"]),
            ("1980/2/3", &["1980-02-03"]),
            ("23/2/1980", &["1980-02-23"]),
            ("3.2.1980", &["1980-02-03", "1980-03-02"]),
            ("2/3/80", &["1980-02-03", "2080-02-03"]),
            ("2/3/08", &["1908-02-03", "2008-02-03"]),
            ("19800203", &["1980-02-03"]),
            ("02031980", &["1980-02-03"]),
            ("feb 3 1980", &["1980-02-03"]),
            ("3 february 1980", &["1980-02-03"]),
            ("february 3rd 1980", &["1980-02-03"]),
            ("3-feb-80", &["1980-02-03", "2080-02-03"]),
            ("30/2/1980", &[]),
            ("2/30/1980", &[]),
            ("2/3/198", &[]),
            ("2/3", &[]),
            ("555-0142", &[]),
            ("614-555-0142", &[]),
            ("123-45-6789", &[]),
            ("12345678", &[]),
            ("fe 3 1980", &[]),
            ("feb mar 1980", &[]),
            ("\u{661}/\u{662}/\u{663}\u{664}\u{665}\u{666}", &[]),
            ("", &[]),
        ] {
            let read: Vec<String> = days(text).iter().map(ToString::to_string).collect();
            assert_eq!(read, wanted, "{text}");
        }
    }

    fn told(term: &str) -> Vec<String> {
        let told = |word: Word| {
            let days: Vec<_> = word.days.iter().map(ToString::to_string).collect();
            let phone = word.phone.map(|phone| format!(" phone {phone}")).unwrap_or_default();
            format!("{}{phone} {}", word.text, days.join(" ")).trim().to_owned()
        };
        Term::read(term).words.into_iter().map(told).collect()
    }

    #[test]
    fn a_term_is_read_word_by_word() {
        for (term, wanted) in [
            ("Steele, Ana", &["steele", "ana"][..]),
            ("ana feb 3 1980", &["ana", "feb 3 1980 1980-02-03"]),
            ("Feb 3, 1980 Jos\u{e9}", &["feb 3 1980 1980-02-03", "jose"]),
            ("ana 2/3/1980", &["ana", "2/3/1980 1980-02-03"]),
            ("(614) 555-0142", &["6145550142 phone 6145550142"]),
            ("e-1001", &["e-1001"]),
            ("a b c d e f g", &["a", "b", "c", "d", "e", "f"]),
            ("  ", &[]),
        ] {
            assert_eq!(told(term), wanted, "{term}");
        }
        assert_eq!(told(&"x".repeat(10_000)), ["x".repeat(200)]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in ".*") {
            let term = Term::read(&text);
            prop_assert!(term.words.len() <= MOST_WORDS && (!term.has_more_words || term.words.len() == MOST_WORDS));
        }
    }
}
