//! Snapshots remember that their invoice was paid: commission that was paid on one that is not paid any more is found by it
//! (rules.md#invoice-not-paid-any-more).

use crate::Engine;
use crate::work_queue::NOT_PAID_ANY_MORE;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (flag, set) = match engine {
        Engine::Sqlite => ("integer not null default 0", "1"),
        Engine::Postgres => ("boolean not null default false", "true"),
    };
    vec![
        format!("alter table \"snapshot\" add column \"was_paid\" {flag}"),
        format!("update snapshot set was_paid = {set} where payment_status = 3"),
        format!("create index \"ix_snapshot_not_paid_any_more\" on \"snapshot\" (\"id\") where {NOT_PAID_ANY_MORE}"),
    ]
}
