//! The lines of a statement are checked against their statement and their snapshot lines all at once. Row by row the two foreign keys took
//! PostgreSQL two thirds of a second for 60,000 lines (docs/decisions/0032). One unique index serves also the look-up by snapshot line.

use super::m0056_frozen_statements::{Refusal, trigger};
use crate::Engine;

/// No line moves to another snapshot line: it only lets go of its own.
const KEPT: Refusal = Refusal {
    name: "kept_commission_line_snapshot_line",
    table: "commission_line",
    event: "update of snapshot_line_id",
    when: "new.snapshot_line_id is not null",
    said: "a line of a statement keeps its snapshot line",
};

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let deleted = match engine {
        Engine::Sqlite => "live=0",
        Engine::Postgres => "not live",
    };
    let mut statements = vec![
        format!("update commission_line set snapshot_line_id = null where {deleted} and snapshot_line_id is not null"),
        "drop index \"uq_commission_line_rule_id_snapshot_line_id\"".to_owned(),
        "drop index \"ix_commission_line_snapshot_line_id\"".to_owned(),
        // Pending lines and those of deleted statements have no snapshot line.
        "create unique index \"uq_commission_line_snapshot_line_id_rule_id\" \
         on \"commission_line\" (\"snapshot_line_id\", \"rule_id\")"
            .to_owned(),
    ];
    statements.extend(trigger(engine, &KEPT));
    if engine == Engine::Postgres {
        statements.extend(
            ["rule_id_statement_id", "snapshot_line_id"]
                .map(|key| format!("alter table \"commission_line\" drop constraint \"fk_commission_line_{key}\"")),
        );
        statements.extend([INSERTED, ON_INSERT, DELETED, ON_DELETE].map(str::to_owned));
    }
    statements
}

/// Statements are never deleted, and never change their rule: it is enough to look for them here. Snapshot lines are deleted: the snapshots
/// are held until the end of the transaction, and [`DELETED`] waits for them. Without a nested loop the plan of a large statement would read
/// the whole table for each small one after it.
const INSERTED: &str = "create function known_commission_line() returns trigger language plpgsql \
    set enable_hashjoin = off set enable_mergejoin = off as $$ begin \
    if exists (select 1 from (select distinct rule_id, statement_id from inserted) as i where not exists \
    (select 1 from commission_statement s where s.rule_id = i.rule_id and s.id = i.statement_id)) then \
    raise exception 'a line of a statement that does not exist' using errcode = 'foreign_key_violation'; end if; \
    perform 1 from snapshot where id in (select distinct snapshot_id from inserted) order by id for share; \
    if exists (select 1 from inserted i where i.snapshot_line_id is not null and not exists \
    (select 1 from snapshot_line l where l.id = i.snapshot_line_id and l.snapshot_id = i.snapshot_id)) then \
    raise exception 'a line on a snapshot line that does not exist' using errcode = 'foreign_key_violation'; end if; \
    return null; end $$";

const ON_INSERT: &str = "create trigger known_commission_line after insert on \"commission_line\" \
    referencing new table as inserted for each statement execute function known_commission_line()";

const DELETED: &str = "create function stated_snapshot_line() returns trigger language plpgsql \
    set enable_hashjoin = off set enable_mergejoin = off as $$ begin \
    perform 1 from snapshot where id in (select distinct snapshot_id from deleted) order by id for update; \
    if exists (select 1 from deleted d join commission_line c on c.snapshot_line_id = d.id) then \
    raise exception 'a statement pays on this snapshot line' using errcode = 'foreign_key_violation'; end if; \
    return null; end $$";

const ON_DELETE: &str = "create trigger stated_snapshot_line after delete on \"snapshot_line\" \
    referencing old table as deleted for each statement execute function stated_snapshot_line()";
