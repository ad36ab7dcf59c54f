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
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    match asset(path.trim_start_matches('/'), accepted.unwrap_or_default()) {
        Some(response) => response,
        None if path.starts_with("/assets/") => Error::NotFound.into_response(),
        None => page(&ctx),
    }
}

/// The forms in which the build has packed files, the smallest first: the name of the encoding and the end of the file.
const PACKED: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether an `Accept-Encoding` names an encoding and does not refuse it by a weight of nought.
fn accepts(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case(encoding) && weight.trim().parse::<f32>().is_ok_and(|weight| weight > 0.0)
    })
}

/// A file of the web app, packed as it was built where that is accepted. Names under `assets` carry a hash of their content, so that they
/// never change.
fn asset(path: &str, accepted: &str) -> Option<Response> {
    if path.is_empty() || path == "index.html" {
        return None;
    }
    let accepted = PACKED.into_iter().filter(|(encoding, _)| accepts(accepted, encoding));
    let mut packed = accepted.filter_map(|(encoding, end)| Some((encoding, WebApp::get(&format!("{path}.{end}"))?)));
    let (encoding, file) = match packed.next() {
        Some((encoding, file)) => (Some(encoding), file),
        None => (None, WebApp::get(path)?),
    };
    let media_type = mime_of(path);
    let mut response = Body::from(file.data).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    let forever = path.starts_with("assets/");
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_says_which_encodings_it_takes() {
        for (accepted, taken) in [
            ("gzip, deflate, br, zstd", [true, true]),
            ("gzip;q=0.5, BR;q=1.0", [true, true]),
            ("gzip, br;q=0", [false, true]),
            ("br; q=0.000, gzip", [false, true]),
            ("deflate", [false, false]),
            ("", [false, false]),
            ("brotli, x-gzip", [false, false]),
        ] {
            assert_eq!(PACKED.map(|(encoding, _)| accepts(accepted, encoding)), taken, "{accepted}");
        }
    }
}
