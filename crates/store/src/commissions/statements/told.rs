//! What a rule has told as pending, line by line (rules.md#pending-of-a-line-that-left).

use std::collections::BTreeSet;

use domain::commissions::ledger::Billed;
use domain::{CommissionRuleId, StatementId};
use serde::Serialize;

use crate::row_set::{self, Columns, Kind};
use crate::{Result, Tx};

/// Lines a statement: more cost the text, fewer the trips.
const LINES_A_STATEMENT: usize = 5000;

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    snapshot: i64,
    plan_line: i64,
    month: i32,
}

const LINE: &Columns = &[("snapshot", Kind::Long), ("plan_line", Kind::Long), ("month", Kind::Int)];

/// Records that a rule has told these lines as pending: in the sum of earlier months of `statement`, or in the answer to a month that was asked
/// for. Returns how many are new: what was told by an answer before stays as it is.
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
