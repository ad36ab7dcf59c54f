//! What an account is set up with, as far as both vendors share it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use reqwest::Url;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// A setting of an account that cannot work, by the name of its field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct BadSetting {
    /// The field, as the settings name it.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl BadSetting {
    /// A problem of a field.
    pub fn of(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

/// The root of an interface: `https`, or `http` on this machine only.
///
/// # Errors
/// On `ApiBaseUrl`.
pub fn base_url(text: &str) -> Result<Url, BadSetting> {
    let wrong = |message: &str| BadSetting::of("ApiBaseUrl", message);
    let url = Url::parse(text.trim()).map_err(|_| wrong("This is not an address."))?;
    let has_more = !url.username().is_empty() || url.password().is_some() || url.query().is_some();
    if url.host().is_none() || has_more || url.fragment().is_some() {
        return Err(wrong("Give the address without user, query and fragment."));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        _ => Err(wrong("The address must begin with https.")),
    }
}

/// Whether an address leads to this machine.
pub fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// An address below a root; each part becomes one part of the path, whatever is in it.
pub fn below(root: &Url, parts: &[&str]) -> Url {
    let mut url = root.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(parts);
    }
    url
}

/// A setting that was filled in.
pub fn filled<'a>(field: &'static str, value: &'a str) -> Result<&'a str, BadSetting> {
    let value = value.trim();
    if value.is_empty() { Err(BadSetting::of(field, "This setting is missing.")) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_reached_without_tls() {
        for (text, good) in [
            ("https://books.example", true),
            ("https://books.example/rest/", true),
            ("http://127.0.0.1:8090", true),
            ("http://localhost:8090", true),
            ("http://[::1]:8090", true),
            ("http://books.example", false),
            ("http://127.0.0.1.books.example", false),
            ("ftp://127.0.0.1", false),
            ("https://books.example/?a=b", false),
            ("books.example", false),
            ("", false),
        ] {
            assert_eq!(base_url(text).is_ok(), good, "{text}");
        }
        assert!(base_url(&format!("{}://user:word@books.example", "https")).is_err());
    }

    #[test]
    fn a_part_of_a_path_stays_one_part() {
        let root = base_url("https://books.example/rest/").expect("an address");
        assert_eq!(below(&root, &["invoice", "a/b c"]).as_str(), "https://books.example/rest/invoice/a%2Fb%20c");
    }
}
