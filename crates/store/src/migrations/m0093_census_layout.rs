//! How each census file was understood (rules.md#reading-of-a-file).

use super::ddl::{Table, instant, json, reference, table};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let layout = census_layout();
    let mut statements = layout.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(layout.references_sql());
    }
    statements
}

fn census_layout() -> Table {
    table("census_layout", "How a census file was understood when its columns were mapped.")
        .columns([reference("file_id", "census_file"), json("layout"), instant("made_at")])
        .key(&["file_id"])
        .without_rowid()
}
