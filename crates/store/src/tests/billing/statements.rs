//! What a statement says is not changed, and one that is billed or carried stays (rules.md#statement-locked).

use super::super::world::{execute, insert, populate};
use crate::testing::TestStore;
use crate::{Constraint, Error, on_both_engines};

on_both_engines!(
    a_statement_is_frozen,
    a_snapshot_line_of_a_statement_is_not_deleted,
    a_billed_statement_stays,
    a_carried_statement_stays,
    an_adjustment_in_a_statement_stays,
    a_line_refers_to_what_exists
);

async fn refused(store: &TestStore, sql: &str, said: &str) {
    let tx = store.begin().await.expect("a transaction");
    match execute(&tx, sql).await {
        Err(Error::Database(failure)) => assert!(failure.to_string().contains(said), "{sql}: {failure}"),
        other => panic!("{sql}: {other:?}"),
    }
}

async fn done(store: &TestStore, sql: &str) {
    let tx = store.begin().await.expect("a transaction");
    execute(&tx, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

async fn with_line(store: &TestStore) {
    populate(store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "commission_line", &[]).await.expect("a line");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

const LOCK: &str = "update commission_statement set locked_at = '2026-07-20T16:00:00.000Z', bill_number = '202607-1' \
                    where id = 1";
const DELETE: &str = "update commission_statement set deleted_at = '2026-07-20T16:00:00.000Z' where id = 1";

async fn a_statement_is_frozen(store: TestStore) {
    with_line(&store).await;
    for (sql, said) in [
        ("update commission_line set payout_cents = 1", "never changed"),
        ("update commission_line set payable = false", "never changed"),
        ("update commission_line set snapshot_line_id = 2", "keeps its snapshot line"),
        ("delete from commission_line", "never deleted"),
        ("update commission_statement set total_cents = 1", "never changed"),
        ("update commission_statement set period_month = 1", "never changed"),
        ("update commission_statement set broker_id = null", "never changed"),
        ("update commission_statement set pending_earlier_cents = 1", "never changed"),
        ("delete from commission_statement", "never deleted"),
    ] {
        refused(&store, sql, said).await;
    }
    done(&store, "update commission_line set live = false, snapshot_line_id = null").await;
    done(&store, DELETE).await;
}

async fn a_snapshot_line_of_a_statement_is_not_deleted(store: TestStore) {
    with_line(&store).await;
    let tx = store.begin().await.expect("a transaction");
    match execute(&tx, "delete from snapshot_line where id = 1").await {
        Err(Error::Refused(Constraint::ForeignKey)) => {}
        other => panic!("{other:?}"),
    }
    drop(tx);
    done(&store, "delete from snapshot_line where id = 2").await;
    done(&store, "update commission_line set live = false, snapshot_line_id = null").await;
    done(&store, "delete from snapshot_line where id = 1").await;
}

async fn a_billed_statement_stays(store: TestStore) {
    with_line(&store).await;
    done(&store, LOCK).await;
    for sql in [
        DELETE,
        "update commission_statement set bill_number = '2'",
        "update commission_statement set billed_vendor_id = '2'",
        "update commission_line set live = false",
    ] {
        refused(&store, sql, "locked").await;
    }
    // Once its bill is known to be gone, it is free again.
    done(&store, "update commission_statement set locked_at = null, bill_number = null").await;
    done(&store, DELETE).await;
}

async fn a_carried_statement_stays(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "commission_statement", &[]).await.expect("another statement");
    let brought = &[
        ("statement_id", "2"),
        ("kind", "3"),
        ("snapshot_line_id", "null"),
        ("brought_from", "1"),
        ("total_cents", "-5"),
    ];
    insert(&tx, "commission_line", brought).await.expect("a line");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
    refused(&store, DELETE, "brought forward").await;
    done(&store, "update commission_line set live = false where statement_id = 2").await;
    done(&store, DELETE).await;
}

async fn an_adjustment_in_a_statement_stays(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "commission_adjustment", &[]).await.expect("an adjustment");
    insert(&tx, "commission_adjustment", &[("amount_cents", "-4000")]).await.expect("another one");
    let taken_up = &[
        ("kind", "2"),
        ("snapshot_line_id", "null"),
        ("adjustment_id", "1"),
        ("total_cents", "25000"),
        ("quantity", "0"),
    ];
    insert(&tx, "commission_line", taken_up).await.expect("a line");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
    let delete = "update commission_adjustment set deleted_at = '2026-07-20T16:00:00.000Z' where id = ";
    for (sql, said) in [
        ("update commission_adjustment set amount_cents = 1", "never changed"),
        ("update commission_adjustment set reason = 'Other'", "never changed"),
        ("update commission_adjustment set rule_id = 1", "never changed"),
        ("update commission_line set adjustment_id = 2", "never changed"),
        ("delete from commission_adjustment", "never deleted"),
    ] {
        refused(&store, sql, said).await;
    }
    refused(&store, &format!("{delete}1"), "stands in a statement").await;
    done(&store, &format!("{delete}2")).await;
    done(&store, "update commission_line set live = false").await;
    done(&store, &format!("{delete}1")).await;
}

const OF_NO_STATEMENT: &[(&str, &str)] =
    &[("kind", "3"), ("snapshot_line_id", "null"), ("brought_from", "99"), ("total_cents", "-5")];
const OF_NO_ADJUSTMENT: &[(&str, &str)] =
    &[("kind", "2"), ("snapshot_line_id", "null"), ("adjustment_id", "99"), ("total_cents", "25000")];

async fn a_line_refers_to_what_exists(store: TestStore) {
    with_line(&store).await;
    for line in [OF_NO_STATEMENT, OF_NO_ADJUSTMENT] {
        let tx = store.begin().await.expect("a transaction");
        match insert(&tx, "commission_line", line).await {
            Err(Error::Refused(Constraint::ForeignKey)) => {}
            other => panic!("{line:?}: {other:?}"),
        }
    }
}
