//! Migrating, and that the entities are what the migrations make.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, EntityName, EntityTrait, QueryResult, Statement};

use crate::database::connection::sealed::Connected;
use crate::entities::every_table;
use crate::on_both_engines;
use crate::testing::{TestStore, empty};
use crate::{Engine, Store};

on_both_engines!(
    migrating_twice_changes_nothing,
    two_processes_may_migrate_at_once,
    every_entity_reads_its_table,
    no_table_is_without_an_entity,
    names_of_indexes_are_whole,
);

async fn migrating_twice_changes_nothing(store: TestStore) {
    assert!(store.is_migrated().await.expect("an answer"));
    store.migrate().await.expect("nothing to do");
    let fresh = empty(store.engine()).await;
    assert!(!fresh.is_migrated().await.expect("an answer"));
    fresh.migrate().await.expect("all steps are applied");
    assert!(fresh.is_migrated().await.expect("an answer"));
}

async fn two_processes_may_migrate_at_once(migrated: TestStore) {
    let first = empty(migrated.engine()).await;
    let second = Store::connect(&crate::StoreConfig::new(first.url())).await.expect("the same database opens");
    let (one, other) = tokio::join!(first.migrate(), second.migrate());
    one.expect("one migrates");
    other.expect("the other finds it done");
    assert!(second.is_migrated().await.expect("an answer"));
}

async fn every_entity_reads_its_table(store: TestStore) {
    let reader = store.read();
    macro_rules! read {
        ($($table:ident),*) => {$(
            let row = crate::entities::$table::Entity::find().one(reader.connection()).await;
            assert_eq!(row.expect(stringify!($table)), None);
        )*};
    }
    every_table!(read);
}

async fn no_table_is_without_an_entity(store: TestStore) {
    let mut known: BTreeSet<String> = BTreeSet::from(["seaql_migrations".to_owned()]);
    macro_rules! name {
        ($($table:ident),*) => {
            known.extend([$(crate::entities::$table::Entity.table_name().to_owned()),*])
        };
    }
    every_table!(name);
    let sql = match store.engine() {
        Engine::Sqlite => {
            "select name from sqlite_schema \
             where type = 'table' and name not like 'sqlite_%' and name not like 'member_fts%'"
        }
        Engine::Postgres => "select tablename::text as name from pg_tables where schemaname = 'public'",
    };
    assert_eq!(names(&store, sql).await.into_iter().collect::<BTreeSet<_>>(), known);
}

/// PostgreSQL cuts names off; a cut name could meet another and would not be the one SQLite's columns give.
async fn names_of_indexes_are_whole(store: TestStore) {
    let sql = match store.engine() {
        Engine::Sqlite => "select name from sqlite_schema where type = 'index' and sql is not null",
        Engine::Postgres => "select indexname::text as name from pg_indexes where schemaname = 'public'",
    };
    let cut: Vec<_> = names(&store, sql).await.into_iter().filter(|name| name.len() >= 63).collect();
    assert_eq!(cut, ["uq_snapshot_line_snapshot_id_plan_line_id_billable_month_kind_r"]);
}

async fn names(store: &Store, sql: &str) -> Vec<String> {
    let reader = store.read();
    let connection = reader.connection();
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), sql)).await;
    let name = |row: &QueryResult| row.try_get::<String>("", "name").expect("a name");
    rows.expect("the catalogue is read").iter().map(name).collect()
}
