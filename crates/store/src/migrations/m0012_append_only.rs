//! What is append-only cannot be changed, not even by mistake (rules.md#append-only-tables): the database refuses it.
//!
//! Of some tables a few columns may change: the end of a span, the day something was used, cancelled, replaced or undone.

use crate::Engine;

/// A table and its columns that are fixed once written; none listed means all of them.
const TABLES: &[(&str, &[&str])] = &[
    ("audit", &[]),
    ("erp_push", &[]),
    ("member_name", &[]),
    ("recovery_code", &["user_id", "code_hash"]),
    ("user_token", &["user_id", "purpose", "token_hash", "created_at", "expires_at"]),
    (
        "status_change",
        &["member_id", "group_id", "status", "effective_on", "recorded_at", "recorded_by", "source", "source_id"],
    ),
    ("commission_rate", &["rule_line_id", "from_month", "payout_cents", "set_by", "set_at"]),
    ("census_change", &["file_id", "row_number", "member_id", "kind", "before", "version_after", "at"]),
];

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let mut statements = Vec::new();
    if engine == Engine::Postgres {
        statements.push(
            "create function refuse_change() returns trigger language plpgsql as \
             $$ begin raise exception '% is append-only', tg_table_name; end $$"
                .to_owned(),
        );
    }
    for (table, fixed) in TABLES {
        let quoted: Vec<_> = fixed.iter().map(|column| format!("\"{column}\"")).collect();
        let of = if fixed.is_empty() { String::new() } else { format!(" of {}", quoted.join(", ")) };
        for (name, event) in [("update", format!("update{of}")), ("delete", "delete".to_owned())] {
            let trigger =
                format!("create trigger append_only_{table}_{name} before {event} on \"{table}\" for each row");
            statements.push(match engine {
                Engine::Sqlite => format!("{trigger} begin select raise(abort, '{table} is append-only'); end"),
                Engine::Postgres => format!("{trigger} execute function refuse_change()"),
            });
        }
    }
    statements
}
