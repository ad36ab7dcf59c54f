//! Groups and their counters.

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::{Caller, Role, Scope};
use domain::billing::pricing::OptionDetails;
use domain::groups::{FeeOptions, GroupContext, GroupDetails, GroupForm, GroupStatus};
use domain::members::status::{BASE_DAY, CountDelta};
use domain::{ApiServiceId, BenefitServiceId, BrokerId, GroupId, Money, PageRequest, PricingOptionId, UserId};
use uuid::Uuid;

use super::world::{execute, insert, populate};
use crate::counts::upkeep::{self, Drift};
use crate::counts::{self, MemberCounts};
use crate::groups::listing::GroupFilter;
use crate::groups::{self, Group, listing, services};
use crate::pricing::options;
use crate::testing::TestStore;
use crate::{Constraint, Error, Stamp, on_both_engines};

on_both_engines!(
    a_group_is_made_found_and_saved,
    codes_are_taken_once_whatever_their_case,
    fees_are_options_of_the_group,
    every_scope_sees_its_own_groups,
    the_list_names_brokers_and_counts_members,
    counters_add_up_to_the_day,
    writers_of_one_group_lose_nothing,
    wrong_counters_are_found_and_made_anew,
    folding_changes_no_count,
);

fn stamp() -> Stamp {
    let at: DateTime<Utc> = "2026-07-01T12:00:00Z".parse().expect("an instant");
    Stamp { at, by: Some(UserId(1)) }
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

fn form() -> GroupForm {
    GroupForm {
        group_code: "A-7".to_owned(),
        name: "Älvdal Foundry".to_owned(),
        broker: Some(BrokerId(1)),
        effective_on: Some(day("2026-01-01")),
        ..GroupForm::default()
    }
}

fn checked(form: GroupForm) -> GroupDetails {
    let context = GroupContext { options: (1..9).map(PricingOptionId).collect(), ..GroupContext::default() };
    form.check(&context).expect("a group of the test")
}

async fn made(store: &TestStore, details: &GroupDetails, link: u128) -> Result<GroupId, Error> {
    let tx = store.begin().await?;
    let id = groups::insert(&tx, details, Uuid::from_u128(link), stamp()).await?;
    tx.commit_unaudited("the world of a test").await?;
    Ok(id)
}

async fn found(store: &TestStore, id: GroupId) -> Group {
    groups::find(&store.read(), Scope::system(), id).await.expect("it is found")
}

async fn a_group_is_made_found_and_saved(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    for name in ["Therapy", "Counseling"] {
        services::insert(&tx, name).await.expect("a service");
    }
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let carried = GroupForm {
        master_broker: Some(BrokerId(2)),
        benefit_services: vec![BenefitServiceId(1), BenefitServiceId(2)],
        api_services: vec![ApiServiceId(1)],
        ..form()
    };
    let details = checked(carried);
    let id = made(&store, &details, 7).await.expect("a group");
    let group = found(&store, id).await;
    assert_eq!((&group.details, group.version, group.global_link), (&details, 1, Uuid::from_u128(7)));
    assert_eq!(group.broker.details.name, "North");
    assert_eq!(group.master_broker.map(|master| master.details.name), Some("South".to_owned()));
    assert_eq!(
        group.benefit_services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>(),
        ["Counseling", "Therapy"]
    );

    let changed = checked(GroupForm { tax_id_number: "12-345".to_owned(), ..form() });
    let tx = store.begin().await.expect("a transaction");
    groups::update(&tx, id, Some(1), &changed, stamp()).await.expect("it is saved");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let group = found(&store, id).await;
    assert_eq!((&group.details, group.version, group.benefit_services.len()), (&changed, 2, 0));
    assert_eq!(group.global_link, Uuid::from_u128(7));
    let tx = store.begin().await.expect("a transaction");
    assert!(matches!(groups::update(&tx, id, Some(1), &changed, stamp()).await, Err(Error::Stale { .. })));
}

async fn codes_are_taken_once_whatever_their_case(store: TestStore) {
    populate(&store).await;
    let details = checked(GroupForm { public_registration_code: "MILL".to_owned(), ..form() });
    made(&store, &details, 1).await.expect("a group");
    let same_code = checked(GroupForm { group_code: " a-7".to_owned(), ..form() });
    let refused = made(&store, &same_code, 2).await.expect_err("the code is taken");
    assert!(refused.is_refused_by(groups::CODE_TAKEN), "{refused}");
    let same_registration =
        checked(GroupForm { group_code: "B".to_owned(), public_registration_code: "MILL".to_owned(), ..form() });
    let refused = made(&store, &same_registration, 3).await.expect_err("the registration code is taken");
    assert!(refused.is_refused_by(groups::REGISTRATION_CODE_TAKEN), "{refused}");
    let mut codes = groups::codes(&store.read()).await.expect("the codes");
    codes.sort();
    assert_eq!(codes, ["10001", "10002", "A-7"]);
}

async fn fees_are_options_of_the_group(store: TestStore) {
    populate(&store).await;
    let id = made(&store, &checked(form()), 1).await.expect("a group");
    let rate = Money::from_cents(5250);
    let option = OptionDetails { name: "Standard".to_owned(), rate, is_archived: false };
    let tx = store.begin().await.expect("a transaction");
    let own = options::insert(&tx, id, &option, stamp()).await.expect("an option");
    let fees = FeeOptions { total: Some(own), patient: Some(own), dependent: None, after_hours: None };
    groups::set_fees(&tx, id, fees).await.expect("own options");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let group = found(&store, id).await;
    assert_eq!((group.details.fees, group.version), (fees, 1));
    assert_eq!(group.fees.patient.map(|fee| (fee.option, fee.rate)), Some((own, rate)));
    assert_eq!(group.fees.dependent, None);

    let tx = store.begin().await.expect("a transaction");
    let foreign = FeeOptions { total: Some(PricingOptionId(1)), ..FeeOptions::default() };
    let refused = groups::set_fees(&tx, id, foreign).await.expect_err("another group's option");
    assert!(matches!(refused, Error::Refused(Constraint::ForeignKey)), "{refused}");
}

async fn every_scope_sees_its_own_groups(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    execute(&tx, "update employer_group set master_broker_id = 1 where id = 2").await.expect("a master broker");
    insert(&tx, "user_group", &[]).await.expect("group 1 is given to user 1");
    insert(&tx, "user_group", &[("group_id", "2")]).await.expect("group 2, too");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let of = |role, broker| Caller { user: UserId(1), role, broker, impersonator: None }.scope();
    let nobody = Caller { user: UserId(9), role: Role::GroupUser, broker: None, impersonator: None }.scope();
    for (scope, seen) in [
        (Scope::system(), vec![1, 2]),
        (of(Role::BrokerAdministrator, Some(BrokerId(1))), vec![1, 2]),
        (of(Role::BrokerAdministrator, Some(BrokerId(2))), vec![2]),
        (of(Role::AccountManager, Some(BrokerId(2))), vec![2]),
        (of(Role::GroupUser, None), vec![1, 2]),
        (nobody, vec![]),
    ] {
        let db = store.read();
        let mut names: Vec<_> = listing::names(&db, scope).await.expect("names").iter().map(|g| g.id.get()).collect();
        names.sort_unstable();
        assert_eq!(names, seen, "{scope:?}");
        let page = listing::search(&db, scope, &GroupFilter::default(), &PageRequest::first(24), day("2026-07-01"))
            .await
            .expect("a page");
        assert_eq!(page.rows.iter().map(|row| row.id.get()).collect::<Vec<_>>(), seen, "{scope:?}");
        for id in [1, 2, 3] {
            let visible = seen.contains(&id);
            assert_eq!(groups::require(&db, scope, GroupId(id)).await.is_ok(), visible, "{scope:?} {id}");
            assert_eq!(groups::find(&db, scope, GroupId(id)).await.is_ok(), visible, "{scope:?} {id}");
        }
    }
    let of_broker = listing::of_broker(&store.read(), Scope::system(), BrokerId(1)).await.expect("names");
    assert_eq!(of_broker.len(), 2);
}

async fn the_list_names_brokers_and_counts_members(store: TestStore) {
    populate(&store).await;
    added(&store, &[(BASE_DAY, 5, 0), (day("2026-01-01"), 0, 4)]).await;
    let request = PageRequest { term: "NORTH".to_owned(), ..PageRequest::first(24) };
    let page = listing::search(&store.read(), Scope::system(), &GroupFilter::default(), &request, day("2026-07-01"))
        .await
        .expect("a page");
    assert_eq!(page.total, 1);
    let row = &page.rows[0];
    assert_eq!((row.broker.1.as_str(), row.members), ("North", MemberCounts { total: 5, active: 4 }));
    for order_by in ["Name", "GroupId", "Broker", "EffectiveDate", "TerminationDate", "RenewalDate", "Status"] {
        let request = PageRequest { order_by: Some(order_by.to_owned()), ..PageRequest::first(24) };
        let page =
            listing::search(&store.read(), Scope::system(), &GroupFilter::default(), &request, day("2026-07-01"))
                .await
                .expect("a page");
        assert_eq!(page.rows.len(), 2, "{order_by}");
    }
    let request = PageRequest::first(24);
    for (statuses, brokers, found) in [
        (vec![GroupStatus::Active], vec![], 2),
        (vec![GroupStatus::InActive], vec![], 0),
        (vec![GroupStatus::Active, GroupStatus::InActive], vec![], 2),
        (vec![], vec![BrokerId(1)], 1),
        (vec![], vec![BrokerId(1), BrokerId(2)], 2),
        (vec![GroupStatus::InActive], vec![BrokerId(1)], 0),
    ] {
        let filter = GroupFilter { statuses, brokers, ..GroupFilter::default() };
        let page = listing::search(&store.read(), Scope::system(), &filter, &request, day("2026-07-01")).await;
        assert_eq!(page.expect("a page").total, found, "{filter:?}");
    }
    let tx = store.begin().await.expect("a transaction");
    for sql in [
        "update employer_group set renewal_on = '2026-08-01' where id = 1",
        "update plan set api_service_id = 1 where group_id = 1",
    ] {
        execute(&tx, sql).await.expect(sql);
    }
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let renewal = |from: Option<&str>, to: Option<&str>| GroupFilter {
        renewal: (from.map(day), to.map(day)),
        ..GroupFilter::default()
    };
    let in_account = |id| GroupFilter { accounts: vec![ApiServiceId(id)], ..GroupFilter::default() };
    for (filter, found) in [
        (renewal(Some("2026-08-01"), None), 1),
        (renewal(Some("2026-08-02"), None), 0),
        (renewal(None, Some("2026-08-01")), 1),
        (renewal(None, Some("2026-07-31")), 0),
        (in_account(1), 1),
        (in_account(77), 0),
    ] {
        let page = listing::search(&store.read(), Scope::system(), &filter, &request, day("2026-07-01")).await;
        assert_eq!(page.expect("a page").total, found, "{filter:?}");
    }
}

async fn added(store: &TestStore, deltas: &[(NaiveDate, i32, i32)]) {
    let deltas: Vec<_> = deltas.iter().map(|&(day, total, active)| CountDelta { day, total, active }).collect();
    let tx = store.begin().await.expect("a transaction");
    counts::add(&tx, GroupId(1), &deltas).await.expect("counted");
    tx.commit_unaudited("the world of a test").await.expect("committed");
}

async fn counters_add_up_to_the_day(store: TestStore) {
    populate(&store).await;
    let count = async |on: &str| counts::of_group(&store.read(), GroupId(1), day(on)).await.expect("a count");
    assert_eq!(count("2026-07-01").await, MemberCounts::default());
    added(&store, &[]).await;
    added(&store, &[(day("2026-07-01"), 1, 1), (day("2026-07-01"), -1, -1)]).await;
    assert_eq!(count("2026-07-01").await, MemberCounts::default());
    for _ in 0..3 {
        added(&store, &[(BASE_DAY, 1, 0), (day("2026-07-01"), 0, 1), (day("2026-08-01"), 0, -1)]).await;
    }
    added(&store, &[(day("2026-08-01"), 0, 1)]).await;
    for (on, total, active) in [("2026-06-30", 3, 0), ("2026-07-01", 3, 3), ("2026-07-31", 3, 3), ("2026-08-01", 3, 1)]
    {
        assert_eq!(count(on).await, MemberCounts { total, active }, "{on}");
    }
    assert_eq!(count("2026-08-01").await.in_active(), 2);
    let both = counts::of_groups(&store.read(), &[GroupId(1), GroupId(2)], day("2026-07-01")).await.expect("counts");
    assert_eq!(both.into_iter().collect::<Vec<_>>(), [(GroupId(1), MemberCounts { total: 3, active: 3 })]);
}

async fn writers_of_one_group_lose_nothing(store: TestStore) {
    populate(&store).await;
    let writers = (0..24).map(|n: u32| {
        let store = crate::Store::clone(&store);
        tokio::spawn(async move {
            // Days in either order, so that two writers would wait for each other if the rows were not sorted.
            let mut days = [day("2026-07-01"), day("2026-08-01"), day("2026-09-01")];
            days.rotate_left(n as usize % 3);
            let deltas = days.map(|day| CountDelta { day, total: 0, active: 1 });
            let tx = store.begin().await.expect("a transaction");
            counts::add(&tx, GroupId(1), &deltas).await.expect("counted");
            tx.commit_unaudited("the world of a test").await.expect("committed");
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.expect("a writer");
    }
    let count = counts::of_group(&store.read(), GroupId(1), day("2026-09-01")).await.expect("a count");
    assert_eq!(count.active, 72);
}

/// Member 1 is active from January 1 until August 1, member 2 from July 1 on.
const TIMELINE: [&str; 2] = [
    "insert into status_change (member_id, group_id, status, effective_on, until_on, recorded_at) values \
     (1, 1, 0, '2026-01-01', '2026-08-01', '2026-07-01T12:00:00.000Z'), \
     (1, 1, 1, '2026-08-01', null, '2026-07-01T12:00:00.000Z'), \
     (2, 1, 0, '2026-07-01', null, '2026-07-01T12:00:00.000Z')",
    "insert into status_change (member_id, group_id, status, effective_on, recorded_at, cancelled_at) values \
     (2, 1, 0, '2026-01-01', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00.000Z')",
];

async fn wrong_counters_are_found_and_made_anew(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    for sql in TIMELINE {
        execute(&tx, sql).await.expect("the timeline");
    }
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let drifted = async |on: &str| upkeep::drifted(&store.read(), day(on)).await.expect("a comparison");
    let drift =
        Drift { group: GroupId(1), counted: MemberCounts::default(), actual: MemberCounts { total: 2, active: 2 } };
    assert_eq!(drifted("2026-07-20").await, [drift]);

    let tx = store.begin().await.expect("a transaction");
    upkeep::rebuild(&tx, GroupId(1)).await.expect("made anew");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    assert_eq!(drifted("2026-07-20").await, []);
    let count = async |on: &str| counts::of_group(&store.read(), GroupId(1), day(on)).await.expect("a count");
    for (on, active) in [("2025-12-31", 0), ("2026-01-01", 1), ("2026-07-01", 2), ("2026-08-01", 1)] {
        assert_eq!(count(on).await, MemberCounts { total: 2, active }, "{on}");
    }
    added(&store, &[(day("2026-09-01"), 0, 1)]).await;
    assert_eq!(drifted("2026-07-20").await.len(), 1, "wrong in the end, though right today");
}

async fn folding_changes_no_count(store: TestStore) {
    populate(&store).await;
    added(&store, &[(BASE_DAY, 9, 0), (day("2026-01-01"), 0, 7), (day("2026-02-01"), 0, -1)]).await;
    added(&store, &[(day("2026-02-01"), 0, -1), (day("2026-07-01"), 0, 2)]).await;
    for _ in 0..2 {
        let tx = store.begin().await.expect("a transaction");
        upkeep::fold(&tx, day("2026-06-01")).await.expect("folded");
        tx.commit_unaudited("the world of a test").await.expect("committed");
        for (on, active) in [("2026-02-01", 5), ("2026-06-30", 5), ("2026-07-01", 7)] {
            let count = counts::of_group(&store.read(), GroupId(1), day(on)).await.expect("a count");
            assert_eq!(count, MemberCounts { total: 9, active }, "{on}");
        }
        let before = counts::of_group(&store.read(), GroupId(1), day("2026-01-01")).await.expect("a count");
        assert_eq!(before.active, 5, "days long past are no longer told apart");
    }
}
