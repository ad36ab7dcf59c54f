//! What the vendor's failures mean. They come in two spellings of JSON, as XML, and from proxies as pages.

use serde_json::Value;

use crate::document::DocumentKind;
use crate::error::{ConnectorError, Refusal, VendorAnswer};
use crate::granted;
use crate::transport::{Answer, Verdict};

/// A failure in the vendor's words.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    code: String,
    message: String,
    /// The element of the document that is refused.
    element: Option<String>,
}

/// What an answer means: its JSON, or why there is none.
pub(super) fn judge(answer: Answer) -> Verdict<Value> {
    let body = serde_json::from_slice::<Value>(&answer.body).ok();
    let fault = body.as_ref().and_then(in_json).or_else(|| in_xml(&answer.body));
    match fault {
        Some(fault) => failed(&answer, fault),
        None => match body {
            Some(body) if answer.is_success() => Verdict::Fine(body),
            _ => without_words(&answer),
        },
    }
}

/// The same for a document in bytes, of which a failure is JSON.
pub(super) fn judge_pdf(answer: Answer) -> Verdict<Vec<u8>> {
    if answer.is_success() && answer.content_type.starts_with("application/pdf") && is_whole_pdf(&answer.body) {
        return Verdict::Fine(answer.body);
    }
    match judge(answer.clone()) {
        Verdict::Fine(_) => Verdict::Unclear(answer.unclear()),
        Verdict::Busy(answer, wait) => Verdict::Busy(answer, wait),
        Verdict::Unclear(answer) => Verdict::Unclear(answer),
        Verdict::Wordless(answer, wait) => Verdict::Wordless(answer, wait),
        Verdict::BadToken(answer) => Verdict::BadToken(answer),
        Verdict::Refused(failure) => Verdict::Refused(failure),
    }
}

/// Whether bytes begin as a PDF does, and end as one: the mark of the end stands among the last bytes.
fn is_whole_pdf(bytes: &[u8]) -> bool {
    const LAST: usize = 1024;
    const END: &[u8] = b"%%EOF";
    let last = &bytes[bytes.len().saturating_sub(LAST)..];
    bytes.starts_with(b"%PDF-") && last.windows(END.len()).any(|part| part == END)
}

fn failed(answer: &Answer, fault: Fault) -> Verdict<Value> {
    let said = VendorAnswer {
        refused_part: fault.element.clone(),
        ..answer.saying(fault.message.clone(), Some(fault.code.clone()))
    };
    let throttled = fault.message.contains("ThrottleExceeded") || fault.code == "3001" || fault.code == "003001";
    match (answer.status, fault.code.as_str()) {
        (429, _) => Verdict::Busy(said, answer.retry_after),
        (403, _) if throttled => Verdict::Busy(said, answer.retry_after),
        (401, "120") | (403, _) => Verdict::Refused(ConnectorError::NewCredentials(said)),
        (401, _) => Verdict::BadToken(said),
        (500.., _) => Verdict::Unclear(said),
        (_, code) => Verdict::Refused(ConnectorError::Refused { why: refusal(code), answer: said }),
    }
}

fn refusal(code: &str) -> Refusal {
    match code {
        "610" => Refusal::Gone,
        "5010" => Refusal::Changed,
        "6140" => Refusal::NumberTaken,
        "6210" => Refusal::PeriodClosed,
        _ => Refusal::Invalid,
    }
}

fn without_words(answer: &Answer) -> Verdict<Value> {
    let said = answer.unclear();
    match answer.status {
        401 => Verdict::BadToken(said),
        // A page instead of an answer comes from something in between: what happened behind it is not known.
        200..=299 | 500.. => Verdict::Unclear(said),
        _ => Verdict::Wordless(said, answer.retry_after),
    }
}

fn in_json(body: &Value) -> Option<Fault> {
    let found = |outer: &str, list: &str| body.get(outer)?.get(list)?.get(0).cloned();
    let first = found("Fault", "Error").or_else(|| found("fault", "error"));
    let Some(first) = first else {
        let is_fault = ["Fault", "fault"].iter().any(|name| body.get(*name).is_some_and(|fault| !fault.is_null()));
        return is_fault.then(|| Fault {
            code: String::new(),
            message: "The accounting system gave no reason.".to_owned(),
            element: None,
        });
    };
    let text = |names: [&str; 2]| {
        let found = names.iter().find_map(|name| first.get(*name)).and_then(Value::as_str);
        found.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let code = text(["code", "Code"]).unwrap_or_default();
    let (short, long) = (text(["Message", "message"]), text(["Detail", "detail"]));
    // That of the gateway has its name for the failure in the short text only.
    let message = match (long, short) {
        (Some(long), Some(short)) if short.contains(&long) => short,
        (Some(long), _) => long,
        (None, Some(short)) => short,
        (None, None) => "The accounting system gave no reason.".to_owned(),
    };
    Some(Fault { code, message, element: text(["element", "Element"]) })
}

/// The first failure in XML, which the gateway writes for whoever it does not understand.
fn in_xml(body: &[u8]) -> Option<Fault> {
    let text = std::str::from_utf8(body).ok()?;
    let error = text.split_once("<Error ")?.1;
    let between = |start: &str, end: &str| Some(error.split_once(start)?.1.split_once(end)?.0.trim().to_owned());
    let code = between("code=\"", "\"").unwrap_or_default();
    let message = between("<Detail>", "</Detail>").filter(|text| !text.is_empty());
    let message = message.or_else(|| between("<Message>", "</Message>"))?;
    let element = between("element=\"", "\"").filter(|element| !element.is_empty());
    Some(Fault {
        code,
        element,
        message: message.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"),
    })
}

/// The setting that a failed sign-in points to.
pub(super) fn blamed(failure: &ConnectorError) -> Option<&'static str> {
    let ConnectorError::NewCredentials(answer) = failure else { return None };
    match (answer.http_status, answer.code.as_deref()) {
        (_, Some("invalid_client")) => Some("ClientSecret"),
        // The token is good, and this company does not know it.
        (Some(403), _) | (_, Some("120")) => Some("RealmId"),
        _ => None,
    }
}

/// The settings that an element of a document comes from, by their fields; none when the draft alone names it.
pub(super) fn settings_of(kind: DocumentKind, element: &str) -> &'static [&'static str] {
    match (kind, element) {
        (_, "DepartmentRef") => &["LocationId"],
        (DocumentKind::Bill, "APAccountRef") => &["APAccountId"],
        (DocumentKind::Bill, "AccountRef") => &["CostOfRevenueCommissionAccountId"],
        (DocumentKind::Bill, "ClassRef") => &["CostOfRevenueClassId"],
        (DocumentKind::Bill, "SalesTermRef") => &["CommissionBillSalesTermId"],
        (_, "ItemRef") => &["PEPMProductId", "PerConsultProductId"],
        (_, "ClassRef") => &["PEPMClassId", "PerConsultClassId"],
        _ => &[],
    }
}

/// What a failed call for tokens means.
pub(super) fn judge_tokens(answer: Answer) -> Verdict<Value> {
    let body = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    if answer.is_success() && granted::token(&body, "access_token").is_some() {
        return Verdict::Fine(body);
    }
    let error = granted::error(&body).unwrap_or_default();
    let said = match error {
        "invalid_grant" => answer
            .saying("The refresh token is not good any more: enter new tokens.".to_owned(), Some(error.to_owned())),
        "invalid_client" => {
            answer.saying("The client ID or the client secret is wrong.".to_owned(), Some(error.to_owned()))
        }
        "" => answer.unclear_secret(),
        other => answer.saying(format!("The tokens were refused: {other}"), Some(other.to_owned())),
    };
    token_verdict(&answer, said)
}

fn token_verdict(answer: &Answer, said: VendorAnswer) -> Verdict<Value> {
    match answer.status {
        429 => Verdict::Busy(said, answer.retry_after),
        400..=499 => Verdict::Refused(ConnectorError::NewCredentials(said)),
        _ => Verdict::Unclear(said),
    }
}
