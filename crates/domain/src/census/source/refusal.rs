//! Why a file is not read at all. A refused file changes nothing; each refusal says what to do instead.

use std::io;

use thiserror::Error;

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
    /// A workbook of a kind that is not read, or behind a password.
    #[error(
        "The file is an old or binary Excel workbook, or protected by a password. Save the list as an Excel workbook (.xlsx) without a \
         password or as CSV and upload that."
    )]
    OldWorkbook,
    /// A workbook of which parts are encrypted.
    #[error("The workbook is protected by a password. Save it without one, or save the list as CSV, and upload that.")]
    Protected,
    /// A workbook with a program in it.
    #[error(
        "The workbook holds macros. Save it as an Excel workbook without macros (.xlsx) or as CSV and upload that."
    )]
    Macros,
    /// A workbook that breaks the rules of its format.
    #[error("The workbook is damaged and cannot be read. Open it in Excel and save it again, or save the list as CSV.")]
    Damaged,
    /// A small file that makes a large one.
    #[error("The workbook unpacks to more than {limit} bytes. Save the list as CSV and upload that.")]
    Unpacks {
        /// The limit in bytes.
        limit: u64,
    },
    /// A cell that goes on and on.
    #[error("A cell of the workbook is longer than {limit} characters. This is not a census file.")]
    CellTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// More columns than a list of people has.
    #[error("The heading on line {line} has more than {limit} columns. This is not a census file.")]
    TooManyColumns {
        /// The physical line, from 1.
        line: u64,
        /// The limit in columns.
        limit: usize,
    },
    /// Bytes that are no text.
    #[error("The file is not text. Save the list as CSV and upload that.")]
    NotText,
    /// No line names columns that are known.
    #[error(
        "The file has no usable heading line: no line names the columns of a census, such as First Name, Last Name and Date of Birth. \
         Put such a line above the people, and upload the file again."
    )]
    NoHeading,
    /// There is a heading and nobody below it.
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
    /// A quotation mark that has taken the rest of the file into its cell.
    #[error("A quotation mark on line {line} is never closed. Close it or take it out, and upload the file again.")]
    UnclosedQuote {
        /// The physical line, from 1.
        line: u64,
    },
    /// More records than the setting allows.
    #[error("The file has more than {limit} records. Split it into smaller files.")]
    TooManyRecords {
        /// The limit in records.
        limit: u64,
    },
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
