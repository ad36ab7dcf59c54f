//! What a rule has told as pending, line by line (rules.md#pending-of-a-line-that-left).

use std::collections::BTreeSet;

use domain::commissions::ledger::Billed;
use domain::{BillingMonth, CommissionRuleId, PlanLineId, SnapshotId, StatementId};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait as _};
use serde::Serialize;

use crate::entities::{commission_line, commission_statement, commission_told};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, Tx};

/// Lines a statement: more cost the text, fewer the trips.
const LINES_A_STATEMENT: usize = 5000;

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    snapshot: i64,
    plan_line: i64,
    month: i32,
}

const LINE: &Columns = &[("snapshot", Kind::Long), ("plan_line", Kind::Long), ("month", Kind::Int)];

/// Records that a rule has told these lines as pending: in the sum of earlier months of `statement`, or in the answer to a request.
/// Returns how many are new: what was told by an answer before stays as it is.
///
/// # Errors
/// When the database refuses.
pub async fn tell<'a>(
    tx: &Tx,
    rule: CommissionRuleId,
    statement: Option<StatementId>,
    lines: impl IntoIterator<Item = &'a Billed>,
) -> Result<u64> {
    let line = |billed: &Billed| Line {
        snapshot: billed.snapshot.get(),
        plan_line: billed.plan_line.get(),
        month: billed.month.number(),
    };
    let lines: BTreeSet<Line> = lines.into_iter().map(line).collect();
    let lines: Vec<Line> = lines.into_iter().collect();
    let sql = "insert into commission_told (rule_id, statement_id, snapshot_id, plan_line_id, month) \
               select $2, $3, r.snapshot, r.plan_line, r.month from ({rows}) as r where true on conflict do nothing";
    let mut told = 0;
    for some in lines.chunks(LINES_A_STATEMENT) {
        let more = vec![rule.get().into(), statement.map(StatementId::get).into()];
        told += row_set::execute(tx, sql, LINE, some, more).await?;
    }
    Ok(told)
}

/// A line as it is told: its snapshot, the plan's line item and the month that it bills.
pub type ToldLine = (SnapshotId, PlanLineId, BillingMonth);

/// The lines that undeleted statements of a rule and its answers have told as pending, whether they are open still or not.
///
/// # Errors
/// When the database does not answer.
pub async fn told_lines(db: &impl Db, rule: CommissionRuleId) -> Result<BTreeSet<ToldLine>> {
    let undeleted = commission_statement::Entity::find()
        .select_only()
        .column(commission_statement::Column::Id)
        .filter(commission_statement::Column::RuleId.eq(rule.get()))
        .filter(commission_statement::Column::DeletedAt.is_null())
        .into_query();
    let stands = Condition::any()
        .add(commission_told::Column::StatementId.is_null())
        .add(commission_told::Column::StatementId.in_subquery(undeleted));
    let by_sum_or_answer: Vec<(i64, i64, i32)> = commission_told::Entity::find()
        .select_only()
        .columns([
            commission_told::Column::SnapshotId,
            commission_told::Column::PlanLineId,
            commission_told::Column::Month,
        ])
        .filter(commission_told::Column::RuleId.eq(rule.get()))
        .filter(stands)
        .into_tuple()
        .all(db.connection())
        .await?;
    let by_itself: Vec<(Option<i64>, Option<i64>, i32)> = commission_line::Entity::find()
        .select_only()
        .columns([
            commission_line::Column::SnapshotId,
            commission_line::Column::PlanLineId,
            commission_line::Column::BillableMonth,
        ])
        .filter(commission_line::Column::RuleId.eq(rule.get()))
        .filter(commission_line::Column::Live.eq(true))
        .filter(commission_line::Column::Payable.eq(false))
        .into_tuple()
        .all(db.connection())
        .await?;
    let by_itself = by_itself.into_iter().filter_map(|(snapshot, line, month)| Some((snapshot?, line?, month)));
    let all = by_sum_or_answer.into_iter().chain(by_itself);
    Ok(all
        .map(|(snapshot, line, month)| (SnapshotId(snapshot), PlanLineId(line), BillingMonth::from_number(month)))
        .collect())
}
