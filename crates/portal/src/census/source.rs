//! The content of a stored file for readers that block, be it text or a workbook: rows are read on a thread of their own and come back in batches, so that
//! neither the whole file nor all of its rows are ever in memory.

use std::io::Read;
use std::path::PathBuf;

use anyhow::Context as _;
use axum::body::Bytes;
use domain::census::{CensusReader, Item, Limits, ReadError, ReadOptions};
use domain::{Invalid, StoredFileId};
use futures_util::stream::{self, BoxStream};
use futures_util::{Stream, StreamExt as _};
use store::census::mappings::RememberedColumns;
use store::stored_files;
use tokio::sync::mpsc;
use tokio_util::io::{StreamReader, SyncIoBridge};

use super::content::Form;
use super::workbook;
use crate::context::Context;
use crate::error::{Error, Result};

/// The content of a file, to be read on a thread that may block.
pub(super) struct Content {
    bytes: SyncIoBridge<StreamReader<BoxStream<'static, std::io::Result<Bytes>>, Bytes>>,
    form: Form,
    folder: PathBuf,
}

/// The text of a file.
pub(super) type Text = Box<dyn Read + Send>;

impl Content {
    /// The text; that of a workbook is made first, and `options` say so.
    fn text(self, options: &mut ReadOptions) -> std::result::Result<Text, ReadError> {
        Ok(match self.form {
            Form::Text => Box::new(self.bytes),
            Form::Workbook => Box::new(workbook::unpack(self.bytes, Some(&self.folder), options)?),
        })
    }
}

/// Batches that may wait for the writer.
const WAITING: usize = 2;

/// Opens the content of a stored file.
pub(super) async fn open(ctx: &Context, file: StoredFileId) -> Result<Content> {
    let stored = stored_files::find(&ctx.store.read(), file).await?;
    open_key(ctx, &stored.storage_key).await
}

/// Opens content by where it lies.
pub(super) async fn open_key(ctx: &Context, key: &str) -> Result<Content> {
    let content = ctx.files.open(key).await?;
    let bytes = SyncIoBridge::new(StreamReader::new(content.boxed()));
    Ok(Content { bytes, form: Form::of_key(key), folder: ctx.config.parts_folder() })
}

/// Where the census stands in a file, as far as a person has said it.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// The line of the heading.
    pub(super) heading_line: Option<u64>,
    /// The sheet of a workbook; that of the group's earlier files when absent.
    pub(super) sheet: Option<String>,
}

/// How a file is read under the limits of this installation.
pub(super) fn options(ctx: &Context, remembered: RememberedColumns, place: Place) -> ReadOptions {
    let limits = Limits { bytes: ctx.config.census_max_bytes, records: ctx.config.census_max_rows };
    let RememberedColumns { fields, orders, sheet } = remembered;
    let Place { heading_line, sheet: chosen } = place;
    let chosen_sheet = chosen.or(sheet);
    ReadOptions { limits, remembered: fields, orders, heading_line, chosen_sheet, ..ReadOptions::default() }
}

/// Reads a file on a thread of its own: `read` gets the opened reader and a sender for its batches, and what it gives back comes
/// last. Dropping the receiver stops it.
pub(super) struct Reading<B, T> {
    batches: mpsc::Receiver<B>,
    end: tokio::task::JoinHandle<std::result::Result<T, ReadError>>,
}

impl<B: Send + 'static, T: Send + 'static> Reading<B, T> {
    /// Begins to read.
    pub(super) fn begin<F>(content: Content, mut options: ReadOptions, read: F) -> Self
    where
        F: FnOnce(CensusReader<Text>, &mpsc::Sender<B>) -> std::result::Result<T, ReadError> + Send + 'static,
    {
        let (sender, batches) = mpsc::channel(WAITING);
        let end = tokio::task::spawn_blocking(move || {
            let text = content.text(&mut options)?;
            read(CensusReader::open(text, &options)?, &sender)
        });
        Self { batches, end }
    }

    /// The next batch.
    pub(super) async fn next(&mut self) -> Option<B> {
        self.batches.recv().await
    }

    /// All batches, one after the other.
    pub(super) fn batches(&mut self) -> impl Stream<Item = B> {
        stream::poll_fn(|context| self.batches.poll_recv(context))
    }

    /// What the reading gave in the end, once all batches were taken.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the file is refused.
    pub(super) async fn end(self) -> Result<T> {
        drop(self.batches);
        self.end.await.context("reading a census file")?.map_err(refused)
    }
}

/// Does something with a file on a thread that may block.
pub(super) async fn blocking<T, F>(content: Content, options: ReadOptions, read: F) -> Result<T>
where
    T: Send + 'static,
    F: FnOnce(CensusReader<Text>) -> std::result::Result<T, ReadError> + Send + 'static,
{
    Reading::<(), T>::begin(content, options, |reader, _| read(reader)).end().await
}

/// Sends a batch; `false` when nobody waits for it any more, and the reading may stop.
pub(super) fn send<B>(sender: &mpsc::Sender<B>, batch: B) -> bool {
    sender.blocking_send(batch).is_ok()
}

/// A refusal as an error of the uploaded file.
pub(super) fn refused(error: ReadError) -> Error {
    match error {
        ReadError::Refused(refusal) => Invalid::field("File", refusal.to_string()).into(),
        ReadError::Io(error) => Error::Internal(anyhow::Error::new(error).context("reading a census file")),
    }
}

/// Records between two reports of how many there are so far.
const RECORDS_A_REPORT: u64 = 20_000;

/// Reads to the end and gives the number of records; on the way each item is seen, and it is reported how many there are so far.
pub(super) fn count_records<R: Read>(
    reader: &mut CensusReader<R>,
    mut see: impl FnMut(Item, &CensusReader<R>),
    mut report: impl FnMut(u64),
) -> std::result::Result<u64, ReadError> {
    let mut next = RECORDS_A_REPORT;
    while let Some(item) = reader.next_item()? {
        see(item, reader);
        if reader.records() >= next {
            report(reader.records());
            next += RECORDS_A_REPORT;
        }
    }
    Ok(reader.records())
}
