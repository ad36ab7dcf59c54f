//! An invoice of a billing run that was asked for in vain: the accounting system could not be reached or did not answer, and has refused
//! nothing. The next run of the month asks again.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let flag = match engine {
        Engine::Sqlite => {
            "integer not null default 0 constraint \"ck_billing_run_item_unreached\" check (unreached in (0,1))"
        }
        Engine::Postgres => "boolean not null default false",
    };
    let is_open = "constraint \"ck_billing_run_item_unreached_invoice\" check (not unreached or invoice = 3)";
    vec![format!("alter table \"billing_run_item\" add column \"unreached\" {flag} {is_open}")]
}
