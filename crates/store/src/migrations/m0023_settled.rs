//! What a bill goes on from: the last snapshot that has set the ledger of a plan right, and by which terms
//! (rules.md#ledger-sets).
//!
//! Who has changed since is looked up group by group, so the indexes of that begin with the group.

use super::ddl::{Table, reference, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let settled = settled_plan();
    let mut statements = settled.create_sql(engine);
    // SQLite took them with its table.
    statements.extend(settled.references_sql().filter(|_| engine == Engine::Postgres));
    for (table, column, condition) in [
        ("status_change", "recorded_at", None),
        ("status_change", "cancelled_at", Some("cancelled_at is not null")),
        ("status_change", "effective_on", None),
        ("member", "scope_changed_at", Some("scope_changed_at is not null")),
    ] {
        let only = condition.map_or_else(String::new, |condition| format!(" where {condition}"));
        statements.push(format!("drop index \"ix_{table}_{column}\""));
        statements.push(format!(
            "create index \"ix_{table}_group_id_{column}\" on \"{table}\" (\"group_id\", \"{column}\"){only}"
        ));
    }
    statements
}

fn settled_plan() -> Table {
    table(
        "settled_plan",
        "The snapshot that was the last to change a plan's ledger; no row when that was a deletion. A cache: without it bills are computed in full.",
    )
    .columns([reference("plan_id", "plan"), reference("snapshot_id", "snapshot"), text("terms")])
    .key(&["plan_id"])
}
