//! The two other references of a line of a statement are checked all at once, too: for each of 60,000 lines without any of them PostgreSQL called
//! both foreign keys (docs/decisions/0032). Statements and adjustments are never deleted: it is enough to look for them when a line is inserted.
//!
//! Lines are looked up within their statement alone: a primary key of both takes the place of two indexes.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    if engine == Engine::Sqlite {
        return Vec::new();
    }
    let dropped = ["brought_from", "adjustment_id"]
        .map(|key| format!("alter table \"commission_line\" drop constraint \"fk_commission_line_{key}\""));
    dropped.into_iter().chain([PRIMARY_KEY, WITHOUT_INDEX, INSERTED, ON_INSERT].map(str::to_owned)).collect()
}

const PRIMARY_KEY: &str = "alter table \"commission_line\" drop constraint \"uq_commission_line_id\", \
    add constraint \"uq_commission_line_id\" primary key (\"statement_id\", \"id\")";

const WITHOUT_INDEX: &str = "drop index \"ix_commission_line_statement_id_id\"";

const INSERTED: &str = "create function known_references() returns trigger language plpgsql \
    set enable_hashjoin = off set enable_mergejoin = off as $$ begin \
    if exists (select 1 from inserted i where i.brought_from is not null and not exists \
    (select 1 from commission_statement s where s.id = i.brought_from)) then \
    raise exception 'a balance of a statement that does not exist' using errcode = 'foreign_key_violation'; end if; \
    if exists (select 1 from inserted i where i.adjustment_id is not null and not exists \
    (select 1 from commission_adjustment a where a.id = i.adjustment_id)) then \
    raise exception 'a line of an adjustment that does not exist' using errcode = 'foreign_key_violation'; end if; \
    return null; end $$";

const ON_INSERT: &str = "create trigger known_references after insert on \"commission_line\" \
    referencing new table as inserted for each statement execute function known_references()";
