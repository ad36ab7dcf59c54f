//! Bills that are still to be sent to the ERP of their plan (rules.md#not-sent).

use std::collections::BTreeSet;

use domain::SnapshotId;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::entities::snapshot;
use crate::{Db, Result};

/// Whether the snapshot `bill`, which stands in no ERP, is to be sent for its plan `plan`, as SQL of both engines: the plan has an ERP account,
/// and the bill is of a month that is meant for it.
pub(crate) fn is_to_be_sent(bill: &str, plan: &str) -> String {
    format!(
        "{plan}.api_service_id is not null \
         and ({plan}.erp_from_month is null or {bill}.period_month >= {plan}.erp_from_month)"
    )
}

/// The condition on the entity of snapshots.
pub(super) fn condition() -> Expr {
    let to_be_sent = is_to_be_sent("snapshot", "u");
    Expr::cust(format!(
        "snapshot.deleted_at is null and snapshot.erp_ref_id is null \
         and exists (select 1 from plan u where u.id = snapshot.plan_id and {to_be_sent})"
    ))
}

/// Which of these snapshots are still to be sent.
///
/// # Errors
/// When the database fails.
pub async fn unsent(db: &impl Db, ids: &[SnapshotId]) -> Result<BTreeSet<SnapshotId>> {
    let rows: Vec<i64> = snapshot::Entity::find()
        .select_only()
        .column(snapshot::Column::Id)
        .filter(snapshot::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .filter(condition())
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(SnapshotId).collect())
}
