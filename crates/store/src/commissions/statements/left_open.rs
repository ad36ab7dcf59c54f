//! What the statements of a rule have left open for its payee (rules.md#another-broker-of-a-rule).

use domain::commissions::rule::LeftOpen;
use domain::{CommissionRuleId, Money};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use super::adjustments::unstated;
use super::candidates::open;
use crate::entities::commission_statement::{Column, Entity};
use crate::{Db, Result};

/// What is open by the live statements of a rule, and its adjustments in none: pending is what the newest one tells, also when it was paid since.
///
/// # Errors
/// When the database does not answer.
pub async fn left_open(db: &impl Db, rule: CommissionRuleId) -> Result<LeftOpen> {
    let newest_first = Entity::find()
        .filter(Column::RuleId.eq(rule.get()))
        .filter(Column::DeletedAt.is_null())
        .order_by_desc(Column::Id)
        .all(db.connection())
        .await?;
    let pending = newest_first.first().map_or(0, |newest| newest.pending_cents + newest.pending_earlier_cents);
    let waits = newest_first.iter().filter(|statement| statement.locked_at.is_none());
    let due = waits.map(|statement| statement.total_cents + statement.brought_forward_cents);
    Ok(LeftOpen {
        pending: Money::from_cents(pending),
        balance: open(db, Some(rule)).await?.into_iter().map(|(_, open)| open.due).sum(),
        adjustments: unstated(db, Some(rule)).await?.len(),
        unbilled: due.filter(|cents| *cents > 0).map(Money::from_cents).sum(),
    })
}
