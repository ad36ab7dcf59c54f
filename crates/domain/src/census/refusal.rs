//! Why a file is not read at all. A refused file changes nothing; each refusal says what to do instead.

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
    /// Bytes that are no text.
    #[error("The file is not text. Save the list as CSV and upload that.")]
    NotText,
    /// No line names columns that are known.
    #[error(
        "The file has no usable heading line: no line names the columns of a census, such as First Name, Last Name and Date of Birth."
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
