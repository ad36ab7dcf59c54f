//! Consults.

use super::ddl::{Table, bytes, flag, id, instant, int, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![consult(), consult_term(), consult_tag(), consult_block(), platform_cursor()]
}

fn consult() -> Table {
    table("consult", "A consult of the telehealth service, as the patient platform reported it (rules.md#consults).")
        .columns([
            id(),
            text("external_id"),
            reference("group_id", "employer_group"),
            reference("member_id", "member").optional(),
            instant("started_at"),
            // minute of the day in business time
            int("local_minute"),
            // 0 completed, 1 void
            small("state"),
            int("wait_minutes").optional(),
            small("rating").optional(),
            flag("is_after_hours"),
            small("gender"),
            small("age"),
            reference("region_term_id", "consult_term").optional(),
            reference("plan_term_id", "consult_term").optional(),
            reference("code_term_id", "consult_term").optional(),
            reference("source_term_id", "consult_term").optional(),
            reference("access_term_id", "consult_term").optional(),
            reference("alternative_term_id", "consult_term").optional(),
            instant("received_at"),
            instant("voided_at").optional(),
        ])
        .check("state", "state in (0,1)")
        .check("rating", "rating between 1 and 5")
        .check("local_minute", "local_minute between 0 and 1439")
        .check("wait_minutes", "wait_minutes>=0")
        .check("age", "age>=0")
        .unique(&["external_id"])
        // what a bill counts, and the utilization report
        .index(&["group_id", "started_at"])
        .index_where(&["member_id"], "member_id is not null")
        // those that arrived after their bill
        .index(&["group_id", "received_at"])
}

fn consult_term() -> Table {
    table(
        "consult_term",
        "A text that consults repeat: plan, code, source, access, alternative, region, diagnosis or prescription.",
    )
    .columns([id(), small("kind"), text("text")])
    .unique(&["kind", "text"])
}

fn consult_tag() -> Table {
    table("consult_tag", "A diagnosis or prescription of a consult.")
        .columns([reference("consult_id", "consult"), reference("term_id", "consult_term")])
        .key(&["consult_id", "term_id"])
        .without_rowid()
}

fn consult_block() -> Table {
    table(
        "consult_block",
        "The consults of a group and month as byte columns, for the report. Derived; dropped when one changes.",
    )
    .columns([reference("group_id", "employer_group"), int("month"), instant("built_from"), int("n"), bytes("columns")])
    .key(&["group_id", "month"])
}

fn platform_cursor() -> Table {
    table("platform_cursor", "How far a stream of the patient platform was read.")
        .columns([text("adapter"), text("stream"), text("cursor"), instant("updated_at")])
        .key(&["adapter", "stream"])
}
