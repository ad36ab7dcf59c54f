//! Use cases of welcome mails. A mail is a row of the transaction that causes it, and whom it welcomes is noted there too, so that
//! nobody is welcomed twice, whoever asks and however often.

use chrono::NaiveDate;
use domain::members::welcome::{WelcomeBy, check_choice};
use domain::{GroupId, MemberId};
use store::Tx;
use store::audit::Entry;
use store::groups::terms::{self, GroupTerms};
use store::members::welcome::{self, Welcomable};

use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::mail::Letter;
use crate::mail::jobs::{Parcel, post_many};

/// What became of a wish for welcome mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// Members who get a mail.
    pub sent: usize,
    /// Members who got one before.
    pub skipped: usize,
}

/// A member who could be welcomed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Eligible {
    /// The member.
    pub member: Welcomable,
    /// Whether it would get a mail now.
    pub due: bool,
}

/// The active members of a group who have an address, by name, and whether a mail sent by hand would be their first since they became
/// active.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope.
pub async fn eligible(ctx: &Context, who: &CallerOrigin, group: GroupId) -> Result<Vec<Eligible>> {
    let db = ctx.store.read();
    store::groups::require(&db, who.scope(), group).await?;
    let found = welcome::all(&db, group, ctx.today()).await?;
    let judged = |member: Welcomable| Eligible { due: is_due(ctx, &member, WelcomeBy::Hand), member };
    Ok(found.into_iter().map(judged).collect())
}

fn is_due(ctx: &Context, member: &Welcomable, by: WelcomeBy) -> bool {
    let day = |at| day_in(ctx.config.time_zone, at);
    by.is_due(member.active_since, member.welcomed_at.map(day))
}

/// Sends welcome mails to members of a group.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the group is not in scope; a group that is not served; a choice of nobody, or of somebody who
/// is no active member of the group with an address.
pub async fn send(ctx: &Context, who: &CallerOrigin, group: GroupId, mut chosen: Vec<MemberId>) -> Result<Sent> {
    chosen.sort_unstable();
    chosen.dedup();
    let tx = ctx.store.begin().await?;
    let terms = terms::for_adding(&tx, who.scope(), group).await?;
    terms.status.check_members_editable()?;
    let found = welcome::among(&tx, group, &chosen, ctx.today()).await?;
    check_choice(chosen.len(), found.len())?;
    let welcomed = post(ctx, &tx, &terms.name, found, WelcomeBy::Hand).await?;
    let sent = Sent { sent: welcomed.len(), skipped: chosen.len() - welcomed.len() };
    if sent.sent > 0 {
        let entry = || who.entry(ctx, "member.welcome", "member").in_group(group);
        tx.commit_all(welcomed.into_iter().map(|member| entry().on(member)).collect()).await?;
    }
    Ok(sent)
}

/// Welcomes members who were just made or have become active again: those who are active today, have an address and were never welcomed,
/// where the group's setting says so. Gives an entry of the audit for each, made of `entry`.
///
/// # Errors
/// When the database refuses.
pub async fn on_joining(
    ctx: &Context,
    tx: &Tx,
    terms: &GroupTerms,
    members: &[MemberId],
    entry: impl Fn() -> Entry,
) -> Result<Vec<Entry>> {
    if !terms.sends_welcome_mails || members.is_empty() {
        return Ok(Vec::new());
    }
    let found = welcome::among(tx, terms.id, members, ctx.today()).await?;
    let welcomed = post(ctx, tx, &terms.name, found, WelcomeBy::Itself).await?;
    Ok(welcomed.into_iter().map(|member| entry().on(member).in_group(terms.id)).collect())
}

/// The key of the mail that welcomes a member to the cover that begins on a day: there is one.
fn mail_key(member: MemberId, active_since: NaiveDate) -> String {
    format!("welcome:{member}:{active_since}")
}

/// Takes back the mails, as far as they were not sent yet, that welcome members to covers that are undone. Gives the members who get
/// none.
///
/// # Errors
/// When the database refuses.
pub async fn take_back(tx: &Tx, covers: &[(MemberId, NaiveDate)]) -> Result<Vec<MemberId>> {
    let keys: Vec<String> = covers.iter().map(|(member, since)| mail_key(*member, *since)).collect();
    let taken = store::mail::take_back(tx, &keys).await?;
    let unwelcomed = covers.iter().zip(&keys).filter(|(_, key)| taken.contains(key));
    let members: Vec<MemberId> = unwelcomed.map(|((member, _), _)| *member).collect();
    welcome::forget(tx, &members).await?;
    Ok(members)
}

/// Notes those who are to be welcomed, and posts a mail to each; gives who they are.
async fn post(
    ctx: &Context,
    tx: &Tx,
    group_name: &str,
    mut members: Vec<Welcomable>,
    by: WelcomeBy,
) -> Result<Vec<MemberId>> {
    members.retain(|member| is_due(ctx, member, by));
    let news = welcome::note(tx, &members, ctx.now()).await?;
    members.retain(|member| news.contains(&member.id));
    let parcel = |member: &Welcomable| Parcel {
        to: member.email.clone(),
        letter: Letter::Welcome { name: member.first_name.clone(), group: group_name.to_owned() },
        dedupe_key: Some(mail_key(member.id, member.active_since)),
    };
    post_many(ctx, tx, members.iter().map(parcel).collect()).await?;
    Ok(members.into_iter().map(|member| member.id).collect())
}
