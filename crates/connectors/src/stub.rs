//! A server that answers as a test says: another emulator, a proxy, or one that means harm.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A call as it came: its first line, its headers and its body.
#[derive(Debug, Clone, Default)]
pub(crate) struct Came {
    pub(crate) text: String,
}

impl Came {
    /// The method and the path, such as `GET /v3`.
    pub(crate) fn line(&self) -> &str {
        self.text.split(" HTTP/").next().unwrap_or_default()
    }

    pub(crate) fn is_sign_in(&self) -> bool {
        self.line().starts_with("POST") && (self.line().ends_with("/bearer") || self.line().ends_with("/token"))
    }

    pub(crate) fn body(&self) -> &str {
        self.text.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

/// Status, further headers and body.
pub(crate) type Said = (u16, Vec<(&'static str, String)>, String);

/// A server on a socket of its own.
pub(crate) struct Stub {
    pub(crate) base: String,
    calls: Arc<Mutex<Vec<Came>>>,
    server: JoinHandle<()>,
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Stub {
    pub(crate) async fn answering(say: impl Fn(&Came) -> Said + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let calls = Arc::<Mutex<Vec<Came>>>::default();
        let (heard, say) = (Arc::clone(&calls), Arc::new(say));
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (heard, say) = (Arc::clone(&heard), Arc::clone(&say));
                tokio::spawn(async move {
                    let (mut stream, came) = received(stream).await;
                    heard.lock().expect("no panic holds it").push(came.clone());
                    let (status, headers, body) = say(&came);
                    let mut head = format!("HTTP/1.1 {status} Said\r\nContent-Length: {}\r\n", body.len());
                    for (name, value) in headers {
                        head.push_str(&format!("{name}: {value}\r\n"));
                    }
                    head.push_str("Connection: close\r\n\r\n");
                    let _left = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await;
                });
            }
        });
        Self { base, calls, server }
    }

    /// The calls that came, oldest first.
    pub(crate) fn calls(&self) -> Vec<Came> {
        self.calls.lock().expect("no panic holds it").clone()
    }
}

async fn received(mut stream: TcpStream) -> (TcpStream, Came) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.to_lowercase().split_once("content-length: ").map_or(0, |(_, rest)| {
                rest.split("\r\n").next().and_then(|length| length.trim().parse().ok()).unwrap_or_default()
            });
            if body.len() >= length {
                return (stream, Came { text });
            }
        }
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return (stream, Came { text }),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
        }
    }
}
