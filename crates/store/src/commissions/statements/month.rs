//! All rules in a month: what a commission run shows of each (rules.md#commission-run).

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::commissions::ledger::Basis;
use domain::{BillingMonth, CommissionRuleId, Money, StatementId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use super::list::{StatementRow, in_scope, rows};
use super::not_paid::{Which, not_paid, voided};
use super::ordered_rows::{read, set};
use crate::entities::{commission_rule, commission_statement};
use crate::{Db, Engine, Result};

/// A rule as a run shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRule {
    /// Its id.
    pub id: CommissionRuleId,
    /// Its name.
    pub name: String,
    /// Who is paid.
    pub payee_name: String,
    /// Whether it pays on anything new.
    pub active: bool,
    /// On what it pays.
    pub basis: Basis,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The first month whose statement was asked for while all of it was pending, or that was looked back to when it last paid on paid
    /// invoices.
    pub first_asked: Option<BillingMonth>,
    /// Whether it names a vendor.
    pub has_vendor: bool,
    /// Whether it names an ERP account.
    pub has_account: bool,
}

impl RunRule {
    /// Whether a statement of a month also takes lines of earlier months: of those that were pending.
    pub fn looks_back(&self) -> bool {
        self.basis == Basis::Paid || self.first_asked.is_some()
    }
}

/// What is known of a rule's month beside its candidates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MonthOf {
    /// Its live statements of the month, newest first.
    pub statements: Vec<StatementRow>,
    /// Those of them whose negative balance another one of them has taken over.
    pub carried: BTreeSet<StatementId>,
    /// How many invoices each of them pays on that are not paid any more, where the rule pays on paid invoices.
    pub not_paid: BTreeMap<StatementId, u64>,
    /// How many voided invoices each of them pays on, where the rule pays on billed invoices.
    pub voided: BTreeMap<StatementId, u64>,
    /// What its statements of the month before pay; `None` without one.
    pub last_month: Option<Money>,
    /// Its plan lines, also those that were removed.
    pub plan_lines: u64,
    /// Its plan lines without a payout above zero in the month.
    pub lines_without_payout: u64,
    /// Its plan lines on which all rules together pay more than the line bills.
    pub lines_overpaid: u64,
    /// Its plan lines whose groups have left its broker.
    pub lines_of_left_groups: u64,
    /// Its active plans that have no snapshot of the month.
    pub plans_without_invoice: u64,
}

/// All rules by name, also those that have ended.
///
/// # Errors
/// When the database does not answer.
pub async fn rules(db: &impl Db) -> Result<Vec<RunRule>> {
    let found = commission_rule::Entity::find()
        .order_by_asc(commission_rule::Column::Name)
        .order_by_asc(commission_rule::Column::Id)
        .all(db.connection())
        .await?;
    let is_given = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    let rule = |row: commission_rule::Model| RunRule {
        id: CommissionRuleId(row.id),
        active: row.active,
        basis: if row.basis == 1 { Basis::Paid } else { Basis::Billed },
        has_vendor: is_given(row.erp_vendor_id.as_deref()),
        has_account: row.api_service_id.is_some(),
        name: row.name,
        payee_name: row.payee_name,
        created_at: row.created_at,
        first_asked: row.first_asked_month.map(BillingMonth::from_number),
    };
    Ok(found.into_iter().map(rule).collect())
}

/// What is known of each rule's month; a rule of which nothing is known is left out.
///
/// # Errors
/// When the database does not answer.
pub async fn month(db: &impl Db, period: BillingMonth) -> Result<BTreeMap<CommissionRuleId, MonthOf>> {
    let mut found: BTreeMap<CommissionRuleId, MonthOf> = BTreeMap::new();
    let made = in_scope(Scope::system()).filter(commission_statement::Column::PeriodMonth.eq(period.number()));
    for row in rows(db, made.order_by_desc(commission_statement::Column::Id)).await? {
        found.entry(row.rule).or_default().statements.push(row);
    }
    for (rule, statement) in carried(db, period).await? {
        found.entry(rule).or_default().carried.insert(statement);
    }
    let mut not_paid = not_paid(db, Which::Month(period)).await?;
    let mut voided = voided(db, Which::Month(period)).await?;
    for month in found.values_mut() {
        month.not_paid = month.statements.iter().filter_map(|row| not_paid.remove_entry(&row.id)).collect();
        month.voided = month.statements.iter().filter_map(|row| voided.remove_entry(&row.id)).collect();
    }
    let last = "select rule_id, cast(sum(total_cents) as bigint) as n from commission_statement \
                where deleted_at is null and period_month = $1 group by rule_id";
    for (rule, cents) in numbers(db, last.to_owned(), vec![period.plus(-1).number().into()]).await? {
        found.entry(rule).or_default().last_month = Some(Money::from_cents(cents));
    }
    let held = "select rule_id, count(*) as n from commission_rule_line group by rule_id";
    for (rule, n) in numbers(db, held.to_owned(), Vec::new()).await? {
        found.entry(rule).or_default().plan_lines = n.unsigned_abs();
    }
    for (rule, n) in numbers(db, unpaid_lines(), vec![period.number().into()]).await? {
        found.entry(rule).or_default().lines_without_payout = n.unsigned_abs();
    }
    for (rule, n) in numbers(db, overpaid_lines(db.engine()), vec![period.number().into()]).await? {
        found.entry(rule).or_default().lines_overpaid = n.unsigned_abs();
    }
    for (rule, n) in numbers(db, left_lines(), Vec::new()).await? {
        found.entry(rule).or_default().lines_of_left_groups = n.unsigned_abs();
    }
    let values = vec![period.number().into(), period.window().start.into()];
    for (rule, n) in numbers(db, uninvoiced_plans(db.engine()), values).await? {
        found.entry(rule).or_default().plans_without_invoice = n.unsigned_abs();
    }
    Ok(found)
}

async fn numbers(db: &impl Db, query: String, values: Vec<sea_orm::Value>) -> Result<Vec<(CommissionRuleId, i64)>> {
    let rows: Vec<(i64, i64)> = read(db, &["rule_id", "n"], &query, values).await?;
    Ok(rows.into_iter().map(|(rule, n)| (CommissionRuleId(rule), n)).collect())
}

/// The statements of a month whose negative balance another one of the month has taken over.
async fn carried(db: &impl Db, period: BillingMonth) -> Result<Vec<(CommissionRuleId, StatementId)>> {
    let query = format!(
        "select c.rule_id, c.brought_from from commission_line c join commission_statement s on s.id = c.statement_id \
         join commission_statement b on b.id = c.brought_from and b.period_month = s.period_month \
         where s.period_month = $1 and s.deleted_at is null and c.live{}",
        set(db.engine())
    );
    let rows: Vec<(i64, i64)> = read(db, &["rule_id", "brought_from"], &query, vec![period.number().into()]).await?;
    Ok(rows.into_iter().map(|(rule, statement)| (CommissionRuleId(rule), StatementId(statement))).collect())
}

/// The lines on which nothing is paid in a month: the payout in force is the last that begins by then.
fn unpaid_lines() -> String {
    "select rl.rule_id, count(*) as n from commission_rule_line rl where rl.removed_at is null and coalesce(\
     (select r.payout_cents from commission_rate r where r.rule_line_id = rl.id and r.superseded_at is null \
     and r.from_month <= $1 order by r.from_month desc limit 1), 0) = 0 group by rl.rule_id"
        .to_owned()
}

/// The lines whose rate is less than the payouts in force of all active rules on it (rules.md#net-of-a-line).
fn overpaid_lines(engine: Engine) -> String {
    format!(
        "with pays as (select rl.rule_id, rl.plan_line_id, coalesce((select r.payout_cents from commission_rate r \
         where r.rule_line_id = rl.id and r.superseded_at is null and r.from_month <= $1 order by r.from_month desc limit 1), 0) \
         as cents from commission_rule_line rl join commission_rule o on o.id = rl.rule_id and o.active{} \
         where rl.removed_at is null) \
         select p.rule_id, count(*) as n from pays p join plan_line l on l.id = p.plan_line_id and l.deleted_at is null \
         join pricing_option o on o.id = l.pricing_option_id \
         join (select plan_line_id, sum(cents) as cents from pays group by plan_line_id) t on t.plan_line_id = p.plan_line_id \
         where p.cents > 0 and t.cents > o.rate_cents group by p.rule_id",
        set(engine)
    )
}

/// The undeleted lines of groups that have left the broker of the rule (rules.md#plans-of-a-rule).
fn left_lines() -> String {
    format!(
        "select rl.rule_id, count(*) as n from commission_rule_line rl join commission_rule r on r.id = rl.rule_id \
         join plan_line l on l.id = rl.plan_line_id and l.deleted_at is null \
         join employer_group g on g.id = l.group_id where rl.removed_at is null and {} group by rl.rule_id",
        has_left("g", "r.broker_id")
    )
}

/// That a group is not one of the broker any more, neither its own nor as master broker.
pub(super) fn has_left(group: &str, broker: &str) -> String {
    format!("({group}.broker_id <> {broker} and coalesce({group}.master_broker_id, 0) <> {broker})")
}

fn uninvoiced_plans(engine: Engine) -> String {
    let is = set(engine);
    format!(
        "select rl.rule_id, count(distinct p.id) as n from commission_rule_line rl \
         join plan_line l on l.id = rl.plan_line_id and l.deleted_at is null \
         join plan p on p.id = l.plan_id and p.active{is} and (p.expires_on is null or p.expires_on >= $2) \
         where rl.removed_at is null and not exists (select 1 from snapshot s where s.plan_id = p.id \
         and s.period_month = $1 and s.deleted_at is null) group by rl.rule_id"
    )
}
