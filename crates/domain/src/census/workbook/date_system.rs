//! The day from which a workbook counts its days: 1900, or 1904 as old Macintosh workbooks do.
//!
//! The workbook's own properties say it. Extensions may hold elements of the same name, which say nothing of it. Properties of which a program
//! chooses one by what it understands are refused, since programs choose differently.

use std::io::{BufReader, Read, Seek};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::census::reader::ReadError;
use crate::census::source::refusal::Refusal;

/// The part that says it.
const PART: &str = "xl/workbook.xml";
/// The properties stand right below the root.
const DEPTH: usize = 1;
/// What holds parts of which a program chooses one.
const CHOICE: &[u8] = b"AlternateContent";

/// Whether the days of a workbook are counted from 1904.
pub(super) fn is_1904<R: Read + Seek>(source: R) -> Result<bool, ReadError> {
    let mut archive = ZipArchive::new(source).map_err(super::inspect::broken)?;
    let name = archive.file_names().find(|name| name.trim_start_matches('/').eq_ignore_ascii_case(PART));
    let name = name.ok_or(Refusal::NoWorkbook)?.to_owned();
    let part = archive.by_name(&name).map_err(super::inspect::broken)?;
    Ok(of_properties(BufReader::new(part))?)
}

/// Reads the attribute of the workbook's own properties; two that contradict each other make the file a damaged one.
fn of_properties(part: impl std::io::BufRead) -> Result<bool, Refusal> {
    let mut xml = Reader::from_reader(part);
    let (mut depth, mut is_choice, mut found, mut buffer) = (0_usize, false, None, Vec::new());
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).map_err(|_| Refusal::Damaged)? {
            Event::Start(tag) => {
                is_choice |= depth == DEPTH && tag.local_name().as_ref() == CHOICE;
                note(&tag, (depth, is_choice), &mut found)?;
                depth += 1;
            }
            Event::Empty(tag) => note(&tag, (depth, is_choice), &mut found)?,
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                is_choice &= depth > DEPTH;
            }
            Event::Eof => return Ok(found.unwrap_or(false)),
            _ => {}
        }
    }
}

fn note(tag: &BytesStart<'_>, (depth, is_choice): (usize, bool), found: &mut Option<bool>) -> Result<(), Refusal> {
    if is_choice && tag.local_name().as_ref() == b"workbookPr" {
        return Err(Refusal::Damaged);
    }
    if depth != DEPTH || tag.local_name().as_ref() != b"workbookPr" {
        return Ok(());
    }
    let attribute = tag.try_get_attribute("date1904").map_err(|_| Refusal::Damaged)?;
    let says = match attribute.as_ref().map(|attribute| attribute.value.trim_ascii()) {
        None | Some(b"0" | b"false" | b"off") => false,
        Some(b"1" | b"true" | b"on") => true,
        Some(_) => return Err(Refusal::Damaged),
    };
    if found.is_some_and(|other| other != says) {
        return Err(Refusal::Damaged);
    }
    *found = Some(says);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
