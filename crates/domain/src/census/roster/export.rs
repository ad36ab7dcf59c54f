//! Writing CSV that spreadsheets open without harm, and the template that people fill in.
//!
//! A cell that begins with `=`, `+`, `-` or `@` gets an apostrophe, so that no spreadsheet takes it for a formula
//! (rules.md#safe-exports); reading a census takes the apostrophe off again.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::census::field::Field;
use crate::census::vocabulary::heading_key;

/// The mark by which Excel knows UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The heading of the first column of a file of failed rows, which says what is wrong with each.
pub const FAILURES_HEADING: &str = "Error";

/// Whether a heading is that of the column of failures, as a spreadsheet may have left it. No list of people has one of that name.
pub fn heads_failures(heading: &str) -> bool {
    heading_key(heading) == heading_key(FAILURES_HEADING)
}

/// The name of the template file (rules.md#template-file).
pub const TEMPLATE_NAME: &str = "member_census_template.csv";

/// The heading line of the template with its line end.
pub fn template() -> String {
    let names: Vec<&str> = Field::template().iter().map(|field| field.name()).collect();
    names.join(",") + "\r\n"
}

/// The text as it may stand in a cell: one that could be a formula gets an apostrophe. A plain amount such as `-12.50` is none, and
/// stays a number that can be added up.
pub fn guard(text: &str) -> Cow<'_, str> {
    if !is_amount(text)
        && text.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
    {
        format!("'{text}").into()
    } else {
        text.into()
    }
}

fn is_amount(text: &str) -> bool {
    let (whole, cents) = text.strip_prefix('-').unwrap_or(text).split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number(whole) && is_number(cents)
}

/// Writes rows of CSV with guarded cells, quotes where they are needed and Windows line ends.
pub struct CsvWriter<W: Write> {
    rows: csv::Writer<W>,
}

impl<W: Write> CsvWriter<W> {
    /// Writes into `sink`.
    pub fn new(sink: W) -> Self {
        let rows = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(sink);
        Self { rows }
    }

    /// Writes one row.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        for cell in cells {
            self.rows.write_field(guard(cell).as_bytes()).map_err(io::Error::other)?;
        }
        self.rows.write_record(None::<&[u8]>).map_err(io::Error::other)
    }

    /// Passes everything on to the sink.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.rows.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_of_failures_is_known_in_any_letters() {
        for heading in [FAILURES_HEADING, "error", "ERROR", " Error: "] {
            assert!(heads_failures(heading), "{heading}");
        }
        for heading in ["", "Error Code", "Errors and Omissions", "Terror"] {
            assert!(!heads_failures(heading), "{heading}");
        }
    }
}
