//! Commission rules: the list, one, and saving it. What they pay on which plan lines is in the files below.

pub mod adjustments;
pub mod lines;
pub mod rates;
mod saving;

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::commissions::rule::{ErpVendor, RuleDetails};
use domain::{ApiServiceId, BillingMonth, BrokerId, CommissionRuleId, Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait, Select,
};

use crate::database::paging::{self, Sorts, key, required_key};
use crate::database::versioned;
use crate::entities::commission_rule::{Column, Entity, Model, Relation};
use crate::entities::{broker, commission_rule_line, plan_line};
use crate::{Db, Error, Result, Tx, scope};

pub use saving::{NewRule, asked_from, create, insert, update};

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
    /// Whether administrators of the broker read its billed statements.
    pub broker_reads: bool,
    /// Whether it pays only on invoices that are paid.
    pub on_paid_only: bool,
    /// Whether statements are still made by it.
    pub active: bool,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The first month whose statement was asked for while all of it was pending, or that was looked back to when it last paid on paid
    /// invoices.
    pub first_asked: Option<BillingMonth>,
}

impl Rule {
    /// Whether a statement of a month also takes lines of earlier months: of those that were pending.
    pub fn looks_back(&self) -> bool {
        self.on_paid_only || self.first_asked.is_some()
    }

    /// Its values.
    pub fn details(&self) -> RuleDetails {
        let vendor = self
            .erp_vendor_id
            .clone()
            .map(|id| ErpVendor { name: self.erp_vendor_name.clone().unwrap_or_else(|| id.clone()), id });
        RuleDetails {
            name: self.name.clone(),
            payee_name: self.payee_name.clone(),
            bill_number_suffix: self.bill_number_suffix.clone(),
            api_service: self.api_service,
            vendor,
            broker: self.broker,
            broker_reads: self.broker_reads,
            on_paid_only: self.on_paid_only,
            active: self.active,
        }
    }
}

/// A rule in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRow {
    /// The rule.
    pub rule: Rule,
    /// What its broker is called.
    pub broker_name: Option<String>,
    /// How many groups it pays on.
    pub groups: u64,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        // It begins with the name, and the case does not matter in it.
        ("Name", || vec![key(Column::SearchText)]),
        ("PayeeName", || vec![key(Column::PayeeName)]),
        ("GroupCount", || vec![required_key(groups_of_it())]),
        ("CreatedOn", || vec![key(Column::CreatedAt)]),
        ("CreatedAt", || vec![key(Column::CreatedAt)]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// A page of the rules in scope, of those that have ended or have not only when it is asked for; the term looks at their names and payees.
///
/// # Errors
/// When the database does not answer.
pub async fn search(db: &impl Db, scope: Scope, active: Option<bool>, request: &PageRequest) -> Result<Page<RuleRow>> {
    let of_state = Condition::all().add_option(active.map(|active| Column::Active.eq(active)));
    let matching = paging::matching([Expr::col((Entity, Column::SearchText))], &request.term);
    let query = listed(scope).filter(of_state).filter(matching);
    Ok(paging::page::<Listed>(db, query, request, &SORTS).await?.map(Into::into))
}

/// One rule as the list shows it.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find_row(db: &impl Db, scope: Scope, id: CommissionRuleId) -> Result<RuleRow> {
    let found = listed(scope).filter(Column::Id.eq(id.get())).into_model::<Listed>().one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
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

/// Refuses a save of a locked rule that was read before it was last changed, also one that would change nothing.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn require_version(tx: &Tx, rule: &Rule, version: Option<i32>) -> Result<()> {
    versioned::require::<Entity>(tx, rule.id.get(), rule.version, version).await
}

/// Those of the brokers in scope; a rule without a broker is seen by those who see everything.
fn in_scope(scope: Scope) -> Select<Entity> {
    Entity::find().join(JoinType::LeftJoin, Relation::Broker.def()).filter(scope::brokers(scope))
}

fn listed(scope: Scope) -> Select<Entity> {
    in_scope(scope).column_as(broker::Column::Name, "broker_name").expr_as(groups_of_it(), "group_count")
}

/// How many groups a rule pays on.
fn groups_of_it() -> Expr {
    let groups: SelectStatement = Query::select()
        .expr(Func::count_distinct(Expr::col((plan_line::Entity, plan_line::Column::GroupId))))
        .from(commission_rule_line::Entity)
        .inner_join(
            plan_line::Entity,
            Expr::col((plan_line::Entity, plan_line::Column::Id))
                .equals((commission_rule_line::Entity, commission_rule_line::Column::PlanLineId)),
        )
        .and_where(
            Expr::col((commission_rule_line::Entity, commission_rule_line::Column::RuleId))
                .equals((Entity, Column::Id)),
        )
        .and_where(commission_rule_line::Column::RemovedAt.is_null())
        .take();
    Expr::SubQuery(None, Box::new(groups.into()))
}

#[derive(FromQueryResult)]
struct Listed {
    #[sea_orm(nested)]
    rule: Model,
    broker_name: Option<String>,
    group_count: i64,
}

impl From<Listed> for RuleRow {
    fn from(Listed { rule, broker_name, group_count }: Listed) -> Self {
        Self { rule: rule.into(), broker_name, groups: group_count.unsigned_abs() }
    }
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
            broker_reads: row.broker_reads,
            on_paid_only: row.basis == PAID,
            active: row.active,
            version: row.version,
            created_at: row.created_at,
            first_asked: row.first_asked_month.map(BillingMonth::from_number),
        }
    }
}
