//! The endpoints of one's own account (decisions H4).

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use domain::access::{Action, Role};
use serde::{Deserialize, Serialize};
use store::access_keys::AccessKeyRow;
use store::sessions::SessionRow;
use utoipa::ToSchema;

use super::{cookie, impersonation, keys as own_keys, links, service};
use crate::context::Context;
use crate::error::Error;
use crate::http::guard::{SecondFactorNeeded, is_open_without_second_factor};
use crate::http::wire::Instant;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Nothing, Path, Peer, answer, done};

/// What to sign in with.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct Credentials {
    email_address: String,
    password: String,
    /// A code of the authenticator app, or a recovery code; for users with a second factor.
    code: String,
}

/// An address that may be known.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct Address {
    email_address: String,
}

/// A mailed token and the new password.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct NewPassword {
    token: String,
    password: String,
}

/// The current and the new password.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct PasswordChange {
    current_password: String,
    new_password: String,
}

/// An id with the name to show.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BrokerName {
    id: i64,
    name: String,
}

/// The signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UserView {
    id: i64,
    first_name: String,
    last_name: String,
    full_name: String,
    email: String,
    role_id: i16,
    role_name: &'static str,
    broker: Option<BrokerName>,
    /// Whether the user signs in with a second factor.
    has_second_factor: bool,
}

/// Who am I, and what may I do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SessionView {
    user: UserView,
    /// The names of the actions that are allowed.
    actions: Vec<&'static str>,
    /// The administrator who acts as this user.
    impersonator: Option<ImpersonatorView>,
    /// Whether the role needs a second factor and the user has none: until then only the own account is open.
    second_factor_needed: bool,
    /// After how many minutes without a call the session ends.
    idle_minutes: i64,
    /// The time zone of business days, by its IANA name.
    time_zone: &'static str,
}

/// The administrator who acts as the user of a session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ImpersonatorView {
    id: i64,
    full_name: String,
    /// When it ends at the latest.
    until: Instant,
}

/// One of one's own sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct OwnSession {
    id: i64,
    created_on: Instant,
    last_seen_on: Instant,
    ip: Option<String>,
    user_agent: Option<String>,
    is_current: bool,
}

/// One of one's own access keys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct KeyView {
    id: i64,
    name: String,
    /// The first characters, to tell keys apart.
    prefix: String,
    created_on: Instant,
    expires_on: Instant,
    last_used_on: Option<Instant>,
    /// The key itself; only in the answer that makes it.
    key: Option<String>,
}

/// The wish for an access key.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct KeyWish {
    name: String,
    /// Days it lives, 1 to 365; 90 when absent.
    days: Option<i64>,
}

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
        broker: account.broker.map(|(id, name)| BrokerName { id: id.get(), name }),
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

/// Changes one's own password and ends one's other sessions.
#[utoipa::path(
    post, path = "/auth/change-password", tag = "auth", request_body = PasswordChange,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn change_password(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(input): Body<PasswordChange>,
) -> Answer<Nothing> {
    service::change_password(&ctx, &who, &input.current_password, &input.new_password).await?;
    done()
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

fn key_view(row: AccessKeyRow, key: Option<String>) -> KeyView {
    KeyView {
        id: row.id.get(),
        name: row.name,
        prefix: row.prefix,
        created_on: row.created_at.into(),
        expires_on: row.expires_at.into(),
        last_used_on: row.last_used_at.map(Instant),
        key,
    }
}

pub(super) fn with_cookie(cookie: axum::http::HeaderValue) -> Response {
    let body = Json(Envelope::<Nothing> { is_valid: true, errors: Vec::new(), first_error_message: None, value: None });
    ([(header::SET_COOKIE, cookie)], body).into_response()
}
