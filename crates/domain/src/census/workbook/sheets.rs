//! Which sheet of a workbook holds the census: the one whose headings are understood. Hidden sheets are not looked at, and
//! people on two sheets are a refusal, so that nobody is left out in silence.

use std::io::{Read, Seek};

use calamine::{Reader as _, SheetType, SheetVisible, Xlsx};

use super::cells::{Lines, write_until};
use super::{Sheet, refused};
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

/// Chooses the sheet to read.
pub(super) fn choose<R: Read + Seek>(workbook: &mut Xlsx<R>, remembered: &Remembered) -> Result<Sheet, ReadError> {
    let all: Vec<_> = workbook.sheets_metadata().to_vec();
    let mut looks = Vec::new();
    for sheet in &all {
        if sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible {
            looks.push((look(workbook, &sheet.name, remembered)?, sheet.name.clone()));
        }
    }
    let census: Vec<_> = looks.iter().filter(|(look, _)| matches!(look, Look::Census(_))).collect();
    if census.len() > 1 {
        let names: Vec<String> = census.iter().map(|(_, name)| format!("'{name}'")).collect();
        return Err(Refusal::SeveralSheets(names.join(", ")).into());
    }
    // Of equals the first one.
    let best = looks.into_iter().rev().max_by_key(|(look, _)| *look);
    let (_, name) = best.filter(|(look, _)| *look != Look::Empty).ok_or(Refusal::Empty)?;
    let others = all.into_iter().map(|sheet| sheet.name).filter(|other| *other != name).collect();
    Ok(Sheet { name, others })
}

fn look<R: Read + Seek>(workbook: &mut Xlsx<R>, name: &str, remembered: &Remembered) -> Result<Look, ReadError> {
    let mut text = Vec::new();
    let mut lines = Lines::new(&mut text, 2 * BYTES);
    write_until(workbook, name, &mut lines, |row, bytes| row >= ROWS || bytes >= BYTES)?;
    lines.finish()?;
    if text.is_empty() {
        return Ok(Look::Empty);
    }
    let sheet = Some(Sheet { name: name.to_owned(), others: Vec::new() });
    let options = ReadOptions { limits: Limits::default(), remembered: remembered.clone(), heading_line: None, sheet };
    match CensusReader::open(text.as_slice(), &options) {
        Err(ReadError::Refused(_)) => Ok(Look::Other),
        Err(error) => Err(error),
        Ok(reader) => Ok(judge(reader)),
    }
}

fn judge(mut reader: CensusReader<&[u8]>) -> Look {
    let known = reader.mapping().columns().iter().filter(|column| column.field.is_some()).count();
    let complete = reader.mapping().missing(false).is_empty();
    let somebody = reader.by_ref().any(|item| matches!(item, Ok(Item::Row(_))));
    if complete && somebody { Look::Census(known) } else { Look::Headed(known) }
}
