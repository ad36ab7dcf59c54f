//! Nothing is committed without its audit entry, and nothing of it remains when the transaction does not.

use chrono::{DateTime, TimeDelta, Utc};
use domain::access::{Caller, Role, Scope};
use domain::{BrokerId, GroupId, PageRequest, UserId};
use serde_json::json;

use super::world::{insert, populate};
use crate::audit::{self, Entry, Filter};
use crate::testing::TestStore;
use crate::{Error, on_both_engines};

on_both_engines!(
    a_commit_writes_the_change_and_its_entry,
    a_dropped_transaction_leaves_nothing,
    a_commit_without_an_entry_is_refused,
    many_entries_are_written_at_once,
    the_trail_is_narrowed_by_each_filter,
    what_was_counted_once_is_counted_right_as_the_trail_grows,
    records_are_named_where_a_detail_names_them,
    the_trail_stands_in_the_order_of_time,
);

fn at(minute: i64) -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse::<DateTime<Utc>>().expect("an instant") + TimeDelta::minutes(minute)
}

async fn trail(store: &TestStore, filter: Filter, term: &str) -> Vec<audit::Row> {
    let request = PageRequest { term: term.to_owned(), ..PageRequest::first(25) };
    audit::search(&store.read(), Scope::system(), &filter, &request).await.expect("a page").rows
}

async fn brokers(store: &TestStore) -> usize {
    crate::brokers::names(&store.read(), Scope::system()).await.expect("the names").len()
}

async fn a_commit_writes_the_change_and_its_entry(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    let entry = Entry::new(at(0), "broker.create", "broker")
        .by(UserId(1), None)
        .on(3)
        .in_group(GroupId(1))
        .caused_by("census_file", 12)
        .from_request(Some("127.0.0.1".to_owned()), Some("r-1".to_owned()))
        .with_change(&json!({ "name": null }), &json!({ "name": "West" }));
    tx.commit(entry).await.expect("a commit");
    assert_eq!(brokers(&store).await, 3);
    let rows = trail(&store, Filter::default(), "").await;
    let expected = audit::Row {
        id: 1,
        at: at(0),
        user: Some((UserId(1), "Ada Young".to_owned())),
        acting_as: None,
        action: "broker.create".to_owned(),
        subject: "broker".to_owned(),
        subject_id: Some(3),
        group: Some(GroupId(1)),
        cause: Some(("census_file".to_owned(), Some(12))),
        ip: Some("127.0.0.1".to_owned()),
        request_id: Some("r-1".to_owned()),
        detail: Some(json!({ "before": { "name": null }, "after": { "name": "West" } })),
    };
    assert_eq!(rows, [expected]);
}

async fn a_dropped_transaction_leaves_nothing(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    drop(tx);
    // A refused entry takes the change with it.
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    let nobody = Entry::new(at(0), "broker.create", "broker").by(UserId(99), None);
    assert!(tx.commit(nobody).await.is_err());
    assert_eq!((brokers(&store).await, trail(&store, Filter::default(), "").await.len()), (2, 0));
}

async fn a_commit_without_an_entry_is_refused(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    assert!(matches!(tx.commit_all(Vec::new()).await, Err(Error::Unaudited)));
    assert_eq!(brokers(&store).await, 2);
}

async fn many_entries_are_written_at_once(store: TestStore) {
    let entries = (0..2500).map(|n| Entry::new(at(n), "member.update", "member").on(n)).collect();
    store.begin().await.expect("a transaction").commit_all(entries).await.expect("a commit");
    let request = PageRequest { page: 100, ..PageRequest::first(25) };
    let page = audit::search(&store.read(), Scope::system(), &Filter::default(), &request).await.expect("a page");
    assert_eq!((page.total, page.rows.last().map(|row| row.id)), (2500, Some(1)));
}

async fn the_trail_is_narrowed_by_each_filter(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let user = &[("email_key", "'bo'"), ("first_name", "'Bo'"), ("search_text", "'bo young'")];
    insert(&tx, "user_account", user).await.expect("a second user");
    tx.commit_all(vec![
        Entry::new(at(0), "group.create", "group").by(UserId(1), None).on(1).in_group(GroupId(1)),
        Entry::new(at(1), "group.update", "group").by(UserId(2), Some(UserId(1))).on(1).in_group(GroupId(1)),
        Entry::new(at(2), "group.create", "group").by(UserId(2), None).on(2).in_group(GroupId(2)),
        Entry::new(at(3), "setting.update", "setting"),
    ])
    .await
    .expect("a commit");
    let subject =
        |subject: &str, subject_id| Filter { subject: Some(subject.to_owned()), subject_id, ..Filter::default() };
    for (about, filter, term, ids) in [
        ("nothing", Filter::default(), "", vec![4, 3, 2, 1]),
        ("a kind of record", subject("group", None), "", vec![3, 2, 1]),
        ("a record", subject("group", Some(1)), "", vec![2, 1]),
        ("a user, or whom he acted as", Filter { user: Some(UserId(1)), ..Filter::default() }, "", vec![2, 1]),
        ("from", Filter { from: Some(at(2)), ..Filter::default() }, "", vec![4, 3]),
        ("before", Filter { before: Some(at(2)), ..Filter::default() }, "", vec![2, 1]),
        ("a word of the action", Filter::default(), "CREATE", vec![3, 1]),
        ("a user's name", Filter::default(), "bo", vec![3, 2]),
        ("both", Filter::default(), "update bo", vec![2]),
    ] {
        let found: Vec<_> = trail(&store, filter, term).await.iter().map(|row| row.id).collect();
        assert_eq!(found, ids, "{about}");
    }
    let scope =
        Caller { user: UserId(9), role: Role::BrokerAdministrator, broker: Some(BrokerId(2)), impersonator: None };
    let seen = audit::browse(&store, scope.scope(), &Filter::default(), &PageRequest::first(25), at(0)).await;
    assert_eq!(seen.expect("a page").rows.iter().map(|row| row.id).collect::<Vec<_>>(), [3]);
}

/// Entries of all ages, in any order of age, before and after a first count: the number is exact each time.
async fn what_was_counted_once_is_counted_right_as_the_trail_grows(store: TestStore) {
    let mut written = 0;
    for (now, ages) in [
        (0, &[-500, -400, -30, -300][..]),
        (1, &[]),
        (200, &[-500, 199, 100]),
        (10_000, &[9_999]),
        (20_000, &[]),
        (20_001, &[-9_000, 20_001]),
        (40_000, &[]),
    ] {
        let entries: Vec<_> = ages.iter().map(|minute| Entry::new(at(*minute), "member.update", "member")).collect();
        written += entries.len();
        if !entries.is_empty() {
            store.begin().await.expect("a transaction").commit_all(entries).await.expect("a commit");
        }
        for _ in 0..2 {
            let page =
                audit::browse(&store, Scope::system(), &Filter::default(), &PageRequest::first(2), at(now)).await;
            assert_eq!(page.expect("a page").total, written as u64, "at {now}");
        }
    }
}

async fn records_are_named_where_a_detail_names_them(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let moved = json!({ "before": { "MasterBrokerId": null }, "after": { "MasterBrokerId": 1, "BrokerId": 77 } });
    let entry = Entry::new(at(0), "group.update", "group").on(2).in_group(GroupId(1)).with_detail(moved);
    tx.commit(entry).await.expect("a commit");
    let rows = trail(&store, Filter::default(), "").await;
    let names = audit::names(&store.read(), &rows).await.expect("the names");
    let mut kinds: Vec<_> = names.keys().map(|(kind, id)| (kind.as_str(), *id)).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, [("broker", 1), ("group", 1), ("group", 2)], "{names:?}");
}

async fn the_trail_stands_in_the_order_of_time(store: TestStore) {
    populate(&store).await;
    let entry = |minute| Entry::new(at(minute), "group.update", "group").on(1).in_group(GroupId(1));
    let tx = store.begin().await.expect("a transaction");
    tx.commit_all(vec![entry(5), entry(9), entry(1), entry(9)]).await.expect("a commit");
    let of_group = || Filter { group: Some(GroupId(1)), ..Filter::default() };
    for filter in [Filter::default(), of_group()] {
        let found: Vec<_> = trail(&store, filter, "").await.iter().map(|row| row.id).collect();
        assert_eq!(found, [4, 2, 1, 3]);
    }
}
