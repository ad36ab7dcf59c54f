//! One look through the parts of a workbook before it is read: what it really is, whether it unpacks to what memory can hold, and what the
//! reader of workbooks does not tell, such as numbers that are shown with zeros before them.
//!
//! A ZIP archive may claim any size of its parts, so those that will be read are unpacked and counted, and kept nowhere. The reader of
//! workbooks holds the text of an element whole. What bounds it is that neither a cell nor a string nor anything between two tags is longer
//! than [`LONGEST`].

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::str::FromStr;
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use super::source_failed;
use crate::census::cells::is_digits;
use crate::census::reader::ReadError;
use crate::census::source::Refusal;
use crate::census::source::encoding::CHUNK;

/// The most parts of an archive; a workbook has some dozens.
const MOST_PARTS: u16 = 4096;
/// The most bytes of the archive's directory.
const LONGEST_DIRECTORY: u32 = 4 * 1024 * 1024;
/// The most bytes of the strings that sheets share, unpacked, and the most of them: the reader holds them all.
const LONGEST_STRINGS: u64 = 96 * 1024 * 1024;
const MOST_STRINGS: u64 = 3_000_000;
/// The most bytes of every other part, some of which are held whole: styles, names of sheets.
const LONGEST_PART: u64 = 32 * 1024 * 1024;
/// The most merged cells of a workbook: their reader holds them all.
const MOST_MERGED: u64 = 1_000_000;
/// The most bytes of markup of one cell or string: Excel allows 32,767 characters, escaped and in runs of many fonts.
const LONGEST: usize = 1024 * 1024;
/// The most bytes of the names of elements that stand within each other.
const LONGEST_PATH: usize = 1024;
/// The most digits that a format shows, and the most changes between formats down the columns of a workbook: they are all held.
const MOST_ZEROS: usize = 20;
const MOST_RUNS: usize = 2_000_000;

/// What a look at a workbook tells.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Whether a sheet has hidden rows.
    pub(super) hides_rows: bool,
    /// How many merged cells there are.
    pub(super) merged: u64,
    /// Whether days are counted from 1904, as old Macintosh workbooks do it. The workbook's own properties say it. Extensions hold elements of
    /// the same name that say nothing of it, which the reader of workbooks does not tell apart.
    pub(super) is_1904: bool,
    strings: u64,
    /// The digits that each format shows at least, the fonts that are struck through, and the styles that cells name by number.
    formats: HashMap<usize, usize>,
    fonts: Vec<bool>,
    styles: Vec<Style>,
    /// The name and the id of every sheet, and the part of every id.
    sheets: Vec<(String, String)>,
    targets: HashMap<String, String>,
    /// By part.
    cells: HashMap<String, StyledCells>,
    runs: usize,
}

/// What a style tells of the cells that have it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Style {
    /// How many digits it shows at least; 0 where it says nothing of them.
    zeros: usize,
    is_struck: bool,
}

/// What the styles tell of the cells of one sheet; rows and columns are counted from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct StyledCells {
    /// For each column from which row on how many digits are shown.
    zeros: HashMap<u32, Vec<(u32, usize)>>,
    /// The rows with a cell that is struck through.
    pub(super) struck: Vec<u32>,
}

impl StyledCells {
    /// The digits of a whole number with the zeros that its cell shows before them (rules.md#numbers-as-ids).
    pub(super) fn with_zeros(&self, (row, column): (u32, u32), number: String) -> String {
        let runs = self.zeros.get(&column).map_or(&[][..], Vec::as_slice);
        let run = runs.partition_point(|(first, _)| *first <= row).checked_sub(1);
        let zeros = run.map_or(0, |run| runs[run].1);
        if is_digits(&number) { format!("{number:0>zeros$}") } else { number }
    }
}

/// Looks a workbook over, and refuses what is none of the usual kind or unpacks to more than memory holds; `limit` is the most bytes that its
/// sheets may come to.
pub(super) fn look_over<R: Read + Seek>(source: &mut R, limit: u64) -> Result<Facts, ReadError> {
    kind(source)?;
    directory(source)?;
    source.rewind().map_err(ReadError::Io)?;
    let mut archive = ZipArchive::new(source).map_err(broken)?;
    contents(&archive)?;
    let (mut left, mut facts) = (limit, Facts::default());
    let name_of = |name: &str| name.to_ascii_lowercase().replace('\\', "/").trim_start_matches('/').to_owned();
    let mut parts: Vec<(usize, String)> = archive.file_names().map(name_of).enumerate().collect();
    // Cells name their styles.
    parts.sort_by_key(|(_, name)| name != "xl/styles.xml");
    for (index, name) in parts {
        let part = archive.by_index(index).map_err(broken)?;
        if part.encrypted() {
            return Err(Refusal::OldWorkbook.into());
        }
        let is_sheet = name.contains("worksheets/") && name.ends_with(".xml");
        let most = match () {
            () if is_sheet => left,
            () if name.ends_with("sharedstrings.xml") => LONGEST_STRINGS.min(limit),
            () => LONGEST_PART,
        };
        let mut part =
            Bounded { source: BufReader::with_capacity(CHUNK, part), unpacked: 0, most, run: 0, longest: LONGEST };
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            // Pictures and the like; a sheet that is called so is no larger than a part may be.
            part.longest = usize::MAX;
            io::copy(&mut part, &mut io::sink()).map_err(unpacking_failed)?;
            continue;
        }
        let unpacked = facts.read_part(&name, part)?;
        left -= if is_sheet { unpacked } else { 0 };
        if facts.strings > MOST_STRINGS || facts.merged > MOST_MERGED {
            return Err(Refusal::Unpacks(most).into());
        }
    }
    Ok(facts)
}

/// What begins like no ZIP archive is no workbook; an archive of the old kind is one in its old form, or behind a password.
fn kind<R: Read + Seek>(source: &mut R) -> Result<(), ReadError> {
    let mut start = Vec::new();
    source.rewind().map_err(ReadError::Io)?;
    source.take(4).read_to_end(&mut start).map_err(ReadError::Io)?;
    match start.as_slice() {
        [] => Err(Refusal::Empty.into()),
        b"PK\x03\x04" => Ok(()),
        b"\xd0\xcf\x11\xe0" => Err(Refusal::OldWorkbook.into()),
        _ => Err(Refusal::NoWorkbook.into()),
    }
}

/// Refuses an archive whose directory alone would fill the memory. It stands at the end, told by a record before which
/// nothing else is looked at.
fn directory<R: Read + Seek>(source: &mut R) -> Result<(), ReadError> {
    const RECORD: usize = 22;
    let length = source.seek(SeekFrom::End(0)).map_err(ReadError::Io)?;
    let tail = length.min(u64::from(u16::MAX) + RECORD as u64);
    source.seek(SeekFrom::Start(length - tail)).map_err(ReadError::Io)?;
    let mut end = Vec::new();
    source.take(tail).read_to_end(&mut end).map_err(ReadError::Io)?;
    let record = end.windows(RECORD).rev().find(|window| window.starts_with(b"PK\x05\x06")).ok_or(Refusal::Damaged)?;
    let parts = u16::from_le_bytes([record[10], record[11]]);
    let size = u32::from_le_bytes([record[12], record[13], record[14], record[15]]);
    if parts > MOST_PARTS || size > LONGEST_DIRECTORY { Err(Refusal::Damaged.into()) } else { Ok(()) }
}

/// What the archive is, by the names of its parts.
fn contents<R: Read + Seek>(archive: &ZipArchive<R>) -> Result<(), Refusal> {
    let holds =
        |wanted: &str| archive.file_names().any(|name| name.trim_start_matches('/').eq_ignore_ascii_case(wanted));
    match () {
        () if holds("xl/vbaProject.bin") => Err(Refusal::Macros),
        () if holds("xl/workbook.xml") => Ok(()),
        () if holds("xl/workbook.bin") => Err(Refusal::OldWorkbook),
        () => Err(Refusal::NoWorkbook),
    }
}

/// A part that is unpacked within limits: of all its bytes, and of those between two tags.
struct Bounded<R> {
    source: BufReader<R>,
    unpacked: u64,
    most: u64,
    /// How many bytes have come since the last tag.
    run: usize,
    longest: usize,
}

impl<R: Read> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.unpacked > self.most {
            return Err(io::Error::other(Refusal::Unpacks(self.most)));
        }
        if self.run > self.longest {
            return Err(io::Error::other(Refusal::CellTooLong(self.longest)));
        }
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.unpacked += amount as u64;
        self.run = self.run.saturating_add(amount);
        self.source.consume(amount);
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl Facts {
    /// The styled cells of a sheet.
    pub(super) fn take_cells(&mut self, sheet: &str) -> StyledCells {
        let id = self.sheets.iter().find(|(name, _)| name == sheet).map(|(_, id)| id);
        let target = id.and_then(|id| self.targets.get(id)).map(|target| target.to_ascii_lowercase());
        let path = target.map(|target| target.strip_prefix('/').map_or(format!("xl/{target}"), str::to_owned));
        path.and_then(|path| self.cells.remove(&path)).unwrap_or_default()
    }

    /// Follows the markup of a part to its end, and returns how long it is. Elements are properly nested, and neither a cell nor a string is
    /// ever longer than [`LONGEST`].
    fn read_part<R: Read>(&mut self, name: &str, part: Bounded<R>) -> Result<u64, ReadError> {
        let mut xml = Reader::from_reader(part);
        let (mut path, mut inside, mut buffer) = (Vec::new(), None, Vec::new());
        let mut cells = StyledCells::default();
        loop {
            buffer.clear();
            let event = xml.read_event_into(&mut buffer).map_err(markup_failed)?;
            match &event {
                // A type declaration: no workbook has one, and nothing good comes of it.
                Event::DocType(_) => return Err(Refusal::Damaged.into()),
                Event::Eof => break,
                Event::Start(tag) | Event::Empty(tag) => {
                    let is_open = matches!(event, Event::Start(_));
                    let local = tag.local_name();
                    self.see(name, &path, tag)?;
                    self.see_cell(&mut cells, tag, is_open);
                    if is_open {
                        if inside.is_none() && matches!(local.as_ref(), b"c" | b"si") {
                            inside = Some(path.len());
                        }
                        path.push(b'/');
                        path.extend_from_slice(local.as_ref());
                    }
                }
                Event::End(_) => {
                    path.truncate(path.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
                    inside = inside.filter(|outer| *outer < path.len());
                }
                _ => continue,
            }
            if path.len() > LONGEST_PATH || self.runs > MOST_RUNS {
                return Err(Refusal::Damaged.into());
            }
            if inside.is_none() {
                xml.get_mut().run = 0;
            }
        }
        self.cells.insert(name.to_owned(), cells);
        Ok(xml.get_ref().unpacked)
    }

    /// Sees a tag below the elements of a path.
    fn see(&mut self, part: &str, path: &[u8], tag: &BytesStart<'_>) -> Result<(), Refusal> {
        // Room is made for as many strings as their list claims to have.
        let number = |name: &[u8]| value_of(tag, name).and_then(|text| number_of::<usize>(&text));
        let is_claim = |name: &[u8]| number(name).is_some_and(|count| count as u64 > MOST_STRINGS);
        let is_set = |name: &[u8]| value_of(tag, name).is_some_and(|value| matches!(&*value, b"1" | b"true" | b"on"));
        match (path, tag.local_name().as_ref()) {
            (_, b"sst") if is_claim(b"count") || is_claim(b"uniqueCount") => return Err(Refusal::Damaged),
            (_, b"si") => self.strings += 1,
            (_, b"row") => self.hides_rows |= is_set(b"hidden"),
            (_, b"mergeCell") => self.merged += 1,
            (b"/workbook", b"workbookPr") => self.is_1904 = is_set(b"date1904"),
            (b"/workbook/sheets", b"sheet") => self.sheets.extend(text_of(tag, b"name").zip(text_of(tag, b"id"))),
            (b"/Relationships", _) if part == "xl/_rels/workbook.xml.rels" => {
                self.targets.extend(text_of(tag, b"Id").zip(text_of(tag, b"Target")));
            }
            (b"/styleSheet/numFmts", b"numFmt") => {
                let zeros = text_of(tag, b"formatCode").map_or(0, |format| zeros_of(&format));
                self.formats.extend(number(b"numFmtId").map(|id| (id, zeros)));
            }
            (b"/styleSheet/fonts", b"font") => self.fonts.push(false),
            (b"/styleSheet/fonts/font", b"strike") => {
                let is_struck = value_of(tag, b"val").is_none() || is_set(b"val");
                self.fonts.iter_mut().next_back().into_iter().for_each(|font| *font = is_struck);
            }
            (b"/styleSheet/cellXfs", b"xf") => {
                let zeros = number(b"numFmtId").and_then(|id| self.formats.get(&id)).copied().unwrap_or(0);
                let is_struck = number(b"fontId").and_then(|id| self.fonts.get(id)).copied().unwrap_or(false);
                self.styles.push(Style { zeros, is_struck });
            }
            _ => {}
        }
        Ok(())
    }

    /// Sees a cell that says where it stands, where a style of the workbook tells something. Without content a cell is not open.
    fn see_cell(&mut self, cells: &mut StyledCells, tag: &BytesStart<'_>, is_open: bool) {
        let is_cell = tag.local_name().as_ref() == b"c" && self.styles.iter().any(|style| *style != Style::default());
        let place = value_of(tag, b"r").filter(|_| is_cell).and_then(|place| place_of(&place));
        let Some((row, column)) = place else { return };
        let style = value_of(tag, b"s").and_then(|style| self.styles.get(number_of::<usize>(&style)?));
        let style = style.filter(|_| is_open).copied().unwrap_or_default();
        if style.is_struck && cells.struck.last() != Some(&row) {
            cells.struck.push(row);
        }
        let runs = cells.zeros.entry(column).or_default();
        if runs.last().map_or(0, |(_, zeros)| *zeros) != style.zeros {
            runs.push((row, style.zeros));
            self.runs += 1;
        }
    }
}

/// How many digits a format of nothing but zeros shows, as `000000` does.
fn zeros_of(format: &str) -> usize {
    let is_zeros = (2..=MOST_ZEROS).contains(&format.len()) && format.bytes().all(|byte| byte == b'0');
    if is_zeros { format.len() } else { 0 }
}

/// The row and the column, from 0, of a place such as `B7`.
fn place_of(text: &[u8]) -> Option<(u32, u32)> {
    let (letters, digits) = text.split_at(text.iter().position(u8::is_ascii_digit)?);
    let number = |c: &u8| c.is_ascii_alphabetic().then(|| u32::from(c.to_ascii_uppercase() - b'A') + 1);
    let column = letters.iter().try_fold(0_u32, |so_far, c| so_far.checked_mul(26)?.checked_add(number(c)?))?;
    Some((number_of::<u32>(digits)?.checked_sub(1)?, column.checked_sub(1)?))
}

fn number_of<N: FromStr>(text: &[u8]) -> Option<N> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// The text of an attribute, by its name without a prefix.
fn text_of(tag: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let value = value_of(tag, name)?;
    unescape(std::str::from_utf8(&value).ok()?).ok().map(Cow::into_owned)
}

/// The same as it stands in the markup.
fn value_of<'a>(tag: &'a BytesStart<'_>, name: &[u8]) -> Option<Cow<'a, [u8]>> {
    let mut attributes = tag.attributes();
    let found = attributes.with_checks(false).flatten().find(|attribute| attribute.key.local_name().as_ref() == name);
    found.map(|attribute| attribute.value)
}

fn markup_failed(error: quick_xml::Error) -> ReadError {
    match error {
        quick_xml::Error::Io(error) => Arc::into_inner(error).map_or(Refusal::Damaged.into(), unpacking_failed),
        _ => Refusal::Damaged.into(),
    }
}

fn unpacking_failed(error: io::Error) -> ReadError {
    error.downcast::<Refusal>().map_or_else(source_failed, ReadError::from)
}

fn broken(error: ZipError) -> ReadError {
    match error {
        ZipError::Io(error) => source_failed(error),
        _ => Refusal::Damaged.into(),
    }
}

#[cfg(test)]
mod tests;
