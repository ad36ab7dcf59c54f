//! Inserting many rows in few statements.

use sea_orm::{ActiveModelTrait, EntityTrait, Iterable};

use crate::database::connection::Connection;
use crate::{Engine, Result};

/// More rows than this in a statement were slower, not faster.
const MOST_ROWS: usize = 500;

/// Inserts the rows, as many a statement as the engine takes values.
pub(crate) async fn insert_all<A>(connection: &Connection, rows: Vec<A>) -> Result<()>
where
    A: ActiveModelTrait + Send,
{
    let most = rows_a_statement(connection.engine(), <A::Entity as EntityTrait>::Column::iter().count());
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let some: Vec<_> = rows.by_ref().take(most).collect();
        A::Entity::insert_many(some).exec_without_returning(connection).await?;
    }
    Ok(())
}

/// SQLite takes 32,766 values a statement, the protocol of PostgreSQL 65,535.
fn rows_a_statement(engine: Engine, columns: usize) -> usize {
    let values = match engine {
        Engine::Sqlite => 32_766,
        Engine::Postgres => 65_535,
    };
    (values / columns.max(1)).clamp(1, MOST_ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_stays_under_the_limit_of_its_engine() {
        for (engine, columns, rows) in [
            (Engine::Sqlite, 13, 500),
            (Engine::Sqlite, 66, 496),
            (Engine::Postgres, 66, 500),
            (Engine::Postgres, 400, 163),
            (Engine::Sqlite, 40_000, 1),
        ] {
            assert_eq!(rows_a_statement(engine, columns), rows, "{engine:?} {columns}");
        }
    }
}
