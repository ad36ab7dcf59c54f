//! What a snapshot found in the ledger when it was computed.

use chrono::{DateTime, Utc};
use domain::billing::ledger::{EntryKind, IdSet};
use domain::{BillingMonth, PlanLineId};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use super::frozen::FrozenSnapshot;
use super::ledger::{entry_kind, id_set};
use crate::entities::{ledger_set, snapshot, snapshot_line};
use crate::{Db, Result};

/// Entries of another snapshot of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerEntries {
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// The month they bill.
    pub month: BillingMonth,
    /// What they do.
    pub kind: EntryKind,
    /// When they were billed.
    pub billed_at: DateTime<Utc>,
    /// Whom, or which consults, they bill.
    pub ids: IdSet,
}

/// What the plan's undeleted snapshots held for line items and months when `of` was computed. Of one that was regenerated since, only the
/// entries it has now and the time it was created are known.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn former_entries(
    db: &impl Db,
    of: &FrozenSnapshot,
    lines: &[PlanLineId],
    months: &[BillingMonth],
) -> Result<Vec<FormerEntries>> {
    type Row = (i64, i32, i16, DateTime<Utc>, DateTime<Utc>, Vec<u8>, i32);
    let rows: Vec<Row> = snapshot_line::Entity::find()
        .select_only()
        .columns([snapshot_line::Column::PlanLineId, snapshot_line::Column::BillableMonth, snapshot_line::Column::Kind])
        .columns([snapshot::Column::ComputedAt, snapshot::Column::CreatedAt])
        .columns([ledger_set::Column::Ids, ledger_set::Column::N])
        .join(JoinType::InnerJoin, snapshot_line::Relation::Snapshot.def())
        .join(JoinType::InnerJoin, ledger_set::Relation::SnapshotLine.def().rev())
        .filter(snapshot::Column::PlanId.eq(of.plan.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::Id.ne(of.id.get()))
        .filter(snapshot::Column::CreatedAt.lte(of.computed_at))
        .filter(snapshot_line::Column::PlanLineId.is_in(lines.iter().map(|line| line.get())))
        .filter(snapshot_line::Column::BillableMonth.is_in(months.iter().map(|month| month.number())))
        .into_tuple()
        .all(db.connection())
        .await?;
    let former = |(line, month, kind, computed_at, created_at, ids, n): Row| {
        Ok(FormerEntries {
            plan_line: PlanLineId(line),
            month: BillingMonth::from_number(month),
            kind: entry_kind(kind)?,
            billed_at: if computed_at <= of.computed_at { computed_at } else { created_at },
            ids: id_set(ids, n)?,
        })
    };
    rows.into_iter().map(former).collect()
}
