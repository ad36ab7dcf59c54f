//! Commission statements: what is owed to a payee for a month, frozen. A snapshot line stands in one statement of a rule at most.

mod existing;

use std::collections::BTreeSet;

use domain::commissions::statement::{StatementLine, name};
use domain::text::fold;
use domain::{BillingMonth, CommissionRuleId, Money, SnapshotId, SnapshotLineId, StatementId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait};

use super::rules::Rule;
use crate::bulk::insert_all;
use crate::connection::sealed::Connected;
use crate::entities::{commission_line, commission_statement, snapshot_line};
use crate::{Db, Result, Stamp, Tx};

pub(crate) use existing::ids_using;
pub use existing::{StatementRow, delete, find, lock, of_snapshot};

/// The rule that refuses a snapshot line that stands in another statement of the same rule (rules.md#paid-once).
pub const LINE_TAKEN: &str = "uq_commission_line_rule_id_snapshot_line_id";

/// `commission_line.kind` of what is owed for a snapshot line.
const LINE: i16 = 0;

/// A statement to be stored: all of it is kept as it is now.
#[derive(Debug, Clone)]
pub struct NewStatement<'a> {
    /// The rule it is made by.
    pub rule: &'a Rule,
    /// The month it is for.
    pub period: BillingMonth,
    /// The name of the group that was billed.
    pub employer_name: &'a str,
    /// The name of the plan that was billed.
    pub plan_name: &'a str,
    /// Whether what was billed is paid.
    pub is_paid: bool,
    /// What it pays on.
    pub lines: &'a [StatementLine],
}

/// The lines of a snapshot that stand in a statement of a rule.
///
/// # Errors
/// When the database does not answer.
pub async fn taken(db: &impl Db, rule: CommissionRuleId, snapshot: SnapshotId) -> Result<BTreeSet<SnapshotLineId>> {
    let ids: Vec<Option<i64>> = commission_line::Entity::find()
        .select_only()
        .column(commission_line::Column::SnapshotLineId)
        .join(JoinType::InnerJoin, commission_line::Relation::SnapshotLine.def())
        .filter(snapshot_line::Column::SnapshotId.eq(snapshot.get()))
        .filter(commission_line::Column::RuleId.eq(rule.get()))
        .filter(commission_line::Column::Kind.eq(LINE))
        .filter(commission_line::Column::Live.eq(true))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(ids.into_iter().flatten().map(SnapshotLineId).collect())
}

/// Stores a statement. What a rule owes only on paid invoices is payable when the invoice is paid.
///
/// # Errors
/// Refused by [`LINE_TAKEN`] when somebody else makes a statement of one of the lines at the same time.
pub async fn insert(tx: &Tx, new: &NewStatement<'_>, stamp: Stamp) -> Result<StatementId> {
    let named = name(&new.rule.name, new.period);
    let total: Money = new.lines.iter().map(|line| line.total).sum();
    let row = commission_statement::ActiveModel {
        rule_id: Set(new.rule.id.get()),
        search_text: Set(fold(&format!("{named} {}", new.rule.payee_name))),
        name: Set(named),
        payee_name: Set(new.rule.payee_name.clone()),
        period_month: Set(new.period.number()),
        total_cents: Set(total.cents()),
        created_by: Set(stamp.user()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..Default::default()
    };
    let id = commission_statement::Entity::insert(row).exec(tx.connection()).await?.last_insert_id;
    let lines = new.lines.iter().map(|line| stored(new, id, line)).collect();
    insert_all(tx.connection(), lines).await?;
    Ok(StatementId(id))
}

fn stored(new: &NewStatement<'_>, statement: i64, line: &StatementLine) -> commission_line::ActiveModel {
    let billed = &line.billed;
    commission_line::ActiveModel {
        statement_id: Set(statement),
        rule_id: Set(new.rule.id.get()),
        kind: Set(LINE),
        snapshot_line_id: Set(Some(billed.id.get())),
        billable_month: Set(billed.month.number()),
        // A line bills at most a group, far below what the column holds.
        quantity: Set(i32::try_from(billed.quantity).unwrap_or(i32::MAX)),
        rate_cents: Set(billed.rate.cents()),
        payout_cents: Set(line.payout.cents()),
        is_credit: Set(billed.is_credit),
        total_cents: Set(line.total.cents()),
        employer_name: Set(new.employer_name.to_owned()),
        plan_name: Set(new.plan_name.to_owned()),
        reference_id: Set(billed.reference_id.clone()),
        payable: Set(new.is_paid || !new.rule.on_paid_only),
        live: Set(true),
        ..Default::default()
    }
}
