//! Stored snapshots: who counts them, what they are found by, and what is refused rather than left out.

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role, Scope};
use domain::billing::ledger::{EntryKind, IdSet};
use domain::billing::line::BillingType;
use domain::billing::snapshot::{ComputedLine, ComputedSnapshot, Unbilled};
use domain::{
    BillingMonth, BrokerId, GroupId, Money, PageRequest, PlanId, PlanLineId, PricingOptionId, SnapshotId, UserId,
};

use super::super::world::populate;
use crate::snapshots::{self, NewSnapshot};
use crate::testing::{TestStore, execute};
use crate::{Engine, Error, Stamp, on_both_engines, plans};

on_both_engines!(
    totals_count_what_the_scope_shows,
    a_regenerated_snapshot_is_found_by_its_new_name,
    a_deleted_snapshot_is_not_regenerated,
    a_line_counts_as_billed_while_an_undeleted_snapshot_has_it,
    what_was_listed_keeps_its_name,
    a_number_that_is_none_of_ours_is_refused_and_never_left_out,
);

const GROUP: GroupId = GroupId(1);
const PLAN: PlanId = PlanId(1);

fn at() -> DateTime<Utc> {
    "2026-07-20T16:00:00Z".parse().expect("an instant")
}

fn new<'a>(plan_name: &'a str, computed: &'a ComputedSnapshot) -> NewSnapshot<'a> {
    let window = BillingMonth::new(2027, 7).expect("a month").window();
    NewSnapshot {
        plan: PLAN,
        group: GROUP,
        plan_name,
        purchase_order: Some("BT-7731"),
        customer_name: Some("Harborline"),
        window,
        computed_at: at(),
        computed,
        terms: String::new(),
    }
}

async fn inserted(store: &TestStore) -> SnapshotId {
    let tx = store.begin().await.expect("a transaction");
    let id = snapshots::insert(&tx, new("Medical", &ComputedSnapshot::default()), stamp()).await.expect("a snapshot");
    tx.commit_unaudited("a test's snapshot").await.expect("it is committed");
    id
}

async fn replace(store: &TestStore, id: SnapshotId, computed: &ComputedSnapshot) -> crate::Result<()> {
    let tx = store.begin().await.expect("a transaction");
    snapshots::replace(&tx, id, new("Dental", computed), stamp()).await?;
    tx.commit_unaudited("a test's snapshot").await
}

async fn delete(store: &TestStore, id: SnapshotId) {
    let tx = store.begin().await.expect("a transaction");
    snapshots::delete(&tx, (GROUP, PLAN), id, stamp()).await.expect("it is deleted");
    tx.commit_unaudited("a test's snapshot").await.expect("it is committed");
}

fn stamp() -> Stamp {
    Stamp { at: at(), by: None }
}

/// Charges nobody on a line item.
fn charging(line: i64) -> ComputedSnapshot {
    let line = ComputedLine {
        plan_line: PlanLineId(line),
        name: "Members".to_owned(),
        billing_type: BillingType::Pepm,
        month: BillingMonth::new(2027, 7).expect("a month"),
        kind: EntryKind::Charge,
        part: 0,
        rate: Money::from_cents(4900),
        pricing_option: PricingOptionId(1),
        ids: IdSet::EMPTY,
        reference_id: None,
    };
    ComputedSnapshot { lines: vec![line], unbilled: Vec::new() }
}

/// The total and the number of rows.
async fn listed(store: &TestStore, scope: Scope, group: Option<GroupId>, term: &str) -> (u64, usize) {
    let page = PageRequest { term: term.to_owned(), ..PageRequest::first(25) };
    let page =
        snapshots::search(&store.read(), scope, &snapshots::SnapshotFilter::of(group), &page).await.expect("a page");
    (page.total, page.rows.len())
}

async fn totals_count_what_the_scope_shows(store: TestStore) {
    populate(&store).await;
    execute(&store, "delete from snapshot_line").await;
    execute(&store, "delete from snapshot").await;
    inserted(&store).await;
    let scope = |broker| {
        let broker = Some(BrokerId(broker));
        Caller { user: UserId(9), role: Role::BrokerAdministrator, broker, impersonator: None }.scope()
    };
    for (scope, expected) in [(Scope::system(), (1, 1)), (scope(1), (1, 1)), (scope(2), (0, 0))] {
        for group in [Some(GROUP), None] {
            assert_eq!(listed(&store, scope, group, "").await, expected, "{scope:?} {group:?}");
        }
    }
}

async fn a_regenerated_snapshot_is_found_by_its_new_name(store: TestStore) {
    populate(&store).await;
    let id = inserted(&store).await;
    replace(&store, id, &ComputedSnapshot::default()).await.expect("it is replaced");
    let number = format!("{:06}", id.get());
    for (term, found) in [("medical 2027", 0), ("dental july 2027", 1), (number.as_str(), 1)] {
        assert_eq!(listed(&store, Scope::system(), Some(GROUP), term).await.1, found, "{term}");
    }
}

async fn a_deleted_snapshot_is_not_regenerated(store: TestStore) {
    populate(&store).await;
    let id = inserted(&store).await;
    delete(&store, id).await;
    assert!(matches!(replace(&store, id, &ComputedSnapshot::default()).await, Err(Error::NotFound)));
}

async fn a_line_counts_as_billed_while_an_undeleted_snapshot_has_it(store: TestStore) {
    populate(&store).await;
    execute(&store, "delete from snapshot_line").await;
    let billed = async || {
        let lines = plans::lines::list(&store.read(), PLAN).await.expect("lines");
        lines.iter().map(|line| line.is_billed).collect::<Vec<_>>()
    };
    let id = inserted(&store).await;
    assert_eq!(billed().await, [false, false]);
    replace(&store, id, &charging(2)).await.expect("it is replaced");
    assert_eq!(billed().await, [false, true]);
    replace(&store, id, &charging(1)).await.expect("it is replaced");
    assert_eq!(billed().await, [true, false]);
    delete(&store, id).await;
    assert_eq!(billed().await, [false, false]);
}

async fn what_was_listed_keeps_its_name(store: TestStore) {
    populate(&store).await;
    let left = Unbilled {
        plan_line: PlanLineId(1),
        name: "Members".to_owned(),
        month: BillingMonth::new(2026, 7).expect("a month"),
        is_credit: true,
        ids: IdSet::of([1, 2]),
    };
    let id = inserted(&store).await;
    let computed = ComputedSnapshot { lines: Vec::new(), unbilled: vec![left] };
    replace(&store, id, &computed).await.expect("it is replaced");
    execute(&store, "update plan_line set name='Renamed'").await;
    let listed = snapshots::unbilled(&store.read(), id).await.expect("it is read");
    assert_eq!((listed[0].name.as_str(), listed[0].ids.len()), ("Members", 2));
}

async fn a_number_that_is_none_of_ours_is_refused_and_never_left_out(store: TestStore) {
    populate(&store).await;
    let id = inserted(&store).await;
    let allow = |table: &str, rule: &str| match store.engine() {
        Engine::Sqlite => "pragma ignore_check_constraints=on".to_owned(),
        Engine::Postgres => format!("alter table {table} drop constraint ck_{table}_{rule}"),
    };
    execute(&store, &allow("plan_line", "billing_type")).await;
    execute(&store, &allow("snapshot", "payment_status")).await;
    execute(&store, "update plan_line set billing_type=9 where id=1").await;
    execute(&store, "update snapshot set payment_status=9").await;
    let db = store.read();
    let basis = snapshots::plan_basis(&db, Scope::system(), GROUP, PLAN).await;
    assert!(matches!(basis, Err(Error::Unsuitable(_))), "{basis:?}");
    let found = snapshots::find(&db, Scope::system(), None, id).await;
    assert!(matches!(found, Err(Error::Unsuitable(_))), "{found:?}");
}
