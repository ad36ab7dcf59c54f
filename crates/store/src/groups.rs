//! Employer groups: one, and saving one. Lists stand in [`listing`], what a group may carry in [`services`].

pub mod figures;
pub mod listing;
pub mod services;
pub mod setup;
mod stored;
pub mod terms;

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::groups::{FeeOptions, GroupDetails, GroupStatus};
use domain::{BrokerId, GroupId, Money, PricingOptionId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use crate::brokers::{self, Broker};
use crate::database::connection::sealed::Connected;
use crate::database::guid::Guid;
use crate::database::versioned;
use crate::entities::employer_group::{ActiveModel, Column, Entity, Model};
use crate::entities::pricing_option;
use crate::{Db, Error, Result, Stamp, Tx, scope};
use services::{Service, Services};

/// The rule that refuses a second group of the same `GroupId`.
pub const CODE_TAKEN: &str = "uq_employer_group_group_code_key";
/// The rule that refuses a second group of the same registration code.
pub const REGISTRATION_CODE_TAKEN: &str = "uq_employer_group_public_registration_code";

/// A consult fee of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fee {
    /// The pricing option it points at.
    pub option: PricingOptionId,
    /// Its name.
    pub name: String,
    /// Its rate.
    pub rate: Money,
}

/// The consult fees of a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fees {
    /// What a consult costs in all.
    pub total: Option<Fee>,
    /// What a primary pays.
    pub patient: Option<Fee>,
    /// What a dependent pays.
    pub dependent: Option<Fee>,
    /// What is added after hours.
    pub after_hours: Option<Fee>,
}

/// A group as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its id.
    pub id: GroupId,
    /// Its values.
    pub details: GroupDetails,
    /// Its broker.
    pub broker: Broker,
    /// The broker above it.
    pub master_broker: Option<Broker>,
    /// Its consult fees with their rates.
    pub fees: Fees,
    /// What it carries, with names.
    pub benefit_services: Vec<Service>,
    /// Known to other systems; never changes.
    pub global_link: Uuid,
    /// When its insurance was last synced (rules.md#insurance-sync).
    pub insurance_synced_at: Option<DateTime<Utc>>,
    /// When it was ended; `None` of a group that is served.
    pub terminated_at: Option<DateTime<Utc>>,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
}

/// One group.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: GroupId) -> Result<Group> {
    let found = Entity::find_by_id(id.get()).filter(scope::groups(scope)).one(db.connection()).await?;
    let row = found.ok_or(Error::NotFound)?;
    let wanted: Vec<_> = [Some(row.broker_id), row.master_broker_id].into_iter().flatten().map(BrokerId).collect();
    let named = brokers::by_ids(db, &wanted).await?;
    let broker_of = |id: i64| named.iter().find(|broker| broker.id.get() == id).cloned();
    let broker = broker_of(row.broker_id).ok_or(Error::NotFound)?;
    let master_broker = row.master_broker_id.and_then(broker_of);
    let fees = fees(db, &row).await?;
    let services = services::of_group(db, id).await?;
    Ok(stored::group(row, broker, master_broker, fees, services))
}

/// Whether there is such a group in scope, for areas that live under one.
///
/// # Errors
/// [`Error::NotFound`] when there is none.
pub async fn require(db: &impl Db, scope: Scope, id: GroupId) -> Result<()> {
    let found: Option<i64> = Entity::find_by_id(id.get())
        .filter(scope::groups(scope))
        .select_only()
        .column(Column::Id)
        .into_tuple()
        .one(db.connection())
        .await?;
    found.map(|_| ()).ok_or(Error::NotFound)
}

/// Waits until nobody else changes the group, and keeps others waiting until the transaction ends. For changes that touch
/// several of its rows at once, such as the swap of the default pricing group (rules.md#guarded-by-the-schema). Gives the status that it has now.
///
/// # Errors
/// [`Error::NotFound`] when there is no such group.
pub async fn lock(tx: &Tx, id: GroupId) -> Result<GroupStatus> {
    locked(tx, id, LockType::Update).await
}

/// The same for one who changes members of the group in other transactions meanwhile: rows that refer to the group do not wait.
///
/// # Errors
/// As [`lock`].
pub async fn lock_beside(tx: &Tx, id: GroupId) -> Result<GroupStatus> {
    locked(tx, id, LockType::NoKeyUpdate).await
}

async fn locked(tx: &Tx, id: GroupId, lock: LockType) -> Result<GroupStatus> {
    let row = Entity::find_by_id(id.get()).select_only().column(Column::Status).lock(lock);
    let found: Option<i16> = row.into_tuple().one(tx.connection()).await?;
    found.map(stored::status).ok_or(Error::NotFound)
}

/// One group that is about to be changed: nobody else changes it or its members until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(tx: &Tx, scope: Scope, id: GroupId, version: Option<i32>) -> Result<Group> {
    require(tx, scope, id).await?;
    lock(tx, id).await?;
    let group = find(tx, scope, id).await?;
    versioned::require::<Entity>(tx, id.get(), group.version, version).await?;
    Ok(group)
}

/// Makes a group. Its fees are set by [`set_fees`], once the options they point at exist.
///
/// # Errors
/// [`Error::Refused`] by [`CODE_TAKEN`] or [`REGISTRATION_CODE_TAKEN`], or when something it refers to does not exist.
pub async fn insert(tx: &Tx, details: &GroupDetails, global_link: Uuid, stamp: Stamp) -> Result<GroupId> {
    let row = ActiveModel {
        global_link_id: Set(Guid(global_link)),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..stored::columns(details)
    };
    let id = GroupId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id);
    services::replace(tx, id, &Services::of(details)).await?;
    Ok(id)
}

/// Points the fees of a group that was just made at its options; no save of its own.
///
/// # Errors
/// When an option is not the group's.
pub async fn set_fees(tx: &Tx, id: GroupId, fees: FeeOptions) -> Result<()> {
    Entity::update_many().set(stored::fee_columns(fees)).filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    Ok(())
}

/// Notes when the insurance of a group was synced; no save of its own, so that nobody's edit becomes stale.
///
/// # Errors
/// When the database refuses.
pub async fn set_insurance_synced(tx: &Tx, id: GroupId, at: DateTime<Utc>) -> Result<()> {
    let synced = ActiveModel { insurance_synced_at: Set(Some(at)), ..Default::default() };
    Entity::update_many().set(synced).filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    Ok(())
}

/// Notes when a group was ended, or that it is served again; part of the save that ends it or serves it again.
///
/// # Errors
/// When the database refuses.
pub async fn set_terminated(tx: &Tx, id: GroupId, at: Option<DateTime<Utc>>) -> Result<()> {
    let terminated = ActiveModel { terminated_at: Set(at), ..Default::default() };
    Entity::update_many().set(terminated).filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    Ok(())
}

/// Saves a group that the caller has found in its scope.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one, [`Error::Refused`] as [`insert`].
pub async fn update(tx: &Tx, id: GroupId, version: Option<i32>, details: &GroupDetails, stamp: Stamp) -> Result<()> {
    let columns = ActiveModel { ..stored::columns(details) };
    versioned::update::<Entity>(tx, id.get(), version, columns, stamp).await?;
    services::replace(tx, id, &Services::of(details)).await
}

/// The `GroupId` of every group, for the next suggestion (rules.md#group-numbers).
///
/// # Errors
/// When the database does not answer.
pub async fn codes(db: &impl Db) -> Result<Vec<String>> {
    let codes = Entity::find().select_only().column(Column::GroupCode).into_tuple();
    Ok(codes.all(db.connection()).await?)
}

async fn fees(db: &impl Db, row: &Model) -> Result<Fees> {
    let ids = [
        row.medical_fee_total_id,
        row.medical_fee_patient_id,
        row.medical_fee_dependent_id,
        row.medical_fee_after_hours_id,
    ];
    let options = pricing_option::Entity::find()
        .filter(pricing_option::Column::Id.is_in(ids.into_iter().flatten()))
        .all(db.connection())
        .await?;
    let fee = |id: Option<i64>| {
        let option = options.iter().find(|option| Some(option.id) == id)?;
        Some(Fee {
            option: PricingOptionId(option.id),
            name: option.name.clone(),
            rate: Money::from_cents(option.rate_cents),
        })
    };
    let [total, patient, dependent, after_hours] = ids.map(fee);
    Ok(Fees { total, patient, dependent, after_hours })
}
