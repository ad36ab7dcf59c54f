//! Connections, each of which has to say in time what it wants (rules.md#slow-connections).

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// So long the head of a call may take, from the first moment in which one could come.
pub const HEAD_LIMIT: Duration = Duration::from_secs(30);

/// Answers calls until `stopped`; those at work are finished first. A connection whose head of a call does not come within `head_limit` is
/// closed, and so is one on which no further call comes.
pub async fn serve(mut listener: TcpListener, app: Router, head_limit: Duration, stopped: impl Future<Output = ()>) {
    let (mut open, closing) = (JoinSet::new(), CancellationToken::new());
    let mut stopped = pin!(stopped);
    loop {
        tokio::select! {
            (line, from) = Listener::accept(&mut listener) => {
                open.spawn(converse(line, from, app.clone(), head_limit, closing.clone()));
            }
            Some(_) = open.join_next() => {}
            () = &mut stopped => break,
        }
    }
    drop(listener);
    closing.cancel();
    while open.join_next().await.is_some() {}
}

/// Answers the calls of one connection, one after the other.
async fn converse(line: TcpStream, from: SocketAddr, app: Router, head_limit: Duration, closing: CancellationToken) {
    // An answer in two pieces must not wait until the first has been confirmed.
    drop(line.set_nodelay(true));
    let app = app.map_request(move |mut call: Request<Incoming>| {
        call.extensions_mut().insert(ConnectInfo(from));
        call.map(Body::new)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_limit);
    let mut conversation = pin!(builder.serve_connection(TokioIo::new(line), TowerToHyperService::new(app)));
    let ended = tokio::select! {
        ended = conversation.as_mut() => ended,
        () = closing.cancelled() => {
            conversation.as_mut().graceful_shutdown();
            conversation.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection has ended before its calls");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::sync::Notify;
    use tokio::time::timeout;

    use super::*;

    const SOON: Duration = Duration::from_millis(200);
    const LONG: Duration = Duration::from_secs(20);

    /// A portal that gives a head this little time; its one call takes longer, and tells that it has begun.
    struct Portal {
        address: SocketAddr,
        stop: CancellationToken,
        serving: tokio::task::JoinHandle<()>,
        begun: Arc<Notify>,
    }

    impl Portal {
        async fn start() -> Self {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let address = listener.local_addr().expect("an address");
            let (begun, stop) = (Arc::new(Notify::new()), CancellationToken::new());
            let begins = Arc::clone(&begun);
            let slow = get(async move |ConnectInfo(_): ConnectInfo<SocketAddr>| {
                begins.notify_one();
                tokio::time::sleep(SOON * 3).await;
                "done"
            });
            let app = Router::new().route("/slow", slow);
            let serving = tokio::spawn(serve(listener, app, SOON, stop.clone().cancelled_owned()));
            Self { address, stop, serving, begun }
        }
    }

    /// Sends a text, and gives what comes back before the portal hangs up.
    async fn answered(portal: SocketAddr, sent: &str) -> String {
        let mut line = TcpStream::connect(portal).await.expect("the portal listens");
        line.write_all(sent.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        timeout(LONG, line.read_to_string(&mut answer)).await.expect("the portal hangs up").expect("read");
        answer
    }

    const CALL: &str = "GET /slow HTTP/1.1\r\nHost: here\r\n\r\n";

    #[tokio::test]
    async fn half_a_head_is_not_waited_for() {
        let portal = Portal::start().await;
        for half in ["", "GET /slow HTT", "GET /slow HTTP/1.1\r\nHost: here\r\nX-More: "] {
            let answer = answered(portal.address, half).await;
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{half:?}: {answer}");
        }
    }

    #[tokio::test]
    async fn an_answer_may_take_longer_than_a_head_and_then_no_call_is_waited_for() {
        let portal = Portal::start().await;
        let answer = answered(portal.address, CALL).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("done"), "{answer}");
    }

    #[tokio::test]
    async fn what_is_at_work_is_finished_before_the_end() {
        let portal = Portal::start().await;
        let call = tokio::spawn(answered(portal.address, CALL));
        portal.begun.notified().await;
        portal.stop.cancel();
        timeout(LONG, portal.serving).await.expect("the portal stops").expect("without a panic");
        assert!(call.await.expect("a call").ends_with("done"));
    }
}
