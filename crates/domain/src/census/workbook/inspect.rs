//! Looking a workbook over before it is read: what it really is, and whether it unpacks to what memory can hold.
//!
//! A ZIP archive may claim any size of its parts, so those that will be read are unpacked and counted, and kept nowhere.

use std::io::{Read, Seek, SeekFrom};

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use super::markup::Follower;
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
        let mut part = archive.by_index(index).map_err(broken)?;
        let name = part.name().to_ascii_lowercase().replace('\\', "/");
        match name.trim_start_matches('/') {
            // Pictures and the like; a sheet that is called so is no larger than a part may be.
            name if !name.ends_with(".xml") && !name.ends_with(".rels") => {
                unpack(&mut part, LONGEST_PART, |_| Ok(()))?;
            }
            name if name.contains("worksheets/") && !name.ends_with(".rels") => {
                let mut follower = Follower::new("c");
                left -= unpack(&mut part, left, |block| follower.follow(block))?;
                if follower.merged > MOST_MERGED {
                    return Err(Refusal::Unpacks { limit }.into());
                }
                seen.hides_rows |= follower.hides_rows;
                seen.merges_cells |= follower.merged > 0;
            }
            name if name.ends_with("sharedstrings.xml") => strings(&mut part, limit)?,
            _ => {
                let mut follower = Follower::new("");
                unpack(&mut part, LONGEST_PART, |block| follower.follow(block))?;
            }
        }
    }
    Ok(seen)
}

/// The strings that sheets share: their reader holds them all, and makes room for as many as the list claims to have.
fn strings<R: Read + Seek>(part: &mut ZipFile<'_, R>, limit: u64) -> Result<(), ReadError> {
    let most = LONGEST_STRINGS.min(limit);
    let mut follower = Follower::new("si");
    unpack(part, most, |block| follower.follow(block))?;
    if follower.longest_number > LONGEST_COUNT {
        return Err(Refusal::Damaged.into());
    }
    if follower.count > MOST_STRINGS { Err(Refusal::Unpacks { limit: most }.into()) } else { Ok(()) }
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

/// Unpacks a part of at most `most` bytes, shows it block by block and keeps nothing; gives how many bytes it has.
fn unpack<R: Read + Seek>(
    part: &mut ZipFile<'_, R>,
    most: u64,
    mut show: impl FnMut(&[u8]) -> Result<(), Refusal>,
) -> Result<u64, ReadError> {
    if part.encrypted() {
        return Err(Refusal::Protected.into());
    }
    let packed = part.compressed_size().max(1);
    let mut block = vec![0; CHUNK];
    let mut unpacked = 0_u64;
    loop {
        let read = part.read(&mut block).map_err(source_failed)?;
        if read == 0 {
            return Ok(unpacked);
        }
        unpacked += read as u64;
        if unpacked > most || (unpacked > HIGHEST_RATIO.0 && unpacked / packed > HIGHEST_RATIO.1) {
            return Err(Refusal::Unpacks { limit: most }.into());
        }
        show(block.get(..read).unwrap_or_default())?;
    }
}

pub(super) fn broken(error: ZipError) -> ReadError {
    match error {
        ZipError::Io(error) => source_failed(error),
        _ => Refusal::Damaged.into(),
    }
}
