//! What a census file was foreseen to do to the next bill, before it was imported (rules.md#result-of-a-file).

use super::ddl::{Table, int, long, reference, table};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let effect = census_bill_effect();
    let mut statements = effect.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(effect.references_sql());
    }
    statements
}

fn census_bill_effect() -> Table {
    table("census_bill_effect", "What a file was foreseen to do to the next bills of its group.")
        .columns([
            reference("file_id", "census_file"),
            // of which inspection: a later one has foreseen something else
            int("inspection"),
            int("period_month"),
            long("before_cents"),
            long("after_cents"),
        ])
        .key(&["file_id"])
        .without_rowid()
}
