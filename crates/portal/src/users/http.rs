//! The endpoints of users.

use axum::extract::State;
use domain::access::Role;
use domain::{BrokerId, GroupId, Invalid, UserId};
use serde::Deserialize;
use store::users::listing::UserFilter;
use utoipa::IntoParams;

use super::view::{AddressToken, UserInput, UserListRow, UserRecord};
use super::{addresses, service};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{
    Answer, Body, CallerOrigin, Envelope, List, Nothing, Paging, Path, Peer, Posted, Query, answer, distinct, done,
};

/// Which users are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct UsersOf {
    /// Those who were given one of these groups; 0 or nothing for all.
    employer_ids: Vec<i64>,
    /// Those of one of these brokers; 0 or nothing for all.
    broker_ids: Vec<i64>,
    /// Those of one of these roles, by number.
    role_ids: Vec<i64>,
}

impl UsersOf {
    fn filter(&self) -> Result<UserFilter, Invalid> {
        fn wanted(ids: &[i64]) -> impl Iterator<Item = i64> {
            ids.iter().copied().filter(|id| *id != 0)
        }
        let role = |number: i64| i16::try_from(number).ok().and_then(Role::from_number);
        let roles: Option<Vec<_>> = wanted(&self.role_ids).map(role).collect();
        let mut invalid = Invalid::none();
        invalid.check(roles.is_some(), "RoleIds", "There is no such role.");
        invalid.or(UserFilter {
            roles: roles.unwrap_or_default(),
            groups: distinct(wanted(&self.employer_ids), GroupId),
            brokers: distinct(wanted(&self.broker_ids), BrokerId),
        })
    }
}

/// A page of the users.
#[utoipa::path(
    get, path = "/users", tag = "users", params(UsersOf, PagingQuery),
    responses((status = 200, body = Envelope<List<UserListRow>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<UsersOf>,
    Paging(request): Paging,
) -> Answer<List<UserListRow>> {
    answer(service::search(&ctx, &who, &of.filter()?, &request).await?)
}

/// One user.
#[utoipa::path(
    get, path = "/users/{id}", tag = "users", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<UserRecord>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<UserId>) -> Answer<UserRecord> {
    answer(service::find(&ctx, &who, id).await?)
}

/// Adds a user and invites it by mail to set a password.
#[utoipa::path(
    post, path = "/users", tag = "users", request_body = UserInput,
    responses((status = 200, body = Envelope<UserRecord>))
)]
pub async fn create(who: CallerOrigin, posted: Posted<UserInput>) -> Answer<UserRecord> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, &input.form(None)).await?) }).await
}

/// Saves a user.
#[utoipa::path(
    put, path = "/users/{id}", tag = "users", params(("id" = i64, Path)), request_body = UserInput,
    responses((status = 200, body = Envelope<UserRecord>))
)]
pub async fn update(who: CallerOrigin, Path(id): Path<UserId>, posted: Posted<UserInput>) -> Answer<UserRecord> {
    posted
        .save(|ctx, input| async move {
            let saved = service::update(&ctx, &who, id, input.version, |stored| input.form(Some(stored))).await?;
            answer(saved)
        })
        .await
}

/// Mails a user a link to set a new password, or the invitation once more.
#[utoipa::path(
    post, path = "/users/{id}/send-password-reset", tag = "users", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn send_password_reset(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<UserId>,
) -> Answer<Nothing> {
    service::send_password_reset(&ctx, &who, id).await?;
    done()
}

/// Takes the second factor away from a user who has lost it, and tells the user by mail.
#[utoipa::path(
    post, path = "/users/{id}/reset-second-factor", tag = "users", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn reset_second_factor(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<UserId>,
) -> Answer<Nothing> {
    service::reset_second_factor(&ctx, &who, id).await?;
    done()
}

/// Says yes to another address by the token of the mail that asked the old one.
#[utoipa::path(
    post, path = "/auth/confirm-address", tag = "auth", request_body = AddressToken,
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn confirm_address(
    State(ctx): State<Context>,
    peer: Peer,
    Body(input): Body<AddressToken>,
) -> Answer<Nothing> {
    addresses::confirm(&ctx, &input.token, peer).await?;
    done()
}
