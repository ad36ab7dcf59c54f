//! What the statements of a rule have left open for its payee (rules.md#another-broker-of-a-rule).

use domain::commissions::rule::LeftOpen;
use domain::{CommissionRuleId, Money};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::adjustments::unstated;
use super::candidates::open;
use crate::entities::commission_statement::{Column, Entity};
use crate::{Db, Result};

/// What is open by the live statements of a rule, and its adjustments in none; not what is pending, which the rule's next statement tells.
///
/// # Errors
/// When the database does not answer.
pub async fn left_open(db: &impl Db, rule: CommissionRuleId) -> Result<LeftOpen> {
    let statements = Entity::find()
        .filter(Column::RuleId.eq(rule.get()))
        .filter(Column::DeletedAt.is_null())
        .all(db.connection())
        .await?;
    let waits = statements.iter().filter(|statement| statement.locked_at.is_none());
    let due = waits.map(|statement| statement.total_cents + statement.brought_forward_cents);
    Ok(LeftOpen {
        pending: Money::ZERO,
        balance: open(db, Some(rule)).await?.into_iter().map(|(_, open)| open.due).sum(),
        adjustments: unstated(db, Some(rule)).await?.len(),
        unbilled: due.filter(|cents| *cents > 0).map(Money::from_cents).sum(),
    })
}
