//! The built web app, embedded in the program: files under their own names, and the one page for every other address.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rust_embed::RustEmbed;

use super::security::page_policy;
use crate::context::Context;
use crate::error::Error;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebApp;

/// What the page carries where the nonce of its styles belongs.
const NONCE_PLACE: &str = "__CSP_NONCE__";

/// Serves the web app; anything else under `/api` does not exist.
pub async fn serve(State(ctx): State<Context>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Error::NotFound.into_response();
    }
    let accepts_gzip = request
        .headers()
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("gzip"));
    match asset(path.trim_start_matches('/'), accepts_gzip) {
        Some(response) => response,
        None if path.starts_with("/assets/") => Error::NotFound.into_response(),
        None => page(&ctx),
    }
}

/// A file of the web app. Names under `assets` carry a hash of their content, so that they never change.
fn asset(path: &str, accepts_gzip: bool) -> Option<Response> {
    if path.is_empty() || path == "index.html" {
        return None;
    }
    let packed = if accepts_gzip { WebApp::get(&format!("{path}.gz")) } else { None };
    let is_packed = packed.is_some();
    let file = packed.or_else(|| WebApp::get(path))?;
    let media_type = mime_of(path);
    let mut response = Body::from(file.data).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    let forever = path.starts_with("assets/");
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    Some(response)
}

fn mime_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "csv" => "text/csv; charset=utf-8",
        "pdf" => "application/pdf",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The page, with a nonce of its own.
fn page(ctx: &Context) -> Response {
    let Some(file) = WebApp::get("index.html") else {
        return "The web app was not built into this program: run `make run`.\n".into_response();
    };
    let mut nonce = [0; 16];
    ctx.randomness.fill(&mut nonce);
    let nonce = STANDARD.encode(nonce);
    let text = String::from_utf8_lossy(&file.data).replace(NONCE_PLACE, &nonce);
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(policy) = HeaderValue::from_str(&page_policy(&nonce)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
