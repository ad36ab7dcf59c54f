//! Bulk actions take commission marks back. Those that are still to send an invoice are found by the invoice, and so are documents whose mail may
//! not have left (rules.md#bulk-actions, rules.md#state-in-the-erp).

use super::ddl::{Table, id, instant, reference, small, table, text};
use crate::Engine;

const ACTION: &str = "id, kind, created_by, acting_as_id, created_at, finished_at";
const ITEM: &str = "action_id, snapshot_id, group_id, outcome, message";

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let mut statements = match engine {
        Engine::Sqlite => made_anew(),
        Engine::Postgres => checked_anew(),
    };
    let instant = match engine {
        Engine::Sqlite => "text",
        Engine::Postgres => "timestamptz",
    };
    statements.push(format!("alter table erp_document add column mail_asked_at {instant}"));
    let indexes = [
        "create index ix_bulk_action_item_snapshot_id on bulk_action_item (snapshot_id)",
        "drop index ix_erp_document_unsettled",
        "create index ix_erp_document_unsettled on erp_document (updated_at, id) where (state <> 2 and state <> 6) or mail < 2",
    ];
    statements.extend(indexes.map(str::to_owned));
    statements
}

fn checked_anew() -> Vec<String> {
    ["drop constraint ck_bulk_action_kind", "add constraint ck_bulk_action_kind check (kind between 0 and 5)"]
        .map(|change| format!("alter table bulk_action {change}"))
        .to_vec()
}

/// SQLite changes no check: the tables are made anew under their names.
fn made_anew() -> Vec<String> {
    let renamed = |name: &str| format!("alter table {name} rename to {name}_before");
    let mut statements = vec![renamed("bulk_action_item"), renamed("bulk_action")];
    statements.extend([bulk_action(), bulk_action_item()].iter().flat_map(|table| table.create_sql(Engine::Sqlite)));
    for (name, columns) in [("bulk_action", ACTION), ("bulk_action_item", ITEM)] {
        statements.push(format!("insert into {name} ({columns}) select {columns} from {name}_before"));
    }
    statements.extend(["bulk_action_item", "bulk_action"].map(|name| format!("drop table {name}_before")));
    statements
}

fn bulk_action() -> Table {
    table("bulk_action", "One thing done to many invoices at once.")
        .columns([
            id(),
            // 0 create, 1 update, 2 sync, 3 mark commission paid, 4 mail, 5 mark commission not paid
            small("kind"),
            reference("created_by", "user_account"),
            reference("acting_as_id", "user_account").optional(),
            instant("created_at"),
            instant("finished_at").optional(),
        ])
        .check("kind", "kind between 0 and 5")
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
