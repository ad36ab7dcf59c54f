//! Which documents of snapshots are due to be read again (rules.md#payment-sweep).

use chrono::{DateTime, Utc};
use domain::billing::invoice::PaymentStatus;
use domain::erp::DocumentState;
use domain::{ApiServiceId, GroupId, SnapshotId};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::{erp_document, snapshot};
use crate::erp_documents::OF_SNAPSHOTS;
use crate::{Db, Result};

/// Since when a document must not have been read.
#[derive(Debug, Clone, Copy)]
pub struct ReadBefore {
    /// One of which something is to be paid.
    pub open: DateTime<Utc>,
    /// One that is paid or voided.
    pub settled: DateTime<Utc>,
    /// Settled ones of which the snapshot is older than this are read no more.
    pub oldest_settled: DateTime<Utc>,
}

/// A snapshot whose document is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The snapshot.
    pub id: SnapshotId,
    /// Its group.
    pub group: GroupId,
    /// The account its document stands in.
    pub account: ApiServiceId,
}

/// The next documents that are due behind a snapshot, at most `limit`; none of the accounts `but`.
///
/// # Errors
/// When the database fails.
pub async fn due(
    db: &impl Db,
    before: ReadBefore,
    after: SnapshotId,
    but: &[ApiServiceId],
    limit: u64,
) -> Result<Vec<Due>> {
    let settled = [PaymentStatus::Paid, PaymentStatus::Voided].map(PaymentStatus::number);
    let read_before = |at: DateTime<Utc>| {
        Condition::any().add(snapshot::Column::PaymentSyncedAt.is_null()).add(snapshot::Column::PaymentSyncedAt.lt(at))
    };
    let is_open =
        Condition::all().add(snapshot::Column::PaymentStatus.is_not_in(settled)).add(read_before(before.open));
    let is_settled = Condition::all()
        .add(snapshot::Column::PaymentStatus.is_in(settled))
        .add(snapshot::Column::CreatedAt.gte(before.oldest_settled))
        .add(read_before(before.settled));
    let rows: Vec<(i64, i64, Option<i64>)> = snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::Id, snapshot::Column::GroupId, snapshot::Column::ApiServiceId])
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::ErpRefId.is_not_null())
        .filter(snapshot::Column::Id.gt(after.get()))
        .filter(snapshot::Column::ApiServiceId.is_not_in(but.iter().map(|account| account.get())))
        .filter(Condition::any().add(is_open).add(is_settled))
        .order_by_asc(snapshot::Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let due = |(id, group, account): (i64, i64, Option<i64>)| {
        Some(Due { id: SnapshotId(id), group: GroupId(group), account: ApiServiceId(account?) })
    };
    Ok(rows.into_iter().filter_map(due).collect())
}

/// Snapshots of which a creation was begun between two instants and never ended: it is not known whether their document was made.
///
/// # Errors
/// When the database fails.
pub async fn in_doubt(
    db: &impl Db,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    limit: u64,
) -> Result<Vec<(SnapshotId, GroupId)>> {
    let open = [DocumentState::Queued, DocumentState::Sending].map(DocumentState::number);
    let ids: Vec<i64> = erp_document::Entity::find()
        .select_only()
        .column(erp_document::Column::LocalId)
        .filter(erp_document::Column::Kind.is_in(OF_SNAPSHOTS))
        .filter(erp_document::Column::State.is_in(open))
        .filter(erp_document::Column::ErpId.is_null())
        .filter(erp_document::Column::CreatedAt.gte(from))
        .filter(erp_document::Column::UpdatedAt.lt(until))
        .order_by_asc(erp_document::Column::UpdatedAt)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let rows: Vec<(i64, i64)> = snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::Id, snapshot::Column::GroupId])
        .filter(snapshot::Column::Id.is_in(ids))
        .filter(snapshot::Column::DeletedAt.is_null())
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, group)| (SnapshotId(id), GroupId(group))).collect())
}
