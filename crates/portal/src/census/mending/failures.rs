//! The rows that failed as a file of their own: the columns of the upload behind one that says what is wrong, so that the mended file
//! can be uploaded again. The column stands first, since a row with too many values has no end in common with the others.

use std::io::{self, Read, SeekFrom};

use anyhow::Context as _;
use domain::census::export::{BYTE_ORDER_MARK, CsvWriter, FAILURES_HEADING};
use domain::census::file::Task;
use domain::census::{CensusReader, Item, ReadError, Record};
use domain::{CensusFileId, CensusTaskId};
use serde_json::json;
use store::Reader;
use store::census::{findings, records};
use tokio::fs::File;
use tokio::io::{AsyncSeekExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;

use crate::census::mapping::{self, Reading};
use crate::census::{asking, service, source};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Rows looked up in one query.
const ROWS_A_PAGE: u64 = 500;
/// Bytes that are handed on at once.
const BYTES_A_PART: usize = 64 * 1024;
const WHAT: &str = "a file of failed rows";

/// The failed rows of a file.
#[derive(Debug)]
pub(super) struct Failures {
    /// How the file is called.
    pub(super) name: String,
    /// Its content, from the beginning.
    pub(super) content: File,
}

/// A failed row as the database knows it.
struct Failed {
    number: u32,
    said: String,
    /// The row as a person has corrected it.
    corrected: Option<Box<Record>>,
}

/// Writes the rows of a task that have errors. The whole is written before anything is sent, so that a fault never looks like a short
/// file.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file or task are not there; a refusal when the columns are not mapped.
pub(super) async fn download(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
) -> Result<Failures> {
    let (detail, row) = service::task_of(ctx, who, id, task).await?;
    let map = if detail.file.is_multi_group { Task::MapMultiGroup } else { Task::MapData };
    let reading = Reading::of(&detail.tasks, map).ok_or_else(mapping::not_mapped)?;
    let content = source::open(ctx, detail.file.stored_file).await?;
    let options = mapping::options(ctx, &detail.file, reading.place()).await?;
    let options = asking::decided(&ctx.store.read(), id, options).await?;
    let (sender, failed) = mpsc::channel(2);
    let mut parts = source::Reading::begin(content, options, move |mut reader, parts| {
        reading.apply(&mut reader);
        write(&mut reader, failed, parts)
    });
    let (found, written) = tokio::join!(look_up(ctx.store.read(), id, row.task, sender), save(ctx, &mut parts));
    let (rows, content) = (found?, written?);
    parts.end().await?;
    let entry = service::file_entry(ctx, who, "census.export_failures", &detail.file);
    let entry = entry.with_detail(json!({ "task": row.task.name(), "records": rows }));
    ctx.store.begin().await?.commit(entry).await?;
    let stem = detail.file.original_file_name.rsplit_once('.').map_or("census", |(stem, _)| stem).to_owned();
    Ok(Failures { name: format!("{stem} errors.csv"), content })
}

/// Hands the failed rows to the thread that reads the file, in its order. Gives how many there are.
async fn look_up(db: Reader, file: CensusFileId, task: Task, sender: mpsc::Sender<Vec<Failed>>) -> Result<u64> {
    let (mut after, mut rows) = (0, 0);
    loop {
        let page = findings::failures(&db, file, task, after, ROWS_A_PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(rows) };
        after = *last;
        rows += page.len() as u64;
        let numbers: Vec<u32> = page.iter().map(|(number, _)| *number).collect();
        let stored = records::find_many(&db, file, &numbers).await?;
        let mut corrected: std::collections::HashMap<u32, Record> = stored
            .into_iter()
            .filter(|row| row.edited_by.is_some())
            .map(|row| (row.record.number, row.record))
            .collect();
        let failed = page.into_iter().map(|(number, said)| Failed {
            number,
            said: said.join(" "),
            corrected: corrected.remove(&number).map(Box::new),
        });
        if sender.send(failed.collect()).await.is_err() {
            return Ok(rows);
        }
    }
}

/// Writes the parts into a file that has no name and is gone when it is closed.
async fn save<T: Send + 'static>(ctx: &Context, parts: &mut source::Reading<Vec<u8>, T>) -> Result<File> {
    let folder = ctx.config.parts_folder();
    std::fs::create_dir_all(&folder).context(WHAT)?;
    let mut file = File::from_std(tempfile::tempfile_in(folder).context(WHAT)?);
    while let Some(part) = parts.next().await {
        file.write_all(&part).await.context(WHAT)?;
    }
    file.flush().await.context(WHAT)?;
    file.seek(SeekFrom::Start(0)).await.context(WHAT)?;
    Ok(file)
}

/// Reads the file up to its last failed row.
fn write<R: Read>(
    reader: &mut CensusReader<R>,
    mut failed: mpsc::Receiver<Vec<Failed>>,
    parts: &mpsc::Sender<Vec<u8>>,
) -> std::result::Result<(), ReadError> {
    let headings: Vec<String> = reader.mapping().columns().iter().map(|column| column.heading.clone()).collect();
    let mut bytes = BYTE_ORDER_MARK.as_bytes().to_vec();
    row(&mut bytes, FAILURES_HEADING, headings.iter().map(String::as_str)).map_err(ReadError::Io)?;
    let mut open: Option<FailedLine> = None;
    while let Some(page) = failed.blocking_recv() {
        for one in page {
            let Some(line) = seek(reader, one.number)? else { break };
            // The people of a family may stand in one line, which is written once.
            match &mut open {
                Some(open) if open.line == line => open.add(reader, &one),
                _ => {
                    let next = FailedLine::of(reader, line, &one);
                    open.replace(next).map_or(Ok(()), |whole| whole.write(&mut bytes)).map_err(ReadError::Io)?;
                }
            }
            if bytes.len() > BYTES_A_PART && !source::send(parts, std::mem::take(&mut bytes)) {
                return Ok(());
            }
        }
    }
    open.map_or(Ok(()), |last| last.write(&mut bytes)).map_err(ReadError::Io)?;
    source::send(parts, bytes);
    Ok(())
}

/// Reads on to a row and returns its line; `None` when the file ends before.
fn seek<R: Read>(reader: &mut CensusReader<R>, number: u32) -> std::result::Result<Option<u64>, ReadError> {
    while let Some(item) = reader.next_item()? {
        if let Item::Row(raw) = item
            && raw.number == number
        {
            return Ok(Some(raw.line));
        }
    }
    Ok(None)
}

/// A line with what is wrong with its people: as it stands in the file, or where a person has corrected it as corrected.
struct FailedLine {
    line: u64,
    said: Vec<String>,
    cells: Vec<String>,
}

impl FailedLine {
    /// The line of the row that was read last.
    fn of<R: Read>(reader: &CensusReader<R>, line: u64, failed: &Failed) -> Self {
        let cells = reader.every_cell().map(str::to_owned).collect();
        let mut made = Self { line, said: Vec::new(), cells };
        made.add(reader, failed);
        made
    }

    /// Adds what is wrong with the person that was read last, and its corrections.
    fn add<R: Read>(&mut self, reader: &CensusReader<R>, failed: &Failed) {
        self.said.push(failed.said.clone());
        let Some(corrected) = &failed.corrected else { return };
        for (place, cell) in self.cells.iter_mut().enumerate() {
            if let Some(text) = reader.field_at(place).and_then(|field| corrected.cell(field)) {
                *cell = text.into_owned();
            }
        }
    }

    fn write(self, bytes: &mut Vec<u8>) -> io::Result<()> {
        row(bytes, &self.said.join(" "), self.cells.iter().map(String::as_str))
    }
}

fn row<'a>(bytes: &mut Vec<u8>, said: &'a str, cells: impl Iterator<Item = &'a str>) -> io::Result<()> {
    let mut csv = CsvWriter::new(bytes);
    csv.row(std::iter::once(said).chain(cells))?;
    csv.flush()
}
