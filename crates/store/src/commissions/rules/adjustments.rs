//! Adjustments of rules: amounts that people add to what a rule pays (rules.md#adjustments). A deleted one stays, and is in no list.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::commissions::ledger::{AdjustmentDetails, Holder};
use domain::{AdjustmentId, BillingMonth, CommissionRuleId, Money, StatementId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::commissions::statements::ordered_rows::{read, set};
use crate::database::connection::sealed::Connected;
use crate::entities::commission_adjustment::{ActiveModel, Column, Entity};
use crate::{Db, Error, Result, Tx};

/// An adjustment as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdjustmentRow {
    /// Its id.
    pub id: AdjustmentId,
    /// Its values.
    pub details: AdjustmentDetails,
    /// Who added it.
    pub added_by: String,
    /// When.
    pub added_at: DateTime<Utc>,
    /// The live statement that has it.
    pub holder: Option<Holder>,
}

/// The adjustments of a rule, newest first.
///
/// # Errors
/// [`Error::NotFound`] when the rule is not in scope.
pub async fn of_rule(db: &impl Db, scope: Scope, rule: CommissionRuleId) -> Result<Vec<AdjustmentRow>> {
    super::find(db, scope, rule).await?;
    let query = format!(
        "select a.id, a.amount_cents, a.reason, a.from_month, u.first_name, u.last_name, a.added_at, t.id as statement_id, \
         coalesce(t.name, '') as name, case when t.locked_at is null then 0 else 1 end as locked \
         from commission_adjustment a join user_account u on u.id = a.added_by \
         left join commission_line c on c.adjustment_id = a.id and c.live{} \
         left join commission_statement t on t.id = c.statement_id \
         where a.rule_id = $1 and a.deleted_at is null order by a.id desc",
        set(db.engine())
    );
    let columns = [
        "id",
        "amount_cents",
        "reason",
        "from_month",
        "first_name",
        "last_name",
        "added_at",
        "statement_id",
        "name",
        "locked",
    ];
    type Row = (i64, i64, String, i32, String, String, DateTime<Utc>, Option<i64>, String, i16);
    let rows: Vec<Row> = read(db, &columns, &query, vec![rule.get().into()]).await?;
    let row = |(id, cents, reason, from, first, last, added_at, statement, name, locked): Row| AdjustmentRow {
        id: AdjustmentId(id),
        details: AdjustmentDetails { amount: Money::from_cents(cents), reason, month: BillingMonth::from_number(from) },
        added_by: format!("{first} {last}"),
        added_at,
        holder: statement.map(|id| Holder { statement: StatementId(id), name, is_locked: locked == 1 }),
    };
    Ok(rows.into_iter().map(row).collect())
}

/// One adjustment of a rule.
///
/// # Errors
/// [`Error::NotFound`] when the rule is not in scope or has no such adjustment.
pub async fn find(db: &impl Db, scope: Scope, rule: CommissionRuleId, id: AdjustmentId) -> Result<AdjustmentRow> {
    of_rule(db, scope, rule).await?.into_iter().find(|row| row.id == id).ok_or(Error::NotFound)
}

/// Adds an adjustment to a rule that was locked.
///
/// # Errors
/// When the database does not answer.
pub async fn add(
    tx: &Tx,
    rule: CommissionRuleId,
    new: &AdjustmentDetails,
    by: UserId,
    at: DateTime<Utc>,
) -> Result<AdjustmentId> {
    let row = ActiveModel {
        rule_id: Set(rule.get()),
        amount_cents: Set(new.amount.cents()),
        reason: Set(new.reason.clone()),
        from_month: Set(new.month.number()),
        added_by: Set(by.get()),
        added_at: Set(at),
        ..Default::default()
    };
    Ok(AdjustmentId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Takes an adjustment out of every list; its rule was locked.
///
/// # Errors
/// When a live statement has it, or the database does not answer.
pub async fn delete(tx: &Tx, id: AdjustmentId, at: DateTime<Utc>) -> Result<()> {
    let deleted = Entity::update_many()
        .col_expr(Column::DeletedAt, Expr::value(Some(at)))
        .filter(Column::Id.eq(id.get()))
        .filter(Column::DeletedAt.is_null())
        .exec(tx.connection())
        .await?;
    if deleted.rows_affected == 0 { Err(Error::NotFound) } else { Ok(()) }
}
