//! Snapshots that a run has made and whose invoice it ended without asking for, or has asked for in vain since the ERP could not be reached:
//! the next run of the month takes them up.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::run::{InvoicePush, ItemState};
use domain::{BillingMonth, DateRange, GroupId, Money, PlanId, SnapshotId};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use super::candidates::of_choice;
use super::list::wants_invoice;
use super::{Choice, NewItem};
use crate::entities::billing_run_item::{Column, Entity};
use crate::entities::{billing_run, erp_document, plan, snapshot};
use crate::erp_documents::{DocumentState, OF_SNAPSHOTS};
use crate::{Db, Result, row_set, scope};

/// Snapshots of the month, by the id of their plan, after `after`, that a run has made and ended without asking for their invoice, or has
/// not reached the ERP for it. No other run was answered either, nobody has created it since, and the plan still wants it. What was invoiced
/// once and deleted in the ERP does not come back.
///
/// # Errors
/// When the database does not answer.
pub async fn left_behind(
    db: &impl Db,
    scope: Scope,
    month: BillingMonth,
    choice: &Choice,
    (after, limit): (PlanId, u64),
) -> Result<Vec<NewItem>> {
    if matches!(choice, Choice::Missed(_)) {
        return Ok(Vec::new());
    }
    let left_out = Expr::col((Entity, Column::Invoice))
        .eq(InvoicePush::None.number())
        .and(Expr::col((Entity, Column::InvoiceMessage)).is_not_null());
    let unreached = Expr::col((Entity, Column::Unreached)).eq(true);
    let asked = Expr::col((Entity, Column::Invoice)).ne(InvoicePush::None.number()).and(unreached.clone().not());
    let left = match choice {
        Choice::All | Choice::Automatic(_) | Choice::Missed(_) => left_out.or(unreached),
        Choice::Unreached => unreached.and(Expr::col((billing_run::Entity, billing_run::Column::Automatic)).eq(true)),
    };
    let query = snapshot::Entity::find()
        .select_only()
        .columns([snapshot::Column::PlanId, snapshot::Column::GroupId, snapshot::Column::Id])
        .columns([snapshot::Column::StartOn, snapshot::Column::EndOn])
        .join(JoinType::InnerJoin, snapshot::Relation::Plan.def())
        .join(JoinType::InnerJoin, plan::Relation::Group.def())
        .filter(snapshot::Column::PlanId.gt(after.get()))
        .filter(snapshot::Column::PeriodMonth.eq(month.number()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::ErpRefId.is_null())
        .filter(wants_invoice())
        .filter(Expr::exists(of_runs(month, left)))
        .filter(Expr::exists(of_runs(month, asked)).not())
        .filter(Expr::exists(deleted_in_erp()).not())
        .filter(scope::group_column(scope, snapshot::Column::GroupId))
        .order_by_asc(snapshot::Column::PlanId)
        .limit(limit);
    let rows: Vec<(i64, i64, i64, NaiveDate, NaiveDate)> =
        of_choice(query, choice).into_tuple().all(db.connection()).await?;
    let item = |(plan, group, snapshot, start, end)| NewItem {
        plan: PlanId(plan),
        group: GroupId(group),
        window: DateRange { start, end },
        taken_up: Some(SnapshotId(snapshot)),
    };
    Ok(rows.into_iter().map(item).collect())
}

/// What runs of the month say of the snapshot. Runs of a month are few, and each plan is in one of them once.
fn of_runs(month: BillingMonth, said: Expr) -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(billing_run::Entity)
        .inner_join(Entity, Expr::col((Entity, Column::RunId)).equals((billing_run::Entity, billing_run::Column::Id)))
        .and_where(Expr::col((billing_run::Entity, billing_run::Column::PeriodMonth)).eq(month.number()))
        .and_where(Expr::col((Entity, Column::PlanId)).equals((snapshot::Entity, snapshot::Column::PlanId)))
        .and_where(Expr::col((Entity, Column::SnapshotId)).equals((snapshot::Entity, snapshot::Column::Id)))
        .and_where(Expr::col((Entity, Column::State)).eq(ItemState::Created.number()))
        .and_where(said)
        .take()
}

fn deleted_in_erp() -> SelectStatement {
    let column = |column| Expr::col((erp_document::Entity, column));
    Query::select()
        .expr(Expr::val(1))
        .from(erp_document::Entity)
        .and_where(column(erp_document::Column::LocalId).equals((snapshot::Entity, snapshot::Column::Id)))
        .and_where(column(erp_document::Column::Kind).is_in(OF_SNAPSHOTS))
        .and_where(column(erp_document::Column::State).eq(DocumentState::Deleted.number()))
        .take()
}

/// The totals of snapshots that are not deleted.
///
/// # Errors
/// When the database does not answer.
pub async fn totals(db: &impl Db, snapshots: &[SnapshotId]) -> Result<HashMap<SnapshotId, Money>> {
    let mut totals = HashMap::new();
    for some in snapshots.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<(i64, i64)> = snapshot::Entity::find()
            .select_only()
            .columns([snapshot::Column::Id, snapshot::Column::TotalCents])
            .filter(snapshot::Column::Id.is_in(some.iter().map(|id| id.get())))
            .filter(snapshot::Column::DeletedAt.is_null())
            .into_tuple()
            .all(db.connection())
            .await?;
        totals.extend(rows.into_iter().map(|(id, cents)| (SnapshotId(id), Money::from_cents(cents))));
    }
    Ok(totals)
}
