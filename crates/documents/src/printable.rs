//! Text that the embedded fonts can print.
//!
//! No font has every letter. What is missing is printed in Latin letters between brackets, and as an empty square where Latin has nothing
//! for it, so that it is seen and not lost. A document that is to be read aloud must not hold a glyph that stands for nothing, so a letter
//! and the marks on it are in one font, or the marks become squares (rules.md#letters-of-a-document).

use std::collections::BTreeSet;
use std::iter;

use any_ascii::any_ascii_char;
use serde::{Serialize, Serializer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use crate::direction::{self, Run};
use crate::fonts::{self, Weight};
use crate::measure;

/// Stands for what no font has and Latin letters cannot say.
const MISSING: char = '□';

/// The replacements that a document names one by one.
const MOST_NAMED: usize = 5;

/// Keeps two Arabic letters apart that would be joined.
const NON_JOINER: char = '\u{200c}';

/// A word that is wider than so many times its type size may be cut: no column of text is narrower, unless it says so.
const WIDEST_WORD: f64 = 12.0;

/// Text ready for a template: a string, or for a line with letters that are written leftward the runs that it is printed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Printable {
    text: String,
    /// None where nothing is written leftward, or where the template cuts the text into lines.
    runs: Vec<Run>,
}

impl Serialize for Printable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.runs.is_empty() { serializer.serialize_str(&self.text) } else { self.runs.serialize(serializer) }
    }
}

impl Printable {
    /// The text with blanks for control characters, without invisible ones, with a replacement for letters that are missing, and
    /// with places to break in words that fill a line.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self::within(text, WIDEST_WORD)
    }

    /// The same for a column that is only `widest` times as wide as the type size.
    pub fn within(text: impl AsRef<str>, widest: f64) -> Self {
        Self::flowing(breakable(&letters(text.as_ref()), widest))
    }

    /// The text in lines of at most `room` points, and at least one, for columns in which nothing else breaks it.
    pub fn lines(text: impl AsRef<str>, weight: Weight, size: f64, room: f64) -> Vec<Self> {
        let text = letters(text.as_ref());
        let lines = measure::lines(&text, weight, size, room);
        if lines.is_empty() {
            return vec![Self::flowing(String::new())];
        }
        let runs = direction::runs(&text, &lines);
        lines.into_iter().zip(runs).map(|(text, runs)| Self { text, runs }).collect()
    }

    /// The text in at most `most` lines, the last of which ends with an ellipsis where it does not fit.
    pub fn few_lines(text: impl AsRef<str>, weight: Weight, size: f64, room: f64, most: usize) -> Vec<Self> {
        let mut lines = Self::lines(text, weight, size, room);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                let short = measure::shortened(&format!("{}…", last.text), weight, size, room);
                let runs = direction::runs(&short, std::slice::from_ref(&short)).pop().unwrap_or_default();
                *last = Self { text: short, runs };
            }
        }
        lines
    }

    /// The same without places to break, for text that is cut into lines elsewhere.
    pub fn unbroken(text: impl AsRef<str>) -> Self {
        Self::flowing(letters(text.as_ref()))
    }

    /// The start of the text that fits into `room` points; only for running heads and feet.
    pub fn shortened(text: &str, weight: Weight, size: f64, room: f64) -> Self {
        Self::flowing(measure::shortened(&letters(text), weight, size, room))
    }

    fn flowing(text: String) -> Self {
        Self { text, runs: Vec::new() }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
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
    runs(&plain(text)).map(|(printed, _)| printed).collect()
}

/// The sentence that names what is printed in place of letters that no font has; `None` when all letters are there.
pub(crate) fn letters_note<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<Printable> {
    let replaced: BTreeSet<String> = texts.into_iter().flat_map(replacements).collect();
    let mut named: Vec<String> = replaced.iter().take(MOST_NAMED).cloned().collect();
    if replaced.len() > MOST_NAMED {
        named.push(format!("and {} more", replaced.len() - MOST_NAMED));
    }
    let how = "Letters that this document has no font for are in Latin letters between brackets, or an empty square";
    (!replaced.is_empty()).then(|| format!("{how}: {}.", named.join(", ")).into())
}

/// What is printed in place of letters that no font has: each run of Latin letters with its brackets, and squares.
fn replacements(text: &str) -> Vec<String> {
    runs(&plain(text)).filter(|(_, is_replaced)| *is_replaced).map(|(printed, _)| printed).collect()
}

/// The text in pieces as they are printed, each with whether it stands in place of letters.
fn runs(plain: &str) -> impl Iterator<Item = (String, bool)> {
    let mut letters = plain.graphemes(true).peekable();
    iter::from_fn(move || {
        let first = letters.next()?;
        if !has_replacement(first) {
            return Some((set(first), !fonts::sets(first)));
        }
        let mut latin = in_latin(first);
        while let Some(next) = letters.next_if(|next| has_replacement(next)) {
            latin.push_str(&in_latin(next));
        }
        Some((format!("[{latin}]"), true))
    })
}

/// The letter with its marks, or squares for what no font has of it.
fn set(cluster: &str) -> String {
    if fonts::sets(cluster) {
        return cluster.to_owned();
    }
    cluster.chars().map(|letter| if stands_alone(letter) { letter } else { MISSING }).collect()
}

/// Whether no font has the letter, and Latin letters can say it.
fn has_replacement(cluster: &str) -> bool {
    !cluster.chars().next().is_some_and(fonts::has) && !in_latin(cluster).is_empty()
}

fn in_latin(cluster: &str) -> String {
    cluster.chars().map(any_ascii_char).collect::<String>().trim().to_owned()
}

/// The text as a program reads it, such as a title in the data of a file: every letter stays.
pub(crate) fn plain(text: &str) -> String {
    visible(text).nfc().collect()
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

/// The text with a place to break wherever more than `widest` type sizes stand together.
fn breakable(text: &str, widest: f64) -> String {
    let mut broken = String::with_capacity(text.len());
    let mut run = 0.0;
    let mut before = "";
    let mut clusters = text.graphemes(true).peekable();
    while let Some(cluster) = clusters.next() {
        let width = measure::width(cluster, Weight::SemiBold, 1.0);
        if run > 0.0 && run + width > widest {
            broken.push('\u{200b}');
            run = 0.0;
        }
        broken.push_str(cluster);
        run = if breaks_after(cluster, before, clusters.peek().copied()) { 0.0 } else { run + width };
        before = cluster;
    }
    broken
}

/// Whether a line may end after a blank, or after the hyphen of a compound, by the rules of Unicode.
fn breaks_after(cluster: &str, before: &str, after: Option<&str>) -> bool {
    let is = |text: &str, of: fn(char) -> bool| text.chars().next().is_some_and(of);
    match cluster {
        " " => !is(before, |sign| matches!(sign, '(' | '[' | '{' | '"' | '\'' | '“' | '‘' | '«')),
        "-" => is(before, char::is_alphanumeric) && after.is_some_and(|after| is(after, char::is_alphabetic)),
        _ => false,
    }
}
