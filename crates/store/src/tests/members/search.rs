//! The search of members finds exactly what a walk over all of them would find, in every order and on every page.

use std::collections::BTreeMap;

use domain::access::{Caller, Role, Scope};
use domain::members::MemberDetails;
use domain::members::member::{DEPENDENT, PRIMARY};
use domain::members::search::{Word, words};
use domain::members::status::{ShownStatus, Status};
use domain::period::read_date;
use domain::text::{calls, fold};
use domain::{BrokerId, GroupId, MemberId, PageRequest, PricingGroupId, UserId};

use super::super::world;
use super::{TODAY, made, new, person, two_groups};
use crate::members::{MemberFilter, NewMember, NewSpan};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Error, Store, members};

on_both_engines!(
    a_search_finds_what_a_walk_would,
    pages_of_hits_hold_each_once,
    a_page_past_the_end_knows_the_total,
    primaries_are_found_among_any_number_of_dependents,
    a_filter_by_status_finds_those_who_show_it,
    filters_narrow_each_other
);

const FIRST: [&str; 6] = ["Ana", "Anabel", "Steffen", "Jos\u{e9}", "Bo", "Ximena"];
const LAST: [&str; 6] = ["Steele", "Stone", "Works", "M\u{fc}ller-Abel", "O'Stean", "Tenn"];
const BORN: [&str; 3] = ["1980-02-03", "1984-05-17", "1991-12-31"];
const PLANS: [&str; 2] = ["Family Plan", "Individual Plan"];
/// The second is called Steelworks 10002.
const GROUPS: [GroupId; 2] = [GroupId(1), GroupId(2)];

/// Of the first group and of the second.
const PRICED: [&str; 2] = ["executive ana", "executive steel"];

/// Somebody of the crowd, with what a word of a search may stand in.
struct Listed {
    group: GroupId,
    text: String,
    /// The name and number of the group where a word of this test occurs in them.
    called: &'static str,
    /// The name of the pricing group.
    priced: &'static str,
    plan: String,
    born: String,
    phones: [Option<String>; 2],
}

impl Listed {
    fn of(made: &NewMember) -> Self {
        let place = usize::from(made.group == GROUPS[1]);
        Self {
            group: made.group,
            text: made.details.search_text(),
            plan: fold(&made.details.plan_name),
            born: made.details.date_of_birth.to_string(),
            phones: [made.details.mobile_phone.clone(), made.details.home_phone.clone()],
            called: ["", "steelworks 10002"][place],
            priced: if made.details.pricing_group.is_some() { PRICED[place] } else { "" },
        }
    }

    fn has(&self, word: &Word, group: Option<GroupId>) -> bool {
        let born = word.born_on.is_some_and(|day| day.to_string() == self.born);
        let phone = word.phone.is_some() && self.phones.contains(&word.phone);
        born || phone || self.holds(&word.text, group)
    }

    fn holds(&self, word: &str, group: Option<GroupId>) -> bool {
        let by_name = [self.priced, &self.plan].iter().any(|name| calls(word, name));
        by_name || self.text.contains(word) || (group.is_none() && self.called.contains(word))
    }
}

/// 72 people of both groups, every third of them in the pricing group.
async fn crowd(store: &Store) -> BTreeMap<MemberId, Listed> {
    two_groups(store).await;
    let tx = store.begin().await.expect("a transaction");
    for (table, but) in [
        ("pricing_option", &[][..]),
        ("pricing_option", &[("group_id", "2")]),
        ("pricing_group", &[("name", "'Executive Ana'"), ("name_key", "'executive ana'")]),
        (
            "pricing_group",
            &[
                ("group_id", "2"),
                ("pricing_option_id", "2"),
                ("name", "'Executive Steel'"),
                ("name_key", "'executive steel'"),
            ],
        ),
    ] {
        world::insert(&tx, table, but).await.expect(table);
    }
    tx.commit_unaudited("the pricing of a test").await.expect("committed");
    let mut all = Vec::new();
    for (place, first) in FIRST.iter().enumerate() {
        for (other, last) in LAST.iter().enumerate() {
            for (number, group) in GROUPS.into_iter().enumerate() {
                let pricing_group = ((place + other) % 3 == 0).then_some(PricingGroupId(group.get()));
                let date_of_birth = BORN[(place + other) % 3];
                let mobile_phone = (other == 1).then(|| format!("61455501{place:02}"));
                let home_phone = (other == 2).then(|| format!("61455501{place:02}"));
                let plan_name = PLANS[other % 2].into();
                let details = MemberDetails {
                    pricing_group,
                    plan_name,
                    date_of_birth: read_date(date_of_birth).expect("a day"),
                    mobile_phone,
                    home_phone,
                    ..person(first, last)
                };
                all.push(new(group, (place * 12 + other * 2 + number) as u128, details));
            }
        }
    }
    let ids = made(store, &all).await;
    ids.into_iter().zip(&all).map(|(id, made)| (id, Listed::of(made))).collect()
}

async fn found(store: &Store, scope: Scope, group: Option<GroupId>, request: PageRequest) -> (Vec<MemberId>, u64) {
    let page = members::search(&store.read(), scope, group, &request).await.expect("a page");
    (page.rows.iter().map(|row| row.member.id).collect(), page.total)
}

fn wanted(term: &str, order_by: &str, page: u64, per_page: u64) -> PageRequest {
    PageRequest { term: term.to_owned(), order_by: Some(order_by.to_owned()), page, ..PageRequest::first(per_page) }
}

const TERMS: [&str; 34] = [
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
    "executive",
    "executive steel",
    "bo executive ana",
    "execu",
    "exe",
    "individual",
    "stone executive fami",
    "lan",
    "nobody",
    "Steele, Ana",
    "stone,bo",
    "02/03/1980",
    "2/3/1980",
    "1980-02-03",
    "Steele, Ana 02/03/1980",
    "individual 2/3/1980",
    "1980",
    "02/03/1981",
    "(614) 555-0102",
    "stone 614.555.0103",
    "5550102",
];

async fn a_search_finds_what_a_walk_would(store: TestStore) {
    let all = crowd(&store).await;
    let south =
        Caller { user: UserId(1), role: Role::BrokerAdministrator, broker: Some(BrokerId(2)), impersonator: None };
    for (scope, seen) in [(Scope::system(), &GROUPS[..]), (south.scope(), &GROUPS[1..])] {
        for group in [None, Some(GROUPS[1])] {
            for term in TERMS {
                let words = words(term);
                let is_hit = |one: &Listed| {
                    let there = seen.contains(&one.group) && group.is_none_or(|group| group == one.group);
                    there && words.iter().all(|word| one.has(word, group))
                };
                let walked: Vec<MemberId> = all.iter().filter(|(_, one)| is_hit(one)).map(|(id, _)| *id).collect();
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
                let mut texts: Vec<&str> = ids.iter().map(|id| all[id].text.as_str()).collect();
                if descending {
                    texts.reverse();
                }
                assert!(texts.is_sorted(), "{texts:?}");
            }
            let unique: std::collections::BTreeSet<_> = ids.iter().collect();
            let hits = all.values().filter(|one| one.holds("ste", None)).count();
            assert_eq!((ids.len(), unique.len()), (hits, hits), "{order_by}");
        }
    }
}

async fn a_page_past_the_end_knows_the_total(store: TestStore) {
    crowd(&store).await;
    assert_eq!(found(&store, Scope::system(), None, wanted("stone", "Name", 9, 10)).await, (vec![], 12));
}

fn every_member() -> MemberFilter {
    MemberFilter {
        primaries_only: false,
        statuses: vec![],
        plans: vec![],
        pricing_groups: vec![],
        ids: vec![],
        today: TODAY,
    }
}

fn primaries_only() -> MemberFilter {
    MemberFilter { primaries_only: true, ..every_member() }
}

/// A member that is active from the first of these days, and changes its status on each further one.
fn changing(number: u128, days: &[&str]) -> NewMember {
    let member = new(GROUPS[0], number, person("Bo", "Steele"));
    let first = member.spans[0];
    let turns = [Status::Active, Status::InActive].into_iter().cycle();
    let spans = days.iter().zip(turns).map(|(on, status)| NewSpan {
        status,
        effective_on: read_date(on).expect("a day"),
        ..first
    });
    NewMember { spans: spans.collect(), ..member }
}

async fn a_filter_by_status_finds_those_who_show_it(store: TestStore) {
    two_groups(&store).await;
    let all: Vec<NewMember> = [
        &["2026-01-01"][..],
        &["2026-01-01", "2026-03-01"],
        &["2026-01-01", "2026-12-01"],
        &["2026-12-01"],
        &["2026-01-01", "2026-03-01", "2026-12-01"],
    ]
    .into_iter()
    .enumerate()
    .map(|(number, days)| changing(number as u128, days))
    .collect();
    let ids = made(&store, &all).await;
    // Also on a day that has passed the pending changes before any job has settled them.
    for today in [TODAY, read_date("2026-12-15").expect("a day")] {
        for status in ShownStatus::ALL {
            let filter = MemberFilter { statuses: vec![status], today, ..every_member() };
            let request = wanted("", "Id", 1, 10);
            let page = members::search_filtered(&store.read(), Scope::system(), None, &filter, &request).await;
            let found: Vec<_> = page.expect("a page").rows.iter().map(|row| row.member.id).collect();
            let shown = |one: &&(MemberId, &NewMember)| one.1.standing(TODAY).shown(today) == status;
            let expected: Vec<_> = ids.iter().copied().zip(&all).filter(|one| shown(&one)).map(|(id, _)| id).collect();
            assert_eq!(found, expected, "{status:?} on {today}");
        }
    }
}

async fn filters_narrow_each_other(store: TestStore) {
    crowd(&store).await;
    let all = [
        every_member(),
        MemberFilter { plans: vec![PLANS[0].to_owned()], ..every_member() },
        MemberFilter { pricing_groups: vec![PricingGroupId(1)], ..every_member() },
        MemberFilter { ids: (2..60).map(MemberId).collect(), ..every_member() },
        MemberFilter {
            plans: vec![PLANS[0].to_owned()],
            pricing_groups: vec![PricingGroupId(1)],
            statuses: vec![ShownStatus::Active],
            ..every_member()
        },
    ];
    for filter in all {
        for term in ["", "ste"] {
            let request = wanted(term, "Id", 1, 1000);
            let page = members::search_filtered(&store.read(), Scope::system(), None, &filter, &request).await;
            let page = page.expect("a page");
            let whole = members::search(&store.read(), Scope::system(), None, &request).await.expect("a page");
            let meets = |row: &&members::MemberRow| {
                let details = &row.member.details;
                (filter.plans.is_empty() || filter.plans.contains(&details.plan_name))
                    && (filter.pricing_groups.is_empty()
                        || details.pricing_group.is_some_and(|id| filter.pricing_groups.contains(&id)))
                    && (filter.ids.is_empty() || filter.ids.contains(&row.member.id))
            };
            let expected: Vec<_> = whole.rows.iter().filter(meets).map(|row| row.member.id).collect();
            assert!(!expected.is_empty(), "{filter:?}");
            assert_eq!(page.rows.iter().map(|row| row.member.id).collect::<Vec<_>>(), expected, "{filter:?} {term}");
            assert_eq!(page.total, expected.len() as u64, "{filter:?} {term}");
        }
    }
}

async fn primaries_are_found_among_any_number_of_dependents(store: TestStore) {
    two_groups(&store).await;
    let of_type = |group, number, first: &str, member_type: &str| {
        let details = MemberDetails { member_type: member_type.to_owned(), ..person(first, "Steele") };
        new(group, number, MemberDetails { plan_name: PLANS[0].to_owned(), ..details })
    };
    let mut all: Vec<NewMember> = (0..30).map(|number| of_type(GROUPS[0], number, "Bo", DEPENDENT)).collect();
    all.push(of_type(GROUPS[0], 40, "Ximena", PRIMARY));
    all.push(of_type(GROUPS[1], 41, "Ana", PRIMARY));
    let ids = made(&store, &all).await;
    let primaries = async |group, term: &str| {
        let request = wanted(term, "Name", 1, 10);
        let page = members::search_filtered(&store.read(), Scope::system(), group, &primaries_only(), &request).await;
        let page = page.expect("a page");
        (page.rows.iter().map(|row| row.member.id).collect::<Vec<_>>(), page.total)
    };
    for term in ["", "steele", "family steele"] {
        assert_eq!(primaries(Some(GROUPS[0]), term).await, (vec![ids[30]], 1), "{term}");
        assert_eq!(primaries(None, term).await, (vec![ids[31], ids[30]], 2), "{term}");
    }
    assert_eq!(primaries(Some(GROUPS[0]), "bo").await, (vec![], 0));
    let south =
        Caller { user: UserId(1), role: Role::BrokerAdministrator, broker: Some(BrokerId(2)), impersonator: None };
    let (group, request) = (Some(GROUPS[0]), wanted("", "Name", 1, 10));
    let foreign = members::search_filtered(&store.read(), south.scope(), group, &primaries_only(), &request).await;
    assert!(matches!(foreign, Err(Error::NotFound)), "{foreign:?}");
}
