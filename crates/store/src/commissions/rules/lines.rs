//! The plan lines that a rule pays on, and those that a broker has to choose from. A line that was removed stays.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::commissions::plans::HeldLine;
use domain::{BrokerId, CommissionRuleId, GroupId, Money, PlanLineId, RuleLineId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationTrait, Select, Statement, Value,
};

use crate::database::bulk::insert_all;
use crate::database::connection::sealed::Connected;
use crate::entities::commission_rule_line::{ActiveModel, Column, Entity, Relation};
use crate::entities::{broker, employer_group, plan, plan_line, pricing_option};
use crate::row_set::ROWS_A_STATEMENT;
use crate::{Db, Result, Tx, scope};

/// A plan line with what it is part of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLine {
    /// What it is called in the rule; `None` for one that may be chosen.
    pub id: Option<RuleLineId>,
    /// The plan line with the brokers of its group.
    pub held: HeldLine,
    /// What it is called.
    pub name: String,
    /// What it bills for each.
    pub rate: Money,
    /// The name of its plan.
    pub plan_name: String,
    /// Its group.
    pub group: GroupId,
    /// The name of its group.
    pub group_name: String,
    /// The name of its group's broker.
    pub broker_name: String,
}

#[derive(FromQueryResult)]
struct Found {
    rule_line_id: i64,
    plan_line_id: i64,
    line_name: String,
    deleted_at: Option<DateTime<Utc>>,
    rate_cents: i64,
    plan_name: String,
    group_id: i64,
    group_name: String,
    broker_id: i64,
    master_broker_id: Option<i64>,
    broker_name: String,
}

/// The lines that a rule pays on, by group and plan.
///
/// # Errors
/// When the database does not answer.
pub async fn of_rule(db: &impl Db, rule: CommissionRuleId) -> Result<Vec<RuleLine>> {
    let query = of(rule)
        .select_only()
        .column_as(Column::Id, "rule_line_id")
        .join(JoinType::InnerJoin, Relation::PlanLine.def());
    rows(db, query).await
}

/// The lines of plans of the groups in scope of which `broker` is broker or master broker, by group and plan; those that were deleted are
/// left out.
///
/// # Errors
/// When the database does not answer.
pub async fn of_broker(db: &impl Db, scope: Scope, broker: BrokerId) -> Result<Vec<RuleLine>> {
    let query = plan_line::Entity::find()
        .select_only()
        .expr_as(Expr::value(0_i64), "rule_line_id")
        .filter(plan_line::Column::DeletedAt.is_null())
        .filter(scope::groups(scope))
        .filter(of_its_groups(broker));
    rows(db, query).await
}

/// As [`of_broker`], their ids only.
///
/// # Errors
/// When the database does not answer.
pub async fn offered(db: &impl Db, broker: BrokerId) -> Result<BTreeSet<PlanLineId>> {
    let ids: Vec<i64> = offered_query(broker).into_tuple().all(db.connection()).await?;
    Ok(ids.into_iter().map(PlanLineId).collect())
}

/// The lines that a rule pays on, with the brokers of their groups.
///
/// # Errors
/// When the database does not answer.
pub async fn held(db: &impl Db, rule: CommissionRuleId) -> Result<Vec<HeldLine>> {
    type Row = (i64, i64, Option<i64>, Option<DateTime<Utc>>);
    let rows: Vec<Row> = of(rule)
        .select_only()
        .column(Column::PlanLineId)
        .columns([employer_group::Column::BrokerId, employer_group::Column::MasterBrokerId])
        .column(plan_line::Column::DeletedAt)
        .join(JoinType::InnerJoin, Relation::PlanLine.def())
        .join(JoinType::InnerJoin, plan_line::Relation::Group.def())
        .order_by_asc(Column::PlanLineId)
        .into_tuple()
        .all(db.connection())
        .await?;
    let held = |(plan_line, broker, master, deleted_at): (i64, i64, Option<i64>, Option<_>)| HeldLine {
        plan_line: PlanLineId(plan_line),
        broker: BrokerId(broker),
        master_broker: master.map(BrokerId),
        is_deleted: deleted_at.is_some(),
    };
    Ok(rows.into_iter().map(held).collect())
}

/// What the plan lines of a rule are called in it.
///
/// # Errors
/// When the database does not answer.
pub async fn ids_of(db: &impl Db, rule: CommissionRuleId) -> Result<BTreeMap<PlanLineId, RuleLineId>> {
    let rows: Vec<(i64, i64)> =
        of(rule).select_only().columns([Column::PlanLineId, Column::Id]).into_tuple().all(db.connection()).await?;
    Ok(rows.into_iter().map(|(plan_line, id)| (PlanLineId(plan_line), RuleLineId(id))).collect())
}

/// Whether a rule has any plan line, or had one that was removed.
///
/// # Errors
/// When the database does not answer.
pub async fn had_any(db: &impl Db, rule: CommissionRuleId) -> Result<bool> {
    let lines = Entity::find().select_only().column(Column::Id).filter(Column::RuleId.eq(rule.get())).limit(1);
    Ok(lines.into_tuple::<i64>().one(db.connection()).await?.is_some())
}

/// Adds plan lines to a rule. One that it had before has the payouts again that it had then; on others nothing is paid yet
/// (rules.md#plans-of-a-rule).
///
/// # Errors
/// Refused when the rule has one of them already.
pub async fn add(tx: &Tx, rule: CommissionRuleId, lines: &[PlanLineId], by: UserId, at: DateTime<Utc>) -> Result<()> {
    let row = |line: &PlanLineId| ActiveModel {
        rule_id: Set(rule.get()),
        plan_line_id: Set(line.get()),
        ..Default::default()
    };
    insert_all(tx.connection(), lines.iter().map(row).collect()).await?;
    for lines in lines.chunks(ROWS_A_STATEMENT) {
        bring_back(tx, rule, lines, by, at).await?;
    }
    Ok(())
}

/// Sets the payouts again that were in force when plan lines were last taken out of a rule.
async fn bring_back(
    tx: &Tx,
    rule: CommissionRuleId,
    lines: &[PlanLineId],
    by: UserId,
    at: DateTime<Utc>,
) -> Result<()> {
    let mut values: Vec<Value> = vec![rule.get().into(), by.get().into(), at.into()];
    let first = values.len() + 1;
    values.extend(lines.iter().map(|line| Value::from(line.get())));
    let places: Vec<String> = (first..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "insert into commission_rate (rule_line_id, from_month, payout_cents, set_by, set_at) \
         select n.id, r.from_month, r.payout_cents, $2, $3 from commission_rule_line n \
         join commission_rate r on r.superseded_at is null and r.rule_line_id = \
         (select max(o.id) from commission_rule_line o where o.rule_id = n.rule_id and o.plan_line_id = n.plan_line_id \
         and o.removed_at is not null) \
         where n.rule_id = $1 and n.removed_at is null and n.plan_line_id in ({}) order by n.id, r.from_month",
        places.join(",")
    );
    let statement = Statement::from_sql_and_values(tx.connection().get_database_backend(), sql, values);
    tx.connection().execute_raw(statement).await?;
    Ok(())
}

/// Takes plan lines out of a rule; they stay as removed ones.
///
/// # Errors
/// When the database does not answer.
pub async fn remove(tx: &Tx, rule: CommissionRuleId, lines: &[PlanLineId], at: DateTime<Utc>) -> Result<()> {
    for lines in lines.chunks(ROWS_A_STATEMENT) {
        Entity::update_many()
            .col_expr(Column::RemovedAt, Expr::value(Some(at)))
            .filter(Column::RuleId.eq(rule.get()))
            .filter(Column::RemovedAt.is_null())
            .filter(Column::PlanLineId.is_in(lines.iter().map(|line| line.get())))
            .exec(tx.connection())
            .await?;
    }
    Ok(())
}

/// The lines that a rule has.
pub(super) fn of(rule: CommissionRuleId) -> Select<Entity> {
    Entity::find().filter(Column::RuleId.eq(rule.get())).filter(Column::RemovedAt.is_null())
}

/// The plan lines that a rule has, as a condition on others.
pub(super) fn plan_lines_of(rule: CommissionRuleId) -> SelectStatement {
    of(rule).select_only().column(Column::PlanLineId).into_query()
}

/// The plan lines that a broker has to choose from, as a condition on others.
pub(super) fn plan_lines_for(broker: BrokerId) -> SelectStatement {
    offered_query(broker).into_query()
}

fn offered_query(broker: BrokerId) -> Select<plan_line::Entity> {
    plan_line::Entity::find()
        .select_only()
        .column(plan_line::Column::Id)
        .join(JoinType::InnerJoin, plan_line::Relation::Group.def())
        .filter(plan_line::Column::DeletedAt.is_null())
        .filter(of_its_groups(broker))
}

fn of_its_groups(broker: BrokerId) -> Condition {
    Condition::any()
        .add(employer_group::Column::BrokerId.eq(broker.get()))
        .add(employer_group::Column::MasterBrokerId.eq(broker.get()))
}

async fn rows<E: EntityTrait>(db: &impl Db, lines: Select<E>) -> Result<Vec<RuleLine>> {
    let found = lines
        .column_as(plan_line::Column::Id, "plan_line_id")
        .column_as(plan_line::Column::Name, "line_name")
        .column_as(plan_line::Column::DeletedAt, "deleted_at")
        .column_as(pricing_option::Column::RateCents, "rate_cents")
        .column_as(plan::Column::Name, "plan_name")
        .column_as(employer_group::Column::Id, "group_id")
        .column_as(employer_group::Column::Name, "group_name")
        .column_as(employer_group::Column::BrokerId, "broker_id")
        .column_as(employer_group::Column::MasterBrokerId, "master_broker_id")
        .column_as(broker::Column::Name, "broker_name")
        .join(JoinType::InnerJoin, plan_line::Relation::Plan.def())
        .join(JoinType::InnerJoin, plan_line::Relation::PricingOption.def())
        .join(JoinType::InnerJoin, plan_line::Relation::Group.def())
        .join(JoinType::InnerJoin, employer_group::Relation::Broker.def())
        .order_by_asc(employer_group::Column::SearchText)
        .order_by_asc(employer_group::Column::Id)
        .order_by_asc(plan::Column::NameKey)
        .order_by_asc(plan::Column::Id)
        .order_by_asc(plan_line::Column::Id)
        .into_model::<Found>()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(RuleLine::from).collect())
}

impl From<Found> for RuleLine {
    fn from(row: Found) -> Self {
        let held = HeldLine {
            plan_line: PlanLineId(row.plan_line_id),
            broker: BrokerId(row.broker_id),
            master_broker: row.master_broker_id.map(BrokerId),
            is_deleted: row.deleted_at.is_some(),
        };
        Self {
            id: (row.rule_line_id != 0).then_some(RuleLineId(row.rule_line_id)),
            held,
            name: row.line_name,
            rate: Money::from_cents(row.rate_cents),
            plan_name: row.plan_name,
            group: GroupId(row.group_id),
            group_name: row.group_name,
            broker_name: row.broker_name,
        }
    }
}
