//! The pages of a list, asked of its own endpoint.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::MethodRouter;
use serde::Deserialize;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::http::page::PageOfFile;

/// A list as one request asks for it.
pub(super) struct Pages {
    list: MethodRouter,
    asked: Parts,
}

/// A page of its rows, as the wire carries them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Page {
    #[serde(rename = "Data")]
    pub(super) rows: Vec<Value>,
    #[serde(rename = "TotalRecords")]
    pub(super) total: u64,
}

impl Page {
    /// How many pages the list has.
    pub(super) fn pages(&self) -> u64 {
        self.total.div_ceil(PageOfFile::ROWS)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answered {
    is_valid: bool,
    value: Option<Page>,
}

impl Pages {
    /// The pages of `list` under the path parameters, the query and the caller of `request`.
    pub(super) fn new(list: MethodRouter, request: Request) -> Self {
        Self { list, asked: request.into_parts().0 }
    }

    /// A page, or the answer by which the list refuses it.
    pub(super) async fn page(&self, number: u64) -> anyhow::Result<Result<Page, Response>> {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = Method::GET;
        *request.uri_mut() = self.asked.uri.clone();
        *request.extensions_mut() = self.asked.extensions.clone();
        request.extensions_mut().insert(PageOfFile(number));
        let (head, body) = match self.list.clone().oneshot(request).await {
            Ok(response) => response.into_parts(),
            Err(never) => match never {},
        };
        let bytes = to_bytes(body, usize::MAX).await?;
        if head.status.is_success()
            && let Answered { is_valid: true, value: Some(page) } = serde_json::from_slice(&bytes)?
        {
            return Ok(Ok(page));
        }
        Ok(Err((head.status, [(header::CONTENT_TYPE, "application/json")], bytes).into_response()))
    }
}
