//! The plans of a billing run: which are in it, which are next, and what has become of each.

mod counts;
mod left_behind;
mod list;
mod outcomes;

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::run::{InvoicePush, ItemState};
use domain::{BillingMonth, BillingRunId, BrokerId, DateRange, GroupId, Money, PlanId, SnapshotId};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, RelationTrait,
    Select,
};
use serde::Serialize;

pub use counts::{Counts, counts};
pub use left_behind::{left_behind, totals};
pub use list::{Filter, ItemRow, Wanted, search};
pub use outcomes::{Drafted, Invoiced, Settled, Which, draft, invoiced, leave_out, leave_out_invoices, settle, turn};

use crate::entities::billing_run_item::{Column, Entity};
use crate::entities::{broker, employer_group, plan, snapshot};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, Tx, paging, scope};

/// Which plans a run is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Every active plan.
    All,
    /// Those that the automatic run bills, of groups of these brokers (rules.md#automatic-billing).
    Automatic(Vec<BrokerId>),
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
    let billed = Query::select()
        .expr(Expr::val(1))
        .from(snapshot::Entity)
        .and_where(Expr::col((snapshot::Entity, snapshot::Column::PlanId)).equals((plan::Entity, plan::Column::Id)))
        .and_where(snapshot::Column::PeriodMonth.eq(month.number()))
        .and_where(snapshot::Column::DeletedAt.is_null())
        .take();
    let query = plan::Entity::find()
        .select_only()
        .columns([plan::Column::Id, plan::Column::GroupId, plan::Column::ExpiresOn])
        .columns([broker::Column::InvoicePeriodStartDay, broker::Column::InvoicePeriodEndDay])
        .join(JoinType::InnerJoin, plan::Relation::Group.def())
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .filter(plan::Column::Id.gt(after.get()))
        .filter(plan::Column::Active.eq(true))
        .filter(Expr::exists(billed).not())
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

/// Only what a choice is about, of plans and their groups.
fn of_choice<E: EntityTrait>(query: Select<E>, choice: &Choice) -> Select<E> {
    match choice {
        Choice::All | Choice::Unreached => query,
        Choice::Automatic(brokers) => query
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

/// What a draft is judged by, beside itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlanFacts {
    /// The total of its snapshot of the month before.
    pub previous: Option<Money>,
    /// Whether it is to be invoiced (rules.md#generated-invoices).
    pub generates_invoice: bool,
    /// Whether it has an ERP account.
    pub has_account: bool,
    /// Whether it has a customer there.
    pub has_customer: bool,
}

/// The facts of plans.
///
/// # Errors
/// When the database does not answer.
pub async fn facts(db: &impl Db, month: BillingMonth, plans: &[PlanId]) -> Result<HashMap<PlanId, PlanFacts>> {
    type Row = (i64, bool, Option<i64>, Option<String>);
    let ids: Vec<i64> = plans.iter().map(|plan| plan.get()).collect();
    let mut facts = HashMap::new();
    for some in ids.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<Row> = plan::Entity::find()
            .select_only()
            .columns([plan::Column::Id, plan::Column::GenerateInvoice])
            .columns([plan::Column::ApiServiceId, plan::Column::ErpCustomerId])
            .filter(plan::Column::Id.is_in(some.iter().copied()))
            .into_tuple()
            .all(db.connection())
            .await?;
        for (id, generates_invoice, account, customer) in rows {
            let (has_account, has_customer) = (account.is_some(), customer.is_some());
            facts.insert(PlanId(id), PlanFacts { previous: None, generates_invoice, has_account, has_customer });
        }
        let totals: Vec<(i64, i64)> = snapshot::Entity::find()
            .select_only()
            .columns([snapshot::Column::PlanId, snapshot::Column::TotalCents])
            .filter(snapshot::Column::PlanId.is_in(some.iter().copied()))
            .filter(snapshot::Column::PeriodMonth.eq(month.plus(-1).number()))
            .filter(snapshot::Column::DeletedAt.is_null())
            .into_tuple()
            .all(db.connection())
            .await?;
        for (id, cents) in totals {
            facts.entry(PlanId(id)).or_default().previous = Some(Money::from_cents(cents));
        }
    }
    Ok(facts)
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
