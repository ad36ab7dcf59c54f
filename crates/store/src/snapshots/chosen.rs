//! Snapshots that somebody has chosen, all at once.

use domain::SnapshotId;
use domain::access::Scope;
use domain::invoices::InvoiceAccess;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter, QuerySelect, RelationTrait};

use super::frozen::seen_by;
use crate::entities::snapshot;
use crate::{Db, Result, scope};

/// How many of these undeleted snapshots are in scope and open to a caller with such access.
///
/// # Errors
/// When the database fails.
pub async fn open_to(db: &impl Db, scope: Scope, access: InvoiceAccess, ids: &[SnapshotId]) -> Result<usize> {
    let query = snapshot::Entity::find()
        .join(JoinType::InnerJoin, snapshot::Relation::Group.def())
        .filter(snapshot::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, snapshot::Column::GroupId))
        .filter(seen_by(access));
    Ok(query.count(db.connection()).await? as usize)
}
