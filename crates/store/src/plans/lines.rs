//! Line items of plans. A deleted one stays: snapshots refer to it, and it still corrects what it has billed.

use domain::billing::line::{BillingPeriod, BillingType, LineItem};
use domain::{GroupId, Money, PlanId, PlanLineId, PricingOptionId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select,
};

use super::reference_key;
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::plan_line::{ActiveModel, Column, Entity, Model, Relation};
use crate::entities::{plan, pricing_option};
use crate::error::damaged;
use crate::{Db, Error, Result, Stamp, Tx};

/// A line item as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanLine {
    /// Its id.
    pub id: PlanLineId,
    /// Its plan.
    pub plan: PlanId,
    /// Its values.
    pub item: LineItem,
    /// The rate of its pricing option now.
    pub rate: Money,
    /// Whether a snapshot has billed it, so that type, period and scope stay (rules.md#fixed-once-billed).
    pub is_billed: bool,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    line: Model,
    rate_cents: i64,
}

/// The line items of a plan that were not deleted, in the order they were made.
///
/// # Errors
/// When the database fails.
pub async fn list(db: &impl Db, plan: PlanId) -> Result<Vec<PlanLine>> {
    let rows = of_plan(plan).order_by_asc(Column::Id).into_model::<Found>().all(db.connection()).await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// A line item of a plan.
///
/// # Errors
/// [`Error::NotFound`] when the plan has none of this id, or it was deleted.
pub async fn find(db: &impl Db, plan: PlanId, id: PlanLineId) -> Result<PlanLine> {
    let found = of_plan(plan).filter(Column::Id.eq(id.get())).into_model::<Found>().one(db.connection()).await?;
    found.ok_or(Error::NotFound)?.try_into()
}

/// Makes a line item.
///
/// # Errors
/// When its plan or pricing option does not exist.
pub async fn insert(tx: &Tx, group: GroupId, plan: PlanId, item: &LineItem, stamp: Stamp) -> Result<PlanLineId> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        plan_id: Set(plan.get()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(item)
    };
    Ok(PlanLineId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Refuses a save of a line item that was read before it was last changed, also one that would change nothing.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn require_version(tx: &Tx, line: &PlanLine, version: Option<i32>) -> Result<()> {
    versioned::require::<Entity>(tx, line.id.get(), line.version, version).await
}

/// Saves a line item that the caller has found in its plan.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn update(tx: &Tx, id: PlanLineId, version: Option<i32>, item: &LineItem, stamp: Stamp) -> Result<()> {
    versioned::update::<Entity>(tx, id.get(), version, columns(item), stamp).await.map(drop)
}

/// Takes a line item out of its plan.
///
/// # Errors
/// [`Error::NotFound`] when there is none.
pub async fn delete(tx: &Tx, id: PlanLineId, stamp: Stamp) -> Result<()> {
    let gone = ActiveModel { deleted_at: Set(Some(stamp.at)), ..Default::default() };
    versioned::update::<Entity>(tx, id.get(), None, gone, stamp).await.map(drop)
}

/// The references of the lines of a group's active, unexpired plans, for its billing codes
/// (rules.md#billing-references).
///
/// # Errors
/// When the database fails.
pub async fn references(db: &impl Db, group: GroupId, today: chrono::NaiveDate) -> Result<Vec<String>> {
    let found: Vec<Option<String>> = Entity::find()
        .join(JoinType::InnerJoin, Relation::Plan.def())
        .select_only()
        .column(Column::ReferenceId)
        .filter(plan::Column::GroupId.eq(group.get()))
        .filter(plan::Column::Active.eq(true))
        .filter(plan::Column::ExpiresOn.is_null().or(plan::Column::ExpiresOn.gte(today)))
        .filter(Column::DeletedAt.is_null())
        .filter(Column::ReferenceId.is_not_null())
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().flatten().collect())
}

fn columns(item: &LineItem) -> ActiveModel {
    ActiveModel {
        name: Set(item.name.clone()),
        billing_type: Set(item.billing_type.number()),
        billing_period: Set(item.billing_period.number()),
        pricing_option_id: Set(item.pricing_option.get()),
        include_all_members: Set(item.include_all_members()),
        ignore_credits_and_debts: Set(item.ignore_credits_and_debts),
        reference_key: Set(reference_key(item.reference_id.as_deref())),
        reference_id: Set(item.reference_id.clone()),
        ..Default::default()
    }
}

fn of_plan(plan: PlanId) -> Select<Entity> {
    Entity::find()
        .join(JoinType::InnerJoin, Relation::PricingOption.def())
        .expr_as(Expr::col((pricing_option::Entity, pricing_option::Column::RateCents)), "rate_cents")
        .filter(Column::PlanId.eq(plan.get()))
        .filter(Column::DeletedAt.is_null())
}

impl TryFrom<Found> for PlanLine {
    type Error = Error;

    fn try_from(Found { line: row, rate_cents }: Found) -> Result<Self> {
        Ok(Self {
            id: PlanLineId(row.id),
            plan: PlanId(row.plan_id),
            item: line_item(&row)?,
            rate: Money::from_cents(rate_cents),
            is_billed: row.first_billed_month.is_some(),
            version: row.version,
        })
    }
}

/// The values of a stored line item; the same for the screen and for the bill.
pub(crate) fn line_item(row: &Model) -> Result<LineItem> {
    let period = BillingPeriod::from_number(row.billing_period.into());
    Ok(LineItem {
        name: row.name.clone(),
        billing_type: billing_type(row.billing_type)?,
        billing_period: period.ok_or_else(|| damaged("a billing period"))?,
        pricing_option: PricingOptionId(row.pricing_option_id),
        ignore_credits_and_debts: row.ignore_credits_and_debts,
        reference_id: row.reference_id.clone().filter(|_| !row.include_all_members),
    })
}

/// The billing type of a stored number.
pub(crate) fn billing_type(number: i16) -> Result<BillingType> {
    BillingType::from_number(number.into()).ok_or_else(|| damaged("a billing type"))
}
