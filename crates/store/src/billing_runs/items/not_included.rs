//! The plans that are not in a run, with what says why.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::run::{NothingToBill, Outside};
use domain::{BillingMonth, GroupId, Page, PageRequest, PlanId, SnapshotId};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait, Select,
};

use super::candidates::billed;
use crate::billing_runs::BillingRun;
use crate::database::paging::{self, Sorts, key, required_key};
use crate::entities::{billing_run_item, broker, employer_group, plan, snapshot};
use crate::{Db, Result, scope};

/// A plan that is not in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotIncludedRow {
    /// The plan.
    pub plan: PlanId,
    /// Its name.
    pub plan_name: String,
    /// Its group.
    pub group: GroupId,
    /// The name of the group.
    pub group_name: String,
    /// The public number of the group.
    pub group_code: String,
    /// Its snapshot of the month.
    pub snapshot: Option<SnapshotId>,
    /// How it stands.
    pub outside: Outside,
}

#[derive(FromQueryResult)]
struct Found {
    id: i64,
    group_id: i64,
    name: String,
    active: bool,
    expires_on: Option<NaiveDate>,
    generate_invoice: bool,
    group_name: String,
    group_code: String,
    invoice_period_start_day: i16,
    invoice_period_end_day: i16,
    snapshot_id: Option<i64>,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("EmployerGroup", || {
            vec![required_key(Expr::col((employer_group::Entity, employer_group::Column::SearchText)))]
        }),
        ("PlanName", || vec![key(plan::Column::NameKey)]),
    ],
    default: ("EmployerGroup", false),
    id: || key(plan::Column::Id),
};

/// A page of the plans in scope that were there when the run began and are not in it; the term looks at the names of plan and group.
///
/// # Errors
/// When the database does not answer.
pub async fn search_not_included(
    db: &impl Db,
    scope: Scope,
    run: &BillingRun,
    request: &PageRequest,
) -> Result<Page<NotIncludedRow>> {
    let group = |column| Expr::col((employer_group::Entity, column));
    let searched = [Expr::col((plan::Entity, plan::Column::NameKey)), group(employer_group::Column::SearchText)];
    let of_month = snapshot_of(run.month, Expr::col((snapshot::Entity, snapshot::Column::Id)));
    let query = outside(run)
        .select_only()
        .columns([plan::Column::Id, plan::Column::GroupId, plan::Column::Name, plan::Column::Active])
        .columns([plan::Column::ExpiresOn, plan::Column::GenerateInvoice])
        .columns([broker::Column::InvoicePeriodStartDay, broker::Column::InvoicePeriodEndDay])
        .join(JoinType::InnerJoin, plan::Relation::Group.def())
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .expr_as(group(employer_group::Column::Name), "group_name")
        .expr_as(group(employer_group::Column::GroupCode), "group_code")
        .expr_as(Expr::SubQuery(None, Box::new(of_month.into())), "snapshot_id")
        .filter(scope::group_column(scope, plan::Column::GroupId))
        .filter(paging::matching(searched, &request.term));
    let page: Page<Found> = paging::page(db, query, request, &SORTS).await?;
    let ids: Vec<PlanId> = page.rows.iter().map(|found| PlanId(found.id)).collect();
    let billed = billed(db, run.month, &ids).await?;
    Ok(page.map(|found| {
        let day = |stored: i16| u8::try_from(stored).unwrap_or(1);
        let days = (day(found.invoice_period_start_day), day(found.invoice_period_end_day));
        let billed = billed.get(&PlanId(found.id)).map_or(&[][..], Vec::as_slice);
        NotIncludedRow {
            plan: PlanId(found.id),
            plan_name: found.name,
            group: GroupId(found.group_id),
            group_name: found.group_name,
            group_code: found.group_code,
            snapshot: found.snapshot_id.map(SnapshotId),
            outside: Outside {
                has_snapshot: found.snapshot_id.is_some(),
                active: found.active,
                expires_on: found.expires_on,
                period: domain::billing::run::period(run.month, days, billed),
                generates_invoice: found.generate_invoice,
            },
        }
    }))
}

/// How many plans were there when a run began and are not in it.
///
/// # Errors
/// When the database does not answer.
pub async fn count_not_included(db: &impl Db, run: &BillingRun) -> Result<u64> {
    paging::count(db, outside(run).select_only().column(plan::Column::Id).into_query()).await
}

/// How many plans in scope there are, when none of them is to be billed for a month.
///
/// # Errors
/// When the database does not answer.
pub async fn nothing_to_bill(db: &impl Db, scope: Scope, month: BillingMonth) -> Result<NothingToBill> {
    let plans = |active: bool| {
        let query = plan::Entity::find().select_only().column(plan::Column::Id);
        query.filter(plan::Column::Active.eq(active)).filter(scope::group_column(scope, plan::Column::GroupId))
    };
    let has_snapshot = || Expr::exists(snapshot_of(month, Expr::val(1)));
    let with_snapshot = paging::count(db, plans(true).filter(has_snapshot()).into_query()).await?;
    let expired = paging::count(db, plans(true).filter(has_snapshot().not()).into_query()).await?;
    let inactive = paging::count(db, plans(false).filter(has_snapshot().not()).into_query()).await?;
    Ok(NothingToBill { with_snapshot, expired, inactive })
}

fn outside(run: &BillingRun) -> Select<plan::Entity> {
    let item = |column| Expr::col((billing_run_item::Entity, column));
    let included = Query::select()
        .expr(Expr::val(1))
        .from(billing_run_item::Entity)
        .and_where(item(billing_run_item::Column::RunId).eq(run.id.get()))
        .and_where(item(billing_run_item::Column::PlanId).equals((plan::Entity, plan::Column::Id)))
        .take();
    plan::Entity::find().filter(Expr::exists(included).not()).filter(plan::Column::CreatedAt.lte(run.created_at))
}

/// What is asked of a plan's snapshot of the month; there is one at most.
fn snapshot_of(month: BillingMonth, asked: Expr) -> SelectStatement {
    Query::select()
        .expr(asked)
        .from(snapshot::Entity)
        .and_where(Expr::col((snapshot::Entity, snapshot::Column::PlanId)).equals((plan::Entity, plan::Column::Id)))
        .and_where(Expr::col((snapshot::Entity, snapshot::Column::PeriodMonth)).eq(month.number()))
        .and_where(Expr::col((snapshot::Entity, snapshot::Column::DeletedAt)).is_null())
        .take()
}
