//! The plans that bills are computed from, with their lines and rates.

use std::collections::{BTreeMap, HashMap};

use domain::access::Scope;
use domain::billing::line::LineItem;
use domain::billing::snapshot::{LineTerms, LookBack, PlanState, References, terms_mark};
use domain::{GroupId, Money, PlanId, PlanLineId};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::{broker, employer_group, plan, plan_line, pricing_option};
use crate::plans::lines::line_item;
use crate::{Db, Error, Result, Tx, scope};

/// A plan as the computation needs it: all that a bill takes from it. What was computed still holds where the plan is the same when it is
/// written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanBasis {
    /// The plan.
    pub id: PlanId,
    /// Its group.
    pub group: GroupId,
    /// Its name, to be frozen.
    pub name: String,
    /// The number of the customer's purchase order, to be frozen.
    pub purchase_order: Option<String>,
    /// What its customer is called in the ERP, to be frozen.
    pub customer_name: Option<String>,
    /// Whether a snapshot can be made of it.
    pub state: PlanState,
    /// How far back bills correct, of the group or else its broker (rules.md#look-back).
    pub look_back: LookBack,
    /// Its line items with today's rates, deleted ones included, in the order of the plan.
    pub lines: Vec<LineTerms>,
    /// The references that its lines name.
    pub references: References,
}

impl PlanBasis {
    /// What corrections depend on, to be noted with the snapshot.
    pub fn terms_mark(&self) -> String {
        terms_mark(self.look_back, &self.lines)
    }
}

/// The plan of this id within a group in scope.
///
/// # Errors
/// [`Error::NotFound`] when there is none.
pub async fn plan_basis(db: &impl Db, scope: Scope, group: GroupId, id: PlanId) -> Result<PlanBasis> {
    let found = plan_bases(db, scope, &[id]).await?.remove(&id);
    found.filter(|basis| basis.group == group).ok_or(Error::NotFound)
}

/// Plans in scope, however many, by id.
///
/// # Errors
/// When the database fails, or holds a line item that is none.
pub async fn plan_bases(db: &impl Db, scope: Scope, ids: &[PlanId]) -> Result<BTreeMap<PlanId, PlanBasis>> {
    let plans: Vec<plan::Model> = plan::Entity::find()
        .filter(plan::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .filter(scope::group_column(scope, plan::Column::GroupId))
        .all(db.connection())
        .await?;
    let look_backs = look_backs(db, plans.iter().map(|plan| plan.group_id)).await?;
    let mut lines = priced_lines(db, plans.iter().map(|plan| plan.id)).await?;
    let basis = |plan: plan::Model| {
        let look_back = look_backs.get(&plan.group_id).copied().unwrap_or_default();
        (PlanId(plan.id), basis(lines.remove(&plan.id).unwrap_or_default(), look_back, plan))
    };
    Ok(plans.into_iter().map(basis).collect())
}

/// A line item, its rate and its row.
type PricedLine = (LineItem, Money, plan_line::Model);

fn basis(items: Vec<PricedLine>, look_back: LookBack, plan: plan::Model) -> PlanBasis {
    let references = References::of(items.iter().map(|(item, ..)| item));
    let terms = |(item, rate, line): &PricedLine| {
        let terms = LineTerms::of(PlanLineId(line.id), item, *rate, &references);
        if line.deleted_at.is_some() { terms.deleted() } else { terms }
    };
    PlanBasis {
        id: PlanId(plan.id),
        group: GroupId(plan.group_id),
        lines: items.iter().map(terms).collect(),
        references,
        look_back,
        state: PlanState { active: plan.active, expires_on: plan.expires_on },
        name: plan.name,
        purchase_order: plan.purchase_order,
        customer_name: plan.erp_customer_name,
    }
}

/// The line items of plans, by plan and id.
async fn priced_lines(db: &impl Db, plans: impl Iterator<Item = i64>) -> Result<HashMap<i64, Vec<PricedLine>>> {
    let rows: Vec<(plan_line::Model, Option<pricing_option::Model>)> = plan_line::Entity::find()
        .join(JoinType::InnerJoin, plan_line::Relation::PricingOption.def())
        .select_also(pricing_option::Entity)
        .filter(plan_line::Column::PlanId.is_in(plans))
        .order_by_asc(plan_line::Column::Id)
        .all(db.connection())
        .await?;
    let mut lines: HashMap<i64, Vec<PricedLine>> = HashMap::new();
    for (line, option) in rows {
        if let Some(option) = option {
            let priced = (line_item(&line)?, Money::from_cents(option.rate_cents), line);
            lines.entry(priced.2.plan_id).or_default().push(priced);
        }
    }
    Ok(lines)
}

async fn look_backs(db: &impl Db, groups: impl Iterator<Item = i64>) -> Result<HashMap<i64, LookBack>> {
    let rows: Vec<(i64, Option<i16>, i16)> = employer_group::Entity::find()
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .select_only()
        .column(employer_group::Column::Id)
        .column(employer_group::Column::BillingLookbackMonths)
        .column(broker::Column::BillingLookbackMonths)
        .filter(employer_group::Column::Id.is_in(groups))
        .into_tuple()
        .all(db.connection())
        .await?;
    let look_back = |months: i16| u8::try_from(months).map_or_else(|_| LookBack::default(), LookBack::new);
    Ok(rows.into_iter().map(|(id, group, broker)| (id, look_back(group.unwrap_or(broker)))).collect())
}

/// Holds other snapshots of the plan back until this transaction ends, and all who change its terms: the plan, its line items, and the
/// rates of its group. On SQLite the writer does.
///
/// # Errors
/// When the database fails.
pub async fn lock_plan(tx: &Tx, group: GroupId, id: PlanId) -> Result<()> {
    lock_plans(tx, &[(group, id)]).await
}

/// [`lock_plan`] of many.
///
/// # Errors
/// When the database fails.
pub async fn lock_plans(tx: &Tx, plans: &[(GroupId, PlanId)]) -> Result<()> {
    // Rates are changed by who has locked the group. It comes first: who has it may want a plan, and nobody the other way round. And all
    // in the order of their ids, so that no two wait for each other.
    let groups = employer_group::Entity::find()
        .filter(employer_group::Column::Id.is_in(plans.iter().map(|(group, _)| group.get())))
        .select_only()
        .column(employer_group::Column::Id)
        .order_by_asc(employer_group::Column::Id);
    groups.lock(LockType::KeyShare).into_tuple::<i64>().all(tx.connection()).await?;
    let plans = plan::Entity::find()
        .filter(plan::Column::Id.is_in(plans.iter().map(|(_, plan)| plan.get())))
        .select_only()
        .column(plan::Column::Id)
        .order_by_asc(plan::Column::Id);
    plans.lock(LockType::NoKeyUpdate).into_tuple::<i64>().all(tx.connection()).await?;
    Ok(())
}
