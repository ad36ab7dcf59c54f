//! Who is calling: the session cookie or the access key becomes a [`CallerOrigin`] before any route is reached.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::callers::Found;
use super::{callers, cookie};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::extract::bearer;
use crate::http::guard::SecondFactorNeeded;
use crate::http::origin::{is_safe, is_same_origin};
use crate::http::source::source;
use crate::http::{CallerOrigin, Peer};

/// Finds the caller, if any, and refuses state-changing calls of other sites (rules.md#same-origin).
pub async fn authenticate(State(ctx): State<Context>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(ConnectInfo(connection)) = parts.extensions.get::<ConnectInfo<SocketAddr>>().copied() {
        let caller = source(&parts.headers, connection.ip(), ctx.config.proxies);
        parts.extensions.insert(ConnectInfo(SocketAddr::new(caller, connection.port())));
    }
    match find_caller(&ctx, &parts).await {
        Ok(Some((caller, needs_second_factor))) => {
            parts.extensions.insert(caller);
            if needs_second_factor {
                parts.extensions.insert(SecondFactorNeeded);
            }
        }
        Ok(None) => {}
        Err(error) => return error.into_response(),
    }
    next.run(Request::from_parts(parts, body)).await
}

/// The caller, and whether he has to set up a second factor first. A call with an `Authorization` header is judged by that alone: a page
/// of another site could send one with anything in it beside the cookie, and pass for a program.
async fn find_caller(ctx: &Context, parts: &Parts) -> Result<Option<(CallerOrigin, bool)>> {
    let origin = |found: Found| {
        let peer = Peer::of(&parts.extensions, &parts.headers);
        let Found { caller, session, confirmed_at, needs_second_factor } = found;
        (CallerOrigin { caller, session, confirmed_at, peer }, needs_second_factor)
    };
    if parts.headers.contains_key(AUTHORIZATION) {
        let key = bearer(&parts.headers).ok_or(Error::Unauthenticated)?;
        let found = callers::of_key(ctx, key).await?.ok_or(Error::Unauthenticated)?;
        return Ok(Some(origin(found)));
    }
    // Signing in changes something too: another site must not sign a person in as somebody else.
    if !is_safe(&parts.method) && !is_same_origin(&parts.headers, &ctx.config.base_url) {
        return Err(Error::CrossSite);
    }
    let Some(token) = cookie::read(&parts.headers) else { return Ok(None) };
    Ok(callers::of_session(ctx, token).await?.map(origin))
}
