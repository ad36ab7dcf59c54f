//! The parts of an upload, one after the other. Between two parts only a few KB may come, and not for long: a heading that never ends, or a
//! boundary that never comes, would otherwise be held in the memory until the upload is given up.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartRejection};
use axum::extract::{FromRequest, Multipart, Request};
use futures_util::{Stream, stream};

use super::streamed::{Allowance, PIECE};
use crate::error::{Error, Result};

/// The most bytes before the next part is found: boundary and headings, or what is left of a part that nothing reads.
const BETWEEN: usize = PIECE;
/// How long it may take to find the next part.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a part may give nothing.
const STALLED: Duration = Duration::from_secs(60);
/// The most parts of an upload.
const MOST_PARTS: usize = 100;

const BROKE_OFF: Error = Error::BadRequest("The upload broke off.");

/// The parts of an upload that have not been read yet. Its route is [`super::streamed()`].
pub struct UploadParts {
    parts: Multipart,
    allowance: Allowance,
    patience: Duration,
    taken: usize,
}

impl<S: Send + Sync> FromRequest<S> for UploadParts {
    type Rejection = MultipartRejection;

    async fn from_request(request: Request, state: &S) -> std::result::Result<Self, Self::Rejection> {
        let allowance = request.extensions().get::<Allowance>().cloned().unwrap_or_default();
        let parts = Multipart::from_request(request, state).await?;
        Ok(Self { parts, allowance, patience: PATIENCE, taken: 0 })
    }
}

impl UploadParts {
    /// The next part; `None` after the last one. What was not read of the one before is passed over.
    ///
    /// # Errors
    /// [`Error::TooLarge`] when more than a few KB come before it, or when there are too many; [`Error::TooSlow`] when it does not come in
    /// time; [`Error::BadRequest`] when the upload breaks off.
    pub async fn next(&mut self) -> Result<Option<Part<'_>>> {
        self.taken += 1;
        if self.taken > MOST_PARTS {
            return Err(Error::TooLarge);
        }
        self.allowance.limit(BETWEEN);
        let found = tokio::time::timeout(self.patience, self.parts.next_field()).await;
        let spent = self.allowance.lift();
        match found {
            Err(_) => Err(Error::TooSlow),
            Ok(Err(_)) if spent => Err(Error::TooLarge),
            Ok(Err(_)) => Err(BROKE_OFF),
            Ok(Ok(field)) => Ok(field.map(|field| Part { field, patience: self.patience })),
        }
    }
}

/// One part of an upload.
pub struct Part<'a> {
    field: Field<'a>,
    patience: Duration,
}

impl<'a> Part<'a> {
    /// The name of the field in the form.
    pub fn name(&self) -> &str {
        self.field.name().unwrap_or_default()
    }

    /// What the file was called; blank when the part is none.
    pub fn file_name(&self) -> &str {
        self.field.file_name().unwrap_or_default()
    }

    /// The next piece of the content; `None` at its end.
    ///
    /// # Errors
    /// [`Error::TooSlow`] when nothing comes for a while; [`Error::BadRequest`] when the upload breaks off.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        let piece = tokio::time::timeout(STALLED, self.field.chunk()).await.map_err(|_| Error::TooSlow)?;
        piece.map_err(|_| BROKE_OFF)
    }

    /// The content of a part that is one line, without blanks around it.
    ///
    /// # Errors
    /// [`Error::TooLarge`] when it has more bytes than `most`; [`Error::TooSlow`] when its end does not come in time, however steadily it
    /// trickles; [`Error::BadRequest`] when the upload breaks off.
    pub async fn text(mut self, most: usize) -> Result<String> {
        let patience = self.patience;
        let whole = async {
            let mut text = Vec::new();
            while let Some(bytes) = self.chunk().await? {
                text.extend_from_slice(&bytes);
                if text.len() > most {
                    return Err(Error::TooLarge);
                }
            }
            Ok(String::from_utf8_lossy(&text).trim().to_owned())
        };
        tokio::time::timeout(patience, whole).await.map_err(|_| Error::TooSlow)?
    }

    /// The content as it comes.
    pub fn content(self) -> impl Stream<Item = Result<Bytes>> + Send + 'a {
        stream::unfold(Some(self), |part| async move {
            let mut part = part?;
            match part.chunk().await.transpose()? {
                Ok(piece) => Some((Ok(piece), Some(part))),
                Err(error) => Some((Err(error), None)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::header::CONTENT_TYPE;
    use futures_util::StreamExt as _;

    use super::super::streamed::piece_by_piece;
    use super::*;

    async fn parts(body: Body) -> UploadParts {
        let request =
            axum::http::Request::builder().header(CONTENT_TYPE, "multipart/form-data; boundary=cut").body(body);
        let request = piece_by_piece(request.expect("a request")).await;
        UploadParts::from_request(request, &()).await.expect("a form")
    }

    fn part(name: &str, content: &str) -> String {
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{content}\r\n")
    }

    #[tokio::test]
    async fn parts_are_read_one_after_the_other_whatever_their_length() {
        let long = "x".repeat(10 * PIECE + 7);
        let mut parts = parts(Body::from(part("first", &long) + &part("second", "b") + "--cut--\r\n")).await;
        let first = parts.next().await.expect("an answer").expect("a part");
        assert_eq!(first.name(), "first");
        let pieces: Vec<_> = first.content().map(|piece| piece.expect("a piece")).collect().await;
        assert_eq!(pieces.concat(), long.as_bytes());
        let mut second = parts.next().await.expect("an answer").expect("a part");
        assert_eq!(second.chunk().await.expect("a piece").as_deref(), Some(&b"b"[..]));
        // The next part comes once this one is let go of.
        drop(second);
        assert!(parts.next().await.expect("an answer").is_none());
    }

    #[tokio::test]
    async fn too_many_parts_are_refused() {
        let mut parts = parts(Body::from(part("a", "b").repeat(MOST_PARTS + 1) + "--cut--\r\n")).await;
        for _ in 0..MOST_PARTS {
            parts.next().await.expect("an answer").expect("a part");
        }
        assert!(matches!(parts.next().await.err(), Some(Error::TooLarge)));
    }

    #[tokio::test]
    async fn a_text_whose_end_does_not_come_is_not_waited_for() {
        let begun = part("name", "a").replace("a\r\n", "a");
        let begun = stream::once(async { Ok::<_, std::io::Error>(Bytes::from(begun)) });
        let mut parts = parts(Body::from_stream(begun.chain(stream::pending()))).await;
        let mut part = parts.next().await.expect("an answer").expect("a part");
        part.patience = Duration::ZERO;
        assert!(matches!(part.text(100).await, Err(Error::TooSlow)));
    }

    #[tokio::test]
    async fn a_text_has_no_more_bytes_than_it_may() {
        for (most, text) in [(4, Some("long")), (3, None)] {
            let mut parts = parts(Body::from(part("name", "long") + "--cut--\r\n")).await;
            let part = parts.next().await.expect("an answer").expect("a part");
            assert_eq!(part.text(most).await.ok().as_deref(), text);
        }
    }

    #[tokio::test]
    async fn a_part_that_does_not_come_is_not_waited_for() {
        let begun = stream::once(async { Ok::<_, std::io::Error>(Bytes::from("--cut\r\nContent-")) });
        let mut parts = parts(Body::from_stream(begun.chain(stream::pending()))).await;
        parts.patience = Duration::ZERO;
        assert!(matches!(parts.next().await.err(), Some(Error::TooSlow)));
    }
}
