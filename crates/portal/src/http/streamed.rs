//! Bodies that are read while they come and are never held whole.

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::map_request;
use futures_util::StreamExt as _;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::context::Context;

/// An upload has its own limit, which whoever reads it keeps while it streams.
pub fn streamed((schemas, paths, router): UtoipaMethodRouter<Context>) -> UtoipaMethodRouter<Context> {
    (schemas, paths, router.layer(DefaultBodyLimit::disable()).layer(map_request(piece_by_piece)))
}

/// Gives a body piece by piece. What takes the parts of an upload asunder holds all that it gets without waiting, and a quick
/// sender could fill the memory. The first piece comes at once: without it that would believe in a body that broke off.
async fn piece_by_piece(request: Request) -> Request {
    request.map(|body| {
        Body::from_stream(body.into_data_stream().enumerate().then(|(number, piece)| async move {
            if number > 0 {
                tokio::task::yield_now().await;
            }
            piece
        }))
    })
}
