//! Snapshots that somebody has chosen, all at once.

use domain::SnapshotId;
use domain::access::Scope;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter, QuerySelect, RelationTrait};

use super::frozen::with_invoice_access;
use crate::entities::snapshot;
use crate::{Db, Result, scope};

/// How many of these undeleted snapshots are in scope; with `only_open_groups` those of groups with invoice access only.
///
/// # Errors
/// When the database fails.
pub async fn open_to(db: &impl Db, scope: Scope, only_open_groups: bool, ids: &[SnapshotId]) -> Result<usize> {
    let mut query = snapshot::Entity::find()
        .join(JoinType::InnerJoin, snapshot::Relation::Group.def())
        .filter(snapshot::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, snapshot::Column::GroupId));
    if only_open_groups {
        query = query.filter(with_invoice_access());
    }
    Ok(query.count(db.connection()).await? as usize)
}
