//! The endpoints of one's own account (rules.md#sign-in-calls).

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use domain::access::{Action, Role};
use store::sign_in::sessions::SessionRow;

use super::view::{
    Address, Credentials, IdentityConfirmation, ImpersonatorView, KeyView, KeyWish, NewPassword, OwnSession,
    PasswordChange, SessionView, UserView, key_view,
};
use super::{confirming, cookie, impersonation, keys as own_keys, links, service};
use crate::context::Context;
use crate::error::Error;
use crate::http::guard::{SecondFactorNeeded, is_open_without_second_factor};
use crate::http::{Answer, Body, CallerOrigin, Envelope, Named, Nothing, Path, Peer, answer, done};

/// Signs in and sets the session cookie.
#[utoipa::path(
    post, path = "/auth/login", tag = "auth", request_body = Credentials,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn login(State(ctx): State<Context>, peer: Peer, Body(input): Body<Credentials>) -> Result<Response, Error> {
    let token = service::sign_in(&ctx, &input.email_address, &input.password, &input.code, peer).await?;
    Ok(with_cookie(cookie::set(&token, ctx.config.is_https())))
}

/// Ends the session and takes the cookie away.
#[utoipa::path(post, path = "/auth/logout", tag = "auth", responses((status = 200, body = Envelope<Nothing>)))]
pub async fn logout(State(ctx): State<Context>, who: CallerOrigin) -> Result<Response, Error> {
    service::sign_out(&ctx, &who).await?;
    Ok(with_cookie(cookie::clear(ctx.config.is_https())))
}

/// Who is signed in, and what may be done.
#[utoipa::path(get, path = "/auth/me", tag = "auth", responses((status = 200, body = Envelope<SessionView>)))]
pub async fn me(
    State(ctx): State<Context>,
    who: CallerOrigin,
    needed: Option<Extension<SecondFactorNeeded>>,
) -> Answer<SessionView> {
    let second_factor_needed = needed.is_some();
    let account = service::account(&ctx, &who).await?;
    let user = UserView {
        id: account.id.get(),
        full_name: format!("{} {}", account.first_name, account.last_name),
        first_name: account.first_name,
        last_name: account.last_name,
        email: account.email,
        role_id: account.role.number(),
        role_name: Role::name(account.role),
        broker: account.broker.map(|(id, name)| Named::new(id, name)),
        has_second_factor: account.has_second_factor,
    };
    let open = |action: Action| who.may(action) && (!second_factor_needed || is_open_without_second_factor(action));
    let actions = Action::ALL.iter().filter(|action| open(**action)).map(|action| action.name()).collect();
    let impersonator = impersonation::current(&ctx, &who).await?.map(|acting| ImpersonatorView {
        id: acting.administrator.get(),
        full_name: acting.full_name,
        until: acting.until.into(),
    });
    answer(SessionView {
        user,
        actions,
        impersonator,
        second_factor_needed,
        idle_minutes: ctx.config.session_idle_minutes,
        time_zone: ctx.config.time_zone.name(),
    })
}

/// Mails a link to set a new password; answers the same whether or not the address is known.
#[utoipa::path(
    post, path = "/auth/forgot-password", tag = "auth", request_body = Address,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn forgot_password(State(ctx): State<Context>, peer: Peer, Body(input): Body<Address>) -> Answer<Nothing> {
    links::forgot_password(&ctx, &input.email_address, peer).await?;
    done()
}

/// Sets a new password by a mailed token.
#[utoipa::path(
    post, path = "/auth/reset-password", tag = "auth", request_body = NewPassword,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn reset_password(State(ctx): State<Context>, peer: Peer, Body(input): Body<NewPassword>) -> Answer<Nothing> {
    links::reset_password(&ctx, &input.token, &input.password, peer).await?;
    done()
}

/// Shows once more that it is oneself, by the password or by a code of the second factor. For ten minutes it opens what otherwise answers 403
/// with an error of `Confirmation`.
#[utoipa::path(
    post, path = "/auth/confirm", tag = "auth", request_body = IdentityConfirmation,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn confirm(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<IdentityConfirmation>,
) -> Answer<Nothing> {
    confirming::confirm(&ctx, &who, &input.password, &input.code).await?;
    done()
}

/// Changes one's own password, ends one's other sessions and gives this one another cookie.
#[utoipa::path(
    post, path = "/auth/change-password", tag = "auth", request_body = PasswordChange,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn change_password(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<PasswordChange>,
) -> Result<Response, Error> {
    let wish = service::PasswordWish {
        current: &input.current_password,
        new: &input.new_password,
        revoke_keys: input.revoke_access_keys,
    };
    let token = service::change_password(&ctx, &who, wish).await?;
    Ok(with_cookie(cookie::set(&token, ctx.config.is_https())))
}

/// One's own live sessions.
#[utoipa::path(
    get, path = "/auth/sessions", tag = "auth",
    responses((status = 200, body = Envelope<Vec<OwnSession>>))
)]
pub async fn sessions(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Vec<OwnSession>> {
    let current = who.session;
    let view = |row: SessionRow| OwnSession {
        id: row.id.get(),
        created_on: row.created_at.into(),
        last_seen_on: row.last_seen_at.into(),
        ip: row.ip,
        user_agent: row.user_agent,
        is_current: Some(row.id) == current,
    };
    answer(service::sessions(&ctx, &who).await?.into_iter().map(view).collect::<Vec<_>>())
}

/// Ends all of one's sessions but this one.
#[utoipa::path(delete, path = "/auth/sessions", tag = "auth", responses((status = 200, body = Envelope<Nothing>)))]
pub async fn end_sessions(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Nothing> {
    service::end_other_sessions(&ctx, &who).await?;
    done()
}

/// Ends one of one's sessions.
#[utoipa::path(
    delete, path = "/auth/sessions/{id}", tag = "auth", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn end_session(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<domain::SessionId>,
) -> Answer<Nothing> {
    service::end_session(&ctx, &who, id).await?;
    done()
}

/// One's own access keys.
#[utoipa::path(get, path = "/auth/keys", tag = "auth", responses((status = 200, body = Envelope<Vec<KeyView>>)))]
pub async fn keys(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Vec<KeyView>> {
    answer(own_keys::list(&ctx, &who).await?.into_iter().map(|row| key_view(row, None)).collect::<Vec<_>>())
}

/// Makes an access key; the answer is the only one that holds its text.
#[utoipa::path(
    post, path = "/auth/keys", tag = "auth", request_body = KeyWish,
    responses((status = 200, body = Envelope<KeyView>))
)]
pub async fn create_key(State(ctx): State<Context>, who: CallerOrigin, Body(wish): Body<KeyWish>) -> Answer<KeyView> {
    let (row, key) = own_keys::create(&ctx, &who, &wish.name, wish.days).await?;
    answer(key_view(row, Some(key)))
}

/// Revokes an access key.
#[utoipa::path(
    delete, path = "/auth/keys/{id}", tag = "auth", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn revoke_key(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<domain::AccessKeyId>,
) -> Answer<Nothing> {
    own_keys::revoke(&ctx, &who, id).await?;
    done()
}

pub(super) fn with_cookie(cookie: axum::http::HeaderValue) -> Response {
    let body = Json(Envelope::<Nothing> { is_valid: true, errors: Vec::new(), first_error_message: None, value: None });
    ([(header::SET_COOKIE, cookie)], body).into_response()
}
