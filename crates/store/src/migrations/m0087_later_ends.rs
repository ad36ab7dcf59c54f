//! An absent member whose end is set already, on a day behind that of the file, is noted apart: the file ends it earlier only on a person's
//! word (rules.md#explicit-import).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let flag = match engine {
        Engine::Sqlite => "integer not null default 0",
        Engine::Postgres => "boolean not null default false",
    };
    vec![format!("alter table \"census_absent\" add column \"later_end\" {flag}")]
}
