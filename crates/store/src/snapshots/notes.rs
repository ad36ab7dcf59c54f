//! What is noted beside snapshots that were made: since when their line items are billed, that they were the last to change the ledgers of
//! their plans, and one more in the lists of their groups.

use std::collections::BTreeMap;

use domain::{GroupId, PlanId, PlanLineId, SnapshotId};
use serde::Serialize;

use super::LIST;
use super::write::NewSnapshot;
use crate::row_set::{self, Columns, Kind};
use crate::{Result, Tx};

/// Notes since when line items are billed: from then on their type, period and scope are fixed (rules.md#fixed-once-billed).
pub(super) async fn note_first_billed(tx: &Tx, new: &[NewSnapshot<'_>]) -> Result<()> {
    #[derive(Serialize)]
    struct Billed {
        id: PlanLineId,
        month: i32,
    }
    let columns: &Columns = &[("id", Kind::Long), ("month", Kind::Int)];
    // Each once.
    let mut months: BTreeMap<PlanLineId, i32> = BTreeMap::new();
    for new in new {
        months.extend(new.computed.lines.iter().map(|line| (line.plan_line, new.period().number())));
    }
    let billed: Vec<_> = months.into_iter().map(|(id, month)| Billed { id, month }).collect();
    let sql = "update plan_line set first_billed_month = r.month from ({rows}) as r where plan_line.id = r.id \
        and (plan_line.first_billed_month is null or plan_line.first_billed_month > r.month)";
    for billed in billed.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, sql, columns, billed, Vec::new()).await?;
    }
    Ok(())
}

/// Notes that these snapshots were the last to change the ledgers of their plans.
pub(super) async fn note_settled(tx: &Tx, ids: &[SnapshotId], new: &[NewSnapshot<'_>]) -> Result<()> {
    #[derive(Serialize)]
    struct Settled<'a> {
        plan_id: PlanId,
        snapshot_id: SnapshotId,
        terms: &'a str,
    }
    let columns: &Columns = &[("plan_id", Kind::Long), ("snapshot_id", Kind::Long), ("terms", Kind::Text)];
    let mut rows = Vec::with_capacity(new.len());
    for (id, new) in ids.iter().zip(new) {
        rows.push(Settled { plan_id: new.plan, snapshot_id: *id, terms: &new.terms });
    }
    let sql = row_set::insert_sql("settled_plan", columns)
        + " where true on conflict (plan_id) do update set snapshot_id = excluded.snapshot_id, terms = excluded.terms";
    row_set::execute(tx, &sql, columns, &rows, Vec::new()).await?;
    Ok(())
}

/// Counts one more snapshot for each time a group comes.
pub(super) async fn add_to_lists(tx: &Tx, groups: impl Iterator<Item = GroupId>) -> Result<()> {
    #[derive(Serialize)]
    struct Count {
        list: i16,
        group_id: GroupId,
        n: i32,
    }
    let columns: &Columns = &[("list", Kind::Small), ("group_id", Kind::Long), ("n", Kind::Int)];
    let mut counts: BTreeMap<GroupId, i32> = BTreeMap::new();
    groups.for_each(|group| *counts.entry(group).or_default() += 1);
    let rows: Vec<_> = counts.into_iter().map(|(group_id, n)| Count { list: LIST, group_id, n }).collect();
    let sql = row_set::insert_sql("list_count", columns)
        + " where true on conflict (list, group_id) do update set n = list_count.n + excluded.n";
    row_set::execute(tx, &sql, columns, &rows, Vec::new()).await?;
    Ok(())
}
