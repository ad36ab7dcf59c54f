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
mod people;
mod sheets;
mod styles;

use crate::census::source::sheet::Sheet;
use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use calamine::XlsxError;

pub use crate::census::lines::merged::MergedCells;
use crate::census::reader::{Limits, ReadError};
use crate::census::source::refusal::Refusal;
pub use crate::census::source::sheet::Merged;
use crate::census::vocabulary::Remembered;

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
        let mut styled = styles::of_workbook(&mut source)?;
        let mut styled = |sheet: &str| styled.remove(sheet).unwrap_or_default();
        source.rewind().map_err(ReadError::Io)?;
        let mut workbook = sheets::open(source)?;
        let (chosen, joined) = sheets::choose(&mut workbook, remembered, is_1904)?;
        let merged = if seen.merges_cells { sheets::merged(&mut workbook, &chosen.name)? } else { Arc::default() };
        if seen.merges_cells {
            sheets::refuse_merged(&mut workbook, &chosen.name, &joined)?;
        }
        let cells = styled(&chosen.name);
        let struck = cells.struck.iter().map(|row| u64::from(*row) + 1).collect();
        let mut sheet = Sheet { hides_rows: seen.hides_rows, struck, is_1904, merged, ..chosen };
        let mut lines = cells::Lines::new(sink, limits.bytes.saturating_mul(TEXT), is_1904);
        lines.add(joined.added);
        cells::write_rows(&mut workbook, &sheet.name, &cells, &mut lines)?;
        for below in joined.below {
            let cells = styled(&below.name);
            let begun = lines.begin(below)?;
            sheet.struck.extend(cells.struck.iter().map(|row| begun.line + 1 + u64::from(*row)));
            cells::write_rows(&mut workbook, &begun.name, &cells, &mut lines)?;
            sheet.ended.push(begun);
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
