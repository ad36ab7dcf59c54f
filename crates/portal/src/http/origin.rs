//! Same-origin checking of state-changing calls that carry a cookie (rules.md#same-origin).
//!
//! Browsers send `Sec-Fetch-Site`, and `Origin` on every unsafe call; one of the two must say that the call comes from our own
//! pages. Calls with an access key carry no ambient authority and are exempt.

use axum::http::header::{HOST, ORIGIN, REFERER};
use axum::http::{HeaderMap, Method};

/// Whether a call with a cookie may change something.
pub fn is_same_origin(headers: &HeaderMap, base_url: &str) -> bool {
    if let Some(site) = text(headers, "sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    text(headers, ORIGIN.as_str()).is_some_and(|origin| is_ours(origin, headers, base_url))
}

/// Whether one of our own pages has made a call that changes something by GET. Unlike with other calls, what a browser sends of its own
/// accord is not enough: `none` is a bookmark, or a link in a mail.
pub fn is_own_call(headers: &HeaderMap, base_url: &str) -> bool {
    text(headers, "sec-fetch-site") != Some("none") && is_same_origin(headers, base_url)
}

/// Whether a person has followed a link of our own pages to here: an address that changes something must not be reached by a link, a
/// picture or a guess of another page, nor by what the browser fetches beforehand.
pub fn is_own_navigation(headers: &HeaderMap, base_url: &str) -> bool {
    if text(headers, "sec-purpose").is_some() || text(headers, "sec-fetch-mode").is_some_and(|mode| mode != "navigate")
    {
        return false;
    }
    if let Some(site) = text(headers, "sec-fetch-site") {
        return site == "same-origin";
    }
    let origin = text(headers, ORIGIN.as_str()).or_else(|| text(headers, REFERER.as_str()).and_then(origin_of));
    origin.is_some_and(|origin| is_ours(origin, headers, base_url))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether an origin is the portal's own: its address as it is set, or the host that was asked, by the scheme of that address.
fn is_ours(origin: &str, headers: &HeaderMap, base_url: &str) -> bool {
    let Some((scheme, _)) = base_url.split_once("://") else { return false };
    let host = text(headers, HOST.as_str());
    let is_host = origin.split_once("://").is_some_and(|(by, of)| by == scheme && Some(of) == host);
    Some(origin) == origin_of(base_url) || is_host
}

/// Scheme and host of an address.
fn origin_of(address: &str) -> Option<&str> {
    let host = address.find("://")? + 3;
    let end = address[host..].find('/').map_or(address.len(), |slash| host + slash);
    Some(&address[..end])
}

/// Whether a method changes nothing.
pub fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_may_change_something() {
        for (headers, allowed) in [
            (vec![("sec-fetch-site", "same-origin")], true),
            (vec![("sec-fetch-site", "cross-site"), ("origin", "https://portal.example")], false),
            (vec![("sec-fetch-site", "same-site")], false),
            (vec![("origin", "https://portal.example")], true),
            (vec![("origin", "https://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], true),
            (vec![("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], false),
            (vec![("origin", "http://portal.example"), ("host", "portal.example")], false),
            (vec![("origin", "https://evil.example"), ("host", "portal.example")], false),
            (vec![("origin", "null"), ("host", "portal.example")], false),
            (vec![], false),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in &headers {
                map.insert(*name, value.parse().expect("a header"));
            }
            assert_eq!(is_same_origin(&map, "https://portal.example/"), allowed, "{headers:?}");
        }
    }

    #[test]
    fn an_origin_of_another_scheme_is_another_one() {
        for (base_url, origin, allowed) in [
            ("http://127.0.0.1:8080", "http://portal.example", true),
            ("http://127.0.0.1:8080", "https://portal.example", false),
            ("http://portal.example", "https://portal.example", false),
            ("https://portal.example", "https://portal.example", true),
            ("https://portal.example", "http://portal.example", false),
            ("https://other.example/portal", "https://other.example", true),
            ("https://other.example", "ftp://portal.example", false),
            ("https://other.example", "portal.example", false),
        ] {
            let mut map = HeaderMap::new();
            map.insert(ORIGIN, origin.parse().expect("a header"));
            map.insert(HOST, "portal.example".parse().expect("a header"));
            assert_eq!(is_same_origin(&map, base_url), allowed, "{base_url} {origin}");
        }
    }
}
