//! Excel workbooks (`.xlsx`): the sheet that holds the census becomes comma-separated text, which everything else reads.
//!
//! Line n of the text is row n of the sheet, so that lines mean the same to a person who has the workbook open. Values
//! are those that Excel has stored: of a formula its last result, of a date the day by the date system of the workbook.
//! Sheets of people who have left stand below it, on the lines behind ([`ended_sheets`]).
//! Memory is bounded by what [`inspect`] lets through, whatever the file claims of itself.

mod cells;
mod date_system;
mod ended_sheets;
mod inspect;
mod markup;
mod merged;
mod name_lists;
mod people;
mod sheets;

use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use calamine::XlsxError;

pub use self::merged::{Merged, MergedCells};
use super::columns::Remembered;
use super::field::Field;
use super::issue::{Issue, IssueKind};
use super::raw::RawRow;
use super::records::{Limits, ReadError};
use super::refusal::Refusal;
use super::values::day_of_1904;

/// How a workbook is called where a text has its encoding.
pub const XLSX: &str = "XLSX";

/// Which sheet of a workbook a text was made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The names of the sheets of people who have left that stand below it.
    pub ended: Vec<String>,
    /// The names of the other sheets, which are not read.
    pub others: Vec<String>,
    /// Those of them that are hidden and hold people.
    pub hidden_people: Vec<String>,
    /// Whether a sheet of the workbook has hidden rows.
    pub hides_rows: bool,
    /// Whether its days are counted from 1904.
    pub is_1904: bool,
    /// Its merged cells.
    pub merged: Arc<[Merged]>,
}

impl Sheet {
    /// Puts the day in the place of a bare number of one, which only the workbook knows how to count.
    pub(super) fn read_day(&self, raw: &mut RawRow) {
        let day = raw.get(Field::DateOfBirth).filter(|_| self.is_1904).and_then(day_of_1904);
        if let Some(day) = day {
            raw.set(Field::DateOfBirth, &day.to_string());
        }
    }

    /// Says what of the workbook nobody sees: people on hidden sheets, who are not read, and hidden rows, which are.
    pub(super) fn issues(&self, line: u64) -> impl Iterator<Item = Issue> {
        const ROWS: &str = "The workbook has hidden rows. Those of the sheet that is read are read like all others: show them, and delete whoever \
                            does not belong to the list.";
        let named: Vec<String> = self.hidden_people.iter().map(|name| format!("'{name}'")).collect();
        let people = format!(
            "The workbook has people on hidden sheets, who are not read: {}. Put whoever belongs to this list on the sheet '{}' and upload the \
             file again.",
            named.join(", "),
            self.name
        );
        let people = (!named.is_empty()).then(|| Issue::of_row(line, IssueKind::HiddenSheet, people));
        let rows = self.hides_rows.then(|| Issue::of_row(line, IssueKind::HiddenRows, ROWS));
        people.into_iter().chain(rows)
    }
}

/// How many times the limit of a file its sheets may unpack to, and the text that is made of one.
const UNPACKED: u64 = 20;
const TEXT: u64 = 5;

/// Writes the sheet that holds the census as comma-separated text and says which one it is.
///
/// `limits.bytes` is the most bytes of the workbook as it was uploaded.
///
/// # Errors
/// A source or a sink that fails, and every [`Refusal`] of a workbook.
pub fn write_text<R: Read + Seek>(
    mut source: R,
    limits: &Limits,
    remembered: &Remembered,
    sink: impl Write,
) -> Result<Sheet, ReadError> {
    let seen = inspect::inspect(&mut source, limits.bytes.saturating_mul(UNPACKED))?;
    source.rewind().map_err(ReadError::Io)?;
    let unpack = || {
        let is_1904 = date_system::is_1904(&mut source)?;
        source.rewind().map_err(ReadError::Io)?;
        let mut workbook = sheets::open(source)?;
        let (chosen, joined) = sheets::choose(&mut workbook, remembered, is_1904)?;
        let merged = if seen.merges_cells { sheets::merged(&mut workbook, &chosen.name)? } else { Arc::default() };
        if seen.merges_cells {
            sheets::refuse_merged(&mut workbook, &chosen.name, &joined)?;
        }
        let sheet = Sheet { hides_rows: seen.hides_rows, is_1904, merged, ..chosen };
        let mut lines = cells::Lines::new(sink, limits.bytes.saturating_mul(TEXT), is_1904);
        lines.add(joined.added);
        cells::write_rows(&mut workbook, &sheet.name, &mut lines)?;
        for below in joined.below {
            let name = below.name.clone();
            lines.begin(below)?;
            cells::write_rows(&mut workbook, &name, &mut lines)?;
        }
        lines.finish()?;
        Ok(sheet)
    };
    // The reader of workbooks is not ours: what makes it panic is a file that breaks its assumptions, and no fault of the
    // program. Nothing that it had in hand is used again.
    catch_unwind(AssertUnwindSafe(unpack)).unwrap_or_else(|_| Err(Refusal::Damaged.into()))
}

/// What a reader of workbooks says, as a refusal; a source that fails stays one.
fn refused(error: XlsxError) -> ReadError {
    match error {
        XlsxError::Password => Refusal::Protected.into(),
        XlsxError::Io(error) => source_failed(error),
        _ => Refusal::Damaged.into(),
    }
}

/// What cannot be unpacked is damaged; everything else is the source's fault.
fn source_failed(error: io::Error) -> ReadError {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    match error.kind() {
        InvalidData | InvalidInput | UnexpectedEof => Refusal::Damaged.into(),
        _ => ReadError::Io(error),
    }
}
