//! Bodies that are read while they come and are never held whole.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::map_request;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use utoipa_axum::router::UtoipaMethodRouter;

use crate::context::Context;

/// An upload has its own limit, which its reader keeps while it streams. Its handler reads it as [`super::UploadParts`].
pub fn streamed((schemas, paths, router): UtoipaMethodRouter<Context>) -> UtoipaMethodRouter<Context> {
    (schemas, paths, router.layer(DefaultBodyLimit::disable()).layer(map_request(piece_by_piece)))
}

/// The longest piece that is given at once, in bytes.
pub const PIECE: usize = 16 * 1024;

/// Gives a body piece by piece. What takes the parts of an upload asunder holds all that it gets without waiting, and a quick
/// sender could fill the memory. The first piece comes at once: without it that would believe in a body that broke off.
pub(super) async fn piece_by_piece(mut request: Request) -> Request {
    let allowance = Allowance::default();
    request.extensions_mut().insert(allowance.clone());
    request.map(|body| {
        let pieces =
            body.into_data_stream().map_ok(|piece| stream::iter(pieces(piece).map(Ok::<_, axum::Error>))).try_flatten();
        Body::from_stream(pieces.enumerate().then(move |(number, piece)| {
            let allowance = allowance.clone();
            async move {
                if number > 0 {
                    tokio::task::yield_now().await;
                }
                let piece = piece?;
                if allowance.spend(piece.len()) { Ok(piece) } else { Err(axum::Error::new(Spent)) }
            }
        }))
    })
}

fn pieces(whole: Bytes) -> impl Iterator<Item = Bytes> {
    (0..whole.len()).step_by(PIECE).map(move |start| whole.slice(start..whole.len().min(start + PIECE)))
}

/// What came between two parts of an upload was more than there can be.
#[derive(Debug, thiserror::Error)]
#[error("the allowance is spent")]
struct Spent;

/// How many bytes a body may still give before its reader has found the next part; without a limit while the reader is within one.
#[derive(Debug, Clone, Default)]
pub(super) struct Allowance(Arc<Mutex<State>>);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// As many as come.
    #[default]
    Unlimited,
    /// So many, and the piece with the last of them to its end.
    Left(usize),
    /// There was more.
    Spent,
}

impl Allowance {
    /// Allows `bytes` from now on.
    pub(super) fn limit(&self, bytes: usize) {
        self.set(State::Left(bytes));
    }

    /// Allows as many as come, and tells whether there was more than allowed until now.
    pub(super) fn lift(&self) -> bool {
        self.set(State::Unlimited) == State::Spent
    }

    fn set(&self, state: State) -> State {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), state)
    }

    fn spend(&self, bytes: usize) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = match *state {
            State::Unlimited => State::Unlimited,
            State::Left(0) | State::Spent => State::Spent,
            State::Left(left) => State::Left(left.saturating_sub(bytes)),
        };
        *state != State::Spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_cut_into_pieces_and_nothing_is_lost() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let whole = Bytes::from_iter((0..=250_u8).cycle().take(length));
            let cut: Vec<Bytes> = pieces(whole.clone()).collect();
            assert!(cut.iter().all(|piece| !piece.is_empty() && piece.len() <= PIECE), "{length}");
            assert_eq!(cut.concat(), whole, "{length}");
        }
    }

    #[test]
    fn an_allowance_is_spent_by_what_comes_until_it_is_lifted() {
        let allowance = Allowance::default();
        assert!(allowance.spend(1_000_000));
        allowance.limit(10);
        assert!(allowance.spend(8) && allowance.spend(8), "the piece with the last byte comes whole");
        assert!(!allowance.spend(1));
        assert!(!allowance.spend(1));
        assert!(allowance.lift());
        assert!(allowance.spend(1_000_000) && !allowance.lift());
    }
}
