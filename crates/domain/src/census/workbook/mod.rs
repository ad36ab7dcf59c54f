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
//!   Behind the name of a remembered choice stand the names of the sheets with people at that time, one a line. A workbook with another such
//!   sheet asks again.
//! - [`Sheet::choices`] names the sheets to choose from, each with its rows and its heading, the one that is read first. It is blank where the
//!   workbook leaves no choice.
//! - [`Sheet::is_asked`] says that the choice is still to be made. The text is then that of the best sheet, for Map Data to show. The reader
//!   reports [`IssueKind::SheetChoice`](crate::census::IssueKind::SheetChoice), an error of the file, so that nothing is imported.
//! - [`Sheet::is_chosen`] says that the choice was made. [`Sheet::choices`] stays, so that the person can choose another sheet.
//! - [`Sheet::unread_people`] names the sheets whose people are not read. The reader reports them with the number of their rows:
//!   `unread_sheet`, and `hidden_sheet` of those that are hidden.
//!
//! Memory is bounded by what [`archive`] lets through, whatever the file claims of itself.

mod archive;

use std::collections::BTreeSet;
use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, ExcelDateTime, ExcelDateTimeType, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};

use self::archive::StyledCells;
use crate::census::cells::GROWN_UP;
use crate::census::columns::Mapping;
use crate::census::reader::{CensusReader, Item, ReadError, ReadOptions};
pub use crate::census::source::sheet::PeopleSheet;
use crate::census::source::{LONGEST_ROW, Refusal, Sheet};
use crate::census::table::holds_date;

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
    let mut facts = archive::look_over(&mut source, limit.saturating_mul(UNPACKED))?;
    source.rewind().map_err(ReadError::Io)?;
    let unpack = || {
        let is_1904 = facts.is_1904;
        let mut workbook = Workbook { source: Xlsx::new(source).map_err(refused)?, is_1904 };
        let chosen = workbook.choose(options)?;
        let merged = if facts.merged > 0 { workbook.merged(&chosen.name)? } else { Vec::new() };
        let cells = facts.take_cells(&chosen.name);
        let struck = cells.struck.iter().map(|row| u64::from(*row) + 1).collect();
        let sheet = Sheet { hides_rows: facts.hides_rows, struck, is_1904, merged, ..chosen };
        let mut lines = Lines::new(sink, limit.saturating_mul(TEXT));
        workbook.write_rows(&sheet.name, &cells, &mut lines, (u32::MAX, u64::MAX))?;
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
        XlsxError::Password => Refusal::OldWorkbook.into(),
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

/// How much of a sheet is looked at: rows, and bytes of text.
const ROWS: u32 = 120;
const BYTES: u64 = 1024 * 1024;

/// A sheet that was looked at and holds something.
struct Seen {
    /// Its name and its heading. The rows are not counted yet.
    sheet: PeopleSheet,
    /// The row of its heading from 0.
    heading_row: Option<u32>,
    holds_people: bool,
    /// Whether a heading with rows below it names all that a census needs, and how many columns are known.
    rank: (bool, usize),
}

/// A workbook that is open.
struct Workbook<R> {
    source: Xlsx<R>,
    /// Whether its days are counted from 1904.
    is_1904: bool,
}

impl<R: Read + Seek> Workbook<R> {
    /// The first lines of the merged cells of a sheet that cover several rows.
    fn merged(&mut self, sheet: &str) -> Result<Vec<u64>, ReadError> {
        let cells = self.source.merge_cells_by_sheet_name(sheet).map_err(refused)?;
        let several = cells.iter().filter(|cell| cell.end.0 > cell.start.0);
        let lines: BTreeSet<u64> = several.map(|cell| u64::from(cell.start.0) + 1).collect();
        Ok(lines.into_iter().collect())
    }

    /// Chooses the sheet to read. A hidden one that cannot be read is no reason to refuse the workbook.
    fn choose(&mut self, options: &ReadOptions) -> Result<Sheet, ReadError> {
        let mut seen = Vec::new();
        for sheet in
            self.source.sheets_metadata().to_vec().into_iter().filter(|sheet| sheet.typ == SheetType::WorkSheet)
        {
            let is_hidden = sheet.visible != SheetVisible::Visible;
            let named = PeopleSheet { name: sheet.name, is_hidden, ..PeopleSheet::default() };
            match self.look(named, options) {
                Err(_) if is_hidden => {}
                looked => seen.extend(looked?),
            }
        }
        let shown = || seen.iter().filter(|one| !one.sheet.is_hidden);
        // A remembered choice names the sheets with people that the workbook had then, one a line behind the chosen one.
        let chosen: Vec<&str> = options.chosen_sheet.iter().flat_map(|sheet| sheet.lines()).collect();
        let by_choice = shown().find(|one| one.holds_people && chosen.first() == Some(&one.sheet.name.as_str()));
        // Of equals the first one.
        let best = || shown().rev().max_by_key(|one| (one.holds_people, one.rank));
        let census = by_choice.or_else(best).ok_or(Refusal::Empty)?;
        let name = census.sheet.name.clone();
        let unread = seen.iter().filter(|one| one.holds_people && one.sheet.name != name);
        let unread_people: Vec<PeopleSheet> = unread.map(|one| self.counted(one)).collect();
        let mut choices: Vec<PeopleSheet> = unread_people.iter().filter(|sheet| !sheet.is_hidden).cloned().collect();
        if !choices.is_empty() {
            choices.insert(0, self.counted(census));
        }
        let others = self.source.sheet_names().into_iter().filter(|other| *other != name).collect();
        let are_known = || choices.iter().all(|sheet| chosen.contains(&sheet.name.as_str()));
        let is_chosen = by_choice.is_some() && (chosen.len() < 2 || are_known());
        Ok(Sheet { name, others, choices, is_chosen, unread_people, ..Sheet::default() })
    }

    /// Looks at the beginning of a sheet; `None` of one with nothing in it.
    fn look(&mut self, sheet: PeopleSheet, options: &ReadOptions) -> Result<Option<Seen>, ReadError> {
        let mut text = Vec::new();
        let mut lines = Lines::new(&mut text, 2 * BYTES);
        self.write_rows(&sheet.name, &StyledCells::default(), &mut lines, (ROWS, BYTES))?;
        lines.finish()?;
        if text.is_empty() {
            return Ok(None);
        }
        let as_text = Some(Sheet { name: sheet.name.clone(), ..Sheet::default() });
        let options = ReadOptions { remembered: options.remembered.clone(), sheet: as_text, ..ReadOptions::default() };
        let holds_people = std::str::from_utf8(&text).is_ok_and(|text| text.lines().any(tells_birth));
        let mut seen = Seen { sheet, heading_row: None, holds_people, rank: (false, 0) };
        match CensusReader::open(text.as_slice(), &options) {
            Err(ReadError::Refused(_)) => {}
            Err(error) => return Err(error),
            Ok(mut reader) => {
                let mut has_rows = false;
                while !has_rows && let Ok(Some(item)) = reader.next_item() {
                    has_rows = matches!(item, Item::Row(_));
                }
                let columns = reader.mapping().columns();
                seen.heading_row = u32::try_from(reader.heading_line().saturating_sub(1)).ok();
                seen.sheet.heading = columns.iter().map(|column| column.heading.clone()).collect();
                let known = columns.iter().filter(|column| column.field.is_some()).count();
                seen.rank = (has_rows && reader.mapping().missing(false).is_empty(), known);
                seen.holds_people |= has_rows && columns.iter().any(Mapping::is_of_people);
            }
        }
        Ok(Some(seen))
    }

    /// Describes a sheet for the question: how many rows hold something behind its heading, or in all. Of a damaged sheet the rows count that can
    /// be read.
    fn counted(&mut self, Seen { sheet, heading_row, .. }: &Seen) -> PeopleSheet {
        let (mut rows, mut last) = (0, *heading_row);
        let mut reader = self.source.worksheet_cells_reader(&sheet.name).ok();
        while let Some(Ok(Some(cell))) = reader.as_mut().map(|reader| reader.next_cell()) {
            let row = cell.get_position().0;
            if last.is_none_or(|last| row > last) && *cell.get_value() != DataRef::Empty {
                (rows, last) = (rows + 1, Some(row));
            }
        }
        PeopleSheet { rows, ..sheet.clone() }
    }

    /// Writes the rows of a sheet, of its beginning so many rows and bytes at most.
    fn write_rows(
        &mut self,
        sheet: &str,
        styled: &StyledCells,
        lines: &mut Lines<impl Write>,
        most: (u32, u64),
    ) -> Result<(), ReadError> {
        let mut reader = self.source.worksheet_cells_reader(sheet).map_err(refused)?;
        while let Some(cell) = reader.next_cell_with_formula_metadata().map_err(refused)? {
            if cell.pos.0 >= most.0 || lines.bytes >= most.1 {
                break;
            }
            let text = match (&cell.value, &cell.formula) {
                (DataRef::Empty, Some(_)) => UNSAVED.to_owned(),
                (DataRef::Int(_) | DataRef::Float(_), _) => {
                    styled.with_zeros(cell.pos, shown(&cell.value, self.is_1904))
                }
                (value, _) => shown(value, self.is_1904),
            };
            lines.cell(cell.pos, text)?;
        }
        Ok(())
    }
}

/// Whether a line of a sheet may be a person's: words stand beside the birth date of an adult, under whatever heading.
fn tells_birth(line: &str) -> bool {
    let cells = || line.split(',').map(|cell| cell.trim_matches('"'));
    let is_birth = |cell: &str| {
        let year = cell.split(['/', '-', '.']).filter(|part| part.len() == 4).find_map(|part| part.parse::<i32>().ok());
        holds_date(cell) && year.is_some_and(|year| year <= GROWN_UP)
    };
    let words = cells().flat_map(str::split_whitespace).filter(|word| word.starts_with(char::is_alphabetic));
    cells().any(is_birth) && words.count() > 1
}

/// The largest sheet of Excel, in rows and columns.
const MOST_ROWS: u32 = 1_048_576;
const MOST_COLUMNS: u32 = 16_384;

/// Writes the lines of a sheet: one for each row up to the last that holds something.
struct Lines<W> {
    sink: W,
    /// How many lines are written.
    written: u32,
    bytes: u64,
    limit: u64,
    row: u32,
    cells: Vec<(u32, String)>,
    length: usize,
    text: String,
}

impl<W: Write> Lines<W> {
    /// Of at most `limit` bytes.
    fn new(sink: W, limit: u64) -> Self {
        Self { sink, written: 0, bytes: 0, limit, row: 0, cells: Vec::new(), length: 0, text: String::new() }
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
        self.text.extend((self.written..self.row).map(|_| '\n'));
        self.cells.sort_by_key(|(column, _)| *column);
        let mut column = 0;
        for (place, cell) in self.cells.drain(..) {
            self.text.extend((column..place).map(|_| ','));
            column = place;
            quote(&cell, &mut self.text);
        }
        self.text.push('\n');
        self.written = self.row + 1;
        self.bytes += self.text.len() as u64;
        if self.bytes > self.limit {
            return Err(Refusal::Unpacks(self.limit).into());
        }
        self.sink.write_all(self.text.as_bytes()).map_err(ReadError::Io)
    }

    /// Writes what is left.
    fn finish(mut self) -> Result<(), ReadError> {
        self.end_row()?;
        self.sink.flush().map_err(ReadError::Io)
    }
}

/// What stands for a formula whose result was not saved with it, as programs that only write workbooks leave it: the row reports it as a formula in a
/// text is, and not taken for a blank.
const UNSAVED: &str = "=(formula)";

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
        text += &format!(" {hour:02}:{minute:02}:{second:02}");
    }
    text
}

/// Adds a cell, in quotes where it needs them.
fn quote(cell: &str, line: &mut String) {
    match cell.contains(['"', ',']) || cell.starts_with(' ') {
        true => *line += &format!("\"{}\"", cell.replace('"', "\"\"")),
        false => line.push_str(cell),
    }
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
