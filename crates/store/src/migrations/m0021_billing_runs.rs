//! Billing runs as they came to be: drafts that are approved, snapshots that become of them, and their invoices, each with its outcome.
//! Nothing ever wrote the tables of before, so they are made anew: SQLite cannot change a check.

use super::ddl::{Table, date, flag, id, instant, int, money, reference, small, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let mut statements: Vec<String> =
        ["billing_run_item", "billing_run"].map(|table| format!("drop table \"{table}\"")).to_vec();
    let tables = [billing_run(), billing_run_item()];
    statements.extend(tables.iter().flat_map(|table| table.create_sql(engine)));
    if engine == Engine::Postgres {
        statements.extend(tables.iter().filter_map(Table::references_sql));
    }
    statements
}

fn billing_run() -> Table {
    table("billing_run", "The snapshots of a month for many plans at once.")
        .columns([
            id(),
            int("period_month"),
            // 0 drafting, 1 drafted, 2 creating, 3 done, 4 failed, 5 cancelled
            small("state").default("0"),
            flag("automatic").default("0"),
            // progress of the step that runs
            int("total").default("0"),
            int("done").default("0"),
            money("draft_cents").default("0"),
            money("previous_cents").default("0"),
            int("created").default("0"),
            money("created_cents").default("0"),
            text("message").optional(),
            // the job that works at it, and which try of it
            text("holder").optional(),
            reference("created_by", "user_account").optional(),
            reference("acting_as_id", "user_account").optional(),
            instant("created_at"),
            instant("finished_at").optional(),
        ])
        .check("state", "state between 0 and 5")
        .check("finished_at", "(state < 3) = (finished_at is null)")
        // one run a month at a time
        .unique_where(&["period_month"], "state in (0,1,2)")
}

fn billing_run_item() -> Table {
    table("billing_run_item", "A plan within a billing run.")
        .columns([
            reference("run_id", "billing_run"),
            reference("plan_id", "plan"),
            reference("group_id", "employer_group"),
            // 0 queued, 1 draft, 2 approved, 3 created, 4 refused, 5 left out
            small("state").default("0"),
            date("start_on"),
            date("end_on"),
            money("total_cents").optional(),
            money("previous_cents").optional(),
            // bits of domain::billing::run::Exception
            int("exceptions").default("0"),
            int("on_no_line").default("0"),
            int("on_two_lines").default("0"),
            reference("snapshot_id", "snapshot").optional(),
            text("message").optional(),
            // 0 none, 1 waiting, 2 created, 3 refused
            small("invoice").default("0"),
            text("invoice_message").optional(),
        ])
        .key(&["run_id", "plan_id"])
        .refer(&["group_id", "plan_id"], "plan", &["group_id", "id"])
        .check("state", "state between 0 and 5")
        .check("snapshot_id", "state <> 3 or snapshot_id is not null")
        .check("invoice", "invoice = 0 or (invoice between 1 and 3 and state = 3)")
        // what is next, whole groups together
        .index(&["run_id", "state", "group_id", "plan_id"])
        .index_where(&["run_id", "group_id", "plan_id"], "invoice = 1")
}
