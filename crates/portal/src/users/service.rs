//! Use cases of users.

use domain::access::Role;
use domain::users::form::{UserDetails, UserForm};
use domain::users::leaves_an_administrator;
use domain::users::rights::{MayChange, Rights, Target, may_add, may_change, rights, sees_all_of};
use domain::{GroupId, Invalid, Page, PageRequest, UserId};
use serde_json::json;
use store::users::NewUser;
use store::users::editing::User;
use store::users::listing::{UserFilter, UserRow};
use store::{Db, Tx};

use super::addresses;
use super::history::recorded;
use crate::auth::service::taken;
use crate::auth::{links, second_factor};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::mail::Letter;
use crate::mail::jobs::post;

/// A user in the list, as it is shown to a caller.
pub struct Listed {
    /// The user.
    pub row: UserRow,
    /// The groups given to it that the caller may see; none of a user who is shown by name only.
    pub groups: Vec<GroupId>,
    /// What the caller may do with it.
    pub rights: Rights,
}

/// One user as it is shown to a caller.
pub struct Shown {
    /// The user.
    pub user: User,
    /// What the caller may do with it.
    pub rights: Rights,
    /// Another address that waits for a yes from the old one.
    pub waiting_address: Option<String>,
}

/// A page of the users whom the caller may see; of those that only share a group with him, name, address and role.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    filter: &UserFilter,
    request: &PageRequest,
) -> Result<Page<Listed>> {
    let db = ctx.store.read();
    let page = store::users::listing::search(&db, who.scope(), filter, request).await?;
    let sees_all = |row: &UserRow| sees_all_of(who, row.id, row.broker_id());
    let seen: Vec<UserId> = page.rows.iter().filter(|row| sees_all(row)).map(|row| row.id).collect();
    let mut groups = store::users::listing::groups_of(&db, who.scope(), &seen).await?;
    let beyond = store::users::listing::reaching_beyond(&db, who.scope(), &seen).await?;
    Ok(page.map(|row| Listed {
        groups: groups.remove(&row.id).unwrap_or_default(),
        rights: rights(who, target(&row, beyond.contains(&row.id))),
        row: if sees_all(&row) { row } else { row.by_name_only() },
    }))
}

fn target(row: &UserRow, reaches_beyond: bool) -> Target {
    Target { user: row.id, role: row.role, broker: row.broker_id(), reaches_beyond }
}

/// One user.
///
/// # Errors
/// [`Error::NotFound`] when the caller does not administer it and is not the user.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: UserId) -> Result<Shown> {
    shown(ctx, &ctx.store.read(), who, id).await
}

async fn shown(ctx: &Context, db: &impl Db, who: &CallerOrigin, id: UserId) -> Result<Shown> {
    let user = store::users::editing::find(db, who.scope(), id).await?;
    let beyond = store::users::listing::reaching_beyond(db, who.scope(), &[id]).await?;
    let rights = rights(who, target(&user.row, beyond.contains(&id)));
    let waiting_address = store::sign_in::address_changes::waiting(db, id, ctx.now()).await?;
    Ok(Shown { user, rights, waiting_address })
}

/// What the caller may change of a user that it has locked.
async fn changeable(tx: &Tx, who: &CallerOrigin, row: &UserRow) -> Result<MayChange> {
    let beyond = store::users::listing::reaching_beyond(tx, who.scope(), &[row.id]).await?;
    may_change(who, target(row, beyond.contains(&row.id))).ok_or(Error::Forbidden)
}

/// Adds a user, and invites it by mail to set a password.
///
/// # Errors
/// Wrong fields, an address that is taken; without a confirmation of the last ten minutes.
pub async fn create(ctx: &Context, who: &CallerOrigin, form: &UserForm) -> Result<Shown> {
    who.refuse_impersonated()?;
    let may = may_add(who).ok_or(Error::Forbidden)?;
    let tx = ctx.store.begin().await?;
    let details = check(&tx, who, form, may, None).await?;
    if details.disabled {
        return Err(Invalid::field("IsDisabled", "A new user cannot be closed out.").into());
    }
    who.require_confirmed(ctx)?;
    let id = store::users::insert(&tx, new_user(&details), who.stamp(ctx)).await.map_err(taken)?;
    store::users::assign_groups(&tx, id, &details.groups).await?;
    links::invite(ctx, &tx, id, &details.email, &details.first_name).await?;
    let made = shown(ctx, &tx, who, id).await?;
    let entry = who.entry(ctx, "user.create", "user").on(id);
    tx.commit(entry.with_change(&json!({}), &recorded(&details))).await?;
    Ok(made)
}

fn new_user(details: &UserDetails) -> NewUser {
    NewUser {
        email: details.email.clone(),
        first_name: details.first_name.clone(),
        last_name: details.last_name.clone(),
        phone: details.phone.clone(),
        role: details.role,
        broker: details.broker,
    }
}

/// Saves a user. `form` makes what was posted into a form, given the user as it is. Other rights end its sessions. Another address needs a
/// yes from the old one, but of an administrator, whose change the old one is told. A save that changes nothing writes nothing.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Forbidden`] when the caller may only see the user, a stale version, wrong fields, an address that is
/// taken; another address, another role, more groups or an account that is opened again, without a confirmation of the last ten minutes.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: UserId,
    version: Option<i32>,
    form: impl FnOnce(&UserDetails) -> UserForm,
) -> Result<Shown> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    let administrators = lock_administrators(&tx, who, id).await?;
    // A save that waits for another one must not write back what that one has changed.
    let stored = store::users::editing::for_changing(&tx, who.scope(), id).await?;
    let before = stored.details();
    let may = changeable(&tx, who, &stored.row).await?;
    let mut after = check(&tx, who, &form(&before), may, Some(&before)).await?;
    store::users::editing::require_version(&tx, &stored, version).await?;
    if after == before {
        return shown(ctx, &tx, who, id).await;
    }
    if lets_more_in(&before, &after) {
        who.require_confirmed(ctx)?;
    }
    let asked = addresses::to_be_asked(who, &before, &mut after);
    if let Some(new) = &asked {
        addresses::ask(ctx, &tx, who, &stored, new).await?;
    }
    if before.role == Role::Administrator && after.has_other_rights_than(&before) {
        keep_an_administrator(&administrators, id, &after)?;
    }
    if after != before {
        store::users::editing::update(&tx, id, version, (&before, &after), who.stamp(ctx)).await.map_err(taken)?;
    }
    if after.groups != before.groups {
        store::users::editing::replace_groups(&tx, who.scope(), id, &after.groups).await?;
    }
    follow(ctx, &tx, &stored, &after).await?;
    let saved = shown(ctx, &tx, who, id).await?;
    let entry = who.entry(ctx, "user.update", "user").on(id);
    let mut now = recorded(&after);
    if let Some(asked) = asked {
        now["WaitingEmailAddress"] = json!(asked);
    }
    tx.commit(entry.with_change(&recorded(&before), &now)).await?;
    Ok(saved)
}

/// Whether somebody may sign in after a change, or reach what was closed before.
fn lets_more_in(before: &UserDetails, after: &UserDetails) -> bool {
    let reaches_more = after.broker != before.broker || after.groups.iter().any(|group| !before.groups.contains(group));
    let is_opened = before.disabled && !after.disabled;
    after.email != before.email || after.role != before.role || reaches_more || is_opened
}

/// What the fields alone cannot say: whether broker and groups exist, and are the caller's to give.
async fn check(
    tx: &Tx,
    who: &CallerOrigin,
    form: &UserForm,
    may: MayChange,
    before: Option<&UserDetails>,
) -> Result<UserDetails> {
    let mut invalid = Invalid::none();
    if let (MayChange::Everything, Some(broker)) = (may, form.broker) {
        let known = store::brokers::by_ids(tx, &[broker]).await?;
        invalid.check(!known.is_empty(), "BrokerId", "There is no such broker.");
    }
    let details = invalid.and(form.check(may, before))?;
    let added = added_groups(&details, before);
    let assignable = store::users::editing::assignable(tx, who.scope(), details.broker, &added).await?;
    let message = match details.broker {
        Some(_) => "Each group must be one of the user's broker.",
        None => "There is no such group.",
    };
    let mut invalid = Invalid::none();
    invalid.check(added.iter().all(|group| assignable.contains(group)), "EmployerGroupIds", message);
    Ok(invalid.or(details)?)
}

/// The groups that have to be checked: all, unless role and broker stay; then a group that the broker has lost meanwhile may stay.
fn added_groups(details: &UserDetails, before: Option<&UserDetails>) -> Vec<GroupId> {
    let kept = before.filter(|before| (before.role, before.broker) == (details.role, details.broker));
    let is_new = |group: &&GroupId| kept.is_none_or(|before| !before.groups.contains(group));
    details.groups.iter().filter(is_new).copied().collect()
}

/// The administrators, when one of them saves somebody else. Two who demote each other at the same time would leave none: the second one
/// waits here, and then may do it no more. All are locked before the one who is saved, so that nobody waits for one another.
async fn lock_administrators(tx: &Tx, who: &CallerOrigin, id: UserId) -> Result<Vec<UserId>> {
    if !who.is_administrator() || id == who.user {
        return Ok(Vec::new());
    }
    let administrators = store::users::editing::lock_administrators(tx).await?;
    if administrators.contains(&who.user) { Ok(administrators) } else { Err(Error::Forbidden) }
}

fn keep_an_administrator(administrators: &[UserId], id: UserId, after: &UserDetails) -> Result<()> {
    let key = if after.disabled { "IsDisabled" } else { "RoleId" };
    let mut invalid = Invalid::none();
    let left = leaves_an_administrator(administrators, id);
    invalid.check(left, key, "The last administrator cannot be demoted or closed out.");
    Ok(invalid.result()?)
}

/// What follows from a change: sessions and keys end, links are used up, mails go out.
pub(super) async fn follow(ctx: &Context, tx: &Tx, stored: &User, after: &UserDetails) -> Result<()> {
    let (id, before, now) = (stored.row.id, stored.details(), ctx.now());
    if after.has_other_rights_than(&before) {
        store::sign_in::sessions::end_all(tx, id, None, now).await?;
    }
    let moved = after.email_key() != before.email_key();
    let closed = after.disabled && !before.disabled;
    if moved || closed {
        store::sign_in::user_tokens::use_up_all(tx, id, now).await?;
        store::sign_in::address_changes::end_all(tx, id, now).await?;
    }
    if closed {
        // Revoked, not only refused meanwhile: an account that is opened again comes back without them.
        store::sign_in::access_keys::revoke_all(tx, id, now).await?;
    }
    if moved {
        post(ctx, tx, &before.email, &Letter::AddressChanged { name: after.first_name.clone() }, None).await?;
    }
    if moved && !stored.has_password && !after.disabled {
        links::invite(ctx, tx, id, &after.email, &after.first_name).await?;
    }
    Ok(())
}

/// Mails a user a link to set a new password; one who has none yet is invited once more.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Forbidden`] when the caller may not change the user, [`Error::TooManyTries`], a user who is closed out.
pub async fn send_password_reset(ctx: &Context, who: &CallerOrigin, id: UserId) -> Result<()> {
    who.refuse_impersonated()?;
    let Shown { user, rights, .. } = find(ctx, who, id).await?;
    let row = &user.row;
    if !rights.reset_password {
        return Err(Error::Forbidden);
    }
    if row.disabled {
        return Err(Invalid::field("", "This user is closed out and cannot sign in.").into());
    }
    links::throttle_reset(ctx, &row.email).await?;
    let tx = ctx.store.begin().await?;
    if user.has_password {
        links::reset(ctx, &tx, id, &row.email, None).await?;
    } else {
        links::invite(ctx, &tx, id, &row.email, &row.first_name).await?;
    }
    Ok(tx.commit(who.entry(ctx, "user.send_password_reset", "user").on(id)).await?)
}

/// Takes the second factor away from a user who has lost it; ends the user's sessions and tells the user by mail.
///
/// # Errors
/// [`Error::NotFound`]; oneself, who needs password and code for it; a user who has none.
pub async fn reset_second_factor(ctx: &Context, who: &CallerOrigin, id: UserId) -> Result<()> {
    who.refuse_impersonated()?;
    if id == who.user {
        return Err(Invalid::field("", "Turn your own second factor off under your account.").into());
    }
    who.require_confirmed(ctx)?;
    let tx = ctx.store.begin().await?;
    let user = store::users::editing::find(&tx, who.scope(), id).await?;
    if !second_factor::take_from(ctx, &tx, id).await? {
        return Err(Invalid::field("", "This user has no second factor.").into());
    }
    post(ctx, &tx, &user.row.email, &Letter::SecondFactorReset { name: user.row.first_name }, None).await?;
    Ok(tx.commit(who.entry(ctx, "user.reset_second_factor", "user").on(id)).await?)
}
