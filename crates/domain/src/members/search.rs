//! What a person types to find members: words of their texts, a birth date, a telephone number (rules.md#search-and-order).

use chrono::NaiveDate;

use super::contact_details::read_phone;
use crate::period::read_date;
use crate::text::search_words;

/// A word of a search. A member has it when its text contains it, or when the member was born on its day or has its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Folded. Of a telephone number in several words, its ten digits.
    pub text: String,
    /// The day that it names, written as `MM/DD/YYYY`, `M/D/YYYY` or `YYYY-MM-DD`.
    pub born_on: Option<NaiveDate>,
    /// The ten digits of the telephone number that it names, in any spelling.
    pub phone: Option<String>,
}

/// The most words that a telephone number is written in: `+1 (614) 555 - 0142`.
const WORDS_OF_A_PHONE: usize = 5;

/// The words of a term; a member that is found has every one of them.
pub fn words(term: &str) -> Vec<Word> {
    let typed = search_words(term);
    let mut rest = &typed[..];
    let mut words = Vec::with_capacity(typed.len());
    while let Some((first, behind)) = rest.split_first() {
        let longest = (2..=rest.len().min(WORDS_OF_A_PHONE)).rev();
        let spread = longest.filter_map(|many| Some((phone(&rest[..many].join(" "))?, many))).next();
        if let Some((digits, many)) = spread {
            words.push(Word { text: digits.clone(), born_on: None, phone: Some(digits) });
            rest = &rest[many..];
        } else {
            words.push(Word { text: first.clone(), born_on: read_date(first), phone: phone(first) });
            rest = behind;
        }
    }
    words
}

/// The ten digits of a telephone number whose parts stand where those of one do: ZIP codes and ids beside each other make none.
fn phone(text: &str) -> Option<String> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit()).map(str::len).filter(|length| *length > 0);
    let parts: Vec<usize> = parts.collect();
    let local = match &parts[..] {
        [1, local @ ..] => local,
        all => all,
    };
    let is_one = matches!(local, [10] | [11] | [3, 7] | [6, 4] | [3, 3, 4]);
    read_phone(text).filter(|_| is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(term: &str) -> Vec<String> {
        let told = |word: Word| match (word.born_on, word.phone) {
            (Some(day), None) => format!("{} born {day}", word.text),
            (None, Some(phone)) => format!("{} phone {phone}", word.text),
            (None, None) => word.text,
            both => format!("{both:?}"),
        };
        words(term).into_iter().map(told).collect()
    }

    #[test]
    fn a_term_is_read_as_the_row_shows_it() {
        for (term, read) in [
            ("Kestler, Juno", &["kestler", "juno"][..]),
            ("02/03/1980", &["02/03/1980 born 1980-02-03"]),
            ("2/3/1980", &["2/3/1980 born 1980-02-03"]),
            ("1980-02-03", &["1980-02-03 born 1980-02-03"]),
            ("kestler, 02/03/1980", &["kestler", "02/03/1980 born 1980-02-03"]),
            ("02/30/1980 2/3/80", &["02/30/1980", "2/3/80"]),
            ("6145550142", &["6145550142 phone 6145550142"]),
            ("614-555-0142", &["614-555-0142 phone 6145550142"]),
            ("(614)555.0142", &["(614)555.0142 phone 6145550142"]),
            ("(614) 555-0142", &["6145550142 phone 6145550142"]),
            ("614 555 0142", &["6145550142 phone 6145550142"]),
            ("+1 (614) 555 - 0142", &["6145550142 phone 6145550142"]),
            ("1-614-555-0142", &["1-614-555-0142 phone 6145550142"]),
            ("16145550142", &["16145550142 phone 6145550142"]),
            ("juno (614) 555-0142 ohio", &["juno", "6145550142 phone 6145550142", "ohio"]),
            ("12 614 555 0142", &["12", "6145550142 phone 6145550142"]),
            // A group's number beside a ZIP code, a social security number, a part of a number.
            ("10002 45402", &["10002", "45402"]),
            ("123-45-6789", &["123-45-6789"]),
            ("555-0142", &["555-0142"]),
            ("26145550142", &["26145550142"]),
            ("", &[]),
        ] {
            assert_eq!(told(term), read, "{term}");
        }
    }
}
