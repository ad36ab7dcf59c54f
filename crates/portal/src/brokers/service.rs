//! Use cases of brokers.

use std::collections::BTreeSet;

use domain::brokers::{BrokerDetails, BrokerForm};
use domain::{BrokerId, Invalid, Page, PageRequest};
use serde_json::{Value, json};
use store::Tx;
use store::brokers::{Broker, BrokerName, BrokerRow, NAME_TAKEN};
use store::groups::listing::GroupName;
use store::users::UserName;

use super::belonging::Belonging;
use super::history::recorded;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// The brokers the caller may choose from, by name.
///
/// # Errors
/// When the database fails.
pub async fn names(ctx: &Context, who: &CallerOrigin) -> Result<Vec<BrokerName>> {
    Ok(store::brokers::names(&ctx.store.read(), who.scope()).await?)
}

/// A page of the brokers the caller may see.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    masters: &[BrokerId],
    request: &PageRequest,
) -> Result<Page<BrokerRow>> {
    Ok(store::brokers::search(&ctx.store.read(), who.scope(), masters, request).await?)
}

/// One broker.
///
/// # Errors
/// [`Error::NotFound`] when the caller may not see it.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: BrokerId) -> Result<Broker> {
    Ok(store::brokers::find(&ctx.store.read(), who.scope(), id).await?)
}

/// The groups of a broker.
///
/// # Errors
/// As [`find`].
pub async fn groups(ctx: &Context, who: &CallerOrigin, id: BrokerId) -> Result<Vec<GroupName>> {
    find(ctx, who, id).await?;
    Ok(store::groups::listing::of_broker(&ctx.store.read(), who.scope(), id).await?)
}

/// The users of a broker.
///
/// # Errors
/// As [`find`].
pub async fn users(ctx: &Context, who: &CallerOrigin, id: BrokerId) -> Result<Vec<UserName>> {
    find(ctx, who, id).await?;
    Ok(store::users::of_broker(&ctx.store.read(), who.scope(), id).await?)
}

/// The groups and users of a broker.
///
/// # Errors
/// When the database fails.
pub async fn belonging(ctx: &Context, who: &CallerOrigin, id: BrokerId) -> Result<Belonging> {
    read_belonging(&ctx.store.read(), who, id).await
}

async fn read_belonging(db: &impl store::Db, who: &CallerOrigin, id: BrokerId) -> Result<Belonging> {
    let groups = store::brokers::belonging::group_ids(db, who.scope(), id).await?;
    let users = store::brokers::belonging::user_ids(db, who.scope(), id).await?;
    Ok(Belonging { groups, users })
}

/// Makes a broker, and gives it the groups and users of the form.
///
/// # Errors
/// Wrong fields, a name that is taken.
pub async fn create(ctx: &Context, who: &CallerOrigin, form: &BrokerForm) -> Result<Broker> {
    let tx = ctx.store.begin().await?;
    store::brokers::lock_all(&tx).await?;
    let details = check(&tx, form, None).await?;
    let broker = store::brokers::insert(&tx, &details, who.stamp(ctx)).await.map_err(taken)?;
    let mut entries = super::belonging::save(ctx, who, &tx, broker.id, form).await?;
    let after = whole(&broker, &read_belonging(&tx, who, broker.id).await?);
    entries.insert(0, who.entry(ctx, "broker.create", "broker").on(broker.id).with_change(&json!({}), &after));
    tx.commit_all(entries).await?;
    Ok(broker)
}

/// Saves a broker. `form` makes what was posted into a form, given the broker as it is; groups and users that it does not name stay as
/// they are. A save that changes nothing writes nothing.
///
/// # Errors
/// [`Error::NotFound`], a stale version, wrong fields, a name that is taken.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: BrokerId,
    version: Option<i32>,
    form: impl FnOnce(&BrokerDetails) -> BrokerForm,
) -> Result<Broker> {
    let tx = ctx.store.begin().await?;
    let before = store::brokers::for_changing(&tx, who.scope(), id, version).await?;
    let had = read_belonging(&tx, who, id).await?;
    let form = form(&before.details);
    let details = check(&tx, &form, Some(id)).await?;
    let mut entries = super::belonging::save(ctx, who, &tx, id, &form).await?;
    if details == before.details && entries.is_empty() {
        return Ok(before);
    }
    let after = store::brokers::update(&tx, id, version, &details, who.stamp(ctx)).await.map_err(taken)?;
    let has = read_belonging(&tx, who, id).await?;
    let entry = who.entry(ctx, "broker.update", "broker").on(id);
    entries.insert(0, entry.with_change(&whole(&before, &had), &whole(&after, &has)));
    tx.commit_all(entries).await?;
    Ok(after)
}

/// A broker with what belongs to it, for the audit.
fn whole(broker: &Broker, belonging: &Belonging) -> Value {
    let mut all = recorded(&broker.details);
    if let (Value::Object(all), Value::Object(its)) = (&mut all, belonging.recorded()) {
        all.extend(its);
    }
    all
}

async fn check(tx: &Tx, form: &BrokerForm, own: Option<BrokerId>) -> Result<BrokerDetails> {
    let mut invalid = Invalid::none();
    if let Some(master) = form.master_broker.filter(|master| Some(*master) != own) {
        let known = store::brokers::by_ids(tx, &[master]).await?;
        invalid.check(!known.is_empty(), "MasterBrokerId", "There is no such broker.");
        let circle = is_below(tx, known, own).await?;
        invalid.check(!circle, "MasterBrokerId", "A broker below this one cannot be its master broker.");
    }
    Ok(invalid.and(form.check(own))?)
}

/// Whether `own` stands above the broker found: it would become its own master.
async fn is_below(tx: &Tx, mut found: Vec<Broker>, own: Option<BrokerId>) -> Result<bool> {
    let mut seen = BTreeSet::new();
    while let Some(above) = found.first().and_then(|broker| broker.details.master_broker) {
        if Some(above) == own {
            return Ok(true);
        }
        // A circle of others, made before circles were refused, has no top.
        if !seen.insert(above) {
            return Ok(false);
        }
        found = store::brokers::by_ids(tx, &[above]).await?;
    }
    Ok(false)
}

fn taken(error: store::Error) -> Error {
    if error.is_refused_by(NAME_TAKEN) {
        return Invalid::field("Name", "A broker with this name exists.").into();
    }
    error.into()
}
