//! Hides the secrets of an account wherever the vendor or a proxy repeats them in an answer: those of the call, and those of earlier calls.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName};
use reqwest::{Request, Url};

use crate::secret::Secret;

/// The text that replaces a secret.
const HIDDEN: &str = "…";
/// The fewest bytes of a secret that is hidden: a shorter text stands in many answers by chance.
const SHORTEST: usize = 6;
/// The fields of a sign-in that hold a secret.
const SECRET_FIELDS: [&str; 3] = ["refresh_token", "client_assertion", "client_secret"];

/// The fewest bytes of a secret that is hidden in the answers of later calls too.
const SHORTEST_KNOWN: usize = 12;
/// The most secrets that are known of earlier calls; the oldest are forgotten first.
const MOST_KNOWN: usize = 64;

/// The secrets that the calls of one account have carried, and its stored tokens. Every call of the account shares them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known(Arc<Mutex<VecDeque<Secret>>>);

impl Known {
    /// Keeps a secret for the answers of later calls.
    pub(crate) fn add(&self, secret: &Secret) {
        if secret.reveal().len() < SHORTEST_KNOWN {
            return;
        }
        let mut known = self.held();
        known.retain(|one| one != secret);
        known.push_back(secret.clone());
        if known.len() > MOST_KNOWN {
            known.pop_front();
        }
    }

    fn held(&self) -> MutexGuard<'_, VecDeque<Secret>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The secrets of one call and of those before it, in each spelling that an answer may repeat them in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Carried {
    /// Those of the call itself, as they are.
    plain: Vec<Secret>,
    spellings: Vec<Secret>,
    is_sign_in: bool,
}

impl Carried {
    /// Collects the secrets of a request before it is sent, and adds them to those that are known of the account.
    pub(super) fn by(request: &Request, known: &Known) -> Self {
        let mut carried = Self::default();
        let header =
            |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if let Some((scheme, credentials)) = header(AUTHORIZATION).split_once(' ') {
            carried.add(credentials);
            if scheme.eq_ignore_ascii_case("basic") {
                carried.add(&password_in(credentials).unwrap_or_default());
            }
        }
        let body = request.body().and_then(reqwest::Body::as_bytes).unwrap_or_default();
        if header(CONTENT_TYPE).starts_with("application/x-www-form-urlencoded") {
            for (field, value) in fields_in(body) {
                if SECRET_FIELDS.contains(&field.as_str()) {
                    carried.add(&value);
                }
                carried.is_sign_in |= field == "grant_type";
            }
        }
        for secret in &carried.plain {
            known.add(secret);
        }
        for earlier in known.held().iter() {
            carried.spell(earlier.reveal());
        }
        // The longest come first, since a secret may be a part of another.
        carried.spellings.sort_by_key(|one| std::cmp::Reverse(one.reveal().len()));
        carried
    }

    fn add(&mut self, secret: &str) {
        let secret = secret.trim();
        if secret.len() < SHORTEST {
            return;
        }
        self.plain.push(Secret::new(secret));
        self.spell(secret);
    }

    fn spell(&mut self, secret: &str) {
        for spelled in [secret.to_owned(), secret.replace('/', "\\/"), percent_encoded(secret)] {
            let spelled = Secret::new(spelled);
            if !self.spellings.contains(&spelled) {
                self.spellings.push(spelled);
            }
        }
    }

    /// Replaces the secrets in a text.
    pub(super) fn hidden_in(&self, text: String) -> String {
        self.spellings.iter().fold(text, |text, secret| {
            if text.contains(secret.reveal()) { text.replace(secret.reveal(), HIDDEN) } else { text }
        })
    }

    /// Replaces the secrets in the body of an answer. Leaves a PDF as it is, and the answer to a sign-in, which may grant the same token
    /// again. Errors take its words through [`Self::hidden_in`].
    pub(super) fn hidden_in_body(&self, body: Vec<u8>) -> Vec<u8> {
        let is_kept = self.is_sign_in || self.spellings.is_empty() || body.starts_with(b"%PDF-");
        if is_kept {
            return body;
        }
        let text =
            String::from_utf8(body).unwrap_or_else(|bytes| String::from_utf8_lossy(bytes.as_bytes()).into_owned());
        self.hidden_in(text).into_bytes()
    }
}

fn password_in(credentials: &str) -> Option<String> {
    let text = String::from_utf8(BASE64_STANDARD.decode(credentials).ok()?).ok()?;
    text.split_once(':').map(|(_, password)| password.to_owned())
}

fn fields_in(form: &[u8]) -> Vec<(String, String)> {
    let Ok(mut url) = Url::parse("http://localhost") else { return Vec::new() };
    url.set_query(std::str::from_utf8(form).ok());
    url.query_pairs().into_owned().collect()
}

fn percent_encoded(text: &str) -> String {
    let Ok(mut url) = Url::parse("http://localhost") else { return text.to_owned() };
    url.query_pairs_mut().append_key_only(text);
    url.query().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::{Limits, client};

    fn carried(request: reqwest::RequestBuilder) -> Carried {
        Carried::by(&request.build().expect("a request"), &Known::default())
    }

    #[test]
    fn secrets_of_earlier_calls_are_hidden_in_later_answers() {
        let (client, known) = (client(&Limits::default()).expect("a client"), Known::default());
        let by = |request: reqwest::RequestBuilder| Carried::by(&request.build().expect("a request"), &known);
        let form = [("grant_type", "refresh_token"), ("refresh_token", "rt/0123456789")];
        by(client.post("http://localhost").basic_auth("client", Some("s3cret-of-it")).form(&form));
        by(client.get("http://localhost").bearer_auth("first-token-0123"));
        known.add(&Secret::new("stored-token-0123"));
        let later = by(client.get("http://localhost").bearer_auth("second-token-0123"));
        let told = "first-token-0123 second-token-0123 stored-token-0123 rt%2F0123456789 s3cret-of-it client";
        assert_eq!(later.hidden_in(told.to_owned()), "… … … … … client");
        let body = later.hidden_in_body(b"{\"memo\":\"first-token-0123\"}".to_vec());
        assert_eq!(String::from_utf8(body).expect("text"), "{\"memo\":\"…\"}");
        assert!(!format!("{known:?}").contains("token-0123"));
        // A short text stands in many answers by chance.
        known.add(&Secret::new("shorttext"));
        assert_eq!(by(client.get("http://localhost")).hidden_in("shorttext".to_owned()), "shorttext");
        for number in 0..MOST_KNOWN {
            known.add(&Secret::new(format!("another-token-{number}")));
        }
        let forgotten = by(client.get("http://localhost"));
        assert_eq!(forgotten.hidden_in("first-token-0123".to_owned()), "first-token-0123");
    }

    #[test]
    fn what_a_call_carries_is_hidden_in_every_spelling() {
        let client = client(&Limits::default()).expect("a client");
        let bearer = carried(client.get("http://localhost").bearer_auth("abc/def+ghi="));
        for repeated in ["abc/def+ghi=", "abc\\/def+ghi=", "abc%2Fdef%2Bghi%3D"] {
            let text = bearer.hidden_in(format!("Authorization: Bearer {repeated} was refused"));
            assert_eq!(text, "Authorization: Bearer … was refused");
            let body = bearer.hidden_in_body(format!("\u{fffd}{repeated}").into_bytes());
            assert_eq!(String::from_utf8(body).expect("text"), "\u{fffd}…");
        }
        let form = [("grant_type", "refresh_token"), ("refresh_token", "rt/0123456789")];
        let sign_in = carried(client.post("http://localhost").basic_auth("client", Some("s3cret-of-it")).form(&form));
        let basic = BASE64_STANDARD.encode("client:s3cret-of-it");
        let said = format!("{basic} s3cret-of-it refresh_token=rt%2F0123456789 rt/0123456789 client");
        assert_eq!(sign_in.hidden_in(said), "… … refresh_token=… … client");
        assert_eq!(sign_in.hidden_in_body(b"rt/0123456789".to_vec()), b"rt/0123456789", "it may be given again");
        assert!(!format!("{sign_in:?}").contains("s3cret"));
    }

    #[test]
    fn what_is_no_secret_stays() {
        let client = client(&Limits::default()).expect("a client");
        let short = carried(client.get("http://localhost").bearer_auth("abc"));
        assert_eq!(short.hidden_in("abc".to_owned()), "abc");
        let pdf = carried(client.get("http://localhost").bearer_auth("abcdefgh"));
        assert_eq!(pdf.hidden_in_body(b"%PDF- abcdefgh".to_vec()), b"%PDF- abcdefgh");
    }
}
