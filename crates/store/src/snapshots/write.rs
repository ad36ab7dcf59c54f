//! Writing a computed snapshot: the row, its lines, the ledger's sets, and what the look-back left out; all in the caller's
//! transaction.

use chrono::{DateTime, Utc};
use domain::billing::snapshot::ComputedSnapshot;
use domain::text::fold;
use domain::{BillingMonth, DateRange, GroupId, PlanId, SnapshotId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::{LIST, notes, rows};
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::{ledger_set, list_count, plan_line, settled_plan, snapshot, snapshot_line, snapshot_unbilled};
use crate::{Error, Result, Stamp, Tx};

/// A snapshot to be stored.
#[derive(Debug)]
pub struct NewSnapshot<'a> {
    /// Its plan.
    pub plan: PlanId,
    /// The plan's group.
    pub group: GroupId,
    /// The plan's name, frozen.
    pub plan_name: &'a str,
    /// The number of the customer's purchase order, frozen.
    pub purchase_order: Option<&'a str>,
    /// What the customer is called in the ERP; a document that stands there keeps the customer it went to.
    pub customer_name: Option<&'a str>,
    /// Its period.
    pub window: DateRange,
    /// Names and histories count as of this instant.
    pub computed_at: DateTime<Utc>,
    /// What it bills.
    pub computed: &'a ComputedSnapshot,
    /// What corrections depended on, from [`super::PlanBasis::terms_mark`].
    pub terms: String,
}

impl NewSnapshot<'_> {
    /// Its month.
    pub(super) fn period(&self) -> BillingMonth {
        BillingMonth::of(self.window.end)
    }
}

/// Stores a snapshot that was made as `stamp` says.
///
/// # Errors
/// Refused by `uq_snapshot_plan_id_period_month` when the plan has one of this month.
pub async fn insert(tx: &Tx, new: NewSnapshot<'_>, stamp: Stamp) -> Result<SnapshotId> {
    let made = insert_all(tx, std::slice::from_ref(&new), stamp).await?;
    made.first().copied().ok_or(Error::NotFound)
}

/// Stores snapshots of different plans, however many, and gives their ids in the same order.
///
/// # Errors
/// As [`insert`], when one of the plans has one of its month; then none is stored.
pub async fn insert_all(tx: &Tx, new: &[NewSnapshot<'_>], stamp: Stamp) -> Result<Vec<SnapshotId>> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let ids = rows::insert_snapshots(tx, new, stamp).await?;
    let computed: Vec<_> = ids.iter().copied().zip(new.iter().map(|new| new.computed)).collect();
    rows::insert_lines(tx, &computed).await?;
    notes::note_first_billed(tx, new).await?;
    notes::note_settled(tx, &ids, new).await?;
    notes::add_to_lists(tx, new.iter().map(|new| new.group)).await?;
    Ok(ids)
}

/// Replaces what a snapshot bills, and raises its generation (rules.md#snapshots-of-a-plan).
///
/// # Errors
/// [`Error::NotFound`] when it is gone or deleted; drop the transaction then.
pub async fn replace(tx: &Tx, id: SnapshotId, new: NewSnapshot<'_>, stamp: Stamp) -> Result<()> {
    let changes = snapshot::ActiveModel {
        plan_name: Set(new.plan_name.to_owned()),
        purchase_order: Set(new.purchase_order.map(str::to_owned)),
        total_cents: Set(new.computed.total().cents()),
        computed_at: Set(new.computed_at),
        ..Default::default()
    };
    let row = versioned::update::<snapshot::Entity>(tx, id.get(), None, changes, stamp).await?;
    if row.deleted_at.is_some() {
        return Err(Error::NotFound);
    }
    let customer = row.erp_ref_id.as_ref().map_or(new.customer_name, |_| row.customer_name.as_deref());
    snapshot::Entity::update_many()
        .col_expr(snapshot::Column::CustomerName, Expr::value(customer))
        .col_expr(snapshot::Column::Generation, Expr::col(snapshot::Column::Generation).add(1))
        .col_expr(snapshot::Column::OutOfDate, Expr::value(row.erp_ref_id.is_some()))
        .col_expr(snapshot::Column::SearchText, Expr::value(searched(&row)))
        .filter(snapshot::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    let lines = snapshot_line::Entity::find()
        .select_only()
        .column(snapshot_line::Column::Id)
        .filter(snapshot_line::Column::SnapshotId.eq(id.get()));
    ledger_set::Entity::delete_many()
        .filter(ledger_set::Column::SnapshotLineId.in_subquery(sea_orm::QueryTrait::into_query(lines)))
        .exec(tx.connection())
        .await?;
    snapshot_line::Entity::delete_many()
        .filter(snapshot_line::Column::SnapshotId.eq(id.get()))
        .exec(tx.connection())
        .await?;
    snapshot_unbilled::Entity::delete_many()
        .filter(snapshot_unbilled::Column::SnapshotId.eq(id.get()))
        .exec(tx.connection())
        .await?;
    rows::insert_lines(tx, &[(id, new.computed)]).await?;
    notes::note_settled(tx, &[id], std::slice::from_ref(&new)).await?;
    note_billed_lines(tx, new.plan).await
}

/// Takes a plan's snapshot out of every list and out of the ledger; its rows stay.
///
/// # Errors
/// [`Error::NotFound`] when it is gone already.
pub async fn delete(tx: &Tx, (group, plan): (GroupId, PlanId), id: SnapshotId, stamp: Stamp) -> Result<()> {
    let done = snapshot::Entity::update_many()
        .col_expr(snapshot::Column::DeletedAt, Expr::value(stamp.at))
        .col_expr(snapshot::Column::UpdatedAt, Expr::value(stamp.at))
        .col_expr(snapshot::Column::UpdatedBy, Expr::value(stamp.user()))
        .filter(snapshot::Column::Id.eq(id.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .exec(tx.connection())
        .await?;
    if done.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    snapshot_line::Entity::update_many()
        .col_expr(snapshot_line::Column::Live, Expr::value(false))
        .filter(snapshot_line::Column::SnapshotId.eq(id.get()))
        .exec(tx.connection())
        .await?;
    // What it corrected is open again.
    settled_plan::Entity::delete_by_id(plan.get()).exec(tx.connection()).await?;
    note_billed_lines(tx, plan).await?;
    add_to_list(tx, group, -1).await
}

/// What a stored snapshot is found by.
pub(super) fn searched(row: &snapshot::Model) -> String {
    let period = BillingMonth::from_number(row.period_month);
    let numbers = [row.doc_number.as_deref(), row.purchase_order.as_deref()];
    search_text(SnapshotId(row.id), &row.plan_name, period, numbers)
}

/// Plan, month and number, the number in the ERP and that of the purchase order.
pub(super) fn search_text(
    id: SnapshotId,
    plan_name: &str,
    period: BillingMonth,
    [doc_number, purchase_order]: [Option<&str>; 2],
) -> String {
    let (doc_number, purchase_order) = (doc_number.unwrap_or_default(), purchase_order.unwrap_or_default());
    fold(&format!("{plan_name} {period} {:06} {doc_number} {purchase_order}", id.get()))
}

/// Notes since when each line item of the plan is billed by an undeleted snapshot: from then on its type, period and scope are fixed, and
/// no longer once there is no such snapshot (rules.md#fixed-once-billed).
async fn note_billed_lines(tx: &Tx, plan: PlanId) -> Result<()> {
    let first = Expr::SubQuery(None, Box::new(first_billed_month().into()));
    plan_line::Entity::update_many()
        .col_expr(plan_line::Column::FirstBilledMonth, first)
        .filter(plan_line::Column::PlanId.eq(plan.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

fn first_billed_month() -> SelectStatement {
    let line = |column: snapshot_line::Column| Expr::col((snapshot_line::Entity, column));
    Query::select()
        .expr(Expr::col((snapshot::Entity, snapshot::Column::PeriodMonth)).min())
        .from(snapshot_line::Entity)
        .inner_join(
            snapshot::Entity,
            line(snapshot_line::Column::SnapshotId).equals((snapshot::Entity, snapshot::Column::Id)),
        )
        .and_where(line(snapshot_line::Column::PlanLineId).equals((plan_line::Entity, plan_line::Column::Id)))
        .and_where(line(snapshot_line::Column::Live).eq(true))
        .take()
}

async fn add_to_list(tx: &Tx, group: GroupId, n: i32) -> Result<()> {
    let row = list_count::ActiveModel { list: Set(LIST), group_id: Set(group.get()), n: Set(n) };
    let more = OnConflict::columns([list_count::Column::List, list_count::Column::GroupId])
        .value(list_count::Column::N, Expr::col((list_count::Entity, list_count::Column::N)).add(n))
        .to_owned();
    list_count::Entity::insert(row).on_conflict(more).exec_without_returning(tx.connection()).await?;
    Ok(())
}
