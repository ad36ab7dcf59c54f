//! What rules pay on their plan lines, month by month (rules.md#payout-rates). A payout that was replaced stays.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::commissions::payout::{Rate, Timeline};
use domain::{BillingMonth, BrokerId, CommissionRuleId, Money, PlanLineId, RuleLineId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, Func, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select};

use super::lines::{plan_lines_for, plan_lines_of};
use crate::database::bulk::insert_all;
use crate::database::connection::sealed::Connected;
use crate::entities::commission_rate::{ActiveModel, Column, Entity, Relation};
use crate::entities::{commission_line, commission_rule, commission_rule_line, user_account};
use crate::row_set::ROWS_A_STATEMENT;
use crate::{Db, Result, Tx};

/// The payouts of a rule's line that are in force.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredTimeline {
    /// The payouts.
    pub timeline: Timeline,
    /// Their ids by the month from which they hold.
    ids: BTreeMap<BillingMonth, i64>,
}

impl StoredTimeline {
    /// The ids of the payouts that hold from these months.
    pub fn ids(&self, months: &[BillingMonth]) -> impl Iterator<Item = i64> {
        months.iter().filter_map(|month| self.ids.get(month).copied())
    }
}

/// What another rule pays on a plan line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherPayouts {
    /// Who is paid.
    pub payee_name: String,
    /// How much, by month.
    pub timeline: Timeline,
}

/// The plan lines whose other payees are asked for.
#[derive(Debug, Clone, Copy)]
pub enum LinesOf {
    /// Those of a rule, which is left out itself.
    Rule(CommissionRuleId),
    /// Those that a broker has to choose from.
    Broker(BrokerId),
}

/// A payout to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRate {
    /// The line of a rule.
    pub rule_line: RuleLineId,
    /// How much, and from when.
    pub rate: Rate,
}

/// A payout as it was set, also one that was replaced since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRate {
    /// Its id.
    pub id: i64,
    /// How much, and from when.
    pub rate: Rate,
    /// Who set it.
    pub set_by: String,
    /// When.
    pub set_at: DateTime<Utc>,
    /// When another one replaced it.
    pub replaced_at: Option<DateTime<Utc>>,
    /// When its line was taken out of the rule.
    pub removed_at: Option<DateTime<Utc>>,
}

/// The payouts in force of each line of a rule; a line without any is missing.
///
/// # Errors
/// When the database does not answer.
pub async fn of_rule(db: &impl Db, rule: CommissionRuleId) -> Result<BTreeMap<RuleLineId, StoredTimeline>> {
    let rows: Vec<(i64, i64, i32, i64)> = in_force()
        .select_only()
        .columns([Column::RuleLineId, Column::Id, Column::FromMonth, Column::PayoutCents])
        .filter(commission_rule_line::Column::RuleId.eq(rule.get()))
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut by_line: BTreeMap<RuleLineId, (Vec<Rate>, BTreeMap<BillingMonth, i64>)> = BTreeMap::new();
    for (line, id, from, cents) in rows {
        let rate = rate(from, cents);
        let (rates, ids) = by_line.entry(RuleLineId(line)).or_default();
        rates.push(rate);
        ids.insert(rate.from, id);
    }
    let stored = |(rates, ids): (Vec<Rate>, _)| StoredTimeline { timeline: rates.into_iter().collect(), ids };
    Ok(by_line.into_iter().map(|(line, found)| (line, stored(found))).collect())
}

/// What the active rules pay on plan lines, rule by rule.
///
/// # Errors
/// When the database does not answer.
pub async fn of_others(db: &impl Db, lines: LinesOf) -> Result<BTreeMap<PlanLineId, Vec<OtherPayouts>>> {
    let (which, but): (SelectStatement, i64) = match lines {
        LinesOf::Rule(rule) => (plan_lines_of(rule), rule.get()),
        LinesOf::Broker(broker) => (plan_lines_for(broker), 0),
    };
    let rows: Vec<(i64, i64, String, i32, i64)> = in_force()
        .select_only()
        .columns([commission_rule_line::Column::PlanLineId, commission_rule_line::Column::RuleId])
        .column(commission_rule::Column::PayeeName)
        .columns([Column::FromMonth, Column::PayoutCents])
        .join(JoinType::InnerJoin, commission_rule_line::Relation::Rule.def())
        .filter(commission_rule::Column::Active.eq(true))
        .filter(commission_rule::Column::Id.ne(but))
        .filter(commission_rule_line::Column::PlanLineId.in_subquery(which))
        .order_by_asc(commission_rule_line::Column::PlanLineId)
        .order_by_asc(commission_rule_line::Column::RuleId)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut found: BTreeMap<PlanLineId, BTreeMap<i64, (String, Vec<Rate>)>> = BTreeMap::new();
    for (line, rule, payee_name, from, cents) in rows {
        let of_rule = found.entry(PlanLineId(line)).or_default().entry(rule);
        of_rule.or_insert_with(|| (payee_name, Vec::new())).1.push(rate(from, cents));
    }
    let other =
        |(payee_name, rates): (String, Vec<Rate>)| OtherPayouts { payee_name, timeline: rates.into_iter().collect() };
    let others = |rules: BTreeMap<i64, _>| rules.into_values().map(other).collect();
    Ok(found.into_iter().map(|(line, rules)| (line, others(rules))).collect())
}

/// The last month of each plan line that stands in a statement of a rule, also as pending.
///
/// # Errors
/// When the database does not answer.
pub async fn stated_until(db: &impl Db, rule: CommissionRuleId) -> Result<BTreeMap<PlanLineId, BillingMonth>> {
    let rows: Vec<(i64, i32)> = commission_line::Entity::find()
        .select_only()
        .column(commission_line::Column::PlanLineId)
        .expr_as(Func::max(Expr::col((commission_line::Entity, commission_line::Column::BillableMonth))), "last")
        .filter(commission_line::Column::RuleId.eq(rule.get()))
        .filter(commission_line::Column::PlanLineId.is_not_null())
        .filter(commission_line::Column::Live.eq(true))
        .group_by(commission_line::Column::PlanLineId)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(line, last)| (PlanLineId(line), BillingMonth::from_number(last))).collect())
}

/// The payouts of a rule on a plan line that were ever set, the latest first.
///
/// # Errors
/// When the database does not answer.
pub async fn history(db: &impl Db, rule: CommissionRuleId, line: PlanLineId) -> Result<Vec<PastRate>> {
    type Row = (i64, i32, i64, DateTime<Utc>, Option<DateTime<Utc>>, Option<DateTime<Utc>>, String, String);
    let rows: Vec<Row> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::FromMonth, Column::PayoutCents, Column::SetAt, Column::SupersededAt])
        .column(commission_rule_line::Column::RemovedAt)
        .columns([user_account::Column::FirstName, user_account::Column::LastName])
        .join(JoinType::InnerJoin, Relation::RuleLine.def())
        .join(JoinType::InnerJoin, Relation::SetBy.def())
        .filter(commission_rule_line::Column::RuleId.eq(rule.get()))
        .filter(commission_rule_line::Column::PlanLineId.eq(line.get()))
        .order_by_desc(Column::SetAt)
        .order_by_desc(Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    let past = |(id, from, cents, set_at, replaced_at, removed_at, first, last): Row| PastRate {
        id,
        rate: rate(from, cents),
        set_by: format!("{first} {last}"),
        set_at,
        replaced_at,
        removed_at,
    };
    Ok(rows.into_iter().map(past).collect())
}

/// Stores payouts, and keeps those of these ids as replaced.
///
/// # Errors
/// Refused when another payout of the line holds from the same month.
pub async fn set(tx: &Tx, new: &[NewRate], replaced: &[i64], by: UserId, at: DateTime<Utc>) -> Result<()> {
    for ids in replaced.chunks(ROWS_A_STATEMENT) {
        Entity::update_many()
            .col_expr(Column::SupersededAt, Expr::value(Some(at)))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(tx.connection())
            .await?;
    }
    insert(tx, new, by, at).await
}

/// Stores payouts.
///
/// # Errors
/// As [`set`].
pub(super) async fn insert(tx: &Tx, new: &[NewRate], by: UserId, at: DateTime<Utc>) -> Result<()> {
    let row = |new: &NewRate| ActiveModel {
        rule_line_id: Set(new.rule_line.get()),
        from_month: Set(new.rate.from.number()),
        payout_cents: Set(new.rate.payout.cents()),
        set_by: Set(by.get()),
        set_at: Set(at),
        ..Default::default()
    };
    insert_all(tx.connection(), new.iter().map(row).collect()).await
}

/// The payouts in force, of lines that their rules still have.
fn in_force() -> Select<Entity> {
    Entity::find()
        .join(JoinType::InnerJoin, Relation::RuleLine.def())
        .filter(commission_rule_line::Column::RemovedAt.is_null())
        .filter(Column::SupersededAt.is_null())
}

fn rate(from: i32, cents: i64) -> Rate {
    Rate { from: BillingMonth::from_number(from), payout: Money::from_cents(cents) }
}
