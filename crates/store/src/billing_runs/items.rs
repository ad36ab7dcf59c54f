//! The plans of a billing run: which are in it, which are next, and what has become of each.

mod candidates;
mod counts;
mod facts;
mod left_behind;
mod list;
mod not_included;
mod outcomes;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::billing::run::{InvoicePush, ItemState, RunState};
use domain::{BillingRunId, DateRange, GroupId, Money, PlanId, SnapshotId};
use sea_orm::sea_query::ExprTrait;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait,
};
use serde::Serialize;

pub use candidates::{Candidate, Choice, billed, candidates, period_ends};
pub use counts::{Counts, counts};
pub use facts::{PlanFacts, facts};
pub use left_behind::{left_behind, totals};
pub use list::{Filter, ItemRow, Wanted, search};
pub use not_included::{NotIncludedRow, count_not_included, nothing_to_bill, search_not_included};
pub use outcomes::{Drafted, Invoiced, Settled, Which, draft, invoiced, leave_out, leave_out_invoices, settle, turn};

use crate::database::paging;
use crate::entities::billing_run;
use crate::entities::billing_run_item::{Column, Entity, Relation};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, Tx};

/// A plan that comes into a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewItem {
    /// The plan.
    pub plan: PlanId,
    /// Its group.
    pub group: GroupId,
    /// Its period.
    pub window: DateRange,
    /// The snapshot that an earlier run has made, of which only the invoice is to be created.
    pub taken_up: Option<SnapshotId>,
}

/// Takes plans into a run.
///
/// # Errors
/// When the database refuses.
pub async fn add(tx: &Tx, run: BillingRunId, plans: &[NewItem]) -> Result<()> {
    #[derive(Serialize)]
    struct Row {
        run_id: BillingRunId,
        plan_id: PlanId,
        group_id: GroupId,
        start_on: NaiveDate,
        end_on: NaiveDate,
        snapshot_id: Option<SnapshotId>,
        taken_up: bool,
    }
    const COLUMNS: &Columns = &[
        ("run_id", Kind::Long),
        ("plan_id", Kind::Long),
        ("group_id", Kind::Long),
        ("start_on", Kind::Date),
        ("end_on", Kind::Date),
        ("snapshot_id", Kind::Long),
        ("taken_up", Kind::Flag),
    ];
    let row = |item: &NewItem| Row {
        run_id: run,
        plan_id: item.plan,
        group_id: item.group,
        start_on: item.window.start,
        end_on: item.window.end,
        snapshot_id: item.taken_up,
        taken_up: item.taken_up.is_some(),
    };
    row_set::insert(tx, "billing_run_item", COLUMNS, &plans.iter().map(row).collect::<Vec<_>>()).await
}

/// A plan that is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Next {
    /// The plan.
    pub plan: PlanId,
    /// Its group.
    pub group: GroupId,
    /// Its period.
    pub window: DateRange,
    /// The total of its draft, if it has one.
    pub total: Option<Money>,
    /// The snapshot that an earlier run has made, of which only the invoice is to be created.
    pub taken_up: Option<SnapshotId>,
}

/// The next plans of a run in a state, at most `most`, in the order of their groups; the plans of a group come together as far as they
/// fit.
///
/// # Errors
/// When the database does not answer.
pub async fn next(db: &impl Db, run: BillingRunId, state: ItemState, most: usize) -> Result<Vec<Next>> {
    type Row = (i64, i64, NaiveDate, NaiveDate, Option<i64>, Option<i64>);
    let rows: Vec<Row> = Entity::find()
        .select_only()
        .columns([Column::PlanId, Column::GroupId, Column::StartOn, Column::EndOn])
        .columns([Column::TotalCents, Column::SnapshotId])
        .filter(Column::RunId.eq(run.get()))
        .filter(Column::State.eq(state.number()))
        .order_by_asc(Column::GroupId)
        .order_by_asc(Column::PlanId)
        .limit(most as u64 + 1)
        .into_tuple()
        .all(db.connection())
        .await?;
    let next = |(plan, group, start, end, total, snapshot): Row| Next {
        plan: PlanId(plan),
        group: GroupId(group),
        window: DateRange { start, end },
        total: total.map(Money::from_cents),
        // What has no outcome yet has no snapshot but one that was there before.
        taken_up: snapshot.map(SnapshotId),
    };
    let mut found: Vec<Next> = rows.into_iter().map(next).collect();
    if let Some(beyond) = found.get(most).copied() {
        let whole = found.iter().position(|one| one.group == beyond.group).filter(|first| *first > 0);
        found.truncate(whole.unwrap_or(most));
    }
    Ok(found)
}

/// Those of the snapshots whose invoice a billing run that goes on is still to create.
///
/// # Errors
/// When the database does not answer.
pub async fn awaited(db: &impl Db, snapshots: &[SnapshotId]) -> Result<BTreeSet<SnapshotId>> {
    let mut awaited = BTreeSet::new();
    for some in snapshots.chunks(row_set::ROWS_A_STATEMENT) {
        let ids: Vec<i64> = Entity::find()
            .select_only()
            .column(Column::SnapshotId)
            .join(JoinType::InnerJoin, Relation::Run.def())
            .filter(Column::SnapshotId.is_in(some.iter().map(|id| id.get())))
            .filter(Column::State.eq(ItemState::Created.number()))
            .filter(Column::Invoice.eq(InvoicePush::Waiting.number()))
            .filter(billing_run::Column::State.eq(RunState::Creating.number()))
            .into_tuple()
            .all(db.connection())
            .await?;
        awaited.extend(ids.into_iter().map(SnapshotId));
    }
    Ok(awaited)
}

/// The next snapshots of a run whose invoice is still to be created, in the order of their groups, behind the plan `after` of its group.
///
/// # Errors
/// When the database does not answer.
pub async fn uninvoiced(
    db: &impl Db,
    run: BillingRunId,
    after: Option<(GroupId, PlanId)>,
    most: u64,
) -> Result<Vec<(PlanId, GroupId, SnapshotId)>> {
    let is_behind = |(group, plan): (GroupId, PlanId)| {
        let within = Column::GroupId.eq(group.get()).and(Column::PlanId.gt(plan.get()));
        Column::GroupId.gt(group.get()).or(within)
    };
    let rows: Vec<(i64, i64, Option<i64>)> = Entity::find()
        .select_only()
        .columns([Column::PlanId, Column::GroupId, Column::SnapshotId])
        .filter(Column::RunId.eq(run.get()))
        .filter(Column::Invoice.eq(InvoicePush::Waiting.number()))
        .filter(Condition::all().add_option(after.map(is_behind)))
        .order_by_asc(Column::GroupId)
        .order_by_asc(Column::PlanId)
        .limit(most)
        .into_tuple()
        .all(db.connection())
        .await?;
    let known =
        |(plan, group, snapshot): (i64, i64, Option<i64>)| Some((PlanId(plan), GroupId(group), SnapshotId(snapshot?)));
    Ok(rows.into_iter().filter_map(known).collect())
}

/// How many of these plans have one of these states in the run.
///
/// # Errors
/// When the database does not answer.
pub async fn how_many(db: &impl Db, run: BillingRunId, plans: &[PlanId], states: &[ItemState]) -> Result<u64> {
    let query = Entity::find()
        .filter(Column::RunId.eq(run.get()))
        .filter(Column::State.is_in(states.iter().map(|state| state.number())))
        .filter(Which::These(plans).condition());
    paging::count(db, query.into_query()).await
}
