//! How far the undoing of a census file is, and which version of a member it has brought back.
//!
//! An undone change raises the member's version like any other; `stands_for` says which former version the new one is as good as, so
//! that the file before may be undone as well. The index walks a file's changes in the order in which they were made.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let small = match engine {
        Engine::Sqlite => "integer",
        Engine::Postgres => "smallint",
    };
    let check = "constraint \"ck_census_file_undo_state\" check (\"undo_state\" between 0 and 3)";
    vec![
        // 0 queued, 1 running, 2 done, 3 failed
        format!("alter table \"census_file\" add column \"undo_state\" {small} {check}"),
        "alter table \"census_file\" add column \"undo_total\" integer".to_owned(),
        "alter table \"census_file\" add column \"undo_done\" integer".to_owned(),
        "alter table \"census_file\" add column \"undo_kept\" integer".to_owned(),
        "alter table \"census_change\" add column \"undone_version\" integer".to_owned(),
        "alter table \"census_change\" add column \"stands_for\" integer".to_owned(),
        "create index \"ix_census_change_file_id_id\" on \"census_change\" (\"file_id\", \"id\")".to_owned(),
    ]
}
