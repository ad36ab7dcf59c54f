//! A described table as the statements of each engine.

use std::fmt::Write as _;

use super::{Column, Index, Kind, Reference, Table};
use crate::Engine;
use crate::error::unique_name;

impl Kind {
    fn sql(self, engine: Engine) -> &'static str {
        match (self, engine) {
            (Self::Id, Engine::Sqlite) => "integer primary key autoincrement",
            (Self::Id, Engine::Postgres) => "bigint generated always as identity",
            (Self::Small | Self::Int | Self::Long | Self::Flag, Engine::Sqlite) => "integer",
            (Self::Text | Self::Date | Self::Instant | Self::Guid | Self::Json, Engine::Sqlite) => "text",
            // Sorted by code point, whatever the locale of the database, because SQLite does.
            (Self::Text, Engine::Postgres) => "text collate \"C\"",
            (Self::Real, Engine::Sqlite) => "real",
            (Self::Bytes, Engine::Sqlite) => "blob",
            (Self::Small, Engine::Postgres) => "smallint",
            (Self::Int, Engine::Postgres) => "integer",
            (Self::Long, Engine::Postgres) => "bigint",
            (Self::Date, Engine::Postgres) => "date",
            (Self::Instant, Engine::Postgres) => "timestamptz",
            (Self::Flag, Engine::Postgres) => "boolean",
            (Self::Real, Engine::Postgres) => "double precision",
            (Self::Guid, Engine::Postgres) => "uuid",
            (Self::Json, Engine::Postgres) => "jsonb",
            (Self::Bytes, Engine::Postgres) => "bytea",
        }
    }
}

impl Column {
    fn sql(&self, engine: Engine) -> String {
        let mut sql = format!("\"{}\" {}", self.name, self.kind.sql(engine));
        if !self.optional && self.kind != Kind::Id {
            sql.push_str(" not null");
        }
        match self.default {
            Some(value) if self.kind == Kind::Flag && engine == Engine::Postgres => {
                sql.push_str(if value == "1" { " default true" } else { " default false" });
            }
            Some(value) => write!(sql, " default {value}").expect("writing to text cannot fail"),
            None => {}
        }
        sql
    }
}

impl Table {
    /// The statements that create the table and its indexes. PostgreSQL gets the foreign keys apart, once every table
    /// exists ([`Table::references_sql`]); SQLite takes references to tables yet to come and cannot add them later.
    pub(in crate::migrations) fn create_sql(&self, engine: Engine) -> Vec<String> {
        let mut parts: Vec<_> = self.columns.iter().map(|column| column.sql(engine)).collect();
        if engine == Engine::Postgres || self.key != ["id"] {
            parts.push(format!("constraint \"{}\" primary key ({})", self.unique_name(self.key), list(self.key)));
        }
        if engine == Engine::Sqlite {
            parts.extend(self.references.iter().map(|reference| self.reference_sql(reference)));
            for flag in self.flags() {
                parts.push(format!("constraint \"ck_{}_{flag}\" check (\"{flag}\" in (0,1))", self.name));
            }
        }
        for (name, condition) in &self.checks {
            parts.push(format!("constraint \"ck_{}_{name}\" check ({})", self.name, self.condition(condition, engine)));
        }
        let body = parts.join(",\n  ");
        let name = self.name;
        let mut statements = match engine {
            Engine::Sqlite => {
                let options = if self.without_rowid { "strict, without rowid" } else { "strict" };
                vec![format!("create table \"{name}\" (\n  {body}\n) {options}")]
            }
            Engine::Postgres => {
                let options =
                    self.fillfactor.map(|percent| format!(" with (fillfactor = {percent})")).unwrap_or_default();
                let about = self.about.replace('\'', "''");
                vec![
                    format!("create table \"{name}\" (\n  {body}\n){options}"),
                    format!("comment on table \"{name}\" is '{about}'"),
                ]
            }
        };
        statements.extend(self.indexes.iter().map(|index| self.index_sql(index, engine)));
        statements
    }

    /// The statement that adds the foreign keys on PostgreSQL, if the table has any.
    pub(in crate::migrations) fn references_sql(&self) -> Option<String> {
        let added: Vec<_> =
            self.references.iter().map(|reference| format!("add {}", self.reference_sql(reference))).collect();
        (!added.is_empty()).then(|| format!("alter table \"{}\"\n  {}", self.name, added.join(",\n  ")))
    }

    fn reference_sql(&self, reference: &Reference) -> String {
        let Reference { columns, table, to } = reference;
        let name = format!("fk_{}_{}", self.name, columns.join("_"));
        format!("constraint \"{name}\" foreign key ({}) references \"{table}\" ({})", list(columns), list(to))
    }

    fn index_sql(&self, index: &Index, engine: Engine) -> String {
        let (kind, name) = if index.unique {
            ("unique index", self.unique_name(index.columns))
        } else {
            ("index", unique_name(self.name, index.columns.iter().copied()).replacen("uq_", "ix_", 1))
        };
        let mut sql = format!("create {kind} \"{name}\" on \"{}\" ({})", self.name, list(index.columns));
        if let Some(condition) = index.condition {
            write!(sql, " where {}", self.condition(condition, engine)).expect("writing to text cannot fail");
        }
        sql
    }

    fn unique_name(&self, columns: &[&'static str]) -> String {
        unique_name(self.name, columns.iter().copied())
    }

    fn flags(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.columns.iter().filter(|column| column.kind == Kind::Flag).map(|column| column.name)
    }

    /// PostgreSQL has a type for flags and compares them with no number.
    fn condition(&self, condition: &str, engine: Engine) -> String {
        let mut condition = condition.to_owned();
        if engine == Engine::Postgres {
            for flag in self.flags() {
                condition =
                    condition.replace(&format!("{flag}=1"), flag).replace(&format!("{flag}=0"), &format!("not {flag}"));
            }
        }
        condition
    }
}

fn list(columns: &[&'static str]) -> String {
    let quoted: Vec<_> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    quoted.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::{flag, guid, id, reference, table};
    use super::*;

    fn offer() -> Table {
        table("offer", "What a seller's customer is offered.")
            .columns([id(), reference("seller_id", "seller"), flag("live").default("1"), guid("link").optional()])
            .check("link", "live=0 or link is not null")
            .unique_where(&["seller_id"], "live=1")
    }

    #[test]
    fn a_table_is_written_for_sqlite() {
        assert_eq!(
            offer().create_sql(Engine::Sqlite).join(";\n"),
            r#"create table "offer" (
  "id" integer primary key autoincrement,
  "seller_id" integer not null,
  "live" integer not null default 1,
  "link" text,
  constraint "fk_offer_seller_id" foreign key ("seller_id") references "seller" ("id"),
  constraint "ck_offer_live" check ("live" in (0,1)),
  constraint "ck_offer_link" check (live=0 or link is not null)
) strict;
create unique index "uq_offer_seller_id" on "offer" ("seller_id") where live=1"#
        );
    }

    #[test]
    fn a_table_is_written_for_postgresql() {
        let mut statements = offer().create_sql(Engine::Postgres);
        statements.extend(offer().references_sql());
        assert_eq!(
            statements.join(";\n"),
            r#"create table "offer" (
  "id" bigint generated always as identity,
  "seller_id" bigint not null,
  "live" boolean not null default true,
  "link" uuid,
  constraint "uq_offer_id" primary key ("id"),
  constraint "ck_offer_link" check (not live or link is not null)
);
comment on table "offer" is 'What a seller''s customer is offered.';
create unique index "uq_offer_seller_id" on "offer" ("seller_id") where live;
alter table "offer"
  add constraint "fk_offer_seller_id" foreign key ("seller_id") references "seller" ("id")"#
        );
    }
}
