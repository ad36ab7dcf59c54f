//! Many rows in one statement, the same way on both engines: the rows travel as one JSON parameter and become a table there.
//!
//! So the statement never changes with the number of rows, no engine's limit of parameters is met, and nothing is sent row by
//! row. Callers cut very long lists ([`ROWS_A_STATEMENT`]) to keep a statement's memory small.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement, Value};
use serde::{Serialize, Serializer};

use crate::connection::sealed::Connected;
use crate::connection::sqlite_instant;
use crate::{Db, Engine, Result, Tx};

/// How many rows a statement should carry at most.
pub(crate) const ROWS_A_STATEMENT: usize = 1000;

/// What a column of travelling rows holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Long,
    Int,
    Small,
    Text,
    Date,
    Instant,
    Flag,
    Real,
    Guid,
    Json,
}

/// The columns of travelling rows: the names are those of the serialized fields and of the table.
pub(crate) type Columns = [(&'static str, Kind)];

/// An instant as both engines read it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instant(pub(crate) DateTime<Utc>);

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&sqlite_instant(self.0))
    }
}

/// A query that gives the rows of parameter `$1` as a table with these columns.
fn source(engine: Engine, columns: &Columns) -> String {
    match engine {
        Engine::Sqlite => {
            let value = |name: &str| format!("json_extract(value, '$.{name}') as \"{name}\"");
            let columns: Vec<_> = columns.iter().map(|(name, _)| value(name)).collect();
            format!("select {} from json_each($1)", columns.join(", "))
        }
        Engine::Postgres => {
            let typed: Vec<_> =
                columns.iter().map(|(name, kind)| format!("\"{name}\" {}", postgres_type(*kind))).collect();
            let (names, typed) = (names(columns), typed.join(", "));
            format!("select {names} from json_to_recordset(cast($1 as json)) as sent ({typed})")
        }
    }
}

const fn postgres_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Long => "bigint",
        Kind::Int => "integer",
        Kind::Small => "smallint",
        Kind::Text => "text",
        Kind::Date => "date",
        Kind::Instant => "timestamptz",
        Kind::Flag => "boolean",
        Kind::Real => "double precision",
        Kind::Guid => "uuid",
        Kind::Json => "jsonb",
    }
}

fn names(columns: &Columns) -> String {
    let names: Vec<_> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    names.join(", ")
}

fn statement<R: Serialize>(engine: Engine, sql: &str, columns: &Columns, rows: &[R], more: Vec<Value>) -> Statement {
    let backend = match engine {
        Engine::Sqlite => DbBackend::Sqlite,
        Engine::Postgres => DbBackend::Postgres,
    };
    let sent = serde_json::to_string(rows).expect("rows hold nothing that JSON cannot");
    let values = std::iter::once(Value::from(sent)).chain(more);
    Statement::from_sql_and_values(backend, sql.replace("{rows}", &source(engine, columns)), values)
}

/// Runs a statement in which `{rows}` is a query that gives `rows`; its other parameters begin with `$2`. Gives the number
/// of rows it wrote.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn execute<R: Serialize>(
    tx: &Tx,
    sql: &str,
    columns: &Columns,
    rows: &[R],
    more: Vec<Value>,
) -> Result<u64> {
    let statement = statement(tx.engine(), sql, columns, rows, more);
    Ok(tx.connection().execute_raw(statement).await?.rows_affected())
}

/// As [`execute`], for a statement that gives rows back.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn query<R: Serialize>(
    db: &impl Db,
    sql: &str,
    columns: &Columns,
    rows: &[R],
    more: Vec<Value>,
) -> Result<Vec<QueryResult>> {
    Ok(db.connection().query_all_raw(statement(db.engine(), sql, columns, rows, more)).await?)
}

/// Inserts the rows, however many.
///
/// # Errors
/// When a rule of the table refuses one of them.
pub(crate) async fn insert<R: Serialize>(tx: &Tx, table: &str, columns: &Columns, rows: &[R]) -> Result<()> {
    for rows in rows.chunks(ROWS_A_STATEMENT) {
        execute(tx, &insert_sql(table, columns), columns, rows, Vec::new()).await?;
    }
    Ok(())
}

/// The statement that inserts `{rows}` into a table.
pub(crate) fn insert_sql(table: &str, columns: &Columns) -> String {
    let names = names(columns);
    format!("insert into \"{table}\" ({names}) select {names} from ({{rows}}) as sent_rows")
}

/// `"a" = sent."a", "b" = sent."b"` for the columns named.
pub(crate) fn assignments(columns: &Columns, from: &str) -> String {
    let all: Vec<_> = columns.iter().map(|(name, _)| format!("\"{name}\" = {from}.\"{name}\"")).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_does_not_grow_with_the_rows() {
        let columns: &Columns = &[("id", Kind::Long), ("key", Kind::Guid)];
        assert_eq!(
            source(Engine::Sqlite, columns),
            "select json_extract(value, '$.id') as \"id\", json_extract(value, '$.key') as \"key\" from json_each($1)"
        );
        assert_eq!(
            source(Engine::Postgres, columns),
            "select \"id\", \"key\" from json_to_recordset(cast($1 as json)) as sent (\"id\" bigint, \
             \"key\" uuid)"
        );
    }
}
