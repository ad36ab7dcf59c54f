//! Text that the embedded fonts can print.
//!
//! No font has every letter. One that is missing is printed as an empty square, so that it is seen and not lost; [`unprintable`] finds
//! such letters before anything is printed. A document that is to be read aloud must not hold a glyph that stands for nothing, so a letter
//! and the marks on it are in one font, or the marks become squares (rules.md#letters-of-a-document).

use std::collections::BTreeSet;

use domain::invoices::InvoiceDocument;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use crate::fonts;

/// Stands for a letter that no font has.
const MISSING: char = '□';

/// Keeps two Arabic letters apart that would be joined.
const NON_JOINER: char = '\u{200c}';

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
    let plain: String = visible(text).nfc().collect();
    let mut printed = String::with_capacity(plain.len());
    for cluster in plain.graphemes(true) {
        if fonts::sets(cluster) {
            printed.push_str(cluster);
        } else {
            printed.extend(cluster.chars().map(|letter| if stands_alone(letter) { letter } else { MISSING }));
        }
    }
    printed
}

/// The text with blanks for control characters and without invisible ones. What keeps Arabic letters from joining stays between them.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let mut before = None;
    text.chars().filter_map(move |letter| {
        let printed = match letter {
            letter if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') => Some(' '),
            letter if is_noncharacter(letter) => Some(MISSING),
            NON_JOINER if before.is_some_and(is_arabic) => Some(letter),
            letter => (!is_invisible(letter)).then_some(letter),
        };
        before = printed.or(before);
        printed
    })
}

/// Code points that Unicode gives to no letter for ever; a font may list one all the same.
fn is_noncharacter(letter: char) -> bool {
    u32::from(letter) & 0xfffe == 0xfffe || matches!(letter, '\u{fdd0}'..='\u{fdef}')
}

fn is_arabic(letter: char) -> bool {
    matches!(letter, '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}')
}

fn stands_alone(letter: char) -> bool {
    fonts::has(letter) && !is_combining_mark(letter)
}

fn breakable(text: &str) -> String {
    let mut broken = String::with_capacity(text.len());
    let mut run = 0;
    for cluster in text.graphemes(true) {
        run = if cluster == " " || cluster == "-" { 0 } else { run + 1 };
        if run > LONGEST_WORD {
            broken.push('\u{200b}');
            run = 1;
        }
        broken.push_str(cluster);
    }
    broken
}

/// The letters of a document that the embedded fonts lack and that are printed as empty squares.
pub fn unprintable(document: &InvoiceDocument) -> BTreeSet<char> {
    let mut missing = BTreeSet::new();
    let mut see = |text: &str| {
        missing.extend(visible(text).nfc().filter(|letter| *letter != ' ' && !fonts::has(*letter)));
    };
    let sender = &document.sender;
    for text in [&sender.name, &sender.legal_name, &document.number, &document.bill_to.name, &document.group_code] {
        see(text);
    }
    for text in [&document.terms, &document.erp_customer, &document.purchase_order].into_iter().flatten() {
        see(text);
    }
    sender.address.iter().chain(&document.bill_to.lines).chain(&document.memo).for_each(|text| see(text));
    for line in document.charges.iter().chain(&document.corrections) {
        see(&line.name);
        line.reference.iter().for_each(|reference| see(reference));
    }
    if let Some(appendix) = &document.appendix {
        let listed = appendix.lists.iter().flat_map(|list| &list.members);
        let corrected = appendix.corrections.iter().flat_map(|group| &group.members);
        let unbilled = appendix.unbilled.iter().flat_map(|group| &group.members);
        listed.chain(corrected).chain(unbilled).for_each(|member| see(&member.name));
    }
    missing
}
