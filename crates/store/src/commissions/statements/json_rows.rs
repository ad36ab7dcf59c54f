//! Rows of a query as one JSON text: of tens of thousands of them, a value at a time costs several times what the query does.

use sea_orm::{ConnectionTrait, DbErr, Statement, Value};
use serde::de::DeserializeOwned;

use crate::{Db, Engine, Result};

/// The rows of a query with these columns, each as a tuple of them. Flags are numbers there.
///
/// # Errors
/// When the database does not answer.
pub(super) async fn read<T: DeserializeOwned>(
    db: &impl Db,
    columns: &[&str],
    query: &str,
    values: Vec<Value>,
) -> Result<Vec<T>> {
    let columns = columns.join(", ");
    let array = match db.engine() {
        Engine::Sqlite => format!("json_group_array(json_array({columns}))"),
        Engine::Postgres => format!("cast(coalesce(json_agg(json_build_array({columns})), '[]') as text)"),
    };
    let connection = db.connection();
    let sql = format!("select {array} as found from ({query}) as page");
    let statement = Statement::from_sql_and_values(connection.get_database_backend(), sql, values);
    let Some(row) = connection.query_one_raw(statement).await? else { return Ok(Vec::new()) };
    let found: String = row.try_get("", "found")?;
    Ok(serde_json::from_str(&found).map_err(|error| DbErr::Json(error.to_string()))?)
}

/// How an engine writes that a flag is set.
pub(super) const fn set(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "=1",
        Engine::Postgres => "",
    }
}
