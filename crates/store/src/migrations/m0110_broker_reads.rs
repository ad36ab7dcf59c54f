//! A commission rule says whether the administrators of its broker read its statements. The rules there are say so where the payee has the name
//! of the broker (rules.md#statements-of-a-broker).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (flag, set) = match engine {
        Engine::Sqlite => ("integer not null default 0", "1"),
        Engine::Postgres => ("boolean not null default false", "true"),
    };
    vec![
        format!("alter table \"commission_rule\" add column \"broker_reads\" {flag}"),
        format!(
            "update commission_rule set broker_reads = {set} where exists (select 1 from broker b \
             where b.id = commission_rule.broker_id and lower(trim(b.name)) = lower(trim(commission_rule.payee_name)))"
        ),
    ]
}
