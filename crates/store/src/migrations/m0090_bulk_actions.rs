//! Bulk actions on invoices with a result for each invoice (rules.md#bulk-actions).

use super::ddl::{Table, id, instant, reference, small, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let tables = [bulk_action(), bulk_action_item()];
    let mut statements: Vec<String> = tables.iter().flat_map(|table| table.create_sql(engine)).collect();
    if engine == Engine::Postgres {
        statements.extend(tables.iter().filter_map(Table::references_sql));
    }
    statements
}

fn bulk_action() -> Table {
    table("bulk_action", "One thing done to many invoices at once.")
        .columns([
            id(),
            // 0 create, 1 update, 2 sync, 3 mark commission paid, 4 mail
            small("kind"),
            reference("created_by", "user_account"),
            reference("acting_as_id", "user_account").optional(),
            instant("created_at"),
            instant("finished_at").optional(),
        ])
        .check("kind", "kind between 0 and 4")
}

fn bulk_action_item() -> Table {
    table("bulk_action_item", "An invoice within a bulk action.")
        .columns([
            reference("action_id", "bulk_action"),
            reference("snapshot_id", "snapshot"),
            reference("group_id", "employer_group"),
            // 0 waiting, 1 done, 2 unchanged, 3 refused, 4 unreached, 5 left out
            small("outcome").default("0"),
            text("message").optional(),
        ])
        .key(&["action_id", "snapshot_id"])
        .check("outcome", "outcome between 0 and 5")
}
