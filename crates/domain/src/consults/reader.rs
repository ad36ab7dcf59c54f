//! Consults out of a file, one at a time: comma-separated text with a heading, or JSON Lines. Memory does not grow with the file, and a
//! row that is wrong keeps no other from being read.

use std::io::{self, Read};

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::Reported;
use super::fields::{Field, Said};
use super::form::check;
use crate::Invalid;
use crate::census::source::encoding::TextReader;
use crate::census::source::lines::{LONGEST_ROW, Row, RowReader};
use crate::census::{ReadError, Refusal};

const COMMA: u8 = b',';
/// Fields that every consult has.
const REQUIRED: [Field; 2] = [Field::ExternalId, Field::StartedOn];

/// How a file says what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Comma-separated text with a heading.
    Csv,
    /// An object a line.
    JsonLines,
}

impl FileKind {
    const ENDINGS: [(&'static str, Self); 4] =
        [(".csv", Self::Csv), (".jsonl", Self::JsonLines), (".ndjson", Self::JsonLines), (".json", Self::JsonLines)];

    /// The kind of a file by its name; `None` of one that is not read.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| kind)
    }
}

/// A row that is no consult.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The physical line on which it begins, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub invalid: Invalid,
}

/// Why no more is read of a file. The rows before were read.
#[derive(Debug, Error)]
pub enum Stopped {
    /// The file is none of consults; the message is for people.
    #[error("{0}")]
    File(String),
    /// The source failed.
    #[error("the file could not be read")]
    Io(#[source] io::Error),
}

/// Reads consults one by one.
pub struct ConsultReader<R> {
    rows: Rows<R>,
    now: DateTime<Utc>,
}

enum Rows<R> {
    Csv { rows: RowReader<R>, row: Row, fields: Vec<Field> },
    Json { text: TextReader<R>, ahead: String, at: usize, line: u64, ended: bool },
}

impl<R: Read> ConsultReader<R> {
    /// Begins to read a file of at most `limit` bytes; `now` is the instant after which no consult has begun.
    ///
    /// # Errors
    /// A source that fails; a file that is no text, or without the heading that it needs.
    pub fn open(source: R, kind: FileKind, limit: u64, now: DateTime<Utc>) -> Result<Self, Stopped> {
        let text = TextReader::open(source, limit)?;
        let rows = match kind {
            FileKind::Csv => csv(RowReader::new(text)?)?,
            FileKind::JsonLines => Rows::Json { text, ahead: String::new(), at: 0, line: 1, ended: false },
        };
        Ok(Self { rows, now })
    }

    /// The next row that is not blank; `None` at the end.
    ///
    /// # Errors
    /// A source that fails, and what cannot be read on.
    pub fn next_row(&mut self) -> Result<Option<Result<Reported, Refused>>, Stopped> {
        let found = match &mut self.rows {
            Rows::Csv { rows, row, fields } => next_of_csv(rows, row, fields)?,
            Rows::Json { text, ahead, at, line, ended } => next_of_json(text, ahead, at, line, ended)?,
        };
        Ok(found.map(|(line, said)| {
            let checked = said.and_then(|said| check(&said, line, self.now));
            checked.map_err(|invalid| Refused { line, invalid })
        }))
    }
}

/// A line, and what stands on it.
type Found = Option<(u64, Result<Said, Invalid>)>;

fn csv<R: Read>(mut rows: RowReader<R>) -> Result<Rows<R>, Stopped> {
    let mut row = Row::default();
    rows.next(COMMA, 0, &mut row)?;
    let mut fields = Vec::with_capacity(row.len());
    for cell in row.cells() {
        let Some(field) = Field::named(cell) else {
            let cell: String = cell.trim().chars().take(100).collect();
            return Err(Stopped::File(format!("Consults have no column \"{cell}\".")));
        };
        if fields.contains(&field) {
            return Err(Stopped::File(format!("The column {} stands there twice.", field.name())));
        }
        fields.push(field);
    }
    match REQUIRED.iter().find(|field| !fields.contains(field)) {
        Some(missing) => Err(Stopped::File(format!("The column {} is missing.", missing.name()))),
        None => Ok(Rows::Csv { rows, row, fields }),
    }
}

fn next_of_csv<R: Read>(rows: &mut RowReader<R>, row: &mut Row, fields: &[Field]) -> Result<Found, Stopped> {
    loop {
        if !rows.next(COMMA, fields.len(), row)? {
            return Ok(None);
        }
        if row.cells().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let refuse = |message: String| Ok(Some((row.line, Err(Invalid::field("", message)))));
        if row.unclosed {
            return refuse("A quotation mark is not closed.".to_owned());
        }
        if row.len() != fields.len() {
            return refuse(format!("The row has {} cells, the heading {}.", row.len(), fields.len()));
        }
        let mut said = Said::default();
        let mut invalid = Invalid::none();
        for (field, cell) in fields.iter().zip(row.cells()) {
            invalid.check(said.say(*field, cell), field.name(), field.rounded());
        }
        return Ok(Some((row.line, invalid.or(said))));
    }
}

fn next_of_json<R: Read>(
    source: &mut TextReader<R>,
    ahead: &mut String,
    at: &mut usize,
    line: &mut u64,
    ended: &mut bool,
) -> Result<Found, Stopped> {
    loop {
        let rest = &ahead[*at..];
        let Some((length, used)) = line_of(rest, *ended) else {
            if *ended {
                return Ok(None);
            }
            if rest.len() > LONGEST_ROW {
                return Err(Refusal::LineTooLong { line: *line, limit: LONGEST_ROW }.into());
            }
            ahead.drain(..*at);
            *at = 0;
            *ended = !source.fill(ahead)?;
            continue;
        };
        let (text, number) = (rest[..length].trim(), *line);
        let said = (!text.is_empty()).then(|| Said::of_json(text));
        *at += used;
        *line += 1;
        if let Some(said) = said {
            return Ok(Some((number, said)));
        }
    }
}

/// The length of the first line, without and with its end.
fn line_of(text: &str, ended: bool) -> Option<(usize, usize)> {
    match text.find('\n') {
        Some(length) => Some((length, length + 1)),
        None => (ended && !text.is_empty()).then_some((text.len(), text.len())),
    }
}

impl From<ReadError> for Stopped {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Refused(refusal) => refusal.into(),
            ReadError::Io(error) => Self::Io(error),
        }
    }
}

/// What a census file is refused for, in words that are not about one.
impl From<Refusal> for Stopped {
    fn from(refusal: Refusal) -> Self {
        Self::File(match refusal {
            Refusal::OtherKind(kind) => format!("The file is {kind}, not CSV or JSON Lines."),
            Refusal::NotText => "The file is not text.".to_owned(),
            Refusal::LineTooLong { line, limit } => format!("Line {line} is longer than {limit} characters."),
            other => other.to_string(),
        })
    }
}
