//! Statements that stand by themselves: their lines keep what they pay on, pending lines claim nothing, and a negative balance is brought
//! forward once (rules.md#paid-once, rules.md#basis-paid, rules.md#brought-forward).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (id, small, money, text, live) = match engine {
        Engine::Sqlite => ("integer", "integer", "integer", "text", "live=1"),
        Engine::Postgres => ("bigint", "smallint", "bigint", "text collate \"C\"", "live"),
    };
    let mut statements = vec![
        format!("alter table \"commission_statement\" add column \"rule_name\" {text} not null default ''"),
        "update commission_statement set rule_name = \
         (select r.name from commission_rule r where r.id = commission_statement.rule_id)"
            .to_owned(),
        format!("alter table \"commission_statement\" add column \"brought_forward_cents\" {money} not null default 0"),
        format!("alter table \"commission_statement\" add column \"pending_cents\" {money} not null default 0"),
        // Copied from the snapshot line, which refers to both: checked again they cost a third of the writing.
        format!("alter table \"commission_line\" add column \"snapshot_id\" {id}"),
        format!("alter table \"commission_line\" add column \"plan_line_id\" {id}"),
        format!(
            "alter table \"commission_line\" add column \"brought_from\" {id} \
             constraint \"fk_commission_line_brought_from\" references \"commission_statement\" (\"id\")"
        ),
        format!("alter table \"commission_line\" add column \"billed_kind\" {small}"),
        format!("alter table \"commission_line\" add column \"line_name\" {text} not null default ''"),
        "update commission_line set \
         snapshot_id = (select l.snapshot_id from snapshot_line l where l.id = commission_line.snapshot_line_id), \
         plan_line_id = (select l.plan_line_id from snapshot_line l where l.id = commission_line.snapshot_line_id), \
         billed_kind = (select l.kind from snapshot_line l where l.id = commission_line.snapshot_line_id), \
         line_name = (select l.name from snapshot_line l where l.id = commission_line.snapshot_line_id) \
         where snapshot_line_id is not null"
            .to_owned(),
        "drop index \"uq_commission_line_rule_id_snapshot_line_id\"".to_owned(),
        // A snapshot line is paid or taken back once; what is pending has none.
        format!(
            "create unique index \"uq_commission_line_rule_id_snapshot_line_id\" \
             on \"commission_line\" (\"rule_id\", \"snapshot_line_id\") where {live} and kind in (0,1)"
        ),
        // A negative balance is brought forward once.
        format!(
            "create unique index \"uq_commission_line_brought_from\" \
             on \"commission_line\" (\"brought_from\") where {live} and brought_from is not null"
        ),
        // What a rule holds of a plan line and month.
        format!(
            "create index \"ix_commission_line_rule_id_plan_line_id_billable_month\" \
             on \"commission_line\" (\"rule_id\", \"plan_line_id\", \"billable_month\") where {live}"
        ),
        "create index \"ix_commission_line_snapshot_id\" on \"commission_line\" (\"snapshot_id\")".to_owned(),
    ];
    if engine == Engine::Postgres {
        // The statement is of the same rule: checked with it, the rule need not be checked again for each line.
        statements.push("alter table \"commission_line\" drop constraint \"fk_commission_line_rule_id\"".to_owned());
    }
    statements
}
