//! What the draft of a plan is judged by.

use std::collections::{BTreeSet, HashMap};

use domain::text::fold;
use domain::{BillingMonth, Money, PlanId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::{census_file, employer_group, plan, snapshot};
use crate::{Db, Result, row_set};

/// What a draft is judged by, beside itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanFacts {
    /// The total of its snapshot of the month before.
    pub previous: Option<Money>,
    /// Whether it is to be invoiced (rules.md#generated-invoices).
    pub generates_invoice: bool,
    /// Whether it has an ERP account.
    pub has_account: bool,
    /// Whether it has a customer there.
    pub has_customer: bool,
    /// Another group that the customer belongs to by a plan of its own or by its name, the first by its name.
    pub customer_of: Option<String>,
    /// Census files of its group that are not finished.
    pub unfinished_files: u32,
    /// Whether it has a bill of an earlier month.
    pub was_billed: bool,
}

/// The facts of plans.
///
/// # Errors
/// When the database does not answer.
pub async fn facts(db: &impl Db, month: BillingMonth, plans: &[PlanId]) -> Result<HashMap<PlanId, PlanFacts>> {
    type Row = (i64, i64, bool, Option<i64>, Option<String>, Option<String>);
    let ids: Vec<i64> = plans.iter().map(|plan| plan.get()).collect();
    let mut facts = HashMap::new();
    for some in ids.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<Row> = plan::Entity::find()
            .select_only()
            .columns([plan::Column::Id, plan::Column::GroupId, plan::Column::GenerateInvoice])
            .columns([plan::Column::ApiServiceId, plan::Column::ErpCustomerId, plan::Column::ErpCustomerKey])
            .filter(plan::Column::Id.is_in(some.iter().copied()))
            .into_tuple()
            .all(db.connection())
            .await?;
        let unfinished = unfinished_files(db, rows.iter().map(|row| row.1)).await?;
        let mut customers = Vec::new();
        for (id, group, generates_invoice, account, customer, name) in rows {
            customers.extend(name.map(|name| CustomerName { plan: id, group, name }));
            let found = PlanFacts {
                generates_invoice,
                has_account: account.is_some(),
                has_customer: customer.is_some(),
                unfinished_files: unfinished.get(&group).copied().unwrap_or(0),
                ..PlanFacts::default()
            };
            facts.insert(PlanId(id), found);
        }
        // A group whose plan leads to the customer says more than one that only bears its name.
        let named = customers_named_as_others(db, &customers).await?;
        for (id, group) in named.into_iter().chain(customers_of_other_plans(db, some).await?) {
            facts.entry(PlanId(id)).or_default().customer_of = Some(group);
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
        for id in billed_before(db, month, some).await? {
            facts.entry(PlanId(id)).or_default().was_billed = true;
        }
    }
    Ok(facts)
}

/// Of plans, those that have a bill of an earlier month.
async fn billed_before(db: &impl Db, month: BillingMonth, plans: &[i64]) -> Result<Vec<i64>> {
    Ok(snapshot::Entity::find()
        .select_only()
        .column(snapshot::Column::PlanId)
        .distinct()
        .filter(snapshot::Column::PlanId.is_in(plans.iter().copied()))
        .filter(snapshot::Column::PeriodMonth.lt(month.number()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .into_tuple()
        .all(db.connection())
        .await?)
}

/// How many census files of groups may still change the roster: those that are not imported, and those of which something waits.
async fn unfinished_files(db: &impl Db, groups: impl Iterator<Item = i64>) -> Result<HashMap<i64, u32>> {
    let groups: BTreeSet<i64> = groups.collect();
    let is_open = Condition::any()
        .add(census_file::Column::ProcessedAt.is_null())
        .add(census_file::Column::NextTask.is_not_null());
    let rows: Vec<(Option<i64>, i64)> = census_file::Entity::find()
        .select_only()
        .column(census_file::Column::GroupId)
        .expr(Func::count(Expr::val(1)))
        .filter(census_file::Column::GroupId.is_in(groups))
        .filter(census_file::Column::IsMultiGroup.eq(false))
        .filter(census_file::Column::DeletedAt.is_null())
        .filter(census_file::Column::UndoState.is_null())
        .filter(is_open)
        .group_by(census_file::Column::GroupId)
        .into_tuple()
        .all(db.connection())
        .await?;
    let counted = |(group, count): (Option<i64>, i64)| Some((group?, u32::try_from(count).unwrap_or(u32::MAX)));
    Ok(rows.into_iter().filter_map(counted).collect())
}

/// Of plans, those whose customer is another group's by one of its plans, even one that is not active; with
/// that group's name.
async fn customers_of_other_plans(db: &impl Db, plans: &[i64]) -> Result<Vec<(i64, String)>> {
    let other = Alias::new("other");
    let of_other = |column: plan::Column| Expr::col((other.clone(), column));
    let same = Condition::all()
        .add(of_other(plan::Column::ApiServiceId).equals((plan::Entity, plan::Column::ApiServiceId)))
        .add(of_other(plan::Column::ErpCustomerId).equals((plan::Entity, plan::Column::ErpCustomerId)))
        .add(of_other(plan::Column::GroupId).ne(Expr::col((plan::Entity, plan::Column::GroupId))));
    let group = Expr::col((employer_group::Entity, employer_group::Column::Id));
    let mut query = plan::Entity::find()
        .select_only()
        .column(plan::Column::Id)
        .expr(Func::min(Expr::col((employer_group::Entity, employer_group::Column::Name))))
        .filter(plan::Column::Id.is_in(plans.iter().copied()))
        .filter(plan::Column::ErpCustomerId.is_not_null())
        .group_by(plan::Column::Id);
    QuerySelect::query(&mut query).join_as(JoinType::InnerJoin, plan::Entity, other.clone(), same).join(
        JoinType::InnerJoin,
        employer_group::Entity,
        group.equals((other, plan::Column::GroupId)),
    );
    Ok(query.into_tuple().all(db.connection()).await?)
}

/// A plan with the folded name of its customer and the group that it bills.
struct CustomerName {
    plan: i64,
    group: i64,
    name: String,
}

/// Of plans, those whose customer bears the name of another group and not of their own; with that group's name.
async fn customers_named_as_others(db: &impl Db, customers: &[CustomerName]) -> Result<Vec<(i64, String)>> {
    let names: BTreeSet<&str> = customers.iter().map(|customer| customer.name.as_str()).collect();
    let groups: Vec<(i64, String)> = employer_group::Entity::find()
        .select_only()
        .columns([employer_group::Column::Id, employer_group::Column::Name])
        .filter(Expr::expr(Func::lower(Expr::col((employer_group::Entity, employer_group::Column::Name)))).is_in(names))
        .order_by_asc(employer_group::Column::Name)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut by_name: HashMap<String, Vec<&(i64, String)>> = HashMap::new();
    for group in &groups {
        by_name.entry(fold(&group.1)).or_default().push(group);
    }
    let other = |customer: &CustomerName| {
        let bearers = by_name.get(&customer.name)?;
        let is_own = bearers.iter().any(|(id, _)| *id == customer.group);
        bearers.first().filter(|_| !is_own).map(|(_, name)| (customer.plan, name.clone()))
    };
    Ok(customers.iter().filter_map(other).collect())
}
