//! Uploaded workbooks as text for the census reader. What unpacks a workbook needs to jump about in it, so it lies in a file of
//! its own meanwhile, and the text in another; both have no name and are gone with the reading, even of a killed program.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use domain::census::workbook::write_text;
use domain::census::{ReadError, ReadOptions};

/// Workbooks are unpacked one at a time: one may hold as much text in memory as the limits let through.
static ALONE: Mutex<()> = Mutex::new(());

/// Makes text of a workbook in a folder, or where the system keeps what is temporary, and notes in `options` that it is one.
///
/// # Errors
/// A source or a folder that fails; a workbook that is refused.
pub(crate) fn unpack(
    mut source: impl Read,
    folder: Option<&Path>,
    options: &mut ReadOptions,
) -> Result<File, ReadError> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut workbook = nameless(folder).map_err(ReadError::Io)?;
    io::copy(&mut source, &mut workbook).map_err(ReadError::Io)?;
    let mut text = nameless(folder).map_err(ReadError::Io)?;
    let sheet = write_text(BufReader::new(workbook), options, BufWriter::new(&text))?;
    text.rewind().map_err(ReadError::Io)?;
    options.sheet = Some(sheet);
    Ok(text)
}

fn nameless(folder: Option<&Path>) -> io::Result<File> {
    let Some(folder) = folder else { return tempfile::tempfile() };
    std::fs::create_dir_all(folder)?;
    tempfile::tempfile_in(folder)
}
