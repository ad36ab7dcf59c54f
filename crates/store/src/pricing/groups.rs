//! Pricing groups: coded sets of a group's members with one pricing option each; exactly one of a group's is its default.

use domain::access::Scope;
use domain::billing::pricing::PricingGroupDetails;
use domain::text::fold;
use domain::{GroupId, Money, Page, PageRequest, PricingGroupId, PricingOptionId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select,
};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::database::versioned;
use crate::entities::pricing_group::{self, ActiveModel, Column, Entity, Relation};
use crate::entities::pricing_option;
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// The rule that refuses a second pricing group of the same code in a group.
pub const CODE_TAKEN: &str = "uq_pricing_group_group_id_code";

/// A pricing group as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct PricingGroup {
    /// Its id.
    pub id: PricingGroupId,
    /// Whose it is.
    pub group: GroupId,
    /// Its values.
    pub details: PricingGroupDetails,
    /// The name of its option.
    pub option_name: String,
    /// The rate of its option.
    pub rate: Money,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::NameKey)]),
        ("Code", || vec![key(Column::Code)]),
        ("Price", || vec![key(pricing_option::Column::RateCents)]),
        ("IsDefault", || vec![key(Column::IsDefault)]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// All pricing groups of a group by name, for a selector.
///
/// # Errors
/// When the database does not answer.
pub async fn all(db: &impl Db, scope: Scope, group: GroupId) -> Result<Vec<PricingGroup>> {
    let query = of_group(scope, group).order_by_asc(Column::NameKey).order_by_asc(Column::Id);
    let rows: Vec<Found> = query.into_model().all(db.connection()).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// A page of a group's pricing groups; the term looks at name and code.
///
/// # Errors
/// When the database does not answer.
pub async fn search(db: &impl Db, scope: Scope, group: GroupId, request: &PageRequest) -> Result<Page<PricingGroup>> {
    let query = of_group(scope, group).filter(paging::matching(
        [Column::NameKey, Column::Code].map(|column| Expr::col((Entity, column))),
        &request.term,
    ));
    Ok(paging::page::<Found>(db, query, request, &SORTS).await?.map(Into::into))
}

/// One pricing group of a group.
///
/// # Errors
/// [`Error::NotFound`] when the group has none of this id, or is not in scope.
pub async fn find(db: &impl Db, scope: Scope, group: GroupId, id: PricingGroupId) -> Result<PricingGroup> {
    let found = of_group(scope, group).filter(Column::Id.eq(id.get())).into_model::<Found>().one(db.connection());
    found.await?.map(Into::into).ok_or(Error::NotFound)
}

/// The default of a group, if it has any pricing group.
///
/// # Errors
/// When the database does not answer.
pub async fn default_of(db: &impl Db, group: GroupId) -> Result<Option<PricingGroupId>> {
    let id: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::GroupId.eq(group.get()))
        .filter(Column::IsDefault.eq(true))
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(id.map(PricingGroupId))
}

/// One pricing group of a group that is about to be changed: nobody else changes the group or its pricing until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(
    tx: &Tx,
    scope: Scope,
    group: GroupId,
    id: PricingGroupId,
    version: Option<i32>,
) -> Result<PricingGroup> {
    crate::groups::require(tx, scope, group).await?;
    crate::groups::lock(tx, group).await?;
    let found = find(tx, scope, group, id).await?;
    versioned::require::<Entity>(tx, id.get(), found.version, version).await?;
    Ok(found)
}

/// Makes a pricing group. A new default needs [`clear_default`] first.
///
/// # Errors
/// [`Error::Refused`] by [`CODE_TAKEN`], or when the option is not the group's.
pub async fn insert(tx: &Tx, group: GroupId, details: &PricingGroupDetails, stamp: Stamp) -> Result<PricingGroupId> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    Ok(PricingGroupId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves a pricing group that the caller has found in its group. A new default needs [`clear_default`] first.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one, [`Error::Refused`] as [`insert`].
pub async fn update(
    tx: &Tx,
    id: PricingGroupId,
    version: Option<i32>,
    details: &PricingGroupDetails,
    stamp: Stamp,
) -> Result<()> {
    versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await.map(drop)
}

/// Leaves the group without a default, until another is saved as it in the same transaction. Lock the group first
/// ([`crate::groups::lock`]).
///
/// # Errors
/// When the database does not answer.
pub async fn clear_default(tx: &Tx, group: GroupId, stamp: Stamp) -> Result<()> {
    let Some(id) = default_of(tx, group).await? else { return Ok(()) };
    let change = ActiveModel { is_default: Set(false), ..Default::default() };
    versioned::update::<Entity>(tx, id.get(), None, change, stamp).await.map(drop)
}

fn columns(details: &PricingGroupDetails) -> ActiveModel {
    ActiveModel {
        pricing_option_id: Set(details.pricing_option.get()),
        name: Set(details.name.clone()),
        name_key: Set(fold(&details.name)),
        code: Set(details.code.clone()),
        is_default: Set(details.is_default),
        implicit_dependent_pricing: Set(details.implicit_dependent_pricing),
        primary_match_threshold: Set(details.primary_match_threshold),
        dependent_match_threshold: Set(details.dependent_match_threshold),
        ..Default::default()
    }
}

fn of_group(scope: Scope, group: GroupId) -> Select<Entity> {
    Entity::find()
        .join(JoinType::InnerJoin, Relation::PricingOption.def())
        .column_as(pricing_option::Column::Name, "option_name")
        .column_as(pricing_option::Column::RateCents, "option_rate")
        .filter(Column::GroupId.eq(group.get()))
        .filter(scope::group_column(scope, Column::GroupId))
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    row: pricing_group::Model,
    option_name: String,
    option_rate: i64,
}

impl From<Found> for PricingGroup {
    fn from(Found { row, option_name, option_rate }: Found) -> Self {
        Self {
            id: PricingGroupId(row.id),
            group: GroupId(row.group_id),
            details: PricingGroupDetails {
                name: row.name,
                code: row.code,
                pricing_option: PricingOptionId(row.pricing_option_id),
                is_default: row.is_default,
                implicit_dependent_pricing: row.implicit_dependent_pricing,
                primary_match_threshold: row.primary_match_threshold,
                dependent_match_threshold: row.dependent_match_threshold,
            },
            option_name,
            rate: Money::from_cents(option_rate),
            version: row.version,
        }
    }
}
