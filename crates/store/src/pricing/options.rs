//! Pricing options: the named rates of a group.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::billing::pricing::OptionDetails;
use domain::text::fold;
use domain::{GroupId, Money, Page, PageRequest, PricingOptionId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Select};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key};
use crate::database::versioned;
use crate::entities::pricing_option::{self, ActiveModel, Column, Entity};
use crate::entities::{pricing_group, snapshot_line};
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// A pricing option as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricingOption {
    /// Its id.
    pub id: PricingOptionId,
    /// Whose it is.
    pub group: GroupId,
    /// Its values.
    pub details: OptionDetails,
    /// Whether an undeleted snapshot has billed it, so that its rate stays (rules.md#rate-of-a-line).
    pub is_billed: bool,
    /// Whether the default pricing group points at it.
    pub is_default: bool,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::NameKey)]),
        ("Rate", || vec![key(Column::RateCents)]),
        ("CreatedOn", || vec![key(Column::CreatedAt)]),
        ("Date", || vec![key(Column::CreatedAt)]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// A page of a group's options; the term looks at the name.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    group: GroupId,
    archived: bool,
    request: &PageRequest,
) -> Result<Page<PricingOption>> {
    let query = of_group(scope, group)
        .filter(Condition::all().add_option((!archived).then(|| Column::IsArchived.eq(false))))
        .filter(paging::matching([Expr::col((Entity, Column::NameKey))], &request.term));
    Ok(paging::page::<Found>(db, query, request, &SORTS).await?.map(Into::into))
}

/// One option of a group.
///
/// # Errors
/// [`Error::NotFound`] when the group has none of this id, or is not in scope.
pub async fn find(db: &impl Db, scope: Scope, group: GroupId, id: PricingOptionId) -> Result<PricingOption> {
    let found = of_group(scope, group).filter(Column::Id.eq(id.get())).into_model::<Found>().one(db.connection());
    found.await?.map(Into::into).ok_or(Error::NotFound)
}

/// The ids of all options of a group, or of those that are not archived.
///
/// # Errors
/// When the database does not answer.
pub async fn ids(db: &impl Db, group: GroupId, archived: bool) -> Result<Vec<PricingOptionId>> {
    let ids: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::GroupId.eq(group.get()))
        .filter(Condition::all().add_option((!archived).then(|| Column::IsArchived.eq(false))))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(ids.into_iter().map(PricingOptionId).collect())
}

/// One option of a group that is about to be changed: nobody else changes the group or its pricing until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(
    tx: &Tx,
    scope: Scope,
    group: GroupId,
    id: PricingOptionId,
    version: Option<i32>,
) -> Result<PricingOption> {
    crate::groups::require(tx, scope, group).await?;
    crate::groups::lock(tx, group).await?;
    let found = find(tx, scope, group, id).await?;
    versioned::require::<Entity>(tx, id.get(), found.version, version).await?;
    Ok(found)
}

/// Makes an option.
///
/// # Errors
/// When the group does not exist.
pub async fn insert(tx: &Tx, group: GroupId, details: &OptionDetails, stamp: Stamp) -> Result<PricingOptionId> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    Ok(PricingOptionId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves an option that the caller has found in its group.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn update(
    tx: &Tx,
    id: PricingOptionId,
    version: Option<i32>,
    details: &OptionDetails,
    stamp: Stamp,
) -> Result<()> {
    versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await.map(drop)
}

fn columns(details: &OptionDetails) -> ActiveModel {
    ActiveModel {
        name: Set(details.name.clone()),
        name_key: Set(fold(&details.name)),
        rate_cents: Set(details.rate.cents()),
        is_archived: Set(details.is_archived),
        ..Default::default()
    }
}

fn of_group(scope: Scope, group: GroupId) -> Select<Entity> {
    Entity::find()
        .expr_as(Expr::exists(billed_lines()), "is_billed")
        .expr_as(Expr::exists(default_group()), "is_default")
        .filter(Column::GroupId.eq(group.get()))
        .filter(scope::group_column(scope, Column::GroupId))
}

/// The lines that undeleted snapshots have billed at the option, whatever their line items point at by now.
fn billed_lines() -> SelectStatement {
    use snapshot_line::Column::{Live, PricingOptionId};
    Query::select()
        .expr(Expr::val(1))
        .from(snapshot_line::Entity)
        .and_where(Expr::col((snapshot_line::Entity, PricingOptionId)).equals((Entity, Column::Id)))
        .and_where(Expr::col((snapshot_line::Entity, Live)).eq(true))
        .take()
}

fn default_group() -> SelectStatement {
    use pricing_group::Column::{IsDefault, PricingOptionId};
    Query::select()
        .expr(Expr::val(1))
        .from(pricing_group::Entity)
        .and_where(Expr::col((pricing_group::Entity, PricingOptionId)).equals((Entity, Column::Id)))
        .and_where(Expr::col((pricing_group::Entity, IsDefault)).eq(true))
        .take()
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    row: pricing_option::Model,
    is_billed: bool,
    is_default: bool,
}

impl From<Found> for PricingOption {
    fn from(Found { row, is_billed, is_default }: Found) -> Self {
        Self {
            id: PricingOptionId(row.id),
            group: GroupId(row.group_id),
            details: OptionDetails {
                name: row.name,
                rate: Money::from_cents(row.rate_cents),
                is_archived: row.is_archived,
            },
            is_billed,
            is_default,
            version: row.version,
            created_at: row.created_at,
        }
    }
}
