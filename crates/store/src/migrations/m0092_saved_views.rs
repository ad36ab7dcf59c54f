//! Views of lists that users save by name (rules.md#saved-views).

use super::ddl::{Table, id, instant, reference, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let saved_view = saved_view();
    let mut statements = saved_view.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(saved_view.references_sql());
    }
    statements
}

fn saved_view() -> Table {
    table("saved_view", "A view of a list that a user has saved by name.")
        .columns([
            id(),
            reference("user_id", "user_account"),
            text("list"),
            text("name"),
            text("name_key"),
            text("query"),
            instant("created_at"),
            instant("updated_at"),
        ])
        .unique(&["user_id", "list", "name_key"])
}
