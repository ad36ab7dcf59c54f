//! The content of a stored file for readers that block: rows are read on a thread of their own and come back in batches, so that
//! neither the whole file nor all of its rows are ever in memory.

use std::io::Read;

use anyhow::Context as _;
use axum::body::Bytes;
use domain::census::{CensusReader, Limits, ReadError, ReadOptions, Remembered};
use domain::{Invalid, StoredFileId};
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use store::stored_files;
use tokio::sync::mpsc;
use tokio_util::io::{StreamReader, SyncIoBridge};

use crate::context::Context;
use crate::error::{Error, Result};

/// The content of a file, to be read on a thread that may block.
pub(super) type Content = SyncIoBridge<StreamReader<BoxStream<'static, std::io::Result<Bytes>>, Bytes>>;

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
    Ok(SyncIoBridge::new(StreamReader::new(content.boxed())))
}

/// How a file is read under the limits of this installation.
pub(super) fn options(ctx: &Context, remembered: Remembered, heading_line: Option<u64>) -> ReadOptions {
    let limits = Limits { bytes: ctx.config.census_max_bytes, records: ctx.config.census_max_rows };
    ReadOptions { limits, remembered, heading_line }
}

/// Reads a file on a thread of its own: `read` gets the opened reader and a sender for its batches, and what it gives back comes
/// last. Dropping the receiver stops it.
pub(super) struct Reading<B, T> {
    batches: mpsc::Receiver<B>,
    end: tokio::task::JoinHandle<std::result::Result<T, ReadError>>,
}

impl<B: Send + 'static, T: Send + 'static> Reading<B, T> {
    /// Begins to read.
    pub(super) fn begin<F>(content: Content, options: ReadOptions, read: F) -> Self
    where
        F: FnOnce(CensusReader<Content>, &mpsc::Sender<B>) -> std::result::Result<T, ReadError> + Send + 'static,
    {
        let (sender, batches) = mpsc::channel(WAITING);
        let end = tokio::task::spawn_blocking(move || read(CensusReader::open(content, &options)?, &sender));
        Self { batches, end }
    }

    /// The next batch.
    pub(super) async fn next(&mut self) -> Option<B> {
        self.batches.recv().await
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
    F: FnOnce(CensusReader<Content>) -> std::result::Result<T, ReadError> + Send + 'static,
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

/// Reads to the end and gives the number of records.
pub(super) fn count_records<R: Read>(reader: &mut CensusReader<R>) -> std::result::Result<u64, ReadError> {
    while reader.next_item()?.is_some() {}
    Ok(reader.records())
}
