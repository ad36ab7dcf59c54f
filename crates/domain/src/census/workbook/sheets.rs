//! Which sheet of a workbook holds the census: the one with people on it whose headings are understood. People on two sheets are a refusal, and
//! those on a hidden one are told, so that nobody is left out in silence.

use std::io::{Read, Seek};
use std::sync::Arc;

use calamine::{Reader as _, SheetType, SheetVisible, Xlsx};

use super::cells::{Lines, write_until};
use super::people::holds_people;
use super::{Merged, Sheet, refused};
use crate::census::columns::Remembered;
use crate::census::records::{CensusReader, Item, Limits, ReadError, ReadOptions};
use crate::census::refusal::Refusal;

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
type Seen = (bool, Look);

/// The merged cells of a sheet.
pub(super) fn merged<R: Read + Seek>(workbook: &mut Xlsx<R>, sheet: &str) -> Result<Arc<[Merged]>, ReadError> {
    Ok(Merged::of_sheet(&workbook.merge_cells_by_sheet_name(sheet).map_err(refused)?))
}

/// Chooses the sheet to read.
pub(super) fn choose<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    remembered: &Remembered,
    is_1904: bool,
) -> Result<Sheet, ReadError> {
    let all: Vec<_> = workbook.sheets_metadata().to_vec();
    let mut look = |name: &str| look(workbook, name, remembered, is_1904);
    let mut seen = Vec::new();
    let mut hidden_people = Vec::new();
    for sheet in all.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet) {
        let name = sheet.name.clone();
        if sheet.visible == SheetVisible::Visible {
            seen.push((look(&name)?, name));
        } else if look(&name).is_ok_and(|(holds_people, _)| holds_people) {
            // What nobody sees is no reason to read nothing.
            hidden_people.push(name);
        }
    }
    let peopled: Vec<String> =
        seen.iter().filter(|((holds_people, _), _)| *holds_people).map(|(_, name)| format!("'{name}'")).collect();
    if peopled.len() > 1 {
        return Err(Refusal::SeveralSheets(peopled.join(", ")).into());
    }
    // Of equals the first one.
    let best = seen.into_iter().rev().max_by_key(|(seen, _)| *seen);
    let (_, name) = best.filter(|((_, look), _)| *look != Look::Empty).ok_or(Refusal::Empty)?;
    let others = all.into_iter().map(|sheet| sheet.name).filter(|other| *other != name).collect();
    Ok(Sheet { name, others, hidden_people, ..Sheet::default() })
}

fn look<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    name: &str,
    remembered: &Remembered,
    is_1904: bool,
) -> Result<Seen, ReadError> {
    let mut text = Vec::new();
    let mut lines = Lines::new(&mut text, 2 * BYTES, is_1904);
    write_until(workbook, name, &mut lines, |row, bytes| row >= ROWS || bytes >= BYTES)?;
    lines.finish()?;
    if text.is_empty() {
        return Ok((false, Look::Empty));
    }
    let sheet = Some(Sheet { name: name.to_owned(), ..Sheet::default() });
    let options =
        ReadOptions { limits: Limits::default(), remembered: remembered.clone(), sheet, ..ReadOptions::default() };
    let look = match CensusReader::open(text.as_slice(), &options) {
        Err(ReadError::Refused(_)) => Look::Other,
        Err(error) => return Err(error),
        Ok(reader) => judge(reader),
    };
    let holds_people = matches!(look, Look::Census(_)) || std::str::from_utf8(&text).is_ok_and(holds_people);
    Ok((holds_people, look))
}

fn judge(mut reader: CensusReader<&[u8]>) -> Look {
    let known = reader.mapping().columns().iter().filter(|column| column.field.is_some()).count();
    let complete = reader.mapping().missing(false).is_empty();
    let somebody = reader.by_ref().any(|item| matches!(item, Ok(Item::Row(_))));
    if complete && somebody { Look::Census(known) } else { Look::Headed(known) }
}
