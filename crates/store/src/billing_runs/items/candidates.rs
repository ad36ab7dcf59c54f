//! Which plans may come into a run, and what they are billed for already.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::access::Scope;
use domain::{BillingMonth, BrokerId, DateRange, GroupId, PlanId};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select,
};

use crate::entities::billing_run_item::{Column, Entity};
use crate::entities::{billing_run, broker, employer_group, plan, snapshot};
use crate::{Db, Result, row_set, scope};

/// Which plans a run is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Every active plan.
    All,
    /// Those that the automatic run bills, of groups of these brokers (rules.md#automatic-billing).
    Automatic(Vec<BrokerId>),
    /// Those that the automatic run bills, of groups of these brokers, that have no run of the month behind them: the days of the broker were
    /// changed so that the month had ended already (rules.md#period-days-of-a-broker).
    Missed(Vec<BrokerId>),
    /// Snapshots whose invoice an automatic run has asked for in vain; no plan without a snapshot.
    Unreached,
}

/// A plan that may come into a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The plan.
    pub plan: PlanId,
    /// Its group.
    pub group: GroupId,
    /// The last day on which a period of it may begin.
    pub expires_on: Option<NaiveDate>,
    /// The first and the last day of the periods of the group's broker (rules.md#period-days-of-a-broker).
    pub days: (u8, u8),
}

/// Active plans that have no snapshot of the month yet, by id, after `after`.
///
/// # Errors
/// When the database does not answer.
pub async fn candidates(
    db: &impl Db,
    scope: Scope,
    month: BillingMonth,
    choice: &Choice,
    (after, limit): (PlanId, u64),
) -> Result<Vec<Candidate>> {
    if *choice == Choice::Unreached {
        return Ok(Vec::new());
    }
    let is_missed = matches!(choice, Choice::Missed(_));
    // What a person has deleted does not come back by itself.
    let mut billed = snapshots_of(month);
    if !is_missed {
        billed.and_where(snapshot::Column::DeletedAt.is_null());
    }
    let query = plan::Entity::find()
        .select_only()
        .columns([plan::Column::Id, plan::Column::GroupId, plan::Column::ExpiresOn])
        .columns([broker::Column::InvoicePeriodStartDay, broker::Column::InvoicePeriodEndDay])
        .join(JoinType::InnerJoin, plan::Relation::Group.def())
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .filter(plan::Column::Id.gt(after.get()))
        .filter(plan::Column::Active.eq(true))
        .filter(Expr::exists(billed).not())
        .filter(Condition::all().add_option(is_missed.then(|| Expr::exists(automatic_runs_of(month)).not())))
        .filter(scope::group_column(scope, plan::Column::GroupId))
        .order_by_asc(plan::Column::Id)
        .limit(limit);
    let rows: Vec<(i64, i64, Option<NaiveDate>, i16, i16)> =
        of_choice(query, choice).into_tuple().all(db.connection()).await?;
    let day = |stored: i16| u8::try_from(stored).unwrap_or(1);
    let candidate = |(plan, group, expires_on, start, end)| Candidate {
        plan: PlanId(plan),
        group: GroupId(group),
        expires_on,
        days: (day(start), day(end)),
    };
    Ok(rows.into_iter().map(candidate).collect())
}

/// Snapshots of the month that a plan has, deleted ones too.
fn snapshots_of(month: BillingMonth) -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(snapshot::Entity)
        .and_where(Expr::col((snapshot::Entity, snapshot::Column::PlanId)).equals((plan::Entity, plan::Column::Id)))
        .and_where(snapshot::Column::PeriodMonth.eq(month.number()))
        .take()
}

/// Automatic runs of the month that a plan was in.
fn automatic_runs_of(month: BillingMonth) -> SelectStatement {
    let run = |column| Expr::col((billing_run::Entity, column));
    Query::select()
        .expr(Expr::val(1))
        .from(billing_run::Entity)
        .inner_join(Entity, Expr::col((Entity, Column::RunId)).equals((billing_run::Entity, billing_run::Column::Id)))
        .and_where(run(billing_run::Column::PeriodMonth).eq(month.number()))
        .and_where(run(billing_run::Column::Automatic).eq(true))
        .and_where(Expr::col((Entity, Column::PlanId)).equals((plan::Entity, plan::Column::Id)))
        .take()
}

/// The periods that plans have been billed for, from the month before to two months after: no other reaches into the period of the month.
///
/// # Errors
/// When the database does not answer.
pub async fn billed(db: &impl Db, month: BillingMonth, plans: &[PlanId]) -> Result<HashMap<PlanId, Vec<DateRange>>> {
    let mut billed: HashMap<PlanId, Vec<DateRange>> = HashMap::new();
    for some in plans.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<(i64, NaiveDate, NaiveDate)> = snapshot::Entity::find()
            .select_only()
            .columns([snapshot::Column::PlanId, snapshot::Column::StartOn, snapshot::Column::EndOn])
            .filter(snapshot::Column::PlanId.is_in(some.iter().map(|plan| plan.get())))
            .filter(snapshot::Column::PeriodMonth.between(month.plus(-1).number(), month.plus(2).number()))
            .filter(snapshot::Column::DeletedAt.is_null())
            .into_tuple()
            .all(db.connection())
            .await?;
        for (plan, start, end) in rows {
            billed.entry(PlanId(plan)).or_default().push(DateRange { start, end });
        }
    }
    Ok(billed)
}

/// Only what a choice is about, of plans and their groups.
pub(super) fn of_choice<E: EntityTrait>(query: Select<E>, choice: &Choice) -> Select<E> {
    match choice {
        Choice::All | Choice::Unreached => query,
        Choice::Automatic(brokers) | Choice::Missed(brokers) => query
            .filter(plan::Column::GenerateInvoice.eq(true))
            .filter(employer_group::Column::BrokerId.is_in(brokers.iter().map(|broker| broker.get()))),
    }
}

/// The brokers with the last day of their periods.
///
/// # Errors
/// When the database does not answer.
pub async fn period_ends(db: &impl Db) -> Result<Vec<(BrokerId, u8)>> {
    let rows: Vec<(i64, i16)> = broker::Entity::find()
        .select_only()
        .columns([broker::Column::Id, broker::Column::InvoicePeriodEndDay])
        .order_by_asc(broker::Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, day)| (BrokerId(id), u8::try_from(day).unwrap_or(1))).collect())
}
