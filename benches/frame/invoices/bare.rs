//! The same lists as one statement written by hand, and what fills their tables.

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

    /// How long a page of 25, newest first, takes with its total and the lines of its snapshots. What a term finds is counted, what it
    /// does not narrow is summed up from the counters.
    pub async fn page(&self, within: &str, term: &str) -> anyhow::Result<Duration> {
        let within = if within.is_empty() { "1 = 1" } else { within };
        let from = "snapshot s join employer_group g on g.id = s.group_id";
        let found = if term.is_empty() {
            format!("s.deleted_at is null and {within}")
        } else {
            format!(
                "s.deleted_at is null and {within} and (s.search_text like '%{term}%' or g.search_text like '%{term}%')"
            )
        };
        let total = if term.is_empty() {
            format!("select sum(c.n) from list_count c join employer_group g on g.id = c.group_id where {within}")
        } else {
            format!("select count(*) from {from} where {found}")
        };
        let statement = format!(
            "select k.*, l.*, ({total}) from (select s.*, g.name as group_name from {from} where {found} \
             order by s.end_on desc, s.id desc limit 25) k join snapshot_line l on l.snapshot_id = k.id \
             order by k.end_on desc, k.id desc, l.position"
        );
        let begun = Instant::now();
        let query = AssertSqlSafe(statement);
        match self {
            Self::Sqlite(pool) => drop(sqlx::query(query).fetch_all(pool).await?),
            Self::Postgres(pool) => drop(sqlx::query(query).fetch_all(pool).await?),
        }
        Ok(begun.elapsed())
    }
}
