//! What a rule has told as pending, line by line (rules.md#pending-of-a-line-that-left). Before, it was concluded from sums, months and instants;
//! what those told is taken over. The columns of those months and instants go.

use super::ddl::{Table, id, int, long, reference, table};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let told = commission_told();
    let mut statements = told.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(told.references_sql());
    }
    statements.push(by_sums());
    statements.push(by_asking());
    for (table, column) in [
        ("commission_rule", "last_asked_month"),
        ("commission_rule", "ended_at"),
        ("commission_rule_line", "asked_until_month"),
        ("commission_rule_line", "asked_from_month"),
    ] {
        statements.push(format!("alter table \"{table}\" drop column \"{column}\""));
    }
    statements
}

fn commission_told() -> Table {
    table(
        "commission_told",
        "What a rule has told as pending beside the lines of its statements; without a statement by an answer.",
    )
    .columns([
        id(),
        reference("rule_id", "commission_rule"),
        reference("statement_id", "commission_statement").optional(),
        long("snapshot_id"),
        long("plan_line_id"),
        int("month"),
    ])
    .unique_where(&["rule_id", "snapshot_id", "plan_line_id", "month"], "statement_id is null")
    .index(&["rule_id", "snapshot_id"])
    .index(&["statement_id"])
    .index(&["snapshot_id"])
}

/// What the sums of earlier months of undeleted statements stand for.
fn by_sums() -> String {
    "insert into commission_told (rule_id, statement_id, snapshot_id, plan_line_id, month) \
     select distinct t.rule_id, t.id, s.id, l.plan_line_id, l.billable_month from commission_statement t \
     join commission_rule_line rl on rl.rule_id = t.rule_id join snapshot_line l on l.plan_line_id = rl.plan_line_id \
     join snapshot s on s.id = l.snapshot_id and s.deleted_at is null \
     where t.deleted_at is null and t.pending_earlier_cents <> 0 and s.period_month < t.period_month \
     and s.created_at <= t.created_at and (rl.removed_at is null or t.created_at <= rl.removed_at)"
        .to_owned()
}

/// What the months stand for that were asked for while all of them was pending.
fn by_asking() -> String {
    "insert into commission_told (rule_id, snapshot_id, plan_line_id, month) \
     select distinct r.id, s.id, l.plan_line_id, l.billable_month from commission_rule r \
     join commission_rule_line rl on rl.rule_id = r.id join snapshot_line l on l.plan_line_id = rl.plan_line_id \
     join snapshot s on s.id = l.snapshot_id and s.deleted_at is null \
     where coalesce(rl.asked_until_month, r.last_asked_month) is not null \
     and s.period_month <= coalesce(rl.asked_until_month, r.last_asked_month) \
     and s.period_month >= coalesce(rl.asked_from_month, r.first_asked_month, 0) \
     and (rl.removed_at is null or s.created_at <= rl.removed_at) and (r.ended_at is null or s.created_at <= r.ended_at)"
        .to_owned()
}
