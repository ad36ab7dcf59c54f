//! An absent member who is still to start is noted apart: the file ends it only on a person's word
//! (rules.md#explicit-import).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let flag = match engine {
        Engine::Sqlite => "integer not null default 0",
        Engine::Postgres => "boolean not null default false",
    };
    vec![format!("alter table \"census_absent\" add column \"to_start\" {flag}")]
}
