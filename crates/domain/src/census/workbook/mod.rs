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
//! Memory is bounded by what [`archive`] lets through, whatever the file claims of itself.

mod archive;
mod cells;

use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};

use self::archive::StyledCells;
use self::cells::{Lines, count_rows, write_rows};
use crate::census::cells::GROWN_UP;
use crate::census::columns::Mapping;
use crate::census::reader::{CensusReader, Item, ReadError, ReadOptions};
use crate::census::source::refusal::Refusal;
pub use crate::census::source::sheet::PeopleSheet;
use crate::census::source::sheet::{Merged, Sheet};
use crate::census::table::heading_cells::holds_date;

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
        let mut workbook = Xlsx::new(source).map_err(refused)?;
        let chosen = choose(&mut workbook, options, is_1904)?;
        let merged = if facts.merged > 0 { merged(&mut workbook, &chosen.name)? } else { Vec::new() };
        let cells = facts.take_cells(&chosen.name);
        let struck = cells.struck.iter().map(|row| u64::from(*row) + 1).collect();
        let sheet = Sheet { hides_rows: facts.hides_rows, struck, is_1904, merged, ..chosen };
        let mut lines = Lines::new(sink, limit.saturating_mul(TEXT), is_1904);
        write_rows(&mut workbook, &sheet.name, &cells, &mut lines, (u32::MAX, u64::MAX))?;
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

/// How much of a sheet is looked at: rows, and bytes of text.
const ROWS: u32 = 120;
const BYTES: u64 = 1024 * 1024;

/// What a look at the beginning of a sheet tells, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    /// There is nothing in it.
    Empty,
    /// No heading is found.
    Other,
    /// A heading with so many known columns, but not those that a census needs, or nobody below it.
    Headed(usize),
    /// A heading with so many known columns, among them all that are required, and somebody below it.
    Census(usize),
}

/// The merged cells of a sheet that cover several rows.
fn merged<R: Read + Seek>(workbook: &mut Xlsx<R>, sheet: &str) -> Result<Vec<Merged>, ReadError> {
    let cells = workbook.merge_cells_by_sheet_name(sheet).map_err(refused)?;
    let several = cells.iter().filter(|cell| cell.end.0 > cell.start.0);
    Ok(several.map(|cell| Merged { line: u64::from(cell.start.0) + 1, column: cell.start.1 as usize }).collect())
}

/// A sheet that was looked at.
struct Seen {
    name: String,
    is_hidden: bool,
    holds_people: bool,
    look: Look,
    /// The row of its heading from 0, and what stands in it.
    heading: Option<(u32, Vec<String>)>,
}

/// Chooses the sheet to read.
fn choose<R: Read + Seek>(workbook: &mut Xlsx<R>, options: &ReadOptions, is_1904: bool) -> Result<Sheet, ReadError> {
    let seen = look_at_all(workbook, options, is_1904)?;
    let chosen = options.chosen_sheet.as_ref();
    let is_chosen = |one: &&Seen| one.holds_people && !one.is_hidden && Some(&one.name) == chosen;
    let by_choice = seen.iter().find(is_chosen);
    // Of equals the first one.
    let best = || seen.iter().rev().filter(|one| !one.is_hidden).max_by_key(|one| (one.holds_people, one.look));
    let census = by_choice.or_else(best).filter(|one| one.look != Look::Empty).ok_or(Refusal::Empty)?;
    let unread = seen.iter().filter(|one| one.holds_people && one.name != census.name);
    let unread: Vec<PeopleSheet> = unread.map(|one| of_people(workbook, one)).collect();
    let mut choices: Vec<PeopleSheet> = unread.iter().filter(|sheet| !sheet.is_hidden).cloned().collect();
    if !choices.is_empty() {
        choices.insert(0, of_people(workbook, census));
    }
    let others = workbook.sheet_names().into_iter().filter(|name| *name != census.name).collect();
    let (name, is_chosen) = (census.name.clone(), by_choice.is_some());
    Ok(Sheet { name, others, choices, is_chosen, unread_people: unread, ..Sheet::default() })
}

/// Describes a sheet with people on it for the question.
fn of_people<R: Read + Seek>(workbook: &mut Xlsx<R>, seen: &Seen) -> PeopleSheet {
    let Seen { name, is_hidden, heading, .. } = seen;
    let rows = count_rows(workbook, name, heading.as_ref().map(|(row, _)| *row));
    let heading = heading.as_ref().map(|(_, cells)| cells.clone()).unwrap_or_default();
    PeopleSheet { name: name.clone(), rows, heading, is_hidden: *is_hidden }
}

/// Looks at every sheet of cells. A hidden one that cannot be read is no reason to refuse the workbook.
fn look_at_all<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    options: &ReadOptions,
    is_1904: bool,
) -> Result<Vec<Seen>, ReadError> {
    let mut seen = Vec::new();
    for sheet in workbook.sheets_metadata().to_vec().into_iter().filter(|sheet| sheet.typ == SheetType::WorkSheet) {
        let is_hidden = sheet.visible != SheetVisible::Visible;
        match look(workbook, sheet.name, options, is_1904) {
            Err(_) if is_hidden => {}
            looked => seen.push(Seen { is_hidden, ..looked? }),
        }
    }
    Ok(seen)
}

fn look<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    name: String,
    options: &ReadOptions,
    is_1904: bool,
) -> Result<Seen, ReadError> {
    let mut text = Vec::new();
    let mut lines = Lines::new(&mut text, 2 * BYTES, is_1904);
    write_rows(workbook, &name, &StyledCells::default(), &mut lines, (ROWS, BYTES))?;
    lines.finish()?;
    if text.is_empty() {
        return Ok(Seen { name, is_hidden: false, holds_people: false, look: Look::Empty, heading: None });
    }
    let sheet = Some(Sheet { name: name.clone(), ..Sheet::default() });
    let options = ReadOptions { remembered: options.remembered.clone(), sheet, ..ReadOptions::default() };
    let (look, heading, names_people) = match CensusReader::open(text.as_slice(), &options) {
        Err(ReadError::Refused(_)) => (Look::Other, None, false),
        Err(error) => return Err(error),
        Ok(reader) => {
            let row = u32::try_from(reader.heading_line().saturating_sub(1)).unwrap_or(u32::MAX);
            let headings = reader.mapping().columns().iter().map(|column| column.heading.clone()).collect();
            let (look, names_people) = judge(reader);
            (look, Some((row, headings)), names_people)
        }
    };
    let holds_people = names_people || std::str::from_utf8(&text).is_ok_and(|text| text.lines().any(tells_birth));
    Ok(Seen { name, is_hidden: false, holds_people, look, heading })
}

/// What the sheet is, and whether it has rows below the heading of a name or a birth date.
fn judge(mut reader: CensusReader<&[u8]>) -> (Look, bool) {
    let known = reader.mapping().columns().iter().filter(|column| column.field.is_some()).count();
    let complete = reader.mapping().missing(false).is_empty();
    let has_rows = reader.by_ref().any(|item| matches!(item, Ok(Item::Row(_))));
    let look = if complete && has_rows { Look::Census(known) } else { Look::Headed(known) };
    (look, has_rows && reader.mapping().columns().iter().any(Mapping::is_of_people))
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
