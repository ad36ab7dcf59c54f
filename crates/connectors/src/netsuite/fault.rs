//! What the vendor's failures mean.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::document::DocumentKind;
use crate::error::{ConnectorError, Refusal, VendorAnswer};
use crate::granted;
use crate::transport::{Answer, Verdict};

/// The code of a record that does not exist. Nothing else says so: a wrong address has the same status.
const NONEXISTENT: &str = "NONEXISTENT_ID";

/// What an answer means: itself, or why it is a failure.
pub(super) fn judge(answer: Answer) -> Verdict<Answer> {
    // A page instead of an answer comes from something in between: what happened behind it is not known.
    if answer.is_success() && answer.is_page() {
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
        (Some(detail), Some(path)) => VendorAnswer {
            refused_part: Some(path.clone()),
            ..answer.saying(format!("{detail} ({path})"), Some(code.clone()))
        },
        (Some(detail), None) => answer.saying(detail, Some(code.clone())),
        (None, _) => answer.unclear(),
    };
    match (answer.status, code.as_str()) {
        (401, _) => Verdict::BadToken(said),
        (500.., _) => Verdict::Unclear(said),
        (_, "") => Verdict::Wordless(said, answer.retry_after),
        (429, _) | (400, "CONCURRENCY_LIMIT_EXCEEDED") => Verdict::Busy(said, answer.retry_after),
        (403, _) => Verdict::Refused(ConnectorError::NewCredentials(said)),
        (_, NONEXISTENT) => Verdict::Refused(ConnectorError::Refused { why: Refusal::Gone, answer: said }),
        // Nothing is known of the record when its address is not.
        (404, _) => Verdict::Unclear(said),
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
    } else if says("closed period") || says("period is closed") {
        Refusal::PeriodClosed
    } else {
        Refusal::Invalid
    }
}

/// The settings that a part of a record comes from, by their fields; none when the draft alone names it.
pub(super) fn settings_of(kind: DocumentKind, path: &str) -> &'static [&'static str] {
    // Of a line only the last part of `item.items[0].class` names the field.
    let (in_line, name) = path.rsplit_once('.').map_or((false, path), |(_, name)| (true, name));
    match (kind, name, in_line) {
        (_, "subsidiary", _) => &["SubsidiaryId"],
        (_, "department", _) => &["DepartmentId"],
        (_, "class", _) => &["ClassId"],
        (_, "location", _) => &["LocationId"],
        (DocumentKind::Bill, "customForm", _) => &["VendorBillCustomFormId"],
        (DocumentKind::Bill, "terms", _) => &["CommissionBillTermsId"],
        (DocumentKind::Bill, "account", false) => &["APAccountId"],
        (DocumentKind::Bill, "account", true) => &["CostOfRevenueCommissionAccountId"],
        (_, "customForm", _) => &["InvoiceCustomFormId"],
        (_, "terms", _) => &["DefaultTermsId"],
        (_, "account", _) => &["InvoiceARAccountId"],
        (_, "item", true) => &["PEPMItemId", "PerConsultItemId", "AfterHoursItemId"],
        _ => &[],
    }
}

/// How far the clocks may be apart before it is said.
const APART: TimeDelta = TimeDelta::minutes(1);

/// How this server's clock differs from the one of an answer, where they are apart.
fn clocks(answer: &Answer, now: DateTime<Utc>) -> Option<String> {
    let apart = now - answer.date?;
    let way = if apart < TimeDelta::zero() { "behind" } else { "ahead of" };
    (apart.abs() > APART)
        .then(|| format!("this server's clock is {} minutes {way} NetSuite's", apart.num_minutes().abs()))
}

/// What the answer of a call for a token means, `now` by this server's clock.
pub(super) fn judge_token(answer: Answer, now: DateTime<Utc>) -> Verdict<Value> {
    let body = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    if answer.is_success() && granted::token(&body, "access_token").is_some() {
        return Verdict::Fine(body);
    }
    let said = match (granted::error(&body), clocks(&answer, now)) {
        (Some(error), Some(clocks)) => {
            answer.saying(format!("NetSuite refused the sign-in ({error}): {clocks}."), Some(CLOCK.to_owned()))
        }
        (Some(error), None) => {
            let advice = "check the client ID, the certificate ID, the private key and this server's clock";
            answer.saying(format!("NetSuite refused the sign-in ({error}): {advice}."), Some(error.to_owned()))
        }
        (None, _) => answer.unclear_secret(),
    };
    match answer.status {
        429 => Verdict::Busy(said, answer.retry_after),
        400..=499 => Verdict::Refused(ConnectorError::NewCredentials(said)),
        _ => Verdict::Unclear(said),
    }
}

/// The code of a sign-in that was refused while the clocks are apart.
const CLOCK: &str = "clock";

/// The setting that a failed sign-in points to.
pub(super) fn blamed(failure: &ConnectorError) -> Option<&'static str> {
    let ConnectorError::NewCredentials(answer) = failure else { return None };
    match answer.code.as_deref() {
        Some("unauthorized_client") => Some("ClientId"),
        Some("invalid_grant" | "invalid_request") => Some("CertificateId"),
        _ => None,
    }
}
