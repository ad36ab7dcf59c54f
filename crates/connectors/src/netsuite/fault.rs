//! What the vendor's failures mean.

use serde_json::Value;

use crate::error::{ConnectorError, Refusal};
use crate::transport::{Answer, Verdict};

/// What an answer means: itself, or why it is a failure.
pub(super) fn judge(answer: Answer) -> Verdict<Answer> {
    // A page instead of an answer comes from something in between: what happened behind it is not known.
    if answer.is_success() && answer.content_type.starts_with("text/html") {
        return Verdict::Unclear(answer.unclear());
    }
    if answer.is_success() {
        return Verdict::Fine(answer);
    }
    let body = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    let first = body.get("o:errorDetails").and_then(|details| details.get(0));
    let text = |name: &str| first.and_then(|detail| detail.get(name)).and_then(Value::as_str).map(str::to_owned);
    let (code, detail, path) = (text("o:errorCode").unwrap_or_default(), text("detail"), text("o:errorPath"));
    let said = match (detail, path) {
        (Some(detail), Some(path)) => answer.saying(format!("{detail} ({path})"), Some(code.clone())),
        (Some(detail), None) => answer.saying(detail, Some(code.clone())),
        (None, _) => answer.unclear(),
    };
    match (answer.status, code.as_str()) {
        (429, _) | (400, "CONCURRENCY_LIMIT_EXCEEDED") => Verdict::Busy(said, answer.retry_after),
        (401, _) => Verdict::BadToken(said),
        (403, _) => Verdict::Refused(ConnectorError::NewCredentials(said)),
        (500.., _) => Verdict::Unclear(said),
        (404, _) | (_, "NONEXISTENT_ID") => {
            Verdict::Refused(ConnectorError::Refused { why: Refusal::Gone, answer: said })
        }
        _ => {
            let why = refusal_unverified(&said.message);
            Verdict::Refused(ConnectorError::Refused { why, answer: said })
        }
    }
}

/// Why a request was refused. The vendor has one code for many reasons, so that its words must tell.
fn refusal_unverified(words: &str) -> Refusal {
    let words = words.to_lowercase();
    let says = |part: &str| words.contains(part);
    if says("record has been changed") {
        Refusal::Changed
    } else if says("duplicate") && (says("number") || says("tranid")) {
        Refusal::NumberTaken
    } else if says("paid in full") || says("voided") {
        Refusal::Settled
    } else {
        Refusal::Invalid
    }
}

/// What the answer of a call for a token means.
pub(super) fn judge_token(answer: Answer) -> Verdict<Value> {
    let body = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    if answer.is_success() && body.get("access_token").is_some() {
        return Verdict::Fine(body);
    }
    let said = match body.get("error").and_then(Value::as_str) {
        Some(error) => {
            let advice = "check the client ID, the certificate ID, the private key and this server's clock";
            answer.saying(format!("NetSuite refused the sign-in ({error}): {advice}."), Some(error.to_owned()))
        }
        None => answer.unclear(),
    };
    match answer.status {
        429 => Verdict::Busy(said, answer.retry_after),
        400..=499 => Verdict::Refused(ConnectorError::NewCredentials(said)),
        _ => Verdict::Unclear(said),
    }
}
