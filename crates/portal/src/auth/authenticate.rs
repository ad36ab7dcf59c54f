//! Who is calling: the session cookie or the access key becomes a [`CallerOrigin`] before any route is reached.

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::SessionId;
use domain::access::Caller;

use super::{cookie, service};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::origin::{is_safe, is_same_origin};
use crate::http::{CallerOrigin, Peer};

/// Finds the caller, if any, and refuses state-changing calls of other sites (decisions H10).
pub async fn authenticate(State(ctx): State<Context>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match find_caller(&ctx, &parts).await {
        Ok(Some(caller)) => drop(parts.extensions.insert(caller)),
        Ok(None) => {}
        Err(error) => return error.into_response(),
    }
    next.run(Request::from_parts(parts, body)).await
}

async fn find_caller(ctx: &Context, parts: &Parts) -> Result<Option<CallerOrigin>> {
    let origin = |caller: Caller, session: Option<SessionId>| CallerOrigin {
        caller,
        session,
        peer: Peer::of(&parts.extensions, &parts.headers),
    };
    if let Some(key) = bearer(&parts.headers) {
        let caller = service::caller_of_key(ctx, key).await?.ok_or(Error::Unauthenticated)?;
        return Ok(Some(origin(caller, None)));
    }
    // Signing in changes something too: another site must not sign a person in as somebody else.
    if !is_safe(&parts.method) && !is_same_origin(&parts.headers, &ctx.config.base_url) {
        return Err(Error::CrossSite);
    }
    let Some(token) = cookie::read(&parts.headers) else { return Ok(None) };
    let found = service::caller_of_session(ctx, token).await?;
    Ok(found.map(|(caller, session)| origin(caller, Some(session))))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(key.trim())
}
