//! Adjustments as statements take them up (rules.md#adjustments).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::commissions::ledger::{Adjustment, LineKind};
use domain::commissions::totals::AdjustmentLine;
use domain::{AdjustmentId, BillingMonth, CommissionRuleId, Money, StatementId};
use sea_orm::{ConnectionTrait, Statement, Value};

use super::not_paid::Which;
use super::ordered_rows::{read, set};
use crate::database::connection::sealed::Connected;
use crate::{Db, Result, Tx};

/// An adjustment that stands in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjusted {
    /// Its id.
    pub id: AdjustmentId,
    /// What it says.
    pub line: AdjustmentLine,
    /// Who added it.
    pub added_by: String,
    /// When.
    pub added_at: DateTime<Utc>,
}

/// The adjustments in statements, in their order; a statement with none is left out. The statements were found in scope.
///
/// # Errors
/// When the database does not answer.
pub async fn adjusted(db: &impl Db, which: Which<'_>) -> Result<BTreeMap<StatementId, Vec<Adjusted>>> {
    let Some((which, values)) = which.condition() else { return Ok(BTreeMap::new()) };
    // From a statement to the adjustments of its rule, which are few, and not to its lines: SQLite keeps to this order.
    let query = format!(
        "select c.statement_id, a.id, c.line_name, c.billable_month, c.total_cents, u.first_name, u.last_name, a.added_at \
         from commission_statement t cross join commission_adjustment a cross join commission_line c cross join user_account u \
         where {which} and a.rule_id = t.rule_id and a.deleted_at is null \
         and c.adjustment_id = a.id and c.live{} and c.statement_id = t.id and u.id = a.added_by \
         order by c.statement_id, c.id",
        set(db.engine())
    );
    let columns =
        ["statement_id", "id", "line_name", "billable_month", "total_cents", "first_name", "last_name", "added_at"];
    type Row = (i64, i64, String, i32, i64, String, String, DateTime<Utc>);
    let rows: Vec<Row> = read(db, &columns, &query, values).await?;
    let mut found: BTreeMap<StatementId, Vec<Adjusted>> = BTreeMap::new();
    for (statement, id, reason, month, cents, first, last, added_at) in rows {
        let (month, amount) = (BillingMonth::from_number(month), Money::from_cents(cents));
        found.entry(StatementId(statement)).or_default().push(Adjusted {
            id: AdjustmentId(id),
            line: AdjustmentLine { reason, month, amount },
            added_by: format!("{first} {last}"),
            added_at,
        });
    }
    Ok(found)
}

/// The adjustments that no live statement has, by rule and then by month.
pub(super) async fn unstated(
    db: &impl Db,
    rule: Option<CommissionRuleId>,
) -> Result<Vec<(CommissionRuleId, Adjustment)>> {
    let of_rule = if rule.is_some() { " and a.rule_id = $1" } else { "" };
    let values: Vec<Value> = rule.map(|rule| rule.get().into()).into_iter().collect();
    let query = format!(
        "select a.rule_id, a.id, a.amount_cents, a.from_month from commission_adjustment a \
         where a.deleted_at is null{of_rule} and not exists (select 1 from commission_line c \
         where c.adjustment_id = a.id and c.live{}) order by a.rule_id, a.from_month, a.id",
        set(db.engine())
    );
    let columns = ["rule_id", "id", "amount_cents", "from_month"];
    let rows: Vec<(i64, i64, i64, i32)> = read(db, &columns, &query, values).await?;
    let adjustment = |(rule, id, cents, month)| {
        let (id, amount) = (AdjustmentId(id), Money::from_cents(cents));
        (CommissionRuleId(rule), Adjustment { id, amount, month: BillingMonth::from_number(month) })
    };
    Ok(rows.into_iter().map(adjustment).collect())
}

/// Copies adjustments into a statement, each as a line with its reason.
pub(super) async fn take_up(tx: &Tx, statement: i64, adjustments: &[Adjustment]) -> Result<()> {
    for some in adjustments.chunks(crate::row_set::ROWS_A_STATEMENT) {
        let places: Vec<_> = (2..2 + some.len()).map(|place| format!("${place}")).collect();
        let sql = format!(
            "insert into commission_line (statement_id, rule_id, kind, adjustment_id, billable_month, quantity, rate_cents, \
             payout_cents, is_credit, total_cents, employer_name, plan_name, line_name) \
             select $1, a.rule_id, {kind}, a.id, a.from_month, 0, 0, 0, a.amount_cents < 0, a.amount_cents, '', '', a.reason \
             from commission_adjustment a where a.id in ({}) order by a.from_month, a.id",
            places.join(","),
            kind = LineKind::Adjustment.number(),
        );
        let values: Vec<Value> =
            [statement].into_iter().chain(some.iter().map(|one| one.id.get())).map(Into::into).collect();
        let insert = Statement::from_sql_and_values(tx.connection().get_database_backend(), sql, values);
        tx.connection().execute_raw(insert).await?;
    }
    Ok(())
}
