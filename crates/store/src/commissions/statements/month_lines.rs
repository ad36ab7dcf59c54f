//! The payable lines of many statements, chunk by chunk, however many there are: what a statement says never changes, so that the chunks
//! agree without being read at once (rules.md#bulk-csv-of-a-month).

use std::collections::HashMap;

use domain::access::Scope;
use domain::commissions::totals::StatementLine;
use domain::{BillingMonth, StatementId};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, Value};

use super::lines::{COLUMNS, FIELDS, Row, line};
use super::list::{StatementRow, in_scope, rows};
use super::ordered_rows::{read, set};
use crate::entities::commission_statement::Column;
use crate::{Db, Result};

/// The live statements of a month in scope, each with the number of its payable lines, in the order of their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn of_month(db: &impl Db, scope: Scope, period: BillingMonth) -> Result<Vec<(StatementRow, u64)>> {
    let query = in_scope(scope).filter(Column::PeriodMonth.eq(period.number())).order_by_asc(Column::Id);
    let found = rows(db, query).await?;
    let query = format!(
        "select s.id, count(*) as n from commission_statement s join commission_line c on c.statement_id = s.id \
         where s.period_month = $1 and s.deleted_at is null and c.payable{} and c.kind in (0,1) group by s.id",
        set(db.engine())
    );
    let counts: Vec<(i64, u64)> = read(db, &["id", "n"], &query, vec![period.number().into()]).await?;
    let counts: HashMap<i64, u64> = counts.into_iter().collect();
    let counted = |row: StatementRow| {
        let lines = counts.get(&row.id.get()).copied().unwrap_or_default();
        (row, lines)
    };
    Ok(found.into_iter().map(counted).collect())
}

/// Which lines are read next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// All of these statements.
    Whole(Vec<StatementId>),
    /// Those of one statement behind a line, at most so many.
    Part(StatementId, i64, u64),
}

/// The payable lines of a chunk with their statements; and the last of them, to go on behind it.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(db: &impl Db, chunk: &Chunk) -> Result<(Vec<(StatementId, StatementLine)>, i64)> {
    let (which, order, values): (String, &str, Vec<Value>) = match chunk {
        Chunk::Whole(ids) => {
            let places: Vec<_> = (1..=ids.len()).map(|place| format!("${place}")).collect();
            let which = format!("c.statement_id in ({})", places.join(","));
            (which, "c.statement_id, c.id", ids.iter().map(|id| id.get().into()).collect())
        }
        Chunk::Part(id, after, most) => (
            "c.statement_id = $1 and c.id > $2".to_owned(),
            "c.id limit $3",
            vec![id.get().into(), (*after).into(), i64::try_from(*most).unwrap_or(i64::MAX).into()],
        ),
    };
    let query = format!(
        "select {FIELDS} from commission_line c join snapshot s on s.id = c.snapshot_id \
         where {which} and c.payable{} and c.kind in (0,1) order by {order}",
        set(db.engine())
    );
    let found: Vec<Row> = read(db, COLUMNS, &query, values).await?;
    let last = found.last().map_or(0, |row| row.id);
    let lines = found.into_iter().map(|row| Ok((StatementId(row.statement), line(row)?)));
    Ok((lines.collect::<Result<_>>()?, last))
}
