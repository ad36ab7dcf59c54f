//! What rows of a census file tell beside their fields: the day of leaving (rules.md#told-leaving), and that the row replaces who
//! its member is (rules.md#change-of-identity).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (day, flag, is_set) = match engine {
        Engine::Sqlite => ("text", "integer not null default 0", "replaces_identity=1"),
        Engine::Postgres => ("date", "boolean not null default false", "replaces_identity"),
    };
    vec![
        format!("alter table \"census_record\" add column \"leaves_on\" {day}"),
        format!("alter table \"census_match\" add column \"replaces_identity\" {flag}"),
        format!("create index ix_census_match_replaces_identity on census_match (file_id, row_number) where {is_set}"),
    ]
}
