//! The cells of a sheet to lines of comma-separated text.

use std::fmt::Write as _;
use std::io::{Read, Seek, Write};

use calamine::{DataRef, ExcelDateTime, ExcelDateTimeType, Xlsx, XlsxFormulaMetadata};

use super::archive::StyledCells;
use super::refused;
use crate::census::people::leftovers::is_formula;
use crate::census::reader::ReadError;
use crate::census::source::lines::LONGEST_ROW;
use crate::census::source::refusal::Refusal;

/// The largest sheet of Excel, in rows and columns.
const MOST_ROWS: u32 = 1_048_576;
const MOST_COLUMNS: u32 = 16_384;

/// Writes the lines of a sheet: one for each row up to the last that holds something.
pub(super) struct Lines<W> {
    sink: W,
    /// How many lines are written.
    written: u32,
    bytes: u64,
    limit: u64,
    row: u32,
    cells: Vec<(u32, String)>,
    length: usize,
    text: String,
    /// Whether days are counted from 1904.
    is_1904: bool,
}

impl<W: Write> Lines<W> {
    /// Of at most `limit` bytes, of a workbook whose days are counted from 1904 or from 1900.
    pub(super) fn new(sink: W, limit: u64, is_1904: bool) -> Self {
        Self { sink, written: 0, bytes: 0, limit, row: 0, cells: Vec::new(), length: 0, text: String::new(), is_1904 }
    }

    /// Adds a cell; rows come in order, the cells of a row in any.
    fn cell(&mut self, (row, column): (u32, u32), text: String) -> Result<(), ReadError> {
        if row >= MOST_ROWS || column >= MOST_COLUMNS || row < self.row {
            return Err(Refusal::Damaged.into());
        }
        if row != self.row {
            self.end_row()?;
            self.row = row;
        }
        self.length += text.len() + 3;
        if self.length > LONGEST_ROW {
            return Err(Refusal::LineTooLong { line: u64::from(row) + 1, limit: LONGEST_ROW }.into());
        }
        if !text.is_empty() {
            self.cells.push((column, text));
        }
        Ok(())
    }

    /// Writes the row that has been collected, and an empty line for each row above it that holds nothing.
    fn end_row(&mut self) -> Result<(), ReadError> {
        self.length = 0;
        if self.cells.is_empty() {
            return Ok(());
        }
        self.text.clear();
        for _ in self.written..self.row {
            self.text.push('\n');
        }
        self.cells.sort_by_key(|(column, _)| *column);
        let mut column = 0;
        for (place, cell) in self.cells.drain(..) {
            for _ in column..place {
                self.text.push(',');
            }
            column = place;
            quote(&cell, &mut self.text);
        }
        self.text.push('\n');
        self.written = self.row + 1;
        self.bytes += self.text.len() as u64;
        if self.bytes > self.limit {
            return Err(Refusal::Unpacks { limit: self.limit }.into());
        }
        self.sink.write_all(self.text.as_bytes()).map_err(ReadError::Io)
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> Result<(), ReadError> {
        self.end_row()?;
        self.sink.flush().map_err(ReadError::Io)
    }
}

/// Writes the rows of a sheet, of its beginning so many rows and bytes at most.
pub(super) fn write_rows<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    sheet: &str,
    styled: &StyledCells,
    lines: &mut Lines<impl Write>,
    most: (u32, u64),
) -> Result<(), ReadError> {
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(refused)?;
    while let Some(cell) = reader.next_cell_with_formula_metadata().map_err(refused)? {
        if cell.pos.0 >= most.0 || lines.bytes >= most.1 {
            break;
        }
        let text = match (&cell.value, &cell.formula) {
            (DataRef::Empty, Some(formula)) => unsaved(formula),
            (DataRef::Int(_) | DataRef::Float(_), _) => styled.with_zeros(cell.pos, shown(&cell.value, lines.is_1904)),
            (value, _) => shown(value, lines.is_1904),
        };
        lines.cell(cell.pos, text)?;
    }
    Ok(())
}

/// How many rows of a sheet hold something, behind a row (from 0) or in all. Of a damaged sheet the rows count that can be read.
pub(super) fn count_rows<R: Read + Seek>(workbook: &mut Xlsx<R>, sheet: &str, behind: Option<u32>) -> u64 {
    let Ok(mut reader) = workbook.worksheet_cells_reader(sheet) else { return 0 };
    let (mut rows, mut last) = (0, behind);
    while let Ok(Some(cell)) = reader.next_cell() {
        let row = cell.get_position().0;
        if last.is_none_or(|last| row > last) && *cell.get_value() != DataRef::Empty {
            (rows, last) = (rows + 1, Some(row));
        }
    }
    rows
}

/// A formula whose result was not saved with it, as programs that only write workbooks leave it: it stands there as a formula does in a
/// text, so that it is told and not taken for a blank.
fn unsaved(formula: &XlsxFormulaMetadata) -> String {
    let text = match formula {
        XlsxFormulaMetadata::Normal { formula } | XlsxFormulaMetadata::Shared { formula, .. } => formula.as_str(),
        _ => "",
    };
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let whole = format!("={text}");
    if is_formula(&whole) { whole } else { format!("=({text})") }
}

/// The text of a value, without line ends and other control characters.
fn shown(value: &DataRef<'_>, is_1904: bool) -> String {
    let text = match value {
        DataRef::Empty => return String::new(),
        DataRef::String(text) => text.as_str(),
        DataRef::SharedString(text) => text,
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.as_str(),
        DataRef::Int(number) => return number.to_string(),
        DataRef::Float(number) => return number_text(*number),
        DataRef::Bool(yes) => return if *yes { "TRUE" } else { "FALSE" }.to_owned(),
        DataRef::DateTime(moment) => return moment_text(moment, is_1904),
        DataRef::Error(error) => return error.to_string(),
    };
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The first whole number that stands for more than one number of a sheet, which keeps 53 bits of each.
const FIRST_ROUNDED: f64 = 9_007_199_254_740_992.0;

/// The digits of a number: ids and phones are numbers to a spreadsheet. One that is too long to be exact has the exponent by which rounded
/// ids are known, so that two ids never become one in silence (rules.md#numbers-as-ids).
fn number_text(number: f64) -> String {
    if number.abs() < FIRST_ROUNDED { format!("{number}") } else { format!("{number:E}").replacen('E', "E+", 1) }
}

/// The day of a date cell, and its time when it has one; a time without a day stays a number. The reader of workbooks may be wrong about
/// the day they count from.
fn moment_text(moment: &ExcelDateTime, is_1904: bool) -> String {
    let days = moment.as_f64();
    if !moment.is_datetime() || days < 1.0 {
        return number_text(days);
    }
    let moment = ExcelDateTime::new(days, ExcelDateTimeType::DateTime, is_1904);
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let mut text = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) != (0, 0, 0) {
        // Writing to a string cannot fail.
        let _ = write!(text, " {hour:02}:{minute:02}:{second:02}");
    }
    text
}

/// Adds a cell, in quotes where it needs them.
fn quote(cell: &str, line: &mut String) {
    if !cell.contains(['"', ',']) && !cell.starts_with(' ') {
        line.push_str(cell);
        return;
    }
    line.push('"');
    line.push_str(&cell.replace('"', "\"\""));
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::people::leftovers::is_rounded;

    #[test]
    fn numbers_that_cannot_be_exact_are_told_as_rounded() {
        for (number, text, rounded) in [
            (4711.0, "4711", false),
            (0.5, "0.5", false),
            (-3.0, "-3", false),
            (9_007_199_254_740_991.0, "9007199254740991", false),
            (9_007_199_254_740_992.0, "9.007199254740992E+15", true),
            (18_446_744_073_709_551_617.0, "1.8446744073709552E+19", true),
            (1e300, "1E+300", true),
        ] {
            assert_eq!(number_text(number), text);
            assert_eq!(is_rounded(text), rounded, "{text}");
        }
    }
}
