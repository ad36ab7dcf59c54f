//! Reading ahead of whoever works on what is read. SQLite finds a page on one thread and hands it over as a text, which takes as long again
//! to take in: one page is found while another is taken in and a third is worked on. PostgreSQL finds each on a process of its own, which
//! steps back for nobody as our threads do: one at a time, or lists of others wait.

use std::future::Future;

use futures_util::{Stream, StreamExt, stream};
use store::Engine;
use tracing::Instrument;

use crate::error::Result;

/// Pages that are read and worked on at once.
const fn read_at_once(engine: Engine) -> usize {
    match engine {
        Engine::Sqlite => 3,
        Engine::Postgres => 1,
    }
}

/// Works at once that read nothing: a third takes its time from the threads that read the file and write the rows.
const MADE_AT_ONCE: usize = 2;

/// Does work on whatever thread is idle: what is written meanwhile does not wait for what is read.
pub(super) async fn aside<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    tokio::spawn(work.in_current_span()).await.map_err(anyhow::Error::from)?
}

/// What these give, in their order, read as far ahead as the engine bears.
pub(super) fn ahead<T: Send + 'static, R>(
    engine: Engine,
    reads: impl IntoIterator<Item = R>,
) -> impl Stream<Item = Result<T>>
where
    R: Future<Output = Result<T>> + Send + 'static,
{
    stream::iter(reads).map(aside).buffered(read_at_once(engine))
}

/// What these give, in their order, while the next are worked at.
pub(super) fn made_ahead<T: Send + 'static, R>(works: impl Stream<Item = R>) -> impl Stream<Item = Result<T>>
where
    R: Future<Output = Result<T>> + Send + 'static,
{
    works.map(aside).buffered(MADE_AT_ONCE)
}
