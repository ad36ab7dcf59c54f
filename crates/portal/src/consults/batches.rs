//! A file of consults read on a thread of its own: its rows come in batches, so that the file is never in memory.

use std::collections::HashSet;
use std::io::Read;

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use domain::consults::{ConsultReader, FileKind, Refused, Reported, Stopped};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::error;

/// What a reading comes to.
type Outcome = Result<(), Stopped>;

/// Rows that are taken in together.
const ROWS: usize = 1000;
/// Batches that may wait for the writer.
const WAITING: usize = 2;

/// A file that is to be read.
pub struct Source<R> {
    /// How it says what it says.
    pub kind: FileKind,
    /// Its content.
    pub content: R,
    /// The most bytes that it may have.
    pub limit: u64,
}

/// Rows of a file in their order; no two are of the same consult.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) reported: Vec<Reported>,
    pub(super) refused: Vec<Refused>,
}

impl Batch {
    fn rows(&self) -> usize {
        self.reported.len() + self.refused.len()
    }
}

/// A file on its way.
pub(super) struct Batches {
    waiting: mpsc::Receiver<Batch>,
    reading: JoinHandle<Outcome>,
}

impl Batches {
    /// Begins to read.
    pub(super) fn of<R: Read + Send + 'static>(source: Source<R>, now: DateTime<Utc>) -> Self {
        let (sender, waiting) = mpsc::channel(WAITING);
        Self { waiting, reading: tokio::task::spawn_blocking(move || read(source, now, &sender)) }
    }

    /// The next rows.
    pub(super) async fn next(&mut self) -> Option<Batch> {
        self.waiting.recv().await
    }

    /// Why no more comes, once all batches were taken.
    pub(super) async fn end(self) -> error::Result<Outcome> {
        drop(self.waiting);
        Ok(self.reading.await.context("reading consults")?)
    }
}

/// Reads to the end, or until nobody waits for more. What comes before a place where nothing can be read on is given all the same.
fn read<R: Read>(source: Source<R>, now: DateTime<Utc>, sender: &mpsc::Sender<Batch>) -> Outcome {
    let mut reader = ConsultReader::open(source.content, source.kind, source.limit, now)?;
    let (mut batch, mut ids) = (Batch::default(), HashSet::new());
    let ended = loop {
        let row = match reader.next_row() {
            Ok(Some(row)) => row,
            Ok(None) => break Ok(()),
            Err(stopped) => break Err(stopped),
        };
        let is_again = row.as_ref().is_ok_and(|row| ids.contains(&row.external_id));
        if is_again || batch.rows() == ROWS {
            ids.clear();
            if sender.blocking_send(std::mem::take(&mut batch)).is_err() {
                return Ok(());
            }
        }
        match row {
            Ok(row) => {
                ids.insert(row.external_id.clone());
                batch.reported.push(row);
            }
            Err(refused) => batch.refused.push(refused),
        }
    };
    // Nobody waiting any more is no reason to complain.
    let _ = sender.blocking_send(batch);
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn sizes(ids: impl Iterator<Item = String>, end: &str) -> (Vec<usize>, bool) {
        let mut text = String::from("ExternalId,EmployerId,StartedOn\n");
        ids.for_each(|id| text += &format!("{id},1,2026-07-01T14:30:00Z\n"));
        text += end;
        let content = std::io::Cursor::new(text.into_bytes());
        let source = Source { kind: FileKind::Csv, content, limit: u64::MAX };
        let now = "2026-07-20T12:00:00Z".parse().expect("an instant");
        let mut batches = Batches::of(source, now);
        let mut sizes = Vec::new();
        while let Some(batch) = batches.next().await {
            sizes.push(batch.rows());
        }
        (sizes, batches.end().await.expect("the thread ends").is_ok())
    }

    #[tokio::test]
    async fn a_batch_ends_when_it_is_full_and_before_a_consult_that_it_holds() {
        assert_eq!(sizes((0..1001).map(|id| id.to_string()), "").await, (vec![1000, 1], true));
        assert_eq!(sizes(["a", "b", "a", "a", "c"].map(str::to_owned).into_iter(), "").await, (vec![2, 1, 2], true));
    }

    #[tokio::test]
    async fn what_comes_before_an_endless_line_is_read() {
        let endless = "x".repeat(2_000_000);
        assert_eq!(sizes(["a", "b"].map(str::to_owned).into_iter(), &endless).await, (vec![2], false));
    }
}
