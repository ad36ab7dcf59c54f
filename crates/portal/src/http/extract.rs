//! How handlers get at a request: who calls, what the path, the query and the body say.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use chrono::{DateTime, Utc};
use domain::Invalid;
use domain::access::Caller;
use domain::users::is_confirmed;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::Stamp;
use store::audit::Entry;
use tower_http::request_id::RequestId;

use super::bind::{bind, bind_query};
use crate::context::Context;
use crate::error::Error;

/// The ids in the path; one that cannot be an id is a record that does not exist.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(ids)| Self(ids)).map_err(|_| Error::NotFound)
    }
}

/// The query string, bound leniently (see [`super::bind`]).
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(Self(bind_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// The JSON body, bound leniently (see [`super::bind`]).
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        Ok(Self(bind(json(request, state).await?)?))
    }
}

/// The same of a call whose body may be left out: an empty one is an object without fields.
#[derive(Debug)]
pub struct OptionalBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let bytes = bytes(request, state).await?;
        let value = if bytes.is_empty() { Value::Object(serde_json::Map::new()) } else { parsed(&bytes)? };
        Ok(Self(bind(value)?))
    }
}

/// The body of a request as JSON.
pub(super) async fn json<S: Send + Sync>(request: Request, state: &S) -> Result<Value, Error> {
    parsed(&bytes(request, state).await?)
}

async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<axum::body::Bytes, Error> {
    axum::body::Bytes::from_request(request, state).await.map_err(|e| match e.status().as_u16() {
        413 => Error::TooLarge,
        _ => Error::BadRequest("The request body could not be read."),
    })
}

fn parsed(bytes: &[u8]) -> Result<Value, Error> {
    Ok(serde_json::from_slice(bytes).map_err(|_| Invalid::field("", "The request body is not valid JSON."))?)
}

/// The signed-in caller. The guard has already refused a call without one, so that a missing caller is a route without a guard.
impl<S: Sync> FromRequestParts<S> for CallerOrigin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts.extensions.get::<Self>().cloned().ok_or(Error::Unauthenticated)
    }
}

/// The caller together with where the call came from, for the audit.
#[derive(Debug, Clone)]
pub struct CallerOrigin {
    /// On whose behalf the call is made.
    pub caller: Caller,
    /// The session of the call; absent for access keys.
    pub session: Option<domain::SessionId>,
    /// When the password or the second factor was last shown in the session.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Where the call came from.
    pub peer: Peer,
}

impl CallerOrigin {
    /// An audit entry of the caller, both identities on it (rules.md#impersonation).
    pub fn entry(&self, ctx: &Context, action: &'static str, subject: &'static str) -> Entry {
        let entry = Entry::new(ctx.now(), action, subject).by(self.caller.user, self.caller.impersonator);
        entry.from_request(self.peer.ip.clone(), self.peer.request_id.clone())
    }

    /// When and by whom a record is saved now.
    pub fn stamp(&self, ctx: &Context) -> Stamp {
        Stamp { at: ctx.now(), by: Some(self.caller.user) }
    }

    /// Secrets and passwords stay closed while acting as somebody else (rules.md#impersonation).
    ///
    /// # Errors
    /// [`Error::Forbidden`] while impersonating.
    pub fn refuse_impersonated(&self) -> Result<(), Error> {
        if self.caller.impersonator.is_some() { Err(Error::Forbidden) } else { Ok(()) }
    }

    /// The session of a caller who is there in person: no program, and nobody who acts as somebody else.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for programs and while impersonating.
    pub fn in_person(&self) -> Result<domain::SessionId, Error> {
        self.refuse_impersonated()?;
        self.session.ok_or(Error::Forbidden)
    }

    /// The session of a caller who is there in person and has shown the password or the second factor in the last ten minutes. Asked by
    /// what gives somebody rights that last: an access key, another address, another role.
    ///
    /// # Errors
    /// As [`Self::in_person`]; [`Error::ConfirmationNeeded`] when it was too long ago.
    pub fn require_confirmed(&self, ctx: &Context) -> Result<domain::SessionId, Error> {
        let session = self.in_person()?;
        if is_confirmed(self.confirmed_at, ctx.now()) { Ok(session) } else { Err(Error::ConfirmationNeeded) }
    }
}

impl std::ops::Deref for CallerOrigin {
    type Target = Caller;
    fn deref(&self) -> &Caller {
        &self.caller
    }
}

/// Where a call comes from, signed in or not; for the audit and the list of sessions.
#[derive(Debug, Clone, Default)]
pub struct Peer {
    /// The address, if the server knows it.
    pub ip: Option<String>,
    /// What the browser says of itself, cut to a sane length.
    pub user_agent: Option<String>,
    /// The id of this request, as in the log.
    pub request_id: Option<String>,
}

const LONGEST_USER_AGENT: usize = 300;

impl Peer {
    /// The peer of a request.
    pub fn of(extensions: &Extensions, headers: &HeaderMap) -> Self {
        let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        let request_id = extensions.get::<RequestId>().and_then(|id| id.header_value().to_str().ok());
        Self {
            ip: extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_string()),
            user_agent: agent.map(|agent| agent.chars().take(LONGEST_USER_AGENT).collect()),
            request_id: request_id.map(str::to_owned),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(Self::of(&parts.extensions, &parts.headers))
    }
}

/// The bearer token of a call, if its `Authorization` header is one.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(key.trim())
}
