//! The index of the search is merged beside the writing (`Store::merge_search`): whoever wrote a text had to merge a large part of it now
//! and then, for up to a tenth of a second, while every other writer waited.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    match engine {
        Engine::Sqlite => vec!["insert into member_fts (member_fts, rank) values ('automerge', 0)".to_owned()],
        Engine::Postgres => Vec::new(),
    }
}
