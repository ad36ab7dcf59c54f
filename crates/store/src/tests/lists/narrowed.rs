//! Filters of lists that say the same as the rule of one record.

use chrono::{DateTime, Utc};
use domain::PageRequest;
use domain::access::Scope;
use domain::erp::ErpState;

use super::super::world::{execute, insert, populate};
use crate::accounts::tokens;
use crate::commissions::statements::{self, StatementFilter};
use crate::on_both_engines;
use crate::snapshots::{self, SnapshotFilter};
use crate::testing::TestStore;

on_both_engines!(tokens_are_narrowed_to_those_that_a_person_must_renew, bills_are_narrowed_by_their_state_in_the_erp);

async fn done(store: &TestStore, statements: &[&str]) {
    let tx = store.begin().await.expect("a transaction");
    for sql in statements {
        execute(&tx, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

async fn added(store: &TestStore, table: &str, but: super::super::world::Columns) {
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{table}: {error}"));
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

/// QuickBooks counts by its refresh token, and without one by its access token; NetSuite signs in by itself. A later token replaces one.
async fn tokens_are_narrowed_to_those_that_a_person_must_renew(store: TestStore) {
    populate(&store).await;
    for account in [
        &[("name", "'Suite'"), ("name_key", "'suite'"), ("service_type", "'netsuite'")],
        &[("name", "'Alone'"), ("name_key", "'alone'"), ("service_type", "'quickbooks'")],
        &[("name", "'Twice'"), ("name_key", "'twice'"), ("service_type", "'quickbooks'")],
    ] {
        added(&store, "api_service", account).await;
    }
    let token = |account: &str, refresh: &str, access_end: &str, refresh_end: &str| {
        format!(
            "insert into api_token (api_service_id, refresh_token, access_expires_at, refresh_expires_at, created_at, updated_at) \
             select a.id, {refresh}, {access_end}, {refresh_end}, '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00.000Z' \
             from api_service a where a.name = {account}"
        )
    };
    let (soon, late) = ("'2026-07-22T16:00:00.000Z'", "'2026-12-22T16:00:00.000Z'");
    let some = "cast('sealed' as {bytes})";
    let known =
        tokens::search(&store.read(), Scope::system(), None, &PageRequest::first(24)).await.expect("a page").total;
    for sql in [
        token("'Books'", some, soon, late),
        token("'Suite'", "null", soon, "null"),
        token("'Alone'", "null", soon, "null"),
        token("'Twice'", "null", soon, "null"),
        token("'Twice'", some, soon, "null"),
    ] {
        done(&store, &[&sql]).await;
    }
    let names = async |before: Option<&str>| {
        let before = before.map(|text| text.parse::<DateTime<Utc>>().expect("an instant"));
        let request = PageRequest { order_by: Some("Id".to_owned()), ..PageRequest::first(24) };
        let page = tokens::search(&store.read(), Scope::system(), before, &request).await.expect("a page");
        page.rows.into_iter().map(|row| row.account_name).collect::<Vec<_>>()
    };
    assert_eq!(names(None).await.len() as u64, known + 5);
    assert_eq!(names(Some("2026-07-30T00:00:00Z")).await, ["Alone"]);
    assert_eq!(names(Some("2027-01-01T00:00:00Z")).await, ["Books", "Alone"]);
}

/// The filter finds a bill under the state that its row shows, and under no other.
async fn bills_are_narrowed_by_their_state_in_the_erp(store: TestStore) {
    populate(&store).await;
    let now: DateTime<Utc> = "2026-07-20T16:00:00Z".parse().expect("an instant");
    let found = async |state: ErpState| {
        let wanted = Some((vec![state], now));
        let filter = SnapshotFilter { erp: wanted.clone(), ..SnapshotFilter::default() };
        let bills = snapshots::search(&store.read(), Scope::system(), &filter, &PageRequest::first(24)).await;
        let filter = StatementFilter { bills: wanted, ..StatementFilter::default() };
        let paid = statements::search(&store.read(), Scope::system(), &filter, &PageRequest::first(24)).await;
        (bills.expect("a page").total > 0, paid.expect("a page").total > 0)
    };
    let held = async |which: fn((bool, bool)) -> bool| {
        let mut held = Vec::new();
        for state in ErpState::ALL {
            if which(found(state).await) {
                held.push(state);
            }
        }
        held
    };
    assert_eq!(held(|(bill, _)| bill).await, [ErpState::NotSent]);
    assert_eq!(held(|(_, paid)| paid).await, [ErpState::NotSent]);
    added(&store, "billing_run", &[("state", "2")]).await;
    added(&store, "billing_run_item", &[("state", "3"), ("snapshot_id", "1"), ("invoice", "1")]).await;
    assert_eq!(held(|(bill, _)| bill).await, [ErpState::Queued], "a billing run is still to send it");
    done(&store, &["update billing_run_item set invoice = 3"]).await;
    added(&store, "erp_document", &[("doc_number", "'INV-1'"), ("state", "1")]).await;
    for (sql, state) in [
        ("update erp_document set updated_at = '2026-07-20T15:59:00.000Z'", ErpState::Queued),
        ("update erp_document set updated_at = '2026-07-20T15:50:00.000Z'", ErpState::Failed),
        ("update erp_document set state = 4, last_error = 'Inactive.'", ErpState::Failed),
        ("update erp_document set state = 2, last_error = null", ErpState::Sent),
        ("update erp_document set mail = 0", ErpState::Failed),
        ("update erp_document set mail = 1, mail_asked_at = '2026-07-20T15:59:00.000Z'", ErpState::Queued),
        ("update erp_document set mail_asked_at = '2026-07-20T15:50:00.000Z'", ErpState::Sent),
        ("update erp_document set state = 3, mail = null", ErpState::OutOfDate),
        ("update erp_document set last_error = 'Busy.'", ErpState::Failed),
        ("update erp_document set state = 2, last_error = null", ErpState::Sent),
        ("update snapshot set out_of_date = true where id = 1", ErpState::OutOfDate),
        ("update erp_document set state = 5", ErpState::Changed),
        ("update erp_document set state = 6", ErpState::Deleted),
    ] {
        done(&store, &[sql]).await;
        assert_eq!(held(|(bill, _)| bill).await, [state], "{sql}");
        assert_eq!(held(|(_, paid)| paid).await, [ErpState::NotSent], "{sql}: a statement of the same id has no bill");
    }
    let bill = &[("kind", "2"), ("request_key", "'r3'"), ("state", "4"), ("last_error", "'No vendor.'")];
    added(&store, "erp_document", bill).await;
    assert_eq!(held(|(_, paid)| paid).await, [ErpState::Failed]);
    assert_eq!(held(|(bill, _)| bill).await, [ErpState::Deleted]);
    added(&store, "bulk_action", &[("kind", "0")]).await;
    added(&store, "bulk_action_item", &[("outcome", "0")]).await;
    assert_eq!(held(|(bill, _)| bill).await, [ErpState::Queued], "a bulk action is still to send it");
}
