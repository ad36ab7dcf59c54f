//! The statements that exist: which use a snapshot, one, and taking one out again (rules.md#commission-status, rules.md#bill-of-a-statement).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::billing::invoice::CommissionStatus;
use domain::{BillingMonth, CommissionRuleId, GroupId, Money, SnapshotId, StatementId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, LockType, Query, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select};

use crate::connection::sealed::Connected;
use crate::entities::commission_statement::{ActiveModel, Column, Entity, Relation};
use crate::entities::{commission_line, commission_rule, snapshot, snapshot_line};
use crate::{Db, Error, Result, Stamp, Tx, erp_documents, scope, versioned};

/// A statement as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementRow {
    /// Its id.
    pub id: StatementId,
    /// Its name, as of when it was made.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// The rule it was made by.
    pub rule: CommissionRuleId,
    /// What the rule is called now.
    pub rule_name: String,
    /// The month it is for.
    pub period: BillingMonth,
    /// What is paid, negative when more is taken back.
    pub total: Money,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Whether a bill of it stands in the ERP, or may have arrived there.
    pub has_bill: bool,
}

/// The statements in scope that use a snapshot, newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn of_snapshot(db: &impl Db, scope: Scope, snapshot: SnapshotId) -> Result<Vec<StatementRow>> {
    let query = in_scope(scope).filter(Column::Id.in_subquery(using(snapshot)));
    rows(db, query.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id)).await
}

/// One statement.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: StatementId) -> Result<StatementRow> {
    rows(db, in_scope(scope).filter(Column::Id.eq(id.get()))).await?.pop().ok_or(Error::NotFound)
}

/// One statement that stays as it is, with the snapshots it uses, until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn lock(tx: &Tx, scope: Scope, id: StatementId) -> Result<StatementRow> {
    // The snapshots come first, as they do for who makes a statement, and in the order of their ids, so that no two wait for each other.
    snapshots_of(id).lock(LockType::Update).into_tuple::<(i64, i64)>().all(tx.connection()).await?;
    versioned::lock::<Entity>(tx, id.get()).await?;
    find(tx, scope, id).await
}

/// Takes a statement out of every list; its row and what its lines say stay. The lines let go of what was billed, so that it can be
/// computed anew and stand in another statement. An invoice that no other statement uses counts again as one whose commission has no
/// status, unless it is marked as paid. Gives the snapshots that it used.
///
/// # Errors
/// When the database does not answer.
pub async fn delete(tx: &Tx, id: StatementId, stamp: Stamp) -> Result<Vec<(GroupId, SnapshotId)>> {
    let used = snapshots_of(id).into_tuple::<(i64, i64)>().all(tx.connection()).await?;
    let change = ActiveModel { deleted_at: Set(Some(stamp.at)), ..Default::default() };
    versioned::update::<Entity>(tx, id.get(), None, change, stamp).await?;
    commission_line::Entity::update_many()
        .col_expr(commission_line::Column::Live, Expr::value(false))
        .col_expr(commission_line::Column::SnapshotLineId, Expr::value(Option::<i64>::None))
        .filter(commission_line::Column::StatementId.eq(id.get()))
        .exec(tx.connection())
        .await?;
    let ids: Vec<i64> = used.iter().map(|(_, snapshot)| *snapshot).collect();
    free(tx, &ids, stamp).await?;
    Ok(used.into_iter().map(|(group, snapshot)| (GroupId(group), SnapshotId(snapshot))).collect())
}

/// Takes the status away from those of the snapshots that no statement uses any more and that are not marked as paid.
async fn free(tx: &Tx, snapshots: &[i64], stamp: Stamp) -> Result<()> {
    let used = Query::select()
        .column((snapshot_line::Entity, snapshot_line::Column::SnapshotId))
        .from(snapshot_line::Entity)
        .inner_join(
            commission_line::Entity,
            Expr::col((commission_line::Entity, commission_line::Column::SnapshotLineId))
                .equals((snapshot_line::Entity, snapshot_line::Column::Id)),
        )
        .and_where(snapshot_line::Column::SnapshotId.is_in(snapshots.iter().copied()))
        .and_where(commission_line::Column::Live.eq(true))
        .take();
    snapshot::Entity::update_many()
        .col_expr(snapshot::Column::CommissionStatus, Expr::value(CommissionStatus::None.number()))
        .col_expr(snapshot::Column::Version, Expr::col(snapshot::Column::Version).add(1))
        .col_expr(snapshot::Column::UpdatedAt, Expr::value(stamp.at))
        .col_expr(snapshot::Column::UpdatedBy, Expr::value(stamp.user()))
        .filter(snapshot::Column::Id.is_in(snapshots.iter().copied()))
        .filter(snapshot::Column::CommissionStatus.eq(CommissionStatus::Unpaid.number()))
        .filter(snapshot::Column::Id.not_in_subquery(used))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// The ids of the statements that use a snapshot.
pub(crate) async fn ids_using(db: &impl Db, snapshot: SnapshotId) -> Result<BTreeSet<StatementId>> {
    let ids = live_lines(snapshot).into_tuple::<i64>().all(db.connection()).await?;
    Ok(ids.into_iter().map(StatementId).collect())
}

fn using(snapshot: SnapshotId) -> SelectStatement {
    sea_orm::QueryTrait::into_query(live_lines(snapshot))
}

/// The statements of the lines that pay on a snapshot.
fn live_lines(snapshot: SnapshotId) -> Select<commission_line::Entity> {
    commission_line::Entity::find()
        .select_only()
        .column(commission_line::Column::StatementId)
        .join(JoinType::InnerJoin, commission_line::Relation::SnapshotLine.def())
        .filter(snapshot_line::Column::SnapshotId.eq(snapshot.get()))
        .filter(commission_line::Column::Live.eq(true))
}

/// The snapshots that a statement uses, each with its group, in the order of their ids.
fn snapshots_of(id: StatementId) -> Select<snapshot::Entity> {
    let lines = Query::select()
        .column((snapshot_line::Entity, snapshot_line::Column::SnapshotId))
        .from(commission_line::Entity)
        .inner_join(
            snapshot_line::Entity,
            Expr::col((commission_line::Entity, commission_line::Column::SnapshotLineId))
                .equals((snapshot_line::Entity, snapshot_line::Column::Id)),
        )
        .and_where(commission_line::Column::StatementId.eq(id.get()))
        .take();
    snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::GroupId, snapshot::Column::Id])
        .filter(snapshot::Column::Id.in_subquery(lines))
        .order_by_asc(snapshot::Column::Id)
}

/// The undeleted ones by rules in scope.
fn in_scope(scope: Scope) -> Select<Entity> {
    Entity::find()
        .join(JoinType::InnerJoin, Relation::Rule.def())
        .join(JoinType::LeftJoin, commission_rule::Relation::Broker.def())
        .filter(scope::brokers(scope))
        .filter(Column::DeletedAt.is_null())
}

async fn rows(db: &impl Db, query: Select<Entity>) -> Result<Vec<StatementRow>> {
    type Row = (i64, String, String, i64, String, i32, i64, DateTime<Utc>);
    let found: Vec<Row> = query
        .select_only()
        .columns([Column::Id, Column::Name, Column::PayeeName, Column::RuleId])
        .column(commission_rule::Column::Name)
        .columns([Column::PeriodMonth, Column::TotalCents, Column::CreatedAt])
        .into_tuple()
        .all(db.connection())
        .await?;
    let ids: BTreeSet<StatementId> = found.iter().map(|row| StatementId(row.0)).collect();
    let billed = erp_documents::billed(db, &ids).await?;
    let row = |(id, name, payee_name, rule, rule_name, period, total, created_at)| StatementRow {
        id: StatementId(id),
        name,
        payee_name,
        rule: CommissionRuleId(rule),
        rule_name,
        period: BillingMonth::from_number(period),
        total: Money::from_cents(total),
        created_at,
        has_bill: billed.contains(&StatementId(id)),
    };
    Ok(found.into_iter().map(row).collect())
}
