//! What is still pending from earlier months stands in a statement; and a rule keeps the first month whose statement was asked for while all of
//! it was pending (rules.md#basis-paid).

use super::m0056_frozen_statements::{Refusal, trigger};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (money, month) = match engine {
        Engine::Sqlite => ("integer", "integer"),
        Engine::Postgres => ("bigint", "integer"),
    };
    let mut statements = vec![
        format!("alter table \"commission_statement\" add column \"pending_earlier_cents\" {money} not null default 0"),
        format!("alter table \"commission_rule\" add column \"first_asked_month\" {month}"),
    ];
    let refusal = Refusal {
        name: "frozen_commission_statement_pending",
        table: "commission_statement",
        event: "update of pending_earlier_cents",
        when: "true",
        said: "a statement is never changed",
    };
    statements.extend(trigger(engine, &refusal));
    statements
}
