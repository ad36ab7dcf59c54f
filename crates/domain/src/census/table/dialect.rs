//! Finding the delimiter and the heading line in the beginning of a file.
//!
//! The heading is the first line with the most known headings; lines above it are titles. Delimiters are tried in turn
//! and the one under which the heading is understood best is taken.

use std::collections::HashSet;
use std::io::Read;

use super::heading_cells::{holds_date, is_value, joined, known_field, says_name};
use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::source::lines::{LONGEST_ROW, Row, RowReader, split_row};
use crate::census::source::options::ReadOptions;
use crate::census::source::refusal::{ReadError, Refusal};
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;

/// What separates the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// `|`
    Pipe,
}

impl Delimiter {
    /// Every delimiter that is read, the usual one first.
    pub const ALL: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Pipe];

    /// The character.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }

    /// The name as it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
            Self::Pipe => "pipe",
        }
    }
}

/// Where the heading stands and how it is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What separates cells.
    pub delimiter: Delimiter,
    /// The physical line of the heading, from 1; the lower one of two.
    pub heading_line: u64,
    /// Whether the line above it belongs to it.
    pub over_two_lines: bool,
}

/// How many rows at the beginning are looked at for a heading.
const ROWS_LOOKED_AT: usize = 60;
/// A heading needs so many known columns, a name among them.
const FEWEST_KNOWN: usize = 2;

/// A heading of which nothing is known has at least so many columns.
const FEWEST_UNKNOWN: usize = 2;

/// Finds delimiter and heading: the first row with the most known columns, a name among them; where no row has two, the
/// row that looks like a heading although none of its words is known, for a person to map. `None` when there is neither.
///
/// `text` is the beginning of the file, `complete` says that it is the whole of it.
pub fn find(text: &str, complete: bool, among: &[Delimiter], remembered: &Remembered) -> Option<Dialect> {
    let mut best: Option<(usize, Dialect)> = None;
    for &delimiter in among {
        // A better heading further down is that of another table: with people above it, the first one is the file's.
        let mut above: Option<Vec<bool>> = None;
        let mut settled = false;
        let mut upper: Vec<String> = Vec::new();
        for_rows(text, complete, delimiter, |row| {
            settled = settled || above.as_ref().is_some_and(|columns| holds_values(row, columns));
            let lower = cells_of(row);
            let two_lines = if settled { None } else { joined(&upper, &lower, remembered) };
            let over_two_lines = two_lines.is_some();
            let cells = two_lines.as_ref().unwrap_or(&lower);
            let known = if settled { 0 } else { known_columns(cells, remembered) };
            if known >= FEWEST_KNOWN && best.is_none_or(|(most, _)| known > most) {
                best = Some((known, Dialect { delimiter, heading_line: row.line, over_two_lines }));
                above = Some(cells.iter().map(|cell| known_field(cell, remembered).is_some()).collect());
            }
            upper = lower;
        });
    }
    best.map(|(_, dialect)| dialect).or_else(|| find_unknown(text, complete, among))
}

/// The cells of a row as the headings that they may be.
pub(in crate::census) fn cells_of(row: &Row) -> Vec<String> {
    row.cells().map(|cell| clean(cell).to_owned()).collect()
}

/// Whether a row holds a value, and something else, below the columns that a heading names.
fn holds_values(row: &Row, columns: &[bool]) -> bool {
    let below = || row.cells().map(clean).zip(columns).filter(|(cell, named)| **named && !cell.is_empty());
    below().count() >= FEWEST_KNOWN && below().any(|(cell, _)| is_value(cell))
}

/// The longest row of words, each another one, above the first row with a date beside words: its headings are unknown, and a person maps them. Without such a
/// row a file is no census.
fn find_unknown(text: &str, complete: bool, among: &[Delimiter]) -> Option<Dialect> {
    let mut best: Option<(usize, Dialect)> = None;
    for &delimiter in among {
        let (mut words, mut has_dates): (Option<(usize, u64)>, bool) = (None, false);
        for_rows(text, complete, delimiter, |row| {
            let cells = cells_of(row);
            let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
            let has_words = cells.iter().any(|cell| cell.starts_with(char::is_alphabetic));
            has_dates |= words.is_some() && has_words && cells.iter().any(|cell| holds_date(cell));
            if !has_dates && words.is_none_or(|(most, _)| filled > most) && is_row_of_words(&cells) {
                words = Some((filled, row.line));
            }
        });
        if let Some((width, heading_line)) =
            words.filter(|(width, _)| has_dates && best.is_none_or(|(most, _)| *width > most))
        {
            best = Some((width, Dialect { delimiter, heading_line, over_two_lines: false }));
        }
    }
    best.map(|(_, dialect)| dialect)
}

fn is_row_of_words(cells: &[String]) -> bool {
    let filled: Vec<&str> = cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    let different: HashSet<String> = filled.iter().map(|cell| heading_key(cell)).collect();
    filled.len() >= FEWEST_UNKNOWN
        && different.len() == filled.len()
        && filled.iter().all(|cell| cell.chars().count() <= 60 && !is_value(cell) && !holds_date(cell))
}

/// The delimiter that splits the row on `heading_line` into the most cells, for a heading that a person points at.
pub fn delimiter_of_line(text: &str, complete: bool, among: &[Delimiter], heading_line: u64) -> Option<Delimiter> {
    let mut best: Option<(usize, Delimiter)> = None;
    for &delimiter in among {
        for_rows(text, complete, delimiter, |row| {
            if row.line == heading_line && best.is_none_or(|(most, _)| row.len() > most) {
                best = Some((row.len(), delimiter));
            }
        });
    }
    best.map(|(_, delimiter)| delimiter)
}

/// Whether the text, which is the whole of the file or the beginning, does not come to the end of a line.
pub fn is_endless((text, complete): (&str, bool)) -> bool {
    !complete && !text.contains(['\n', '\r'])
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

/// How many different fields the row's cells name; 0 without a name among them.
///
/// A heading may hold a number, such as the year of a column. Beside a value only words that nobody is called count as a name, and a
/// date never stands in a heading: a row of people is none, whatever they are called.
fn known_columns(cells: &[String], remembered: &Remembered) -> usize {
    let fields: HashSet<Field> = cells.iter().filter_map(|cell| known_field(cell, remembered)).collect();
    let both = [Field::FirstName, Field::LastName].iter().all(|name| fields.contains(name));
    let named = match cells.iter().any(|cell| is_value(cell)) {
        true if cells.iter().any(|cell| holds_date(cell)) => false,
        true => {
            both || cells.iter().any(|cell| known_field(cell, remembered) == Some(Field::FullName) && says_name(cell))
        }
        false => [Field::FirstName, Field::LastName, Field::FullName].iter().any(|name| fields.contains(name)),
    };
    if named { fields.len() } else { 0 }
}

/// Text of which much is neither letters nor line ends.
pub(in crate::census) fn is_mostly_control(text: &str) -> bool {
    let odd = text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1a}')).count();
    odd * 50 > text.chars().count()
}
/// What may separate the cells.
fn may_separate(options: &ReadOptions) -> &'static [Delimiter] {
    if options.sheet.is_some() { &[Delimiter::Comma] } else { &Delimiter::ALL }
}

/// Delimiter and heading of a file, by its beginning.
///
/// # Errors
/// A source that fails, and what is no list of people.
pub(in crate::census) fn of_file<R: Read>(
    rows: &mut RowReader<R>,
    options: &ReadOptions,
) -> Result<Dialect, ReadError> {
    if is_mostly_control(rows.ahead().0) {
        return Err(Refusal::NotText.into());
    }
    while is_endless(rows.ahead()) {
        if rows.ahead().0.len() > LONGEST_ROW {
            return Err(Refusal::LineTooLong { line: 1, limit: LONGEST_ROW }.into());
        }
        rows.more()?;
    }
    let (text, complete) = rows.ahead();
    if text.chars().all(|c| c.is_whitespace() || c.is_control()) && complete {
        return Err(Refusal::Empty.into());
    }
    let among = may_separate(options);
    let found = find(text, complete, among, &options.remembered);
    let found = match options.heading_line {
        Some(line) => found.filter(|dialect| dialect.heading_line == line).or_else(|| {
            let delimiter = delimiter_of_line(text, complete, among, line)?;
            Some(Dialect { delimiter, heading_line: line, over_two_lines: false })
        }),
        None => found,
    };
    Ok(found.ok_or(Refusal::NoHeading)?)
}
