//! Words of a group's census files that a person has replaced for the next ones as well.

use super::ddl::{Table, instant, reference, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let values = census_value();
    let mut statements = values.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(values.references_sql());
    }
    statements
}

fn census_value() -> Table {
    table("census_value", "A word of a group's files, and what a person has put in its place for the next ones.")
        .columns([
            reference("group_id", "employer_group"),
            text("field"),
            text("value_key"),
            text("replacement"),
            reference("decided_by", "user_account"),
            instant("decided_at"),
        ])
        .key(&["group_id", "field", "value_key"])
}
