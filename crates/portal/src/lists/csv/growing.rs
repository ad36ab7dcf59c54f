//! A file that a client downloads while the server writes it. The writer never waits for the reader. When the writer stops before the end,
//! the download breaks off with an error, so that the file never looks whole.

use std::fs::File as StdFile;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt as _};
use tempfile::NamedTempFile;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::watch;

const WHAT: &str = "a file for a list";
/// The longest piece that the reader gets at once, in bytes.
const PIECE: u64 = 64 * 1024;

/// How many bytes of a file are written, and whether these are all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Written {
    bytes: u64,
    is_whole: bool,
}

/// The writer's end of the file. When it is dropped before [`GrowingFile::end`], the download breaks off.
pub(super) struct GrowingFile {
    file: File,
    written: watch::Sender<Written>,
}

/// Makes a file without a name in `folder`, and returns the writer's end and the content as it grows. The system deletes the file when both
/// are dropped.
///
/// # Errors
/// When the file system refuses.
pub(super) fn new_file(
    folder: &Path,
) -> anyhow::Result<(GrowingFile, impl Stream<Item = io::Result<Vec<u8>>> + Send + use<>)> {
    std::fs::create_dir_all(folder).context(WHAT)?;
    let named = NamedTempFile::new_in(folder).context(WHAT)?;
    let fetched = named.reopen().context(WHAT)?;
    let (file, path) = named.into_parts();
    path.close().context(WHAT)?;
    let (written, known) = watch::channel(Written::default());
    Ok((GrowingFile { file: File::from_std(file), written }, content(fetched, known)))
}

impl GrowingFile {
    /// Writes more, and returns whether the reader is still there.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(super) async fn append(&mut self, bytes: &[u8]) -> anyhow::Result<bool> {
        self.file.write_all(bytes).await.context(WHAT)?;
        self.file.flush().await.context(WHAT)?;
        self.written.send_modify(|written| written.bytes += bytes.len() as u64);
        Ok(!self.written.is_closed())
    }

    /// Marks the file as whole.
    pub(super) fn end(self) {
        self.written.send_modify(|written| written.is_whole = true);
    }
}

struct Fetching {
    file: File,
    known: watch::Receiver<Written>,
    given: u64,
}

fn content(file: StdFile, known: watch::Receiver<Written>) -> impl Stream<Item = io::Result<Vec<u8>>> + Send + use<> {
    let fetching = Fetching { file: File::from_std(file), known, given: 0 };
    let pieces = unfold(Some(fetching), |fetching| async move {
        let mut fetching = fetching?;
        match fetching.piece().await {
            Ok(Some(piece)) => Some((Ok(piece), Some(fetching))),
            Ok(None) => None,
            Err(error) => Some((Err(error), None)),
        }
    });
    // The server polls the stream once more after its end.
    pieces.fuse()
}

impl Fetching {
    /// The next piece; `None` behind the last.
    async fn piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            // Asked before `written` is read: a writer that is gone by then writes no more.
            let has_gone = self.known.has_changed().is_err();
            let written = *self.known.borrow_and_update();
            if written.bytes > self.given {
                let length = (written.bytes - self.given).min(PIECE);
                let mut piece = vec![0; usize::try_from(length).unwrap_or_default()];
                self.file.read_exact(&mut piece).await?;
                self.given += length;
                return Ok(Some(piece));
            }
            if written.is_whole {
                return Ok(None);
            }
            if has_gone {
                return Err(io::Error::other("the file was not written to its end"));
            }
            // An error means that the writer has gone; the next round sees that.
            let _ = self.known.changed().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_comes_while_it_is_written_and_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut file, content) = new_file(folder.path()).expect("a file");
        let mut content = std::pin::pin!(content);
        assert!(file.append(b"first\n").await.expect("written"));
        assert_eq!(content.next().await.expect("a piece").expect("read"), b"first\n");
        let long = vec![7; usize::try_from(PIECE).expect("small") + 10];
        file.append(&long).await.expect("written");
        file.end();
        let rest: Vec<_> = content.map(|piece| piece.expect("read")).collect::<Vec<_>>().await.concat();
        assert_eq!(rest, long);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "it has no name");
    }

    #[tokio::test]
    async fn a_file_that_is_not_written_to_its_end_breaks_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut file, content) = new_file(folder.path()).expect("a file");
        let mut content = std::pin::pin!(content);
        file.append(b"half").await.expect("written");
        drop(file);
        assert_eq!(content.next().await.expect("a piece").expect("read"), b"half");
        assert!(content.next().await.expect("an end").is_err());
        assert!(content.next().await.is_none());
    }

    #[tokio::test]
    async fn whoever_writes_learns_that_nobody_fetches() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut file, content) = new_file(folder.path()).expect("a file");
        drop(content);
        assert!(!file.append(b"more").await.expect("written"));
    }
}
