//! Pricing options and pricing groups.

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role, Scope};
use domain::billing::pricing::{OptionDetails, PricingGroupDetails};
use domain::{BrokerId, GroupId, Money, PageRequest, PricingGroupId, PricingOptionId, UserId};

use super::super::world::{execute, insert, populate};
use crate::pricing::{groups, options};
use crate::testing::TestStore;
use crate::{Error, Stamp, Store, on_both_engines};

on_both_engines!(
    options_are_kept_by_group,
    an_option_is_billed_while_a_live_snapshot_has_its_line,
    pricing_groups_carry_their_rate,
    a_code_is_taken_once_in_a_group,
    swaps_of_the_default_wait_for_each_other,
);

const MILL: GroupId = GroupId(1);

fn stamp() -> Stamp {
    let at: DateTime<Utc> = "2026-07-01T12:00:00Z".parse().expect("an instant");
    Stamp { at, by: None }
}

fn option(name: &str, cents: i64) -> OptionDetails {
    OptionDetails { name: name.to_owned(), rate: Money::from_cents(cents), is_archived: false }
}

fn coded(code: &str) -> PricingGroupDetails {
    PricingGroupDetails {
        name: format!("Group {code}"),
        code: code.to_owned(),
        pricing_option: PricingOptionId(1),
        is_default: false,
        implicit_dependent_pricing: true,
        primary_match_threshold: 0.5,
        dependent_match_threshold: 0.75,
    }
}

async fn options_are_kept_by_group(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let archived = OptionDetails { is_archived: true, ..option("Old", 100) };
    let old = options::insert(&tx, MILL, &archived, stamp()).await.expect("an option");
    options::insert(&tx, MILL, &option("Dear", 9_999_999), stamp()).await.expect("an option");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let db = store.read();
    let names = async |archived: bool, order_by: &str, term: &str| {
        let order_by = Some(order_by.to_owned());
        let request = PageRequest { order_by, term: term.to_owned(), ..PageRequest::first(25) };
        let page = options::search(&db, Scope::system(), MILL, archived, &request).await.expect("a page");
        page.rows.into_iter().map(|row| row.details.name).collect::<Vec<_>>()
    };
    assert_eq!(names(true, "Id", "").await, ["Standard", "Old", "Dear"]);
    assert_eq!(names(true, "Rate", "").await, ["Old", "Standard", "Dear"]);
    assert_eq!(names(true, "Name", "").await, ["Dear", "Old", "Standard"]);
    assert_eq!(names(false, "CreatedOn", "").await, ["Standard", "Dear"]);
    assert_eq!(names(true, "Id", "STAND").await, ["Standard"]);
    let ids = async |archived| {
        let mut ids = options::ids(&db, MILL, archived).await.expect("ids");
        ids.sort();
        ids.into_iter().map(PricingOptionId::get).collect::<Vec<_>>()
    };
    assert_eq!((ids(true).await, ids(false).await), (vec![1, 3, 4], vec![1, 4]));
    let foreign =
        Caller { user: UserId(1), role: Role::BrokerAdministrator, broker: Some(BrokerId(2)), impersonator: None };
    for (scope, group) in [(Scope::system(), GroupId(2)), (foreign.scope(), MILL)] {
        assert!(matches!(options::find(&db, scope, group, old).await, Err(Error::NotFound)));
    }
}

async fn an_option_is_billed_while_a_live_snapshot_has_its_line(store: TestStore) {
    populate(&store).await;
    let state = async || {
        let found = options::find(&store.read(), Scope::system(), MILL, PricingOptionId(1)).await.expect("found");
        (found.is_billed, found.is_default)
    };
    assert_eq!(state().await, (true, true));
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "pricing_option", &[]).await.expect("another option");
    execute(&tx, "update plan_line set pricing_option_id = 3").await.expect("the line items point at it");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    assert!(state().await.0, "it is the option that was billed");
    let tx = store.begin().await.expect("a transaction");
    execute(&tx, "update snapshot_line set live = false").await.expect("the snapshot is deleted");
    execute(&tx, "update pricing_group set is_default = false where group_id = 1").await.expect("no default");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    assert_eq!(state().await, (false, false));
}

async fn pricing_groups_carry_their_rate(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let id = groups::insert(&tx, MILL, &coded("exec"), stamp()).await.expect("a pricing group");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let db = store.read();
    let found = groups::find(&db, Scope::system(), MILL, id).await.expect("found");
    assert_eq!((&found.details, found.rate, found.version), (&coded("exec"), Money::from_cents(4900), 1));
    let all = groups::all(&db, Scope::system(), MILL).await.expect("all");
    assert_eq!(all.iter().map(|group| group.details.name.as_str()).collect::<Vec<_>>(), ["Everybody", "Group exec"]);
    for order_by in ["Id", "Name", "Code", "Price", "IsDefault"] {
        let request = PageRequest { order_by: Some(order_by.to_owned()), ..PageRequest::first(25) };
        let page = groups::search(&db, Scope::system(), MILL, &request).await.expect("a page");
        assert_eq!(page.rows.len(), 2, "{order_by}");
    }
    assert!(matches!(groups::find(&db, Scope::system(), GroupId(2), id).await, Err(Error::NotFound)));
    assert_eq!(groups::default_of(&db, MILL).await.expect("a default"), Some(PricingGroupId(1)));

    let tx = store.begin().await.expect("a transaction");
    let foreign = PricingGroupDetails { pricing_option: PricingOptionId(2), ..coded("other") };
    assert!(groups::insert(&tx, MILL, &foreign, stamp()).await.is_err(), "the option is another group's");
}

async fn a_code_is_taken_once_in_a_group(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    groups::insert(
        &tx,
        GroupId(2),
        &PricingGroupDetails { pricing_option: PricingOptionId(2), ..coded("exec") },
        stamp(),
    )
    .await
    .expect("the code is free there");
    groups::insert(&tx, MILL, &coded("exec"), stamp()).await.expect("and here");
    let refused = groups::insert(&tx, MILL, &coded("exec"), stamp()).await.expect_err("taken");
    assert!(refused.is_refused_by(groups::CODE_TAKEN), "{refused}");
}

/// Eight writers make themselves the default over and over: none is refused, and there is one default in the end.
async fn swaps_of_the_default_wait_for_each_other(store: TestStore) {
    populate(&store).await;
    let mut writers = Vec::new();
    for n in 0..8 {
        let tx = store.begin().await.expect("a transaction");
        let id = groups::insert(&tx, MILL, &coded(&format!("g{n}")), stamp()).await.expect("a pricing group");
        tx.commit_unaudited("the world of a test").await.expect("committed");
        writers.push((id, PricingGroupDetails { is_default: true, ..coded(&format!("g{n}")) }));
    }
    let tasks = writers.into_iter().map(|(id, details)| {
        let store = Store::clone(&store);
        tokio::spawn(async move {
            for _ in 0..5 {
                let tx = store.begin().await.expect("a turn");
                crate::groups::lock(&tx, MILL).await.expect("the group is locked");
                groups::clear_default(&tx, MILL, stamp()).await.expect("cleared");
                groups::update(&tx, id, None, &details, stamp()).await.expect("it becomes the default");
                tx.commit_unaudited("the world of a test").await.expect("committed");
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("a writer");
    }
    let all = groups::all(&store.read(), Scope::system(), MILL).await.expect("all");
    assert_eq!(all.iter().filter(|group| group.details.is_default).count(), 1);
}
