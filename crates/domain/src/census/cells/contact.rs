//! Phones, e-mail addresses, states and ZIP codes as spreadsheets spoil them; what is left of them is read as in the
//! member editor (rules.md#member-fields).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Repaired, is_filler, plain_signs, without_fraction, word_key};
use crate::members::contact_details;
use crate::members::states::STATES;

/// Ten digits of a phone; a leading 1 of eleven is the country's. An extension is left out, and so is a word before or behind the number.
///
/// `None` for everything else: letters within mean a number that a spreadsheet has rounded (`6.17555E+09`).
pub fn read_phone(text: &str) -> Option<String> {
    let text = plain_signs(without_fraction(text)).replace('/', "-").to_ascii_lowercase();
    let digits = contact_details::read_phone(without_extension(without_word(&text)))?;
    (!is_filler(&digits)).then_some(digits)
}

/// The phone without the word that tells whose or which it is: `201-555-0165 (cell)`, `Cell: 201-555-0165`.
fn without_word(text: &str) -> &str {
    let behind = text.trim_end_matches([')', ']', '.', ' ']);
    let phone = behind.trim_end_matches(char::is_alphabetic);
    // A letter by itself may have lost its extension, but for one in brackets.
    let is_word = phone.len() < behind.len() && (phone.len() + 1 < behind.len() || phone.ends_with(['(', '[']));
    let phone = if is_word { phone.trim_end_matches([' ', '(', '[', '-', ',', ':']) } else { text };
    let rest = phone.trim_start_matches(['(', '[']).trim_start_matches(char::is_alphabetic);
    let is_marked = !phone.starts_with(rest) && rest.starts_with([')', ']', '.', ':', ' ', '-']);
    if is_marked { rest.trim_start_matches([')', ']', '.', ':', ' ', '-']) } else { phone }
}

/// The phone before `x12`, `ext. 12` and the like.
fn without_extension(text: &str) -> &str {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let words = before.trim_end_matches([' ', '.', ':', '#']);
    let phone = ["extension", "ext", "x"].iter().find_map(|word| words.strip_suffix(word));
    phone.filter(|_| before.len() < text.len()).map_or(text, |phone| phone.trim_end_matches([' ', ',', ';']))
}

/// The last digits of the lowest ZIP code.
const LOWEST: &str = "501";

/// `12345` or `12345-6789`; zeros that a spreadsheet has dropped in front are put back.
pub fn read_zip(text: &str) -> Option<Repaired<String>> {
    let text = plain_signs(without_fraction(text));
    let text = text.as_ref();
    let (base, rest) = match text.split_once(['-', ' ']) {
        Some((base, rest)) => (base.trim(), rest.trim_matches(['-', ' '])),
        None if text.len() > 5 => text.split_at_checked(text.len() - 4)?,
        None => (text, ""),
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !(3..=5).contains(&base.len()) || !digits(base) || !matches!(rest.len(), 0 | 4) || !digits(rest) {
        return None;
    }
    // The lowest of all is 00501: a number that would be a lower one has lost more than zeros.
    let is_too_low = base.len() == 3 && base < LOWEST;
    if is_too_low || base.bytes().all(|byte| byte == b'0') {
        return None;
    }
    let value = if rest.is_empty() { format!("{base:0>5}") } else { format!("{base:0>5}-{rest}") };
    Some(Repaired { value, zeros_restored: base.len() < 5 })
}

/// An address that mail could be sent to, as it stands.
pub fn read_email(text: &str) -> Option<String> {
    contact_details::read_email(text.strip_prefix("mailto:").unwrap_or(text))
}

/// The names of states by their letters, made once: a file asks a million times.
static BY_NAME: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let names = STATES.iter().map(|state| (word_key(state.name), state.abbreviation));
    names.chain([("virginislands".to_owned(), "VI"), ("washingtondc".to_owned(), "DC")]).collect()
});

/// The abbreviation of a state or territory of the list, from its name or abbreviation (rules.md#states), also as
/// `US-TX` and `TX - Texas`.
pub fn read_state(text: &str) -> Option<&'static str> {
    if let Some(state) = one_state(&word_key(text)) {
        return Some(state);
    }
    let (first, rest) = text.split_once(['-', '(', '/'])?;
    let (first, rest) = (word_key(first), one_state(&word_key(rest))?);
    (matches!(first.as_str(), "us" | "usa") || one_state(&first) == Some(rest)).then_some(rest)
}

fn one_state(key: &str) -> Option<&'static str> {
    let known = STATES.iter().find(|state| state.abbreviation.eq_ignore_ascii_case(key));
    known.map(|state| state.abbreviation).or_else(|| BY_NAME.get(key).copied())
}
