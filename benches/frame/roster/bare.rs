//! The same SQL and nothing else, written by hand for each engine.

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

    /// What autovacuum does in the background; the PostgreSQL of tests has none.
    pub async fn settle(&self) -> anyhow::Result<()> {
        if let Self::Postgres(pool) = self {
            sqlx::query("vacuum analyze").execute(pool).await?;
        }
        Ok(())
    }

    /// How long a page of 25 by last name takes, with its exact total.
    pub async fn page(&self, group: Option<i64>, page: u64, term: &str, total: u64) -> anyhow::Result<Duration> {
        let statement = if term.is_empty() { browse(group, page, total) } else { self.search(group, term) };
        let begun = Instant::now();
        let query = AssertSqlSafe(statement);
        match self {
            Self::Sqlite(pool) => drop(sqlx::query(query).fetch_all(pool).await?),
            Self::Postgres(pool) => drop(sqlx::query(query).fetch_all(pool).await?),
        }
        Ok(begun.elapsed())
    }

    /// Hits of the substring index, counted and cut to a page in one statement. The names of groups are not looked at.
    fn search(&self, group: Option<i64>, term: &str) -> String {
        let within = group.map_or_else(String::new, |group| format!("and s.group_id = {group}"));
        let hits = match self {
            Self::Postgres(_) => {
                format!("select s.member_id, s.text from member_search s where s.text like '%{term}%' {within}")
            }
            Self::Sqlite(_) => {
                let pieces: Vec<String> =
                    (0..term.len().min(8) - 2).map(|from| format!("\"{}\"", &term[from..from + 3])).collect();
                format!(
                    "select s.member_id, s.text from member_fts f cross join member_search s on s.member_id = f.rowid \
                     where f.member_fts match '{}' and s.text like '%{term}%' {within}",
                    pieces.join(" ")
                )
            }
        };
        format!(
            "with h as materialized ({hits}) select m.*, g.name, (select count(*) from h) from \
             (select * from h order by text, member_id limit 25) k join member m on m.id = k.member_id \
             join employer_group g on g.id = m.group_id order by k.text, m.id"
        )
    }
}

fn browse(group: Option<i64>, page: u64, total: u64) -> String {
    let within = group.map_or_else(String::new, |group| format!("where group_id = {group}"));
    let (offset, direction) = if page * 25 > total / 2 { (0, "desc") } else { ((page - 1) * 25, "asc") };
    format!(
        "select m.*, g.name, (select sum(total) from group_count {within}) from \
         (select id from member {within} order by last_key {direction}, first_key {direction}, id {direction} limit 25 offset {offset}) k \
         join member m on m.id = k.id join employer_group g on g.id = m.group_id order by m.last_key, m.first_key, m.id"
    )
}
