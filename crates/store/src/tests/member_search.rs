//! The search of members finds exactly what a walk over all of them would find, in every order and on every page.

use std::collections::BTreeMap;

use domain::access::{Caller, Role, Scope};
use domain::examples::TODAY;
use domain::text::{fold, search_words};
use domain::{BrokerId, GroupId, MemberId, PageRequest, UserId};

use super::members::{made, new, person, two_groups};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Store, members};

on_both_engines!(a_search_finds_what_a_walk_would, pages_of_hits_hold_each_once, a_page_past_the_end_knows_the_total);

const FIRST: [&str; 6] = ["Ana", "Anabel", "Steffen", "Jos\u{e9}", "Bo", "Ximena"];
const LAST: [&str; 6] = ["Steele", "Stone", "Works", "M\u{fc}ller-Abel", "O'Stean", "Tenn"];
/// The second is called Steelworks 10002.
const GROUPS: [GroupId; 2] = [GroupId(1), GroupId(2)];

/// 72 people of both groups, with the text of each and that of its group.
async fn crowd(store: &Store) -> BTreeMap<MemberId, (GroupId, String, &'static str)> {
    two_groups(store).await;
    let mut all = Vec::new();
    for (place, first) in FIRST.iter().enumerate() {
        for (other, last) in LAST.iter().enumerate() {
            for (number, group) in GROUPS.into_iter().enumerate() {
                all.push(new(group, (place * 12 + other * 2 + number) as u128, person(first, last)));
            }
        }
    }
    let ids = made(store, &all).await;
    let called = |group| if group == GROUPS[1] { "steelworks 10002" } else { "" };
    ids.into_iter()
        .zip(all)
        .map(|(id, made)| (id, (made.group, made.details.search_text(), called(made.group))))
        .collect()
}

async fn found(store: &Store, scope: Scope, group: Option<GroupId>, request: PageRequest) -> (Vec<MemberId>, u64) {
    let page = members::search(&store.read(), scope, group, TODAY, &request).await.expect("a page");
    (page.rows.iter().map(|row| row.member.id).collect(), page.total)
}

fn wanted(term: &str, order_by: &str, page: u64, per_page: u64) -> PageRequest {
    PageRequest { term: term.to_owned(), order_by: Some(order_by.to_owned()), page, ..PageRequest::first(per_page) }
}

const TERMS: [&str; 14] = [
    "ste",
    "steel",
    "steelworks",
    "works",
    "ana",
    "ana steel",
    "steelworks stone",
    "10002 bo",
    "o'st",
    "muller",
    "a",
    "xi te",
    "steelworks works ana",
    "nobody",
];

async fn a_search_finds_what_a_walk_would(store: TestStore) {
    let all = crowd(&store).await;
    let south =
        Caller { user: UserId(1), role: Role::BrokerAdministrator, broker: Some(BrokerId(2)), impersonator: None };
    for (scope, seen) in [(Scope::system(), &GROUPS[..]), (south.scope(), &GROUPS[1..])] {
        for group in [None, Some(GROUPS[1])] {
            for term in TERMS {
                let words = search_words(term);
                let matches = |text: &str, called: &str| {
                    words.iter().all(|word| text.contains(word) || (group.is_none() && called.contains(word)))
                };
                let walked =
                    all.iter().filter(|(_, (own, ..))| seen.contains(own) && group.is_none_or(|group| group == *own));
                let walked: Vec<MemberId> =
                    walked.filter(|(_, (_, text, called))| matches(text, called)).map(|(id, _)| *id).collect();
                let (ids, total) = found(&store, scope, group, wanted(term, "Id", 1, 100)).await;
                assert_eq!((total, &ids), (walked.len() as u64, &walked), "{term} {group:?}");
            }
        }
    }
}

async fn pages_of_hits_hold_each_once(store: TestStore) {
    let all = crowd(&store).await;
    for order_by in ["Id", "Name", "FirstName", "Email", "Group"] {
        for descending in [false, true] {
            let mut ids = Vec::new();
            for page in 1..=4 {
                let request = PageRequest { descending: Some(descending), ..wanted("ste", order_by, page, 20) };
                ids.extend(found(&store, Scope::system(), None, request).await.0);
            }
            if order_by == "Name" {
                let mut texts: Vec<&str> = ids.iter().map(|id| all[id].1.as_str()).collect();
                if descending {
                    texts.reverse();
                }
                assert!(texts.is_sorted(), "{texts:?}");
            }
            let unique: std::collections::BTreeSet<_> = ids.iter().collect();
            let hits =
                all.values().filter(|(_, text, called)| fold(text).contains("ste") || called.contains("ste")).count();
            assert_eq!((ids.len(), unique.len()), (hits, hits), "{order_by}");
        }
    }
}

async fn a_page_past_the_end_knows_the_total(store: TestStore) {
    crowd(&store).await;
    assert_eq!(found(&store, Scope::system(), None, wanted("stone", "Name", 9, 10)).await, (vec![], 12));
}
