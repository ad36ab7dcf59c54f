//! Chooses the sheet of a workbook that holds the census: the one that a person has chosen, or the only one with people on it.
//!
//! A sheet named for people who have left, or may have, stands below the census. Where other sheets hold people too, the best is read and a
//! person is asked ([`Sheet::is_asked`]). People on sheets that are not read are counted.

use std::io::{Read, Seek};
use std::sync::Arc;

use calamine::{Reader as _, SheetType, SheetVisible, Xlsx};

use super::cells::{Lines, count_rows, write_until};
use super::ended_sheets::{Heading, Joined, is_asked, is_read_alike, join};
use super::people::holds_people;
use super::refused;
use super::styles::StyledCells;
use crate::census::reader::{CensusReader, Item, ReadError, ReadOptions};
use crate::census::source::refusal::Refusal;
use crate::census::source::sheet::{Merged, PeopleSheet, Sheet};

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

/// Opens a workbook that was inspected.
pub(super) fn open<R: Read + Seek>(source: R) -> Result<Xlsx<R>, ReadError> {
    Xlsx::new(source).map_err(refused)
}

/// The merged cells of a sheet.
pub(super) fn merged<R: Read + Seek>(workbook: &mut Xlsx<R>, sheet: &str) -> Result<Arc<[Merged]>, ReadError> {
    Ok(Merged::of_sheet(&workbook.merge_cells_by_sheet_name(sheet).map_err(refused)?))
}

/// A sheet that was looked at.
struct Seen {
    name: String,
    is_hidden: bool,
    holds_people: bool,
    look: Look,
    heading: Option<Heading>,
}

impl Seen {
    /// Its heading, where it has all columns that a census needs.
    fn whole_heading(&self) -> Option<&Heading> {
        self.heading.as_ref().filter(|_| matches!(self.look, Look::Census(_)))
    }

    /// The order in which sheets are proposed: a sheet of people who have left comes behind any other with people on it.
    fn rank(&self) -> (bool, bool, Look) {
        (self.holds_people, self.holds_people && !is_asked(&self.name), self.look)
    }
}

/// Chooses the sheet to read, with those of people who have left that stand below it. `merges_cells` says that a sheet has merged cells.
pub(super) fn choose<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    options: &ReadOptions,
    (is_1904, merges_cells): (bool, bool),
) -> Result<(Sheet, Joined), ReadError> {
    let seen = look_at_all(workbook, options, is_1904)?;
    let chosen = options.chosen_sheet.as_ref();
    let is_chosen = |one: &&Seen| one.holds_people && !one.is_hidden && Some(&one.name) == chosen;
    let by_choice = seen.iter().find(is_chosen);
    // Of equals the first one.
    let best = || seen.iter().rev().filter(|one| !one.is_hidden).max_by_key(|one| one.rank());
    let census = by_choice.or_else(best).filter(|one| one.look != Look::Empty).ok_or(Refusal::Empty)?;
    // Of sheets of people who have left alone, only a person says which one is the census.
    let joins = by_choice.is_some() || !is_asked(&census.name);
    let (mut ended, mut unread) = (Vec::new(), Vec::new());
    for one in seen.iter().filter(|one| one.holds_people && one.name != census.name) {
        let below = if joins { heading_below(workbook, census, one, merges_cells)? } else { None };
        match below {
            Some(heading) => ended.push((one.name.clone(), heading.clone())),
            None => unread.push(of_people(workbook, one)),
        }
    }
    let joined = match census.whole_heading() {
        Some(heading) if !ended.is_empty() => join(heading, &ended),
        _ => Joined::default(),
    };
    let mut choices: Vec<PeopleSheet> = unread.iter().filter(|sheet| !sheet.is_hidden).cloned().collect();
    if !choices.is_empty() {
        choices.insert(0, of_people(workbook, census));
    }
    let is_read = |name: &String| *name == census.name || ended.iter().any(|(other, _)| other == name);
    let others = workbook.sheet_names().into_iter().filter(|name| !is_read(name)).collect();
    let (name, is_chosen) = (census.name.clone(), by_choice.is_some());
    Ok((Sheet { name, others, choices, is_chosen, unread_people: unread, ..Sheet::default() }, joined))
}

/// The heading of a sheet that stands below the census: its name says that its people have left, or may have, and it is read as the census is.
/// Only merged cells of the census are filled, so that a sheet with others does not stand there.
fn heading_below<'a, R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    census: &Seen,
    one: &'a Seen,
    merges_cells: bool,
) -> Result<Option<&'a Heading>, ReadError> {
    let Some((whole, heading)) = census.whole_heading().zip(one.whole_heading()) else { return Ok(None) };
    if one.is_hidden || !is_asked(&one.name) || !is_read_alike(&whole.mapping, &heading.mapping) {
        return Ok(None);
    }
    let line = u64::from(heading.row) + 1;
    let is_merged = merges_cells && merged(workbook, &one.name)?.iter().any(|cell| cell.holds_for_rows_below(line));
    Ok(Some(heading).filter(|_| !is_merged))
}

/// Describes a sheet with people on it for the question.
fn of_people<R: Read + Seek>(workbook: &mut Xlsx<R>, seen: &Seen) -> PeopleSheet {
    let headings = |heading: &Heading| heading.mapping.columns().iter().map(|column| column.heading.clone()).collect();
    let Seen { name, is_hidden, heading, .. } = seen;
    let rows = count_rows(workbook, name, heading.as_ref().map(|heading| heading.row));
    let heading = heading.as_ref().map(headings).unwrap_or_default();
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
    write_until(workbook, &name, &StyledCells::default(), &mut lines, |row, bytes| row >= ROWS || bytes >= BYTES)?;
    lines.finish()?;
    if text.is_empty() {
        return Ok(Seen { name, is_hidden: false, holds_people: false, look: Look::Empty, heading: None });
    }
    let sheet = Some(Sheet { name: name.clone(), ..Sheet::default() });
    let options = ReadOptions { remembered: options.remembered.clone(), sheet, ..ReadOptions::default() };
    let (look, heading) = match CensusReader::open(text.as_slice(), &options) {
        Err(ReadError::Refused(_)) => (Look::Other, None),
        Err(error) => return Err(error),
        Ok(reader) => {
            let row = u32::try_from(reader.heading_line().saturating_sub(1)).unwrap_or(u32::MAX);
            let heading = Heading { row, mapping: reader.mapping().clone() };
            (judge(reader), Some(heading))
        }
    };
    let holds_people = matches!(look, Look::Census(_)) || std::str::from_utf8(&text).is_ok_and(holds_people);
    Ok(Seen { name, is_hidden: false, holds_people, look, heading })
}

fn judge(mut reader: CensusReader<&[u8]>) -> Look {
    let known = reader.mapping().columns().iter().filter(|column| column.field.is_some()).count();
    let complete = reader.mapping().missing(false).is_empty();
    let somebody = reader.by_ref().any(|item| matches!(item, Ok(Item::Row(_))));
    if complete && somebody { Look::Census(known) } else { Look::Headed(known) }
}
