//! What a workbook tells of its cells and the reader of workbooks does not: numbers that are shown with zeros before them, rows that are struck
//! through, and the day from which days are counted.
//!
//! A sheet is read once more for its styles only where the workbook has such a style.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Seek};
use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::census::reader::ReadError;
use crate::census::source::refusal::Refusal;

/// The most digits that a format shows.
const MOST_ZEROS: usize = 20;
/// The most ranges of one format of a workbook: they are all held.
const MOST_RANGES: usize = 2_000_000;

/// One of the styles that cells name by number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Style {
    /// How many digits it shows at least; 0 where it says nothing of them.
    zeros: usize,
    is_struck: bool,
}

impl Style {
    const fn tells(self) -> bool {
        self.zeros > 0 || self.is_struck
    }
}

/// Cells of one column below each other that are shown with as many digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    first: u32,
    last: u32,
    zeros: usize,
}

/// What the styles tell of the cells of one sheet; rows and columns are counted from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct StyledCells {
    zeros: HashMap<u32, Vec<Range>>,
    /// The rows with a cell that is struck through.
    pub(super) struck: Vec<u32>,
}

impl StyledCells {
    /// The digits of a whole number with the zeros that its cell shows before them (rules.md#numbers-as-ids).
    pub(super) fn with_zeros(&self, (row, column): (u32, u32), number: String) -> String {
        let Some(ranges) = self.zeros.get(&column) else { return number };
        let range = ranges.get(ranges.partition_point(|range| range.last < row)).filter(|range| range.first <= row);
        match range {
            Some(Range { zeros, .. }) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{number:0>zeros$}")
            }
            _ => number,
        }
    }

    fn add(&mut self, (row, column): (u32, u32), style: Style, ranges: &mut usize) {
        if style.is_struck && self.struck.last() != Some(&row) {
            self.struck.push(row);
        }
        if style.zeros == 0 {
            return;
        }
        let of_column = self.zeros.entry(column).or_default();
        match of_column.last_mut() {
            Some(range) if range.zeros == style.zeros && range.last + 1 == row => range.last = row,
            _ => {
                of_column.push(Range { first: row, last: row, zeros: style.zeros });
                *ranges += 1;
            }
        }
    }
}

/// The styled cells of every sheet, by its name.
pub(super) fn of_workbook<R: Read + Seek>(source: R) -> Result<HashMap<String, StyledCells>, ReadError> {
    let mut archive = ZipArchive::new(source).map_err(super::inspect::broken)?;
    let styles = match part(&mut archive, "xl/styles.xml")? {
        Some(part) => styles_of(part)?,
        None => Vec::new(),
    };
    let (mut sheets, mut ranges) = (HashMap::new(), 0);
    if !styles.iter().any(|style| style.tells()) {
        return Ok(sheets);
    }
    for (name, path) in parts_of_sheets(&mut archive)? {
        if let Some(part) = part(&mut archive, &path)? {
            sheets.insert(name, cells_of(part, &styles, &mut ranges)?);
        }
    }
    Ok(sheets)
}

/// Whether the days of a workbook are counted from 1904, as old Macintosh workbooks do it. Its own properties say it. Extensions hold elements
/// of the same name that say nothing of it, which the reader of workbooks does not tell apart.
pub(super) fn is_1904<R: Read + Seek>(source: R) -> Result<bool, ReadError> {
    let mut archive = ZipArchive::new(source).map_err(super::inspect::broken)?;
    let properties = part(&mut archive, "xl/workbook.xml")?.ok_or(Refusal::NoWorkbook)?;
    Ok(of_properties(properties)?)
}

/// Refuses properties that contradict each other, and those of which a program chooses one: programs choose differently.
fn of_properties(part: impl BufRead) -> Result<bool, Refusal> {
    let mut says = Vec::new();
    walk(part, |path, tag| {
        let is_choice = path.get(1).is_some_and(|name| name == b"AlternateContent");
        if tag.local_name().as_ref() == b"workbookPr" && (is_choice || path.len() == 1) {
            says.push(match value_of(tag, b"date1904").as_deref().map(<[u8]>::trim_ascii) {
                _ if is_choice => None,
                None | Some(b"0" | b"false" | b"off") => Some(false),
                Some(b"1" | b"true" | b"on") => Some(true),
                Some(_) => None,
            });
        }
    })?;
    let first = says.first().copied().unwrap_or(Some(false));
    first.filter(|_| says.iter().all(|other| *other == first)).ok_or(Refusal::Damaged)
}

/// A part of the archive, called as others call it.
fn part<'a, R: Read + Seek>(
    archive: &'a mut ZipArchive<R>,
    path: &str,
) -> Result<Option<impl BufRead + use<'a, R>>, ReadError> {
    let name = archive.file_names().find(|name| name.trim_start_matches('/').eq_ignore_ascii_case(path));
    let Some(name) = name.map(str::to_owned) else { return Ok(None) };
    Ok(Some(BufReader::new(archive.by_name(&name).map_err(super::inspect::broken)?)))
}

/// The name and the part of every sheet.
fn parts_of_sheets<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<Vec<(String, String)>, ReadError> {
    let (mut names, mut targets) = (Vec::new(), HashMap::new());
    if let Some(part) = part(archive, "xl/workbook.xml")? {
        walk(part, |_, tag| {
            if tag.local_name().as_ref() == b"sheet" {
                names.extend(text_of(tag, b"name").zip(text_of(tag, b"id")));
            }
        })?;
    }
    if let Some(part) = part(archive, "xl/_rels/workbook.xml.rels")? {
        walk(part, |_, tag| targets.extend(text_of(tag, b"Id").zip(text_of(tag, b"Target"))))?;
    }
    let path = |target: &String| match target.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None => format!("xl/{target}"),
    };
    Ok(names.into_iter().filter_map(|(name, id)| Some((name, path(targets.get(&id)?)))).collect())
}

/// The styles of cells, by their number.
fn styles_of(part: impl BufRead) -> Result<Vec<Style>, Refusal> {
    let (mut formats, mut fonts, mut styles) = (HashMap::new(), Vec::new(), Vec::new());
    walk(part, |path, tag| {
        let number = |name: &[u8]| value_of(tag, name).and_then(|text| number_of::<usize>(&text));
        let is_below = |parents: [&[u8]; 2]| path.len() > 1 && path[path.len() - 2..] == parents;
        match tag.local_name().as_ref() {
            b"numFmt" if path.last().is_some_and(|parent| parent == b"numFmts") => {
                let zeros = text_of(tag, b"formatCode").map_or(0, |format| zeros_of(&format));
                formats.extend(number(b"numFmtId").map(|id| (id, zeros)));
            }
            b"font" if path.last().is_some_and(|parent| parent == b"fonts") => fonts.push(false),
            b"strike" if is_below([b"fonts", b"font"]) => {
                let is_off = text_of(tag, b"val").is_some_and(|value| matches!(&*value, "0" | "false" | "off"));
                fonts.iter_mut().next_back().into_iter().for_each(|is_struck| *is_struck = !is_off);
            }
            b"xf" if path.last().is_some_and(|parent| parent == b"cellXfs") => {
                let zeros = number(b"numFmtId").and_then(|id| formats.get(&id)).copied().unwrap_or(0);
                let is_struck = number(b"fontId").and_then(|id| fonts.get(id)).copied().unwrap_or(false);
                styles.push(Style { zeros, is_struck });
            }
            _ => {}
        }
    })?;
    Ok(styles)
}

/// How many digits a format of nothing but zeros shows, as `000000` does.
fn zeros_of(format: &str) -> usize {
    let is_zeros = (2..=MOST_ZEROS).contains(&format.len()) && format.bytes().all(|byte| byte == b'0');
    if is_zeros { format.len() } else { 0 }
}

/// The cells of a sheet that hold something and have a style that tells something.
fn cells_of(part: impl BufRead, styles: &[Style], ranges: &mut usize) -> Result<StyledCells, Refusal> {
    let mut xml = Reader::from_reader(part);
    let (mut cells, mut buffer, mut next) = (StyledCells::default(), Vec::new(), (0_u32, 0_u32));
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(|_| Refusal::Damaged)? {
            Event::Start(tag) if tag.local_name().as_ref() == b"row" => {
                let row = value_of(&tag, b"r").and_then(|row| number_of::<u32>(&row)?.checked_sub(1));
                next = (row.unwrap_or(next.0), 0);
            }
            Event::End(tag) if tag.local_name().as_ref() == b"row" => next = (next.0.saturating_add(1), 0),
            // Without content a cell is no element that is opened.
            Event::Start(tag) if tag.local_name().as_ref() == b"c" => {
                let place = value_of(&tag, b"r").and_then(|place| place_of(&place)).unwrap_or(next);
                let style = value_of(&tag, b"s").and_then(|style| styles.get(number_of::<usize>(&style)?));
                if let Some(style) = style.filter(|style| style.tells()) {
                    cells.add(place, *style, ranges);
                }
                next = (next.0, place.1.saturating_add(1));
            }
            Event::Eof => return Ok(cells),
            _ => {}
        }
        if *ranges > MOST_RANGES {
            return Err(Refusal::Damaged);
        }
    }
}

/// Shows every tag of a part with the names of the elements that it stands in.
fn walk(part: impl BufRead, mut show: impl FnMut(&[Vec<u8>], &BytesStart<'_>)) -> Result<(), Refusal> {
    let mut xml = Reader::from_reader(part);
    let (mut path, mut buffer) = (Vec::new(), Vec::new());
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(|_| Refusal::Damaged)? {
            Event::Start(tag) => {
                show(&path, &tag);
                path.push(tag.local_name().as_ref().to_vec());
            }
            Event::Empty(tag) => show(&path, &tag),
            Event::End(_) => {
                path.pop();
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_nothing_but_zeros_tell_how_many_digits_are_shown() {
        for (format, zeros) in [
            ("000000", 6),
            ("00000", 5),
            ("0", 0),
            ("0.00", 0),
            ("000-00-0000", 0),
            ("mm/dd/yyyy", 0),
            ("General", 0),
            ("", 0),
        ] {
            assert_eq!(zeros_of(format), zeros, "{format}");
        }
    }

    #[test]
    fn the_styles_of_cells_are_told_by_their_formats_and_fonts() {
        let markup = "<x:styleSheet><x:numFmts><x:numFmt numFmtId='164' formatCode=\"000000\"/><x:numFmt numFmtId='165' formatCode='&quot;A&quot;00'/>\
                      </x:numFmts><x:fonts><x:font/><x:font><x:strike/></x:font><x:font><x:strike val='0'/></x:font></x:fonts>\
                      <x:cellStyleXfs><x:xf numFmtId='164' fontId='1'/></x:cellStyleXfs>\
                      <x:cellXfs><x:xf numFmtId='0' fontId='0'/><x:xf numFmtId='164' fontId='0'/><x:xf numFmtId='165' fontId='1'/>\
                      <x:xf fontId='2'/></x:cellXfs><x:dxfs><x:dxf><x:font><x:strike/></x:font></x:dxf></x:dxfs></x:styleSheet>";
        let style = |zeros, is_struck| Style { zeros, is_struck };
        let expected = [style(0, false), style(6, false), style(0, true), style(0, false)];
        assert_eq!(styles_of(markup.as_bytes()), Ok(expected.to_vec()));
    }

    #[test]
    fn cells_are_found_by_their_place_or_their_order() {
        let styles = [Style::default(), Style { zeros: 6, is_struck: false }, Style { zeros: 0, is_struck: true }];
        let markup = "<sheetData><row r='2'><c r='A2' s='1'><v>421</v></c><c s='2'><v>1</v></c></row><row><c s='1'><v>7</v></c></row>\
                      <row r='7'><c r='A7'><v>1</v></c><c r='AB7' s='1'><v>1</v></c><c r='AC7' s='2'/></row></sheetData>";
        let cells = cells_of(markup.as_bytes(), &styles, &mut 0).expect("the markup is whole");
        assert_eq!(cells.struck, [1]);
        for (place, number, shown) in [
            ((1, 0), "421", "000421"),
            ((2, 0), "7", "000007"),
            ((2, 0), "1234567", "1234567"),
            ((2, 0), "4.5", "4.5"),
            ((2, 0), "-4", "-4"),
            ((6, 0), "1", "1"),
            ((6, 27), "1", "000001"),
            ((0, 0), "1", "1"),
        ] {
            assert_eq!(cells.with_zeros(place, number.to_owned()), shown, "{place:?} {number}");
        }
    }

    #[test]
    fn the_workbooks_own_properties_say_the_system() {
        for (markup, expected) in [
            ("<workbook><sheets/></workbook>", Ok(false)),
            ("<workbook><workbookPr/></workbook>", Ok(false)),
            ("<workbook><workbookPr date1904=\"0\"/></workbook>", Ok(false)),
            ("<workbook><workbookPr date1904='false'/></workbook>", Ok(false)),
            ("<workbook><workbookPr date1904=\"1\"/></workbook>", Ok(true)),
            ("<x:workbook><x:workbookPr codeName=\"a\" date1904=\"true\"></x:workbookPr></x:workbook>", Ok(true)),
            (
                "<workbook><workbookPr date1904=\"1\"/><extLst><ext><x15:workbookPr chartTrackingRefBase=\"1\"/></ext></extLst></workbook>",
                Ok(true),
            ),
            (
                "<workbook><workbookPr/><extLst><ext><x15:workbookPr date1904=\"1\"/></ext></extLst></workbook>",
                Ok(false),
            ),
            ("<workbook><workbookPr date1904=\"maybe\"/></workbook>", Err(Refusal::Damaged)),
            (
                "<workbook><mc:AlternateContent><mc:Choice><workbookPr date1904=\"1\"/></mc:Choice></mc:AlternateContent></workbook>",
                Err(Refusal::Damaged),
            ),
            (
                "<workbook><mc:AlternateContent><mc:Choice><x15ac:absPath/></mc:Choice></mc:AlternateContent><workbookPr date1904=\"1\"/></workbook>",
                Ok(true),
            ),
            ("<workbook><workbookPr date1904=\"1\"/><workbookPr date1904=\"0\"/></workbook>", Err(Refusal::Damaged)),
        ] {
            assert_eq!(of_properties(markup.as_bytes()), expected, "{markup}");
        }
    }
}
