//! The daily mail of what waits, for users who have turned it on (rules.md#work-digest).

use domain::UserId;
use domain::work_queue::WorkKind;
use domain::work_queue::digest::digest_lines;
use futures_util::future::try_join_all;
use store::work_queue::digests::{self, Reader};
use store::work_queue::tally;

use super::service::asking;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::mail::Letter;
use crate::mail::jobs::{Parcel, post_many};

/// Users whose mails are written in one transaction.
const AT_ONCE: u64 = 50;

/// Whether the caller is mailed.
///
/// # Errors
/// When the database does not answer.
pub async fn is_wanted(ctx: &Context, who: &CallerOrigin) -> Result<bool> {
    Ok(digests::is_wanted(&ctx.store.read(), who.user).await?)
}

/// Turns the mail of the caller on or off. What is so already is not changed.
///
/// # Errors
/// [`Error::Forbidden`] while acting as another user.
pub async fn set(ctx: &Context, who: &CallerOrigin, wanted: bool) -> Result<()> {
    who.refuse_impersonated()?;
    if is_wanted(ctx, who).await? == wanted {
        return Ok(());
    }
    let tx = ctx.store.begin().await?;
    digests::set(&tx, who.user, wanted, ctx.now()).await?;
    let action = if wanted { "user.work_digest_on" } else { "user.work_digest_off" };
    Ok(tx.commit(who.entry(ctx, action, "user").on(who.user)).await?)
}

/// Mails what waits to every user who wants it, by role and scope. A user for whom nothing waits gets no mail, and a second run on a day
/// sends none again.
///
/// # Errors
/// When the database fails.
pub async fn mail_all(ctx: &Context) -> Result<()> {
    let mut after = UserId(0);
    loop {
        let readers = digests::readers(&ctx.store.read(), after, AT_ONCE).await?;
        let Some(last) = readers.last() else { return Ok(()) };
        after = last.caller.user;
        let mut parcels = Vec::new();
        // One user after the other: what waits depends on the role and the scope of each.
        for reader in readers {
            parcels.extend(parcel(ctx, reader).await?);
        }
        if parcels.is_empty() {
            continue;
        }
        let tx = ctx.store.begin().await?;
        post_many(ctx, &tx, parcels).await?;
        tx.commit_unaudited("each user has asked for the mail").await?;
    }
}

async fn parcel(ctx: &Context, Reader { caller, first_name, email }: Reader) -> Result<Option<Parcel>> {
    let (db, asking) = (&ctx.store.read(), asking(ctx, &caller));
    let of_kind = async |kind: WorkKind| {
        let tally = tally(db, caller.scope(), kind, &asking).await?;
        Ok::<_, Error>((kind, tally.count, tally.amount))
    };
    let kinds = WorkKind::ALL.into_iter().filter(|kind| kind.is_for(caller.role));
    let lines = digest_lines(try_join_all(kinds.map(of_kind)).await?);
    if lines.is_empty() {
        return Ok(None);
    }
    let link = ctx.config.base_url.clone();
    let dedupe_key = Some(format!("work-digest/{}/{}", caller.user, ctx.today()));
    Ok(Some(Parcel { to: email, letter: Letter::WorkDigest { name: first_name, lines, link }, dedupe_key }))
}
