//! From the bytes of a file to its lines and cells: encoding, delimiter and heading, the limits, how a record stands in the file, and why one is
//! not read at all. A refused file changes nothing; each refusal says what to do instead.

pub mod encoding;
pub mod lines;
pub mod sheet;

use std::io;
use std::sync::Arc;

use chrono::NaiveDate;
use thiserror::Error;

pub(in crate::census) use self::lines::{LONGEST_ROW, Row, RowReader, first_rows};
pub(in crate::census) use self::sheet::{Sheet, XLSX};
use crate::census::cells::clean;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::{FamilySection, Leaving, LeavingAnswers, MadeRows, Section, SectionAnswers};
use crate::census::vocabulary::{Remembered, RememberedOrders};

/// How large a file may be (rules.md#file-limits); settings of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes.
    pub bytes: u64,
    /// The most records.
    pub records: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 100 * 1024 * 1024, records: 1_000_000 }
    }
}

/// How a file is to be read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The limits.
    pub limits: Limits,
    /// The mapping remembered for the group.
    pub remembered: Remembered,
    /// The orders of values remembered for the group.
    pub orders: RememberedOrders,
    /// The physical line of the heading, when a person has pointed at it; else it is looked for.
    pub heading_line: Option<u64>,
    /// The name of the sheet that a person has chosen of a workbook with people on several. A name that no sheet of people has is no choice.
    pub chosen_sheet: Option<String>,
    /// The sheet of a workbook that the text was made of ([`crate::census::workbook::write_text`]); the limit of bytes is then not
    /// that of the text.
    pub sheet: Option<Sheet>,
    /// What people have answered about sections of people who have left. A section without an answer sets no status.
    pub sections: SectionAnswers,
    /// What people have answered about columns that tell who has left. Without an answer they set no status.
    pub leaving: LeavingAnswers,
    /// Lines that a person has made rows.
    pub made_rows: MadeRows,
}

/// Whether a record has as many cells as the heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// As many, or only empty ones more.
    #[default]
    Even,
    /// More, with something in them.
    TooMany,
    /// Fewer.
    TooFew,
    /// A quotation mark is never closed.
    Unclosed,
    /// It stands below the heading of another table.
    OtherTable,
    /// It reads like a title, a total, a page line or an example, or stands above the heading, and holds what only a person has.
    MayBeNobody,
}

impl Shape {
    /// Whether it is unknown which value stands where.
    pub const fn is_torn(self) -> bool {
        matches!(self, Self::TooMany | Self::Unclosed | Self::OtherTable)
    }
}

/// A record as it stands in the file: the text of each mapped column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawRow {
    /// The first physical line, from 1.
    pub line: u64,
    /// The place among the records, from 1.
    pub number: u32,
    /// Whether it fits the heading.
    pub shape: Shape,
    /// The key of the employee's name that stands beside, in a list where the employee has columns of his own.
    pub employee: Option<u64>,
    /// The number of the employee in whose row the person stands, in a list with families in columns.
    pub employee_row: Option<u32>,
    /// The section it stands in, where that tells its status, or may.
    pub section: Option<Section>,
    /// The section of dependents that tells who it is.
    pub family: Option<Arc<FamilySection>>,
    /// Whether a line above that is left out may name another person than the rows before it.
    pub is_behind_another: bool,
    /// What a column that is not read tells of its leaving.
    pub leaving: Vec<Leaving>,
    /// The day on which the person of a corrected row leaves, as it was read before.
    pub leaves_on: Option<NaiveDate>,
    cells: [Option<Box<str>>; FIELD_COUNT],
}

impl RawRow {
    /// A record without values, such as one that a person types in.
    pub fn new(line: u64, number: u32) -> Self {
        Self { line, number, ..Self::default() }
    }

    /// The trimmed text; `None` when it is blank or no column holds the field.
    pub fn get(&self, field: Field) -> Option<&str> {
        self.cells[field.index()].as_deref()
    }

    /// Replaces the text of a field; blank text becomes `None`.
    pub fn set(&mut self, field: Field, text: &str) {
        let text = clean(text);
        self.cells[field.index()] = (!text.is_empty()).then(|| text.into());
    }

    /// The same with a field replaced.
    #[must_use]
    pub fn with(mut self, field: Field, text: &str) -> Self {
        self.set(field, text);
        self
    }
}

/// A file that cannot be a census.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is nothing in it.
    #[error("The file is empty.")]
    Empty,
    /// A spreadsheet, a document, a picture, an archive.
    #[error("The file is {0}, not a CSV file. Save the list as CSV and upload that.")]
    OtherKind(&'static str),
    /// A file that is named as a workbook and is none.
    #[error(
        "The file is named .xlsx but is not an Excel workbook. Save the list as an Excel workbook (.xlsx) or as CSV and upload that."
    )]
    NoWorkbook,
    /// A workbook of a kind that is not read, or behind a password in whole or in part.
    #[error(
        "The file is an old or binary Excel workbook, or protected by a password. Save the list as an Excel workbook (.xlsx) without a \
         password or as CSV and upload that."
    )]
    OldWorkbook,
    /// A workbook with a program in it.
    #[error(
        "The workbook holds macros. Save it as an Excel workbook without macros (.xlsx) or as CSV and upload that."
    )]
    Macros,
    /// A workbook that breaks the rules of its format.
    #[error("The workbook is damaged and cannot be read. Open it in Excel and save it again, or save the list as CSV.")]
    Damaged,
    /// A small file that makes a large one.
    #[error("The workbook unpacks to more than {0} bytes. Save the list as CSV and upload that.")]
    Unpacks(u64),
    /// A cell that goes on and on.
    #[error("A cell of the workbook is longer than {0} characters. This is not a census file.")]
    CellTooLong(usize),
    /// More columns than a list of people has.
    #[error("The heading on line {0} has more than {1} columns. This is not a census file.")]
    TooManyColumns(u64, usize),
    /// Bytes that are no text.
    #[error("The file is not text. Save the list as CSV and upload that.")]
    NotText,
    /// No line names columns that are known.
    #[error(
        "The file has no usable heading line: no line names the columns of a census, such as First Name, Last Name and Date of Birth. \
         Put such a line above the people, and upload the file again."
    )]
    NoHeading,
    /// There is a heading and no person below it.
    #[error("The file has a heading line but no records.")]
    NoRecords,
    /// A line that goes on and on.
    #[error("Line {line} is longer than {limit} characters. This is not a census file.")]
    LineTooLong {
        /// The physical line, from 1.
        line: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// More records than the setting allows.
    #[error("The file has more than {0} records. Split it into smaller files.")]
    TooManyRecords(u64),
    /// More bytes than the setting allows.
    #[error("The file is larger than {limit} bytes. Split it into smaller files.")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
}

/// Why reading ended early.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file is no census file; the message is for people.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The source failed.
    #[error("the file could not be read")]
    Io(#[source] io::Error),
}
