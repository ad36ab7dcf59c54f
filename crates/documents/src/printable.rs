//! Text that the embedded fonts can print.
//!
//! No font has every letter. One that is missing is printed as an empty square, so that it is seen and not lost, and
//! never taken from another font; [`unprintable`] finds such letters before anything is printed.

use std::collections::BTreeSet;

use domain::invoices::InvoiceDocument;
use serde::Serialize;

use crate::fonts;

/// Stands for a letter that no font has.
const MISSING: char = '□';

/// A word longer than this may be cut anywhere.
const LONGEST_WORD: usize = 28;

/// Text ready for a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Printable(String);

impl Printable {
    /// The text with blanks for control characters, without invisible ones, with squares for letters that are missing,
    /// and with places to break in words that fill a line.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(breakable(&letters(text.as_ref())))
    }

    /// The same without places to break, for text that is cut into lines elsewhere.
    pub fn unbroken(text: impl AsRef<str>) -> Self {
        Self(letters(text.as_ref()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>> From<T> for Printable {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

fn letters(text: &str) -> String {
    let printed = |letter: char| match letter {
        letter if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') => ' ',
        letter if fonts::has(letter) => letter,
        _ => MISSING,
    };
    text.chars().filter(|letter| !is_invisible(*letter)).map(printed).collect()
}

fn breakable(text: &str) -> String {
    let mut broken = String::with_capacity(text.len());
    let mut run = 0;
    for letter in text.chars() {
        run = if letter == ' ' || letter == '-' { 0 } else { run + 1 };
        if run > LONGEST_WORD {
            broken.push('\u{200b}');
            run = 1;
        }
        broken.push(letter);
    }
    broken
}

/// The letters of a document that the embedded fonts lack and that are printed as empty squares.
pub fn unprintable(document: &InvoiceDocument) -> BTreeSet<char> {
    let mut missing = BTreeSet::new();
    let mut see = |text: &str| {
        missing.extend(text.chars().filter(|c| !c.is_control() && !is_invisible(*c) && !fonts::has(*c)));
    };
    let sender = &document.sender;
    for text in [&sender.name, &sender.legal_name, &document.number, &document.bill_to.name, &document.terms] {
        see(text);
    }
    sender.address.iter().chain(&document.bill_to.lines).chain(&document.memo).for_each(|text| see(text));
    document.charges.iter().chain(&document.corrections).for_each(|line| see(&line.name));
    if let Some(appendix) = &document.appendix {
        let listed = appendix.lists.iter().flat_map(|list| &list.members);
        let corrected = appendix.corrections.iter().flat_map(|group| &group.members);
        let unbilled = appendix.unbilled.iter().flat_map(|group| &group.members);
        listed.chain(corrected).chain(unbilled).for_each(|member| see(&member.name));
    }
    missing
}
