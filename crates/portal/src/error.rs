//! One error type, and its only conversion to a response. What is internal is logged with the request's id and never sent.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use domain::Invalid;

use crate::http::{Envelope, Nothing};
use crate::sealing::Unopened;

/// Everything that can go wrong with a call.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Wrong fields, or a refusal in words: 200 with `IsValid` false (rules.md#answers-and-statuses).
    #[error("{0}")]
    Invalid(#[from] Invalid),
    /// Another system could not be reached, or did not answer: said as a refusal, and the same call may succeed later. A key names the
    /// setting of the ERP account that is in the way.
    #[error("{0}")]
    Unreached(Invalid),
    /// Another system gave no answer, as in an outage: the same call may succeed in some minutes.
    #[error("{0}")]
    Away(Invalid),
    /// Another system takes no more calls for now; nothing was done.
    #[error("{said}")]
    Throttled {
        /// What is said of it.
        said: Invalid,
        /// How long it asked to be left alone.
        wait: TimeDelta,
    },
    /// No such record, or none that the caller may see.
    #[error("not found")]
    NotFound,
    /// The role may not do this.
    #[error("forbidden")]
    Forbidden,
    /// The role needs a second factor, and the user has none.
    #[error("a second factor is needed")]
    SecondFactorNeeded,
    /// The password or the second factor has to be shown again first.
    #[error("a confirmation is needed")]
    ConfirmationNeeded,
    /// A state-changing call with a cookie from another site.
    #[error("cross-site call")]
    CrossSite,
    /// Nobody is signed in, or no longer.
    #[error("unauthenticated")]
    Unauthenticated,
    /// The record was changed by someone else meanwhile (rules.md#stale-save).
    #[error("stale version")]
    Stale {
        /// Who changed it, if known.
        by: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
    /// The request cannot be understood at all.
    #[error("{0}")]
    BadRequest(&'static str),
    /// The path exists, but not for this method.
    #[error("method not allowed")]
    MethodNotAllowed,
    /// The body is over the limit.
    #[error("too large")]
    TooLarge,
    /// It took longer than a call may.
    #[error("too slow")]
    TooSlow,
    /// Too many tries.
    #[error("too many tries")]
    TooManyTries,
    /// Too many tries from one machine.
    #[error("slowed")]
    Slowed {
        /// How long until the next one.
        wait: TimeDelta,
    },
    /// Content that a record names does not lie in the file store, under this key.
    #[error("the content {0} is missing")]
    ContentMissing(String),
    /// A fault of ours.
    #[error("internal: {0:#}")]
    Internal(#[from] anyhow::Error),
}

/// The key of the error by which the web app knows that it has to ask for the password.
const CONFIRMATION: &str = "Confirmation";

/// What is said of content that is missing.
pub const CONTENT_MISSING: &str =
    "The content of this file is missing from the storage. Restore it from a backup, or upload it again.";

/// The result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::NotFound,
            store::Error::Stale { changed_by, changed_at } => Self::Stale { by: changed_by, at: changed_at },
            other => Self::Internal(other.into()),
        }
    }
}

impl From<Unopened> for Error {
    fn from(_: Unopened) -> Self {
        Self::Unreached(Invalid::field("", Unopened::SAID))
    }
}

impl Error {
    /// The status of the answer.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::Invalid(_) | Self::Unreached(_) | Self::Away(_) | Self::Throttled { .. } => StatusCode::OK,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Forbidden | Self::SecondFactorNeeded | Self::ConfirmationNeeded | Self::CrossSite => {
                StatusCode::FORBIDDEN
            }
            Self::Unauthenticated => StatusCode::UNAUTHORIZED,
            Self::Stale { .. } => StatusCode::CONFLICT,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooManyTries | Self::Slowed { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::ContentMissing(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn invalid(self) -> Invalid {
        let say = |message: &str| Invalid::field("", message);
        match self {
            Self::Invalid(invalid) | Self::Away(invalid) | Self::Throttled { said: invalid, .. } => invalid,
            // The fields are those of the ERP account, not of this call.
            Self::Unreached(invalid) => {
                Invalid(invalid.0.into_iter().flat_map(|error| say(&error.message).0).collect())
            }
            Self::NotFound => say("There is no such record."),
            Self::Forbidden => say("You are not allowed to do this."),
            Self::SecondFactorNeeded => say("Set up a second factor first."),
            Self::ConfirmationNeeded => Invalid::field(CONFIRMATION, "Enter your password again to go on."),
            Self::CrossSite => say("This call must come from the portal itself."),
            Self::Unauthenticated => say("Please sign in."),
            Self::Stale { by, at } => {
                let by = by.as_deref().unwrap_or("someone else");
                let at = at.format("%m/%d/%Y %H:%M");
                Invalid::field(
                    "Version",
                    format!("This record was changed by {by} on {at} UTC. Reload it, then save again."),
                )
            }
            Self::BadRequest(message) => say(message),
            Self::MethodNotAllowed => say("This address does not take this method."),
            Self::TooLarge => say("The request is larger than allowed."),
            Self::TooSlow => say("This took too long and was given up. Reload the page before you try again."),
            Self::TooManyTries => say("Too many tries. Wait a few minutes, then try again."),
            Self::Slowed { .. } => say("Too many tries from your network. Wait a few seconds, then try again."),
            Self::ContentMissing(key) => {
                tracing::error!(key, "content is missing from the file store");
                say(CONTENT_MISSING)
            }
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "a call failed");
                say("Something went wrong on our side. It has been logged.")
            }
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        let wait = match &self {
            // Tries are kept by the minute: a quarter of an hour after the last, and what is left of its minute.
            Self::TooManyTries => Some(960),
            Self::Slowed { wait } => Some(wait.num_milliseconds().div_euclid(1000) + 1),
            _ => None,
        };
        let mut response = (status, Json(Envelope::<Nothing>::invalid(self.invalid()))).into_response();
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
