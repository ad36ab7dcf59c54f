//! Finding the delimiter and the heading line in the beginning of a file.
//!
//! The heading is the first line with the most known headings; lines above it are titles. Delimiters are tried in turn
//! and the one under which the heading is understood best is taken.

use std::collections::HashSet;

use super::columns::Remembered;
use super::field::Field;
use super::headings::{heading_key, recognise};
use super::lines::{Row, split_row};
use super::values::clean;

/// What separates the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
}

impl Delimiter {
    /// Every delimiter that is read, the usual one first.
    pub const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// The character.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }

    /// The name as it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
        }
    }
}

/// Where the heading stands and how it is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What separates cells.
    pub delimiter: Delimiter,
    /// The first physical line of the heading, from 1.
    pub heading_line: u64,
}

/// How many rows at the beginning are looked at for a heading.
const ROWS_LOOKED_AT: usize = 60;
/// A heading needs so many known columns, a name among them.
const FEWEST_KNOWN: usize = 2;

/// Finds delimiter and heading; `None` when no row names at least a name and one more known column.
///
/// `text` is the beginning of the file, `complete` says that it is the whole of it.
pub fn find(text: &str, complete: bool, remembered: &Remembered) -> Option<Dialect> {
    let mut best: Option<(usize, Dialect)> = None;
    for delimiter in Delimiter::ALL {
        for_rows(text, complete, delimiter, |row| {
            let known = known_columns(row, remembered);
            if known >= FEWEST_KNOWN && best.is_none_or(|(most, _)| known > most) {
                best = Some((known, Dialect { delimiter, heading_line: row.line }));
            }
        });
    }
    best.map(|(_, dialect)| dialect)
}

/// The delimiter that splits the row on `heading_line` into the most cells, for a heading that a person points at.
pub fn delimiter_of_line(text: &str, complete: bool, heading_line: u64) -> Option<Delimiter> {
    let mut best: Option<(usize, Delimiter)> = None;
    for delimiter in Delimiter::ALL {
        for_rows(text, complete, delimiter, |row| {
            if row.line == heading_line && best.is_none_or(|(most, _)| row.len() > most) {
                best = Some((row.len(), delimiter));
            }
        });
    }
    best.map(|(_, delimiter)| delimiter)
}

fn for_rows(text: &str, complete: bool, delimiter: Delimiter, mut each: impl FnMut(&Row)) {
    let mut row = Row::default();
    let (mut at, mut line) = (0, 1);
    for _ in 0..ROWS_LOOKED_AT {
        if at >= text.len() {
            break;
        }
        let Some(used) = split_row(&text[at..], complete, delimiter.byte(), &mut row) else { break };
        row.line = line;
        each(&row);
        at += used;
        line += u64::from(row.spans);
    }
}

/// How many different fields the row's cells name; 0 without a name among them, or with a value such as a number.
fn known_columns(row: &Row, remembered: &Remembered) -> usize {
    if row.cells().map(clean).any(is_value) {
        return 0;
    }
    let fields: HashSet<Field> = row
        .cells()
        .filter_map(|cell| {
            let key = heading_key(clean(cell));
            match remembered.get(&key) {
                Some(choice) => *choice,
                None => recognise(&key).map(|(field, _)| field),
            }
        })
        .collect();
    let named = [Field::FirstName, Field::LastName, Field::FullName].iter().any(|name| fields.contains(name));
    if named { fields.len() } else { 0 }
}

/// Whether a cell holds a number, a date or an e-mail address, which no heading is.
fn is_value(cell: &str) -> bool {
    let digits = cell.bytes().any(|byte| byte.is_ascii_digit());
    let letters = cell.chars().any(char::is_alphabetic);
    (digits && !letters) || cell.split_once('@').is_some_and(|(_, domain)| domain.contains('.'))
}
