//! When a commission rule ended, and from which month the statements of a removed line were asked for (rules.md#ended-rule,
//! rules.md#pending-of-a-line-that-left). A rule that ended before counts as ended at its last save.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (instant, is_not) = match engine {
        Engine::Sqlite => ("text", "active = 0"),
        Engine::Postgres => ("timestamptz", "not active"),
    };
    vec![
        format!("alter table \"commission_rule\" add column \"ended_at\" {instant}"),
        "alter table \"commission_rule_line\" add column \"asked_from_month\" integer".to_owned(),
        format!("update commission_rule set ended_at = updated_at where {is_not}"),
        "update commission_rule_line set asked_from_month = (select r.first_asked_month from commission_rule r \
         where r.id = commission_rule_line.rule_id) where removed_at is not null"
            .to_owned(),
    ]
}
