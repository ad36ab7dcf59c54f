//! The SQL of the page and nothing else: the rows with their names, their histories and the total, prepared once.

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

    /// How long the page takes in an order.
    pub async fn time(&self, order: &str) -> anyhow::Result<Duration> {
        let page = format!("from member m where m.group_id = 1 order by {order} limit 25");
        let statements = [
            "select sum(total) from group_count where group_id = 1".to_owned(),
            format!(
                "select m.*, g.name, p.name from (select m.* {page}) m join employer_group g on g.id = m.group_id \
                 left join pricing_group p on p.id = m.pricing_group_id"
            ),
            format!(
                "select * from status_change where member_id in (select m.id {page}) order by effective_on desc, id desc"
            ),
        ];
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
