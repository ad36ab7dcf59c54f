//! Where the table of a file stands: what divides its cells, and which line is its heading.
//!
//! The heading is the first line with the most known headings; lines above it are titles. Delimiters are tried in turn
//! and the one under which the heading is understood best is taken.
//!
//! A heading may stand over two lines: `Date of` above `Birth`. Two lines of words are one heading when they name more fields together than
//! either does alone.

use std::collections::HashSet;
use std::io::Read;

use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::source::lines::{LONGEST_ROW, Row, RowReader, first_rows};
use crate::census::source::{ReadError, ReadOptions, Refusal};
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;

/// What may separate the cells of a row, each sign with its name, the usual one first.
const DELIMITERS: [(u8, &str); 4] = [(b',', "comma"), (b';', "semicolon"), (b'\t', "tab"), (b'|', "pipe")];

/// Where the heading stands and how it is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What separates cells.
    pub delimiter: u8,
    /// The name of that.
    pub delimiter_name: &'static str,
    /// The physical line of the heading, from 1; the lower one of two.
    pub heading_line: u64,
    /// Whether the line above it belongs to it.
    pub over_two_lines: bool,
}

/// How many rows at the beginning are looked at for a heading.
const ROWS_LOOKED_AT: usize = 60;
/// A heading needs so many columns, known ones with a name among them, or unknown ones.
const FEWEST: usize = 2;

/// Delimiter and heading of a file, by its beginning.
///
/// # Errors
/// A source that fails, and what is no list of people.
pub(in crate::census) fn of_file<R: Read>(
    rows: &mut RowReader<R>,
    options: &ReadOptions,
) -> Result<Dialect, ReadError> {
    while !rows.ahead().1 && !rows.ahead().0.contains(['\n', '\r']) {
        if rows.ahead().0.len() > LONGEST_ROW {
            return Err(Refusal::LineTooLong { line: 1, limit: LONGEST_ROW }.into());
        }
        rows.more()?;
    }
    let (text, complete) = rows.ahead();
    if is_mostly_control(text) {
        return Err(Refusal::NotText.into());
    }
    if text.chars().all(|c| c.is_whitespace() || c.is_control()) && complete {
        return Err(Refusal::Empty.into());
    }
    let among = if options.sheet.is_some() { &DELIMITERS[..1] } else { &DELIMITERS[..] };
    let tables: Vec<Table> = among
        .iter()
        .map(|sign| Table { sign: *sign, rows: first_rows((text, complete), sign.0, 1, ROWS_LOOKED_AT) })
        .collect();
    let found = find_known(&tables, &options.remembered).or_else(|| find_unknown(&tables));
    let found = match options.heading_line {
        Some(line) => found.filter(|dialect| dialect.heading_line == line).or_else(|| at_line(&tables, line)),
        None => found,
    };
    Ok(found.ok_or(Refusal::NoHeading)?)
}

/// Text of which much is neither letters nor line ends.
fn is_mostly_control(text: &str) -> bool {
    let odd = text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1a}')).count();
    odd * 50 > text.chars().count()
}

/// The first rows as one delimiter splits them.
struct Table {
    sign: (u8, &'static str),
    rows: Vec<Row>,
}

impl Table {
    fn with_heading(&self, heading_line: u64, over_two_lines: bool) -> Dialect {
        Dialect { delimiter: self.sign.0, delimiter_name: self.sign.1, heading_line, over_two_lines }
    }
}

/// The first row with the most known columns, a name among them.
fn find_known(tables: &[Table], remembered: &Remembered) -> Option<Dialect> {
    let mut best: Option<(usize, Dialect)> = None;
    for table in tables {
        let (mut above, mut upper): (Option<Vec<bool>>, Vec<String>) = (None, Vec::new());
        for row in &table.rows {
            // A better heading further down is that of another table: with people above it, the first one is the file's.
            if above.as_ref().is_some_and(|columns| holds_values(row, columns)) {
                break;
            }
            let lower = cells_of(row);
            let two_lines = joined(&upper, &lower, remembered);
            let cells = two_lines.as_ref().unwrap_or(&lower);
            let known = known_columns(cells, remembered);
            if known >= FEWEST && best.is_none_or(|(most, _)| known > most) {
                best = Some((known, table.with_heading(row.line, two_lines.is_some())));
                above = Some(cells.iter().map(|cell| known_field(cell, remembered).is_some()).collect());
            }
            upper = lower;
        }
    }
    best.map(|(_, dialect)| dialect)
}

/// The cells of a row as the headings that they may be.
pub(in crate::census) fn cells_of(row: &Row) -> Vec<String> {
    row.cells().map(|cell| clean(cell).to_owned()).collect()
}

/// Whether a row holds a value, and something else, below the columns that a heading names.
fn holds_values(row: &Row, columns: &[bool]) -> bool {
    let below = || row.cells().map(clean).zip(columns).filter(|(cell, named)| **named && !cell.is_empty());
    below().count() >= FEWEST && below().any(|(cell, _)| is_value(cell))
}

/// The longest row of words, each another one, above the first row with a date beside words: its headings are unknown, and a person maps them.
/// Without such a row a file is no census.
fn find_unknown(tables: &[Table]) -> Option<Dialect> {
    let mut best: Option<(usize, Dialect)> = None;
    for table in tables {
        let mut words: Option<(usize, u64)> = None;
        for row in &table.rows {
            let cells = cells_of(row);
            let has_words = cells.iter().any(|cell| cell.starts_with(char::is_alphabetic));
            if words.is_some() && has_words && cells.iter().any(|cell| holds_date(cell)) {
                let better = words.filter(|(width, _)| best.is_none_or(|(most, _)| *width > most));
                best = better.map(|(width, line)| (width, table.with_heading(line, false))).or(best);
                break;
            }
            let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
            if words.is_none_or(|(most, _)| filled > most) && is_row_of_words(&cells) {
                words = Some((filled, row.line));
            }
        }
    }
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
    widest.map(|table| table.with_heading(line, false))
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

/// Whether a cell has the form of a date, whatever its order; a bare number is none.
pub(in crate::census) fn holds_date(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
    let figures = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
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

/// Whether a heading of whole names says so; `Employee` alone is as well a relationship.
pub(in crate::census) fn says_name(cell: &str) -> bool {
    heading_key(clean(cell)).contains("name")
}

/// The most letters of a heading.
const LONGEST: usize = 60;
/// So many columns take a word of both lines. Below a heading of one line a person may give a meaning to an empty one, never to two.
const FEWEST_JOINED: usize = 2;

/// The headings that two lines make together; `None` when they are not one heading.
pub(in crate::census) fn joined(upper: &[String], lower: &[String], remembered: &Remembered) -> Option<Vec<String>> {
    let is_words = |cells: &[String]| cells.iter().all(|cell| !is_value(cell) && cell.chars().count() <= LONGEST);
    if !is_words(upper) || !is_words(lower) {
        return None;
    }
    let cell = |cells: &[String], place: usize| cells.get(place).cloned().unwrap_or_default();
    let columns = (0..upper.len().max(lower.len())).map(|place| (cell(upper, place), cell(lower, place)));
    let (mut headings, mut both, mut known) = (Vec::new(), 0, 0);
    for (above, below) in columns {
        let heading = [format!("{above} {below}"), format!("{below} {above}")]
            .into_iter()
            .find(|text| known_field(text, remembered).is_some());
        if !above.is_empty() && !below.is_empty() {
            both += 1;
            known += usize::from(heading.is_some());
        }
        let single = || [&below, &above].into_iter().find(|text| known_field(text, remembered).is_some()).cloned();
        let heading = heading.or_else(single).unwrap_or_else(|| format!("{above} {below}"));
        headings.push(heading.trim().to_owned());
    }
    let more = |cells: &[String]| count(&headings, remembered) > count(cells, remembered);
    let is_joined = known >= FEWEST_JOINED && known * 2 >= both;
    ((is_joined || stands_below_groups(upper, lower, remembered)) && more(upper) && more(lower)).then_some(headings)
}

/// Whether the lower line names fields where the upper one names none, and is blank below its fields: `Status` and `Billing Reference` below
/// `Coverage`, beside names over both lines.
fn stands_below_groups(upper: &[String], lower: &[String], remembered: &Remembered) -> bool {
    let known = |cells: &[String], place: usize| cells.get(place).and_then(|cell| known_field(cell, remembered));
    let filled: Vec<usize> = (0..lower.len()).filter(|place| !lower[*place].is_empty()).collect();
    let are_headings = filled.iter().all(|place| known(lower, *place).is_some() && known(upper, *place).is_none());
    let stands_below = filled.first().is_some_and(|place| upper.get(*place).is_some_and(|group| !group.is_empty()));
    are_headings && stands_below && count(lower, remembered) >= FEWEST_JOINED
}

/// How many different fields the cells name.
fn count(cells: &[String], remembered: &Remembered) -> usize {
    cells.iter().filter_map(|cell| known_field(cell, remembered)).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_are_one_heading_where_they_say_more_together() {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        for (upper, lower, expected) in [
            ("First,Last,Date of,Home", "Name,Name,Birth,Phone", Some("First Name,Last Name,Date of Birth,Home Phone")),
            ("Name,Name,Date of,Home,", "First,Last,Birth,Zip,Sex", None),
            (
                "Name,Name,Street,Coverage,Date",
                "First,Last,Address 2,Tier,of Birth",
                Some("Name First,Name Last,Street Address 2,Coverage Tier,Date of Birth"),
            ),
            ("Employee,Employee,Date of,Home", "First Name,Last Name,Birth,Zip", None),
            ("First Name,Last Name,DOB,Gender", "Required,Required,Required,Optional", None),
            ("First,Last,Date of,Home", "Ann,Bee,,", None),
            ("First,Last,Email,,", "Ann,Bee,,Employee,Active", None),
            ("First,Last,Date of,Home", "Name,Name,1/2/1980,Phone", None),
            (
                "First Name,Last Name,DOB,Coverage,",
                ",,,Status,Billing Reference",
                Some("First Name,Last Name,DOB,Coverage Status,Billing Reference"),
            ),
            ("First Name,Last Name,DOB,Coverage,", ",,,Status,", None),
            ("First Name,Last Name,DOB,,", ",,,Status,Billing Reference", None),
            ("Acme,,,", "First Name,Last Name,DOB,Gender", None),
        ] {
            let found = joined(&cells(upper), &cells(lower), &Remembered::default());
            assert_eq!(found, expected.map(cells), "{upper} / {lower}");
        }
    }
}
