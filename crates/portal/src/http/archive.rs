//! Many files as one ZIP file that begins before it is whole. Each piece is made when the one before has been taken, so that no more than
//! one of them is held.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body as Content;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;
use tracing::Instrument as _;
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, StreamWriter};

use super::attachment;
use crate::error::Error;

/// A ZIP file on its way to whoever downloads it.
pub struct Archive {
    zip: ZipWriter<StreamWriter<Written>>,
    written: Written,
    pieces: mpsc::Sender<io::Result<Vec<u8>>>,
    /// In small letters: not every system tells names by the size of theirs.
    names: BTreeSet<String>,
}

/// Why a ZIP file is not made to its end.
#[derive(Debug)]
pub enum Cut {
    /// Whoever downloads it has left.
    Left,
    /// Something failed.
    Failed(Error),
}

impl<E: Into<Error>> From<E> for Cut {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// A ZIP file that is still being made: its pieces, or the failure that cuts it off.
pub struct ZipFile {
    name: &'static str,
    pieces: mpsc::Receiver<io::Result<Vec<u8>>>,
}

impl IntoResponse for ZipFile {
    fn into_response(mut self) -> Response {
        let content = Content::from_stream(stream::poll_fn(move |task| self.pieces.poll_recv(task)));
        (attachment("application/zip", self.name), content).into_response()
    }
}

/// Begins a ZIP file of this name that `fill` puts files into, and gives back.
pub fn archive<W>(name: &'static str, fill: impl FnOnce(Archive) -> W) -> ZipFile
where
    W: Future<Output = Result<Archive, Cut>> + Send + 'static,
{
    let (sender, pieces) = mpsc::channel(1);
    let written = Written::default();
    let zip = ZipWriter::new_stream(written.clone());
    let filled = fill(Archive { zip, written, pieces: sender.clone(), names: BTreeSet::new() });
    let work = async move {
        let made = match filled.await {
            Ok(archive) => archive.finish().await,
            Err(cut) => Err(cut),
        };
        if let Err(Cut::Failed(error)) = made {
            tracing::error!(%error, "a ZIP file was cut off");
            // Whoever has left does not mind.
            let _left = sender.send(Err(io::Error::other("cut off"))).await;
        }
    };
    tokio::spawn(work.in_current_span());
    ZipFile { name, pieces }
}

impl Archive {
    /// Begins a file of so many bytes. Where its name is taken already, what tells it from others stands before it.
    ///
    /// # Errors
    /// When no file can be begun.
    pub fn begin(&mut self, name: &str, apart: impl std::fmt::Display, bytes: u64) -> Result<(), Cut> {
        let is_free = self.names.insert(name.to_lowercase());
        let name = if is_free { name.to_owned() } else { format!("{apart}-{name}") };
        let options = SimpleFileOptions::default().large_file(bytes > u32::MAX.into());
        Ok(self.zip.start_file(name, options).map_err(anyhow::Error::from)?)
    }

    /// Writes on in the file that was begun last.
    ///
    /// # Errors
    /// [`Cut::Left`] when nobody takes it any more.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), Cut> {
        self.zip.write_all(bytes).map_err(anyhow::Error::from)?;
        self.send().await
    }

    async fn send(&self) -> Result<(), Cut> {
        let piece = self.written.take();
        if piece.is_empty() {
            return Ok(());
        }
        self.pieces.send(Ok(piece)).await.map_err(|_| Cut::Left)
    }

    async fn finish(self) -> Result<(), Cut> {
        let Self { zip, written, pieces, .. } = self;
        let ended: ZipResult<_> = zip.finish();
        ended.map_err(anyhow::Error::from)?;
        pieces.send(Ok(written.take())).await.map_err(|_| Cut::Left)
    }
}

/// What was written and not taken yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
