//! The database as somebody uses it who knows nothing of the product: what the measured work stands beside, and what fills its tables.

use std::time::{Duration, Instant};

use axum::body::Body;
use http_body_util::BodyExt as _;
use sqlx::postgres::PgPoolCopyExt as _;
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

    /// How long it takes to copy out what a query gives: by PostgreSQL's own means, on SQLite row by row.
    pub async fn copy(&self, query: &str) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        match self {
            Self::Sqlite(pool) => {
                drop(sqlx::query(AssertSqlSafe(query.to_owned())).fetch_all(pool).await?);
            }
            Self::Postgres(pool) => {
                let copy = format!("copy ({query}) to stdout (format csv)");
                let mut rows = Body::from_stream(pool.copy_out_raw(&copy).await?);
                while rows.frame().await.transpose()?.is_some() {}
            }
        }
        Ok(begun.elapsed())
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
