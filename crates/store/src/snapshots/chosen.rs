//! Chosen snapshots, all at once.

use std::collections::BTreeSet;

use domain::access::Scope;
use domain::invoices::InvoiceAccess;
use domain::{GroupId, SnapshotId};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use super::frozen::seen_by;
use crate::entities::snapshot;
use crate::{Db, Result, scope};

/// Those of these undeleted snapshots that are in scope and open to a caller with such access.
///
/// # Errors
/// When the database fails.
pub async fn open_to(
    db: &impl Db,
    scope: Scope,
    access: InvoiceAccess,
    ids: &[SnapshotId],
) -> Result<BTreeSet<SnapshotId>> {
    let open: Vec<i64> = snapshot::Entity::find()
        .select_only()
        .column(snapshot::Column::Id)
        .join(JoinType::InnerJoin, snapshot::Relation::Group.def())
        .filter(snapshot::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, snapshot::Column::GroupId))
        .filter(seen_by(access))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(open.into_iter().map(SnapshotId).collect())
}

/// These undeleted snapshots, as far as they are in scope, with their groups.
///
/// # Errors
/// When the database fails.
pub async fn chosen(db: &impl Db, scope: Scope, ids: &[SnapshotId]) -> Result<Vec<(SnapshotId, GroupId)>> {
    let rows: Vec<(i64, i64)> = snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::Id, snapshot::Column::GroupId])
        .filter(snapshot::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, snapshot::Column::GroupId))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, group)| (SnapshotId(id), GroupId(group))).collect())
}
