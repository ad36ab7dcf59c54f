//! Going to act as somebody else, and coming back.

use axum::Extension;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Redirect, Response};
use domain::UserId;
use domain::users::impersonation::Refusal;

use super::service::{self, Start};
use crate::auth::cookie;
use crate::auth::http::with_cookie;
use crate::context::Context;
use crate::error::Error;
use crate::http::origin::is_own_navigation;
use crate::http::{CallerOrigin, Envelope, Nothing, Path, Peer, done};

/// Goes on as another user, for half an hour at most. A browser goes here; the answer sends it on to the portal's first page, or back
/// to the users with `problem` saying why not: `unknown`, `administrator` or `disabled`.
#[utoipa::path(
    get, path = "/user/impersonate/{id}", tag = "auth", params(("id" = i64, Path)),
    responses((status = 303, description = "Signed in as the user, or back to the users."))
)]
pub async fn start(
    State(ctx): State<Context>,
    method: Method,
    headers: HeaderMap,
    who: CallerOrigin,
    Path(id): Path<UserId>,
) -> Result<Response, Error> {
    if method != Method::GET || !is_own_navigation(&headers, &ctx.config.base_url) {
        return Err(Error::CrossSite);
    }
    let problem = match service::start(&ctx, &who, id).await? {
        Start::Started(token) => {
            let cookie = cookie::set(&token, ctx.config.is_https());
            return Ok(([(SET_COOKIE, cookie)], Redirect::to("/")).into_response());
        }
        Start::Unknown => "unknown",
        Start::Refused(Refusal::Administrator) => "administrator",
        Start::Refused(Refusal::Disabled) => "disabled",
    };
    Ok(Redirect::to(&format!("/users?problem={problem}")).into_response())
}

/// Stops acting as another user and gives the administrator's own session back, also when the half hour is over. Does nothing in a
/// session of one's own.
#[utoipa::path(
    delete, path = "/auth/impersonation", tag = "auth",
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn stop(
    State(ctx): State<Context>,
    headers: HeaderMap,
    peer: Peer,
    who: Option<Extension<CallerOrigin>>,
) -> Result<Response, Error> {
    if let Some(token) = cookie::read(&headers)
        && let Some(own) = service::stop(&ctx, token, peer).await?
    {
        return Ok(with_cookie(cookie::set(&own, ctx.config.is_https())));
    }
    drop(who.ok_or(Error::Unauthenticated)?);
    Ok(done().into_response())
}
