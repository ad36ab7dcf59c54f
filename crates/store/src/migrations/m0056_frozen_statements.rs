//! What a statement says is never changed, and one with a bill, or whose balance is brought forward, stays (rules.md#statement-locked).

use crate::Engine;

/// A trigger: on which table, before what, when, and what is said.
pub(super) struct Refusal {
    pub(super) name: &'static str,
    pub(super) table: &'static str,
    pub(super) event: &'static str,
    pub(super) when: &'static str,
    pub(super) said: &'static str,
}

const REFUSALS: &[Refusal] = &[
    Refusal {
        name: "frozen_commission_line_update",
        table: "commission_line",
        event: "update of statement_id, rule_id, kind, snapshot_id, plan_line_id, billed_kind, brought_from, billable_month, \
                quantity, rate_cents, payout_cents, is_credit, total_cents, employer_name, plan_name, line_name, reference_id, payable",
        when: "true",
        said: "a line of a statement is never changed",
    },
    Refusal {
        name: "frozen_commission_line_delete",
        table: "commission_line",
        event: "delete",
        when: "true",
        said: "a line of a statement is never deleted",
    },
    Refusal {
        name: "frozen_commission_statement_update",
        table: "commission_statement",
        event: "update of rule_id, name, rule_name, payee_name, period_month, total_cents, brought_forward_cents, pending_cents, \
                created_by, created_at",
        when: "true",
        said: "a statement is never changed",
    },
    Refusal {
        name: "frozen_commission_statement_delete",
        table: "commission_statement",
        event: "delete",
        when: "true",
        said: "a statement is never deleted",
    },
    Refusal {
        name: "locked_commission_statement",
        table: "commission_statement",
        event: "update of deleted_at, bill_number",
        when: "old.locked_at is not null and new.locked_at is not null",
        said: "a statement with a bill is locked",
    },
    Refusal {
        name: "carried_commission_statement",
        table: "commission_statement",
        event: "update of deleted_at",
        when: "new.deleted_at is not null and exists \
               (select 1 from commission_line c where c.brought_from = old.id and c.{live})",
        said: "the balance of this statement is brought forward",
    },
    Refusal {
        name: "locked_commission_line",
        table: "commission_line",
        event: "update of live, snapshot_line_id",
        when: "exists (select 1 from commission_statement s where s.id = old.statement_id and s.locked_at is not null)",
        said: "a statement with a bill is locked",
    },
];

pub(super) fn statements(engine: Engine) -> Vec<String> {
    REFUSALS.iter().flat_map(|refusal| trigger(engine, refusal)).collect()
}

pub(super) fn trigger(engine: Engine, refusal: &Refusal) -> Vec<String> {
    let Refusal { name, table, event, said, .. } = refusal;
    match engine {
        Engine::Sqlite => {
            let when = refusal.when.replace("{live}", "live=1");
            vec![format!(
                "create trigger {name} before {event} on \"{table}\" for each row when {when} \
                 begin select raise(abort, '{said}'); end"
            )]
        }
        Engine::Postgres => {
            let when = refusal.when.replace("{live}", "live");
            let given = if refusal.event == "delete" { "old" } else { "new" };
            vec![
                format!(
                    "create function {name}() returns trigger language plpgsql as \
                     $$ begin if {when} then raise exception '{said}'; end if; return {given}; end $$"
                ),
                format!("create trigger {name} before {event} on \"{table}\" for each row execute function {name}()"),
            ]
        }
    }
}
