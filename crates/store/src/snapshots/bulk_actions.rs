//! Bulk actions: one thing done to many invoices, and what has become of each (rules.md#bulk-actions).
//!
//! An action may span all groups: only a scope that reaches everything sees it.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::access::{Reach, Scope};
use domain::invoices::{BulkKind, BulkOutcome};
use domain::{BillingMonth, BulkActionId, GroupId, Money, SnapshotId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::bulk_action_item::{ActiveModel, Column, Entity, Relation};
use crate::entities::{bulk_action, employer_group, snapshot};
use crate::error::damaged;
use crate::{Db, Error, Result, Tx, row_set};

/// A bulk action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkAction {
    /// Its id.
    pub id: BulkActionId,
    /// What is done.
    pub kind: BulkKind,
    /// Who has asked for it.
    pub created_by: UserId,
    /// The administrator who acted as them (rules.md#impersonation).
    pub acting_as: Option<UserId>,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When it was over.
    pub finished_at: Option<DateTime<Utc>>,
}

/// An invoice of a bulk action, and what has become of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkItem {
    /// The invoice.
    pub snapshot: SnapshotId,
    /// Its group.
    pub group: GroupId,
    /// The group's name.
    pub group_name: String,
    /// The group's id as people know it.
    pub group_code: String,
    /// The name of its plan.
    pub plan_name: String,
    /// Its month.
    pub month: BillingMonth,
    /// What it comes to.
    pub total: Money,
    /// Its number in the ERP, if it has one.
    pub number: Option<String>,
    /// What has become of it.
    pub outcome: BulkOutcome,
    /// Why.
    pub message: Option<String>,
}

/// Makes an action on these invoices of these groups.
///
/// # Errors
/// When the database refuses.
pub async fn insert(
    tx: &Tx,
    kind: BulkKind,
    (by, acting_as): (UserId, Option<UserId>),
    invoices: &[(SnapshotId, GroupId)],
    at: DateTime<Utc>,
) -> Result<BulkActionId> {
    let row = bulk_action::ActiveModel {
        kind: Set(kind.number()),
        created_by: Set(by.get()),
        acting_as_id: Set(acting_as.map(UserId::get)),
        created_at: Set(at),
        ..Default::default()
    };
    let id = bulk_action::Entity::insert(row).exec(tx.connection()).await?.last_insert_id;
    let item = |(snapshot, group): &(SnapshotId, GroupId)| ActiveModel {
        action_id: Set(id),
        snapshot_id: Set(snapshot.get()),
        group_id: Set(group.get()),
        ..Default::default()
    };
    Entity::insert_many(invoices.iter().map(item)).exec_without_returning(tx.connection()).await?;
    Ok(BulkActionId(id))
}

/// The action of this id.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn find(db: &impl Db, scope: Scope, id: BulkActionId) -> Result<BulkAction> {
    if scope.reach() != Reach::Everything {
        return Err(Error::NotFound);
    }
    let row = bulk_action::Entity::find_by_id(id.get()).one(db.connection()).await?.ok_or(Error::NotFound)?;
    Ok(BulkAction {
        id,
        kind: BulkKind::from_number(row.kind).ok_or_else(|| damaged("the kind of a bulk action"))?,
        created_by: UserId(row.created_by),
        acting_as: row.acting_as_id.map(UserId),
        created_at: row.created_at,
        finished_at: row.finished_at,
    })
}

/// The invoices of an action, in the order of their ids. Those that were deleted meanwhile are named too.
///
/// # Errors
/// When the database does not answer.
pub async fn items(db: &impl Db, id: BulkActionId) -> Result<Vec<BulkItem>> {
    type Row = (i64, i64, String, String, String, i32, i64, Option<String>, i16, Option<String>);
    let rows: Vec<Row> = Entity::find()
        .join(JoinType::InnerJoin, Relation::Snapshot.def())
        .join(JoinType::InnerJoin, Relation::Group.def())
        .select_only()
        .columns([Column::SnapshotId, Column::GroupId])
        .columns([employer_group::Column::Name, employer_group::Column::GroupCode])
        .column(snapshot::Column::PlanName)
        .columns([snapshot::Column::PeriodMonth])
        .column(snapshot::Column::TotalCents)
        .column(snapshot::Column::DocNumber)
        .columns([Column::Outcome, Column::Message])
        .filter(Column::ActionId.eq(id.get()))
        .order_by_asc(Column::SnapshotId)
        .into_tuple()
        .all(db.connection())
        .await?;
    let item = |(snapshot, group, group_name, group_code, plan_name, month, cents, number, outcome, message): Row| {
        Ok(BulkItem {
            snapshot: SnapshotId(snapshot),
            group: GroupId(group),
            group_name,
            group_code,
            plan_name,
            month: BillingMonth::from_number(month),
            total: Money::from_cents(cents),
            number,
            outcome: BulkOutcome::from_number(outcome).ok_or_else(|| damaged("the outcome of a bulk action"))?,
            message,
        })
    };
    rows.into_iter().map(item).collect()
}

/// The next invoices of an action behind `after` that wait for their turn, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn waiting(
    db: &impl Db,
    id: BulkActionId,
    after: Option<SnapshotId>,
    limit: u64,
) -> Result<Vec<(SnapshotId, GroupId)>> {
    let rows: Vec<(i64, i64)> = Entity::find()
        .select_only()
        .columns([Column::SnapshotId, Column::GroupId])
        .filter(Column::ActionId.eq(id.get()))
        .filter(Column::Outcome.eq(BulkOutcome::Waiting.number()))
        .filter(Column::SnapshotId.gt(after.map_or(0, SnapshotId::get)))
        .order_by_asc(Column::SnapshotId)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(snapshot, group)| (SnapshotId(snapshot), GroupId(group))).collect())
}

/// The actions that send an invoice to the ERP, as numbers in a statement.
fn sending_kinds() -> [i16; 2] {
    [BulkKind::Create, BulkKind::Update].map(BulkKind::number)
}

/// Returns those of the snapshots whose invoice an action is still to create or update.
///
/// # Errors
/// When the database does not answer.
pub async fn awaited(db: &impl Db, snapshots: &[SnapshotId]) -> Result<BTreeSet<SnapshotId>> {
    let mut awaited = BTreeSet::new();
    for some in snapshots.chunks(row_set::ROWS_A_STATEMENT) {
        let ids: Vec<i64> = Entity::find()
            .select_only()
            .column(Column::SnapshotId)
            .join(JoinType::InnerJoin, Relation::Action.def())
            .filter(Column::SnapshotId.is_in(some.iter().map(|id| id.get())))
            .filter(Column::Outcome.eq(BulkOutcome::Waiting.number()))
            .filter(bulk_action::Column::Kind.is_in(sending_kinds()))
            .into_tuple()
            .all(db.connection())
            .await?;
        awaited.extend(ids.into_iter().map(SnapshotId));
    }
    Ok(awaited)
}

/// Returns the query for the items that send the snapshot of this SQL expression and still wait.
pub(crate) fn awaiting(snapshot: &str) -> String {
    let (waiting, [create, update]) = (BulkOutcome::Waiting.number(), sending_kinds());
    format!(
        "select 1 from bulk_action_item b join bulk_action a on a.id = b.action_id \
         where b.snapshot_id = {snapshot} and b.outcome = {waiting} and a.kind in ({create},{update})"
    )
}

/// Writes what has become of an invoice that waits for its turn.
///
/// # Errors
/// When the database refuses.
pub async fn note(
    tx: &Tx,
    id: BulkActionId,
    snapshot: SnapshotId,
    outcome: BulkOutcome,
    message: Option<&str>,
) -> Result<()> {
    write(tx, id, Some(snapshot), outcome, message).await
}

/// Leaves out the invoices that wait for their turn, and says why.
///
/// # Errors
/// When the database refuses.
pub async fn leave_out(tx: &Tx, id: BulkActionId, why: &str) -> Result<()> {
    write(tx, id, None, BulkOutcome::LeftOut, Some(why)).await
}

/// Ends an action; says whether it was not over before.
///
/// # Errors
/// When the database refuses.
pub async fn end(tx: &Tx, id: BulkActionId, at: DateTime<Utc>) -> Result<bool> {
    let ended = bulk_action::Entity::update_many()
        .set(bulk_action::ActiveModel { finished_at: Set(Some(at)), ..Default::default() })
        .filter(bulk_action::Column::Id.eq(id.get()))
        .filter(bulk_action::Column::FinishedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(ended.rows_affected > 0)
}

/// Writes what has become of one of the invoices that wait, or of all of them.
async fn write(
    tx: &Tx,
    id: BulkActionId,
    only: Option<SnapshotId>,
    outcome: BulkOutcome,
    message: Option<&str>,
) -> Result<()> {
    let row =
        ActiveModel { outcome: Set(outcome.number()), message: Set(message.map(str::to_owned)), ..Default::default() };
    Entity::update_many()
        .set(row)
        .filter(Column::ActionId.eq(id.get()))
        .filter(Column::Outcome.eq(BulkOutcome::Waiting.number()))
        .filter(Condition::all().add_option(only.map(|one| Column::SnapshotId.eq(one.get()))))
        .exec(tx.connection())
        .await?;
    Ok(())
}
