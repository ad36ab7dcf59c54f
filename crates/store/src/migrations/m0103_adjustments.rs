//! Amounts that people add to what a commission rule pays. Each stands in one live statement at most, and stays as long as it stands there
//! (rules.md#adjustments).

use super::ddl::{Table, id, instant, int, money, reference, table, text};
use super::m0056_frozen_statements::{Refusal, trigger};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (id, live) = match engine {
        Engine::Sqlite => ("integer", "live=1"),
        Engine::Postgres => ("bigint", "live"),
    };
    let adjustment = commission_adjustment();
    let mut statements = adjustment.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(adjustment.references_sql());
    }
    statements.push(format!(
        "alter table \"commission_line\" add column \"adjustment_id\" {id} \
         constraint \"fk_commission_line_adjustment_id\" references \"commission_adjustment\" (\"id\")"
    ));
    statements.push(format!(
        "create unique index \"uq_commission_line_adjustment_id\" \
         on \"commission_line\" (\"adjustment_id\") where {live} and adjustment_id is not null"
    ));
    statements.extend(REFUSALS.iter().flat_map(|refusal| trigger(engine, refusal)));
    statements
}

fn commission_adjustment() -> Table {
    table("commission_adjustment", "An amount that a person has added to what a rule pays; a deleted one stays.")
        .columns([
            id(),
            reference("rule_id", "commission_rule"),
            money("amount_cents"),
            text("reason"),
            int("from_month"),
            reference("added_by", "user_account"),
            instant("added_at"),
            instant("deleted_at").optional(),
        ])
        .check("amount_cents", "amount_cents<>0 and amount_cents between -9999999 and 9999999")
        .index_where(&["rule_id", "id"], "deleted_at is null")
}

const REFUSALS: &[Refusal] = &[
    Refusal {
        name: "frozen_commission_line_adjustment",
        table: "commission_line",
        event: "update of adjustment_id",
        when: "true",
        said: "a line of a statement is never changed",
    },
    Refusal {
        name: "frozen_commission_adjustment_update",
        table: "commission_adjustment",
        event: "update of rule_id, amount_cents, reason, from_month, added_by, added_at",
        when: "true",
        said: "an adjustment is never changed",
    },
    Refusal {
        name: "frozen_commission_adjustment_delete",
        table: "commission_adjustment",
        event: "delete",
        when: "true",
        said: "an adjustment is never deleted",
    },
    Refusal {
        name: "stated_commission_adjustment",
        table: "commission_adjustment",
        event: "update of deleted_at",
        when: "new.deleted_at is not null and exists \
               (select 1 from commission_line c where c.adjustment_id = old.id and c.{live})",
        said: "this adjustment stands in a statement",
    },
];
