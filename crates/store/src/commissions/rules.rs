//! Commission rules: the list, one, and what they pay on plan lines.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::commissions::statement::Payout;
use domain::text::fold;
use domain::{ApiServiceId, BillingMonth, BrokerId, CommissionRuleId, Money, Page, PageRequest, PlanLineId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select};

use crate::bulk::insert_all;
use crate::connection::sealed::Connected;
use crate::entities::commission_rule::{ActiveModel, Column, Entity, Model, Relation};
use crate::entities::{commission_rate, commission_rule_line};
use crate::paging::{self, Sorts, key};
use crate::{Db, Error, Result, Stamp, Tx, scope, versioned};

/// `commission_rule.basis` of a rule that pays on what is billed, and of one that pays on what is paid.
const BILLED: i16 = 0;
const PAID: i16 = 1;

/// A rule as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its id.
    pub id: CommissionRuleId,
    /// Its name.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// What ends the numbers of its bills.
    pub bill_number_suffix: Option<String>,
    /// The ERP account that gets its bills.
    pub api_service: Option<ApiServiceId>,
    /// The vendor who is paid in the ERP.
    pub erp_vendor_id: Option<String>,
    /// What the vendor is called there.
    pub erp_vendor_name: Option<String>,
    /// The broker whose groups it is about.
    pub broker: Option<BrokerId>,
    /// Whether it pays only on invoices that are paid.
    pub on_paid_only: bool,
    /// Whether statements are still made by it.
    pub active: bool,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A rule to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRule {
    /// Its name.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// The broker whose groups it is about.
    pub broker: Option<BrokerId>,
    /// What it pays on which plan lines.
    pub payouts: Vec<Payout>,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::Name)]),
        ("PayeeName", || vec![key(Column::PayeeName)]),
        ("CreatedOn", || vec![key(Column::CreatedAt)]),
        ("CreatedAt", || vec![key(Column::CreatedAt)]),
    ],
    default: ("Name", false),
    id: || key(Column::Id),
};

/// A page of the rules in scope; the term looks at their names and payees.
///
/// # Errors
/// When the database does not answer.
pub async fn search(db: &impl Db, scope: Scope, request: &PageRequest) -> Result<Page<Rule>> {
    let query = in_scope(scope).filter(paging::matching([Expr::col((Entity, Column::SearchText))], &request.term));
    Ok(paging::page::<Model>(db, query, request, &SORTS).await?.map(Into::into))
}

/// One rule.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: CommissionRuleId) -> Result<Rule> {
    let found = in_scope(scope).filter(Column::Id.eq(id.get())).one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// One rule that stays as it is until the transaction ends: neither it nor what it pays is changed meanwhile, and no statement is made by it.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn lock(tx: &Tx, scope: Scope, id: CommissionRuleId) -> Result<Rule> {
    versioned::lock::<Entity>(tx, id.get()).await?;
    find(tx, scope, id).await
}

/// Those of the brokers in scope; a rule without a broker is seen by those who see everything.
fn in_scope(scope: Scope) -> Select<Entity> {
    Entity::find().join(JoinType::LeftJoin, Relation::Broker.def()).filter(scope::brokers(scope))
}

/// What a rule pays on plan lines, and from when.
///
/// # Errors
/// When the database does not answer.
pub async fn payouts(db: &impl Db, rule: CommissionRuleId, lines: &[PlanLineId]) -> Result<Vec<Payout>> {
    let rows: Vec<(i64, i32, i64)> = commission_rate::Entity::find()
        .select_only()
        .column(commission_rule_line::Column::PlanLineId)
        .columns([commission_rate::Column::FromMonth, commission_rate::Column::PayoutCents])
        .join(JoinType::InnerJoin, commission_rate::Relation::RuleLine.def())
        .filter(commission_rule_line::Column::RuleId.eq(rule.get()))
        .filter(commission_rule_line::Column::PlanLineId.is_in(lines.iter().map(|line| line.get())))
        .filter(commission_rule_line::Column::RemovedAt.is_null())
        .filter(commission_rate::Column::SupersededAt.is_null())
        .order_by_asc(commission_rate::Column::FromMonth)
        .into_tuple()
        .all(db.connection())
        .await?;
    let payout = |(line, from, cents)| Payout {
        plan_line: PlanLineId(line),
        from: BillingMonth::from_number(from),
        amount: Money::from_cents(cents),
    };
    Ok(rows.into_iter().map(payout).collect())
}

/// Stores a rule with what it pays; `by` has set it.
///
/// # Errors
/// Refused when it names a plan line or a broker that does not exist.
pub async fn insert(tx: &Tx, new: &NewRule, by: UserId, stamp: Stamp) -> Result<CommissionRuleId> {
    let row = ActiveModel {
        name: Set(new.name.clone()),
        payee_name: Set(new.payee_name.clone()),
        broker_id: Set(new.broker.map(BrokerId::get)),
        basis: Set(BILLED),
        active: Set(true),
        search_text: Set(fold(&format!("{} {}", new.name, new.payee_name))),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..Default::default()
    };
    let rule = Entity::insert(row).exec(tx.connection()).await?.last_insert_id;
    let lines = insert_lines(tx, rule, &new.payouts).await?;
    let rate = |payout: &Payout| commission_rate::ActiveModel {
        rule_line_id: Set(lines[&payout.plan_line.get()]),
        from_month: Set(payout.from.number()),
        payout_cents: Set(payout.amount.cents()),
        set_by: Set(by.get()),
        set_at: Set(stamp.at),
        ..Default::default()
    };
    insert_all(tx.connection(), new.payouts.iter().map(rate).collect()).await?;
    Ok(CommissionRuleId(rule))
}

/// Adds the plan lines to a rule; what each is called there, by plan line.
async fn insert_lines(tx: &Tx, rule: i64, payouts: &[Payout]) -> Result<BTreeMap<i64, i64>> {
    let plan_lines: BTreeSet<i64> = payouts.iter().map(|payout| payout.plan_line.get()).collect();
    let line = |plan_line| commission_rule_line::ActiveModel {
        rule_id: Set(rule),
        plan_line_id: Set(plan_line),
        ..Default::default()
    };
    insert_all(tx.connection(), plan_lines.into_iter().map(line).collect()).await?;
    let rows: Vec<(i64, i64)> = commission_rule_line::Entity::find()
        .select_only()
        .columns([commission_rule_line::Column::PlanLineId, commission_rule_line::Column::Id])
        .filter(commission_rule_line::Column::RuleId.eq(rule))
        .into_tuple()
        .all(tx.connection())
        .await?;
    Ok(rows.into_iter().collect())
}

impl From<Model> for Rule {
    fn from(row: Model) -> Self {
        Self {
            id: CommissionRuleId(row.id),
            name: row.name,
            payee_name: row.payee_name,
            bill_number_suffix: row.bill_number_suffix,
            api_service: row.api_service_id.map(ApiServiceId),
            erp_vendor_id: row.erp_vendor_id,
            erp_vendor_name: row.erp_vendor_name,
            broker: row.broker_id.map(BrokerId),
            on_paid_only: row.basis == PAID,
            active: row.active,
            version: row.version,
            created_at: row.created_at,
        }
    }
}
