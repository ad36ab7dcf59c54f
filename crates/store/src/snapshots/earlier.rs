//! What the plans of snapshots were billed before, for many of them at once.

use std::collections::BTreeMap;

use domain::{Money, SnapshotId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::entities::snapshot;
use crate::{Db, Result};

/// The totals of the undeleted snapshots that come before these in their plans, as [`super::previous`] finds them; of a first one there is
/// none.
///
/// # Errors
/// When the database fails.
pub async fn previous_totals(db: &impl Db, ids: &[SnapshotId]) -> Result<BTreeMap<SnapshotId, Money>> {
    let (earlier, own) = (Alias::new("earlier"), |column: snapshot::Column| (snapshot::Entity, column));
    let of = |column: snapshot::Column| Expr::col((earlier.clone(), column));
    let total = Query::select()
        .column((earlier.clone(), snapshot::Column::TotalCents))
        .from_as(snapshot::Entity, earlier.clone())
        .and_where(of(snapshot::Column::PlanId).equals(own(snapshot::Column::PlanId)))
        .and_where(of(snapshot::Column::DeletedAt).is_null())
        .and_where(of(snapshot::Column::PeriodMonth).lt(Expr::col(own(snapshot::Column::PeriodMonth))))
        .order_by((earlier.clone(), snapshot::Column::PeriodMonth), Order::Desc)
        .limit(1)
        .take();
    let rows: Vec<(i64, Option<i64>)> = snapshot::Entity::find()
        .select_only()
        .column(snapshot::Column::Id)
        .expr_as(Expr::SubQuery(None, Box::new(total.into())), "total")
        .filter(snapshot::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().filter_map(|(id, total)| Some((SnapshotId(id), Money::from_cents(total?)))).collect())
}
