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

/// The lines of a statement by their ids, which lie close together: they were written at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The number of payable lines.
    pub lines: u64,
    /// The first id.
    pub first: i64,
    /// The last id.
    pub last: i64,
}

/// The live statements of a month in scope, in the order of their ids, each with its payable lines if it has any.
///
/// # Errors
/// When the database does not answer.
pub async fn of_month(db: &impl Db, scope: Scope, period: BillingMonth) -> Result<Vec<(StatementRow, Option<Span>)>> {
    let query = in_scope(scope).filter(Column::PeriodMonth.eq(period.number())).order_by_asc(Column::Id);
    let found = rows(db, query).await?;
    let mut spans = spans(db, "s.period_month = $1 and s.deleted_at is null", period.number().into()).await?;
    let with_span = |row: StatementRow| {
        let span = spans.remove(&row.id);
        (row, span)
    };
    Ok(found.into_iter().map(with_span).collect())
}

/// The payable lines of a statement; `None` when it has none.
///
/// # Errors
/// When the database does not answer.
pub async fn span(db: &impl Db, id: StatementId) -> Result<Option<Span>> {
    Ok(spans(db, "s.id = $1", id.get().into()).await?.remove(&id))
}

async fn spans(db: &impl Db, which: &str, value: Value) -> Result<HashMap<StatementId, Span>> {
    let query = format!(
        "select s.id, count(*) as n, min(c.id) as first_id, max(c.id) as last_id from commission_statement s \
         join commission_line c on c.statement_id = s.id where {which} and c.payable{} and c.kind in (0,1) group by s.id",
        set(db.engine())
    );
    let found: Vec<(i64, u64, i64, i64)> = read(db, &["id", "n", "first_id", "last_id"], &query, vec![value]).await?;
    Ok(found.into_iter().map(|(id, lines, first, last)| (StatementId(id), Span { lines, first, last })).collect())
}

/// Which lines are read next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// All of these statements.
    Whole(Vec<StatementId>),
    /// Those of one statement from an id to another one. A limit in their place would let PostgreSQL sort all that are left.
    Part(StatementId, i64, i64),
}

/// The payable lines of a chunk with their statements.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(db: &impl Db, chunk: &Chunk) -> Result<Vec<(StatementId, StatementLine)>> {
    let (which, values): (String, Vec<Value>) = match chunk {
        Chunk::Whole(ids) => {
            let places: Vec<_> = (1..=ids.len()).map(|place| format!("${place}")).collect();
            (format!("c.statement_id in ({})", places.join(",")), ids.iter().map(|id| id.get().into()).collect())
        }
        Chunk::Part(id, from, to) => (
            "c.statement_id = $1 and c.id between $2 and $3".to_owned(),
            vec![id.get().into(), (*from).into(), (*to).into()],
        ),
    };
    let query = format!(
        "select {FIELDS} from commission_line c join snapshot s on s.id = c.snapshot_id \
         where {which} and c.payable{} and c.kind in (0,1) order by c.statement_id, c.id",
        set(db.engine())
    );
    let found: Vec<Row> = read(db, COLUMNS, &query, values).await?;
    found.into_iter().map(|row| Ok((StatementId(row.statement), line(row)?))).collect()
}
