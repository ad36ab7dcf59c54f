//! What the utilization report counts: against plain counting, within a scope, and by the days of business time.

use chrono::{NaiveDate, TimeDelta, TimeZone as _};
use chrono_tz::America::New_York;
use domain::access::{Caller, Role, Scope};
use domain::consults::About;
use domain::examples;
use domain::members::{MemberDetails, Status};
use domain::utilization::examples::{Consult, any_consult, consult, tally};
use domain::utilization::{LeftOut, Named, ReportFilter, ReportForm, Tally};
use domain::{BrokerId, GroupId, MemberId, UserId};
use sea_orm::{ConnectionTrait, Statement};
use uuid::Uuid;

use super::super::world::{execute, populate};
use crate::consults::{self, NewConsult, Tallied};
use crate::database::connection::sealed::Connected;
use crate::members::{self, NewMember, NewSpan, Source};
use crate::testing::TestStore;
use crate::{Error, Stamp, on_both_engines};

on_both_engines!(
    a_tally_is_what_plain_counting_gives,
    a_day_is_one_of_business_time,
    voided_consults_and_those_of_other_groups_do_not_count,
    a_group_out_of_scope_is_not_found,
    covered_members_are_counted_on_any_day,
    a_consult_that_is_taken_in_again_changes_nothing,
    what_is_said_anew_of_a_consult_takes_the_place_of_the_old,
    a_bill_tells_of_a_consult_as_it_was_when_it_was_computed,
    groups_and_members_are_found_by_what_names_them,
);

const GROUP: GroupId = GroupId(1);

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

fn stamp() -> Stamp {
    Stamp { at: "2026-07-01T12:00:00Z".parse().expect("an instant"), by: Some(UserId(1)) }
}

fn filter(form: ReportForm) -> ReportFilter {
    form.check(day("2026-07-20")).expect("a filter")
}

fn between(start: &str, end: &str) -> ReportForm {
    ReportForm { start: Some(day(start)), end: Some(day(end)), ..ReportForm::default() }
}

/// So many members of the group, each active from a day on, until another if one is given.
async fn add_members(store: &TestStore, spans: &[(&str, Option<&str>)]) -> Vec<MemberId> {
    let span =
        |status, on: &str| NewSpan { status, effective_on: day(on), recorded: stamp(), source: Source::Creation };
    let make = |(number, (from, until)): (u128, &(&str, Option<&str>))| NewMember {
        group: GROUP,
        details: MemberDetails { unique_id: None, ..examples::member_details() },
        primary: None,
        link: Uuid::from_u128(1000 + number),
        made: stamp(),
        spans: [span(Status::Active, from)].into_iter().chain(until.map(|on| span(Status::InActive, on))).collect(),
    };
    let new: Vec<NewMember> = (0..).zip(spans).map(make).collect();
    let tx = store.begin().await.expect("a transaction");
    let ids = members::insert_many(&tx, &new, day("2026-07-20")).await.expect("members are made");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    ids
}

fn stored(consult: &Consult, number: usize, members: &[MemberId]) -> NewConsult {
    let local = consult.on.and_hms_opt(u32::try_from(consult.hour).expect("an hour"), 30, 0).expect("a time");
    let started_at = New_York.from_local_datetime(&local).earliest().expect("a time of the zone").to_utc();
    NewConsult {
        external_id: format!("c-{number}"),
        group: GROUP,
        member: consult.member.map(|member| members[usize::from(member)]),
        started_at,
        is_completed: consult.is_completed,
        wait_minutes: consult.wait,
        rating: consult.rating,
        is_after_hours: false,
        gender: consult.gender,
        age: consult.age,
        about: About {
            region: consult.region.clone(),
            plan: consult.plan.clone(),
            code: consult.code.clone(),
            source: consult.source.clone(),
            access: consult.access.clone(),
            alternative: consult.alternative.clone(),
            diagnoses: consult.diagnoses.iter().cloned().collect(),
            prescriptions: consult.prescriptions.iter().cloned().collect(),
        },
        received_at: started_at + TimeDelta::hours(1),
    }
}

async fn add(store: &TestStore, consults: &[NewConsult]) {
    let tx = store.begin().await.expect("a transaction");
    consults::save(&tx, consults, New_York, stamp().at).await.expect("consults are stored");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

async fn tallied(store: &TestStore, form: ReportForm) -> Tallied {
    consults::tally(&store.read(), Scope::system(), GROUP, &filter(form), New_York).await.expect("a tally")
}

/// The same with its lists in one order.
fn sorted(mut tally: Tally) -> Tally {
    let lists: [&mut Vec<Named>; 6] = [
        &mut tally.sources,
        &mut tally.access,
        &mut tally.alternatives,
        &mut tally.regions,
        &mut tally.diagnoses,
        &mut tally.prescriptions,
    ];
    lists.into_iter().for_each(|list| list.sort());
    tally
}

async fn a_tally_is_what_plain_counting_gives(store: TestStore) {
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None); 30]).await;
    let consults: Vec<Consult> = (0..400).map(any_consult).collect();
    let rows: Vec<_> = consults.iter().enumerate().map(|(number, one)| stored(one, number, &members)).collect();
    add(&store, &rows).await;
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    for (plans, codes, regions) in [
        (&[][..], &[][..], &[][..]),
        (&["Gold"], &[], &[]),
        (&["", "Silver"], &[], &[]),
        (&[], &["A-1", "B"], &["OH"]),
        (&["Gold"], &["A-1", ""], &["IN", "OH"]),
        (&["Gold", "Silver", ""], &["A-1", "A-2", "B", ""], &[]),
        (&["no'ne"], &[], &["TX"]),
    ] {
        for (start, end) in [("2026-06-01", "2026-07-31"), ("2026-06-17", "2026-07-02"), ("2020-01-01", "2020-12-31")] {
            let form =
                ReportForm { plans: texts(plans), codes: texts(codes), regions: texts(regions), ..between(start, end) };
            let found = tallied(&store, form.clone()).await.tally;
            assert_eq!(sorted(found), sorted(tally(&consults, &filter(form.clone()))), "{form:?}");
        }
    }
    let choices = tallied(&store, ReportForm { plans: texts(&["Gold"]), ..between("2026-06-01", "2026-07-31") }).await;
    assert_eq!((choices.plans, choices.codes), (texts(&["", "Gold", "Silver"]), texts(&["", "A-1", "A-2", "B"])));
}

async fn a_day_is_one_of_business_time(store: TestStore) {
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None)]).await;
    let at = |number: usize, instant: &str| NewConsult {
        started_at: instant.parse().expect("an instant"),
        ..stored(&consult(0), number, &members)
    };
    add(
        &store,
        &[
            at(1, "2026-07-01T03:59:59.999Z"),
            at(2, "2026-07-01T04:00:00Z"),
            at(3, "2026-08-01T03:59:59.999Z"),
            at(4, "2026-08-01T04:00:00Z"),
            at(5, "2026-03-08T04:59:59Z"),
            at(6, "2026-03-08T05:00:00Z"),
        ],
    )
    .await;
    let hours = |tally: Tally| tally.hours.into_iter().collect::<Vec<_>>();
    for (start, end, found) in [
        ("2026-07-01", "2026-07-31", vec![(0, 1), (23, 1)]),
        ("2026-06-30", "2026-07-01", vec![(0, 1), (23, 1)]),
        ("2026-07-02", "2026-07-30", vec![]),
        ("2026-03-07", "2026-03-07", vec![(23, 1)]),
        ("2026-03-08", "2026-03-08", vec![(0, 1)]),
    ] {
        assert_eq!(hours(tallied(&store, between(start, end)).await.tally), found, "{start} {end}");
    }
    let year = filter(between("2026-01-01", "2026-08-31"));
    let cuts: Vec<_> = ["2026-03-08", "2026-07-01", "2026-08-01"].map(day).into();
    let db = store.read();
    for (cuts, found) in [(&cuts[..], vec![1, 2, 2, 1]), (&cuts[1..2], vec![3, 3]), (&[], vec![6])] {
        let counts = consults::counts_between(&db, Scope::system(), GROUP, &year, New_York, cuts).await;
        assert_eq!(counts.expect("counts"), found, "{cuts:?}");
    }
}

async fn voided_consults_and_those_of_other_groups_do_not_count(store: TestStore) {
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None)]).await;
    let rows: Vec<_> = (0..4).map(|number| stored(&consult(0), number, &members)).collect();
    add(&store, &rows).await;
    let tx = store.begin().await.expect("a transaction");
    for sql in [
        "update consult set voided_at = '2026-07-02T12:00:00.000Z' where external_id = 'c-1'",
        "update consult set state = 1 where external_id = 'c-2'",
        "update consult set group_id = 2, member_id = null where external_id = 'c-3'",
    ] {
        execute(&tx, sql).await.expect("it is changed");
    }
    tx.commit_unaudited("set up by a test").await.expect("committed");
    let july = || between("2026-07-01", "2026-07-31");
    let own = tallied(&store, july()).await.tally;
    assert_eq!((own.consults(), own.members()), (1, 1));
    let none = ReportForm { plans: vec!["Gold".to_owned()], ..july() };
    let none = tallied(&store, none).await.tally;
    assert_eq!((none.consults(), none.left_out), (0, LeftOut { consults: 1, members: 1 }));
}

async fn a_group_out_of_scope_is_not_found(store: TestStore) {
    populate(&store).await;
    let of_broker = |broker| {
        let broker = Some(BrokerId(broker));
        Caller { user: UserId(9), role: Role::BrokerAdministrator, broker, impersonator: None }.scope()
    };
    let assigned = Caller { user: UserId(1), role: Role::GroupUser, broker: None, impersonator: None }.scope();
    let filter = filter(ReportForm::default());
    let db = store.read();
    for (scope, group, is_found) in [
        (Scope::system(), GROUP, true),
        (of_broker(1), GROUP, true),
        (of_broker(2), GROUP, false),
        (of_broker(2), GroupId(2), true),
        (assigned, GROUP, false),
        (Scope::system(), GroupId(99), false),
    ] {
        let tally = consults::tally(&db, scope, group, &filter, New_York).await;
        let counts = consults::counts_between(&db, scope, group, &filter, New_York, &[]).await;
        assert_eq!((tally.is_ok(), counts.is_ok()), (is_found, is_found), "{scope:?} {group}");
        let is_missing = matches!((tally, counts), (Err(Error::NotFound), Err(Error::NotFound)));
        assert_eq!(is_missing, !is_found);
    }
}

async fn covered_members_are_counted_on_any_day(store: TestStore) {
    populate(&store).await;
    let spans = [("2026-01-01", None), ("2026-01-01", Some("2026-07-01")), ("2026-06-15", None), ("2026-09-01", None)];
    add_members(&store, &spans).await;
    let db = store.read();
    let days = ["2025-12-31", "2026-01-01", "2026-06-15", "2026-06-30", "2026-07-01", "2026-09-01"].map(day);
    assert_eq!(members::count_covered(&db, GROUP, &days).await.expect("counts"), [0, 2, 3, 3, 2, 3]);
    assert_eq!(members::count_covered(&db, GroupId(2), &days[..1]).await.expect("counts"), [0]);
    assert_eq!(members::count_covered(&db, GROUP, &[]).await.expect("counts"), Vec::<u64>::new());
}

async fn texts_of(store: &TestStore, sql: &str) -> Vec<String> {
    let db = store.read();
    let statement = Statement::from_string(ConnectionTrait::get_database_backend(db.connection()), sql);
    let rows = db.connection().query_all_raw(statement).await.expect("rows");
    rows.iter().map(|row| row.try_get("", "line").expect("a text")).collect()
}

/// Everything that is stored of consults, as text.
async fn dump(store: &TestStore) -> Vec<String> {
    const SQL: &str = "select external_id || '/' || group_id || '/' || coalesce(cast(member_id as text), '-') || '/' || local_minute \
        || '/' || state || '/' || coalesce(cast(rating as text), '-') || '/' || cast(received_at as text) || '/' \
        || coalesce(cast(voided_at as text), '-') || '/' || (select count(*) from consult_tag where consult_id = consult.id) as line \
        from consult order by external_id";
    texts_of(store, SQL).await
}

async fn save(store: &TestStore, consults: &[NewConsult]) -> (u64, u64, u64) {
    save_at(store, consults, 0).await
}

/// The same so many days later.
async fn save_at(store: &TestStore, consults: &[NewConsult], days: i64) -> (u64, u64, u64) {
    let tx = store.begin().await.expect("a transaction");
    let saved =
        consults::save(&tx, consults, New_York, stamp().at + TimeDelta::days(days)).await.expect("consults are stored");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    (saved.made, saved.changed, saved.unchanged)
}

async fn a_consult_that_is_taken_in_again_changes_nothing(store: TestStore) {
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None); 3]).await;
    let rows: Vec<_> =
        (0..1200).map(|number| stored(&any_consult(number as u64), number, &[&members[..]; 10].concat())).collect();
    assert_eq!(save(&store, &rows).await, (1200, 0, 0));
    let before = dump(&store).await;
    let later: Vec<_> =
        rows.into_iter().map(|row| NewConsult { received_at: row.received_at + TimeDelta::days(3), ..row }).collect();
    assert_eq!(save(&store, &later).await, (0, 0, 1200));
    assert_eq!(dump(&store).await, before);
}

async fn what_is_said_anew_of_a_consult_takes_the_place_of_the_old(store: TestStore) {
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None)]).await;
    let first = NewConsult { received_at: stamp().at, ..stored(&consult(0), 1, &members) };
    let other = NewConsult { external_id: "c-2".into(), ..first.clone() };
    assert_eq!(save(&store, &[first.clone(), other.clone()]).await, (2, 0, 0));
    let tx = store.begin().await.expect("a transaction");
    for (group, month) in [(1, 24318), (2, 24317), (1, 24319)] {
        let block = format!(
            "insert into consult_block values ({group}, {month}, '2026-07-02T12:00:00.000Z', 1, cast('' as {{bytes}}))"
        );
        execute(&tx, &block).await.expect("a block");
    }
    tx.commit_unaudited("set up by a test").await.expect("committed");
    let at = |day: i64, consult: NewConsult| NewConsult { received_at: stamp().at + TimeDelta::days(day), ..consult };
    let void = NewConsult { is_completed: false, ..first.clone() };
    let moved = NewConsult {
        group: GroupId(2),
        member: None,
        started_at: first.started_at - TimeDelta::days(10),
        about: About { diagnoses: vec!["Cold".into(), "Flu".into()], ..first.about.clone() },
        ..first.clone()
    };
    let mut told = Vec::new();
    for (day, said) in [(1, void.clone()), (2, void), (3, first.clone()), (4, moved)] {
        let saved = save(&store, &[at(day, said), other.clone()]).await;
        told.push((saved, dump(&store).await[0].clone()));
    }
    assert_eq!(told.len(), 4);
    let received = |told: &str| told.split('/').nth(6).map(str::to_owned);
    assert!(told.iter().all(|(_, line)| received(line) == received(&told[0].1)), "{told:?}");
    let saved: Vec<_> = told.iter().map(|(saved, _)| *saved).collect();
    assert_eq!(saved, [(0, 1, 1), (0, 0, 2), (0, 1, 1), (0, 1, 1)]);
    let voided: Vec<_> =
        told.iter().map(|(_, line)| line.split('/').nth(7).unwrap_or_default()[..1].to_owned()).collect();
    assert_eq!(voided, ["2", "2", "-", "-"]);
    assert!(told[0].1.contains("/1/"), "{told:?}");
    assert!(told[3].1.starts_with("c-1/2/-/") && told[3].1.ends_with("/2"), "{told:?}");
    let left = texts_of(&store, "select cast(month as text) as line from consult_block order by month").await;
    assert_eq!(left, ["24319"], "what was packed of a month goes with each change of it");
}

async fn a_bill_tells_of_a_consult_as_it_was_when_it_was_computed(store: TestStore) {
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None)]).await;
    let first = stored(&consult(0), 1, &members);
    let unchanged = NewConsult { external_id: "c-2".into(), ..first.clone() };
    let moved = NewConsult { started_at: first.started_at - TimeDelta::days(4), ..first.clone() };
    let after_hours = NewConsult { is_after_hours: true, ..moved.clone() };
    let void = NewConsult { is_completed: false, rating: Some(1), ..after_hours.clone() };
    save_at(&store, &[first.clone(), unchanged.clone()], 0).await;
    for (day, said) in [(2, moved.clone()), (4, after_hours), (6, void)] {
        save_at(&store, &[said, unchanged.clone()], day).await;
    }
    let db = store.read();
    let plain = (unchanged.started_at, false);
    for (hours, told) in [
        (0, (first.started_at, false)),
        (47, (first.started_at, false)),
        (48, (moved.started_at, false)),
        (95, (moved.started_at, false)),
        (96, (moved.started_at, true)),
        (400, (moved.started_at, true)),
    ] {
        let at = stamp().at + TimeDelta::hours(hours);
        let found = consults::billed_consults(&db, &[1, 2, 99], at).await.expect("consults");
        let found: Vec<_> = found
            .into_values()
            .map(|consult| (consult.external_id, (consult.started_at, consult.is_after_hours)))
            .collect();
        assert_eq!(found, [("c-1".to_owned(), told), ("c-2".to_owned(), plain)], "after {hours} hours");
    }
    let kept = texts_of(&store, "select cast(count(*) as text) as line from consult_change").await;
    assert_eq!(kept, ["2"], "what no bill tells of is not kept");
}

async fn groups_and_members_are_found_by_what_names_them(store: TestStore) {
    use crate::consults::named;
    populate(&store).await;
    let members = add_members(&store, &[("2026-01-01", None)]).await;
    let tx = store.begin().await.expect("a transaction");
    let named = format!("update member set unique_id = 'U-9', unique_key = 'u-9' where id = {}", members[0]);
    execute(&tx, &named).await.expect("it is changed");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    let db = store.read();
    let system = Scope::system();
    let (ids, codes) = ([GroupId(2), GroupId(99)].into(), ["10001".to_owned(), "none".to_owned()].into());
    let groups = named::groups(&db, system, &ids, &codes).await.expect("groups");
    assert_eq!(groups.ids.len(), 2);
    assert_eq!((groups.codes.get("10001"), groups.codes.get("none")), (Some(&GroupId(1)), None));
    let found = named::patients(&db, system, &[members[0], MemberId(999)].into()).await.expect("members");
    assert_eq!(found.into_keys().collect::<Vec<_>>(), [members[0]]);
    let key = |group, key: &str| (GroupId(group), key.to_owned());
    let wanted = [key(1, "u-9"), key(2, "u-9"), key(1, "u-8")].into();
    let found = named::holders(&db, &wanted).await.expect("members");
    assert_eq!(found.into_iter().map(|(key, who)| (key, who.id)).collect::<Vec<_>>(), [(key(1, "u-9"), members[0])]);
    let nobody = Caller { user: UserId(1), role: Role::GroupUser, broker: None, impersonator: None }.scope();
    assert!(named::groups(&db, nobody, &ids, &codes).await.expect("groups").ids.is_empty());
    assert!(named::patients(&db, nobody, &[members[0]].into()).await.expect("members").is_empty());
}
