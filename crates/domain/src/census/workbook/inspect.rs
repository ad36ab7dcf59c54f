//! Looking a workbook over before it is read: what it really is, and whether it unpacks to what memory can hold.
//!
//! A ZIP archive may claim any size of its parts, so those that will be read are unpacked and counted, and kept nowhere. The reader of
//! workbooks holds the text of an element whole. What bounds it is that neither a cell nor a string nor anything between two tags is longer
//! than [`LONGEST`].

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use super::source_failed;
use crate::census::reader::ReadError;
use crate::census::source::encoding::CHUNK;
use crate::census::source::refusal::Refusal;

/// The most parts of an archive; a workbook has some dozens.
const MOST_PARTS: u16 = 4096;
/// The most bytes of the archive's directory.
const LONGEST_DIRECTORY: u32 = 4 * 1024 * 1024;
/// The most bytes of the strings that sheets share, unpacked: the reader holds them all.
const LONGEST_STRINGS: u64 = 96 * 1024 * 1024;
/// The most of these strings.
const MOST_STRINGS: u64 = 3_000_000;
/// The most digits of their number.
const LONGEST_COUNT: usize = 7;
/// The most bytes of every other part, some of which are held whole: styles, names of sheets.
const LONGEST_PART: u64 = 32 * 1024 * 1024;
/// A sheet that unpacks to more than the first figure of bytes must not be more than so many times as long as it is packed.
const HIGHEST_RATIO: (u64, u64) = (64 * 1024 * 1024, 100);

/// The most merged cells of a sheet: their reader holds them all.
const MOST_MERGED: u64 = 1_000_000;

/// The most bytes of markup of one cell or string: Excel allows 32,767 characters, escaped and in runs of many fonts.
const LONGEST: usize = 1024 * 1024;
/// How deep elements may be nested.
const DEEPEST: usize = 64;

/// What a look at a workbook tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Whether a sheet has hidden rows.
    pub(super) hides_rows: bool,
    /// Whether a sheet has merged cells.
    pub(super) merges_cells: bool,
}

/// Refuses what is no workbook of the usual kind, or unpacks to more than memory holds; `limit` is the most bytes that
/// its sheets may come to.
pub(super) fn inspect<R: Read + Seek>(source: &mut R, limit: u64) -> Result<Seen, ReadError> {
    kind(source)?;
    directory(source)?;
    source.rewind().map_err(ReadError::Io)?;
    let mut archive = ZipArchive::new(source).map_err(broken)?;
    contents(&archive)?;
    let mut left = limit;
    let mut seen = Seen::default();
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(broken)?;
        if part.encrypted() {
            return Err(Refusal::Protected.into());
        }
        let name = part.name().to_ascii_lowercase().replace('\\', "/");
        match name.trim_start_matches('/') {
            // Pictures and the like; a sheet that is called so is no larger than a part may be.
            name if !name.ends_with(".xml") && !name.ends_with(".rels") => {
                let mut part = Bounded { longest: usize::MAX, ..Bounded::of_part(part, LONGEST_PART) };
                io::copy(&mut part, &mut io::sink()).map_err(unpacking_failed)?;
            }
            name if name.contains("worksheets/") && !name.ends_with(".rels") => {
                let markup = follow(Bounded::of_part(part, left), b"c")?;
                left -= markup.unpacked;
                if markup.merged > MOST_MERGED {
                    return Err(Refusal::Unpacks { limit }.into());
                }
                seen.hides_rows |= markup.hides_rows;
                seen.merges_cells |= markup.merged > 0;
            }
            name if name.ends_with("sharedstrings.xml") => {
                // Their reader holds them all.
                let most = LONGEST_STRINGS.min(limit);
                if follow(Bounded::of_part(part, most), b"si")?.items > MOST_STRINGS {
                    return Err(Refusal::Unpacks { limit: most }.into());
                }
            }
            _ => _ = follow(Bounded::of_part(part, LONGEST_PART), b"")?,
        }
    }
    Ok(seen)
}

/// What begins like no ZIP archive is no workbook; an archive of the old kind is one in its old form, or behind a password.
fn kind<R: Read + Seek>(source: &mut R) -> Result<(), ReadError> {
    let mut start = Vec::with_capacity(CHUNK);
    source.rewind().map_err(ReadError::Io)?;
    source.take(CHUNK as u64).read_to_end(&mut start).map_err(ReadError::Io)?;
    if start.is_empty() {
        return Err(Refusal::Empty.into());
    }
    if start.starts_with(b"PK\x03\x04") {
        return Ok(());
    }
    if !start.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(Refusal::NoWorkbook.into());
    }
    // The directory of such a file may stand anywhere in it, and names its streams in UTF-16.
    let locked: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut block = start;
    loop {
        if block.windows(locked.len()).any(|window| window == locked) {
            return Err(Refusal::Protected.into());
        }
        let kept = block.len().saturating_sub(locked.len());
        block.drain(..kept);
        if source.take(CHUNK as u64).read_to_end(&mut block).map_err(ReadError::Io)? == 0 {
            return Err(Refusal::OldWorkbook.into());
        }
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
    packed: u64,
    unpacked: u64,
    most: u64,
    /// How many bytes have come since the last tag.
    run: usize,
    longest: usize,
}

impl<'a, R: Read + Seek> Bounded<ZipFile<'a, R>> {
    fn of_part(part: ZipFile<'a, R>, most: u64) -> Self {
        let packed = part.compressed_size().max(1);
        Self::new(part, (packed, most))
    }
}

impl<R: Read> Bounded<R> {
    fn new(source: R, (packed, most): (u64, u64)) -> Self {
        let source = BufReader::with_capacity(CHUNK, source);
        Self { source, packed, unpacked: 0, most, run: 0, longest: LONGEST }
    }
}

impl<R: Read> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let is_dense = self.unpacked > HIGHEST_RATIO.0 && self.unpacked / self.packed > HIGHEST_RATIO.1;
        if self.unpacked > self.most || is_dense {
            return Err(io::Error::other(Refusal::Unpacks { limit: self.most }));
        }
        if self.run > self.longest {
            return Err(io::Error::other(Refusal::CellTooLong { limit: self.longest }));
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

/// What the markup of a part holds.
#[derive(Debug, Default, PartialEq, Eq)]
struct Markup {
    unpacked: u64,
    /// How many cells or strings there are.
    items: u64,
    hides_rows: bool,
    /// How many merged cells there are.
    merged: u64,
}

impl Markup {
    fn see(&mut self, tag: &BytesStart<'_>) -> Result<(), Refusal> {
        // Room is made for as many strings as their list claims to have.
        let is_claim = |_: &[u8], value: &[u8]| value.len() > LONGEST_COUNT && value.iter().all(u8::is_ascii_digit);
        match tag.local_name().as_ref() {
            b"sst" if has(tag, is_claim) => return Err(Refusal::Damaged),
            b"row" => self.hides_rows |= has(tag, |name, value| name == b"hidden" && matches!(value, b"1" | b"true")),
            b"mergeCell" => self.merged += 1,
            _ => {}
        }
        Ok(())
    }
}

/// Whether a tag has such an attribute, by its name and value.
fn has(tag: &BytesStart<'_>, is_meant: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    let mut attributes = tag.attributes();
    attributes.with_checks(false).flatten().any(|attribute| is_meant(attribute.key.as_ref(), &attribute.value))
}

/// Follows the markup of a part to its end: elements are properly nested, and `item` are those that are never longer than [`LONGEST`].
fn follow<R: Read>(part: Bounded<R>, item: &[u8]) -> Result<Markup, ReadError> {
    let mut xml = Reader::from_reader(part);
    let (mut markup, mut depth, mut inside, mut buffer) = (Markup::default(), 0, None, Vec::new());
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(markup_failed)? {
            // A type declaration: no workbook has one, and nothing good comes of it.
            Event::DocType(_) => return Err(Refusal::Damaged.into()),
            Event::Eof => return Ok(Markup { unpacked: xml.get_ref().unpacked, ..markup }),
            Event::Empty(tag) => {
                markup.see(&tag)?;
                markup.items += u64::from(inside.is_none() && tag.local_name().as_ref() == item);
            }
            Event::Start(tag) => {
                markup.see(&tag)?;
                if inside.is_none() && tag.local_name().as_ref() == item {
                    markup.items += 1;
                    inside = Some(depth);
                }
                depth += 1;
                if depth > DEEPEST {
                    return Err(Refusal::Damaged.into());
                }
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                inside = inside.filter(|outer| *outer < depth);
            }
            _ => continue,
        }
        if inside.is_none() {
            xml.get_mut().run = 0;
        }
    }
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

pub(super) fn broken(error: ZipError) -> ReadError {
    match error {
        ZipError::Io(error) => source_failed(error),
        _ => Refusal::Damaged.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(text: &str, item: &[u8]) -> Result<Markup, Refusal> {
        match follow(Bounded::new(text.as_bytes(), (u64::MAX, u64::MAX)), item) {
            Ok(markup) => Ok(markup),
            Err(ReadError::Refused(refusal)) => Err(refusal),
            Err(ReadError::Io(error)) => panic!("memory fails: {error}"),
        }
    }

    #[test]
    fn properly_nested_markup_is_let_through_and_its_cells_are_counted() {
        let text = "<?xml version=\"1.0\"?><!-- <c> --><x:sheet a='1>2' b=\"'\"><x:c r=\"A1\"><v>1</v></x:c><c/><c t=\"s\" /></x:sheet>\n";
        assert_eq!(followed(text, b"c").map(|markup| markup.items), Ok(3));
        assert_eq!(followed("<si><![CDATA[</si>]]></si>", b"si").map(|markup| markup.items), Ok(1));
    }

    #[test]
    fn a_list_of_strings_claims_no_more_than_it_may_have() {
        for (claimed, is_let_through) in [("12", true), ("3000000", true), ("99999999999", false)] {
            let text = format!("<x:sst count=\"12\" uniqueCount='{claimed}'><si z='1234567890123'/></x:sst>");
            assert_eq!(followed(&text, b"si").is_ok(), is_let_through, "{claimed}");
        }
    }

    #[test]
    fn hidden_rows_and_merged_cells_are_noted() {
        for (text, is_hidden) in [
            ("<x:row r=\"1\" hidden='1'><c/></x:row>", true),
            ("<row hidden=\"true\" r=\"1\"/>", true),
            ("<row r=\"1\" hidden=\"0\"/>", false),
            ("<x><col hidden=\"1\"/><row r=\"1\"/></x>", false),
            ("<row r=\"1\"><c><v> hidden=\"1\"</v></c></row>", false),
        ] {
            assert_eq!(followed(text, b"c").map(|markup| markup.hides_rows), Ok(is_hidden), "{text}");
        }
        let merged =
            "<x:mergeCells count=\"2\"><x:mergeCell ref=\"A1:A2\"/><mergeCell ref='B1:B3'></mergeCell></x:mergeCells>";
        assert_eq!(followed(merged, b"c").map(|markup| markup.merged), Ok(2));
    }

    #[test]
    fn what_the_reader_would_lose_its_way_in_is_damaged() {
        for text in ["<a></b>", "<c><is></c></is>", "</a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", &"<a>".repeat(65)] {
            assert_eq!(followed(text, b"c"), Err(Refusal::Damaged), "{text}");
        }
    }

    #[test]
    fn nothing_between_two_tags_and_no_cell_is_longer_than_a_reader_may_hold() {
        let long = "x".repeat(LONGEST + 1);
        let many = "<is><t>x</t></is>".repeat(LONGEST / 16);
        for text in [format!("<a>{long}"), format!("<a b=\"{long}"), format!("<!--{long}"), format!("<c>{many}"), long]
        {
            assert_eq!(followed(&text, b"c"), Err(Refusal::CellTooLong { limit: LONGEST }));
        }
        let cells = format!("<sheet>{}</sheet>", "<c><v>1</v></c>".repeat(LONGEST / 8));
        assert_eq!(followed(&cells, b"c").map(|markup| markup.items), Ok(131_072));
    }
}
