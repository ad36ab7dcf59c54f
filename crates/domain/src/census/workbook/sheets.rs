//! Chooses the sheet of a workbook that holds the census: the one with people on it whose headings are understood.
//!
//! People on two sheets are a refusal, unless the names of all but one say that the people on them have left or may have. People on a hidden sheet are
//! reported, so that no person is left out in silence.

use std::io::{Read, Seek};
use std::sync::Arc;

use calamine::{Reader as _, SheetType, SheetVisible, Xlsx};

use super::cells::{Lines, write_until};
use super::ended_sheets::{Heading, Joined, is_asked, join};
use super::people::holds_people;
use super::refused;
use super::styles::StyledCells;
use crate::census::reader::{CensusReader, Item, Limits, ReadError, ReadOptions};
use crate::census::source::refusal::Refusal;
use crate::census::source::sheet::{Merged, Sheet};
use crate::census::vocabulary::Remembered;

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

/// What a look at a sheet tells: whether it holds people, and how much of its heading is known.
struct Seen {
    holds_people: bool,
    look: Look,
    heading: Option<Heading>,
}

/// The merged cells of a sheet.
pub(super) fn merged<R: Read + Seek>(workbook: &mut Xlsx<R>, sheet: &str) -> Result<Arc<[Merged]>, ReadError> {
    Ok(Merged::of_sheet(&workbook.merge_cells_by_sheet_name(sheet).map_err(refused)?))
}

/// Refuses sheets below the census whose merged cells hold for several rows: only those of the census itself are filled.
pub(super) fn refuse_merged<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    census: &str,
    joined: &Joined,
) -> Result<(), ReadError> {
    for below in &joined.below {
        let heading_line = u64::from(below.heading_row) + 1;
        if merged(workbook, &below.name)?.iter().any(|cell| cell.holds_for_rows_below(heading_line)) {
            return Err(Refusal::SeveralSheets(format!("'{census}', '{}'", below.name)).into());
        }
    }
    Ok(())
}

/// Chooses the sheet to read, with those of people who have left that stand below it.
pub(super) fn choose<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    remembered: &Remembered,
    is_1904: bool,
) -> Result<(Sheet, Joined), ReadError> {
    let all: Vec<_> = workbook.sheets_metadata().to_vec();
    let mut look = |name: &str| look(workbook, name, remembered, is_1904);
    let mut seen = Vec::new();
    let mut hidden_people = Vec::new();
    for sheet in all.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet) {
        let name = sheet.name.clone();
        if sheet.visible == SheetVisible::Visible {
            seen.push((look(&name)?, name));
        } else if look(&name).is_ok_and(|seen| seen.holds_people) {
            // What nobody sees is no reason to read nothing.
            hidden_people.push(name);
        }
    }
    let peopled = || seen.iter().filter(|(seen, _)| seen.holds_people);
    let (name, joined) = if peopled().count() > 1 {
        let names: Vec<String> = peopled().map(|(_, name)| format!("'{name}'")).collect();
        beside_ended(peopled()).ok_or_else(|| Refusal::SeveralSheets(names.join(", ")))?
    } else {
        // Of equals the first one.
        let best = seen.into_iter().rev().max_by_key(|(seen, _)| (seen.holds_people, seen.look));
        let (_, name) = best.filter(|(seen, _)| seen.look != Look::Empty).ok_or(Refusal::Empty)?;
        (name, Joined::default())
    };
    let is_other = |other: &String| *other != name && joined.below.iter().all(|below| below.name != *other);
    let others = all.into_iter().map(|sheet| sheet.name).filter(is_other).collect();
    Ok((Sheet { name, others, hidden_people, ..Sheet::default() }, joined))
}

/// The only sheet of people who are covered, where all others are of people who have left or may have; every one with a whole heading.
fn beside_ended<'a>(peopled: impl Iterator<Item = &'a (Seen, String)>) -> Option<(String, Joined)> {
    let (mut census, mut ended) = (None, Vec::new());
    for (seen, name) in peopled {
        let heading = seen.heading.clone().filter(|_| matches!(seen.look, Look::Census(_)))?;
        match is_asked(name) {
            true => ended.push((name.clone(), heading)),
            false if census.is_none() => census = Some((name.clone(), heading)),
            false => return None,
        }
    }
    let (name, heading) = census?;
    Some((name, join(&heading, &ended)?))
}

fn look<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    name: &str,
    remembered: &Remembered,
    is_1904: bool,
) -> Result<Seen, ReadError> {
    let mut text = Vec::new();
    let mut lines = Lines::new(&mut text, 2 * BYTES, is_1904);
    write_until(workbook, name, &StyledCells::default(), &mut lines, |row, bytes| row >= ROWS || bytes >= BYTES)?;
    lines.finish()?;
    if text.is_empty() {
        return Ok(Seen { holds_people: false, look: Look::Empty, heading: None });
    }
    let sheet = Some(Sheet { name: name.to_owned(), ..Sheet::default() });
    let options =
        ReadOptions { limits: Limits::default(), remembered: remembered.clone(), sheet, ..ReadOptions::default() };
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
    Ok(Seen { holds_people, look, heading })
}

fn judge(mut reader: CensusReader<&[u8]>) -> Look {
    let known = reader.mapping().columns().iter().filter(|column| column.field.is_some()).count();
    let complete = reader.mapping().missing(false).is_empty();
    let somebody = reader.by_ref().any(|item| matches!(item, Ok(Item::Row(_))));
    if complete && somebody { Look::Census(known) } else { Look::Headed(known) }
}
