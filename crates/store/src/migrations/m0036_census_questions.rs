//! Questions about a file with their answers, the lines that were left out of it, and who has looked at what it changes
//! (rules.md#census-tasks, rules.md#mass-termination-guard, rules.md#explicit-import).

use super::ddl::{Table, flag, id, instant, int, long, reference, small, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let tables = [census_question(), census_left_out(), census_seen()];
    let mut statements: Vec<String> = tables.iter().flat_map(|table| table.create_sql(engine)).collect();
    if engine == Engine::Postgres {
        statements.extend(tables.iter().flat_map(Table::references_sql));
    }
    statements.push("alter table \"census_file\" add column \"inspection\" integer not null default 0".to_owned());
    statements
}

fn census_question() -> Table {
    table("census_question", "A question about a census file that a person answers before it is imported.")
        .columns([
            id(),
            reference("file_id", "census_file"),
            // 0 section of people who have left, 1 lines that were left out, 2 those of the whole
            small("kind"),
            long("line"),
            long("first_line"),
            long("last_line"),
            int("rows"),
            text("title"),
            flag("answer").optional(),
            reference("answered_by", "user_account").optional(),
            instant("answered_at").optional(),
        ])
        .check("answer", "(answer is null) = (answered_by is null) and (answer is null) = (answered_at is null)")
        .unique(&["file_id", "kind", "line"])
}

fn census_left_out() -> Table {
    table("census_left_out", "A line of a census file that was left out, or that a person has made a row.")
        .columns([
            reference("file_id", "census_file"),
            long("line"),
            int("spans"),
            // 0 title, 1 blank, 2 title of another table, 3 heading, 4 total, 5 page, 6 columns that are not read, 7 remark
            small("reason"),
            text("cells"),
            flag("has_name"),
            int("row_number").optional(),
            reference("made_by", "user_account").optional(),
            instant("made_at").optional(),
        ])
        .key(&["file_id", "line"])
        .check("made", "(row_number is null) = (made_by is null) and (row_number is null) = (made_at is null)")
        .unique_where(&["file_id", "row_number"], "row_number is not null")
        .without_rowid()
}

fn census_seen() -> Table {
    table("census_seen", "An inspection of a census file whose changes a person has looked at.")
        .columns([
            reference("file_id", "census_file"),
            int("inspection"),
            reference("seen_by", "user_account"),
            instant("seen_at"),
        ])
        .key(&["file_id", "inspection", "seen_by"])
        .without_rowid()
}
