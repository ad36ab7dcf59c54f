//! What an import keeps: matches, the absent, and what was done to whom.

use std::collections::BTreeMap;

use domain::census::changes::Outcome;
use domain::census::matching::MatchType;
use domain::census::undo::Kept;
use domain::census::{Field, RawRow, Record, RowState, Rules, validate};
use domain::examples::TODAY;
use domain::{CensusFileId, GroupId, MemberId, PageRequest, UserId};
use serde_json::json;

use super::super::world;
use crate::census::absents::{self, Absent, Apart};
use crate::census::changes::{self, ChangeKind, Done, NewCensusChange};
use crate::census::content;
use crate::census::matches::{self, How, MadeMember, Match, Pass};
use crate::census::records::{self, RecordFilter};
use crate::census::shared_trait::{self, InCommon};
use crate::census::undo::{self, Judged, OpenChange};
use crate::members::Stretch;
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Store, Tx};

on_both_engines!(
    matches_come_back_as_they_were,
    employees_come_before_their_dependents,
    a_member_is_chosen_for_one_row_only,
    a_choice_of_a_person_outlives_the_next_match,
    a_row_that_became_a_member_has_it,
    rows_of_somebody_new_stay_unmatched_once_they_are_imported,
    rows_that_replace_who_a_member_is_come_first,
    rows_left_to_a_person_are_no_longer_written,
    the_absent_are_walked_by_their_ids,
    who_is_kept_stays_kept_until_no_longer_absent,
    who_may_be_a_row_set_aside_is_kept_for_it_and_found_anew,
    members_listed_apart_are_ended_one_by_one,
    who_is_no_rows_member_is_walked_by_id,
    a_file_changes_a_member_once,
    a_change_set_is_read_in_pages,
    the_absent_may_have_something_in_common,
    changes_to_be_undone_are_walked_from_the_last,
);

const FILE: CensusFileId = CensusFileId(1);
const CHANGING: [Outcome; 2] = [Outcome::Create, Outcome::Update];

/// A file of four rows, the third a dependent of the first, and two members.
async fn file(store: &Store) {
    world::populate(store).await;
    let rules = Rules::on(TODAY);
    let row = |number: u32, name: &str| {
        RawRow::new(u64::from(number) + 1, number)
            .with(Field::FirstName, name)
            .with(Field::LastName, "Abel")
            .with(Field::DateOfBirth, "05/17/1984")
    };
    let mut read: Vec<Record> =
        [row(1, "Ana"), row(2, "Ben"), row(3, "Kit").with(Field::MemberType, "Dependent"), row(4, "Dee")]
            .iter()
            .map(|raw| validate(raw, &rules).record)
            .collect();
    read[2].primary_row = Some(1);
    let tx = store.begin().await.expect("a transaction");
    let rows: Vec<_> = read.iter().map(|record| (record, RowState::Valid)).collect();
    records::insert(&tx, FILE, &rows).await.expect("rows are written");
    commit(tx).await;
}

async fn commit(tx: Tx) {
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

fn settled(row: u32, member: Option<i64>, outcome: Outcome) -> Match {
    let how = match member {
        Some(_) => How::Evidence {
            match_type: MatchType::NameAndBirth,
            score: 0.9,
            reasons: vec!["First name agrees".to_owned()],
        },
        None => How::Nobody,
    };
    let member = member.map(|id| (MemberId(id), 1));
    Match { row, rank: 0, member, how, outcome, chosen: true, replaces_identity: false }
}

async fn written(store: &Store, matches: &[Match]) {
    let tx = store.begin().await.expect("a transaction");
    matches::insert(&tx, FILE, matches).await.expect("matches are written");
    commit(tx).await;
}

async fn all_of(store: &Store, rows: &[u32]) -> Vec<Match> {
    let found = matches::of_rows(&store.read(), FILE, rows).await.expect("read");
    found.into_values().flatten().map(|named| named.matched).collect()
}

async fn matches_come_back_as_they_were(store: TestStore) {
    file(&store).await;
    let mut doubtful = [settled(2, Some(1), Outcome::Review), settled(2, Some(2), Outcome::Review)];
    for (candidate, rank) in doubtful.iter_mut().zip(0..) {
        (candidate.chosen, candidate.rank) = (false, rank);
    }
    let all = [settled(1, None, Outcome::Create), doubtful[0].clone(), doubtful[1].clone()];
    written(&store, &all).await;
    assert_eq!(all_of(&store, &[1, 2]).await, all);
    let named = matches::of_rows(&store.read(), FILE, &[2]).await.expect("read");
    assert_eq!(named[&2][0].name, Some(("Cy".to_owned(), "Lane".to_owned())));
    let outcomes = matches::outcomes(&store.read(), FILE).await.expect("counted");
    assert_eq!(outcomes, BTreeMap::from([(Outcome::Create, 1), (Outcome::Review, 1)]));
}

async fn employees_come_before_their_dependents(store: TestStore) {
    file(&store).await;
    let outcomes = [Outcome::Create, Outcome::Unchanged, Outcome::Update, Outcome::Create];
    let all: Vec<_> = (1..).zip(outcomes).map(|(row, outcome)| settled(row, None, outcome)).collect();
    written(&store, &all).await;
    let effects = matches::effects(&store.read(), FILE).await.expect("counted");
    assert_eq!(effects, BTreeMap::from([(Outcome::Create, 2), (Outcome::Update, 1)]));
    for (pass, after, limit, rows) in [
        (Pass::Employees, 0, 10, &[1, 4][..]),
        (Pass::Employees, 0, 1, &[1]),
        (Pass::Employees, 1, 10, &[4]),
        (Pass::Employees, 4, 10, &[]),
        (Pass::Dependents, 0, 10, &[3]),
    ] {
        let chunk = matches::chunk(&store.read(), FILE, pass, &CHANGING, after, limit).await.expect("a chunk");
        assert_eq!(chunk.iter().map(|matched| matched.row).collect::<Vec<_>>(), rows, "{pass:?} {after}");
    }
}

async fn a_member_is_chosen_for_one_row_only(store: TestStore) {
    file(&store).await;
    written(&store, &[settled(1, Some(1), Outcome::Update)]).await;
    let tx = store.begin().await.expect("a transaction");
    let again = matches::insert(&tx, FILE, &[settled(2, Some(1), Outcome::Update)]).await;
    assert!(again.is_err_and(|error| error.is_refused_by("uq_census_match_file_id_member_id")));
}

async fn a_choice_of_a_person_outlives_the_next_match(store: TestStore) {
    file(&store).await;
    let chosen = Match { how: How::ByHand(UserId(1)), ..settled(2, Some(1), Outcome::Update) };
    let new = Match { how: How::ByHand(UserId(1)), ..settled(4, None, Outcome::Create) };
    written(&store, &[settled(1, Some(2), Outcome::Update), chosen.clone(), new.clone()]).await;
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(matches::remove_some(&tx, FILE, 10).await.expect("removed"), 1);
    assert_eq!(matches::remove_some(&tx, FILE, 10).await.expect("removed"), 0);
    commit(tx).await;
    let left = matches::chosen_by_hand(&store.read(), FILE).await.expect("read");
    assert_eq!(left, [chosen, new]);
    let tx = store.begin().await.expect("a transaction");
    content::forget(&tx, FILE).await.expect("forgotten");
    commit(tx).await;
    assert_eq!(all_of(&store, &[1, 2, 3, 4]).await, []);
    assert_eq!(records::find_many(&store.read(), FILE, &[1, 2, 3, 4]).await.expect("read"), []);
}

async fn a_row_that_became_a_member_has_it(store: TestStore) {
    file(&store).await;
    written(&store, &[settled(1, None, Outcome::Create), settled(2, None, Outcome::Create)]).await;
    let tx = store.begin().await.expect("a transaction");
    matches::set_made(&tx, FILE, &[MadeMember { row: 2, member: MemberId(2) }]).await.expect("noted");
    commit(tx).await;
    let rows: Vec<_> = all_of(&store, &[1, 2]).await.into_iter().map(|matched| matched.member).collect();
    assert_eq!(rows, [None, Some((MemberId(2), 1))]);
    let members = matches::members_of(&store.read(), FILE, &[1, 2, 3]).await.expect("read");
    assert_eq!(members.into_iter().collect::<Vec<_>>(), [(2, MemberId(2))]);
}

async fn rows_of_somebody_new_stay_unmatched_once_they_are_imported(store: TestStore) {
    file(&store).await;
    let mut doubtful = settled(3, Some(2), Outcome::Review);
    doubtful.chosen = false;
    let ignored = settled(4, None, Outcome::Ignored);
    written(&store, &[settled(1, Some(1), Outcome::Unchanged), settled(2, None, Outcome::Create), doubtful, ignored])
        .await;
    let listed = async |filter| {
        let page = records::search(&store.read(), FILE, filter, &PageRequest::first(25)).await.expect("a page");
        page.rows.iter().map(|row| row.record.number).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert_eq!(listed(RecordFilter::Matched).await, [1]);
        assert_eq!(listed(RecordFilter::Unmatched).await, [2, 4], "a row in doubt is neither");
        let tx = store.begin().await.expect("a transaction");
        matches::set_made(&tx, FILE, &[MadeMember { row: 2, member: MemberId(2) }]).await.expect("noted");
        commit(tx).await;
    }
}

async fn rows_that_replace_who_a_member_is_come_first(store: TestStore) {
    file(&store).await;
    let replacing = Match { replaces_identity: true, ..settled(4, Some(2), Outcome::Update) };
    let all = [settled(1, Some(1), Outcome::Update), settled(2, None, Outcome::Create), replacing];
    written(&store, &all).await;
    assert_eq!(all_of(&store, &[1, 2, 4]).await, all);
    let page = async |page, per_page| {
        let request = PageRequest { page, ..PageRequest::first(per_page) };
        let outcomes = [Outcome::Create, Outcome::Update];
        let page = matches::page(&store.read(), FILE, &outcomes, &request, 1).await.expect("a page");
        (page.rows.iter().map(|row| row.row).collect::<Vec<_>>(), page.total)
    };
    // One other stands before them all.
    assert_eq!(page(1, 10).await, (vec![4, 1, 2], 4));
    assert_eq!(page(1, 2).await, (vec![4], 4));
    assert_eq!(page(2, 2).await, (vec![1, 2], 4));
    assert_eq!(page(2, 1).await, (vec![4], 4));
    assert_eq!(page(3, 1).await, (vec![1], 4));
    assert_eq!(matches::replacing_identity(&store.read(), FILE).await.expect("counted"), 1);
}

async fn rows_left_to_a_person_are_no_longer_written(store: TestStore) {
    file(&store).await;
    written(&store, &[settled(1, Some(1), Outcome::Update), settled(2, Some(2), Outcome::Update)]).await;
    let tx = store.begin().await.expect("a transaction");
    matches::review(&tx, FILE, &[1]).await.expect("noted");
    matches::review(&tx, FILE, &[]).await.expect("nothing to note");
    commit(tx).await;
    let left = matches::chunk(&store.read(), FILE, Pass::Employees, &CHANGING, 0, 10).await.expect("a chunk");
    assert_eq!(left.iter().map(|matched| matched.row).collect::<Vec<_>>(), [2]);
}

async fn the_absent_are_walked_by_their_ids(store: TestStore) {
    file(&store).await;
    let absent = |id| Absent { member: MemberId(id), version: 1, skipped_row: None, apart: None };
    let tx = store.begin().await.expect("a transaction");
    absents::insert(&tx, FILE, &[absent(2), absent(1)]).await.expect("noted");
    commit(tx).await;
    let read = store.read();
    assert_eq!(absents::chunk(&read, FILE, MemberId(0), 1).await.expect("a chunk"), [absent(1)]);
    assert_eq!(absents::chunk(&read, FILE, MemberId(1), 9).await.expect("a chunk"), [absent(2)]);
    assert_eq!(absents::count(&read, FILE).await.expect("counted"), 2);
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(absents::remove_some(&tx, FILE, 1).await.expect("removed"), 1);
    assert_eq!(absents::remove_some(&tx, FILE, 9).await.expect("removed"), 1);
    commit(tx).await;
    assert_eq!(absents::count(&read, FILE).await.expect("counted"), 0);
}

async fn who_is_kept_stays_kept_until_no_longer_absent(store: TestStore) {
    file(&store).await;
    let absent = |id, version| Absent { member: MemberId(id), version, skipped_row: None, apart: None };
    let tx = store.begin().await.expect("a transaction");
    absents::insert(&tx, FILE, &[absent(1, 1), absent(2, 1)]).await.expect("noted");
    absents::set_kept(&tx, FILE, Some(&[MemberId(2)]), true).await.expect("kept");
    assert_eq!(absents::remove_some(&tx, FILE, 9).await.expect("removed"), 1);
    absents::insert(&tx, FILE, &[absent(1, 2), absent(2, 2)]).await.expect("noted again");
    assert_eq!(absents::kept(&tx, FILE).await.expect("read"), [MemberId(2)]);
    let kept = absents::kept_page(&tx, FILE, &PageRequest::first(9)).await.expect("a page");
    assert_eq!(kept.rows, [absent(2, 2)]);
    assert_eq!(absents::chunk(&tx, FILE, MemberId(0), 9).await.expect("a chunk"), [absent(1, 2)]);
    absents::remove(&tx, FILE, &[MemberId(2)]).await.expect("removed");
    assert_eq!(absents::kept(&tx, FILE).await.expect("read"), []);
    commit(tx).await;
}

async fn who_may_be_a_row_set_aside_is_kept_for_it_and_found_anew(store: TestStore) {
    file(&store).await;
    let absent = |id, skipped_row| Absent { member: MemberId(id), version: 1, skipped_row, apart: None };
    let tx = store.begin().await.expect("a transaction");
    absents::insert(&tx, FILE, &[absent(1, None), absent(2, Some(7))]).await.expect("noted");
    assert_eq!(absents::count(&tx, FILE).await.expect("counted"), 1);
    let kept = absents::kept_page(&tx, FILE, &PageRequest::first(9)).await.expect("a page");
    assert_eq!(kept.rows, [absent(2, Some(7))]);
    absents::set_kept(&tx, FILE, Some(&[MemberId(2)]), false).await.expect("to be ended");
    assert_eq!(absents::chunk(&tx, FILE, MemberId(1), 9).await.expect("a chunk"), [absent(2, Some(7))]);
    absents::set_kept(&tx, FILE, None, true).await.expect("kept");
    assert_eq!(absents::remove_some(&tx, FILE, 9).await.expect("removed"), 1);
    assert_eq!(absents::kept(&tx, FILE).await.expect("read"), [MemberId(1)]);
    commit(tx).await;
}

async fn members_listed_apart_are_ended_one_by_one(store: TestStore) {
    file(&store).await;
    let absent = |id, apart| Absent { member: MemberId(id), version: 1, skipped_row: None, apart };
    for apart in [Apart::ToStart, Apart::LaterEnd] {
        let tx = store.begin().await.expect("a transaction");
        absents::insert(&tx, FILE, &[absent(1, None), absent(2, Some(apart))]).await.expect("noted");
        let numbers = async || {
            let first = PageRequest::first(9);
            let listed = absents::apart_page(&tx, FILE, apart, &first).await.expect("a page").rows;
            let kept = absents::kept_page(&tx, FILE, &first).await.expect("a page").rows;
            let members = |rows: Vec<Absent>| rows.into_iter().map(|one| one.member.get()).collect::<Vec<_>>();
            let ended = absents::count(&tx, FILE).await.expect("counted");
            let counted = absents::count_apart(&tx, FILE, apart).await.expect("counted");
            (ended, counted, members(listed), members(kept))
        };
        assert_eq!(numbers().await, (1, 1, vec![2], vec![]), "{apart:?}");
        // All who are absent does not mean those listed apart.
        absents::set_kept(&tx, FILE, None, true).await.expect("kept");
        assert_eq!(numbers().await, (0, 1, vec![2], vec![1]), "{apart:?}");
        absents::set_kept(&tx, FILE, None, false).await.expect("to be ended");
        assert_eq!(numbers().await, (1, 1, vec![2], vec![]), "{apart:?}");
        absents::set_kept(&tx, FILE, Some(&[MemberId(2)]), false).await.expect("to be ended");
        assert_eq!(numbers().await, (2, 0, vec![], vec![]), "{apart:?}");
        let chunk = absents::chunk(&tx, FILE, MemberId(1), 9).await.expect("a chunk");
        assert_eq!(chunk, [absent(2, Some(apart))]);
        let not_active_yet = absents::count_to_start_ended(&tx, FILE).await.expect("counted");
        assert_eq!(not_active_yet, u32::from(apart == Apart::ToStart), "{apart:?}");
        // The next inspection asks again.
        assert_eq!(absents::remove_some(&tx, FILE, 9).await.expect("removed"), 2);
        commit(tx).await;
    }
}

async fn who_is_no_rows_member_is_walked_by_id(store: TestStore) {
    file(&store).await;
    let mut candidate = settled(2, Some(2), Outcome::Review);
    candidate.chosen = false;
    written(&store, &[settled(1, Some(1), Outcome::Unchanged), candidate]).await;
    let group = store.read();
    let of = |after, last: Option<i64>| {
        let stretch = Stretch { after: MemberId(after), last: last.map(MemberId) };
        absents::unmatched(&group, FILE, GroupId(1), stretch)
    };
    let ids = |found: Vec<crate::members::Member>| found.into_iter().map(|one| one.id.get()).collect::<Vec<_>>();
    let all = ids(of(0, None).await.expect("read"));
    assert!(!all.contains(&1) && all.contains(&2), "a candidate is not a row's member: {all:?}");
    let (until, behind): (Vec<_>, Vec<_>) = all.iter().copied().partition(|id| *id <= 2);
    assert_eq!(ids(of(0, Some(2)).await.expect("read")), until);
    assert_eq!(ids(of(2, None).await.expect("read")), behind);
}

async fn a_file_changes_a_member_once(store: TestStore) {
    file(&store).await;
    let change = |member| NewCensusChange {
        row: Some(1),
        member: MemberId(member),
        kind: ChangeKind::Updated,
        before: Some(json!({"Fields": {"City": "Lima"}})),
        version_after: 2,
        status_change: None,
    };
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    let tx = store.begin().await.expect("a transaction");
    changes::insert(&tx, FILE, &[change(1)], at).await.expect("noted");
    commit(tx).await;
    let known = changes::changed(&store.read(), FILE, &[MemberId(1), MemberId(2)]).await.expect("read");
    assert_eq!(known.into_iter().collect::<Vec<_>>(), [MemberId(1)]);
    assert_eq!(
        changes::counts(&store.read(), FILE).await.expect("counted"),
        BTreeMap::from([(ChangeKind::Updated, 1)])
    );
    let tx = store.begin().await.expect("a transaction");
    let again = changes::insert(&tx, FILE, &[change(2), change(1)], at).await;
    assert!(again.is_err_and(|error| error.is_refused_by("uq_census_change_file_id_member_id")));
}

async fn changes_to_be_undone_are_walked_from_the_last(store: TestStore) {
    file(&store).await;
    let change = |member| NewCensusChange {
        row: None,
        member: MemberId(member),
        kind: ChangeKind::Terminated,
        before: None,
        version_after: 2,
        status_change: None,
    };
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    let tx = store.begin().await.expect("a transaction");
    changes::insert(&tx, FILE, &[change(1), change(2)], at).await.expect("noted");
    let open = async |below| undo::open(&tx, FILE, below, 10).await.expect("read");
    let members = |open: &[OpenChange]| open.iter().map(|change| change.member.get()).collect::<Vec<_>>();
    let all = open(None).await;
    assert_eq!(members(&all), [2, 1]);
    assert_eq!(members(&undo::open(&tx, FILE, None, 1).await.expect("read")), [2]);
    assert_eq!(members(&open(Some(all[0].id)).await), [1]);
    assert_eq!(open(Some(all[1].id)).await, []);
    undo::judge(&tx, &[(all[0].id, Judged::Kept(Kept::ChangedSince))], at).await.expect("judged");
    assert_eq!(members(&open(None).await), [1], "a run that begins anew goes by what is judged");
}

async fn a_change_set_is_read_in_pages(store: TestStore) {
    file(&store).await;
    let outcomes = [Outcome::Create, Outcome::Unchanged, Outcome::Update, Outcome::Create];
    let all: Vec<_> = (1..).zip(outcomes).map(|(row, outcome)| settled(row, None, outcome)).collect();
    written(&store, &all).await;
    let read = store.read();
    let request = PageRequest { page: 2, ..PageRequest::first(2) };
    let page = matches::page(&read, FILE, &CHANGING, &request, 0).await.expect("a page");
    assert_eq!((page.rows.iter().map(|row| row.row).collect::<Vec<_>>(), page.total), (vec![4], 3));

    let behind = matches::page(&read, FILE, &CHANGING, &request, 1).await.expect("a page");
    assert_eq!((behind.rows.iter().map(|row| row.row).collect::<Vec<_>>(), behind.total), (vec![3, 4], 4));

    let tx = store.begin().await.expect("a transaction");
    let absent = [1, 2].map(|id| Absent { member: MemberId(id), version: 1, skipped_row: None, apart: None });
    absents::insert(&tx, FILE, &absent).await.expect("noted");
    let change = |row, member, kind| NewCensusChange {
        row,
        member: MemberId(member),
        kind,
        before: None,
        version_after: 2,
        status_change: None,
    };
    let did = [change(Some(3), 2, ChangeKind::Updated), change(None, 1, ChangeKind::Terminated)];
    changes::insert(&tx, FILE, &did, "2026-07-20T16:00:00Z".parse().expect("an instant")).await.expect("noted");
    commit(tx).await;
    let first = PageRequest::first(1);
    let page = absents::page(&read, FILE, &first).await.expect("a page");
    assert_eq!((page.rows, page.total), (vec![absent[0]], 2));
    for (which, members) in [
        (Done::All, &[2, 1][..]),
        (Done::ByRows(ChangeKind::Updated), &[2]),
        (Done::ByRows(ChangeKind::Terminated), &[]),
        (Done::OfAbsent, &[1]),
    ] {
        let page = changes::page(&read, FILE, which, &PageRequest::first(25)).await.expect("a page");
        let found: Vec<_> = page.rows.iter().map(|change| change.member.get()).collect();
        assert_eq!(found, members, "{which:?}");
    }
}

async fn the_absent_may_have_something_in_common(store: TestStore) {
    file(&store).await;
    let third = &[("unique_key", "'u3'"), ("link_id", "'00000000-0000-0000-0000-0000000000b3'")];
    let tx = store.begin().await.expect("a transaction");
    world::insert(&tx, "member", third).await.expect("a third member");
    commit(tx).await;
    let both = [1, 2].map(|id| Absent { member: MemberId(id), version: 1, skipped_row: None, apart: None });
    let made = |member| NewCensusChange {
        row: Some(1),
        member: MemberId(member),
        kind: ChangeKind::Created,
        before: None,
        version_after: 1,
        status_change: None,
    };
    for (what, absent, sql, found) in [
        (
            "a single one",
            &both[..1],
            "update member set billing_ref_key = 'west', billing_reference_id = 'West' where id = 1",
            None,
        ),
        ("not all", &both[..], "update member set pricing_group_id = null", None),
        (
            "one code",
            &both,
            "update member set billing_ref_key = 'west', billing_reference_id = 'WEST' where id = 2",
            Some(InCommon::BillingCode("West".to_owned())),
        ),
        ("who stays has it as well", &both, "update member set billing_ref_key = 'west' where id = 3", None),
        (
            "one pricing group",
            &both,
            "update member set pricing_group_id = 1 where id in (1, 2)",
            Some(InCommon::PricingGroup("Everybody".to_owned())),
        ),
        ("in any", &both, "update member set pricing_group_id = null", None),
    ] {
        let tx = store.begin().await.expect("a transaction");
        absents::insert(&tx, FILE, absent).await.expect("noted");
        world::execute(&tx, sql).await.expect("changed");
        commit(tx).await;
        let in_common = shared_trait::of_absent(&store.read(), FILE, GroupId(1)).await.expect("read");
        assert_eq!(in_common, found, "{what}");
    }
    let tx = store.begin().await.expect("a transaction");
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    changes::insert(&tx, FILE, &[made(1), made(2)], at).await.expect("noted");
    commit(tx).await;
    let in_common = shared_trait::of_absent(&store.read(), FILE, GroupId(1)).await.expect("read");
    assert_eq!(in_common, Some(InCommon::File("census.csv".to_owned())));
}
