//! Uploads that never come to the point: no more than a few KB of them is held, and not for long, before and behind the sign-in.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Bytes;
use domain::access::Role;
use futures_util::{Stream, stream};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::support::TestApp;

const UPLOADS: [&str; 2] = ["/api/v1/census/files", "/api/v1/consults/import"];
const FORM: &str = "multipart/form-data; boundary=cut";
/// As large as what a connection reads at once.
const CHUNK: usize = 64 * 1024;
/// What the portal may take of such an upload: its allowance, and the piece with which that is spent.
const MOST: usize = 3 * CHUNK;

/// Beginnings after which nothing comes but more of the same.
const BEGINNINGS: [(&str, &str); 4] = [
    ("a heading that never ends", "--cut\r\nContent-Disposition: form-data; name=\""),
    ("headings without end", "--cut\r\nX: "),
    ("a boundary that never comes", ""),
    ("a part that nothing reads", "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\"\r\n\r\n"),
];

fn without_end(beginning: &'static str, taken: Arc<AtomicUsize>) -> impl Stream<Item = std::io::Result<Bytes>> {
    let more = Bytes::from("x".repeat(CHUNK));
    let pieces = std::iter::once(Bytes::from(beginning)).chain(std::iter::repeat(more));
    stream::iter(pieces.map(move |piece| {
        taken.fetch_add(piece.len(), Ordering::Relaxed);
        Ok(piece)
    }))
}

#[tokio::test]
async fn of_an_upload_that_never_comes_to_a_part_a_few_kilobytes_are_taken() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for path in UPLOADS {
        for (what, beginning) in BEGINNINGS {
            let taken = Arc::new(AtomicUsize::new(0));
            let reply = client.send_body(path, FORM, without_end(beginning, Arc::clone(&taken))).await;
            assert_eq!(reply.status, 413, "{path}, {what}");
            assert!(taken.load(Ordering::Relaxed) <= MOST, "{path}, {what}: {taken:?}");
        }
    }
}

#[tokio::test]
async fn of_an_upload_that_may_not_be_sent_nothing_is_taken() {
    let app = TestApp::start().await;
    let (_, user) = app.user(Role::GroupUser, None, &[]).await;
    let tricked = app.administrator().await.tricked_elsewhere();
    for (client, path, status) in [
        (app.nobody(), UPLOADS[0], 401),
        (app.nobody(), UPLOADS[1], 401),
        (app.nobody().with_key("lw_wrong"), UPLOADS[0], 401),
        (user, UPLOADS[1], 403),
        (tricked, UPLOADS[0], 403),
    ] {
        let taken = Arc::new(AtomicUsize::new(0));
        let reply = client.send_body(path, FORM, without_end("", Arc::clone(&taken))).await;
        assert_eq!((reply.status.as_u16(), taken.load(Ordering::Relaxed)), (status, 0), "{path}");
    }
}

/// Sends the head of an upload and then text without end, and gives what the portal answers before it hangs up.
async fn answered(portal: SocketAddr, cookie: Option<&str>) -> String {
    let mut line = TcpStream::connect(portal).await.expect("the portal listens");
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {portal}\r\nSec-Fetch-Site: same-origin\r\n{cookie}Content-Type: {FORM}\r\n\
         Transfer-Encoding: chunked\r\n\r\n",
        UPLOADS[0]
    );
    line.write_all(head.as_bytes()).await.expect("the head is sent");
    let chunk = format!("{CHUNK:x}\r\n{}\r\n", "x".repeat(CHUNK));
    let (mut reader, mut writer) = line.split();
    let sending = async { while writer.write_all(chunk.as_bytes()).await.is_ok() {} };
    let reading = async {
        let mut answer = [0; 12];
        reader.read_exact(&mut answer).await.map(|_| String::from_utf8_lossy(&answer).into_owned())
    };
    let (answer, ()) = tokio::join!(reading, sending);
    answer.expect("an answer")
}

/// Over a real connection, which the portal ends: else a client could go on sending for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connection_of_such_an_upload_is_ended() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let portal = listener.local_addr().expect("an address");
    let service = portal::router(app.ctx.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let serving = tokio::spawn(async move { axum::serve(listener, service).await });
    assert_eq!(answered(portal, client.cookie()).await, "HTTP/1.1 413");
    assert_eq!(answered(portal, None).await, "HTTP/1.1 401");
    serving.abort();
}
