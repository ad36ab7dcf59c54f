//! Use cases of members: the list, one, making one and saving one. Their status has a folder of its own.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::members::admission::Admission;
use domain::members::duplicates::{self, PersonKey, SAME_UNIQUE_ID};
use domain::members::form::PricingChoice;
use domain::members::saving::{Checked, MemberSave, SaveContext, Stored};
use domain::members::{MemberDetails, Status};
use domain::{GroupId, Invalid, MemberId, Page, PageRequest};
use serde_json::{Value, json};
use store::Tx;
use store::audit::Entry;
use store::groups::terms::{self, GroupTerms};
use store::members::{
    self, FoundMember, Member, MemberFilter, MemberRow, MemberWrite, Neighbours, NewMember, NewSpan, Source,
    UNIQUE_ID_TAKEN,
};

use super::history::{recorded, recorded_change, recorded_status};
use super::welcome::service::on_joining;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// A page of the members of a group, or of all groups in the caller's scope.
///
/// # Errors
/// [`crate::error::Error::NotFound`] for a group that the caller may not see.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    group: Option<GroupId>,
    filter: &MemberFilter,
    request: &PageRequest,
) -> Result<Page<MemberRow>> {
    Ok(members::search_filtered(&ctx.store.read(), who.scope(), group, filter, request).await?)
}

/// One member.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the caller may not see it.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: MemberId) -> Result<MemberRow> {
    Ok(members::find(&ctx.store.read(), who.scope(), id).await?)
}

/// The family of a member, itself among them.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the caller may not see it.
pub async fn family(ctx: &Context, who: &CallerOrigin, id: MemberId) -> Result<Vec<FoundMember>> {
    Ok(members::family(&ctx.store.read(), who.scope(), id).await?)
}

/// The members beside one in its group, by last name.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the caller may not see it.
pub async fn neighbours(ctx: &Context, who: &CallerOrigin, id: MemberId) -> Result<Neighbours> {
    Ok(members::neighbours(&ctx.store.read(), who.scope(), id).await?)
}

/// Makes a member, active from today or from the day that an administrator names (rules.md#new-member).
///
/// # Errors
/// [`Error::NotFound`] for a group that the caller may not see; a group that takes no members from the caller; wrong fields; a presumable
/// duplicate that was not bypassed.
pub async fn create(ctx: &Context, who: &CallerOrigin, save: MemberSave) -> Result<MemberRow> {
    let group = save.group.ok_or_else(|| Invalid::field("EmployerId", "Employer is required."))?;
    let (today, made) = (ctx.today(), who.stamp(ctx));
    let tx = ctx.store.begin().await?;
    let terms = terms::for_adding(&tx, who.scope(), group).await?;
    admission(&terms, who).check()?;
    let pricing = pricing_choice(&tx, group).await?;
    let primary = named_primary(&tx, group, save.primary).await?;
    let is_administrator = who.is_administrator();
    let context = SaveContext { today, is_administrator, pricing: &pricing, primary: primary.as_ref() };
    let Checked { details, primary, status: effective_on } = save.check_new(context)?;
    refuse_duplicate(&tx, group, &details, None, save.bypass_duplicates).await?;
    let span = NewSpan { status: Status::Active, effective_on, recorded: made, source: Source::Creation };
    let new = NewMember { group, details, primary, link: ctx.randomness.guid(), made, spans: vec![span] };
    let made = members::insert_many(&tx, std::slice::from_ref(&new), today).await.map_err(taken)?;
    let welcomed = on_joining(ctx, &tx, &terms, &made, || who.entry(ctx, "member.welcome", "member")).await?;
    let row = members::find(&tx, Scope::system(), made[0]).await?;
    let after = with_status(&new.details, primary, &recorded_status(row.status(today), Some(effective_on), today));
    let entry = who.entry(ctx, "member.create", "member").on(made[0]).in_group(group);
    tx.commit_all([vec![entry.with_change(&json!({}), &after)], welcomed].concat()).await?;
    Ok(row)
}

/// Saves a member. `save` makes what was posted into what is to be saved, given the member as it is. A save that changes nothing writes
/// nothing.
///
/// # Errors
/// [`Error::NotFound`], a stale version, a group that is not served, wrong fields, and a presumable duplicate that was not bypassed.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: MemberId,
    version: Option<i32>,
    save: impl FnOnce(&Member) -> MemberSave,
) -> Result<MemberRow> {
    let tx = ctx.store.begin().await?;
    let (terms, before) = load(&tx, who, id, version).await?;
    let save = save(&before);
    let checked = check_change(&tx, ctx.today(), who, &before, &save).await?;
    refuse_duplicate(&tx, before.group, &checked.details, Some(&before), save.bypass_duplicates).await?;
    let Checked { details, primary, status } = checked;
    if details == before.details && primary == before.primary && status.is_none() {
        return Ok(members::find(&tx, who.scope(), id).await?);
    }
    let mut change = (json!(recorded(&before.details, before.primary)), json!(recorded(&details, primary)));
    if let Some(write) = &status {
        let (from, to) = recorded_change(before.status, write, ctx.today());
        merge(&mut change.0, &from);
        merge(&mut change.1, &to);
    }
    let write = MemberWrite { before: &before, details, primary, status };
    let (row, welcomed) = apply(ctx, &tx, who, &terms, write).await?;
    let entry = who.entry(ctx, "member.update", "member").on(id).in_group(before.group);
    tx.commit_all([vec![entry.with_change(&change.0, &change.1)], welcomed].concat()).await?;
    Ok(row)
}

/// The member and the terms of its group, held until the transaction ends, once the caller may change it.
pub(super) async fn load(
    tx: &Tx,
    who: &CallerOrigin,
    id: MemberId,
    version: Option<i32>,
) -> Result<(GroupTerms, Member)> {
    let terms = terms::for_changing(tx, who.scope(), id).await?;
    let member = members::lock(tx, id).await?;
    terms.status.check_members_editable()?;
    members::require_version(tx, &member, version).await?;
    Ok((terms, member))
}

/// Writes a change of a member that [`load`] has given, and welcomes a member who has become active by it. Gives the member afterwards,
/// and what is to be audited beside the change.
pub(super) async fn apply(
    ctx: &Context,
    tx: &Tx,
    who: &CallerOrigin,
    terms: &GroupTerms,
    write: MemberWrite<'_>,
) -> Result<(MemberRow, Vec<Entry>)> {
    let (id, was_active) = (write.before.id, write.before.status.shown(ctx.today()).counts_as_active());
    let is_active = write.status.as_ref().is_some_and(|status| status.current.status == Status::Active);
    let applied = members::apply(tx, &[write], Source::User, who.stamp(ctx)).await.map_err(taken)?;
    if !applied.stale.is_empty() {
        return Err(members::stale(tx, id).await?.into());
    }
    let joined: &[MemberId] = if is_active && !was_active { &[id] } else { &[] };
    let welcomed = on_joining(ctx, tx, terms, joined, || who.entry(ctx, "member.welcome", "member")).await?;
    Ok((members::find(tx, Scope::system(), id).await?, welcomed))
}

async fn check_change(
    tx: &Tx,
    today: NaiveDate,
    who: &CallerOrigin,
    before: &Member,
    save: &MemberSave,
) -> Result<Checked<Option<domain::members::StatusWrite>>> {
    let pricing = pricing_choice(tx, before.group).await?;
    let primary = named_primary(tx, before.group, save.primary).await?;
    let timeline = members::timelines(tx, &[before.id]).await?.remove(&before.id).unwrap_or_default();
    let is_administrator = who.is_administrator();
    let context = SaveContext { today, is_administrator, pricing: &pricing, primary: primary.as_ref() };
    let stored = Stored {
        id: before.id,
        group: before.group,
        details: &before.details,
        timeline: &timeline,
        has_dependents: before.details.is_primary() && members::has_dependents(tx, before.id).await?,
    };
    Ok(save.check_change(context, stored)?)
}

/// Whether the caller may add members to a group.
fn admission(terms: &GroupTerms, who: &CallerOrigin) -> Admission {
    Admission {
        status: terms.status,
        allow_manual_adds: terms.allow_manual_adds,
        is_administrator: who.is_administrator(),
    }
}

async fn pricing_choice(tx: &Tx, group: GroupId) -> Result<PricingChoice> {
    let all = store::pricing::groups::all(tx, Scope::system(), group).await?;
    let default = all.iter().find(|one| one.details.is_default).map(|one| one.id);
    Ok(PricingChoice { all: all.iter().map(|one| one.id).collect(), default })
}

async fn named_primary(tx: &Tx, group: GroupId, id: Option<MemberId>) -> Result<Option<MemberDetails>> {
    let Some(id) = id else { return Ok(None) };
    Ok(members::hold(tx, group, id).await?.map(|primary| primary.details))
}

/// Refuses a person or a unique id that is there already; of a member that is saved, only what the save changes is asked for.
async fn refuse_duplicate(
    tx: &Tx,
    group: GroupId,
    details: &MemberDetails,
    before: Option<&Member>,
    bypass: bool,
) -> Result<()> {
    let was = before.map(|member| (PersonKey::of(&member.details), member.details.unique_key()));
    let (person, key) = (PersonKey::of(details), details.unique_key());
    let new_person = was.as_ref().is_none_or(|(was, _)| *was != person);
    let new_key = key.as_deref().filter(|_| was.as_ref().is_none_or(|(_, was)| *was != key));
    let own = before.map(|member| member.id);
    let found = members::duplicates(tx, group, new_person.then_some(&person), new_key, own).await?;
    Ok(duplicates::check(found, bypass)?)
}

fn taken(error: store::Error) -> Error {
    if error.is_refused_by(UNIQUE_ID_TAKEN) {
        return Invalid::field("EmployerProvidedId", SAME_UNIQUE_ID).into();
    }
    error.into()
}

fn with_status(details: &MemberDetails, primary: Option<MemberId>, status: &Value) -> Value {
    let mut values = json!(recorded(details, primary));
    merge(&mut values, status);
    values
}

fn merge(values: &mut Value, more: &Value) {
    if let (Some(values), Some(more)) = (values.as_object_mut(), more.as_object()) {
        values.extend(more.clone());
    }
}
