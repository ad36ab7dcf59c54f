//! What plans have billed: the ledger, as the computation of another snapshot needs it.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use domain::billing::ledger::{BilledLine, EntryKind, IdSet};
use domain::billing::snapshot::{BilledSnapshot, LookBack, Settled};
use domain::{BillingMonth, DateRange, Money, PlanId, PlanLineId, SnapshotId};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};
use serde::Serialize;

use crate::entities::{settled_plan, snapshot, snapshot_unbilled};
use crate::error::damaged;
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Engine, Result};

/// Months a correction can reach back, and one more for a line that bills the month before.
pub(super) const MONTHS_BACK: i32 = LookBack::LONGEST.months() as i32 + 2;

/// The plan's undeleted snapshots that a snapshot of `period` may have to correct or may be corrected by, but for `except`.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn billed(
    db: &impl Db,
    plan: PlanId,
    period: BillingMonth,
    except: Option<SnapshotId>,
) -> Result<Vec<BilledSnapshot>> {
    let mut billed = billed_by(db, &[plan], period).await?.remove(&plan).unwrap_or_default();
    billed.retain(|snapshot| Some(snapshot.id) != except);
    Ok(billed)
}

/// The undeleted snapshots of plans, however many, that snapshots of `period` and later may have to correct or may be corrected by; by
/// plan and month.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn billed_by(
    db: &impl Db,
    plans: &[PlanId],
    period: BillingMonth,
) -> Result<BTreeMap<PlanId, Vec<BilledSnapshot>>> {
    let wanted = || {
        snapshot::Entity::find()
            .filter(snapshot::Column::PlanId.is_in(plans.iter().map(|plan| plan.get())))
            .filter(snapshot::Column::DeletedAt.is_null())
            .filter(snapshot::Column::PeriodMonth.gte(period.plus(-MONTHS_BACK).number()))
    };
    let snapshots: Vec<(i64, i64, NaiveDate, NaiveDate)> = wanted()
        .select_only()
        .columns([snapshot::Column::PlanId, snapshot::Column::Id, snapshot::Column::StartOn, snapshot::Column::EndOn])
        .order_by_asc(snapshot::Column::PeriodMonth)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut lines = sets_of(db, snapshots.iter().map(|(_, id, ..)| *id)).await?;
    let mut billed: BTreeMap<PlanId, Vec<BilledSnapshot>> = BTreeMap::new();
    for (plan, id, start, end) in snapshots {
        let lines = lines.remove(&id).unwrap_or_default();
        let snapshot = BilledSnapshot { id: SnapshotId(id), window: DateRange { start, end }, lines };
        billed.entry(PlanId(plan)).or_default().push(snapshot);
    }
    Ok(billed)
}

/// The lines of these snapshots with their sets. PostgreSQL, which cannot know how few lines a snapshot has, would rather walk the whole
/// ledger for each batch of a run, so it is told to look each up.
fn sets_sql(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => {
            "select l.snapshot_id, l.id, l.plan_line_id, l.billable_month, l.kind, l.rate_cents, g.n, g.ids from ({rows}) as r \
             cross join snapshot_line l on l.snapshot_id = r.id cross join ledger_set g on g.snapshot_line_id = l.id"
        }
        Engine::Postgres => {
            "select l.snapshot_id, l.id, l.plan_line_id, l.billable_month, l.kind, l.rate_cents, g.n, g.ids from ({rows}) as r \
             cross join lateral (select l.* from snapshot_line l where l.snapshot_id = r.id offset 0) l \
             cross join lateral (select g.n, g.ids from ledger_set g where g.snapshot_line_id = l.id offset 0) g"
        }
    }
}

/// The lines of snapshots with their sets, in order.
async fn sets_of(db: &impl Db, snapshots: impl Iterator<Item = i64>) -> Result<HashMap<i64, Vec<BilledLine>>> {
    #[derive(Serialize)]
    struct Wanted {
        id: i64,
    }
    let columns: &Columns = &[("id", Kind::Long)];
    let wanted: Vec<_> = snapshots.map(|id| Wanted { id }).collect();
    let mut placed: HashMap<i64, Vec<(i64, BilledLine)>> = HashMap::with_capacity(wanted.len());
    for row in row_set::query(db, sets_sql(db.engine()), columns, &wanted, Vec::new()).await? {
        let line = BilledLine {
            plan_line: PlanLineId(row.try_get_by_index(2)?),
            month: BillingMonth::from_number(row.try_get_by_index(3)?),
            kind: entry_kind(row.try_get_by_index(4)?)?,
            rate: Money::from_cents(row.try_get_by_index(5)?),
            ids: id_set(row.try_get_by_index(7)?, row.try_get_by_index(6)?)?,
        };
        placed.entry(row.try_get_by_index(0)?).or_default().push((row.try_get_by_index(1)?, line));
    }
    let in_order = |(snapshot, mut lines): (i64, Vec<(i64, BilledLine)>)| {
        lines.sort_unstable_by_key(|(id, _)| *id);
        (snapshot, lines.into_iter().map(|(_, line)| line).collect())
    };
    Ok(placed.into_iter().map(in_order).collect())
}

/// The snapshot that was the last to change a plan's ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledPlan {
    /// Which it is, and by which terms.
    pub settled: Settled,
    /// Names and histories count as of this instant in it.
    pub computed_at: DateTime<Utc>,
    /// What it left outside its look-back, by line item.
    pub unbilled: Vec<(PlanLineId, IdSet)>,
}

/// The last snapshots to change the ledgers of plans; none of a plan whose ledger was changed by a deletion last.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn settled(db: &impl Db, plans: &[PlanId]) -> Result<BTreeMap<PlanId, SettledPlan>> {
    let rows: Vec<(i64, i64, String, DateTime<Utc>)> = settled_plan::Entity::find()
        .join(JoinType::InnerJoin, settled_plan::Relation::Snapshot.def())
        .select_only()
        .columns([settled_plan::Column::PlanId, settled_plan::Column::SnapshotId, settled_plan::Column::Terms])
        .column(snapshot::Column::ComputedAt)
        .filter(settled_plan::Column::PlanId.is_in(plans.iter().map(|plan| plan.get())))
        .into_tuple()
        .all(db.connection())
        .await?;
    let ids = rows.iter().map(|(_, snapshot, ..)| *snapshot);
    let mut unbilled: HashMap<i64, Vec<(PlanLineId, IdSet)>> = HashMap::new();
    let left = snapshot_unbilled::Entity::find().filter(snapshot_unbilled::Column::SnapshotId.is_in(ids));
    for row in left.all(db.connection()).await? {
        let left = (PlanLineId(row.plan_line_id), id_set(row.ids, row.n)?);
        unbilled.entry(row.snapshot_id).or_default().push(left);
    }
    let settled = rows.into_iter().map(|(plan, snapshot, terms, computed_at)| {
        let settled = Settled { by: SnapshotId(snapshot), terms };
        let unbilled = unbilled.remove(&snapshot).unwrap_or_default();
        (PlanId(plan), SettledPlan { settled, computed_at, unbilled })
    });
    Ok(settled.collect())
}

pub(super) fn entry_kind(number: i16) -> Result<EntryKind> {
    EntryKind::from_number(number).ok_or_else(|| damaged("a kind of entry"))
}

pub(super) fn id_set(bytes: Vec<u8>, n: i32) -> Result<IdSet> {
    IdSet::from_bytes(bytes, n.unsigned_abs()).map_err(|_| damaged("a set of ids"))
}
