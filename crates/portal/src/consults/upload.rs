//! An uploaded file of consults: it is taken in while it comes.

use std::io;

use axum::body::Bytes;
use domain::Invalid;
use domain::consults::FileKind;
use futures_util::{StreamExt as _, stream};
use tokio::sync::mpsc;
use tokio_util::io::{StreamReader, SyncIoBridge};

use super::service::{Imported, Source, import};
use crate::context::Context;
use crate::error::Result;
use crate::http::{CallerOrigin, Part, UploadParts};

/// What is said when no file comes with the upload.
pub(super) const NO_FILE: &str = "You must select a file.";
const WRONG_NAME: &str = "Only .csv, .jsonl and .ndjson files can be uploaded.";
/// Pieces that may wait for the reader.
const WAITING: usize = 4;

/// Takes the file of an upload in.
///
/// # Errors
/// As [`import`]; without a file, or with one of another kind.
pub(super) async fn receive(ctx: &Context, who: &CallerOrigin, mut parts: UploadParts) -> Result<Imported> {
    while let Some(part) = parts.next().await? {
        let file_name = part.file_name();
        if part.name().eq_ignore_ascii_case("file") && !file_name.is_empty() {
            let kind = FileKind::of_name(file_name).ok_or_else(|| Invalid::field("File", WRONG_NAME))?;
            return take_in(ctx, who, kind, part).await;
        }
    }
    Err(Invalid::field("File", NO_FILE).into())
}

/// The part goes to a thread that may block, piece by piece.
async fn take_in(ctx: &Context, who: &CallerOrigin, kind: FileKind, mut part: Part<'_>) -> Result<Imported> {
    let (sender, pieces) = mpsc::channel::<io::Result<Bytes>>(WAITING);
    let pieces = stream::unfold(pieces, |mut pieces| async move { pieces.recv().await.map(|piece| (piece, pieces)) });
    let content = SyncIoBridge::new(StreamReader::new(pieces.boxed()));
    let source = Source { kind, content, limit: ctx.config.census_max_bytes };
    let imported = import(ctx, who.scope(), source, || who.entry(ctx, "consult.import", "consult"), |_| {});
    let sending = async move {
        loop {
            let piece = part.chunk().await.map_err(io::Error::other).transpose();
            let Some(piece) = piece else { return };
            let broke_off = piece.is_err();
            if sender.send(piece).await.is_err() || broke_off {
                return;
            }
        }
    };
    tokio::join!(imported, sending).0
}
