//! Whose pending end was set by a census file: such an end the next file takes back, and no other one.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::members::Status;
use domain::{CensusFileId, GroupId, MemberId};

use super::super::members::{made, new, person, two_groups};
use crate::members::{self, MemberWrite, NewMember, NewSpan, Source};
use crate::on_both_engines;
use crate::testing::TestStore;

on_both_engines!(an_end_is_whose_it_was_first, an_end_that_was_put_back_is_whose_it_was_before);

const FILE: CensusFileId = CensusFileId(7);

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

/// A member with an end by a source, and what comes behind it.
fn ended(number: u128, source: Source, back: Option<&str>) -> NewMember {
    let mut member = new(GroupId(1), number, person("Ana", "Abel"));
    let begin = member.spans[0];
    let end = NewSpan { status: Status::InActive, effective_on: day("2026-08-01"), source, ..begin };
    member.spans.push(end);
    member.spans.extend(back.map(|on| NewSpan { effective_on: day(on), source, ..begin }));
    member
}

async fn by_files(store: &TestStore, ids: &[MemberId], on: &str) -> HashSet<MemberId> {
    let ends: HashMap<_, _> = ids.iter().map(|id| (*id, day(on))).collect();
    members::ended_by_files(&store.read(), &ends).await.expect("read")
}

async fn an_end_is_whose_it_was_first(store: TestStore) {
    two_groups(&store).await;
    let file = Source::CensusFile(FILE);
    let all = [
        ended(1, file, None),
        ended(2, Source::User, None),
        ended(3, Source::GroupTermination, None),
        ended(4, Source::CensusUndo(FILE), None),
        ended(5, file, Some("2026-10-01")),
        ended(6, Source::Creation, None),
        new(GroupId(1), 7, person("Ben", "Abel")),
    ];
    let ids = made(&store, &all).await;
    assert_eq!(by_files(&store, &ids, "2026-08-01").await, HashSet::from([ids[0]]));
    assert_eq!(by_files(&store, &ids, "2026-08-02").await, HashSet::new(), "another end");
    assert_eq!(by_files(&store, &[], "2026-08-01").await, HashSet::new());
}

async fn an_end_that_was_put_back_is_whose_it_was_before(store: TestStore) {
    two_groups(&store).await;
    let ids = made(&store, &[ended(1, Source::CensusFile(FILE), None), ended(2, Source::User, None)]).await;
    for (status, source) in [(Status::Active, Source::CensusFile(FILE)), (Status::InActive, Source::CensusUndo(FILE))] {
        change(&store, &ids, status, source).await;
    }
    assert_eq!(by_files(&store, &ids, "2026-08-01").await, HashSet::from([ids[0]]));
    // A person plans the same end.
    change(&store, &ids, Status::Active, Source::User).await;
    assert_eq!(by_files(&store, &ids, "2026-08-01").await, HashSet::new());
    change(&store, &ids, Status::InActive, Source::User).await;
    assert_eq!(by_files(&store, &ids, "2026-08-01").await, HashSet::new());
}

/// Sets the status of members from the day of their end.
async fn change(store: &TestStore, ids: &[MemberId], status: Status, source: Source) {
    let (on, today) = (day("2026-08-01"), domain::examples::TODAY);
    let found = members::find_many(&store.read(), GroupId(1), ids).await.expect("members");
    let timelines = members::timelines(&store.read(), ids).await.expect("timelines");
    let write = |id: &MemberId| {
        let before = &found[id];
        let status = timelines[id].change_by(status, on, today);
        MemberWrite { before, details: before.details.clone(), primary: None, status }
    };
    let writes: Vec<_> = ids.iter().map(write).collect();
    let tx = store.begin().await.expect("a transaction");
    members::apply(&tx, &writes, source, super::super::members::stamp()).await.expect("applied");
    tx.commit_unaudited("the change of a test").await.expect("committed");
}
