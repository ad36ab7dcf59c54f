//! Failures in the account's spelling.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A call that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    status: StatusCode,
    code: &'static str,
    detail: String,
    path: Option<String>,
}

fn fault(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Fault {
    Fault { status, code, detail: detail.into(), path: None }
}

/// A value that the account does not take.
pub fn invalid_content(path: &str, detail: impl Into<String>) -> Fault {
    Fault { path: Some(path.to_owned()), ..fault(StatusCode::BAD_REQUEST, "INVALID_CONTENT", detail) }
}

/// A rule of the books was broken.
pub fn user_error(detail: impl Into<String>) -> Fault {
    fault(StatusCode::BAD_REQUEST, "USER_ERROR", detail)
}

/// The address or its parameters are wrong.
pub fn invalid_request(detail: impl Into<String>) -> Fault {
    fault(StatusCode::BAD_REQUEST, "INVALID_REQUEST", detail)
}

/// The key of the call is that of another one.
pub fn idempotency() -> Fault {
    fault(StatusCode::BAD_REQUEST, "IDEMPOTENCY_ERROR", "A request with this idempotency key was accepted before.")
}

/// There is no such record.
pub fn nonexistent() -> Fault {
    let detail = "The record instance does not exist. Provide a valid record instance ID.";
    fault(StatusCode::NOT_FOUND, "NONEXISTENT_ID", detail)
}

/// The token is not good.
pub fn invalid_login() -> Fault {
    let detail = "Invalid login attempt. For more details, see the Login Audit Trail in the NetSuite UI at Setup > Users/Roles > User \
                  Management > View Login Audit Trail.";
    fault(StatusCode::UNAUTHORIZED, "INVALID_LOGIN", detail)
}

/// Too many calls at once, or the service failed.
pub fn service(status: StatusCode) -> Fault {
    match status {
        StatusCode::TOO_MANY_REQUESTS => {
            fault(status, "CONCURRENCY_LIMIT_EXCEEDED", "Request concurrency limit exceeded. Request blocked.")
        }
        StatusCode::UNAUTHORIZED => invalid_login(),
        _ => fault(status, "UNEXPECTED_ERROR", "An unexpected error occurred. Error ID: sandbox"),
    }
}

impl Fault {
    /// The words and where they belong, for the control page.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    fn body(&self) -> Value {
        let mut detail = json!({ "detail": self.detail, "o:errorCode": self.code });
        if let Some(path) = &self.path {
            detail["o:errorPath"] = json!(path);
        }
        json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "o:errorDetails": [detail],
        })
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let kind = "application/vnd.oracle.resource+json; type=error";
        let body = self.body().to_string();
        (self.status, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}
