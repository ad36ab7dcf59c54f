//! Calls over HTTP: how long they may take, how much may come back, and what becomes of those that fail.

mod hiding;
mod pace;
mod reaching;
mod repeating;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::header::{CONTENT_TYPE, DATE, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};
use rustls::{ClientConfig, RootCertStore};

pub(crate) use repeating::{Caller, Nature, Verdict};

use crate::error::{VendorAnswer, shortened};
use hiding::Carried;
pub(crate) use hiding::Known;
use reaching::{NOT_PUBLIC, Reachable};

/// The characters of a code or a trace that are kept.
const KEPT_OF_CODE: usize = 100;
/// The characters of the words of an answer that are kept.
const KEPT: usize = 500;

/// The limits of calls to an account.
#[derive(Debug, Clone)]
pub struct Limits {
    /// How long a connection may take.
    pub connect: Duration,
    /// How long one attempt may take.
    pub attempt: Duration,
    /// How long all attempts and the waits between them may take.
    pub whole: Duration,
    /// The most attempts.
    pub tries: u32,
    /// The wait after the first attempt; each further one is twice as long, and each is cut short at random.
    pub first_wait: Duration,
    /// The most bytes of an answer.
    pub answer: usize,
    /// The most calls at once; one of them is kept for the lookups of people.
    pub at_once: usize,
    /// The most calls a minute; any number when none is named.
    pub a_minute: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            attempt: Duration::from_secs(10),
            whole: Duration::from_secs(13),
            tries: 4,
            first_wait: Duration::from_millis(500),
            answer: 8 << 20,
            at_once: 4,
            a_minute: None,
        }
    }
}

impl Limits {
    /// Those of QuickBooks: ten calls at once, ten a second and 500 a minute. A little is left to other programs.
    pub fn quickbooks() -> Self {
        Self { at_once: 10, a_minute: Some(480), ..Self::default() }
    }

    /// Those of NetSuite: the smallest account allows five calls at once to all programs together. Only a lookup takes the fifth.
    pub fn netsuite() -> Self {
        Self { at_once: 5, ..Self::default() }
    }
}

/// What came back.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) trace: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    /// What time it is where the answer was made.
    pub(crate) date: Option<DateTime<Utc>>,
    pub(crate) body: Vec<u8>,
    /// The secrets of the call, which no word of the answer repeats.
    pub(crate) carried: Carried,
}

impl Answer {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether it is a page for people instead of data.
    pub(crate) fn is_page(&self) -> bool {
        let start: Vec<u8> = self.body.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).take(9).collect();
        let start = String::from_utf8_lossy(&start).to_lowercase();
        self.content_type.starts_with("text/html") || start.starts_with("<html") || start.starts_with("<!doctype")
    }

    /// What is said of an answer that is not understood and may hold a token: nothing of its text.
    pub(crate) fn unclear_secret(&self) -> VendorAnswer {
        if self.is_page() {
            return self.unclear();
        }
        self.saying(format!("the answer had HTTP status {} and was not that of a sign-in", self.status), None)
    }

    /// What is kept of an answer that is not understood.
    pub(crate) fn unclear(&self) -> VendorAnswer {
        if self.is_page() {
            let said = format!("a web page came instead of data (HTTP status {}); check the address", self.status);
            return self.saying(said, None);
        }
        let text = String::from_utf8_lossy(&self.body);
        let start = self.saying(text.split_whitespace().collect::<Vec<_>>().join(" "), None).message;
        let message = match start.as_str() {
            "" => format!("the answer had HTTP status {} and no text", self.status),
            start => format!("the answer had HTTP status {} and this text: {start}", self.status),
        };
        VendorAnswer { message, ..self.saying(String::new(), None) }
    }

    /// What the answer says, without the secrets of the call and not without end.
    pub(crate) fn saying(&self, message: String, code: Option<String>) -> VendorAnswer {
        let told = |text: String, most: usize| shortened(readable(&self.carried.hidden_in(text)), most);
        VendorAnswer {
            message: told(message, KEPT),
            http_status: Some(self.status),
            code: code.map(|code| told(code, KEPT_OF_CODE)),
            trace_id: self.trace.clone().map(|trace| told(trace, KEPT_OF_CODE)),
            refused_part: None,
        }
    }
}

/// The text with a blank for each control character: an answer in another form, such as packed bytes, is full of them.
fn readable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Why nothing came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The call never left.
    NotSent(String),
    /// The call may have arrived.
    Lost(String),
}

/// A client that follows no redirect, knows the usual roots and no proxy.
pub(crate) fn client(limits: &Limits) -> Result<Client, reqwest::Error> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring offers the usual versions of TLS")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none())
        .no_proxy()
        .dns_resolver(Arc::new(Reachable))
        .connect_timeout(limits.connect)
        .timeout(limits.attempt)
        .user_agent(concat!("Ledgerwell/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Makes one attempt.
pub(crate) async fn send(request: RequestBuilder, most: usize, known: &Known) -> Result<Answer, Silence> {
    let (client, request) = request.build_split();
    let request = request.map_err(|error| Silence::NotSent(words(&without_address(error))))?;
    let carried = Carried::by(&request, known);
    let response = client.execute(request).await.map_err(|error| {
        let said = without_address(error);
        if said.is_connect() || said.is_builder() {
            Silence::NotSent(words(&said))
        } else {
            Silence::Lost(words(&said))
        }
    })?;
    received(response, most, carried).await
}

async fn received(mut response: Response, most: usize, carried: Carried) -> Result<Answer, Silence> {
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let mut answer = Answer {
        status: response.status().as_u16(),
        content_type: header(CONTENT_TYPE.as_str()).unwrap_or_default(),
        trace: header("intuit_tid"),
        retry_after: header(RETRY_AFTER.as_str()).and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs),
        date: header(DATE.as_str())
            .and_then(|date| DateTime::parse_from_rfc2822(&date).ok())
            .map(|date| date.with_timezone(&Utc)),
        body: Vec::new(),
        carried,
    };
    while let Some(chunk) = response.chunk().await.map_err(|error| Silence::Lost(words(&without_address(error))))? {
        if answer.body.len() + chunk.len() > most {
            return Err(Silence::Lost(format!("the answer is too large: it has more than {most} bytes")));
        }
        answer.body.extend_from_slice(&chunk);
    }
    answer.body = answer.carried.hidden_in_body(std::mem::take(&mut answer.body));
    if !answer.content_type.starts_with("application/pdf") {
        answer.body = without_nul(std::mem::take(&mut answer.body));
    }
    Ok(answer)
}

/// The text without NUL, as a byte and as an escape of JSON: PostgreSQL stores no text that holds one.
fn without_nul(mut text: Vec<u8>) -> Vec<u8> {
    text.retain(|byte| *byte != 0);
    let mut kept = Vec::with_capacity(text.len());
    let mut rest = &text[..];
    while let Some((first, behind)) = rest.split_first() {
        match (first, behind) {
            (b'\\', [b'u', b'0', b'0', b'0', b'0', behind @ ..]) => rest = behind,
            // Of an escape the second letter begins none.
            (b'\\', [escaped, behind @ ..]) => {
                kept.extend([b'\\', *escaped]);
                rest = behind;
            }
            _ => {
                kept.push(*first);
                rest = behind;
            }
        }
    }
    kept
}

/// An address holds a search, and a search may hold a name.
fn without_address(error: reqwest::Error) -> reqwest::Error {
    error.without_url()
}

fn is_said(error: &reqwest::Error, words: &str) -> bool {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    causes.into_iter().any(|cause| cause.to_string().contains(words))
}

fn words(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "it did not answer in time".to_owned();
    }
    if error.is_connect() {
        let said = if is_said(error, NOT_PUBLIC) { NOT_PUBLIC } else { "it cannot be reached" };
        return said.to_owned();
    }
    if error.is_body() || error.is_decode() {
        return "the answer broke off before its end".to_owned();
    }
    let mut said = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        said = inner.to_string();
        cause = inner.source();
    }
    format!("the connection failed: {said}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_nul_is_left_in_a_text_and_nothing_else_is_changed() {
        for (text, kept) in [
            (&b"{\"a\": \"x\\u0000y\"}"[..], &b"{\"a\": \"xy\"}"[..]),
            (b"a\0b", b"ab"),
            (b"C:\\\\u0000", b"C:\\\\u0000"),
            (b"\\n \\u00e9 \\", b"\\n \\u00e9 \\"),
        ] {
            assert_eq!(without_nul(text.to_vec()), kept, "{}", String::from_utf8_lossy(text));
        }
        assert_eq!(readable("a\u{1f}\u{8b}b\nc"), "a  b c");
    }
}
