//! Brokers: the list, one, and saving one. A broker administrator sees its own broker only (rules.md#who-changes-users).
//!
//! The pattern of an area: rows shaped for their screen, every read in a scope, writes in the caller's transaction.

pub mod belonging;

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::billing::snapshot::LookBack;
use domain::brokers::{BrokerDetails, BrokerOverrides};
use domain::{BrokerId, Page, PageRequest};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, LockType, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationTrait, Select,
};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Key, Sorts, key, optional_key};
use crate::database::versioned;
use crate::entities::broker::{self, ActiveModel, Column, Entity, Relation};
use crate::entities::{employer_group, user_account};
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// The rule that refuses a second broker of the same name.
pub const NAME_TAKEN: &str = "uq_broker_name_key";

/// A broker as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broker {
    /// Its id.
    pub id: BrokerId,
    /// Its values.
    pub details: BrokerDetails,
    /// The name of the broker above it.
    pub master_broker_name: Option<String>,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
}

/// A broker in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerRow {
    /// The broker.
    pub broker: Broker,
    /// Groups of which it is broker or master broker.
    pub groups: u64,
    /// Its users.
    pub users: u64,
}

/// A broker as a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerName {
    /// Its id.
    pub id: BrokerId,
    /// Its name.
    pub name: String,
}

const MASTER: &str = "master";

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::NameKey)]),
        ("MasterBroker", || vec![optional_key(master(Column::NameKey))]),
        ("EmployerGroups", || vec![counted(groups_of_it())]),
        ("Users", || vec![counted(users_of_it())]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// All brokers in scope by name, for a selector.
///
/// # Errors
/// When the database does not answer.
pub async fn names(db: &impl Db, scope: Scope) -> Result<Vec<BrokerName>> {
    let rows: Vec<(i64, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Name])
        .filter(scope::brokers(scope))
        .order_by_asc(Column::NameKey)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, name)| BrokerName { id: BrokerId(id), name }).collect())
}

/// A page of the brokers in scope, those below one of `masters` where any is named; the term looks at the name and the master broker's name.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    masters: &[BrokerId],
    request: &PageRequest,
) -> Result<Page<BrokerRow>> {
    let below = Column::MasterBrokerId.is_in(masters.iter().map(|id| id.get()));
    let searched = [Expr::col((Entity, Column::SearchText)), master(Column::SearchText)];
    let query = with_master()
        .expr_as(counting(groups_of_it()), "groups")
        .expr_as(counting(users_of_it()), "users")
        .filter(scope::brokers(scope))
        .filter(Condition::all().add_option((!masters.is_empty()).then_some(below)))
        .filter(paging::matching(searched, &request.term));
    Ok(paging::page::<Listed>(db, query, request, &SORTS).await?.map(Into::into))
}

/// One broker.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: BrokerId) -> Result<Broker> {
    let found = with_master()
        .filter(Column::Id.eq(id.get()))
        .filter(scope::brokers(scope))
        .into_model::<Found>()
        .one(db.connection())
        .await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// The brokers of these ids, whichever exist, in no order; for checks and for records that name them.
///
/// # Errors
/// When the database does not answer.
pub async fn by_ids(db: &impl Db, ids: &[BrokerId]) -> Result<Vec<Broker>> {
    let found = with_master().filter(Column::Id.is_in(ids.iter().map(|id| id.get()))).into_model::<Found>();
    Ok(found.all(db.connection()).await?.into_iter().map(Into::into).collect())
}

/// Waits until nobody else saves any broker, and keeps others waiting until the transaction ends: who stands above whom, and what belongs
/// to whom, is a matter of several of them. Records that only name a broker are not kept waiting.
///
/// # Errors
/// When the database does not answer.
pub async fn lock_all(tx: &Tx) -> Result<()> {
    let all = Entity::find().select_only().column(Column::Id).order_by_asc(Column::Id).lock(LockType::NoKeyUpdate);
    all.into_tuple::<i64>().all(tx.connection()).await?;
    Ok(())
}

/// One broker that is about to be changed: no broker is changed by others until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(tx: &Tx, scope: Scope, id: BrokerId, version: Option<i32>) -> Result<Broker> {
    lock_all(tx).await?;
    let broker = find(tx, scope, id).await?;
    versioned::require::<Entity>(tx, id.get(), broker.version, version).await?;
    Ok(broker)
}

/// Makes a broker.
///
/// # Errors
/// [`Error::Refused`] by [`NAME_TAKEN`], or when the master broker does not exist.
pub async fn insert(tx: &Tx, details: &BrokerDetails, stamp: Stamp) -> Result<Broker> {
    let row = ActiveModel {
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    let row = Entity::insert(row).exec(tx.connection()).await?;
    find(tx, Scope::system(), BrokerId(row.last_insert_id)).await
}

/// Saves a broker that the caller has found in its scope.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one, [`Error::Refused`] as [`insert`].
pub async fn update(
    tx: &Tx,
    id: BrokerId,
    version: Option<i32>,
    details: &BrokerDetails,
    stamp: Stamp,
) -> Result<Broker> {
    versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await?;
    find(tx, Scope::system(), id).await
}

fn columns(details: &BrokerDetails) -> ActiveModel {
    ActiveModel {
        name: Set(details.name.clone()),
        name_key: Set(details.name_key()),
        master_broker_id: Set(details.master_broker.map(BrokerId::get)),
        process_dependents: Set(details.overrides.process_dependents),
        send_welcome_emails: Set(details.overrides.send_welcome_emails),
        require_patient_mfa: Set(details.overrides.require_patient_mfa),
        invoice_period_start_day: Set(details.invoice_period_start_day.into()),
        invoice_period_end_day: Set(details.invoice_period_end_day.into()),
        invoice_grace_days: Set(details.invoice_grace_days.into()),
        billing_lookback_months: Set(details.billing_look_back.months().into()),
        search_text: Set(details.name_key()),
        ..Default::default()
    }
}

fn with_master() -> Select<Entity> {
    Entity::find()
        .join_as(JoinType::LeftJoin, Relation::MasterBroker.def(), MASTER)
        .expr_as(master(Column::Name), "master_name")
}

fn master(column: Column) -> Expr {
    Expr::col((Alias::new(MASTER), column))
}

fn groups_of_it() -> SelectStatement {
    use employer_group::Column::{BrokerId, MasterBrokerId};
    let it = || Expr::col((Entity, Column::Id));
    let group = |column| Expr::col((employer_group::Entity, column));
    Query::select()
        .expr(Func::count(Expr::val(1)))
        .from(employer_group::Entity)
        .and_where(group(BrokerId).eq(it()).or(group(MasterBrokerId).eq(it())))
        .take()
}

fn users_of_it() -> SelectStatement {
    let its = Expr::col((user_account::Entity, user_account::Column::BrokerId)).eq(Expr::col((Entity, Column::Id)));
    Query::select().expr(Func::count(Expr::val(1))).from(user_account::Entity).and_where(its).take()
}

fn counting(count: SelectStatement) -> Expr {
    Expr::SubQuery(None, Box::new(count.into()))
}

fn counted(count: SelectStatement) -> Key {
    optional_key(counting(count))
}

/// The checks of the schema keep these between 0 and 90.
fn stored(number: i16) -> u8 {
    u8::try_from(number).unwrap_or_default()
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    broker: broker::Model,
    master_name: Option<String>,
}

#[derive(FromQueryResult)]
struct Listed {
    #[sea_orm(nested)]
    found: Found,
    groups: i64,
    users: i64,
}

impl From<Found> for Broker {
    fn from(Found { broker: row, master_name }: Found) -> Self {
        let details = BrokerDetails {
            name: row.name,
            master_broker: row.master_broker_id.map(BrokerId),
            overrides: BrokerOverrides {
                process_dependents: row.process_dependents,
                send_welcome_emails: row.send_welcome_emails,
                require_patient_mfa: row.require_patient_mfa,
            },
            invoice_period_start_day: stored(row.invoice_period_start_day),
            invoice_period_end_day: stored(row.invoice_period_end_day),
            invoice_grace_days: stored(row.invoice_grace_days),
            billing_look_back: LookBack::new(stored(row.billing_lookback_months)),
        };
        Self {
            id: BrokerId(row.id),
            details,
            master_broker_name: master_name,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

impl From<Listed> for BrokerRow {
    fn from(Listed { found, groups, users }: Listed) -> Self {
        Self { broker: found.into(), groups: groups.unsigned_abs(), users: users.unsigned_abs() }
    }
}
