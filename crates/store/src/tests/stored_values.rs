//! What comes back from either engine is what went in, and SQLite holds it in the one text form.

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, Statement};
use serde_json::json;
use uuid::Uuid;

use super::world::populate;
use crate::database::connection::sealed::Connected;
use crate::database::guid::Guid;
use crate::entities::{census_file, ledger_set, pricing_group, setting};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Db, Engine};

on_both_engines!(
    every_kind_of_value_comes_back,
    instants_are_cut_to_milliseconds_and_compare,
    sqlite_holds_instants_and_guids_as_text,
);

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

async fn every_kind_of_value_comes_back(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let guid = Guid(Uuid::from_u128(7));
    let changed = census_file::ActiveModel {
        id: Set(1),
        name: Set(guid),
        explicit_import: Set(Some(false)),
        global_effective_on: Set(NaiveDate::from_ymd_opt(2026, 2, 28)),
        running_until: Set(Some(at("2026-07-01T00:00:00.120Z"))),
        ..Default::default()
    };
    let file = census_file::Entity::update(changed).exec(tx.connection()).await.expect("the file is saved");
    assert_eq!((file.name, file.explicit_import), (guid, Some(false)));
    assert_eq!(file.global_effective_on, NaiveDate::from_ymd_opt(2026, 2, 28));
    assert_eq!(file.running_until, Some(at("2026-07-01T00:00:00.120Z")));

    let set = ledger_set::ActiveModel { snapshot_line_id: Set(1), of: Set(0), n: Set(2), ids: Set(vec![1, 0, 255]) };
    let set = ledger_set::Entity::insert(set).exec_with_returning(tx.connection()).await.expect("bytes are stored");
    assert_eq!(set.ids, [1, 0, 255]);

    let value = json!({ "days": [1, 2.5], "name": "Zoë", "none": null });
    let row = setting::ActiveModel {
        key: Set("k".to_owned()),
        value: Set(value.clone()),
        updated_at: Set(at("2026-07-01T00:00:00Z")),
        ..Default::default()
    };
    let row = setting::Entity::insert(row).exec_with_returning(tx.connection()).await.expect("JSON is stored");
    assert_eq!(row.value, value);

    let group = pricing_group::Entity::find_by_id(1_i64).one(tx.connection()).await.expect("an answer");
    assert_eq!(group.map(|group| (group.is_default, group.primary_match_threshold)), Some((true, 0.5)));
}

async fn instants_are_cut_to_milliseconds_and_compare(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let running_until = Set(Some(at("2026-07-01T00:00:00.123999Z")));
    let changed = census_file::ActiveModel { id: Set(1), running_until, ..Default::default() };
    let file = census_file::Entity::update(changed).exec(tx.connection()).await.expect("the file is saved");
    assert_eq!(file.running_until, Some(at("2026-07-01T00:00:00.123Z")));
    for (bound, earlier) in [
        ("2026-07-01T00:00:00.123Z", false),
        ("2026-07-01T00:00:00.124Z", true),
        ("2026-07-01T00:00:01Z", true),
        ("2026-07-01T00:00:00Z", false),
        ("2026-06-30T23:59:59.999999Z", false),
    ] {
        let found = census_file::Entity::find()
            .filter(census_file::Column::RunningUntil.lt(at(bound)))
            .one(tx.connection())
            .await
            .expect("an answer");
        assert_eq!(found.is_some(), earlier, "before {bound}");
    }
}

async fn sqlite_holds_instants_and_guids_as_text(store: TestStore) {
    populate(&store).await;
    if store.engine() == Engine::Postgres {
        // There they have types of their own, which take nothing else.
        return;
    }
    let tx = store.begin().await.expect("a transaction");
    let name = Set(Guid(Uuid::from_u128(0xAB)));
    let running_until = Set(Some(at("2026-07-01T00:00:00Z")));
    let changed = census_file::ActiveModel { id: Set(1), name, running_until, ..Default::default() };
    census_file::Entity::update(changed).exec(tx.connection()).await.expect("the file is saved");
    let sql = "select name || ' ' || running_until as text from census_file";
    let row = tx.connection().query_one_raw(Statement::from_string(DbBackend::Sqlite, sql)).await;
    let row = row.expect("an answer").expect("a row");
    assert_eq!(
        row.try_get::<String>("", "text").expect("a text"),
        "00000000-0000-0000-0000-0000000000ab 2026-07-01T00:00:00.000Z"
    );
    assert_eq!(tx.engine(), Engine::Sqlite);
}
