//! Where the table of a file stands: what divides its cells, and which line is its heading.
//!
//! The heading is the first line with the most known headings; lines above it are titles. Delimiters are tried in turn
//! and the one under which the heading is understood best is taken.
//! A heading over two lines is read by one of them; a person maps what that one does not tell.

use std::collections::HashSet;
use std::io::Read;

use crate::census::cells::{clean, is_digits};
use crate::census::field::Field;
use crate::census::source::{LONGEST_ROW, ReadError, ReadOptions, Refusal, Row, RowReader, first_rows};
use crate::census::vocabulary::{Remembered, heading_key, recognise};

/// What may separate the cells of a row, each sign with its name, the usual one first.
const DELIMITERS: [(u8, &str); 4] = [(b',', "comma"), (b';', "semicolon"), (b'\t', "tab"), (b'|', "pipe")];

/// Where the heading stands and how it is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What separates cells.
    pub delimiter: u8,
    /// The name of that.
    pub delimiter_name: &'static str,
    /// The physical line of the heading, from 1.
    pub heading_line: u64,
}

/// How many rows at the beginning are looked at for a heading.
const ROWS_LOOKED_AT: usize = 60;
/// A heading needs so many columns, known ones with a name among them, or unknown ones.
const FEWEST: usize = 2;

/// Delimiter and heading of a file, by its beginning.
///
/// # Errors
/// A source that fails, and what is no list of people.
pub(super) fn of_file<R: Read>(rows: &mut RowReader<R>, options: &ReadOptions) -> Result<Dialect, ReadError> {
    while !rows.ahead().1 && !rows.ahead().0.contains(['\n', '\r']) {
        if rows.ahead().0.len() > LONGEST_ROW {
            return Err(Refusal::LineTooLong { line: 1, limit: LONGEST_ROW }.into());
        }
        rows.more()?;
    }
    let (text, complete) = rows.ahead();
    let is_odd = |c: &char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1a}');
    if text.chars().filter(is_odd).count() * 50 > text.chars().count() {
        return Err(Refusal::NotText.into());
    }
    if text.chars().all(|c| c.is_whitespace() || c.is_control()) && complete {
        return Err(Refusal::Empty.into());
    }
    let among = if options.sheet.is_some() { &DELIMITERS[..1] } else { &DELIMITERS[..] };
    let rows = |sign: (u8, _)| first_rows((text, complete), sign.0, 1, ROWS_LOOKED_AT);
    let tables: Vec<Table> = among.iter().map(|sign| Table { sign: *sign, rows: rows(*sign) }).collect();
    let found = find_known(&tables, &options.remembered).or_else(|| find_unknown(&tables));
    let found = match options.heading_line {
        Some(line) => found.filter(|dialect| dialect.heading_line == line).or_else(|| at_line(&tables, line)),
        None => found,
    };
    Ok(found.ok_or(Refusal::NoHeading)?)
}

/// The first rows as one delimiter splits them.
struct Table {
    sign: (u8, &'static str),
    rows: Vec<Row>,
}

impl Table {
    fn with_heading(&self, heading_line: u64) -> Dialect {
        Dialect { delimiter: self.sign.0, delimiter_name: self.sign.1, heading_line }
    }
}

/// The first row with the most known columns, a name among them.
fn find_known(tables: &[Table], remembered: &Remembered) -> Option<Dialect> {
    let mut best: Option<(usize, Dialect)> = None;
    for table in tables {
        let mut above: Option<Vec<bool>> = None;
        for row in &table.rows {
            let columns = above.iter().flatten();
            let below: Vec<&str> =
                row.cells().map(clean).zip(columns).filter(|(_, named)| **named).map(|(cell, _)| cell).collect();
            // A better heading further down is that of another table: with people above it, the first one is the file's.
            if below.iter().filter(|cell| !cell.is_empty()).count() >= FEWEST && below.iter().any(|cell| is_value(cell))
            {
                break;
            }
            let cells = cells_of(row);
            let known = known_columns(&cells, remembered);
            if known >= FEWEST && best.is_none_or(|(most, _)| known > most) {
                best = Some((known, table.with_heading(row.line)));
                above = Some(cells.iter().map(|cell| known_field(cell, remembered).is_some()).collect());
            }
        }
    }
    best.map(|(_, dialect)| dialect)
}

/// The cells of a row as the headings that they may be.
pub(in crate::census) fn cells_of(row: &Row) -> Vec<String> {
    row.cells().map(|cell| clean(cell).to_owned()).collect()
}

/// The longest row of words, each another one, above the first row with a date beside words: its headings are unknown, and a person maps them.
/// Without such a row a file is no census.
fn find_unknown(tables: &[Table]) -> Option<Dialect> {
    let is_persons = |row: &Row| {
        let cells = cells_of(row);
        cells.iter().any(|cell| cell.starts_with(char::is_alphabetic)) && cells.iter().any(|cell| holds_date(cell))
    };
    let width = |row: &&Row| row.cells().filter(|cell| !clean(cell).is_empty()).count();
    let heading = |table: &Table| {
        let person = table.rows.iter().position(is_persons)?;
        let words = table.rows[..person].iter().filter(|row| is_row_of_words(&cells_of(row)));
        // Of equals the first one.
        let widest = words.rev().max_by_key(width)?;
        Some((width(&widest), table.with_heading(widest.line)))
    };
    let best = tables.iter().rev().filter_map(heading).max_by_key(|(width, _)| *width);
    best.map(|(_, dialect)| dialect)
}

fn is_row_of_words(cells: &[String]) -> bool {
    let filled: Vec<&str> = cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    let different: HashSet<String> = filled.iter().map(|cell| heading_key(cell)).collect();
    filled.len() >= FEWEST
        && different.len() == filled.len()
        && filled.iter().all(|cell| cell.chars().count() <= 60 && !is_value(cell) && !holds_date(cell))
}

/// The heading that a person points at, by the delimiter that splits it into the most cells.
fn at_line(tables: &[Table], line: u64) -> Option<Dialect> {
    let width = |table: &Table| table.rows.iter().find(|row| row.line == line).map_or(0, Row::len);
    let widest = tables.iter().rev().max_by_key(|table| width(table)).filter(|table| width(table) > 0);
    widest.map(|table| table.with_heading(line))
}

/// How many different fields the row's cells name; 0 without a name among them.
///
/// A heading may hold a number, such as the year of a column. Beside a value only words that are no names of people count as a name, and a
/// date never stands in a heading: a row of people is none, whatever they are called.
fn known_columns(cells: &[String], remembered: &Remembered) -> usize {
    let fields: HashSet<Field> = cells.iter().filter_map(|cell| known_field(cell, remembered)).collect();
    let has_both = fields.contains(&Field::FirstName) && fields.contains(&Field::LastName);
    // `Employee` alone is as well a relationship.
    let says_name = |cell: &String| heading_key(clean(cell)).contains("name");
    let is_whole = |cell: &String| known_field(cell, remembered) == Some(Field::FullName) && says_name(cell);
    let is_named = match cells.iter().any(|cell| is_value(cell)) {
        true => (has_both || cells.iter().any(is_whole)) && !cells.iter().any(|cell| holds_date(cell)),
        false => Field::NAMES.iter().any(|name| fields.contains(name)),
    };
    if is_named { fields.len() } else { 0 }
}

/// Whether a cell has the form of a date, whatever its order; a bare number is none.
pub(in crate::census) fn holds_date(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
    let figures = |part: &&str| (1..=4).contains(&part.len()) && is_digits(part);
    parts.len() == 3 && parts.iter().all(figures)
}

/// Whether a cell holds a number, a date or an e-mail address, which no heading is.
pub(in crate::census) fn is_value(cell: &str) -> bool {
    let digits = cell.bytes().any(|byte| byte.is_ascii_digit());
    let letters = cell.chars().any(char::is_alphabetic);
    (digits && !letters) || cell.split_once('@').is_some_and(|(_, domain)| domain.contains('.'))
}

/// The field that a heading names.
pub(in crate::census) fn known_field(cell: &str, remembered: &Remembered) -> Option<Field> {
    let key = heading_key(clean(cell));
    match remembered.get(&key) {
        Some(choice) => *choice,
        None => recognise(&key).map(|(field, _)| field),
    }
}
