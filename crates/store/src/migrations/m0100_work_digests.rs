//! Users who are mailed once a day what waits for them (rules.md#work-digest).

use super::ddl::{Table, instant, reference, table};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let digest = work_digest();
    let mut statements = digest.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(digest.references_sql());
    }
    statements
}

fn work_digest() -> Table {
    table("work_digest", "A user who is mailed once a day what waits for it.")
        .columns([reference("user_id", "user_account"), instant("since")])
        .key(&["user_id"])
        .without_rowid()
}
