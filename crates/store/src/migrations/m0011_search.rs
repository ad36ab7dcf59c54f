//! The substring index over `member_search.text` (rules.md#search-text).
//!
//! SQLite: `member_fts` holds no text, only which row has which three letters; the query compares the text itself.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let statements: &[&str] = match engine {
        Engine::Sqlite => &["create virtual table member_fts using \
            fts5(text, content='', contentless_delete=1, tokenize='trigram', detail=none)"],
        Engine::Postgres => &[
            "create extension if not exists pg_trgm",
            "create index ix_member_search_text on member_search using gin (text gin_trgm_ops)",
        ],
    };
    statements.iter().map(|statement| (*statement).to_owned()).collect()
}
