//! The text of a cell to its typed value. Nothing is guessed: what cannot be read is a fault that names its kind.
//!
//! An [`Entry`] is what a cell says of a stored value: nothing, that it goes, or another value.

mod codes;
mod dates;
mod names;
mod standing;

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

pub use self::codes::*;
pub use self::dates::*;
pub use self::names::*;
pub use self::standing::*;
pub use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::census::vocabulary::{CellWord, Meaning};

/// The literal that clears a stored value (rules.md#clearing-a-value).
pub const CLEAR: &str = "<clear>";

/// A value that had lost its leading zeros and has them back, or one that is as it stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired<T> {
    /// The value.
    pub value: T,
    /// Whether zeros were put back.
    pub zeros_restored: bool,
}

/// The cell without what stands around its text: blanks of every kind, control and invisible characters, and what
/// spreadsheets put around text that looks like a number (`="02139"`, `'02139`) or before any text (`'Ann`). What says that a text is no
/// formula stays ([`unguarded`]), and so does an apostrophe that is a letter of a name.
pub fn clean(cell: &str) -> &str {
    let text = cell.trim_matches(is_around);
    if let Some(inner) = text.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')) {
        return inner.trim_matches(is_around);
    }
    names::without_text_mark(text)
}

/// The text without the apostrophe that says it is no formula: `'+1 555`, `'=1+1` ([`crate::census::roster::export::guard`]).
pub fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(text)
}

fn is_around(c: char) -> bool {
    c.is_whitespace() || c.is_control() || is_invisible(c)
}

/// Characters without width: marks of direction, joiners, soft hyphens, byte order marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The text with plain strokes and hyphens, of which word processors make longer and slanted ones.
fn plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2044}' | '\u{2215}' => '/',
        other => other,
    };
    text.chars().filter(|c| !is_invisible(*c)).map(plain).collect::<String>().into()
}

/// The text as it is stored: composed, every run of blanks, line ends and control characters one blank, nothing invisible.
pub fn tidy(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.to_owned();
    }
    let composed: Cow<'_, str> = match text.is_ascii() {
        true => text.into(),
        false => text.chars().filter(|c| !is_invisible(*c)).nfc().collect::<String>().into(),
    };
    let parts = composed.split(|c: char| c.is_whitespace() || c.is_control()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Whether the text stands for nothing: `N/A`, `#N/A`, `NULL`, `none`, a hyphen, `none@none.com`.
pub fn is_placeholder(text: &str) -> bool {
    let plain = text.trim_start_matches('#');
    // Most texts are longer.
    (plain.len() <= 6 && CellWord::Nothing.words().any(|nothing| plain.eq_ignore_ascii_case(nothing)))
        || text.split_once('@').is_some_and(|(local, domain)| {
            let name = domain.rsplit_once('.').map_or(domain, |(name, _)| name);
            [local, name].iter().any(|part| CellWord::NoAddress.contains(&word_key(part)))
        })
}

/// Whether a text holds nothing but digits.
pub(in crate::census) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text holds a digit.
pub(in crate::census) fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a text is a year of our time, such as `1983` or `2026`.
pub(in crate::census) fn is_year(text: &str) -> bool {
    text.len() == 4 && is_digits(text) && (text.starts_with("19") || text.starts_with("20"))
}

/// Whether all digits are the same one, which stands for a number that nobody knows: `000-00-0000`, `9999999999`.
fn is_filler(digits: &str) -> bool {
    digits.bytes().next().is_some_and(|first| digits.bytes().all(|digit| digit == first))
}

/// The digits of a number as a spreadsheet may have written it: a trailing `.0` goes.
pub(in crate::census) fn without_fraction(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => whole,
        _ => text,
    }
}

/// Letters and digits of the folded text, for comparing words.
pub(in crate::census) fn word_key(text: &str) -> String {
    // Nearly every text.
    if text.is_ascii() {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        return letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    }
    crate::text::fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The same of a code or an answer, which a spreadsheet may have made a fraction.
pub(in crate::census) fn code(text: &str) -> String {
    word_key(without_fraction(text))
}

/// What a cell says: nothing, that the stored value is to go, or a value (rules.md#census-columns).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Entry<T> {
    /// Blank, or unreadable and reported: the stored value stays.
    #[default]
    Blank,
    /// The literal `<clear>`: the stored value goes.
    Clear,
    /// A value.
    Value(T),
}

impl<T> Entry<T> {
    /// The value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The same with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Entry<U> {
        self.and_then(|value| Entry::Value(change(value)))
    }

    /// What is made of the value, if there is one.
    pub fn and_then<U>(self, read: impl FnOnce(T) -> Entry<U>) -> Entry<U> {
        match self {
            Self::Blank => Entry::Blank,
            Self::Clear => Entry::Clear,
            Self::Value(value) => read(value),
        }
    }
}

impl<T> From<Option<T>> for Entry<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Blank, Self::Value)
    }
}

impl Entry<String> {
    /// The text, `""` when blank or to be cleared.
    pub fn text(&self) -> &str {
        self.value().map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests;
