//! Another address of a user. An administrator changes it at once; of others the old address is asked for a yes. A person who gets the mails
//! of a user can set its password, so that an address is worth as much as the account (rules.md#changed-address).

use domain::access::Scope;
use domain::users::ADDRESS_LIFE;
use domain::users::form::UserDetails;
use domain::{Invalid, UserId};
use store::audit::Entry;
use store::sign_in::address_changes::{self, NewAddressChange};
use store::users::editing::{self, User};
use store::{Stamp, Tx};

use super::history::recorded;
use super::service::follow;
use crate::auth::secrets::{Purpose, hash, new_token};
use crate::auth::service::{account, taken};
use crate::context::Context;
use crate::error::Result;
use crate::http::{CallerOrigin, Peer};
use crate::mail::Letter;
use crate::mail::jobs::post;

/// Takes another address out of what is to be saved, unless an administrator saves it; then the old address is asked.
pub(super) fn to_be_asked(who: &CallerOrigin, before: &UserDetails, after: &mut UserDetails) -> Option<String> {
    if who.is_administrator() || after.email.eq_ignore_ascii_case(&before.email) {
        return None;
    }
    Some(std::mem::replace(&mut after.email, before.email.clone()))
}

/// Asks the old address of a user by mail for a yes to `new`; once, however often the same address is saved.
///
/// # Errors
/// An address that another user has.
pub(super) async fn ask(ctx: &Context, tx: &Tx, who: &CallerOrigin, user: &User, new: &str) -> Result<()> {
    let (id, now) = (user.row.id, ctx.now());
    if address_changes::waiting(tx, id, now).await?.as_deref() == Some(new) {
        return Ok(());
    }
    let key = UserDetails { email: new.to_owned(), ..user.details() }.email_key();
    if store::users::find_by_email(tx, &key).await?.is_some_and(|other| other.id != id) {
        return Err(Invalid::field("EmailAddress", "A user with this e-mail address exists.").into());
    }
    let token = new_token(ctx);
    let asked = NewAddressChange {
        user: id,
        email: new.to_owned(),
        asked_by: who.user,
        token_hash: hash(ctx, Purpose::MailedLink, &token),
        created_at: now,
        expires_at: now + ADDRESS_LIFE,
    };
    address_changes::insert(tx, asked).await?;
    let asker = account(ctx, who).await?;
    let letter = Letter::AddressAsked {
        name: user.row.first_name.clone(),
        asked_by: format!("{} {}", asker.first_name, asker.last_name),
        address: new.to_owned(),
        link: format!("{}/confirm-address#token={token}", ctx.config.base_url),
    };
    post(ctx, tx, &user.row.email, &letter, None).await
}

/// Changes an address by the yes of the old one.
///
/// # Errors
/// A used, expired or unknown token; an address that another user has come to have.
pub async fn confirm(ctx: &Context, token: &str, peer: Peer) -> Result<()> {
    let now = ctx.now();
    let unusable = || Invalid::field("Token", "This link was used before or is too old. Ask for the change again.");
    let tx = ctx.store.begin().await?;
    let taken_up = address_changes::take(&tx, &hash(ctx, Purpose::MailedLink, token), now).await?;
    let (id, email): (UserId, String) = taken_up.ok_or_else(unusable)?;
    let stored = editing::for_changing(&tx, Scope::system(), id).await?;
    let before = stored.details();
    if before.disabled {
        return Err(unusable().into());
    }
    let after = UserDetails { email, ..before.clone() };
    editing::update(&tx, id, None, (&before, &after), Stamp { at: now, by: Some(id) }).await.map_err(taken)?;
    follow(ctx, &tx, &stored, &after).await?;
    let entry = Entry::new(now, "user.change_address", "user").by(id, None).on(id);
    let entry = entry.from_request(peer.ip, peer.request_id);
    Ok(tx.commit(entry.with_change(&recorded(&before), &recorded(&after))).await?)
}
