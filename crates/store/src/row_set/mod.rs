//! Many rows in one statement, the same way on both engines: the rows travel as one parameter, or one for each of their columns, and become
//! a table there; they come back as one JSON text.
//!
//! So the statement does not grow with the number of rows, no engine's limit of parameters is met, and nothing is sent row by
//! row. Callers cut very long lists ([`ROWS_A_STATEMENT`]) to keep a statement's memory small.

mod arrays;
mod literals;
mod pg_rows;

use chrono::{DateTime, Utc};
use futures_util::future::join;
use sea_orm::sea_query::{ColumnType, PostgresQueryBuilder, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, EntityTrait, FromQueryResult, IdenStatic,
    Iterable, QueryResult, QuerySelect, QueryTrait, Select, Statement, Value,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgRow;

use self::arrays::Arrays;
use crate::database::connection::sealed::Connected;
use crate::database::connection::{Connection, sqlite_instant};
use crate::{Db, Engine, Result, Tx};

/// How many rows a statement should carry at most.
pub(crate) const ROWS_A_STATEMENT: usize = 1000;
/// How many rows an insert carries: fewer, so that more of them are put into words meanwhile.
const ROWS_AN_INSERT: usize = 500;

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
    /// Travels as [`Hex`].
    Bytes,
}

/// The columns of travelling rows: the names are those of the serialized fields and of the table.
pub(crate) type Columns = [(&'static str, Kind)];

/// An instant as both engines read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant(pub(crate) DateTime<Utc>);

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&sqlite_instant(self.0))
    }
}

/// Bytes as both engines read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hex(String);

impl Hex {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
        Self(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
    }

    /// How much of it travels.
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// A query that gives the arrays of the parameter of this number as a table with these columns.
fn sqlite_source(columns: &Columns, arrays: &Arrays, at: usize) -> String {
    let fields = &arrays.fields;
    let value = |(name, kind): &(&str, Kind)| {
        let place = fields.iter().position(|field| field.name == *name);
        // Nothing is read from rows that are not there.
        let place = place.or(fields.is_empty().then_some(0)).unwrap_or_else(|| panic!("the rows have no {name}"));
        // Looking at each row for what none has takes as long as finding what they have.
        if fields.get(place).is_some_and(|field| arrays.is_null(field)) {
            return format!("null as \"{name}\"");
        }
        let value = format!("json_extract(sent_row, '$[{place}]')");
        if *kind == Kind::Bytes { format!("unhex({value}) as \"{name}\"") } else { format!("{value} as \"{name}\"") }
    };
    let columns: Vec<_> = columns.iter().map(value).collect();
    // Each row once, in the binary form, which is not read anew for every column.
    let each = format!("with sent_each as materialized (select value as sent_row from jsonb_each(${at}))");
    format!("{each} select {} from sent_each", columns.join(", "))
}

/// A query that gives the objects of parameter `$1` as a table with these columns.
fn postgres_source(columns: &Columns) -> String {
    let typed: Vec<_> = columns.iter().map(|(name, kind)| format!("\"{name}\" {}", postgres_type(*kind))).collect();
    let (values, typed) = (postgres_values(columns), typed.join(", "));
    format!("select {values} from json_to_recordset(cast($1 as json)) as sent ({typed})")
}

fn postgres_values(columns: &Columns) -> String {
    let value = |(name, kind): &(&str, Kind)| match kind {
        Kind::Bytes => format!("decode(\"{name}\", 'hex') as \"{name}\""),
        _ => format!("\"{name}\""),
    };
    columns.iter().map(value).collect::<Vec<_>>().join(", ")
}

const fn postgres_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Long => "bigint",
        Kind::Int => "integer",
        Kind::Small => "smallint",
        Kind::Text | Kind::Bytes => "text",
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
    let (backend, sent, source) = match engine {
        Engine::Sqlite => {
            let arrays = Arrays::of(rows);
            let source = sqlite_source(columns, &arrays, 1);
            (DbBackend::Sqlite, arrays.text, source)
        }
        Engine::Postgres => {
            let sent = serde_json::to_string(rows).expect("rows hold nothing that JSON cannot");
            (DbBackend::Postgres, sent, postgres_source(columns))
        }
    };
    let values = std::iter::once(Value::from(sent)).chain(more);
    Statement::from_sql_and_values(backend, sql.replace("{rows}", &source), values)
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

/// As [`execute`], with the rows behind the other parameters, which begin with `$1`. PostgreSQL gets the rows as arrays, at about half of what
/// objects cost it. Its planner thinks too little of how many values an array has: only for a statement whose joins go by unique keys.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn execute_arrays<R: Serialize>(
    tx: &Tx,
    sql: &str,
    columns: &Columns,
    rows: &[R],
    mut others: Vec<Value>,
) -> Result<u64> {
    let first = others.len() + 1;
    let (backend, source) = match tx.engine() {
        Engine::Sqlite => {
            let arrays = Arrays::of(rows);
            let source = sqlite_source(columns, &arrays, first);
            others.push(arrays.text.into());
            (DbBackend::Sqlite, source)
        }
        Engine::Postgres => {
            others.extend(literals::of(columns, rows).into_iter().map(Value::from));
            (DbBackend::Postgres, literals::source(columns, first))
        }
    };
    let statement = Statement::from_sql_and_values(backend, sql.replace("{rows}", &source), others);
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

/// The rows of a query, but for what is binary in them, as one JSON text or as texts: where thousands of wide rows are read, a value at a
/// time costs several times what the query does.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn read<E>(db: &impl Db, query: Select<E>) -> Result<Vec<E::Model>>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    let columns: Vec<E::Column> = E::Column::iter().filter(|column| !is_binary(column)).collect();
    let page = query.select_only().columns(columns.iter().copied()).into_query();
    if let Some(rows) = as_texts(db, &page).await? {
        return Ok(rows);
    }
    let names: Vec<_> = columns.iter().map(|column| format!("\"{}\"", column.as_str())).collect();
    let (engine, connection) = (db.engine(), db.connection());
    let array = match engine {
        Engine::Sqlite => format!("json_group_array(json_array({}))", names.join(", ")),
        Engine::Postgres => format!("cast(coalesce(json_agg(json_build_array({})), '[]') as text)", names.join(", ")),
    };
    let mut statement = connection.get_database_backend().build(&page);
    statement.sql = format!("select {array} as found from ({}) as page", statement.sql);
    let Some(row) = connection.query_one_raw(statement).await? else { return Ok(Vec::new()) };
    let found: String = row.try_get("", "found")?;
    Ok(serde_json::from_str(&found).map_err(|error| DbErr::Json(error.to_string()))?)
}

/// The rows of a query whose columns stand in the order of the fields; PostgreSQL plans it for its values each time. Kept as a prepared
/// statement, a walk in chunks is planned for any values after a while: then each chunk sorts all that is left.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn select<M: FromQueryResult + DeserializeOwned>(
    db: &impl Db,
    query: &SelectStatement,
) -> Result<Vec<M>> {
    if let Some(rows) = as_texts(db, query).await? {
        return Ok(rows);
    }
    let found = db.connection().query_all(query).await?;
    Ok(found.iter().map(|row| M::from_query_result(row, "")).collect::<std::result::Result<_, _>>()?)
}

/// The rows of a query that is sent to PostgreSQL with its values in it. `None` where that cannot be done: on SQLite and in a transaction.
async fn as_texts<M: DeserializeOwned>(db: &impl Db, query: &SelectStatement) -> Result<Option<Vec<M>>> {
    let Connection::Pool(pool) = db.connection() else { return Ok(None) };
    if db.engine() == Engine::Sqlite {
        return Ok(None);
    }
    Ok(Some(unprepared(pool, query.to_string(PostgresQueryBuilder)).await?))
}

/// The rows that PostgreSQL gives to a query whose columns stand in the order of the fields. Outside of a transaction the values are sent
/// within the query, for the reason that [`select`] gives.
///
/// # Errors
/// When the database does not answer, or a column does not fit its field.
pub(crate) async fn from_postgres<M: DeserializeOwned>(connection: &Connection, query: Statement) -> Result<Vec<M>> {
    if let Connection::Pool(pool) = connection {
        return unprepared(pool, query.to_string()).await;
    }
    let rows = connection.query_all_raw(query).await?;
    in_order(rows.iter().filter_map(QueryResult::try_as_pg_row))
}

async fn unprepared<M: DeserializeOwned>(pool: &DatabaseConnection, query: String) -> Result<Vec<M>> {
    let rows = sqlx::raw_sql(AssertSqlSafe(query)).fetch_all(pool.get_postgres_connection_pool()).await?;
    in_order(rows.iter())
}

fn in_order<'row, M: DeserializeOwned>(rows: impl Iterator<Item = &'row PgRow>) -> Result<Vec<M>> {
    Ok(rows.map(pg_rows::from_row).collect::<std::result::Result<_, _>>().map_err(DbErr::Type)?)
}

fn is_binary(column: &impl ColumnTrait) -> bool {
    matches!(column.def().get_column_type(), ColumnType::Blob | ColumnType::Binary(_) | ColumnType::VarBinary(_))
}

/// A flag of a row that was [`read`]: SQLite keeps it as a number.
pub(crate) fn flag<'de, D: Deserializer<'de>>(value: D) -> std::result::Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Flag {
        Said(bool),
        Number(u8),
    }
    Ok(match Flag::deserialize(value)? {
        Flag::Said(flag) => flag,
        Flag::Number(number) => number != 0,
    })
}

/// Inserts the rows, however many.
///
/// # Errors
/// When a rule of the table refuses one of them.
pub(crate) async fn insert<R: Serialize>(tx: &Tx, table: &str, columns: &Columns, rows: &[R]) -> Result<()> {
    let mut parts = insert_parts(tx.engine(), table, columns, rows);
    let mut next = parts.next();
    while let Some(statement) = next {
        // The database works on one part while the next is put into words.
        let following = async { parts.next() };
        let (written, prepared) = join(tx.connection().execute_raw(statement), following).await;
        written?;
        next = prepared;
    }
    Ok(())
}

/// Rows put into words before the transaction begins that inserts them: who waits for it need not wait for that.
#[derive(Debug, Default)]
pub struct Prepared(Vec<Statement>);

impl Prepared {
    /// The rows of a table, however many.
    pub(crate) fn of<R: Serialize>(engine: Engine, table: &str, columns: &Columns, rows: &[R]) -> Self {
        Self(insert_parts(engine, table, columns, rows).collect())
    }

    /// Inserts them.
    ///
    /// # Errors
    /// When a rule of the table refuses one of them.
    pub async fn insert(self, tx: &Tx) -> Result<()> {
        for statement in self.0 {
            tx.connection().execute_raw(statement).await?;
        }
        Ok(())
    }
}

/// The statements that insert the rows, each put into words when it is asked for. Where nothing is joined PostgreSQL gets them as arrays, at
/// about half of what objects cost it; of how many values an array has, its planner thinks too little for a join.
fn insert_parts<R: Serialize>(
    engine: Engine,
    table: &str,
    columns: &Columns,
    rows: &[R],
) -> impl Iterator<Item = Statement> {
    let sql = insert_sql(table, columns);
    rows.chunks(ROWS_AN_INSERT).map(move |rows| match engine {
        Engine::Sqlite => statement(Engine::Sqlite, &sql, columns, rows, Vec::new()),
        Engine::Postgres => {
            let sent = literals::of(columns, rows).into_iter().map(Value::from);
            let sql = sql.replace("{rows}", &literals::source(columns, 1));
            Statement::from_sql_and_values(DbBackend::Postgres, sql, sent)
        }
    })
}

/// The statement that inserts `{rows}` into a table.
pub(crate) fn insert_sql(table: &str, columns: &Columns) -> String {
    let names = names(columns);
    format!("insert into \"{table}\" ({names}) select {names} from ({{rows}}) as sent_rows")
}

/// For how many frequent values a column is looked at, of which PostgreSQL takes 300 times as many rows.
const SAMPLED: u32 = 20;

/// Lets the planner know how a table has grown, by the columns that rows are looked up by: looked at whole, wide rows cost PostgreSQL
/// several times that, and a few thousand rows tell as much of keys as the usual thirty thousand.
///
/// # Errors
/// When the database refuses.
pub(crate) async fn analyze(db: &impl Db, table: &str, columns: &[&str]) -> Result<()> {
    let sql = match db.engine() {
        Engine::Sqlite => format!("analyze \"{table}\""),
        Engine::Postgres => {
            let columns = columns.join("\", \"");
            format!("set local default_statistics_target = {SAMPLED}; analyze \"{table}\" (\"{columns}\")")
        }
    };
    db.connection().execute_unprepared(&sql).await?;
    Ok(())
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
        #[derive(Serialize)]
        struct Row {
            key: &'static str,
            more: bool,
            id: i64,
        }
        let columns: &Columns = &[("id", Kind::Long), ("key", Kind::Guid)];
        let rows = [Row { key: "a", more: true, id: 1 }, Row { key: "b", more: false, id: 2 }];
        assert_eq!(
            sqlite_source(columns, &Arrays::of(&rows), 1),
            "with sent_each as materialized (select value as sent_row from jsonb_each($1)) \
             select json_extract(sent_row, '$[2]') as \"id\", json_extract(sent_row, '$[0]') as \"key\" from sent_each"
        );
        assert_eq!(
            postgres_source(columns),
            "select \"id\", \"key\" from json_to_recordset(cast($1 as json)) as sent (\"id\" bigint, \
             \"key\" uuid)"
        );
        assert_eq!(
            literals::source(columns, 3),
            "select \"id\", \"key\" from unnest(cast($3 as bigint[]), cast($4 as uuid[])) as sent (\"id\", \"key\")"
        );
    }

    #[test]
    fn what_no_row_holds_is_not_looked_for() {
        #[derive(Serialize)]
        struct Row {
            id: i64,
            note: Option<&'static str>,
            ids: Option<Hex>,
        }
        let columns: &Columns = &[("id", Kind::Long), ("note", Kind::Text), ("ids", Kind::Bytes)];
        let rows = [1, 2].map(|id| Row { id, note: None, ids: None });
        assert_eq!(
            sqlite_source(columns, &Arrays::of(&rows), 3),
            "with sent_each as materialized (select value as sent_row from jsonb_each($3)) \
             select json_extract(sent_row, '$[0]') as \"id\", null as \"note\", null as \"ids\" from sent_each"
        );
    }

    #[test]
    fn bytes_travel_as_digits() {
        #[derive(Serialize)]
        struct Row {
            ids: Hex,
        }
        assert_eq!(serde_json::to_string(&Hex::of(&[0, 0x1f, 0xa0, 255])).unwrap(), "\"001fa0ff\"");
        let columns: &Columns = &[("ids", Kind::Bytes)];
        let arrays = Arrays::of(&[Row { ids: Hex::of(&[1]) }]);
        assert!(sqlite_source(columns, &arrays, 1).contains("unhex(json_extract(sent_row, '$[0]')) as \"ids\""));
        assert!(postgres_source(columns).starts_with("select decode(\"ids\", 'hex') as \"ids\" from"));
    }
}
