//! The two systems on a socket, one connection at a time to be cut.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::{Extension, Router, middleware};
use hyper::body::{Body, Frame};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::{Sandbox, control, faults, netsuite, pages, quickbooks};

/// The connection that a call came on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line(Arc<Notify>);

impl Line {
    /// Closes it without a word.
    pub(crate) fn cut(&self) {
        self.0.notify_one();
    }
}

/// A body that begins, and whose connection is cut then.
#[derive(Debug)]
pub(crate) struct Broken {
    half: Option<Bytes>,
    line: Option<Line>,
}

impl Broken {
    pub(crate) fn after(half: Bytes, line: Option<Line>) -> Self {
        Self { half: Some(half), line }
    }
}

impl Body for Broken {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(half) = self.half.take() {
            return Poll::Ready(Some(Ok(Frame::data(half))));
        }
        if let Some(line) = &self.line {
            line.cut();
        }
        Poll::Pending
    }
}

impl Sandbox {
    /// All addresses of both systems.
    pub fn router(&self) -> Router {
        let systems = quickbooks::routes().merge(netsuite::routes(self));
        let systems = systems.layer(middleware::from_fn_with_state(self.clone(), faults::through));
        // Its own time, which a test sets, and not that of the machine.
        let time = self.clone();
        let systems = systems.layer(middleware::map_response(move |mut answer: Response| {
            let date = time.now().format("%a, %d %b %Y %H:%M:%S GMT").to_string();
            if let Ok(date) = HeaderValue::from_str(&date) {
                answer.headers_mut().insert(header::DATE, date);
            }
            std::future::ready(answer)
        }));
        systems.merge(control::routes()).merge(pages::routes()).with_state(self.clone())
    }

    /// Answers on a socket until the future is dropped.
    ///
    /// # Errors
    /// When the socket fails.
    pub async fn serve(&self, listener: TcpListener) -> std::io::Result<()> {
        let router = self.router();
        loop {
            let (stream, _) = listener.accept().await?;
            let line = Line::default();
            let service = TowerToHyperService::new(router.clone().layer(Extension(line.clone())));
            tokio::spawn(async move {
                let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                tokio::select! {
                    done = connection => if let Err(error) = done { tracing::debug!(%error, "a connection ended") },
                    () = line.0.notified() => {}
                }
            });
        }
    }
}
