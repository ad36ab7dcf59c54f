//! Failures in the two spellings of the company's answers and of its gateway, as JSON and as XML.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::markup::escaped;

/// A call that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    status: StatusCode,
    kind: &'static str,
    code: &'static str,
    message: String,
    detail: String,
    element: &'static str,
    of_gateway: bool,
}

/// A rule of the books was broken.
pub fn validation(code: &'static str, message: &str, detail: impl Into<String>) -> Fault {
    Fault {
        status: StatusCode::BAD_REQUEST,
        kind: "ValidationFault",
        code,
        message: message.to_owned(),
        detail: detail.into(),
        element: "",
        of_gateway: false,
    }
}

/// A member is missing.
pub fn missing(element: &'static str) -> Fault {
    let detail = format!("Required parameter {element} is missing in the request");
    Fault {
        element,
        ..validation("2020", "Required param missing, need to supply the required value for the API", detail)
    }
}

/// A reference leads nowhere.
pub fn no_reference(element: &'static str) -> Fault {
    let detail = format!("Invalid Reference Id : Something you're trying to use has been made inactive. ({element})");
    Fault { element, ..validation("2500", "Invalid Reference Id", detail) }
}

/// There is no such record.
pub fn not_found() -> Fault {
    let detail = "Object Not Found : Something you're trying to use has been made inactive. Check the fields with accounts, \
                  customers, items, vendors or employees.";
    validation("610", "Object Not Found", detail)
}

/// The record was changed since.
pub fn stale() -> Fault {
    let detail = "Stale Object Error : You and another user were working on this at the same time. The other user finished before you \
                  did, so your work was not saved.";
    validation("5010", "Stale Object Error", detail)
}

fn gateway(status: StatusCode, kind: &'static str, code: &'static str, name: &str) -> Fault {
    let number = format!("{code:0>6}");
    Fault {
        kind,
        status,
        message: format!("message={name}; errorCode={number}; statusCode={}", status.as_u16()),
        detail: name.to_owned(),
        of_gateway: true,
        ..validation(code, "", "")
    }
}

/// The token is not good.
pub fn expired() -> Fault {
    gateway(StatusCode::UNAUTHORIZED, "AUTHENTICATION", "3200", "AuthenticationFailed")
}

/// The application may not call this company.
pub fn other_realm() -> Fault {
    gateway(StatusCode::FORBIDDEN, "SERVICE", "3100", "ApplicationAuthorizationFailed")
}

/// Too many calls, or the service failed.
pub fn service(status: StatusCode) -> Fault {
    match status {
        StatusCode::TOO_MANY_REQUESTS => gateway(status, "SERVICE", "3001", "ThrottleExceeded"),
        StatusCode::UNAUTHORIZED => expired(),
        _ => Fault {
            status,
            kind: "SystemFault",
            ..validation("10000", "An application error has occurred while processing your request", "System Failure")
        },
    }
}

impl Fault {
    /// As the answer of a batch holds it.
    pub fn body(&self) -> Value {
        let error = json!({
            "Message": self.message, "Detail": self.detail, "code": self.code, "element": self.element,
        });
        json!({ "Error": [error], "type": self.kind })
    }

    /// As an answer: XML for a caller that does not ask for JSON.
    pub fn answer(&self, headers: &HeaderMap, now: DateTime<Utc>) -> Response {
        let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if accepted.contains("json") || accepted.contains("*/*") || accepted.contains("pdf") {
            return (self.status, axum::Json(self.json(now))).into_response();
        }
        (self.status, [(header::CONTENT_TYPE, "application/xml")], self.xml(now)).into_response()
    }

    fn json(&self, now: DateTime<Utc>) -> Value {
        if !self.of_gateway {
            return json!({ "Fault": self.body(), "time": now.to_rfc3339() });
        }
        let error = json!({ "message": self.message, "detail": self.detail, "code": self.code, "element": null });
        json!({
            "warnings": null, "intuitObject": null, "fault": { "error": [error], "type": self.kind },
            "report": null, "queryResponse": null, "batchItemResponse": [], "time": now.timestamp_millis(),
        })
    }

    fn xml(&self, now: DateTime<Utc>) -> String {
        let [message, detail, element] = [self.message.as_str(), &self.detail, self.element].map(escaped);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\
             <IntuitResponse time=\"{}\"><Fault type=\"{}\"><Error code=\"{}\" element=\"{element}\">\
             <Message>{message}</Message><Detail>{detail}</Detail></Error></Fault></IntuitResponse>",
            now.to_rfc3339(),
            self.kind,
            self.code,
        )
    }
}
