//! The database as somebody uses it who knows nothing of the product: what the measured work stands beside, and what fills its tables.

use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use store::Engine;

/// A connection that knows nothing of the product.
pub enum Bare {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Bare {
    /// Opens the database.
    pub async fn open(engine: Engine, url: &str) -> anyhow::Result<Self> {
        Ok(match engine {
            Engine::Sqlite => Self::Sqlite(SqlitePool::connect(url).await?),
            Engine::Postgres => Self::Postgres(PgPool::connect(url).await?),
        })
    }

    /// Runs a statement.
    pub async fn execute(&self, statement: String) -> anyhow::Result<()> {
        let query = AssertSqlSafe(statement);
        match self {
            Self::Sqlite(pool) => _ = sqlx::query(query).execute(pool).await?,
            Self::Postgres(pool) => _ = sqlx::query(query).execute(pool).await?,
        }
        Ok(())
    }

    /// What autovacuum does in the background; the PostgreSQL of tests has none.
    pub async fn settle(&self) -> anyhow::Result<()> {
        if let Self::Postgres(_) = self {
            self.execute("vacuum analyze".to_owned()).await?;
        }
        Ok(())
    }

    /// How long it takes to fetch what these give, one after the other.
    pub async fn time<const N: usize>(&self, statements: [String; N]) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        for statement in statements {
            let query = AssertSqlSafe(statement);
            match self {
                Self::Sqlite(pool) => drop(sqlx::query(query).fetch_all(pool).await?),
                Self::Postgres(pool) => drop(sqlx::query(query).fetch_all(pool).await?),
            }
        }
        Ok(begun.elapsed())
    }
}
