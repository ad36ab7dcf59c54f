//! What an account is set up with, as far as both vendors share it.

use std::net::IpAddr;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::is_reachable;
use reqwest::Url;

use crate::error::shortened;

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

/// A setting that names a record of the account, as it was found there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedSetting {
    /// The field, as the settings name it.
    pub field: &'static str,
    /// What became of it.
    pub found: Found,
}

/// The most characters that a [`CheckedSetting`] keeps of a name or a reason.
const MOST_TOLD: usize = 300;

impl CheckedSetting {
    /// A setting with its finding, whose text is cut at [`MOST_TOLD`] characters.
    pub(crate) fn of(field: &'static str, found: Found) -> Self {
        let found = match found {
            Found::Named(name) => Found::Named(shortened(name, MOST_TOLD)),
            Found::Wrong(why) => Found::Wrong(shortened(why, MOST_TOLD)),
            Found::Unknown(why) => Found::Unknown(shortened(why, MOST_TOLD)),
        };
        Self { field, found }
    }
}

/// What a setting names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A record of this name.
    Named(String),
    /// Nothing that can be used, and why.
    Wrong(String),
    /// It cannot be looked up, and why.
    Unknown(String),
}

/// A setting that names a record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Naming<'a> {
    pub(crate) field: &'static str,
    pub(crate) id: &'a str,
    /// What it names, such as `product`.
    pub(crate) what: &'static str,
}

impl<'a> Naming<'a> {
    /// One that was filled in.
    pub(crate) fn filled(field: &'static str, id: &'a str, what: &'static str) -> Option<Self> {
        let id = id.trim();
        (!id.is_empty()).then_some(Self { field, id, what })
    }

    /// Whether its id is a number, as the ids of both vendors are.
    pub(crate) fn is_number(&self) -> bool {
        self.id.bytes().all(|byte| byte.is_ascii_digit())
    }

    pub(crate) fn found(&self, found: Found) -> CheckedSetting {
        CheckedSetting::of(self.field, found)
    }

    pub(crate) fn missing(&self, system: &str) -> CheckedSetting {
        self.found(Found::Wrong(format!("{system} has no {} with the ID {}.", self.what, self.id)))
    }
}

/// Returns the finding that two settings name one record, where each needs its own. `None` when they differ or one is empty.
pub(crate) fn same_record(first: (&'static str, &str), second: (&str, &str), why: &str) -> Option<CheckedSetting> {
    let is_same = !first.1.trim().is_empty() && first.1.trim() == second.1.trim();
    is_same.then(|| CheckedSetting::of(first.0, Found::Wrong(why.to_owned())))
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
    if address_of(&url).is_some_and(|address| !is_reachable(address)) {
        return Err(wrong("The address must be public, or that of this machine."));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        _ => Err(wrong("The address must begin with https.")),
    }
}

/// Whether an address leads to this machine.
pub fn is_loopback(url: &Url) -> bool {
    url.host_str() == Some("localhost") || address_of(url).is_some_and(|address| address.is_loopback())
}

/// The address that an address of the web names without a name.
fn address_of(url: &Url) -> Option<IpAddr> {
    url.host_str().unwrap_or_default().trim_matches(['[', ']']).parse().ok()
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
            ("https://169.254.169.254", false),
            ("https://[fe80::1]", false),
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
