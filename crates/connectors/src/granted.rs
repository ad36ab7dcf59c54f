//! The answer that gives tokens, as far as both vendors write it alike.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::secret::Secret;

/// The most bytes of a token.
const LONGEST_TOKEN: usize = 16_384;
/// The most seconds that a token is taken to live: ten years.
const LONGEST_LIFE: i64 = 315_360_000;
/// The most characters of the code of an error.
const LONGEST_CODE: usize = 40;

/// A token of the answer; none for what cannot be one.
pub(crate) fn token(body: &Value, name: &str) -> Option<Secret> {
    let text = body.get(name).and_then(Value::as_str)?;
    let is_one = (1..=LONGEST_TOKEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    is_one.then(|| Secret::new(text))
}

/// When a token ends whose seconds the answer names, as a number or as the text of one.
pub(crate) fn end(body: &Value, name: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let seconds = match body.get(name)? {
        Value::String(text) => text.trim().parse::<f64>().ok()?,
        other => other.as_f64()?,
    };
    let seconds = (seconds as i64).clamp(0, LONGEST_LIFE);
    now.checked_add_signed(TimeDelta::try_seconds(seconds)?)
}

/// The code of an error, which is small letters by its standard; anything else may repeat a secret.
pub(crate) fn error(body: &Value) -> Option<&str> {
    let code = body.get("error").and_then(Value::as_str)?;
    let is_one =
        (1..=LONGEST_CODE).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    is_one.then_some(code)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_783_080_000, 0).expect("a time of the calendar")
    }

    #[test]
    fn what_is_no_token_is_none() {
        for (given, expected) in [
            (json!("abc.def-1"), Some("abc.def-1")),
            (json!(""), None),
            (json!(null), None),
            (json!(7), None),
            (json!("two words"), None),
            (json!("line\nbreak"), None),
            (json!("x".repeat(LONGEST_TOKEN + 1)), None),
        ] {
            let found = token(&json!({ "access_token": given }), "access_token");
            assert_eq!(found, expected.map(Secret::new), "{given}");
        }
    }

    #[test]
    fn no_number_of_seconds_is_too_much() {
        for (given, expected) in [
            (json!(3600), Some(3600)),
            (json!("3600"), Some(3600)),
            (json!(3599.5), Some(3599)),
            (json!(-5), Some(0)),
            (json!(9_000_000_000_000_000_000_i64), Some(LONGEST_LIFE)),
            (json!(u64::MAX), Some(LONGEST_LIFE)),
            (json!("1e300"), Some(LONGEST_LIFE)),
            (json!("soon"), None),
            (json!(null), None),
        ] {
            let found = end(&json!({ "expires_in": given }), "expires_in", now());
            assert_eq!(found.map(|end| (end - now()).num_seconds()), expected, "{given}");
        }
    }

    #[test]
    fn the_code_of_an_error_is_small_letters() {
        for (given, is_one) in [
            ("invalid_grant", true),
            ("", false),
            ("Basic c2VjcmV0", false),
            ("refresh_token=rt1", false),
            ("eyJhbGciOi", false),
        ] {
            assert_eq!(error(&json!({ "error": given })).is_some(), is_one, "{given}");
        }
        assert_eq!(error(&json!({ "error": "a".repeat(41) })), None);
    }
}
