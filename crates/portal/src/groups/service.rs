//! Use cases of groups.

use std::collections::HashMap;

use chrono::Days;
use domain::access::Scope;
use domain::billing::pricing::{DEFAULT_THRESHOLD, OptionDetails, PricingGroupDetails};
use domain::brokers::BrokerOverrides;
use domain::groups::creation::{FirstPricing, NewOption, next_group_code};
use domain::groups::effective::effective_flags;
use domain::groups::{FeeOptions, GroupContext, GroupDetails, GroupFlags, GroupForm, ReactivationWish};
use domain::{BrokerId, ContactId, GroupId, Invalid, Page, PageRequest, PricingOptionId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::brokers::Broker;
use store::counts::MemberCounts;
use store::groups::listing::{GroupFilter, GroupName, GroupRow};
use store::groups::{CODE_TAKEN, Group, REGISTRATION_CODE_TAKEN};
use store::{Stamp, Tx};

use super::history::recorded;
pub use super::insurance::{Synced, sync as sync_insurance};
use super::reactivation;
pub use super::reactivation::foresee as foresee_reactivation;
pub use super::termination::terminate;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// How long the counters of a group are kept by the day: the total of all groups adds up few rows then (rules.md#counters).
const COUNTED_BY_DAY: Days = Days::new(2);

/// The groups the caller may choose from, by name.
///
/// # Errors
/// When the database fails.
pub async fn names(ctx: &Context, who: &CallerOrigin) -> Result<Vec<GroupName>> {
    Ok(store::groups::listing::names(&ctx.store.read(), who.scope()).await?)
}

/// A page of the groups the caller may see, with their members of today.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    filter: &GroupFilter,
    request: &PageRequest,
) -> Result<Page<GroupRow>> {
    Ok(store::groups::listing::search(&ctx.store.read(), who.scope(), filter, request, ctx.today()).await?)
}

/// One group.
///
/// # Errors
/// [`Error::NotFound`] when the caller may not see it.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Group> {
    Ok(store::groups::find(&ctx.store.read(), who.scope(), id).await?)
}

/// The members of a group today.
///
/// # Errors
/// As [`find`].
pub async fn member_count(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<MemberCounts> {
    Ok(store::counts::of_visible_group(&ctx.store.read(), who.scope(), id, ctx.today()).await?)
}

/// The `GroupId` suggested for a new group (rules.md#group-numbers); whether it is still free, saving it decides.
///
/// # Errors
/// When the database fails.
pub async fn next_group_id(ctx: &Context) -> Result<String> {
    let codes = store::groups::codes(&ctx.store.read()).await?;
    Ok(next_group_code(codes.iter().map(String::as_str)))
}

/// Makes a group, and with it two pricing options, its default pricing group and its fees (rules.md#new-group).
///
/// # Errors
/// Wrong fields; a `GroupId` or a registration code that is taken.
pub async fn create(ctx: &Context, who: &CallerOrigin, form: GroupForm) -> Result<Group> {
    let tx = ctx.store.begin().await?;
    let details = check(&tx, &form, None, Invalid::none()).await?;
    let stamp = who.stamp(ctx);
    let id = store::groups::insert(&tx, &details, ctx.randomness.guid(), stamp).await.map_err(taken)?;
    add_first_pricing(&tx, id, &details, stamp).await?;
    let group = store::groups::find(&tx, Scope::system(), id).await?;
    let entry = who.entry(ctx, "group.create", "group").on(id).in_group(id);
    tx.commit(entry.with_change(&json!({}), &recorded(&group.details))).await?;
    Ok(group)
}

/// Saves a group. `form` makes what was posted into a form, given the group as it is. A setting that a broker decides keeps the
/// group's own value (rules.md#broker-override). A save that changes nothing writes nothing. Serving a group again does what `wish` says with the
/// members that ended with it.
///
/// # Errors
/// [`Error::NotFound`], a stale version, a group that is served again without a word about its members, and as [`create`].
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: GroupId,
    version: Option<i32>,
    wish: ReactivationWish,
    form: impl FnOnce(&GroupDetails) -> GroupForm,
) -> Result<Group> {
    let tx = ctx.store.begin().await?;
    // A save that waits for the group's end must not write the status back that it had read before.
    let before = store::groups::for_changing(&tx, who.scope(), id, version).await?;
    let (form, mut invalid) = (form(&before.details), Invalid::none());
    let ended_members = reactivation::decide(&tx, &before, &form, (wish, ctx.today()), &mut invalid).await?;
    let details = check(&tx, &form, Some(&before), invalid).await?;
    if details == before.details {
        return Ok(before);
    }
    store::groups::update(&tx, id, version, &details, who.stamp(ctx)).await.map_err(taken)?;
    let mut now = recorded(&details);
    let mut entries = Vec::new();
    if let Some(decided) = ended_members {
        let returned = reactivation::follow(ctx, &tx, who, &before, decided).await?;
        returned.record(&mut now);
        entries = returned.entries;
    }
    let after = store::groups::find(&tx, Scope::system(), id).await?;
    let action = if ended_members.is_some() { "group.reactivate" } else { "group.update" };
    let entry = who.entry(ctx, action, "group").on(id).in_group(id);
    entries.insert(0, entry.with_change(&recorded(&before.details), &now));
    tx.commit_all(entries).await?;
    Ok(after)
}

async fn check(tx: &Tx, form: &GroupForm, stored: Option<&Group>, mut invalid: Invalid) -> Result<GroupDetails> {
    let context = match stored {
        None => GroupContext::default(),
        Some(group) => GroupContext {
            options: store::pricing::options::ids(tx, group.id, true).await?,
            status: group.details.status,
            termination_on: group.details.termination_on,
        },
    };
    let brokers = check_brokers(tx, form, &mut invalid).await?;
    check_contacts(tx, form, stored, &mut invalid).await?;
    check_services(tx, form, &mut invalid).await?;
    let mut details = invalid.and(form.check(&context))?;
    if let Some(group) = stored {
        details.flags = own_flags(details.flags, group.details.flags, &details, &brokers);
    }
    Ok(details)
}

async fn check_brokers(tx: &Tx, form: &GroupForm, invalid: &mut Invalid) -> Result<Vec<Broker>> {
    let wanted: Vec<_> = [form.broker, form.master_broker].into_iter().flatten().collect();
    let known = store::brokers::by_ids(tx, &wanted).await?;
    // A `BrokerId` that cannot be one has an error already.
    let broker = form.broker.filter(|id| id.get() > 0);
    for (key, broker) in [("BrokerId", broker), ("MasterBrokerId", form.master_broker)] {
        let exists = broker.is_none_or(|id| known.iter().any(|broker| broker.id == id));
        invalid.check(exists, key, "There is no such broker.");
    }
    Ok(known)
}

async fn check_contacts(tx: &Tx, form: &GroupForm, stored: Option<&Group>, invalid: &mut Invalid) -> Result<()> {
    let wanted: Vec<ContactId> = form.contacts.roles().into_iter().filter_map(|(_, contact)| contact).collect();
    let own = match stored {
        Some(group) => store::contacts::own(tx, group.id, &wanted).await?,
        None => HashMap::new(),
    };
    let now = stored.map(|group| group.details.contacts).unwrap_or_default();
    form.contacts.check(now, |contact| own.get(&contact).copied(), invalid);
    Ok(())
}

async fn check_services(tx: &Tx, form: &GroupForm, invalid: &mut Invalid) -> Result<()> {
    if !form.benefit_services.is_empty() {
        let known = store::groups::services::all(tx).await?;
        let all = form.benefit_services.iter().all(|id| known.iter().any(|service| service.id == *id));
        invalid.check(all, "BenefitServiceIds", "There is no such benefit service.");
    }
    if !form.api_services.is_empty() {
        let known = store::accounts::existing(tx, &form.api_services).await?;
        let all = form.api_services.iter().all(|id| known.contains(id));
        invalid.check(all, "ApiServiceIds", "There is no such ERP account.");
    }
    Ok(())
}

/// The switches to store: what a broker decides was locked in the editor, so the group's own value is kept (rules.md#broker-override).
fn own_flags(posted: GroupFlags, stored: GroupFlags, details: &GroupDetails, brokers: &[Broker]) -> GroupFlags {
    let overrides = |id: Option<BrokerId>| {
        let broker = brokers.iter().find(|broker| Some(broker.id) == id);
        broker.map_or(BrokerOverrides::default(), |broker| broker.details.overrides)
    };
    let decided = effective_flags(stored, overrides(Some(details.broker)), overrides(details.master_broker));
    let own = |overridden: bool, posted: bool, stored: bool| if overridden { stored } else { posted };
    GroupFlags {
        process_dependents: own(
            decided.process_dependents.overridden,
            posted.process_dependents,
            stored.process_dependents,
        ),
        send_welcome_emails: own(
            decided.send_welcome_emails.overridden,
            posted.send_welcome_emails,
            stored.send_welcome_emails,
        ),
        require_patient_mfa: own(
            decided.require_patient_mfa.overridden,
            posted.require_patient_mfa,
            stored.require_patient_mfa,
        ),
        ..posted
    }
}

async fn add_first_pricing(tx: &Tx, id: GroupId, details: &GroupDetails, stamp: Stamp) -> Result<()> {
    let first = FirstPricing::of(details);
    let standard = add_option(tx, id, first.standard, stamp).await?;
    let after_hours = add_option(tx, id, first.after_hours, stamp).await?;
    let default = PricingGroupDetails {
        name: first.group_name,
        code: first.group_code,
        pricing_option: standard,
        is_default: true,
        implicit_dependent_pricing: true,
        primary_match_threshold: DEFAULT_THRESHOLD,
        dependent_match_threshold: DEFAULT_THRESHOLD,
    };
    store::pricing::groups::insert(tx, id, &default, stamp).await?;
    let fees = FeeOptions {
        total: Some(standard),
        patient: Some(standard),
        dependent: Some(standard),
        after_hours: Some(after_hours),
    };
    Ok(store::groups::set_fees(tx, id, fees).await?)
}

async fn add_option(tx: &Tx, group: GroupId, option: NewOption, stamp: Stamp) -> Result<PricingOptionId> {
    let details = OptionDetails { name: option.name, rate: option.rate, is_archived: false };
    Ok(store::pricing::options::insert(tx, group, &details, stamp).await?)
}

fn taken(error: store::Error) -> Error {
    if error.is_refused_by(CODE_TAKEN) {
        return Invalid::field("GroupId", "A group with this Group ID exists.").into();
    }
    if error.is_refused_by(REGISTRATION_CODE_TAKEN) {
        return Invalid::field("PublicRegistrationCode", "Another group has this registration code.").into();
    }
    error.into()
}

/// Mends counters that say something else than the members do, each mending on the audit, and folds days long past.
///
/// # Errors
/// When the database fails.
pub async fn keep_counters_right(ctx: &Context) -> Result<()> {
    let drifted = store::counts::upkeep::drifted(&ctx.store.read(), ctx.today()).await?;
    for drift in drifted {
        tracing::warn!(group = drift.group.get(), "the counters of a group were wrong and are made anew");
        let tx = ctx.store.begin().await?;
        store::counts::upkeep::rebuild(&tx, drift.group).await?;
        let entry = Entry::new(ctx.now(), "group.recount", "group").on(drift.group).in_group(drift.group);
        tx.commit(entry.with_change(&counted(drift.counted), &counted(drift.actual))).await?;
    }
    let tx = ctx.store.begin().await?;
    store::counts::upkeep::fold(&tx, ctx.today() - COUNTED_BY_DAY).await?;
    Ok(tx.commit_unaudited("the same numbers in fewer rows").await?)
}

fn counted(counts: MemberCounts) -> Value {
    json!({ "TotalMembers": counts.total, "ActiveMembers": counts.active })
}
