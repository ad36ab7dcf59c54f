//! Until which month statements of a rule were asked for while all of it was pending, and until which they were when a plan line left the rule:
//! what was pending then is still paid (rules.md#pending-of-a-line-that-left).

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec![
        "alter table \"commission_rule\" add column \"last_asked_month\" integer".to_owned(),
        "update commission_rule set last_asked_month = first_asked_month".to_owned(),
        "alter table \"commission_rule_line\" add column \"asked_until_month\" integer".to_owned(),
    ]
}
