//! The statements that exist: which use a snapshot, one, and taking one out again (rules.md#commission-status, rules.md#bill-of-a-statement).

use std::collections::BTreeSet;

use domain::access::Scope;
use domain::{BillingMonth, CommissionRuleId, GroupId, SnapshotId, StatementId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, LockType, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, RelationTrait, Select, Statement,
};

use super::list::{StatementRow, in_scope, rows};
use super::ordered_rows::set;
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::commission_statement::{ActiveModel, Column, Entity};
use crate::entities::{commission_line, commission_rule, commission_statement, commission_told, snapshot};
use crate::{Db, Error, Result, Stamp, Tx};

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

/// Those of the statements that are in scope, by id.
///
/// # Errors
/// When the database does not answer.
pub async fn find_all(db: &impl Db, scope: Scope, ids: &[StatementId]) -> Result<Vec<StatementRow>> {
    let chosen = Column::Id.is_in(ids.iter().map(|id| id.get()));
    rows(db, in_scope(scope).filter(chosen).order_by_asc(Column::Id)).await
}

/// The statements of a rule for a month, newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn of_rule(
    db: &impl Db,
    scope: Scope,
    rule: CommissionRuleId,
    period: BillingMonth,
) -> Result<Vec<StatementRow>> {
    let query = in_scope(scope)
        .filter(Column::RuleId.eq(rule.get()))
        .filter(Column::PeriodMonth.eq(period.number()))
        .order_by_desc(Column::Id);
    rows(db, query).await
}

/// The statements of the same rule for the newest earlier month that has any, newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn previous(db: &impl Db, scope: Scope, statement: &StatementRow) -> Result<Vec<StatementRow>> {
    let query = in_scope(scope)
        .filter(Column::RuleId.eq(statement.rule.get()))
        .filter(Column::PeriodMonth.lt(statement.period.number()))
        .order_by_desc(Column::PeriodMonth)
        .order_by_desc(Column::Id)
        .limit(1);
    match rows(db, query).await?.pop() {
        Some(newest) => of_rule(db, scope, newest.rule, newest.period).await,
        None => Ok(Vec::new()),
    }
}

/// Locks a statement, the snapshots it uses and its rule until the transaction ends, so that no other statement of the rule is made meanwhile.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn lock(tx: &Tx, scope: Scope, id: StatementId) -> Result<StatementRow> {
    // The snapshots come first and by id, as when a statement is made, so that no two transactions wait for each other.
    snapshots_of(id).lock(LockType::Update).into_tuple::<(i64, i64)>().all(tx.connection()).await?;
    // Then the rule. The maker of its next statement takes over the balance of this one, or waits and sees that it is gone.
    let rule = find(tx, scope, id).await?.rule;
    versioned::lock::<commission_rule::Entity>(tx, rule.get()).await?;
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
    let used = used(tx, id).await?;
    let change = ActiveModel { deleted_at: Set(Some(stamp.at)), ..Default::default() };
    versioned::update::<Entity>(tx, id.get(), None, change, stamp).await?;
    commission_line::Entity::update_many()
        .col_expr(commission_line::Column::Live, Expr::value(false))
        .col_expr(commission_line::Column::SnapshotLineId, Expr::value(Option::<i64>::None))
        .filter(commission_line::Column::StatementId.eq(id.get()))
        .exec(tx.connection())
        .await?;
    free(tx, id, stamp).await?;
    Ok(used)
}

/// The snapshots that a statement pays on, each with its group, in the order of their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn used(db: &impl Db, id: StatementId) -> Result<Vec<(GroupId, SnapshotId)>> {
    let used = snapshots_of(id).into_tuple::<(i64, i64)>().all(db.connection()).await?;
    Ok(used.into_iter().map(|(group, snapshot)| (GroupId(group), SnapshotId(snapshot))).collect())
}

/// Takes the status away from those of its snapshots that no other statement uses and that are not marked as paid.
async fn free(tx: &Tx, id: StatementId, stamp: Stamp) -> Result<()> {
    let is = set(tx.engine());
    let sql = format!(
        "update snapshot set commission_status = 0, version = version + 1, updated_at = $2, updated_by = $3 \
         where commission_status = 1 and id in \
         (select c.snapshot_id from commission_line c where c.statement_id = $1 and c.payable{is}) and not exists \
         (select 1 from commission_line o where o.snapshot_id = snapshot.id and o.live{is} and o.payable{is})"
    );
    let values = [id.get().into(), stamp.at.into(), stamp.user().into()];
    let statement = Statement::from_sql_and_values(tx.connection().get_database_backend(), sql, values);
    tx.connection().execute_raw(statement).await?;
    Ok(())
}

/// The statement that has taken over the negative balance of one, if any.
///
/// # Errors
/// When the database does not answer.
pub async fn carried_into(db: &impl Db, id: StatementId) -> Result<Option<(StatementId, String)>> {
    let found: Option<(i64, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Name])
        .join(JoinType::InnerJoin, commission_line::Relation::Statement.def().rev())
        .filter(commission_line::Column::BroughtFrom.eq(id.get()))
        .filter(commission_line::Column::Live.eq(true))
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(found.map(|(id, name)| (StatementId(id), name)))
}

/// The ids of the statements that use a snapshot.
pub(crate) async fn ids_using(db: &impl Db, snapshot: SnapshotId) -> Result<BTreeSet<StatementId>> {
    let ids = live_lines(snapshot).into_tuple::<i64>().all(db.connection()).await?;
    Ok(ids.into_iter().map(StatementId).collect())
}

/// Whether an undeleted statement tells lines of a snapshot as pending, by themselves or in its sum of earlier months.
pub(crate) async fn is_told_pending(db: &impl Db, snapshot: SnapshotId) -> Result<bool> {
    let lines = commission_line::Entity::find()
        .filter(commission_line::Column::SnapshotId.eq(snapshot.get()))
        .filter(commission_line::Column::Payable.eq(false))
        .filter(commission_line::Column::Live.eq(true));
    if lines.count(db.connection()).await? > 0 {
        return Ok(true);
    }
    let in_sums = commission_told::Entity::find()
        .join(JoinType::InnerJoin, commission_told::Relation::Statement.def())
        .filter(commission_told::Column::SnapshotId.eq(snapshot.get()))
        .filter(commission_statement::Column::DeletedAt.is_null());
    Ok(in_sums.count(db.connection()).await? > 0)
}

fn using(snapshot: SnapshotId) -> SelectStatement {
    live_lines(snapshot).into_query()
}

/// The statements of the lines that pay on a snapshot. A pending line does not.
fn live_lines(snapshot: SnapshotId) -> Select<commission_line::Entity> {
    commission_line::Entity::find()
        .select_only()
        .column(commission_line::Column::StatementId)
        .filter(commission_line::Column::SnapshotId.eq(snapshot.get()))
        .filter(commission_line::Column::Payable.eq(true))
        .filter(commission_line::Column::Live.eq(true))
}

/// The snapshots that a statement pays on, each with its group, in the order of their ids.
fn snapshots_of(id: StatementId) -> Select<snapshot::Entity> {
    let lines = commission_line::Entity::find()
        .select_only()
        .column(commission_line::Column::SnapshotId)
        .filter(commission_line::Column::StatementId.eq(id.get()))
        .filter(commission_line::Column::Payable.eq(true));
    snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::GroupId, snapshot::Column::Id])
        .filter(snapshot::Column::Id.in_subquery(lines.into_query()))
        .order_by_asc(snapshot::Column::Id)
}
