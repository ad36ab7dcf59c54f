//! Random changes of many members, one after another and several at once: the timeline only grows, its spans never overlap, and all that
//! is derived of it (the status beside the member, the counters of the group) says what the timeline says, on any day.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::access::{Caller, Role, Scope};
use domain::examples;
use domain::members::status::{CurrentStatus, StatusWrite, Timeline};
use domain::members::{MemberDetails, Status, StatusWish};
use domain::{BrokerId, GroupId, MemberId, UserId};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sea_orm::{EntityTrait, QueryOrder};
use uuid::Uuid;

use super::world;
use crate::counts::{self, MemberCounts, upkeep};
use crate::database::connection::sealed::Connected;
use crate::entities::status_change::{self, Model};
use crate::members::{self, Member, MemberWrite, NewMember, NewSpan, Source};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Stamp, Store};

on_both_engines!(random_changes_leave_everything_in_step);

const GROUPS: [GroupId; 2] = [GroupId(1), GroupId(2)];
const USER: UserId = UserId(1);
const SEQUENCES: usize = 12;
const DAYS: u64 = 120;

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).expect("a day") + Days::new(number)
}

#[derive(Debug, Clone)]
enum Change {
    Terminate(StatusWish),
    Activate(StatusWish),
    Import(Status, u64),
    Undo(bool),
    EndWithGroup,
    OnlyDetails,
}

#[derive(Debug, Clone)]
enum Step {
    Wait(u64),
    Settle,
    /// One transaction; the number says which member, counted through both groups.
    Change(Vec<(usize, Change)>),
    Join {
        group: usize,
        begins: u64,
        ends: Option<u64>,
    },
    Fold,
}

fn change() -> impl Strategy<Value = Change> {
    let wish = || prop_oneof![Just(StatusWish::PLAIN), (0..DAYS).prop_map(|number| StatusWish::on(day(number)))];
    let status = any::<bool>().prop_map(|active| if active { Status::Active } else { Status::InActive });
    prop_oneof![
        wish().prop_map(Change::Terminate),
        wish().prop_map(Change::Activate),
        (status, 0..DAYS).prop_map(|(status, on)| Change::Import(status, on)),
        any::<bool>().prop_map(Change::Undo),
        Just(Change::EndWithGroup),
        Just(Change::OnlyDetails),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (1..20_u64).prop_map(Step::Wait),
        1 => Just(Step::Settle),
        6 => prop::collection::vec((0..6_usize, change()), 1..4).prop_map(Step::Change),
        1 => (0..2_usize, 0..DAYS, prop::option::of(1..40_u64))
            .prop_map(|(group, begins, length)| Step::Join { group, begins, ends: length.map(|length| begins + length) }),
        1 => Just(Step::Fold),
    ]
}

/// A store on its way through a sequence.
struct Walk<'a> {
    store: &'a Store,
    today: NaiveDate,
    hours: i64,
    members: Vec<MemberId>,
    seen: BTreeMap<i64, Model>,
    folded_before: NaiveDate,
    links: u128,
}

async fn random_changes_leave_everything_in_step(store: TestStore) {
    let tx = store.begin().await.expect("a transaction");
    let south = &[("name", "'South'"), ("name_key", "'south'"), ("search_text", "'south'")];
    world::insert(&tx, "broker", &[]).await.expect("a broker");
    world::insert(&tx, "broker", south).await.expect("a broker");
    world::insert(&tx, "user_account", &[]).await.expect("a user");
    world::insert(&tx, "employer_group", &[]).await.expect("a group");
    let second: world::Columns = &[
        ("group_code", "'10002'"),
        ("group_code_key", "'10002'"),
        ("broker_id", "2"),
        ("global_link_id", "'00000000-0000-0000-0000-0000000000a2'"),
    ];
    world::insert(&tx, "employer_group", second).await.expect("a group");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let mut runner = TestRunner::deterministic();
    let mut walk = Walk {
        store: &store,
        today: day(0),
        hours: 0,
        members: Vec::new(),
        seen: BTreeMap::new(),
        folded_before: day(0),
        links: 0,
    };
    for _ in 0..SEQUENCES {
        walk.today = day(0).max(walk.folded_before);
        walk.members.clear();
        for group in 0..2 {
            walk.join(group, 0, None).await;
            walk.join(group, 30, Some(60)).await;
        }
        let steps = prop::collection::vec(step(), 4..14).new_tree(&mut runner).expect("steps").current();
        for step in &steps {
            walk.take(step).await;
            walk.check(step).await;
        }
    }
}

impl Walk<'_> {
    fn stamp(&mut self) -> Stamp {
        self.hours += 1;
        let start: DateTime<Utc> = "2026-01-01T05:00:00Z".parse().expect("an instant");
        Stamp { at: start + chrono::Duration::hours(self.hours), by: Some(USER) }
    }

    async fn take(&mut self, step: &Step) {
        match step {
            Step::Wait(days) => self.today = self.today + Days::new(*days),
            Step::Settle => self.settle().await,
            Step::Change(changes) => self.change(changes).await,
            Step::Join { group, begins, ends } => self.join(*group, *begins, *ends).await,
            Step::Fold => {
                let tx = self.store.begin().await.expect("a transaction");
                upkeep::fold(&tx, self.today).await.expect("folded");
                tx.commit_unaudited("the change of a test").await.expect("committed");
                self.folded_before = self.folded_before.max(self.today);
            }
        }
    }

    async fn join(&mut self, group: usize, begins: u64, ends: Option<u64>) {
        let made = self.stamp();
        self.links += 1;
        let span =
            |status, number| NewSpan { status, effective_on: day(number), recorded: made, source: Source::Creation };
        let end = ends.map(|ends| span(Status::InActive, ends));
        let spans = [span(Status::Active, begins)].into_iter().chain(end).collect();
        let details = MemberDetails { unique_id: None, ..examples::member_details() };
        let link = Uuid::from_u128(self.links);
        let member = NewMember { group: GROUPS[group], details, primary: None, link, made, spans };
        let tx = self.store.begin().await.expect("a transaction");
        self.members.extend(members::insert_many(&tx, &[member], self.today).await.expect("a member is made"));
        tx.commit_unaudited("the change of a test").await.expect("committed");
    }

    /// Decides all changes first and writes them at once, as the import of a file does.
    async fn change(&mut self, changes: &[(usize, Change)]) {
        let stamp = self.stamp();
        let wanted: BTreeMap<MemberId, &Change> =
            changes.iter().map(|(number, change)| (self.members[number % self.members.len()], change)).collect();
        let ids: Vec<MemberId> = wanted.keys().copied().collect();
        let tx = self.store.begin().await.expect("a transaction");
        let timelines = members::timelines(&tx, &ids).await.expect("timelines");
        let before = stored(&tx, &ids).await;
        let decide = |id: &MemberId| {
            let status = status_write(&timelines.get(id).cloned().unwrap_or_default(), wanted[id], self.today);
            let before = &before[id];
            MemberWrite { before, details: before.details.clone(), primary: None, status }
        };
        let writes: Vec<MemberWrite<'_>> = ids.iter().map(decide).collect();
        let applied = members::apply(&tx, &writes, Source::User, stamp).await.expect("applied");
        assert!(applied.stale.is_empty());
        for write in &writes {
            let appended = write.status.as_ref().is_some_and(|status| !status.append.is_empty());
            assert_eq!(applied.status_changes.contains_key(&write.before.id), appended);
        }
        tx.commit_unaudited("the change of a test").await.expect("committed");
        let after = stored(&self.store.read(), &ids).await;
        let now = members::timelines(&self.store.read(), &ids).await.expect("timelines");
        for write in writes.iter().filter(|write| write.status.is_some()) {
            let id = write.before.id;
            assert_eq!(after[&id].version, write.before.version + 1);
            assert_eq!(
                after[&id].status,
                current(&now, id, self.today),
                "beside the member stands what the timeline says"
            );
        }
    }

    async fn settle(&mut self) {
        loop {
            let tx = self.store.begin().await.expect("a transaction");
            let settled = members::settle(&tx, MemberId(0), 3, self.today).await.expect("settled");
            tx.commit_unaudited("the change of a test").await.expect("committed");
            if settled.is_empty() {
                break;
            }
        }
        let now = members::timelines(&self.store.read(), &self.members).await.expect("timelines");
        for (id, member) in stored(&self.store.read(), &self.members).await {
            assert_eq!(member.status.shown(self.today), current(&now, id, self.today).shown(self.today));
        }
    }

    async fn check(&mut self, step: &Step) {
        let db = self.store.read();
        let rows = status_change::Entity::find().order_by_asc(status_change::Column::Id);
        let rows: BTreeMap<i64, Model> =
            rows.all(db.connection()).await.expect("rows").into_iter().map(|row| (row.id, row)).collect();
        for (id, seen) in &self.seen {
            assert!(only_ended(seen, &rows[id]), "{step:?} made {:?} of {seen:?}", rows[id]);
        }
        let mut standing: BTreeMap<i64, Vec<&Model>> = BTreeMap::new();
        for row in rows.values().filter(|row| row.cancelled_at.is_none()) {
            standing.entry(row.member_id).or_default().push(row);
        }
        for spans in standing.values_mut() {
            spans.sort_by_key(|span| span.effective_on);
            let follow = spans.windows(2).all(|pair| pair[0].until_on == Some(pair[1].effective_on));
            let open = spans.last().is_some_and(|last| last.until_on.is_none());
            assert!(follow && open, "after {step:?} spans are {spans:?}");
        }
        self.check_counters(step, &standing).await;
        self.seen = rows;
    }

    /// Counters fold what is long past, so that days before today count from today on.
    async fn check_counters(&self, step: &Step, standing: &BTreeMap<i64, Vec<&Model>>) {
        let db = self.store.read();
        let totals = members_by_group(self.store).await;
        for later in [0, 1, 9, 30, 75, 400] {
            let on = self.today.max(self.folded_before) + Days::new(later);
            let active = |group: GroupId| {
                standing.values().filter(|spans| spans[0].group_id == group.get() && is_active(spans, on)).count()
            };
            let mut all = 0;
            for group in GROUPS {
                let counted = counts::of_group(&db, group, on).await.expect("counted");
                let actual = MemberCounts { total: totals[&group], active: active(group) as i64 };
                assert_eq!(counted, actual, "{group} on {on} after {step:?}");
                all += actual.total;
                let broker = Caller {
                    user: USER,
                    role: Role::BrokerAdministrator,
                    broker: Some(BrokerId(group.get())),
                    impersonator: None,
                };
                let seen = counts::of_visible_group(&db, broker.scope(), group, on).await.expect("counted");
                assert_eq!(seen, actual, "seen on {on} after {step:?}");
                let total = counts::total_in_scope(&db, broker.scope()).await.expect("counted");
                assert_eq!(total, actual.total.unsigned_abs(), "total on {on} after {step:?}");
            }
            let total = counts::total_in_scope(&db, Scope::system()).await.expect("counted");
            assert_eq!(total, all.unsigned_abs(), "total of all on {on} after {step:?}");
        }
    }
}

fn status_write(timeline: &Timeline, change: &Change, today: NaiveDate) -> Option<StatusWrite> {
    match change {
        Change::Terminate(wish) => timeline.terminate(today, *wish).ok(),
        Change::Activate(wish) => timeline.activate(today, *wish).ok(),
        Change::Import(status, on) => timeline.change_by(*status, day(*on), today),
        Change::Undo(force) => timeline.undo(today, StatusWish { force_undo: *force, ..StatusWish::PLAIN }).ok(),
        Change::EndWithGroup => timeline.end_with_group(today),
        Change::OnlyDetails => None,
    }
}

async fn stored(db: &impl crate::Db, ids: &[MemberId]) -> BTreeMap<MemberId, Member> {
    let mut all = BTreeMap::new();
    for group in GROUPS {
        all.extend(members::find_many(db, group, ids).await.expect("members"));
    }
    all
}

async fn members_by_group(store: &Store) -> BTreeMap<GroupId, i64> {
    let mut totals = BTreeMap::new();
    for group in GROUPS {
        let all = members::page_of_group(&store.read(), group, MemberId(0), 10_000).await.expect("members");
        totals.insert(group, all.len() as i64);
    }
    totals
}

fn current(timelines: &std::collections::HashMap<MemberId, Timeline>, id: MemberId, today: NaiveDate) -> CurrentStatus {
    timelines.get(&id).cloned().unwrap_or_default().current(today)
}

/// The last change up to the day, whatever the ends of spans say.
fn is_active(spans: &[&Model], on: NaiveDate) -> bool {
    spans.iter().rev().find(|span| span.effective_on <= on).is_some_and(|span| span.status == Status::Active.number())
}

/// Nothing of a written change is different but its end, and its cancellation, which stays once it is there.
fn only_ended(before: &Model, after: &Model) -> bool {
    let ended = Model {
        until_on: after.until_on,
        cancelled_at: after.cancelled_at,
        cancelled_by: after.cancelled_by,
        cancel_reason: after.cancel_reason,
        ..before.clone()
    };
    ended == *after && (before.cancelled_at.is_none() || before == after)
}
