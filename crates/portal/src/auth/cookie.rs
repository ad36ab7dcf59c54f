//! The session cookie: unreadable for scripts, sent only to us, forgotten when the browser closes.

use axum::http::{HeaderMap, HeaderValue, header};

const NAME: &str = "ledgerwell_session";

/// The token in the request's cookie, if any. A call with an `Authorization` header is judged by that alone, so its cookie says nothing.
pub fn read(headers: &HeaderMap) -> Option<&str> {
    if headers.contains_key(header::AUTHORIZATION) {
        return None;
    }
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == NAME && !value.is_empty()).then_some(value))
}

/// The header that hands the token to the browser.
pub fn set(token: &str, secure: bool) -> HeaderValue {
    build(token, "", secure)
}

/// The header that takes it away.
pub fn clear(secure: bool) -> HeaderValue {
    build("", "; Max-Age=0", secure)
}

fn build(token: &str, age: &str, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{NAME}={token}; Path=/; HttpOnly; SameSite=Lax{age}{secure}");
    HeaderValue::from_str(&text).expect("tokens are plain letters and digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        for (line, token) in [
            ("ledgerwell_session=abc", Some("abc")),
            ("a=1; ledgerwell_session=abc; b=2", Some("abc")),
            ("other_ledgerwell_session=abc", None),
            ("ledgerwell_session=", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(line));
            assert_eq!(read(&headers), token, "{line}");
        }
    }

    #[test]
    fn a_cookie_beside_an_authorization_header_says_nothing() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("ledgerwell_session=abc"));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Basic x"));
        assert_eq!(read(&headers), None);
    }

    #[test]
    fn the_cookie_is_kept_from_scripts_and_other_sites() {
        assert_eq!(set("abc", true), "ledgerwell_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure");
        assert_eq!(clear(false), "ledgerwell_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    }
}
