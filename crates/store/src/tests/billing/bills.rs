//! What bills are computed from and how they are written, many plans at once: rosters, who has changed, and what was settled last.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::billing::ledger::{EntryKind, IdSet};
use domain::billing::line::BillingType;
use domain::billing::snapshot::{ComputedLine, ComputedSnapshot, References, Roster, Unbilled};
use domain::{BillingMonth, GroupId, Money, PlanId, PlanLineId, PricingOptionId, SnapshotId};

use super::super::world::{Columns, insert, populate};
use crate::snapshots::{self, ChangesOf, NewSnapshot, RosterOf, SnapshotFilter};
use crate::testing::{TestStore, execute};
use crate::{Error, Stamp, on_both_engines, plans};

on_both_engines!(
    many_snapshots_are_written_at_once,
    of_two_snapshots_of_a_month_neither_is_written,
    the_last_to_change_a_ledger_is_known,
    rosters_of_groups_are_read_together,
    who_may_have_changed_is_found,
    plans_are_found_in_scope_only,
    active_primaries_are_counted_by_reference,
);

const GROUPS: [GroupId; 2] = [GroupId(1), GroupId(2)];
const PLANS: [PlanId; 2] = [PlanId(1), PlanId(2)];

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn month(number: u32) -> BillingMonth {
    BillingMonth::new(2027, number).expect("a month")
}

fn charging(line: i64, ids: impl IntoIterator<Item = i64>) -> ComputedSnapshot {
    let line = ComputedLine {
        plan_line: PlanLineId(line),
        name: "Members".to_owned(),
        billing_type: BillingType::Pepm,
        month: month(7),
        kind: EntryKind::Charge,
        part: 0,
        rate: Money::from_cents(4900),
        pricing_option: PricingOptionId(1),
        ids: IdSet::of(ids),
        reference_id: None,
    };
    ComputedSnapshot { lines: vec![line], unbilled: Vec::new() }
}

fn new(place: usize, computed: &ComputedSnapshot) -> NewSnapshot<'_> {
    NewSnapshot {
        plan: PLANS[place],
        group: GROUPS[place],
        plan_name: "Medical",
        purchase_order: None,
        customer_name: None,
        window: month(7).window(),
        computed_at: at("2027-07-04T06:00:00Z"),
        computed,
        terms: format!("terms {place}"),
    }
}

async fn write(store: &TestStore, new: &[NewSnapshot<'_>]) -> crate::Result<Vec<SnapshotId>> {
    let tx = store.begin().await.expect("a transaction");
    let ids = snapshots::insert_all(&tx, new, Stamp { at: at("2027-07-04T06:00:00Z"), by: None }).await?;
    tx.commit_unaudited("snapshots of a test").await?;
    Ok(ids)
}

async fn many_snapshots_are_written_at_once(store: TestStore) {
    populate(&store).await;
    let mut first = charging(1, (1..=300).map(|id| id * 3));
    let left = Unbilled {
        plan_line: PlanLineId(1),
        name: "Members".to_owned(),
        month: month(1),
        is_credit: true,
        ids: IdSet::of([5, 500]),
    };
    first.unbilled.push(left);
    first.lines.push(ComputedLine { plan_line: PlanLineId(2), ids: IdSet::EMPTY, ..first.lines[0].clone() });
    let second = ComputedSnapshot::default();
    let ids = write(&store, &[new(1, &second), new(0, &first)]).await.expect("they are written");
    let db = store.read();
    let lines = snapshots::lines(&db, &ids).await.expect("lines");
    let lines: Vec<_> = lines.into_iter().map(|line| (line.snapshot, line.plan_line, line.total, line.ids)).collect();
    let expected: Vec<_> =
        first.lines.iter().map(|line| (ids[1], line.plan_line, line.total(), line.ids.clone())).collect();
    assert_eq!(lines, expected);
    let left = snapshots::unbilled(&db, ids[1]).await.expect("what was left out");
    assert_eq!(left.iter().map(|left| left.ids.clone()).collect::<Vec<_>>(), [IdSet::of([5, 500])]);
    for (id, group) in ids.iter().zip([2, 1]) {
        let found = snapshots::find(&db, Scope::system(), Some(GroupId(group)), *id).await.expect("a snapshot");
        assert_eq!((found.plan.get(), found.total), (group, if group == 1 { first.total() } else { Money::ZERO }));
        let page = domain::PageRequest { term: format!("{:06}", id.get()), ..domain::PageRequest::first(25) };
        let page = snapshots::search(&db, Scope::system(), &SnapshotFilter::of(Some(GroupId(group))), &page)
            .await
            .expect("a page");
        assert_eq!(page.rows.len(), 1);
    }
    let lines = plans::lines::list(&db, PLANS[0]).await.expect("line items");
    assert!(lines.iter().all(|line| line.is_billed));
}

async fn of_two_snapshots_of_a_month_neither_is_written(store: TestStore) {
    populate(&store).await;
    let none = ComputedSnapshot::default();
    write(&store, &[new(0, &none)]).await.expect("it is written");
    let refused = write(&store, &[new(1, &none), new(0, &none)]).await;
    assert!(refused.is_err_and(|error| error.is_refused_by("uq_snapshot_plan_id_period_month")));
    assert!(snapshots::live(&store.read(), PLANS[1]).await.expect("an answer").is_empty());
}

async fn the_last_to_change_a_ledger_is_known(store: TestStore) {
    populate(&store).await;
    let computed = charging(1, [1]);
    let settled = async || {
        let settled = snapshots::settled(&store.read(), &PLANS).await.expect("an answer");
        settled.into_values().map(|plan| (plan.settled.by, plan.settled.terms)).collect::<Vec<_>>()
    };
    let ids = write(&store, &[new(0, &computed), new(1, &computed)]).await.expect("they are written");
    assert_eq!(settled().await, [(ids[0], "terms 0".to_owned()), (ids[1], "terms 1".to_owned())]);
    let stamp = Stamp { at: at("2027-07-05T06:00:00Z"), by: None };
    let tx = store.begin().await.expect("a transaction");
    let other = NewSnapshot { terms: "others".to_owned(), ..new(0, &computed) };
    snapshots::replace(&tx, ids[0], other, stamp).await.expect("it is replaced");
    snapshots::delete(&tx, (GROUPS[1], PLANS[1]), ids[1], stamp).await.expect("it is deleted");
    tx.commit_unaudited("changes of a test").await.expect("they are committed");
    assert_eq!(settled().await, [(ids[0], "others".to_owned())]);
}

const MEMBERS: [Columns; 6] = [
    &[("unique_key", "'m3'"), ("link_id", "'00000000-0000-0000-0000-0000000000c3'")],
    &[("unique_key", "'m4'"), ("link_id", "'00000000-0000-0000-0000-0000000000c4'"), ("billing_ref_key", "'west'")],
    &[("unique_key", "'m5'"), ("link_id", "'00000000-0000-0000-0000-0000000000c5'")],
    &[
        ("unique_key", "'m6'"),
        ("link_id", "'00000000-0000-0000-0000-0000000000c6'"),
        ("scope_changed_at", "'2027-06-10T00:00:00.000Z'"),
    ],
    &[("unique_key", "'m7'"), ("link_id", "'00000000-0000-0000-0000-0000000000c7'")],
    &[("unique_key", "'m8'"), ("link_id", "'00000000-0000-0000-0000-0000000000c8'"), ("group_id", "2")],
];

/// Members 3 to 7 of the first group and 8 of the second, each with its timeline.
async fn people(store: &TestStore) {
    populate(store).await;
    let tx = store.begin().await.expect("a transaction");
    for columns in MEMBERS {
        insert(&tx, "member", columns).await.expect("a member");
    }
    tx.commit_unaudited("members of a test").await.expect("they are committed");
    execute(store, "update member set is_primary = (1=0) where id = 5").await;
    // Long there; recorded late; came into effect; recorded and cancelled; counted by something else since; long there in another group.
    for (member, group, status, from, until, recorded, cancelled) in [
        (3, 1, 0, "2025-01-01", "null", "2025-01-01", "null"),
        (4, 1, 0, "2027-05-01", "null", "2027-06-05", "null"),
        (5, 1, 0, "2025-01-01", "'2027-07-01'", "2025-01-01", "null"),
        (5, 1, 1, "2027-07-01", "null", "2027-01-01", "null"),
        (6, 1, 0, "2025-01-01", "null", "2025-01-01", "null"),
        (7, 1, 0, "2025-01-01", "null", "2025-01-01", "null"),
        (7, 1, 1, "2027-09-01", "null", "2027-04-01", "'2027-06-20T00:00:00.000Z'"),
        (8, 2, 0, "2025-01-01", "null", "2027-06-05", "null"),
    ] {
        let sql = format!(
            "insert into status_change (member_id, group_id, status, effective_on, until_on, recorded_at, source, cancelled_at) \
             values ({member}, {group}, {status}, '{from}', {until}, '{recorded}T12:00:00.000Z', 0, {cancelled})"
        );
        execute(store, &sql).await;
    }
}

fn ids(roster: &Roster) -> Vec<i64> {
    roster.members().iter().map(|member| member.id().get()).collect()
}

fn active(roster: &Roster, month: BillingMonth) -> Vec<i64> {
    let active = |member: &&domain::billing::snapshot::MemberMonths| roster.is_active(member.id(), month);
    roster.members().iter().filter(active).map(|member| member.id().get()).collect()
}

async fn rosters_of_groups_are_read_together(store: TestStore) {
    people(&store).await;
    let none = References::default();
    let of = |group, number| RosterOf { group: GroupId(group), period: month(number), references: &none };
    let wanted = [of(2, 7), of(1, 7), of(1, 4)];
    let rosters = snapshots::rosters(&store.read(), &wanted).await.expect("rosters");
    assert_eq!([ids(&rosters[0]), ids(&rosters[1])], [vec![8], vec![1, 2, 3, 4, 5, 6, 7]]);
    assert_eq!([active(&rosters[0], month(7)), active(&rosters[1], month(7))], [vec![8], vec![3, 4, 6, 7]]);
    assert_eq!(active(&rosters[1], month(6)), [3, 4, 5, 6, 7]);
    assert_eq!((rosters[2].period(), active(&rosters[2], month(4))), (month(4), vec![3, 5, 6, 7]));
    assert!(snapshots::rosters(&store.read(), &[]).await.expect("none").is_empty());
}

async fn who_may_have_changed_is_found(store: TestStore) {
    people(&store).await;
    let none = References::default();
    let of = |group| RosterOf { group: GroupId(group), period: month(7), references: &none };
    let changes = |group, since: &str, unsettled| ChangesOf {
        of: of(group),
        computed_at: at(since),
        effective: (day("2027-06-03"), day("2027-07-03")),
        unsettled,
    };
    let found = async |wanted: &[ChangesOf<'_>]| {
        let rosters = snapshots::changed(&store.read(), wanted).await.expect("rosters");
        rosters.iter().map(|roster| (ids(roster), active(roster, month(7)))).collect::<Vec<_>>()
    };
    // Seven came back from its cancelled end; two is wanted in any case and was never active.
    assert_eq!(
        found(&[changes(1, "2027-06-04T06:00:00Z", &[2, 4]), changes(2, "2027-06-04T06:00:00Z", &[])]).await,
        [(vec![2, 4, 5, 6, 7], vec![4, 6, 7]), (vec![8], vec![8])]
    );
    // An hour before the snapshot still counts.
    assert_eq!(found(&[changes(2, "2027-06-05T12:59:59Z", &[])]).await, [(vec![8], vec![8])]);
    assert_eq!(found(&[changes(2, "2027-06-05T13:00:00Z", &[])]).await, [(vec![], vec![])]);
    assert_eq!(found(&[changes(1, "2027-06-30T06:00:00Z", &[])]).await, [(vec![5], vec![])]);
    assert!(found(&[]).await.is_empty());
}

async fn plans_are_found_in_scope_only(store: TestStore) {
    populate(&store).await;
    let db = store.read();
    let found = snapshots::plan_bases(&db, Scope::system(), &[PLANS[1], PlanId(99), PLANS[0]]).await.expect("plans");
    assert_eq!(found.keys().copied().collect::<BTreeSet<_>>(), BTreeSet::from(PLANS));
    assert_eq!([found[&PLANS[0]].lines.len(), found[&PLANS[1]].lines.len()], [2, 0]);
    let other = snapshots::plan_basis(&db, Scope::system(), GROUPS[1], PLANS[0]).await;
    assert!(matches!(other, Err(Error::NotFound)), "a plan of another group: {other:?}");
}

async fn active_primaries_are_counted_by_reference(store: TestStore) {
    people(&store).await;
    let counted = async |on: &str| {
        let found = snapshots::primaries_by_reference(&store.read(), &GROUPS, day(on)).await.expect("counts");
        let mut found: Vec<_> = found
            .into_iter()
            .flat_map(|(group, counts)| counts.into_iter().map(move |(key, n)| (group.get(), key, n)))
            .collect();
        found.sort();
        found
    };
    let west = Some("west".to_owned());
    assert_eq!(counted("2027-07-03").await, [(1, None, 3), (1, west, 1), (2, None, 1)]);
    assert_eq!(counted("2027-04-30").await, [(1, None, 3), (2, None, 1)]);
    assert!(counted("2024-12-31").await.is_empty());
}
