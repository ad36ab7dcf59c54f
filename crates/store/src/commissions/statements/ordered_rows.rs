//! Rows of a query in the order of its columns: looked up by name, tens of thousands of them cost several times what the query does.

use sea_orm::{ConnectionTrait, DbErr, Statement, Value};
use serde::de::DeserializeOwned;

use crate::{Db, Engine, Result, row_set};

/// The rows of a query with these columns, each as a tuple of them. Flags are numbers there.
///
/// # Errors
/// When the database does not answer.
pub(in crate::commissions) async fn read<T: DeserializeOwned>(
    db: &impl Db,
    columns: &[&str],
    query: &str,
    values: Vec<Value>,
) -> Result<Vec<T>> {
    let (connection, columns) = (db.connection(), columns.join(", "));
    let selected = |what: &str| {
        let sql = format!("select {what} from ({query}) as page");
        Statement::from_sql_and_values(connection.get_database_backend(), sql, values.clone())
    };
    if db.engine() == Engine::Postgres {
        return row_set::from_postgres(connection, selected(&columns)).await;
    }
    let array = selected(&format!("json_group_array(json_array({columns})) as found"));
    let Some(row) = connection.query_one_raw(array).await? else { return Ok(Vec::new()) };
    let found: String = row.try_get("", "found")?;
    Ok(serde_json::from_str(&found).map_err(|error| DbErr::Json(error.to_string()))?)
}

/// How an engine writes that a flag is set.
pub(in crate::commissions) const fn set(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "=1",
        Engine::Postgres => "",
    }
}
