//! The list of statements.

use chrono::{DateTime, Utc};
use domain::access::{Reach, Scope};
use domain::erp::{DocumentFacts, DocumentState, ErpFacts, ErpState, state_of};
use domain::{BillingMonth, CommissionRuleId, Money, Page, PageRequest, StatementId};
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationTrait, Select,
};

use crate::database::paging::{self, Sorts, key, required_key};
use crate::entities::commission_rule;
use crate::entities::commission_statement::{Column, Entity, Model, Relation};
use crate::erp_documents::{Owners, WantedStates, is_in_state, newest};
use crate::{Db, Result, scope};

/// A statement as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementRow {
    /// Its id.
    pub id: StatementId,
    /// Its name, as of when it was made.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// The rule it was made by.
    pub rule: CommissionRuleId,
    /// What the rule was called when it was made.
    pub rule_name: String,
    /// The vendor in the ERP: the one that its bill was made out to, or else that of the rule as of now.
    pub erp_vendor_id: Option<String>,
    /// The month it is for.
    pub period: BillingMonth,
    /// What is paid, negative when more is taken back.
    pub total: Money,
    /// The negative balance of earlier statements, zero or below.
    pub brought_forward: Money,
    /// What is pending until its invoices are paid.
    pub pending: Money,
    /// What was still pending from earlier months.
    pub pending_earlier: Money,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Whether a bill of it stands in the ERP, or may have arrived there.
    pub has_bill: bool,
    /// The number of its bill.
    pub bill_number: Option<String>,
    /// The newest bill, if one was ever asked for.
    pub bill: Option<DocumentFacts>,
    /// Whether nothing of it may change.
    pub is_locked: bool,
}

impl StatementRow {
    /// What the payee gets.
    pub fn due(&self) -> Money {
        self.total + self.brought_forward
    }

    /// How its bill stands in the ERP at `now`, if one was ever asked for (rules.md#state-in-the-erp).
    pub fn bill_state(&self, now: DateTime<Utc>) -> Option<ErpState> {
        let facts = |bill| ErpFacts { is_awaited: false, is_out_of_date: false, newest: Some(bill) };
        self.bill.map(|bill| state_of(&facts(bill), now))
    }
}

#[derive(FromQueryResult)]
pub(super) struct Listed {
    #[sea_orm(nested)]
    statement: Model,
    erp_vendor_id: Option<String>,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("CreatedAt", || vec![key(Column::CreatedAt)]),
        ("CreatedOn", || vec![key(Column::CreatedAt)]),
        ("Id", || vec![]),
        ("Name", || vec![key(Column::Name)]),
        ("PayeeName", || vec![key(Column::PayeeName)]),
        ("RuleName", || vec![key(Column::RuleName)]),
        ("BillingPeriod", || vec![key(Column::PeriodMonth)]),
        ("TotalPayoutAmount", || vec![key(Column::TotalCents)]),
        ("AmountDue", || vec![required_key(amount_due())]),
    ],
    default: ("CreatedAt", true),
    id: || key(Column::Id),
};

fn amount_due() -> Expr {
    Expr::col((Entity, Column::TotalCents)).add(Expr::col((Entity, Column::BroughtForwardCents)))
}

/// Which statements a list shows; what is empty leaves nothing out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatementFilter {
    /// Those of one month.
    pub period: Option<BillingMonth>,
    /// Those of these payees, by name.
    pub payees: Vec<String>,
    /// Those whose bill stands so in the ERP; `NotSent` for those without a bill.
    pub bills: Option<WantedStates>,
}

impl StatementFilter {
    fn condition(&self) -> Condition {
        let payees = (!self.payees.is_empty()).then(|| Column::PayeeName.is_in(&self.payees));
        Condition::all()
            .add_option(self.period.map(|month| Column::PeriodMonth.eq(month.number())))
            .add_option(payees)
            .add_option(self.bills.as_ref().map(|wanted| is_in_state(Owners::Statements, wanted)))
    }
}

/// A page of the statements in scope that a filter lets through; the term looks at their names, payees and numbers.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    filter: &StatementFilter,
    request: &PageRequest,
) -> Result<Page<StatementRow>> {
    let mut matching = paging::matching([Expr::col((Entity, Column::SearchText))], &request.term);
    if let Some(numbered) = numbered(&request.term) {
        matching = Condition::any().add(matching).add(numbered);
    }
    let query = in_scope(scope).filter(filter.condition()).filter(matching);
    let page = paging::page::<Listed>(db, query, request, &SORTS).await?;
    Ok(Page { rows: with_bills(db, page.rows).await?, total: page.total, per_page: page.per_page })
}

/// The payees of all statements in scope, by name.
///
/// # Errors
/// When the database does not answer.
pub async fn payees_of_all(db: &impl Db, scope: Scope) -> Result<Vec<String>> {
    let names = in_scope(scope).select_only().column(Column::PayeeName).distinct().order_by_asc(Column::PayeeName);
    Ok(names.into_tuple().all(db.connection()).await?)
}

/// The statements whose number a term is: `CS-000312`, also without the letters, or a part of the number of its bill. `None` for a blank term.
fn numbered(term: &str) -> Option<Condition> {
    let typed = term.trim().to_lowercase();
    let digits = typed.strip_prefix("cs-").unwrap_or(&typed);
    let id = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let id = id.and_then(|digits| digits.parse::<i64>().ok());
    let bill = Expr::expr(Func::lower(Expr::col((Entity, Column::BillNumber)))).like(paging::containing(&typed));
    (!typed.is_empty()).then(|| Condition::any().add(bill).add_option(id.map(|id| Column::Id.eq(id))))
}

/// The statements of these ids that are in scope, in no order.
///
/// # Errors
/// When the database does not answer.
pub async fn named(db: &impl Db, scope: Scope, ids: &[StatementId]) -> Result<Vec<StatementRow>> {
    rows(db, in_scope(scope).filter(Column::Id.is_in(ids.iter().map(|id| id.get())))).await
}

/// A bill takes over the negative balance of the statement.
const TAKEN_OVER: &str = "exists (select 1 from commission_line c join commission_statement b on b.id = c.statement_id \
    where c.brought_from = commission_statement.id and c.live = true and b.locked_at is not null)";

/// The undeleted ones that were made for brokers in scope. Who does not see everything sees only those that have a bill, or whose balance a bill
/// takes over, and whose rule lets the broker read them (rules.md#statements-of-a-broker).
pub(super) fn in_scope(scope: Scope) -> Select<Entity> {
    let all = Entity::find()
        .join(JoinType::InnerJoin, Relation::Rule.def())
        .join(JoinType::LeftJoin, Relation::Broker.def())
        .column_as(commission_rule::Column::ErpVendorId, "erp_vendor_id")
        .filter(scope::brokers(scope))
        .filter(Column::DeletedAt.is_null());
    match scope.reach() {
        Reach::Everything => all,
        _ => {
            let is_paid = Condition::any().add(Column::LockedAt.is_not_null()).add(Expr::cust(TAKEN_OVER));
            all.filter(is_paid).filter(commission_rule::Column::BrokerReads.eq(true))
        }
    }
}

/// The rows of a query that [`in_scope`] began.
pub(super) async fn rows(db: &impl Db, query: Select<Entity>) -> Result<Vec<StatementRow>> {
    let found = query.into_model::<Listed>().all(db.connection()).await?;
    with_bills(db, found).await
}

async fn with_bills(db: &impl Db, found: Vec<Listed>) -> Result<Vec<StatementRow>> {
    let ids: Vec<i64> = found.iter().map(|row| row.statement.id).collect();
    let bills = newest(db, Owners::Statements, &ids).await?;
    let row = |Listed { statement, erp_vendor_id }: Listed| {
        let bill = bills.get(&statement.id).map(|bill| bill.facts);
        let is_there = |bill: DocumentFacts| !matches!(bill.state, DocumentState::Failed | DocumentState::Deleted);
        StatementRow {
            id: StatementId(statement.id),
            name: statement.name,
            payee_name: statement.payee_name,
            rule: CommissionRuleId(statement.rule_id),
            rule_name: statement.rule_name,
            erp_vendor_id: if statement.locked_at.is_some() { statement.billed_vendor_id } else { erp_vendor_id },
            period: BillingMonth::from_number(statement.period_month),
            total: Money::from_cents(statement.total_cents),
            brought_forward: Money::from_cents(statement.brought_forward_cents),
            pending: Money::from_cents(statement.pending_cents),
            pending_earlier: Money::from_cents(statement.pending_earlier_cents),
            created_at: statement.created_at,
            has_bill: bill.is_some_and(is_there) || statement.locked_at.is_some(),
            bill_number: statement.bill_number,
            bill,
            is_locked: statement.locked_at.is_some(),
        }
    };
    Ok(found.into_iter().map(row).collect())
}
