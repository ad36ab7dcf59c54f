//! Statements that pay on invoices which are not paid any more, or were voided (rules.md#invoice-not-paid-any-more).

use std::collections::BTreeMap;

use domain::billing::invoice::PaymentStatus;
use domain::{BillingMonth, StatementId};
use sea_orm::Value;

use super::ordered_rows::{read, set};
use crate::{Db, Result};

/// Which statements are looked at.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// The live ones of a month.
    Month(BillingMonth),
    /// These.
    These(&'a [StatementId]),
}

impl Which<'_> {
    /// As a condition on `commission_statement t`, with its values from `$1`; nothing when no statement is meant.
    pub(super) fn condition(self) -> Option<(String, Vec<Value>)> {
        match self {
            Self::Month(period) => Some(("t.period_month = $1".to_owned(), vec![period.number().into()])),
            Self::These([]) => None,
            Self::These(ids) => {
                let places: Vec<_> = (1..=ids.len()).map(|place| format!("${place}")).collect();
                Some((format!("t.id in ({})", places.join(",")), ids.iter().map(|id| id.get().into()).collect()))
            }
        }
    }
}

/// How many invoices that are not paid any more each statement of a rule on paid invoices pays on; one with none is left out. A clawback needs
/// no paid invoice.
///
/// # Errors
/// When the database does not answer.
pub async fn not_paid(db: &impl Db, which: Which<'_>) -> Result<BTreeMap<StatementId, u64>> {
    counted(db, which, &format!("r.basis = 1 and s.payment_status <> {}", PaymentStatus::Paid.number())).await
}

/// How many voided invoices each statement of a rule on billed invoices pays on; one with none is left out.
///
/// # Errors
/// When the database does not answer.
pub async fn voided(db: &impl Db, which: Which<'_>) -> Result<BTreeMap<StatementId, u64>> {
    counted(db, which, &format!("r.basis = 0 and s.payment_status = {}", PaymentStatus::Voided.number())).await
}

/// How many invoices `s` of a condition each live statement pays on whose rule is `r`.
async fn counted(db: &impl Db, which: Which<'_>, condition: &str) -> Result<BTreeMap<StatementId, u64>> {
    let Some((which, values)) = which.condition() else { return Ok(BTreeMap::new()) };
    let query = format!(
        "select t.id, count(distinct s.id) as n from commission_statement t join commission_rule r on r.id = t.rule_id \
         join commission_line c on c.statement_id = t.id and c.kind = 0 and c.payable{} \
         join snapshot s on s.id = c.snapshot_id where t.deleted_at is null and {condition} and {which} group by t.id",
        set(db.engine()),
    );
    let rows: Vec<(i64, u64)> = read(db, &["id", "n"], &query, values).await?;
    Ok(rows.into_iter().map(|(id, n)| (StatementId(id), n)).collect())
}
