//! A caller of the API, as a browser with a cookie or a program with a key.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::{Stream, StreamExt as _, stream};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// One caller.
pub struct Client {
    router: Router,
    cookie: Option<String>,
    bearer: Option<String>,
    same_origin: bool,
    machine: Option<SocketAddr>,
}

/// What came back.
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub bytes: Vec<u8>,
}

impl Client {
    /// Nobody yet.
    pub fn new(router: Router) -> Self {
        Self { router, cookie: None, bearer: None, same_origin: true, machine: None }
    }

    /// The cookie of the session, if signed in.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// The same session on another copy of the application.
    pub fn with_cookie(mut self, cookie: Option<&str>) -> Self {
        self.cookie = cookie.map(str::to_owned);
        self
    }

    /// A program with an access key instead of a cookie.
    pub fn with_key(mut self, key: &str) -> Self {
        self.bearer = Some(key.to_owned());
        self.same_origin = false;
        self
    }

    /// The same caller, tricked into calling from another site.
    pub fn tricked_elsewhere(mut self) -> Self {
        self.same_origin = false;
        self
    }

    /// The same caller on a machine of this address.
    pub fn on_machine(mut self, address: &str) -> Self {
        self.machine = Some(SocketAddr::new(address.parse().expect("an address"), 50_000));
        self
    }

    /// Signs in and keeps the cookie.
    pub async fn sign_in(&mut self, email: &str, password: &str) -> Reply {
        let reply = self.post("/api/v1/auth/login", json!({"EmailAddress": email, "Password": password})).await;
        self.keep_cookie(&reply);
        reply
    }

    /// Signs in with a code too and keeps the cookie.
    pub async fn sign_in_with(&mut self, email: &str, password: &str, code: &str) -> Reply {
        let credentials = json!({"EmailAddress": email, "Password": password, "Code": code});
        let reply = self.post("/api/v1/auth/login", credentials).await;
        self.keep_cookie(&reply);
        reply
    }

    /// Takes the cookie of a reply for its own, if there is one.
    pub fn keep_cookie(&mut self, reply: &Reply) {
        let cookie = reply.headers.get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        self.cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned).or(self.cookie.take());
    }

    /// Another caller with the same cookie.
    pub fn twin(&self) -> Self {
        Self {
            router: self.router.clone(),
            cookie: self.cookie.clone(),
            bearer: self.bearer.clone(),
            same_origin: true,
            machine: self.machine,
        }
    }

    /// Reads.
    pub async fn get(&self, path: &str) -> Reply {
        self.call("GET", path, None).await
    }

    /// Reads with other headers.
    pub async fn get_with(&self, path: &str, headers: &[(&'static str, &'static str)]) -> Reply {
        self.send("GET", path, None, headers).await
    }

    /// Adds with other headers.
    pub async fn post_with(&self, path: &str, body: Value, headers: &[(&'static str, &'static str)]) -> Reply {
        self.send("POST", path, Some(("application/json".to_owned(), Body::from(body.to_string()))), headers).await
    }

    /// Adds.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.call("POST", path, Some(body)).await
    }

    /// Changes.
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.call("PUT", path, Some(body)).await
    }

    /// Removes.
    pub async fn delete(&self, path: &str) -> Reply {
        self.call("DELETE", path, None).await
    }

    /// Any call with a JSON body or none.
    pub async fn call(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let body = body.map(|body| ("application/json".to_owned(), Body::from(body.to_string())));
        self.send(method, path, body, &[]).await
    }

    /// An upload: text fields and one file, as a browser's form sends them.
    pub async fn upload(&self, path: &str, fields: &[(&str, &str)], file: (&str, &[u8])) -> Reply {
        const BOUNDARY: &str = "boundary-of-the-test";
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        let (name, content) = file;
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: text/csv\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        self.send("POST", path, Some((format!("multipart/form-data; boundary={BOUNDARY}"), body.into())), &[]).await
    }

    /// Uploads a file that comes in pieces, and may never end or break off.
    pub async fn upload_streamed(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        name: &str,
        content: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static,
    ) -> Reply {
        const BOUNDARY: &str = "boundary-of-the-stream";
        let mut head = String::new();
        for (name, value) in fields {
            head.push_str(&format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            ));
        }
        head.push_str(&format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        ));
        let piece = |text: String| stream::once(async move { Ok(Bytes::from(text)) });
        let body = piece(head).chain(content).chain(piece(format!("\r\n--{BOUNDARY}--\r\n")));
        let body = Body::from_stream(body);
        self.send("POST", path, Some((format!("multipart/form-data; boundary={BOUNDARY}"), body)), &[]).await
    }

    /// Sends a body that comes in pieces, and may never end, as it is.
    pub async fn send_body(
        &self,
        path: &str,
        media_type: &str,
        body: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static,
    ) -> Reply {
        self.send("POST", path, Some((media_type.to_owned(), Body::from_stream(body))), &[]).await
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<(String, Body)>,
        headers: &[(&'static str, &'static str)],
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(machine) = self.machine {
            request = request.extension(ConnectInfo(machine));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(key) = &self.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        if self.same_origin {
            request = request.header("sec-fetch-site", "same-origin");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match body {
            Some((media_type, body)) => {
                request = request.header(header::CONTENT_TYPE, media_type);
                body
            }
            None => Body::empty(),
        };
        let request = request.body(body).expect("a request of the test");
        let response = self.router.clone().oneshot(request).await.expect("the router never fails");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a whole body").to_bytes().to_vec();
        Reply { status: parts.status, headers: parts.headers, bytes }
    }
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).expect("a JSON body")
    }

    /// The value of a valid answer.
    pub fn value(&self) -> Value {
        let body = self.json();
        assert_eq!((self.status.as_u16(), &body["IsValid"]), (200, &json!(true)), "{body}");
        body["Value"].clone()
    }

    /// The keys of the errors of an invalid answer.
    pub fn error_keys(&self) -> Vec<String> {
        let body = self.json();
        assert_eq!((self.status.as_u16(), &body["IsValid"]), (200, &json!(false)), "{body}");
        let errors = body["Errors"].as_array().expect("errors").iter();
        errors.map(|error| error["Key"].as_str().expect("a key").to_owned()).collect()
    }

    /// The first error's message.
    pub fn message(&self) -> String {
        self.json()["FirstErrorMessage"].as_str().unwrap_or_default().to_owned()
    }
}
