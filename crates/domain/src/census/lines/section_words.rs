//! The words of the names of sections, and what several of them say together.

use crate::census::cells::month;
use crate::census::vocabulary::report_lines::COUNTED;
use crate::census::vocabulary::sections::{
    BESIDE, ENDED, ENDED_PEOPLE, KINDS_OF_LEAVE, LEAVES, PEOPLE, PHRASES, SECTIONS, TIMES,
};
use crate::text::fold;

/// Whether a line may hold a date or an address of five digits and more.
pub(in crate::census) fn may_be_undivided(folded: &str) -> bool {
    folded.bytes().filter(u8::is_ascii_digit).count() >= 5 || folded.matches('/').count() >= 2
}

/// `Active employees`, `COBRA`: words that name a section of a list, and nobody.
pub(in crate::census) fn is_section(folded: &str) -> bool {
    if is_leave(folded) {
        return true;
    }
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let count = words.clone().count();
    let is_long = count >= 2 || folded.len() >= 8;
    let tells = is_long
        || ["summary", "cobra", "active", "retired", "waived", "waivers"].contains(&folded.trim_end_matches(':'));
    tells && words.all(is_section_word)
}

pub(in crate::census) fn is_section_word(word: &str) -> bool {
    SECTIONS.contains(&word) || COUNTED.contains(&word)
}

/// `On leave`, `Leaves of absence`, `FMLA`; `Leave` by itself is a name.
pub(in crate::census) fn is_leave(folded: &str) -> bool {
    let words = words_of(folded);
    let is_known = |word: &&str| LEAVES.contains(word) || KINDS_OF_LEAVE.contains(word) || is_section_word(word);
    let is_name = matches!(words[..], ["leave" | "leaves"]);
    !is_name && words.iter().any(|word| LEAVES.contains(word)) && words.iter().all(is_known)
}

/// Whether a text speaks of people who have left, in words that are nobody's name.
pub(in crate::census) fn names_ended(text: &str) -> bool {
    let folded = joined_phrases(text);
    let words = words_of(&folded);
    let is_known = |word: &&str| {
        is_word_of_ended(word)
            || TIMES.contains(word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
            || month(word).is_some()
            || is_section_word(word)
    };
    speaks_of_ended(&words) && words.iter().all(is_known)
}

pub(in crate::census) fn joined_phrases(text: &str) -> String {
    PHRASES.iter().fold(fold(text), |text, (phrase, word)| text.replace(phrase, word))
}

pub(in crate::census) fn words_of(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The text without the number of people in brackets behind it, and whether there was one; none at all are a count of their own.
pub(in crate::census) fn without_count(text: &str) -> (&str, bool) {
    let counted = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match counted {
        Some((name, number)) if is_number(number) && number.bytes().any(|byte| byte != b'0') => (name, true),
        _ => (text, false),
    }
}

/// Whether a word beside one that says it changes nothing.
pub(in crate::census) fn changes_nothing(word: &str) -> bool {
    BESIDE.contains(&word) || PEOPLE.contains(&word)
}

pub(in crate::census) fn is_word_of_ended(word: &str) -> bool {
    [ENDED, ENDED_PEOPLE, PEOPLE, BESIDE].iter().any(|words| words.contains(&word))
}

pub(in crate::census) fn speaks_of_ended(words: &[&str]) -> bool {
    let of_people = words.windows(2).any(|pair| match pair {
        [before, ended] if ENDED_PEOPLE.contains(ended) => matches!(*before, "who" | "have" | "status"),
        [ended, people] => ENDED_PEOPLE.contains(ended) && PEOPLE.contains(people),
        _ => false,
    });
    of_people || words.iter().any(|word| ENDED.contains(word))
}
