//! A plan of a billing run whose snapshot an earlier run of the month has made, and left its invoice behind: this run creates only that.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let flag = match engine {
        Engine::Sqlite => {
            "integer not null default 0 constraint \"ck_billing_run_item_taken_up\" check (taken_up in (0,1))"
        }
        Engine::Postgres => "boolean not null default false",
    };
    let has_snapshot =
        "constraint \"ck_billing_run_item_taken_up_snapshot\" check (not taken_up or snapshot_id is not null)";
    vec![format!("alter table \"billing_run_item\" add column \"taken_up\" {flag} {has_snapshot}")]
}
