//! Excel workbooks (`.xlsx`): the sheet that holds the census becomes comma-separated text, which everything else reads.
//!
//! Line n of the text is row n of the sheet, so that lines mean the same to a person who has the workbook open. Values
//! are those that Excel has stored: of a formula its last result, of a date the day by the date system of the workbook.
//!
//! # Several sheets of people
//!
//! A workbook may hold people on several sheets, as one for `Ohio` and one for `Texas`. Then a person chooses the one that is this group's
//! census (rules.md#sheets-of-people).
//!
//! - [`ReadOptions::chosen_sheet`] takes the name that the person has chosen. The caller passes it to [`write_text`] at every reading of the
//!   file, as it does with the line of the heading. A name that no visible sheet of people has is no choice.
//! - [`Sheet::choices`] names the sheets to choose from, each with its rows and its heading, the one that is read first. It is blank where the
//!   workbook leaves no choice.
//! - [`Sheet::is_asked`] says that the choice is still to be made. The text is then that of the best sheet, for Map Data to show. The reader
//!   reports [`IssueKind::SheetChoice`](crate::census::IssueKind::SheetChoice), an error of the file, so that nothing is imported.
//! - [`Sheet::is_chosen`] says that the choice was made. [`Sheet::choices`] stays, so that the person can choose another sheet.
//! - [`Sheet::unread_people`] names the sheets whose people are not read. The reader reports them with the number of their rows:
//!   `unread_sheet`, and `hidden_sheet` of those that are hidden.
//!
//! Memory is bounded by what [`inspect`] lets through, whatever the file claims of itself.

mod cells;
mod inspect;
mod sheets;
mod styles;

use crate::census::source::sheet::Sheet;
use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::XlsxError;

use crate::census::reader::{ReadError, ReadOptions};
use crate::census::source::refusal::Refusal;
pub use crate::census::source::sheet::PeopleSheet;

/// How many times the limit of a file its sheets may unpack to, and the text that is made of one.
const UNPACKED: u64 = 20;
const TEXT: u64 = 5;

/// Writes the sheet that holds the census as comma-separated text and says which one it is. `options` give the limits, the headings that are
/// remembered, and the sheet that a person has chosen.
///
/// # Errors
/// A source or a sink that fails, and every [`Refusal`] of a workbook.
pub fn write_text<R: Read + Seek>(mut source: R, options: &ReadOptions, sink: impl Write) -> Result<Sheet, ReadError> {
    // The limit is that of the workbook as it was uploaded.
    let limit = options.limits.bytes;
    let seen = inspect::inspect(&mut source, limit.saturating_mul(UNPACKED))?;
    source.rewind().map_err(ReadError::Io)?;
    let unpack = || {
        let is_1904 = styles::is_1904(&mut source)?;
        source.rewind().map_err(ReadError::Io)?;
        let mut styled = styles::of_workbook(&mut source)?;
        source.rewind().map_err(ReadError::Io)?;
        let mut workbook = sheets::open(source)?;
        let chosen = sheets::choose(&mut workbook, options, is_1904)?;
        let merged = if seen.merges_cells { sheets::merged(&mut workbook, &chosen.name)? } else { Vec::new() };
        let cells = styled.remove(&chosen.name).unwrap_or_default();
        let struck = cells.struck.iter().map(|row| u64::from(*row) + 1).collect();
        let sheet = Sheet { hides_rows: seen.hides_rows, struck, is_1904, merged, ..chosen };
        let mut lines = cells::Lines::new(sink, limit.saturating_mul(TEXT), is_1904);
        cells::write_rows(&mut workbook, &sheet.name, &cells, &mut lines)?;
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
