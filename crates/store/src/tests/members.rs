//! Members: what a write keeps in step, and what the list finds.

mod search;

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::{Caller, Role, Scope};
use domain::examples;
use domain::members::status::{CurrentStatus, Timeline};
use domain::members::{MemberDetails, Status, StatusWish};
use domain::{BrokerId, GroupId, MemberId, PageRequest, UserId};
use uuid::Uuid;

use super::world;
use crate::counts::{self, MemberCounts};
use crate::database::connection::sealed::Connected;
use crate::members::{self, Member, MemberWrite, NewMember, NewSpan, Source};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Error, Stamp, Store};

on_both_engines!(
    a_new_member_is_counted_found_and_has_a_history,
    a_future_end_counts_from_its_day,
    a_change_keeps_the_former_name_and_the_new_text,
    members_come_as_they_are_however_they_are_read,
    a_group_is_read_in_stretches_that_leave_nobody_out,
    a_stale_change_is_left_alone_and_reported,
    a_history_begins_with_the_change_recorded_last,
    a_status_change_closes_the_span_before_it,
    an_undone_change_reopens_the_span_before_it,
    a_unique_id_is_unique_in_its_group_whatever_its_case,
    pages_are_the_same_from_either_end,
    every_sort_is_total_and_gives_each_member_once,
    capitals_sort_where_their_small_letters_do,
    every_word_of_the_term_must_occur,
    signs_of_patterns_are_letters,
    the_list_of_all_groups_knows_the_groups_names,
    the_list_stays_in_scope,
);

const GROUP: GroupId = GroupId(1);
const OTHER_GROUP: GroupId = GroupId(2);
const USER: UserId = UserId(1);
const TODAY: NaiveDate = examples::TODAY;

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant of the test")
}

pub(super) fn stamp() -> Stamp {
    Stamp { at: at("2026-07-20T16:00:00Z"), by: Some(USER) }
}

/// Two groups of two brokers, and a user.
pub(super) async fn two_groups(store: &Store) {
    let tx = store.begin().await.expect("a transaction");
    for (table, but) in [
        ("broker", &[][..]),
        ("broker", &[("name", "'South'"), ("name_key", "'south'"), ("search_text", "'south'")]),
        ("user_account", &[]),
        ("employer_group", &[]),
        (
            "employer_group",
            &[
                ("group_code", "'10002'"),
                ("group_code_key", "'10002'"),
                ("name", "'Steelworks'"),
                ("search_text", "'steelworks 10002'"),
                ("broker_id", "2"),
                ("global_link_id", "'00000000-0000-0000-0000-0000000000a2'"),
            ],
        ),
    ] {
        world::insert(&tx, table, but).await.expect(table);
    }
    tx.commit_unaudited("the world of a test").await.expect("committed");
}

pub(super) fn person(first: &str, last: &str) -> MemberDetails {
    MemberDetails {
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        email: None,
        unique_id: None,
        address_line1: None,
        city: None,
        plan_name: String::new(),
        ..examples::member_details()
    }
}

pub(super) fn new(group: GroupId, number: u128, details: MemberDetails) -> NewMember {
    let span = NewSpan {
        status: Status::Active,
        effective_on: day("2026-01-01"),
        recorded: stamp(),
        source: Source::Creation,
    };
    NewMember { group, details, primary: None, link: Uuid::from_u128(number), made: stamp(), spans: vec![span] }
}

pub(super) async fn made(store: &Store, members: &[NewMember]) -> Vec<MemberId> {
    let tx = store.begin().await.expect("a transaction");
    let ids = members::insert_many(&tx, members, TODAY).await.expect("members are made");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    ids
}

async fn member(store: &Store, id: MemberId) -> Member {
    members::find(&store.read(), Scope::system(), id).await.expect("found").member
}

async fn applied(store: &Store, write: MemberWrite<'_>) -> members::Applied {
    let tx = store.begin().await.expect("a transaction");
    let applied = members::apply(&tx, &[write], Source::User, stamp()).await.expect("applied");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    applied
}

async fn counted(store: &Store, group: GroupId, on: &str) -> (i64, i64) {
    let MemberCounts { total, active } = counts::of_group(&store.read(), group, day(on)).await.expect("counted");
    (total, active)
}

async fn listed(store: &Store, scope: Scope, group: Option<GroupId>, request: &PageRequest) -> (Vec<String>, u64) {
    let page = members::search(&store.read(), scope, group, request).await.expect("a page");
    (page.rows.iter().map(|row| row.member.details.full_name()).collect(), page.total)
}

fn term(term: &str) -> PageRequest {
    PageRequest { term: term.to_owned(), order_by: Some("Name".to_owned()), ..PageRequest::first(100) }
}

async fn a_new_member_is_counted_found_and_has_a_history(store: TestStore) {
    two_groups(&store).await;
    let ids = made(&store, &[new(GROUP, 1, examples::member_details())]).await;
    assert_eq!(counted(&store, GROUP, "2026-07-20").await, (1, 1));
    assert_eq!(counted(&store, GROUP, "2025-12-31").await, (1, 0));
    let row = members::find(&store.read(), Scope::system(), ids[0]).await.expect("found");
    assert_eq!(row.member.details, examples::member_details());
    assert_eq!(row.member.status, CurrentStatus { status: Status::Active, pending: None });
    assert_eq!((row.member.version, row.member.link, row.group_code.as_str()), (1, Uuid::from_u128(1), "10001"));
    let history: Vec<_> = row.history.iter().map(|change| (change.status, change.effective_on)).collect();
    assert_eq!(history, [(Status::Active, day("2026-01-01"))]);
    assert_eq!(row.history[0].recorded_by, Some(USER));
    for word in ["barrowby", "BARR", "ana barr", "e-1001", "mail.example", "orchard", "45402"] {
        assert_eq!(listed(&store, Scope::system(), Some(GROUP), &term(word)).await.1, 1, "{word}");
    }
}

async fn a_future_end_counts_from_its_day(store: TestStore) {
    two_groups(&store).await;
    let mut leaving = new(GROUP, 1, person("Ana", "Abel"));
    leaving.spans.push(NewSpan { status: Status::InActive, effective_on: day("2026-08-01"), ..leaving.spans[0] });
    let ids = made(&store, &[leaving]).await;
    let pending = Some((Status::InActive, day("2026-08-01")));
    assert_eq!(member(&store, ids[0]).await.status, CurrentStatus { status: Status::Active, pending });
    assert_eq!(counted(&store, GROUP, "2026-07-31").await, (1, 1));
    assert_eq!(counted(&store, GROUP, "2026-08-01").await, (1, 0));
    let timelines = members::timelines(&store.read(), &ids).await.expect("timelines");
    assert_eq!(timelines[&ids[0]].active_spans()[0].until, Some(day("2026-08-01")));
}

async fn a_change_keeps_the_former_name_and_the_new_text(store: TestStore) {
    use crate::entities::member_name;
    use sea_orm::EntityTrait;

    two_groups(&store).await;
    let ids = made(&store, &[new(GROUP, 1, person("Ana", "Abel"))]).await;
    let before = member(&store, ids[0]).await;
    let details = MemberDetails { last_name: "Zorn".to_owned(), ..before.details.clone() };
    applied(&store, MemberWrite { before: &before, details, primary: None, status: None }).await;
    assert_eq!(listed(&store, Scope::system(), Some(GROUP), &term("abel")).await.1, 0);
    assert_eq!(listed(&store, Scope::system(), Some(GROUP), &term("zorn")).await.0, ["Ana Zorn"]);
    let former = member_name::Entity::find().all(store.read().connection()).await.expect("read");
    assert_eq!(former.len(), 1);
    assert_eq!((former[0].last_name.as_str(), former[0].replaced_at), ("Abel", stamp().at));
    let after = member(&store, ids[0]).await;
    assert_eq!((after.version, after.scope_changed_at), (2, None));
    let details = MemberDetails { billing_reference_id: Some("Plant 2".to_owned()), ..after.details.clone() };
    applied(&store, MemberWrite { before: &after, details, primary: None, status: None }).await;
    assert_eq!(member(&store, ids[0]).await.scope_changed_at, Some(stamp().at));
}

async fn members_come_as_they_are_however_they_are_read(store: TestStore) {
    two_groups(&store).await;
    let known = MemberDetails {
        last_name: "O'Brien \\ \"Öz\"\n\tJr".to_owned(),
        email: Some("null".to_owned()),
        city: Some(String::new()),
        ..examples::member_details()
    };
    let unknown = MemberDetails { email: None, unique_id: None, ..examples::member_details() };
    made(&store, &[new(GROUP, 1, known), new(GROUP, 2, unknown)]).await;
    let read = members::page_of_group(&store.read(), GROUP, MemberId(0), 10).await.expect("members");
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(read, members::page_of_group(&tx, GROUP, MemberId(0), 10).await.expect("members"));
    let ids: Vec<MemberId> = read.iter().map(|member| member.id).collect();
    for member in read {
        assert_eq!(members::find(&tx, Scope::system(), member.id).await.expect("found").member, member);
    }
    let timelines = members::timelines(&store.read(), &ids).await.expect("timelines");
    assert_eq!(timelines, members::timelines(&tx, &ids).await.expect("timelines"));
    assert_eq!(timelines.len(), ids.len());
}

async fn a_group_is_read_in_stretches_that_leave_nobody_out(store: TestStore) {
    two_groups(&store).await;
    for number in 1..=5 {
        made(
            &store,
            &[new(GROUP, number, person("Ana", "Abel")), new(OTHER_GROUP, 10 + number, person("Ben", "Bell"))],
        )
        .await;
    }
    let all = members::page_of_group(&store.read(), GROUP, MemberId(0), 10).await.expect("members");
    for (size, parts) in [(2, vec![2, 2, 1]), (5, vec![5, 0]), (10, vec![5])] {
        let stretches = members::stretches(&store.read(), GROUP, size).await.expect("stretches");
        let mut read = Vec::new();
        for stretch in stretches {
            read.push(members::of_stretch(&store.read(), GROUP, stretch).await.expect("members"));
        }
        assert_eq!(read.iter().map(Vec::len).collect::<Vec<_>>(), parts, "stretches of {size}");
        assert_eq!(read.concat(), all, "stretches of {size}");
    }
    let nobody = members::stretches(&store.read(), GroupId(99), 2).await.expect("stretches");
    assert_eq!(nobody.len(), 1);
    assert_eq!(members::of_stretch(&store.read(), GroupId(99), nobody[0]).await.expect("members"), []);
}

async fn a_stale_change_is_left_alone_and_reported(store: TestStore) {
    two_groups(&store).await;
    let ids = made(&store, &[new(GROUP, 1, person("Ana", "Abel")), new(GROUP, 2, person("Ben", "Abel"))]).await;
    let (ana, ben) = (member(&store, ids[0]).await, member(&store, ids[1]).await);
    let city = |member: &Member, city: &str| MemberDetails { city: Some(city.to_owned()), ..member.details.clone() };
    applied(&store, MemberWrite { before: &ana, details: city(&ana, "Lima"), primary: None, status: None }).await;
    let end = Timeline::new(Vec::new());
    let end = end.change(Status::InActive, TODAY, TODAY).expect("a change");
    let tx = store.begin().await.expect("a transaction");
    let writes = [
        MemberWrite { before: &ana, details: person("Eve", "Late"), primary: None, status: Some(end) },
        MemberWrite { before: &ben, details: city(&ben, "Troy"), primary: None, status: None },
    ];
    let outcome = members::apply(&tx, &writes, Source::User, stamp()).await.expect("applied");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    assert_eq!(outcome.stale, [ids[0]]);
    assert!(outcome.status_changes.is_empty());
    assert_eq!(member(&store, ids[0]).await.details.city.as_deref(), Some("Lima"));
    assert_eq!(member(&store, ids[1]).await.details.city.as_deref(), Some("Troy"));
    assert_eq!(counted(&store, GROUP, "2026-07-20").await, (2, 2));
    assert_eq!(listed(&store, Scope::system(), Some(GROUP), &term("late")).await.1, 0);
}

async fn a_history_begins_with_the_change_recorded_last(store: TestStore) {
    two_groups(&store).await;
    let at = |text: &str| text.parse().expect("an instant");
    let mut member = new(GROUP, 1, person("Ana", "Abel"));
    let span = |status, on: &str, recorded: &str| NewSpan {
        status,
        effective_on: day(on),
        recorded: Stamp { at: at(recorded), by: Some(USER) },
        ..member.spans[0]
    };
    let spans = vec![
        span(Status::Active, "2026-01-01", "2026-01-05T12:00:00Z"),
        span(Status::InActive, "2026-03-01", "2026-06-20T12:00:00Z"),
        span(Status::Active, "2026-09-01", "2026-02-11T12:00:00Z"),
    ];
    member.spans = spans;
    let ids = made(&store, &[member]).await;
    let row = members::find(&store.read(), Scope::system(), ids[0]).await.expect("found");
    let days: Vec<_> = row.history.iter().map(|change| change.effective_on.to_string()).collect();
    assert_eq!(days, ["2026-03-01", "2026-09-01", "2026-01-01"]);
}

async fn a_status_change_closes_the_span_before_it(store: TestStore) {
    two_groups(&store).await;
    let ids = made(&store, &[new(GROUP, 1, person("Ana", "Abel"))]).await;
    let before = member(&store, ids[0]).await;
    let timelines = members::timelines(&store.read(), &ids).await.expect("timelines");
    let end = timelines[&ids[0]].terminate(TODAY, StatusWish::PLAIN).expect("a write");
    let details = before.details.clone();
    let write = MemberWrite { before: &before, details, primary: None, status: Some(end) };
    let outcome = applied(&store, write).await;
    let row = members::find(&store.read(), Scope::system(), ids[0]).await.expect("found");
    assert_eq!(row.member.status.pending, Some((Status::InActive, day("2026-08-01"))));
    assert_eq!(row.history[0].id, outcome.status_changes[&ids[0]]);
    assert_eq!(counted(&store, GROUP, "2026-08-01").await, (1, 0));
}

async fn an_undone_change_reopens_the_span_before_it(store: TestStore) {
    two_groups(&store).await;
    let mut leaving = new(GROUP, 1, person("Ana", "Abel"));
    leaving.spans.push(NewSpan { status: Status::InActive, effective_on: day("2026-08-01"), ..leaving.spans[0] });
    let ids = made(&store, &[leaving]).await;
    let before = member(&store, ids[0]).await;
    let timelines = members::timelines(&store.read(), &ids).await.expect("timelines");
    let undo = timelines[&ids[0]].undo(TODAY, StatusWish::PLAIN).expect("a write");
    let details = before.details.clone();
    applied(&store, MemberWrite { before: &before, details, primary: None, status: Some(undo) }).await;
    let row = members::find(&store.read(), Scope::system(), ids[0]).await.expect("found");
    assert_eq!(row.member.status.pending, None);
    assert_eq!(row.history.iter().map(|change| change.cancelled_at).collect::<Vec<_>>(), [Some(stamp().at), None]);
    assert_eq!(counted(&store, GROUP, "2026-08-01").await, (1, 1));
    let again = members::timelines(&store.read(), &ids).await.expect("timelines");
    assert_eq!(again[&ids[0]].active_spans()[0].until, None);
}

async fn a_unique_id_is_unique_in_its_group_whatever_its_case(store: TestStore) {
    two_groups(&store).await;
    let numbered = |id: &str| MemberDetails { unique_id: Some(id.to_owned()), ..person("Ana", "Abel") };
    made(&store, &[new(GROUP, 1, numbered("E-7")), new(OTHER_GROUP, 2, numbered("E-7"))]).await;
    let tx = store.begin().await.expect("a transaction");
    let refused = members::insert_many(&tx, &[new(GROUP, 3, numbered("e-7 "))], TODAY).await;
    assert!(refused.is_err_and(|error| error.is_refused_by(members::UNIQUE_ID_TAKEN)));
}

async fn pages_are_the_same_from_either_end(store: TestStore) {
    two_groups(&store).await;
    let many: Vec<_> = (0..57).map(|n| new(GROUP, n, person(&format!("P{:02}", 56 - n), "Same"))).collect();
    made(&store, &many).await;
    for group in [Some(GROUP), None] {
        let mut all = Vec::new();
        for page in 1..=7 {
            let request = PageRequest { page, order_by: Some("firstname".to_owned()), ..PageRequest::first(10) };
            let (names, total) = listed(&store, Scope::system(), group, &request).await;
            assert_eq!(total, 57);
            all.extend(names);
        }
        let wanted: Vec<_> = (0..57).map(|n| format!("P{n:02} Same")).collect();
        assert_eq!(all, wanted);
    }
}

async fn capitals_sort_where_their_small_letters_do(store: TestStore) {
    two_groups(&store).await;
    let living = |number, first: &str, street: &str, plan: &str| {
        let details = person(first, "Abel");
        new(GROUP, number, MemberDetails { address_line1: Some(street.into()), plan_name: plan.into(), ..details })
    };
    let (zeta, alder) = (living(1, "Ana", "Zeta Road", "Silver"), living(2, "Bo", "alder lane", "bronze"));
    made(&store, &[zeta, alder]).await;
    for sort in ["Address", "Plan"] {
        let request = PageRequest { order_by: Some(sort.to_owned()), ..PageRequest::first(10) };
        let (names, _) = listed(&store, Scope::system(), None, &request).await;
        assert_eq!(names, ["Bo Abel", "Ana Abel"], "{sort}");
    }
}

async fn every_sort_is_total_and_gives_each_member_once(store: TestStore) {
    two_groups(&store).await;
    let many: Vec<_> = (0..30).map(|n| new([GROUP, OTHER_GROUP][n as usize % 2], n, person("Ana", "Abel"))).collect();
    made(&store, &many).await;
    for sort in [
        "Id",
        "Name",
        "FirstName",
        "Plan",
        "Email",
        "Gender",
        "DOB",
        "Address",
        "OtherId",
        "PricingGroup",
        "Group",
        "CreatedOn",
        "Unknown",
    ] {
        for descending in [false, true] {
            let mut ids = Vec::new();
            for page in 1..=3 {
                let request = PageRequest {
                    page,
                    order_by: Some(sort.to_owned()),
                    descending: Some(descending),
                    ..PageRequest::first(10)
                };
                let page = members::search(&store.read(), Scope::system(), None, &request).await.expect(sort);
                ids.extend(page.rows.iter().map(|row| row.member.id));
            }
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), 30, "{sort}");
        }
    }
}

async fn every_word_of_the_term_must_occur(store: TestStore) {
    two_groups(&store).await;
    let with_email = |email: &str, details| MemberDetails { email: Some(email.to_owned()), ..details };
    made(
        &store,
        &[
            new(GROUP, 1, with_email("a.steele@mail.example", person("Ana", "Steele"))),
            new(GROUP, 2, person("Anabel", "Stone")),
            new(GROUP, 3, with_email("bartholomew.longname@mail.example", person("Jos\u{e9}", "M\u{fc}ller"))),
        ],
    )
    .await;
    for (words, found) in [
        ("ste", &["Ana Steele"][..]),
        ("an", &["Ana Steele", "Anabel Stone"]),
        ("st ana", &["Ana Steele", "Anabel Stone"]),
        ("ana stone", &["Anabel Stone"]),
        ("STONE  ANA", &["Anabel Stone"]),
        ("muller jose", &["Jos\u{e9} M\u{fc}ller"]),
        ("M\u{dc}LLER", &["Jos\u{e9} M\u{fc}ller"]),
        ("bartholomew.longname@mail.example", &["Jos\u{e9} M\u{fc}ller"]),
        ("xartholomew.longname@mail.example", &[]),
        ("longname@mail.examplx", &[]),
        ("stone steele", &[]),
        ("nobody", &[]),
    ] {
        let (names, total) = listed(&store, Scope::system(), Some(GROUP), &term(words)).await;
        assert_eq!(
            (&names[..], total),
            (&found.iter().map(ToString::to_string).collect::<Vec<_>>()[..], found.len() as u64),
            "{words}"
        );
    }
}

async fn signs_of_patterns_are_letters(store: TestStore) {
    two_groups(&store).await;
    let numbered = |id: &str, first| MemberDetails { unique_id: Some(id.to_owned()), ..person(first, "Abel") };
    made(&store, &[new(GROUP, 1, numbered("100%_\\\"'", "Ana")), new(GROUP, 2, numbered("100xy", "Ben"))]).await;
    for word in ["100%", "0%_", "%_\\", "\\\"'", "_", "%", "\"", "* or abel", "'"] {
        let wanted: &[&str] = if word.starts_with('*') { &[] } else { &["Ana Abel"] };
        assert_eq!(listed(&store, Scope::system(), Some(GROUP), &term(word)).await.0, wanted, "{word}");
    }
}

async fn the_list_of_all_groups_knows_the_groups_names(store: TestStore) {
    two_groups(&store).await;
    made(&store, &[new(GROUP, 1, person("Ana", "Steele")), new(OTHER_GROUP, 2, person("Ben", "Abel"))]).await;
    let all = |words: &'static str| {
        let store = &store;
        async move { listed(store, Scope::system(), None, &term(words)).await.0 }
    };
    assert_eq!(all("steel").await, ["Ben Abel", "Ana Steele"]);
    assert_eq!(all("steelworks ben").await, ["Ben Abel"]);
    assert_eq!(all("10002").await, ["Ben Abel"]);
    assert_eq!(all("steelworks ana").await, [""; 0]);
    assert_eq!(listed(&store, Scope::system(), Some(OTHER_GROUP), &term("steel")).await.0, [""; 0]);
}

async fn the_list_stays_in_scope(store: TestStore) {
    two_groups(&store).await;
    let ids = made(&store, &[new(GROUP, 1, person("Ana", "Abel")), new(OTHER_GROUP, 2, person("Ben", "Abel"))]).await;
    let caller = |role, broker| Caller { user: USER, role, broker, impersonator: None }.scope();
    let south = caller(Role::BrokerAdministrator, Some(BrokerId(2)));
    let nothing = caller(Role::GroupUser, None);
    for words in ["", "abel", "steel"] {
        assert_eq!(listed(&store, south, None, &term(words)).await, (vec!["Ben Abel".to_owned()], 1), "{words}");
        assert_eq!(listed(&store, nothing, None, &term(words)).await, (vec![], 0), "{words}");
    }
    let foreign = members::search(&store.read(), south, Some(GROUP), &term("")).await;
    assert!(matches!(foreign, Err(Error::NotFound)));
    assert!(matches!(members::find(&store.read(), south, ids[0]).await, Err(Error::NotFound)));
    assert_eq!(members::find(&store.read(), south, ids[1]).await.expect("found").member.id, ids[1]);
}
