//! A statement keeps the broker it was made for, and its bill the vendor it was made out to (rules.md#statements-of-a-broker).
//!
//! Of a statement made before, the broker is known only when the broker of its rule was not changed since. Any other is left to
//! administrators.

use super::m0056_frozen_statements::{Refusal, trigger};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (id, text) = match engine {
        Engine::Sqlite => ("integer", "text"),
        Engine::Postgres => ("bigint", "text collate \"C\""),
    };
    let mut statements = vec![
        format!(
            "alter table \"commission_statement\" add column \"broker_id\" {id} \
             constraint \"fk_commission_statement_broker_id\" references \"broker\" (\"id\")"
        ),
        "update commission_statement set broker_id = (select r.broker_id from commission_rule r where r.id = commission_statement.rule_id \
         and not exists (select 1 from audit a where a.subject = 'commission_rule' and a.subject_id = r.id \
         and a.action = 'commission_rule.update' and a.at >= commission_statement.created_at \
         and cast(a.detail as text) like '%\"BrokerId\"%'))"
            .to_owned(),
        "create index \"ix_commission_statement_broker_id\" on \"commission_statement\" (\"broker_id\", \"id\")".to_owned(),
        format!("alter table \"commission_statement\" add column \"billed_vendor_id\" {text}"),
        "update commission_statement set billed_vendor_id = \
         (select r.erp_vendor_id from commission_rule r where r.id = commission_statement.rule_id) where locked_at is not null"
            .to_owned(),
    ];
    statements.extend(REFUSALS.iter().flat_map(|refusal| trigger(engine, refusal)));
    statements
}

/// The broker is never changed, and the vendor not once the bill stands.
const REFUSALS: &[Refusal] = &[
    Refusal {
        name: "frozen_commission_statement_broker",
        table: "commission_statement",
        event: "update of broker_id",
        when: "true",
        said: "a statement is never changed",
    },
    Refusal {
        name: "locked_commission_statement_vendor",
        table: "commission_statement",
        event: "update of billed_vendor_id",
        when: "old.locked_at is not null",
        said: "a statement with a bill is locked",
    },
];
